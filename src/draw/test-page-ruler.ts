import { darken, lightMatrix } from '../../symbologies/matrix/index.ts'
import { centred } from '../layout/barcode.ts'
import { type Resolution, smallestPrint } from '../layout/resolution.ts'
import type { Mark, ModulesMark, TextMark } from '../layout/scene.ts'
import type { Room, Sheet } from '../layout/stock.ts'
import { typeset } from '../text/index.ts'

/** In mm: the frame is this far inside the edges, because print heads grip, or miss, the outermost part of a label. */
export const frameInset = 1

/** In mm: the thickness of lines, but one dot at least. */
const lineWidth = 0.15

/** In mm: the shorter side below which a ruler has short ticks and no numbers. */
const leastForNumbers = 20

/** In mm: the lengths of the ticks at each, each fifth and each tenth millimetre. */
const ticks = { long: [1, 1.6, 2.4], short: [0.5, 0.8, 1.2] } as const

/** In mm: between ticks and numbers, and between the ruler and what it surrounds. */
const numberGap = 0.3
const innerGap = 0.6

export const dotsOf = (length: number, { perMillimetre }: Resolution): number => Math.round(length * perMillimetre)

export const lineDots = (resolution: Resolution): number => Math.max(1, dotsOf(lineWidth, resolution))

const dark = lightMatrix(1, 1)
darken(dark, 0, 0)

/** Black, from (x, y), in dots. */
export function rectangle(x: number, y: number, width: number, height: number): ModulesMark {
  return { kind: 'modules', matrix: dark, xs: [x, x + width], ys: [y, y + height] }
}

/** The lines of a rectangle, inside of it, in dots. */
export function outline(x: number, y: number, width: number, height: number, line: number): readonly ModulesMark[] {
  return [
    rectangle(x, y, width, line),
    rectangle(x, y + height - line, width, line),
    rectangle(x, y + line, line, height - 2 * line),
    rectangle(x + width - line, y + line, line, height - 2 * line),
  ]
}

/** A frame with a ruler along its upper and its left side, and the room within. */
export interface Ruled {
  readonly marks: readonly Mark[]
  readonly room: Room
}

/**
 * The frame of a test page. Each tick begins at the dot that is nearest to its whole number of millimetres, counted from the edges of
 * the label.
 */
export function ruled({ width, height, room: { resolution } }: Sheet): Ruled {
  const inset = dotsOf(frameInset, resolution)
  const line = lineDots(resolution)
  const isNumbered = Math.min(width, height) >= leastForNumbers * resolution.perMillimetre
  const lengths = ticks[isNumbered ? 'long' : 'short'].map((each) => dotsOf(each, resolution))
  const size = smallestPrint(resolution)
  const digits = typeset('0', { face: 'sans', size })
  const start = inset + line
  const gap = dotsOf(numberGap, resolution)
  const top = start + lengths[2]! + (isNumbered ? gap - digits.ink.top : 0)
  const left = start + lengths[2]! + (isNumbered ? gap + typeset('100', { face: 'sans', size }).ink.right : 0)
  const marks: Mark[] = [...outline(inset, inset, width - 2 * inset, height - 2 * inset, line)]
  const end = { x: width - inset - line, y: height - inset - line }
  for (const { mm, at, length } of ticksUpTo(end.x, lengths, resolution)) {
    // the corner has the ticks of the other side
    if (at < start + lengths[2]!) continue
    marks.push(rectangle(at, start, line, length))
    if (mm % 10 !== 0 || !isNumbered) continue
    const number = typeset(String(mm), { face: 'sans', size })
    const x = centred(number, at, line)
    if (x + number.ink.right <= end.x) marks.push(text(number, x, top))
  }
  for (const { mm, at, length } of ticksUpTo(end.y, lengths, resolution)) {
    if (at < start + lengths[2]!) continue
    marks.push(rectangle(start, at, length, line))
    if (mm % 10 !== 0 || !isNumbered) continue
    const number = typeset(String(mm), { face: 'sans', size })
    const y = at + Math.round((line - number.ink.top) / 2)
    if (y + number.ink.bottom <= end.y) marks.push(text(number, start + lengths[2]! + gap - number.ink.left, y))
  }
  const inner = dotsOf(innerGap, resolution)
  const [x, y] = [left + inner, top + inner]
  return { marks, room: { x, y, width: end.x - inner - x, height: end.y - inner - y, resolution } }
}

const text = (line: TextMark['line'], x: number, y: number): TextMark => ({ kind: 'text', line, x, y, turn: 'N' })

interface Tick {
  readonly mm: number
  /** Dots from the edge of the label. */
  readonly at: number
  readonly length: number
}

/** The ticks that end before `end`. */
function ticksUpTo(end: number, [each, fifth, tenth]: readonly number[], resolution: Resolution): readonly Tick[] {
  const line = lineDots(resolution)
  const result: Tick[] = []
  for (let mm = 1; dotsOf(mm, resolution) + line <= end; mm++) {
    const length = mm % 10 === 0 ? tenth! : mm % 5 === 0 ? fifth! : each!
    result.push({ mm, at: dotsOf(mm, resolution), length })
  }
  return result
}
