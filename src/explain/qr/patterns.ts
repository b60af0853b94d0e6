/** The function patterns of QR and Micro QR, format and version information. ISO/IEC 18004:2015, 6.3, 7.9 and 7.10, Annexes C to E */

import { catalogue, isDark, type Matrix, structure } from '../../../symbologies/index.ts'
import { type Area, areasOf, type Part, type Step } from '../explanation.ts'
import { binary, counted } from '../notation.ts'

const { standard } = catalogue.qr

const role = structure.qrRole

/** The function patterns that QR and Micro QR have in common. */
export function patternSteps(roles: structure.Roles): Step[] {
  const finders = areasOf(roles, role.finder)
  // The separator of each finder pattern is the ring of one module around it.
  const separators = finders.flatMap(([column, row, columns, rows]) =>
    areasOf(roles, role.separator, [column - 1, row - 1, columns + 2, rows + 2]),
  )
  return [
    {
      id: 'finder',
      title: finders.length === 1 ? 'Finder pattern' : 'Finder patterns',
      clause: `${standard}, 6.3.3`,
      text: 'A dark square of 3 × 3 modules in a light one of 5 × 5 in a dark one of 7 × 7: widths of 1, 1, 3, 1, 1 on any line through the middle.',
      modules: { areas: finders },
    },
    {
      id: 'separator',
      title: finders.length === 1 ? 'Separator' : 'Separators',
      clause: `${standard}, 6.3.4`,
      text: 'A light border one module wide around each finder pattern.',
      modules: { areas: separators },
    },
    {
      id: 'timing',
      title: 'Timing patterns',
      clause: `${standard}, 6.3.5`,
      text: 'A row and a column of alternating dark and light modules, which give the size of the symbol and the position of every module.',
      modules: { areas: areasOf(roles, role.timing) },
    },
  ]
}

export function alignmentSteps(version: number, roles: structure.Roles): Step[] {
  const areas = areasOf(roles, role.alignment)
  if (areas.length === 0) return []
  const centres = structure.qrAlignmentCentres(version)
  return [
    {
      id: 'alignment',
      title: counted(areas.length, 'alignment pattern'),
      clause: `${standard}, 6.3.6 and Annex E`,
      text: `A dark module in a light square in a dark one of 5 × 5. The centres of version ${version} are at rows and columns ${centres.join(', ')}, except in the finder patterns.`,
      values: { centres, count: areas.length },
      modules: { areas },
      parts: areas.map(
        ([column, row]): Part => ({
          title: `around row ${row + 2}, column ${column + 2}`,
          modules: { areas: [[column, row, 5, 5]] },
        }),
      ),
    },
  ]
}

export function darkModuleStep(roles: structure.Roles): Step {
  return {
    id: 'dark-module',
    title: 'Dark module',
    clause: `${standard}, 7.9.1`,
    text: 'Next to the second copy of format information; dark in every symbol.',
    modules: { areas: areasOf(roles, role.darkModule) },
  }
}

export function qrFormatStep(matrix: Matrix, level: string, mask: number): Step {
  return formatStep(matrix, {
    clause: `${standard}, 7.9.1 and Annex C`,
    places: structure.qrFormatPlaces(matrix.width),
    mask: structure.qrFormatMask,
    fields: [
      { title: `level ${level}`, text: 'Error correction level: L is 01, M 00, Q 11, H 10.', bits: 2 },
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

interface Format {
  readonly clause: string
  readonly places: structure.BitPlaces
  /** The mask that keeps the bits from being all light. */
  readonly mask: number
  readonly fields: readonly Field[]
}

function formatStep(matrix: Matrix, { clause, places, mask, fields }: Format): Step {
  const written = bitsAt(matrix, places)
  const bits = binary(Number.parseInt(written, 2) ^ mask, 15)
  const data = bits.slice(0, 5)
  const parity = bits.slice(5)
  const copies = places[0]!.length
  return {
    id: 'format',
    title: `Format information ${data}`,
    clause,
    text:
      `${data}, followed by 10 bits of a BCH (15, 5) code, ${parity}: the remainder of division by x^10 + x^8 + x^5 + x^4 + x^2 + x + 1. ` +
      `Exclusive or ${binary(mask, 15)} gives ${written}, which is in the symbol ${copies === 1 ? 'once' : 'twice'}.`,
    values: { data, errorCorrection: parity, mask: binary(mask, 15), bits: written },
    modules: { areas: singleModules(places) },
    parts: fieldParts([...fields, remainder(10)], bits, places),
  }
}

/** Versions from 7 on carry version information; smaller ones are identified by their size. */
export function versionSteps(matrix: Matrix, version: number, roles: structure.Roles): Step[] {
  if (version < 7) return []
  const places = structure.qrVersionPlaces(matrix.width)
  const bits = bitsAt(matrix, places)
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
      modules: { areas: areasOf(roles, role.version).reverse() },
      parts: fieldParts([field, remainder(12)], bits, places),
    },
  ]
}

/** Consecutive bits with a meaning. */
interface Field {
  readonly title: string
  readonly text: string
  readonly bits: number
}

const remainder = (bits: number): Field => ({
  title: `error correction ${bits} bits`,
  text: `The remainder of the bits before it, times x^${bits}, divided by the generator polynomial.`,
  bits,
})

/** Fields with their bits and modules, the field of the most significant bits first; `bits` are those of all. */
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

/** The bits at the first of their places, the least significant of which comes first. */
function bitsAt(matrix: Matrix, places: structure.BitPlaces): string {
  return places.reduce((bits, [first]) => (isDark(matrix, first!.x, first!.y) ? '1' : '0') + bits, '')
}
