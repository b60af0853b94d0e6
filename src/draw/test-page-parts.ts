/** The parts of a test page: the frame with its rulers, the box to measure, words, bars of the given number of dots, and symbols. */

import { catalogue, encode, type Symbology } from '../../symbologies/index.ts'
import { darken, lightMatrix } from '../../symbologies/matrix/index.ts'
import { block, centred } from '../layout/barcode.ts'
import { fewestDots, type Resolution, smallestPrint } from '../layout/resolution.ts'
import { type Mark, type ModulesMark, moved, type TextMark } from '../layout/scene.ts'
import type { BlankLabel, Room } from '../layout/stock.ts'
import { allowsModule } from '../layout/symbol.ts'
import { fullWidth, isCut, type Line, paragraph, typeset } from '../text/index.ts'

/** A part of a drawing, with its upper left corner at the origin, in dots. */
export interface PagePart {
  /** What it is called if it is left out. */
  readonly name?: string
  readonly width: number
  readonly height: number
  readonly marks: readonly Mark[]
}

/** In mm: the frame is this far inside the edges, because print heads grip, or miss, the outermost part of a label. */
export const frameInset = 1

/** A frame with a ruler along its upper and its left side, and the room within. */
interface Ruled {
  readonly marks: readonly Mark[]
  readonly room: Room
}

/**
 * The frame of a test page. Each tick begins at the dot that is nearest to its whole number of millimetres, counted from the edges of
 * the label.
 */
export function ruled({ width, height, room: { resolution } }: BlankLabel): Ruled {
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

/** In mm: the shorter side below which a ruler has short ticks and no numbers. */
const leastForNumbers = 20

/** In mm: the lengths of the ticks at each, each fifth and each tenth millimetre. */
const ticks = { long: [1, 1.6, 2.4], short: [0.5, 0.8, 1.2] } as const

/** In mm: between ticks and numbers, and between the ruler and what it surrounds. */
const numberGap = 0.3
const innerGap = 0.6

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

interface Box extends PagePart {
  /** `10 mm` */
  readonly label: string
}

/** A square with its side written in it if there is room. @param most  the longest side in dots */
export function box(resolution: Resolution, most: number): Box | undefined {
  const side = boxSides.find((length) => dotsOf(length, resolution) <= most)
  if (side === undefined) return undefined
  const dots = dotsOf(side, resolution)
  const line = lineDots(resolution)
  const label = `${side} mm`
  const text = typeset(label, { face: 'sans', size: smallestPrint(resolution) })
  const isInside = text.ink.right - text.ink.left <= dots - 4 * line
  const y = Math.round((dots - text.ink.top - text.ink.bottom) / 2)
  const inside: Mark = { kind: 'text', line: text, x: centred(text, 0, dots), y, turn: 'N' }
  return {
    label,
    width: dots,
    height: dots,
    marks: [...outline(0, 0, dots, dots, line), ...(isInside ? [inside] : [])],
  }
}

/** In mm: the sides of the box to measure, the first that leaves room for more. */
const boxSides = [10, 5]

interface Words extends PagePart {
  readonly isCut: boolean
}

/** Texts below one another, each in lines as large as its size in points, or as small as it takes to fit in the width. */
export function words(
  texts: readonly { readonly text: string; readonly points: number }[],
  width: number,
  resolution: Resolution,
): Words {
  const set = texts.map(({ text, points }) => {
    const size = Math.round((points * resolution.perInch) / 72)
    const lines = paragraph(text, { face: 'sans', size, minSize: smallestPrint(resolution), width, lines: 4 })
    return { lines, isCut: isCut(text, lines) }
  })
  return { ...partOf(set.flatMap(({ lines }) => lines)), isCut: set.some((each) => each.isCut) }
}

/** Lines at the left, as close as their ink allows. */
function partOf(lines: readonly Line[]): PagePart {
  let bottom = 0
  const marks = lines.map((line, i): Mark => {
    const y = bottom + (i === 0 ? 0 : Math.ceil(leading * line.size)) - line.ink.top
    bottom = y + line.ink.bottom
    return { kind: 'text', line, x: -line.ink.left, y, turn: 'N' }
  })
  const width = Math.max(0, ...lines.map(({ ink }) => ink.right - ink.left))
  return { width, height: bottom, marks }
}

/** Between lines, as a share of their size. */
const leading = 0.35

/** Bars and gaps of 1 to 6 dots, across the print head and along it. */
export function moduleBars(resolution: Resolution, stock: keyof typeof barCounts): readonly PagePart[] {
  const barCount = barCounts[stock]
  const length = dotsOf(sampleBars, resolution)
  const sizes = Array.from({ length: mostDots }, (_, i) => i + 1)
  return sizes.map((dots) => {
    const name = typeset(dots === 1 ? '1 dot' : String(dots), { face: 'sans', size: smallestPrint(resolution) })
    const extent = (2 * barCount - 1) * dots
    const bars = Array.from({ length: barCount }, (_, i) => 2 * i * dots)
    const marks = bars.flatMap((at) => [
      rectangle(at, 0, dots, length),
      rectangle(extent + 2 * mostDots, at, length, dots),
    ])
    const y = length + dotsOf(nameGap, resolution) - name.ink.top
    return {
      width: extent + 2 * mostDots + length,
      height: Math.max(extent, y + name.ink.bottom),
      marks: [...marks, { kind: 'text', line: name, x: -name.ink.left, y, turn: 'N' }],
    }
  })
}

/** In mm: the bars of the modules of the given number of dots. */
const sampleBars = 4

/** How many bars each width of modules has, and on small stock. */
const barCounts = { usual: 5, small: 3 }
const mostDots = 6

/** A symbol of each symbology. @param isNamed  whether its name is below it */
export function symbolParts(resolution: Resolution, style: SymbolStyle, isNamed: boolean): readonly PagePart[] {
  return testSymbols.map(([symbology, text]) => {
    const barcode = encode(symbology, text)
    let module = fewestDots(style.module, resolution)
    while (!allowsModule(barcode, module)) module++
    const { marks, width, height } = block(
      barcode,
      { x: 0, y: 0, module, height: dotsOf(style.bars, resolution), resolution },
      'digits',
    )
    const name = titleOf(symbology)
    if (!isNamed) return { name, marks, width, height }
    const line = typeset(name, { face: 'sans', size: smallestPrint(resolution) })
    return { name, ...named({ width, height, marks }, line, resolution) }
  })
}

function titleOf(symbology: Symbology): string {
  const row = catalogue[symbology]
  return 'title' in row ? row.title : row.name
}

/** A symbol with its name below it, in the middle. */
function named({ width, height, marks }: PagePart, name: Line, resolution: Resolution): PagePart {
  const wider = Math.max(width, fullWidth(name))
  const left = Math.floor((wider - width) / 2)
  const y = height + dotsOf(nameGap, resolution) - name.ink.top
  return {
    width: wider,
    height: y + name.ink.bottom,
    marks: [
      ...marks.map((mark) => moved(mark, left, 0)),
      { kind: 'text', line: name, x: centred(name, 0, wider), y, turn: 'N' },
    ],
  }
}

/** In mm: between a symbol and its name. */
const nameGap = 0.4

/** In mm: the narrowest modules of symbols to try, with the height of bars, until all fit; the last are what readers still read well. */
export const symbolStyles = [
  { module: 0.5, bars: 12 },
  { module: 0.4, bars: 10 },
  { module: 0.33, bars: 8 },
  { module: 0.25, bars: 5 },
] as const
type SymbolStyle = (typeof symbolStyles)[number]

/** Symbols in the order in which they are tried: those that are small and common first. Short texts make small symbols. */
export const testSymbols: readonly (readonly [Symbology, string])[] = [
  ['datamatrix', 'QZ1'],
  ['qr', 'QZ1'],
  ['code128', 'QZ1'],
  ['ean13', catalogue.ean13.sample],
  ['microqr', 'QZ1'],
  ['code39', 'QZ1'],
  ['itf14', catalogue.itf14.sample],
  ['upca', catalogue.upca.sample],
  ['ean8', catalogue.ean8.sample],
  ['upce', catalogue.upce.sample],
]

const dark = lightMatrix(1, 1)
darken(dark, 0, 0)

/** Black, from (x, y), in dots. */
export function rectangle(x: number, y: number, width: number, height: number): ModulesMark {
  return { kind: 'modules', matrix: dark, xs: [x, x + width], ys: [y, y + height] }
}

/** The lines of a rectangle, inside of it, in dots. */
function outline(x: number, y: number, width: number, height: number, line: number): readonly ModulesMark[] {
  return [
    rectangle(x, y, width, line),
    rectangle(x, y + height - line, width, line),
    rectangle(x, y + line, line, height - 2 * line),
    rectangle(x + width - line, y + line, line, height - 2 * line),
  ]
}

const lineDots = (resolution: Resolution): number => Math.max(1, dotsOf(lineWidth, resolution))

/** In mm: the thickness of lines, but one dot at least. */
const lineWidth = 0.15

export const dotsOf = (length: number, { perMillimetre }: Resolution): number => Math.round(length * perMillimetre)
