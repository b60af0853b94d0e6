/** Finder, alignment and fixed patterns. ISO/IEC 16022:2006, 5.8 */

import { catalogue, type DataMatrixSize, structure } from '../../../symbologies/index.ts'
import { areasOf } from '../areas.ts'
import { counted } from '../bits.ts'
import type { Step } from '../explanation.ts'

export const { standard } = catalogue.datamatrix

const role = structure.dataMatrixRole

export function patternSteps(size: DataMatrixSize): Step[] {
  const roles = structure.dataMatrixRoles(size)
  return [
    {
      id: 'finder',
      title: 'Finder pattern: solid edges',
      clause: `${standard}, 5.8.2`,
      text: 'A solid L along the left and the lower edge, which gives the position, size and orientation of the symbol.',
      modules: { areas: areasOf(roles, role.finderL) },
    },
    {
      id: 'clock',
      title: 'Finder pattern: broken edges',
      clause: `${standard}, 5.8.2`,
      text: 'Alternating dark and light modules along the upper and the right edge, by which readers count columns and rows.',
      modules: { areas: areasOf(roles, role.clockTrack) },
    },
    ...alignmentSteps(size, roles),
    ...cornerSteps(roles),
  ]
}

/** Each data region has its own edges, so two meet between regions. */
function alignmentSteps({ regionRows, regionColumns }: DataMatrixSize, roles: structure.Roles): Step[] {
  const areas = [...areasOf(roles, role.verticalAlignment), ...areasOf(roles, role.horizontalAlignment)]
  if (areas.length === 0) return []
  return [
    {
      id: 'alignment',
      title: counted(areas.length, 'alignment pattern'),
      clause: `${standard}, 5.8.3`,
      text: `${regionRows * regionColumns} data regions, ${regionRows} down and ${regionColumns} across; where two meet, a solid and a broken line are side by side.`,
      values: { regionRows, regionColumns },
      modules: { areas },
    },
  ]
}

/** If the mapping matrix is not a whole number of codewords, four modules are left over. */
function cornerSteps(roles: structure.Roles): Step[] {
  const areas = areasOf(roles, role.fixedCorner)
  if (areas.length === 0) return []
  return [
    {
      id: 'corner',
      title: 'Fixed corner',
      clause: `${standard}, 5.8.1 and Annex F`,
      text: 'The last four modules of the mapping matrix, which no codeword reaches: dark on one diagonal, light on the other.',
      modules: { areas },
    },
  ]
}
