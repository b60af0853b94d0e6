/** The time of encoders against the length of the text, and its plot. */

import { catalogue, encode, type Symbology, symbologies } from '../symbologies/index.ts'
import { calling } from './measure.ts'
import { address, type Draw, digits, goods, pool, text } from './pools.ts'
import { quartiles } from './quartiles.ts'

/** Time against length for one symbology. */
export interface Growth {
  readonly symbology: Symbology
  readonly points: readonly { readonly length: number; readonly microseconds: number }[]
  /** The power of the length that time grows with, over the longer half of the lengths; 1 is linear. */
  readonly power?: number
}

interface Range {
  readonly symbology: Symbology
  readonly longest: number
  readonly make: (draw: Draw, length: number) => string
}

/** Texts of every length that the symbology or the service accepts. */
const growing: readonly Range[] = [
  { symbology: 'code128', longest: 7000, make: goods },
  { symbology: 'code39', longest: 7000, make: (draw, length) => text(draw, 'ABCDEF0123456789', length) },
  { symbology: 'qr', longest: 2300, make: address },
  { symbology: 'datamatrix', longest: 1650, make: goods },
  { symbology: 'microqr', longest: 35, make: digits },
]

/** All symbologies; one of a fixed length has the length of its sample. */
const ranges: readonly Range[] = [
  ...growing,
  ...symbologies.filter((name) => !growing.some(({ symbology }) => symbology === name)).map(fixed),
]

function fixed(symbology: Symbology): Range {
  const { sample } = catalogue[symbology]
  return { symbology, longest: sample.length, make: /^\d+$/.test(sample) ? digits : () => sample }
}

/** @param slice milliseconds for each length; the lengths take turns, in three rounds */
export async function measuredGrowth(slice: number): Promise<Growth[]> {
  const result: Growth[] = []
  for (const { symbology, longest, make } of ranges) {
    const isFixed = !growing.some((range) => range.symbology === symbology)
    const lengths = isFixed ? [longest] : lengthsTo(longest)
    const contenders = lengths.map((length) => {
      const texts = pool(20, (draw) => make(draw, length))
      return calling({ name: String(length), kind: 'ours' }, texts, (each) => encode(symbology, each))
    })
    const times = lengths.map((): number[] => [])
    for (let round = -1; round < 3; round++) {
      for (const [i, contender] of contenders.entries()) {
        const rate = await contender.slice(slice)
        if (round >= 0) times[i]!.push(1e6 / rate)
      }
    }
    const points = lengths.map((length, i) => ({ length, microseconds: quartiles(times[i]!).median }))
    result.push(isFixed ? { symbology, points } : { symbology, points, power: powerOf(points) })
  }
  return result
}

/** Up to twelve lengths, each larger than the previous by the same factor, rounded. */
function lengthsTo(longest: number): number[] {
  const lengths = Array.from({ length: 12 }, (_, i) => Math.round(longest ** ((i + 1) / 12)))
  return [...new Set(lengths)]
}

/** The slope of the least-squares line through the longer half of the points, with both axes logarithmic. */
function powerOf(points: Growth['points']): number {
  const half = points.slice(points.length >> 1)
  const xs = half.map(({ length }) => Math.log(length))
  const ys = half.map(({ microseconds }) => Math.log(microseconds))
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [mean(xs), mean(ys)]
  return mean(xs.map((each, i) => (each - x) * (ys[i]! - y))) / mean(xs.map((each) => (each - x) ** 2))
}

/** The plot's frame in the picture. */
const [left, top, right, bottom] = [70, 30, 720, 470]
const [width, height] = [880, 530]
const colours = [
  '#0b62a4',
  '#c2410c',
  '#15803d',
  '#7e22ce',
  '#b91c1c',
  '#0f766e',
  '#a16207',
  '#475569',
  '#be185d',
  '#1d4ed8',
]

/** Time against length as an SVG, both axes logarithmic, so that a straight line of slope one is linear growth. */
export function plotOf(growths: readonly Growth[]): string {
  const points = growths.flatMap(({ points }) => points)
  const xAxis = axis(
    points.map(({ length }) => length),
    left,
    right,
  )
  const yAxis = axis(
    points.map(({ microseconds }) => microseconds),
    bottom,
    top,
  )
  const grid = [
    ...xAxis.ticks.map(
      (tick) =>
        line(xAxis.at(tick), top, xAxis.at(tick), bottom) + label(xAxis.at(tick), bottom + 18, 'middle', String(tick)),
    ),
    ...yAxis.ticks.map(
      (tick) =>
        line(left, yAxis.at(tick), right, yAxis.at(tick)) + label(left - 8, yAxis.at(tick) + 4, 'end', String(tick)),
    ),
  ]
  const curves = growths.map((growth, i) => {
    const at = growth.points.map(({ length, microseconds }) => [xAxis.at(length), yAxis.at(microseconds)] as const)
    const colour = colours[i % colours.length]
    const dots = at.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="3" fill="${colour}"/>`).join('')
    const path = `<polyline fill="none" stroke="${colour}" stroke-width="1.5" points="${at.map((point) => point.join(',')).join(' ')}"/>`
    const y = top + 12 + 24 * i
    const key = `<circle cx="${right + 20}" cy="${y - 4}" r="4" fill="${colour}"/>${label(right + 32, y, 'start', legend(growth))}`
    return path + dots + key
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="13" role="img">`,
    '<title>Time to encode against length of text</title>',
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...grid,
    label((left + right) / 2, bottom + 44, 'middle', 'characters'),
    label(left, top - 12, 'middle', 'microseconds'),
    ...curves,
    '</svg>\n',
  ].join('\n')
}

function legend({ symbology, power }: Growth): string {
  return power === undefined ? symbology : `${symbology}, length^${power.toFixed(2)}`
}

interface Axis {
  /** Powers of ten. */
  readonly ticks: readonly number[]
  at(value: number): number
}

/** Whole powers of ten around the values, from `from` to `to`. */
function axis(values: readonly number[], from: number, to: number): Axis {
  const low = Math.floor(Math.log10(Math.min(...values)))
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))))
  return {
    ticks: Array.from({ length: high - low + 1 }, (_, i) => Number((10 ** (low + i)).toPrecision(1))),
    at: (value) => Math.round(10 * (from + ((Math.log10(value) - low) / (high - low)) * (to - from))) / 10,
  }
}

function line(x1: number, y1: number, x2: number, y2: number): string {
  return `<path stroke="#ddd" d="M${x1} ${y1}L${x2} ${y2}"/>`
}

function label(x: number, y: number, anchor: string, text: string): string {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}">${text}</text>`
}
