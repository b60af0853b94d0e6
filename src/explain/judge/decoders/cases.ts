/** Cases for decoders: symbols of the cases for encoders, each with one treatment. */

import { type Barcode, type DataMatrixTrace, isDmre, type Symbology } from '../../../../symbologies/index.ts'
import { type Case, expectationOf, sameCase } from '../case.ts'
import { type CaseRequest, type Chance, casesOf, chanceOf } from '../cases.ts'
import type { Treatment } from '../report.ts'
import { smallerCases } from '../shrink.ts'
import { type DecoderCase, isLinear, treatmentRow } from './case.ts'
import { pictureOf } from './picture.ts'

/** How often each treatment comes, of 100 or so; those that a symbology does not have are left out. */
const shares: Readonly<Record<Treatment, number>> = {
  sound: 32,
  limit: 20,
  beyond: 12,
  format: 8,
  character: 14,
  check: 14,
  turned: 8,
  upended: 4,
  tilted: 8,
  mirrored: 4,
  inverted: 8,
}
const drawn = (Object.keys(shares) as Treatment[]).flatMap((name) => Array.from({ length: shares[name] }, () => name))

export function decoderCasesOf({ types, count, seed }: CaseRequest): readonly DecoderCase[] {
  const chance = chanceOf(seed ^ 0x5eed)
  const sources = new Map(types.map((type) => [type, symbolsOf(type, seed)]))
  return Array.from({ length: count }, (_, i) => treated(sources.get(types[i % types.length]!)!, chance))
}

/** Cases of one symbology that can be drawn and whose text is beyond doubt, without an end. */
function* symbolsOf(type: Symbology, seed: number): Generator<Case, never> {
  for (let round = 0; ; round++) {
    const cases = casesOf({ types: [type], count: casesOfRound, seed: (seed + round * 7919) >>> 0 })
    for (const each of cases) if (isCertain(each)) yield each
  }
}
const casesOfRound = 300

/** The longest linear symbol, in columns: longer ones do not fit before a reader. */
const mostColumns = 1200
/** What readers are set up by, or transmit as a part or in a format of its own; `eci` of bytes that none announces. */
const uncertain = ['reader', 'fnc1', 'parts']

function isCertain(asked: Case): boolean {
  const { options } = asked
  if (uncertain.some((name) => name in options) || options.eci === 'none' || options.eci === 'utf8') return false
  const { barcode } = expectationOf(asked)
  return barcode !== undefined && isShown(barcode)
}

/** Rectangles of ISO/IEC 21471 are left out: readers of ISO/IEC 16022 need not know them. */
const isShown = ({ symbology, matrix, trace }: Barcode): boolean =>
  symbology === 'datamatrix'
    ? !isDmre((trace as DataMatrixTrace).size)
    : !isLinear(symbology) || matrix.width <= mostColumns

/** The next symbol with the first treatment that it can have. */
function treated(source: Generator<Case, never>, chance: Chance): DecoderCase {
  for (;;) {
    const asked = source.next().value
    const wanted = Array.from({ length: 20 }, () => chance.oneOf(drawn)).find((name) => treatmentRow(asked.type, name))
    const salt = chance.below(2 ** 32)
    const found: DecoderCase = { ...asked, treatment: wanted ?? 'sound', salt }
    if (shownOf(found) !== undefined) return found
  }
}

/** The picture of a case, a PNG; undefined if there is none. */
export function shownOf(asked: DecoderCase): Uint8Array<ArrayBuffer> | undefined {
  const { barcode } = expectationOf(asked)
  return barcode === undefined ? undefined : pictureOf(asked, barcode)
}

/** Smaller symbols with the same treatment. */
export function* smallerSymbols(asked: DecoderCase): Generator<DecoderCase> {
  for (const next of smallerCases(asked)) {
    if (!sameCase(next, asked) && isCertain(next) && shownOf(next) !== undefined) yield next
  }
}
