/** How much of the tolerance of its reference decode algorithm a linear symbol leaves, symbology by symbology. */

import type { Symbology } from '../../../symbologies/barcode.ts'

/** What of the tolerance is left, 1 at most; below 0 the reference decode algorithm reads something else. */
export interface Decodability {
  readonly value: number
  /** The first element of the character that decided it. */
  readonly element: number
}

/** The elements of a symbol: widths measured along a line, and the modules that they should have. */
export interface Elements {
  readonly widths: readonly number[]
  readonly modules: readonly number[]
}

/** The elements of the characters of a symbology. */
interface Characters {
  readonly symbology: Symbology
  readonly first: number
  readonly size: number
  readonly step: number
}

export function decodabilityOf(symbology: Symbology, elements: Elements): Decodability {
  const least = (values: readonly Decodability[]): Decodability =>
    values.reduce((low, each) => (each.value < low.value ? each : low), { value: 1, element: 0 })
  switch (symbology) {
    case 'ean13':
    case 'upca':
      return least([...eanCharacters(elements, 3, 6), ...eanCharacters(elements, 32, 6), ...addonAfter(59, elements)])
    case 'ean8':
      return least([...eanCharacters(elements, 3, 4), ...eanCharacters(elements, 24, 4), ...addonAfter(43, elements)])
    case 'upce':
      return least([...eanCharacters(elements, 3, 6), ...addonAfter(33, elements)])
    case 'code128':
      return least(code128Characters(elements))
    case 'code39':
      return least(twoWidths(elements, { symbology, first: 0, size: 9, step: 10 }))
    case 'itf14':
      return least(twoWidths(elements, { symbology, first: 4, size: 10, step: 10 }))
    default:
      return { value: 1, element: 0 }
  }
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

/**
 * Edges to similar edges of a character of `total` modules: how far each sum of two elements is from the next limit between two
 * numbers of modules, in halves of a module.
 */
function edgesToEdges(widths: readonly number[], modules: readonly number[], total: number): number {
  const module = sumOf(widths) / total
  const pairs = widths.slice(1).map((width, i) => (widths[i]! + width) / module)
  const wanted = modules.slice(1).map((count, i) => modules[i]! + count)
  return Math.min(...wanted.map((count, i) => 1 - 2 * Math.abs(pairs[i]! - count)))
}

/** ISO/IEC 15420, reference decode algorithm: four elements of 7 modules; the bars tell 1 from 7 and 2 from 8. */
function eanCharacters({ widths, modules }: Elements, first: number, count: number): Decodability[] {
  return Array.from({ length: count }, (_, i) => {
    const element = first + 4 * i
    const [own, wanted] = [widths.slice(element, element + 4), modules.slice(element, element + 4)]
    const sums = edgesToEdges(own, wanted, 7)
    const bars = (values: readonly number[]): number =>
      values.reduce((sum, value, j) => ((element + j) % 2 === 0 ? sum + value : sum), 0)
    const [one, other] = [wanted[0]! + wanted[1]!, wanted[1]! + wanted[2]!]
    const isAmbiguous = one === other && (one === 3 || one === 4)
    const apart = Math.abs(bars(wanted) - (7 / sumOf(own)) * bars(own))
    return { value: isAmbiguous ? Math.min(sums, 1 - apart) : sums, element }
  })
}

/** The digits of an add-on behind the given number of elements: a space, a guard of three, and two between digits. */
function addonAfter(main: number, elements: Elements): Decodability[] {
  const first = main + 1 + 3
  const count = Math.max(0, Math.floor((elements.modules.length - first + 2) / 6))
  return Array.from({ length: count }, (_, i) => eanCharacters(elements, first + 6 * i, 1)).flat()
}

/** ISO/IEC 15417, Annex B: six elements of 11 modules, and the sum of the bars of a character within 1.75 modules. */
function code128Characters({ widths, modules }: Elements): Decodability[] {
  const count = Math.floor(widths.length / 6)
  return Array.from({ length: count }, (_, i) => {
    const element = 6 * i
    const [own, wanted] = [widths.slice(element, element + 6), modules.slice(element, element + 6)]
    const bars = (values: readonly number[]): number => values[0]! + values[2]! + values[4]!
    const away = Math.abs((11 * bars(own)) / sumOf(own) - bars(wanted))
    return { value: Math.min(edgesToEdges(own, wanted, 11), (1.75 - away) / 1.75), element }
  })
}

/**
 * Elements that are narrow or wide, as shares of their character: how far they are from the limit between them, as a share of what
 * narrow and wide ones are on average. The limit is an eighth of a character of Code 39 (ISO/IEC 16388, Annex B), 7/64 of a pair of
 * digits of ITF (ISO/IEC 16390).
 */
function twoWidths({ widths, modules }: Elements, { symbology, first, size, step }: Characters): Decodability[] {
  const limit = symbology === 'code39' ? 1 / 8 : 7 / 64
  const count = Math.floor((widths.length - first + step - size) / step)
  const characters = Array.from({ length: count }, (_, i) => {
    const element = first + step * i
    const own = widths.slice(element, element + size)
    const whole = sumOf(own)
    return { element, shares: own.map((width, j) => ({ share: width / whole, isWide: modules[element + j]! > 1 })) }
  })
  const mean = (wanted: boolean): number => {
    const alike = characters.flatMap(({ shares }) => shares.filter(({ isWide }) => isWide === wanted))
    return sumOf(alike.map(({ share }) => share)) / Math.max(1, alike.length)
  }
  const [narrow, wide] = [mean(false), mean(true)]
  return characters.map(({ element, shares }) => {
    const values = shares.map(({ share, isWide }) =>
      isWide ? (share - limit) / (wide - limit) : (limit - share) / (limit - narrow),
    )
    return { value: Math.min(1, ...values), element }
  })
}
