/** Format and version information. ISO/IEC 18004:2015, 7.9 and 7.10, Annexes C and D */

import { type Matrix, structure } from '../../../symbologies/index.ts'
import { areasOf } from '../areas.ts'
import { binary } from '../bits.ts'
import type { Area, Part, Step } from '../explanation.ts'
import { bitsAt, standard } from './patterns.ts'

const formatLength = 15

interface Field {
  readonly title: string
  readonly text: string
  /** Bits of the field; the first field has the most significant ones. */
  readonly bits: number
}

/** Fields with their bits and modules; `bits` are all of them, the most significant first. */
function fieldParts(fields: readonly Field[], bits: string, places: structure.BitPlaces): Part[] {
  let from = 0
  return fields.map(({ title, text, bits: count }): Part => {
    const first = from
    from += count
    const own = places.slice(places.length - from, places.length - first)
    return { title, text, values: { bits: bits.slice(first, from) }, modules: { areas: singleModules(own) } }
  })
}

function singleModules(places: structure.BitPlaces): Area[] {
  return places.flatMap((copies) => copies.map(({ x, y }): Area => [x, y, 1, 1]))
}

interface Format {
  readonly clause: string
  readonly places: structure.BitPlaces
  /** The mask that keeps the bits from being all light. */
  readonly mask: number
  readonly fields: readonly Field[]
}

const remainder = (bits: number): Field => ({
  title: `error correction ${bits} bits`,
  text: `The remainder of the bits before it, times x^${bits}, divided by the generator polynomial.`,
  bits,
})

function formatStep(matrix: Matrix, { clause, places, mask, fields }: Format): Step {
  const written = bitsAt(
    matrix,
    places.map((copies) => copies[0]!),
  )
  const bits = binary(Number.parseInt(written, 2) ^ mask, formatLength)
  const data = bits.slice(0, 5)
  const parity = bits.slice(5)
  const copies = places[0]!.length
  return {
    id: 'format',
    title: `Format information ${data}`,
    clause,
    text:
      `${data}, followed by 10 bits of a BCH (15, 5) code, ${parity}: the remainder of division by x^10 + x^8 + x^5 + x^4 + x^2 + x + 1. ` +
      `Exclusive or ${binary(mask, formatLength)} gives ${written}, which is in the symbol ${copies === 1 ? 'once' : 'twice'}.`,
    values: { data, errorCorrection: parity, mask: binary(mask, formatLength), bits: written },
    modules: { areas: singleModules(places) },
    parts: fieldParts([...fields, remainder(10)], bits, places),
  }
}

const levelIndicators = 'L is 01, M 00, Q 11, H 10'

export function qrFormatStep(matrix: Matrix, level: string, mask: number): Step {
  return formatStep(matrix, {
    clause: `${standard}, 7.9.1 and Annex C`,
    places: structure.qrFormatPlaces(matrix.width),
    mask: structure.qrFormatMask,
    fields: [
      { title: `level ${level}`, text: `Error correction level: ${levelIndicators}.`, bits: 2 },
      { title: `mask ${mask}`, text: 'The number of the mask.', bits: 3 },
    ],
  })
}

export function microQrFormatStep(matrix: Matrix, symbol: { number: number; name: string }, mask: number): Step {
  return formatStep(matrix, {
    clause: `${standard}, 7.9.2 and Annex C`,
    places: structure.microQrFormatPlaces,
    mask: structure.microQrFormatMask,
    fields: [
      { title: `symbol number ${symbol.number}`, text: `${symbol.name}, by Table 13.`, bits: 3 },
      { title: `mask ${mask}`, text: 'The number of the mask.', bits: 2 },
    ],
  })
}

/** Versions from 7 on carry version information; smaller ones are identified by their size. */
export function versionSteps(matrix: Matrix, version: number, roles: structure.Roles): Step[] {
  if (version < 7) return []
  const places = structure.qrVersionPlaces(matrix.width)
  const bits = bitsAt(
    matrix,
    places.map((copies) => copies[0]!),
  )
  const field = { title: `version ${version}`, text: 'The number of the version.', bits: 6 }
  return [
    {
      id: 'version',
      title: `Version information ${bits.slice(0, 6)}`,
      clause: `${standard}, 7.10 and Annex D`,
      text:
        `Version ${version} in 6 bits, followed by 12 of a BCH (18, 6) code, ${bits.slice(6)}: ` +
        'the remainder of division by x^12 + x^11 + x^10 + x^9 + x^8 + x^5 + x^2 + 1. It is in the symbol twice, the second time mirrored.',
      values: { data: bits.slice(0, 6), errorCorrection: bits.slice(6), bits },
      // the copy at the lower left comes first
      modules: { areas: areasOf(roles, structure.qrRole.version).reverse() },
      parts: fieldParts([field, remainder(12)], bits, places),
    },
  ]
}
