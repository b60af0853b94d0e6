/** The words of a label: its title, and the caption of its symbol, in the ways in which they can be set. */

import type { Barcode } from '../../symbologies/barcode.ts'
import {
  heightOf,
  isCut,
  type Line,
  leastEms,
  longestWord,
  type ParagraphStyle,
  paragraph,
  shownOf,
  type Texts,
} from '../text/index.ts'
import { asHighAsInk, elementLines, elementsOf, lineStarts, readableSize } from './barcode.ts'
import { smallestPrint } from './resolution.ts'
import type { Words } from './scene.ts'
import type { Room } from './stock.ts'

/** What a label says. */
export interface Wording {
  /** The encoded text. */
  readonly text: string
  /** Whether the symbol has a caption. */
  readonly showtext: boolean
  /** The caption in place of the text, each on lines of their own. */
  readonly caption?: readonly string[] | undefined
  /** Whether the encoded text is the last line of a caption. It is not where the digits at the bars of EAN and UPC say it. */
  readonly withText?: boolean | undefined
  /** Above all else, each on lines of their own. */
  readonly title?: readonly string[] | undefined
  /** Where the caption stands: above the symbol by default, below it if it is a GS1 message. EAN and UPC have their digits there. */
  readonly side?: 'below' | undefined
}

/** The words of a label, in lines. */
export interface LabelWords {
  readonly title: readonly Line[]
  readonly caption: readonly Line[]
  /** Where the caption stands: above the symbol; that of a symbol with a GS1 message below it. */
  readonly side: 'above' | 'below'
  /** What there is no room for the whole of. */
  readonly cut: readonly Words[]
  /** What is longer than any words on a label: its start is shown, for which there may be room. */
  readonly tooLong: readonly Words[]
}

export const noWords: LabelWords = { title: [], caption: [], side: 'above', cut: [], tooLong: [] }

/** The room that words are set in. */
type WordRoom = Pick<Room, 'width' | 'height' | 'resolution'>

/** One way to set words in a room. */
interface WordSetter {
  readonly title: (title: readonly string[], room: WordRoom) => readonly Line[]
  /** @param title  the lines of the title, than which a caption is not larger */
  readonly caption: (caption: Wanted, room: WordRoom, title: readonly Line[]) => readonly Line[]
}

/** A caption to be set. */
interface Wanted {
  readonly texts: Texts
  /** Of a GS1 message: where its elements start, which is where lines may start. */
  readonly starts: readonly number[] | undefined
}

/** The ways to set words, each leaving more room for the symbol than the one before. */
export const wordSetters: readonly WordSetter[] = [
  { title: preferredTitle, caption: preferred },
  { title: smallTitle, caption: small },
  { title: tightTitle, caption: tight },
]
export const tightest: WordSetter = wordSetters.at(-1)!

export const hasWords = ({ showtext, title }: Pick<Wording, 'showtext' | 'title'>): boolean =>
  showtext || title !== undefined

/**
 * The words of a label, set in one of the ways. The number of an EAN or UPC symbol is left out rather than cut or broken, because
 * it is also below the bars.
 */
export function labelWords(barcode: Barcode, wording: Wording, room: WordRoom, set: WordSetter): LabelWords {
  const { title, showtext, text } = wording
  const own = ownCaption(barcode, wording)
  const heading = title === undefined ? [] : set.title(title, room)
  const cut: Words[] = title !== undefined && isCut(title, heading) ? ['title'] : []
  if (!showtext) return { ...noWords, title: heading, cut }
  const { side, wanted, isTooLong } = captionOf(barcode, own ?? text, wording.side)
  const caption = set.caption(wanted, room, heading)
  const kind = own === undefined ? 'text' : 'caption'
  const isCaptionCut = isCut(wanted.texts, caption)
  const isNumber = own === undefined && numberOf(barcode) !== undefined
  if (isNumber && (isCaptionCut || caption.length > 1 || wording.side === 'below')) {
    return { ...noWords, title: heading, cut }
  }
  if (isCaptionCut) cut.push(kind)
  return { title: heading, caption, side, cut, tooLong: isTooLong ? [kind] : [] }
}

/** What a symbol of an encoded text has for a caption: the elements of its message, or its whole number, or else that text. */
export function captionText(barcode: Barcode, text: string): string {
  return elementsOf(barcode)?.join('') ?? numberOf(barcode) ?? text
}

/** The caption that people wrote, with the encoded text below it if that is wanted. */
export function ownCaption(barcode: Barcode, { text, caption, withText }: Wording): readonly string[] | undefined {
  if (caption === undefined || !withText || numberOf(barcode) !== undefined) return caption
  return [...caption, captionText(barcode, text)]
}

/** The caption of a symbol and where it stands. @param words  its text, or the caption in place of it */
function captionOf(barcode: Barcode, words: Texts, wantedSide: Wording['side']): SidedCaption {
  const elements = elementsOf(barcode)
  const side = wantedSide ?? (elements === undefined ? 'above' : 'below')
  if (typeof words !== 'string') {
    const shown = words.map(startShown)
    return { side, wanted: { texts: shown, starts: undefined }, isTooLong: shown.some((text, i) => text !== words[i]) }
  }
  const text = captionText(barcode, words)
  const shown = startShown(text)
  return { side, wanted: { texts: shown, starts: elements && lineStarts(elements) }, isTooLong: shown !== text }
}

interface SidedCaption {
  readonly side: LabelWords['side']
  readonly wanted: Wanted
  readonly isTooLong: boolean
}

/** A text, or what is shown of one that is too long, however much room there is. */
function startShown(text: string): string {
  const shown = shownOf(text)
  return shown.isCut ? shown.text : text
}

/** The digits at the bars of an EAN or UPC symbol: the whole number with its check digit, and after a blank those of an add-on. */
function numberOf({ guards, captions }: Barcode): string | undefined {
  if (guards === undefined) return undefined
  return captions.map(({ kind, text }) => (kind === 'addon' ? ` ${text}` : text)).join('')
}

/** The ems of the longest words, which lines cannot break, and of the longest element of a GS1 message. */
export function longestWords(barcode: Barcode, wording: Wording): number {
  const { text, showtext, title = [] } = wording
  const caption = ownCaption(barcode, wording)
  const captions = caption ?? elementsOf(barcode) ?? [text]
  // elements are kept whole
  const ems = caption === undefined && elementsOf(barcode) !== undefined ? leastEmsAbove : longestWordIn
  return Math.max(0, ...(showtext ? captions.map(ems) : []), ...title.map(longestWordIn))
}

const longestWordIn = (text: string): number => longestWord(text, 'sans')

/** The lines above the symbol. */
export function linesAbove({ title, caption, side }: LabelWords): readonly Line[] {
  return side === 'above' ? [...title, ...caption] : title
}

/** The lines below the symbol. */
export function linesBelow({ caption, side }: LabelWords): readonly Line[] {
  return side === 'below' ? caption : []
}

/** At the preferred size, on several lines if need be. */
function preferred({ texts, starts }: Wanted, room: WordRoom, title: readonly Line[]): readonly Line[] {
  const style = preferredStyle(room)
  const lines = paragraph(texts, { starts, ...style, size: captionSize(texts, title, style, room) })
  return starts !== undefined && isCut(texts, lines) ? paragraph(texts, { starts, ...elementsStyle(room) }) : lines
}

function preferredStyle({ width, height, resolution }: WordRoom): ParagraphStyle {
  const smallest = smallestPrint(resolution)
  const size = Math.round(Math.min(Math.max(0.07 * height, smallest), 3 * smallest))
  const lines = Math.max(1, Math.floor((0.3 * height) / (1.4 * size)))
  return { face: 'sans', size, minSize: smallest, width, lines }
}

/** The size of a caption: below a title, which is in larger print, and the smaller, the more there is to be read. */
function captionSize(
  texts: Texts,
  [title]: readonly Line[],
  { size, minSize }: Pick<ParagraphStyle, 'size' | 'minSize'>,
  { resolution }: WordRoom,
): number {
  const below = title === undefined ? size : Math.floor(title.size / slightlyLargerPrint)
  return Math.max(minSize, Math.min(size, below, readableSize(texts, resolution)))
}

/** The smallest print in half of the room: elements are not broken, so that they take more lines than a text of their length. */
function elementsStyle({ width, height, resolution }: WordRoom): ParagraphStyle {
  const size = smallestPrint(resolution)
  const lines = Math.max(1, Math.min(elementLines, Math.floor((0.5 * height) / (1.4 * size))))
  return { face: 'sans', size, minSize: size, width, lines }
}

/** The ems that a text above the symbol takes at the least. */
export const leastEmsAbove = (text: string): number => leastEms(text, 'sans')

/** Whether a text that takes the given number of ems is certain to be cut, however it is set: the preferred way has room for most. */
export function isTooLongAbove(barcode: Barcode, ems: number, room: Room): boolean {
  if (numberOf(barcode) !== undefined) return false
  const styles =
    elementsOf(barcode) === undefined ? [preferredStyle(room)] : [preferredStyle(room), elementsStyle(room)]
  return styles.every(({ width, lines, minSize }) => ems > (width * lines) / minSize)
}

/** In the smallest size: a text as one line, elements and custom lines on as many as they need. */
function small({ texts, starts }: Wanted, room: WordRoom): readonly Line[] {
  const isOneLine = starts === undefined && (typeof texts === 'string' || texts.length < 2)
  return paragraph(texts, { starts, ...elementsStyle(room), ...(isOneLine && { lines: 1 }) })
}

/** The same lines, only as high as their ink. */
function tight(caption: Wanted, room: WordRoom): readonly Line[] {
  return small(caption, room).map(asHighAsInk)
}

/** The sizes of titles, as multiples of those of captions. */
export const [largerPrint, slightlyLargerPrint] = [1.5, 4 / 3]

/** In dots an em: the size of a title that has room enough. */
export function preferredTitleSize(room: WordRoom): number {
  return titleSize(largerPrint * preferredStyle(room).size, room)
}

function preferredTitle(title: readonly string[], room: WordRoom): readonly Line[] {
  return titleLines(title, room, preferredTitleSize(room))
}

function smallTitle(title: readonly string[], room: WordRoom): readonly Line[] {
  return titleLines(title, room, titleSize(slightlyLargerPrint * smallestPrint(room.resolution), room))
}

/** As high as its ink, with a little room below it. */
function tightTitle(title: readonly string[], room: WordRoom): readonly Line[] {
  return smallTitle(title, room).map(inkAndGap(room))
}

const titleSize = (size: number, { resolution }: WordRoom): number =>
  Math.max(smallestPrint(resolution), Math.round(size))

/** Title and caption in the smallest print, each line only as high as its ink: for a column that is too low for their lines. */
export const lowColumn: WordSetter = {
  title: (title, room) => titleLines(title, room, smallestPrint(room.resolution)).map(inkAndGap(room)),
  caption({ texts, starts }, room, title) {
    const { width, height, resolution } = room
    const size = smallestPrint(resolution)
    const left = height - heightOf(title)
    // no ink of a line is lower than half an em
    for (let lines = Math.min(mostLowLines, Math.floor((2 * left) / size)); lines > 0; lines--) {
      const set = paragraph(texts, { face: 'sans', size, minSize: size, width, lines, starts }).map(inkAndGap(room))
      if (heightOf(set) <= left) return set
    }
    return []
  },
}

/** In a column that has room for more, lines have their usual height. */
const mostLowLines = 4

/** A line as high as its ink, with a little room below it. */
function inkAndGap({ resolution }: WordRoom): (line: Line) => Line {
  const gap = Math.ceil(smallestPrint(resolution) / 6)
  return (line) => ({ ...asHighAsInk(line), descent: Math.max(0, line.ink.bottom) + gap })
}

/** A title of `size` at the most, by default in as many lines as it was given in. */
function titleLines(
  title: readonly string[],
  { width, resolution }: WordRoom,
  size: number,
  { lines = Math.min(title.length, mostTitleLines), height }: { lines?: number; height?: number } = {},
): readonly Line[] {
  const texts = title.length === 1 ? title[0]! : title
  return paragraph(texts, { face: 'sans', size, minSize: smallestPrint(resolution), width, lines, height })
}

/** The most lines of a title, which bounds the work. */
const mostTitleLines = 8

/** Whether more of the words can be read: less is missing, or less is cut, or the smallest are larger. */
export function isBetter(words: LabelWords, other: LabelWords): boolean {
  const shown = ({ title, caption }: LabelWords): number => Math.min(title.length, 1) + Math.min(caption.length, 1)
  const differences = [
    shown(words) - shown(other),
    other.cut.length - words.cut.length,
    smallestSize(words) - smallestSize(other),
    (words.title[0]?.size ?? 0) - (other.title[0]?.size ?? 0),
    words.caption.length - other.caption.length,
  ]
  return (differences.find((difference) => difference !== 0) ?? 0) > 0
}

function smallestSize({ title, caption }: LabelWords): number {
  return Math.min(...[...title, ...caption].map(({ size }) => size))
}

/**
 * Words as large as they fit in the whole of a room: a title takes several lines before it is smaller, and gives way to a caption that
 * would be cut otherwise.
 *
 * @param largest  the size of the title at the most, in dots an em
 * @param alone  that of a caption without a title
 */
export function filledWords(
  barcode: Barcode,
  wording: Wording,
  room: WordRoom,
  largest: number,
  alone = largest / largerPrint,
): LabelWords {
  const sizes = titleSizes(largest, smallestPrint(room.resolution))
  const setAt = (index: number): LabelWords => labelWords(barcode, wording, room, filling(sizes[index]!, alone))
  const first = setAt(0)
  if (first.cut.length === 0 || wording.title === undefined || sizes.length === 1) return first
  const last = setAt(sizes.length - 1)
  // a title that is cut is in the smallest print already
  if (first.cut.includes('title')) return isBetter(last, first) ? last : first
  const isGood = (words: LabelWords): boolean =>
    last.cut.length === 0 ? words.cut.length === 0 : !isBetter(last, words)
  let [low, high, best] = [0, sizes.length - 1, last]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    const words = setAt(middle)
    // a smaller title leaves no less room
    if (isGood(words)) [high, best] = [middle, words]
    else low = middle
  }
  return isBetter(best, first) ? best : first
}

/** Sizes of titles from `largest` down to the first that is not above the smallest print. */
function titleSizes(largest: number, smallest: number): readonly number[] {
  const sizes = [largest]
  while (sizes.at(-1)! > smallest) sizes.push((sizes.at(-1)! * 2) / 3)
  return sizes
}

/** Sets words as large as they fit, with a title of `largest` dots an em at the most, or a caption of `alone` without one. */
function filling(largest: number, alone: number): WordSetter {
  return {
    title: (title, room) =>
      titleLines(title, room, titleSize(largest, room), { lines: mostTitleLines, height: room.height }),
    caption({ texts, starts }, room, title) {
      const { width, height, resolution } = room
      const minSize = smallestPrint(resolution)
      const wanted = Math.max(minSize, Math.round(title.length === 0 ? alone : largest / largerPrint))
      const size = captionSize(texts, title, { size: wanted, minSize }, room)
      const lines = starts === undefined ? mostLines : Math.min(starts.length, elementLines)
      const left = Math.max(0, height - heightOf(title))
      return paragraph(texts, { face: 'sans', size, minSize, width, lines, height: left, starts })
    },
  }
}

/** The most lines of a caption: nobody reads more on a label, and the limit bounds the work. */
const mostLines = 60
