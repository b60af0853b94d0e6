import type { Barcode } from '../../symbologies/barcode.ts'
import { isCut, type Line, leastEms, type ParagraphStyle, paragraph } from '../text/index.ts'
import { smallestPrint } from './captions.ts'
import type { Room } from './room.ts'

/** The text above the symbol of a label. */
export interface TextAbove {
  readonly lines: readonly Line[]
  readonly isCut: boolean
}

/** One way to set it in a room. */
export type TextSetter = (text: string, room: Room) => readonly Line[]

/** The ways to set it, each leaving more room for the symbol than the one before. */
export const textSetters: readonly TextSetter[] = [preferred, small, tight]
export const tightest: TextSetter = tight

export const noText: TextAbove = { lines: [], isCut: false }

/**
 * The text above a symbol, set in one of the ways. The number of an EAN or UPC symbol is left out rather than cut or broken, because
 * it is also below the bars.
 */
export function textAbove(barcode: Barcode, text: string, room: Room, set: TextSetter): TextAbove {
  const number = numberOf(barcode)
  const shown = number ?? text
  const lines = set(shown, room)
  const cut = isCut(shown, lines)
  const isWhole = !cut && lines.length === 1
  return number !== undefined && !isWhole ? noText : { lines, isCut: cut }
}

/** The digits at the bars of an EAN or UPC symbol: the whole number with its check digit. */
function numberOf({ guards, captions }: Barcode): string | undefined {
  return guards === undefined ? undefined : captions.map(({ text }) => text).join('')
}

/** At the preferred size, on several lines if need be. */
function preferred(text: string, room: Room): readonly Line[] {
  return paragraph(text, preferredStyle(room))
}

function preferredStyle({ width, height, resolution }: Room): ParagraphStyle {
  const smallest = smallestPrint(resolution)
  const size = Math.round(Math.min(Math.max(0.07 * height, smallest), 3 * smallest))
  const lines = Math.max(1, Math.floor((0.3 * height) / (1.4 * size)))
  return { face: 'sans', size, minSize: smallest, width, lines }
}

/** The ems that a text above the symbol takes at the least. */
export const leastEmsAbove = (text: string): number => leastEms(text, 'sans')

/** Whether a text that takes so many ems is certain to be cut, however it is set: the preferred way has room for most. */
export function isTooLongAbove(barcode: Barcode, ems: number, room: Room): boolean {
  const { width, lines, minSize } = preferredStyle(room)
  return numberOf(barcode) === undefined && ems > (width * lines) / minSize
}

/** As one line of the smallest size. */
function small(text: string, { width, resolution }: Room): readonly Line[] {
  const size = smallestPrint(resolution)
  return paragraph(text, { face: 'sans', size, minSize: size, width, lines: 1 })
}

/** The same line, only as high as its ink. */
function tight(text: string, room: Room): readonly Line[] {
  return small(text, room).map((line) => ({ ...line, ascent: -line.ink.top, descent: line.ink.bottom }))
}
