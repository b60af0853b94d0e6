/** What the parameters of other services have in common. */

import type { ImageFormat } from '../../../draw.ts'
import type { DotSides } from '../../../layout/barcode.ts'
import { resolutions, usualDpi } from '../../../layout/resolution.ts'
import { NotServed } from '../../../request/refusals.ts'

/** The longest text, as that of /api/v1/barcode. */
export const text = { kind: 'text', longest: 7089 } as const

/** Yes or no, as people and programs write it; a name alone is a yes. */
export const flag = {
  kind: 'form',
  longest: 5,
  pattern: /^(|1|true|True|TRUE|on|On|yes|0|false|False|FALSE|off|Off|no)$/,
  form: 'true or false',
  samples: ['true', 'false'],
  optional: true,
} as const

/** Whether a flag is set. */
export const isOn = (given: string | undefined): boolean => given !== undefined && /^(|1|true|on|yes)$/i.test(given)

/** A level of error correction of QR Code, in either case. */
export const level = {
  kind: 'form',
  longest: 1,
  pattern: /^[LlMmQqHh]$/,
  form: 'one of L, M, Q and H',
  samples: ['M'],
  optional: true,
} as const

/** The format of a picture. */
export const format = {
  kind: 'form',
  longest: 5,
  pattern: /^[A-Za-z]{3,5}$/,
  form: 'a format such as png or svg',
  samples: ['png', 'svg'],
  optional: true,
} as const

/** Formats of pixels, for all of which there is PNG: whatever shows pictures looks into them for their format. */
const ofPixels = new Set(['gif', 'jpg', 'jpeg', 'bmp', 'tif', 'tiff', 'webp'])

/**
 * The format drawn, and whether it is another one than that which is asked for.
 *
 * @throws NotServed  for formats that nothing shows that expects them
 */
export function formatFor(
  parameter: string,
  given: string | undefined,
): { readonly format: ImageFormat; readonly ignored: readonly string[] } {
  const form = given?.toLowerCase() ?? 'png'
  if (form === 'png' || form === 'svg' || form === 'pdf') return { format: form, ignored: [] }
  if (ofPixels.has(form)) return { format: 'png', ignored: [parameter] }
  throw new NotServed(parameter, `"${given}" is not drawn here; ${parameter}=svg has exact edges too`, {
    [parameter]: 'svg',
  })
}

/** A width and a height in pixels, such as 200x100; of one number alone both. */
export function pixelsIn(given: string): { readonly width: number; readonly height: number } {
  const [width = 1, height = width] = given.split('x').map(Number)
  return { width, height }
}

/** The same number of dots on each side. */
export const allSides = (dots: number): DotSides => ({ left: dots, right: dots, top: dots, bottom: dots })

const usual = resolutions[usualDpi]

/** The height in mm with which bars are the given number of dots high. */
export const heightOf = (dots: number): number => Math.max(1, dots) / usual.perMillimetre

/** The characters beyond ASCII of a text, for which its character set matters. */
export const hasMoreThanAscii = (value: string): boolean => /[^\0-\x7f]/.test(value)

/** A GS1 message as it is read here: one without brackets begins with FNC1, which `^` stands for. @param given  with GS for FNC1 between fields */
export const gs1Message = (given: string): string => (/^[([]/.test(given) ? given : `^${given.replaceAll('\x1d', '^')}`)
