/** Finder, alignment and fixed patterns. ISO/IEC 16022:2006, 5.8 */

import { catalogue, type DataMatrixSize } from '../../../symbologies/index.ts'
import { counted } from '../bits.ts'
import type { Area, Step } from '../explanation.ts'

export const { standard } = catalogue.datamatrix

export function patternSteps(size: DataMatrixSize): Step[] {
  const { rows, columns } = size
  return [
    {
      id: 'finder',
      title: 'Finder pattern: solid edges',
      clause: `${standard}, 5.8.2`,
      text: 'A solid L along the left and the lower edge, which gives place, size and turn of the symbol.',
      modules: {
        areas: [
          [0, 0, 1, rows],
          [1, rows - 1, columns - 1, 1],
        ],
      },
    },
    {
      id: 'clock',
      title: 'Finder pattern: broken edges',
      clause: `${standard}, 5.8.2`,
      text: 'Dark and light in turn along the upper and the right edge, which count columns and rows.',
      modules: {
        areas: [
          [1, 0, columns - 1, 1],
          [columns - 1, 1, 1, rows - 2],
        ],
      },
    },
    ...alignmentSteps(size),
    ...cornerSteps(size),
  ]
}

/** Each data region has its own edges, so two meet between regions. */
function alignmentSteps({ rows, columns, regionRows, regionColumns }: DataMatrixSize): Step[] {
  const areas: Area[] = []
  for (let i = 1; i < regionColumns; i++) areas.push([(columns / regionColumns) * i - 1, 1, 2, rows - 2])
  for (let i = 1; i < regionRows; i++) areas.push([1, (rows / regionRows) * i - 1, columns - 2, 2])
  if (areas.length === 0) return []
  return [
    {
      id: 'alignment',
      title: counted(areas.length, 'alignment pattern'),
      clause: `${standard}, 5.8.3`,
      text: `${regionRows * regionColumns} data regions, ${regionRows} down and ${regionColumns} across; where two meet, a solid and a broken line lie side by side.`,
      values: { regionRows, regionColumns },
      modules: { areas },
    },
  ]
}

/** If the mapping matrix is not a whole number of codewords, four modules are left over. */
function cornerSteps({ rows, columns, regionRows, regionColumns }: DataMatrixSize): Step[] {
  const modules = (rows - 2 * regionRows) * (columns - 2 * regionColumns)
  if (modules % 8 === 0) return []
  return [
    {
      id: 'corner',
      title: 'Fixed corner',
      clause: `${standard}, 5.8.1 and Annex F`,
      text: 'The last four modules of the mapping matrix, which no codeword reaches: dark on one diagonal, light on the other.',
      modules: { areas: [[columns - 3, rows - 3, 2, 2]] },
    },
  ]
}
