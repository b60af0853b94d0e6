import bwip from 'bwip-js/node'
import { pngPicture } from './picture.ts'
import type { Picture } from './zxing.ts'

/**
 * The widths of bars and spaces in turn, from the first bar to the last, as bwip-js draws a linear symbol.
 *
 * @param text taken character by character, U+0000 to U+00FF
 */
export function bwipWidths(type: string, text: string, options: object = {}): number[] {
  const symbols: readonly object[] = bwip.raw(type, text, { binarytext: true, ...options })
  const symbol = symbols[0]
  if (symbol === undefined || !('sbs' in symbol) || !Array.isArray(symbol.sbs)) {
    throw new Error(`bwip-js gave no widths for ${type}`)
  }
  const widths = symbol.sbs.map(Number)
  return widths.length % 2 === 0 ? widths.slice(0, -1) : widths
}

/** What bwip-js finds wrong with a bracketed GS1 message; undefined if nothing. It does not look for companions of AIs. */
export function bwipVerdict(text: string): string | undefined {
  try {
    bwip.raw('gs1-128', text, {})
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Light pixels around the pictures of bwip-js, which have no quiet zones. */
const border = 60

/** What bwip-js draws for the parameters of its API, on white paper; the message of its error if it draws nothing. */
export async function bwipPicture(
  options: Readonly<Record<string, string | number | boolean>>,
): Promise<Picture | string> {
  const asked = { ...options, backgroundcolor: 'ffffff' } as unknown as Parameters<typeof bwip.toBuffer>[0]
  const drawn = await bwip.toBuffer(asked).then(pngPicture, (error: unknown) => String(error))
  if (typeof drawn === 'string') return drawn
  const [width, height] = [drawn.width + 2 * border, drawn.height + 2 * border]
  const grey = new Uint8Array(width * height).fill(255)
  for (let y = 0; y < drawn.height; y++) {
    const row = drawn.grey.subarray(y * drawn.width, (y + 1) * drawn.width)
    grey.set(row, (y + border) * width + border)
  }
  return { width, height, grey }
}
