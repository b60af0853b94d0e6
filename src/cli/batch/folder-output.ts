/** A folder with the images of all rows: what they are called, and which of the files there may be replaced. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import { quoted } from '../../../symbologies/index.ts'
import type { LabelFormat } from '../../draw.ts'
import { languageFiles } from '../../render/language.ts'
import { Refused } from '../command.ts'
import { type DrawingEndpoint, type DrawingLimits, partsOf } from '../endpoints.ts'
import { makeFolder } from '../files.ts'
import { imageExtension, withFormatOf } from '../output.ts'
import { isFree, type Sample, writeOwn } from '../small-files.ts'
import type { BatchOutput, BatchRow, DrawnRow } from './rows.ts'

/** The images of a row. */
interface DrawnImages extends DrawnRow {
  readonly images: readonly DrawnImage[]
}

interface DrawnImage {
  /** A plain file name. */
  readonly name: string
  readonly format: LabelFormat
  readonly bytes: Uint8Array
}

/** Draws an image, or one for each part, named by the column `file` or else by the row's number. @throws Refused */
export function drawImages(
  { number, given, file }: BatchRow,
  endpoint: DrawingEndpoint,
  limits: DrawingLimits,
): DrawnImages {
  const stem = file ?? `${number}`.padStart(6, '0')
  refuseUnsafe(stem)
  const parts = partsOf(given)
  const drawn = parts.map((part, i) => {
    const own = parts.length > 1 ? numbered(stem, i + 1) : stem
    const extension = imageExtension(own)
    const { format, bytes, warnings } = endpoint.draw(extension === '' ? part : withFormatOf(own, part), limits)
    const name = extension === '' ? `${own}.${format}` : own
    refuseUnsafe(name)
    return { name, format, bytes, warnings }
  })
  return {
    images: drawn.map(({ name, format, bytes }) => ({ name, format, bytes })),
    warnings: drawn.flatMap(({ warnings }) => warnings),
  }
}

/** The name with a number, in front of the extension of an image. */
function numbered(name: string, number: number): string {
  const extension = imageExtension(name)
  return extension === '' ? `${name}-${number}` : `${name.slice(0, -extension.length - 1)}-${number}.${extension}`
}

interface FolderSurroundings {
  /** Names that earlier rows have. */
  readonly taken?: TakenNames
  /** Called for each image in the folder. */
  readonly written?: (name: string, bytes: Uint8Array) => void
}

/** Milliseconds of writing after which the event loop has a turn: for signals, and for what other threads have drawn. */
const longestTurn = 10

/** The files of all images in `folder`. */
export async function folderOutput(
  folder: string,
  { taken = new TakenNames(), written }: FolderSurroundings = {},
): Promise<BatchOutput<DrawnImages>> {
  await makeFolder(folder)
  let turned = performance.now()
  return {
    async put(number, { images }) {
      for (const { name } of images) taken.take(name, number)
      // no part is written if another has no place
      for (const { name, format } of images.length > 1 ? images : []) {
        if (!isFree(folder, name, (sample) => isOwnImage(format, sample))) throw foreign(name)
      }
      for (const { name, format, bytes } of images) {
        if (!writeOwn(folder, name, bytes, (sample) => isOwnImage(format, sample))) throw foreign(name)
        written?.(name, bytes)
      }
      if (performance.now() - turned < longestTurn) return
      await nextTurn()
      turned = performance.now()
    },
    async flush() {},
    async finish() {},
    async abandon() {},
  }
}

function foreign(name: string): Refused {
  const found = 'already exists, and quietzone did not write it; it is left as it is'
  return new Refused('invalid_parameter', `file: ${quoted(name)} ${found}`)
}

/** Characters that a name may not hold: those with a meaning in paths on some system, invisible ones, and bidi controls. */
const forbidden = /[<>:"/\\|?*\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u
/** Windows device names, with or without an extension; spaces before the extension are ignored. */
const device = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³]) *(\.|$)/i
/** Bytes, the limit of common file systems. */
const longest = 255

const accepted =
  'a plain file name: no folder, no control character, none of <>:"/\\|?*, no dot or hyphen at the start, no dot or space at the end, ' +
  `no Windows device name, at most ${longest} bytes`

/** @throws Refused if `name` could lead out of its folder, or is not a file name on every common system */
export function refuseUnsafe(name: string): void {
  const bytes = Buffer.byteLength(name)
  if (forbidden.test(name) || device.test(name) || /^[.-]|[. ]$/.test(name) || bytes > longest) {
    throw new Refused('invalid_parameter', `file: ${quoted(name)} is not ${accepted}`)
  }
}

/** What shows nothing: zero width characters, byte order marks, soft hyphens, variation selectors, marks of direction. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu
/** The extension of a name. */
const extension = /\.\w+$/u

/** The same text for names that some file systems treat as one: whatever the case, and however letters are composed. */
const folded = (name: string): string => name.toUpperCase().normalize('NFD')

/** The same text for names that look alike: without blanks, such as a no-break space, at the end or in front of the extension. */
function seen(name: string): string {
  const visible = folded(name).replace(invisible, '')
  const end = extension.exec(visible)?.[0] ?? ''
  return visible.slice(0, visible.length - end.length).trimEnd() + end
}

/** Names in use, each with its row. */
export class TakenNames {
  readonly #rows = new Map<string, number>()
  /** Rows whose names have invisible characters. */
  readonly #veiled = new Set<number>()

  /** @throws Refused if an earlier row has the same name, one that some file systems treat as the same, or one that looks the same */
  take(name: string, row: number): void {
    const same = seen(name)
    const isVeiled = same !== folded(name)
    const earlier = this.#rows.get(same)
    if (earlier !== undefined) {
      const differs = isVeiled || this.#veiled.has(earlier)
      const how = differs ? 'but for invisible characters' : 'already'
      throw new Refused('invalid_parameter', `file: ${quoted(name)} is ${how} the name of row ${earlier}`)
    }
    this.#rows.set(same, row)
    if (isVeiled) this.#veiled.add(row)
  }
}

/**
 * Recognises images made by this program: a batch that is run again replaces those and nothing else. Photographs, drawings and
 * documents of other programs begin differently.
 */
function isOwnImage(format: LabelFormat, { head, tail }: Sample): boolean {
  switch (format) {
    // ISO/IEC 15948:2004, 11.2.2, 11.3.5.3: one bit per pixel, grey, and the resolution directly after the header
    case 'png':
      return (
        head.startsWith('\x89PNG\r\n\x1a\n') && head.slice(24, 29) === '\x01\0\0\0\0' && head.slice(37, 41) === 'pHYs'
      )
    case 'svg':
      return /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [^<>]* role="img"><title>/.test(head)
    case 'pdf':
      return head.startsWith('%PDF-') && tail.includes('/Producer') && tail.includes('(quietzone)')
    default:
      return languageFiles[format].begins(head)
  }
}
