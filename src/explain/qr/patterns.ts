/** The function patterns of QR and Micro QR symbols. ISO/IEC 18004:2015, 6.3 */

import { catalogue, isDark, type Matrix, structure } from '../../../symbologies/index.ts'
import { areasOf } from '../areas.ts'
import { counted } from '../bits.ts'
import type { Part, Step } from '../explanation.ts'

/** One standard covers QR and Micro QR. */
export const { standard } = catalogue.qr

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

/** The bits at `places`, the least significant of which comes first. */
export function bitsAt(matrix: Matrix, places: readonly { readonly x: number; readonly y: number }[]): string {
  let bits = ''
  for (const { x, y } of places) bits = (isDark(matrix, x, y) ? '1' : '0') + bits
  return bits
}
