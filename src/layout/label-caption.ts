import type { Barcode } from '../../symbologies/barcode.ts'
import { isCut, type Line, leastEms, type ParagraphStyle, paragraph } from '../text/index.ts'
import { elementLines, elementsOf, lineStarts, smallestPrint } from './captions.ts'
import type { Room } from './room.ts'

/** The caption of a label's symbol, in lines. */
export interface LabelCaption {
  readonly lines: readonly Line[]
  /** The text stands above the symbol; the human-readable text of a GS1 message below it. */
  readonly side: 'above' | 'below'
  readonly isCut: boolean
}

/** One way to set it in a room. */
export type CaptionSetter = (caption: Wanted, room: Room) => readonly Line[]

/** What is to be set. */
interface Wanted {
  readonly text: string
  /** Of a GS1 message: where its elements start, which is where lines may start. */
  readonly starts: readonly number[] | undefined
}

/** The ways to set it, each leaving more room for the symbol than the one before. */
export const captionSetters: readonly CaptionSetter[] = [preferred, small, tight]
export const tightest: CaptionSetter = tight

export const noCaption: LabelCaption = { lines: [], side: 'above', isCut: false }

/**
 * The caption of a symbol, set in one of the ways. The number of an EAN or UPC symbol is left out rather than cut or broken, because
 * it is also below the bars.
 */
export function labelCaption(barcode: Barcode, text: string, room: Room, set: CaptionSetter): LabelCaption {
  const elements = elementsOf(barcode)
  if (elements !== undefined) {
    const shown = elements.join('')
    const lines = set({ text: shown, starts: lineStarts(elements) }, room)
    return { lines, side: 'below', isCut: isCut(shown, lines) }
  }
  const number = numberOf(barcode)
  const shown = number ?? text
  const lines = set({ text: shown, starts: undefined }, room)
  const cut = isCut(shown, lines)
  const isWhole = !cut && lines.length === 1
  return number !== undefined && !isWhole ? noCaption : { lines, side: 'above', isCut: cut }
}

/** The digits at the bars of an EAN or UPC symbol: the whole number with its check digit, and after a blank those of an add-on. */
function numberOf({ guards, captions }: Barcode): string | undefined {
  if (guards === undefined) return undefined
  return captions.map(({ kind, text }) => (kind === 'addon' ? ` ${text}` : text)).join('')
}

/** At the preferred size, on several lines if need be. */
function preferred({ text, starts }: Wanted, room: Room): readonly Line[] {
  const lines = paragraph(text, { ...preferredStyle(room), starts })
  return starts !== undefined && isCut(text, lines) ? paragraph(text, { ...elementsStyle(room), starts }) : lines
}

function preferredStyle({ width, height, resolution }: Room): ParagraphStyle {
  const smallest = smallestPrint(resolution)
  const size = Math.round(Math.min(Math.max(0.07 * height, smallest), 3 * smallest))
  const lines = Math.max(1, Math.floor((0.3 * height) / (1.4 * size)))
  return { face: 'sans', size, minSize: smallest, width, lines }
}

/** The smallest print in half of the room: elements are not broken, so that they take more lines than a text of their length. */
function elementsStyle({ width, height, resolution }: Room): ParagraphStyle {
  const size = smallestPrint(resolution)
  const lines = Math.max(1, Math.min(elementLines, Math.floor((0.5 * height) / (1.4 * size))))
  return { face: 'sans', size, minSize: size, width, lines }
}

/** The ems that a text above the symbol takes at the least. */
export const leastEmsAbove = (text: string): number => leastEms(text, 'sans')

/** Whether a text that takes so many ems is certain to be cut, however it is set: the preferred way has room for most. */
export function isTooLongAbove(barcode: Barcode, ems: number, room: Room): boolean {
  if (numberOf(barcode) !== undefined) return false
  const styles =
    elementsOf(barcode) === undefined ? [preferredStyle(room)] : [preferredStyle(room), elementsStyle(room)]
  return styles.every(({ width, lines, minSize }) => ems > (width * lines) / minSize)
}

/** In the smallest size: a text as one line, elements on as many as they need. */
function small({ text, starts }: Wanted, room: Room): readonly Line[] {
  return paragraph(text, { ...elementsStyle(room), ...(starts === undefined && { lines: 1 }), starts })
}

/** The same lines, only as high as their ink. */
function tight(caption: Wanted, room: Room): readonly Line[] {
  return small(caption, room).map((line) => ({ ...line, ascent: -line.ink.top, descent: line.ink.bottom }))
}
