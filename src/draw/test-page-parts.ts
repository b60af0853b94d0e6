import { catalogue, encode, type Symbology } from '../../symbologies/index.ts'
import { block, centred } from '../layout/barcode.ts'
import { fewestDots, type Resolution, smallestPrint } from '../layout/resolution.ts'
import { type Mark, moved } from '../layout/scene.ts'
import { allowsModule } from '../layout/symbol.ts'
import { fullWidth, isCut, type Line, paragraph, typeset } from '../text/index.ts'
import type { Part } from './shelves.ts'
import { dotsOf, lineDots, outline, rectangle } from './test-page-ruler.ts'

/** In mm: the sides of the box to measure, the first that leaves room for more. */
const boxSides = [10, 5]

/** In mm: the narrowest modules of symbols to try, with the height of bars, until all fit; the last are what readers still read well. */
export const symbolStyles = [
  { module: 0.5, bars: 12 },
  { module: 0.4, bars: 10 },
  { module: 0.33, bars: 8 },
  { module: 0.25, bars: 5 },
] as const
export type SymbolStyle = (typeof symbolStyles)[number]

/** In mm: the bars of the modules of so many dots. */
const sampleBars = 4

/** How many bars each width of modules has, and on small stock. */
const barCounts = { usual: 5, small: 3 }
const mostDots = 6

/** Between lines, as a share of their size. */
const leading = 0.35

/** In mm: between a symbol and its name. */
const nameGap = 0.4

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

interface Box extends Part {
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

interface Words extends Part {
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
function partOf(lines: readonly Line[]): Part {
  let bottom = 0
  const marks = lines.map((line, i): Mark => {
    const y = bottom + (i === 0 ? 0 : Math.ceil(leading * line.size)) - line.ink.top
    bottom = y + line.ink.bottom
    return { kind: 'text', line, x: -line.ink.left, y, turn: 'N' }
  })
  const width = Math.max(0, ...lines.map(({ ink }) => ink.right - ink.left))
  return { width, height: bottom, marks }
}

/** Bars and gaps of 1 to 6 dots, across the print head and along it. */
export function moduleBars(resolution: Resolution, stock: keyof typeof barCounts): readonly Part[] {
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

/** A symbol of each symbology. @param isNamed  whether its name is below it */
export function symbolParts(resolution: Resolution, style: SymbolStyle, isNamed: boolean): readonly Part[] {
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
function named({ width, height, marks }: Part, name: Line, resolution: Resolution): Part {
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
