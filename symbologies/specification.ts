/**
 * GS1's symbol specification tables: for each application, the symbologies that it accepts, with their module widths and bar heights.
 *
 * From public sources (BWIPP's reading of the GS1 General Specifications, 5.12.3, as of April 2026, compared with Release 18 and
 * with zint's notes on Release 26). The release is not known for certain: the tables are a guide, not a certificate.
 */

import { type Symbology, symbologies } from './catalogue.ts'

/** GS1's applications 1 to 10, in this order. Applications 11 to 13 have no public name. */
export const applications = [
  'retail',
  'general-distribution',
  'retail-and-distribution',
  'other',
  'logistics',
  'healthcare',
  'direct-marking',
  'pharmacy',
  'identification',
  'healthcare-retail',
] as const
export type Application = (typeof applications)[number]

/** What an application asks of a symbology. Lengths are in mm. */
export interface Specification {
  readonly leastModule: number
  readonly targetModule: number
  readonly mostModule: number
  /** The least height of the bars; undefined for a matrix symbology. */
  readonly barHeight?: {
    /** At the target module width. */
    readonly atTarget: number
    /** Whether the height grows and shrinks with the module width; otherwise it is the same for all. */
    readonly isProportional: boolean
    /** Enough for an item without room for more. */
    readonly withoutRoom?: number
  }
  /** The greatest width of the symbol with its quiet zones. */
  readonly mostWidth?: number
}

/** The numbers of the applications; the least, the target and the greatest module width; the bar height. */
type Row = readonly [
  applications: readonly number[],
  least: number,
  target: number,
  most: number,
  ...barHeight: number[],
]

const product = (shop: number, distribution: number): readonly Row[] => [
  [[1, 4, 10], 0.264, 0.33, 0.66, shop],
  [[2, 3, 8], 0.495, 0.66, 0.66, distribution],
  [[6], 0.17, 0.33, 0.66, shop],
]

const carton: readonly Row[] = [
  [[2, 8], 0.495, 0.495, 1.016, 31.75],
  [[4], 0.25, 0.495, 0.495, 12.7],
  [[6], 0.17, 0.495, 0.495, 12.7],
  [[10], 0.264, 0.33, 0.66, 12.7],
]

const matrix: readonly Row[] = [
  [[1], 0.375, 0.625, 0.99],
  [[2, 5], 0.743, 0.743, 1.5],
  [[4, 9], 0.38, 0.38, 0.495],
  [[8], 0.75, 0.75, 1.52],
]

const rows: { readonly [S in Symbology]?: readonly Row[] } = {
  ean13: product(22.85, 45.7),
  ean8: product(18.23, 36.46),
  upca: product(22.85, 45.7),
  upce: product(22.85, 45.7),
  itf14: carton,
  // as GS1-128
  code128: [...carton, [[5], 0.495, 0.495, 0.94, 31.75], [[9], 0.25, 0.25, 0.495, 12.7]],
  // as GS1 DataMatrix
  datamatrix: [...matrix, [[6], 0.254, 0.38, 0.99], [[7], 0.254, 0.3, 0.615], [[10], 0.396, 0.495, 0.99]],
  // as GS1 QR Code
  qr: matrix,
}

/** GS1 General Specifications, 5.4.1: the greatest width of GS1-128. */
const mostWidths: { readonly [S in Symbology]?: number } = { code128: 165.1 }

/** In mm: the least height of bars of ITF-14 and GS1-128 on an item without room for more. */
const heightWithoutRoom = 5.8

/** The bars of EAN and UPC have fixed proportions. */
const proportional: ReadonlySet<Symbology> = new Set<Symbology>(['ean13', 'ean8', 'upca', 'upce'])

/** What `application` asks of `symbology`; undefined if it does not accept the symbology. */
export function specificationOf(symbology: Symbology, application: Application): Specification | undefined {
  const number = applications.indexOf(application) + 1
  const row = rows[symbology]?.find(([numbers]) => numbers.includes(number))
  if (row === undefined) return undefined
  const [, leastModule, targetModule, mostModule, atTarget] = row
  const mostWidth = mostWidths[symbology]
  const isProportional = proportional.has(symbology)
  return {
    leastModule,
    targetModule,
    mostModule,
    ...(atTarget !== undefined && {
      barHeight: { atTarget, isProportional, ...(!isProportional && { withoutRoom: heightWithoutRoom }) },
    }),
    ...(mostWidth !== undefined && { mostWidth }),
  }
}

/** The symbologies that `application` accepts. */
export function symbologiesFor(application: Application): readonly Symbology[] {
  return symbologies.filter((symbology) => specificationOf(symbology, application) !== undefined)
}

/** The application that a symbology is made for, where none is given: EAN and UPC are for retail. */
export function usualApplication(symbology: Symbology): Application | undefined {
  return proportional.has(symbology) ? 'retail' : undefined
}
