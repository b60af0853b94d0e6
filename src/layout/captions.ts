import type { Barcode, Caption } from '../../symbologies/barcode.ts'
import { isCut, type Line, paragraph, typeset } from '../text/index.ts'
import { type Place, placed, sizeOf } from './grid.ts'
import type { Resolution } from './resolution.ts'
import type { Mark, TextMark } from './scene.ts'

/** The smallest size of captions: 6 points, in dots. */
export function smallestPrint({ perInch }: Resolution): number {
  return Math.round((6 * perInch) / 72)
}

/** In modules: the sizes of the digits at the bars of EAN and UPC, and their distance from the bars. */
const digitSize = 10
const smallDigitSize = 7
const digitGap = 1

/** In modules: the size of a caption below a symbol, unless the smallest print is larger, and its distance from the symbol. */
const captionSize = 10
const captionGap = 2
const captionLines = 3

/** The longest line in inches: nobody reads a longer one, and the limit bounds the work. */
const widestCaption = 20

/** The place of a symbol with captions, in dots of a print head. */
export interface PrintedPlace extends Place {
  readonly resolution: Resolution
}

/** A symbol and its captions, and the size of the box around them. */
export interface Block {
  readonly marks: readonly Mark[]
  readonly width: number
  readonly height: number
  /** Whether a caption was too long to be shown whole. */
  readonly isCut: boolean
}

/** Which captions are drawn: none, only the digits between and beside guard bars, or all. */
export type Captions = 'none' | 'digits' | 'all'

/** The symbol at `place` with its captions at and below its bars. */
export function block(barcode: Barcode, place: PrintedPlace, captions: Captions): Block {
  const { mark, width, height } = placed(barcode, place)
  const { marks, bottom, isCut } = captionsAt(barcode, place, { captions, width, bottom: place.y + height })
  return { marks: [mark, ...marks], width, height: bottom - place.y, isCut }
}

/** The width and height of a block, without a layout of the symbol, which would allocate a number for each column. */
export function sizeOfBlock(barcode: Barcode, place: PrintedPlace, captions: Captions): [number, number] {
  const [width, height] = sizeOf(barcode, place)
  return [width, captionsAt(barcode, place, { captions, width, bottom: place.y + height }).bottom - place.y]
}

/** The captions of a symbol that ends at `bottom`, and where they end themselves. */
function captionsAt(
  barcode: Barcode,
  place: PrintedPlace,
  { captions, width, bottom }: { captions: Captions; width: number; bottom: number },
): { marks: readonly TextMark[]; bottom: number; isCut: boolean } {
  const marks: TextMark[] = []
  let end = bottom
  let cut = false
  if (captions !== 'none') {
    const digits = digitMarks(barcode, place)
    for (const { y, line } of digits) end = Math.max(end, y + line.ink.bottom + digitGap * place.module)
    marks.push(...digits)
  }
  if (captions === 'all') {
    for (const caption of barcode.captions) {
      if (caption.kind !== 'line') continue
      const lines = captionBelow(barcode, caption.text, place)
      const top = end + captionGap * place.module
      marks.push(...stacked(lines, { x: place.x, y: top, width }))
      end = top + heightOf(lines) + place.module
      cut ||= isCut(caption.text, lines)
    }
  }
  return { marks, bottom: end, isCut: cut }
}

/** Digits between and beside the lowered guard bars, all on one baseline (GS1 General Specifications, 5.2.5). */
function digitMarks({ captions, quiet, matrix }: Barcode, { x, y, module, height }: Place): TextMark[] {
  const right = x + (quiet.left + matrix.width + quiet.right) * module
  const baseline = y + height + digitGap * module - typeset('0', { face: 'ocrb', size: digitSize * module }).ink.top
  return captions.flatMap((caption): TextMark[] => {
    if (caption.kind === 'line') return []
    const line = typeset(caption.text, { face: 'ocrb', size: sizeOfDigits(caption) * module })
    const left = x + (quiet.left + caption.columns.from) * module
    const width = (caption.columns.to - caption.columns.from) * module
    // at one dot a module a digit can be wider than its columns: it is then moved into the picture
    const start = Math.min(Math.max(centred(line, left, width), x - line.ink.left), right - line.ink.right)
    return [{ kind: 'text', line, x: start, y: baseline, turn: 'N' }]
  })
}

function sizeOfDigits(caption: Exclude<Caption, { kind: 'line' }>): number {
  return caption.kind === 'outer' && caption.small ? smallDigitSize : digitSize
}

function captionBelow({ matrix, quiet }: Barcode, text: string, { module, resolution }: PrintedPlace): readonly Line[] {
  const smallest = smallestPrint(resolution)
  return paragraph(text, {
    face: 'sans',
    size: Math.max(smallest, captionSize * module),
    minSize: smallest,
    width: Math.min((quiet.left + matrix.width + quiet.right) * module, widestCaption * resolution.perInch),
    lines: captionLines,
  })
}

/** Lines below one another, each centred on the span from `x` to `x + width`. */
export function stacked(lines: readonly Line[], { x, y, width }: { x: number; y: number; width: number }): TextMark[] {
  let top = y
  return lines.map((line) => {
    const mark: TextMark = { kind: 'text', line, x: centred(line, x, width), y: top + line.ascent, turn: 'N' }
    top += line.ascent + line.descent
    return mark
  })
}

export function heightOf(lines: readonly Line[]): number {
  return lines.reduce((sum, { ascent, descent }) => sum + ascent + descent, 0)
}

/** Where a line starts whose ink is centred on the span. */
function centred({ ink }: Line, left: number, width: number): number {
  return left - ink.left + Math.floor((width - (ink.right - ink.left)) / 2)
}
