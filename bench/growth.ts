import { catalogue, encode, type Symbology, symbologies } from '../symbologies/index.ts'
import { calling } from './contender.ts'
import { address, digits, goods, pool, text } from './pools.ts'
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
  readonly make: Parameters<typeof pool>[1] extends (draw: infer D, index: number) => string
    ? (draw: D, length: number) => string
    : never
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
