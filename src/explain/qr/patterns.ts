/** The function patterns of QR and Micro QR symbols. ISO/IEC 18004:2015, 6.3 */

import { catalogue, isDark, type Matrix, structure } from '../../../symbologies/index.ts'
import { counted } from '../bits.ts'
import type { Area, Part, Step } from '../explanation.ts'

/** QR and Micro QR are in one standard. */
export const { standard } = catalogue.qr

const finderSize = 7

export function finderStep(corners: readonly (readonly [column: number, row: number])[]): Step {
  return {
    id: 'finder',
    title: corners.length === 1 ? 'Finder pattern' : 'Finder patterns',
    clause: `${standard}, 6.3.3`,
    text: 'A dark square of 3 × 3 modules in a light one of 5 × 5 in a dark one of 7 × 7: 1, 1, 3, 1, 1 on any line through the middle.',
    modules: { areas: corners.map(([column, row]): Area => [column, row, finderSize, finderSize]) },
  }
}

export function separatorStep(areas: readonly Area[]): Step {
  return {
    id: 'separator',
    title: areas.length > 2 ? 'Separators' : 'Separator',
    clause: `${standard}, 6.3.4`,
    text: 'Light, a module wide, between a finder pattern and all else.',
    modules: { areas },
  }
}

export function timingStep(areas: readonly Area[]): Step {
  return {
    id: 'timing',
    title: 'Timing patterns',
    clause: `${standard}, 6.3.5`,
    text: 'A row and a column of dark and light modules in turn, which give the size of the symbol and the place of every module.',
    modules: { areas },
  }
}

/** The patterns at places of their own; those of `size` modules a side. */
export function qrPatternSteps(version: number, size: number): Step[] {
  const far = size - finderSize
  const corners = [
    [0, 0],
    [far, 0],
    [0, far],
  ] as const
  const separators: Area[] = [
    [7, 0, 1, 8],
    [0, 7, 7, 1],
    [far - 1, 0, 1, 8],
    [far, 7, 7, 1],
    [0, far - 1, 8, 1],
    [7, far, 1, 7],
  ]
  const timing: Area[] = [
    [8, 6, size - 16, 1],
    [6, 8, 1, size - 16],
  ]
  return [finderStep(corners), separatorStep(separators), timingStep(timing), ...alignmentSteps(version, size)]
}

function alignmentSteps(version: number, size: number): Step[] {
  const centres = structure.qrAlignmentCentres(version)
  const far = size - finderSize
  const parts = centres.flatMap((y) =>
    centres.flatMap((x): Part[] => {
      const inFinder = (x === 6 && y === 6) || (x === 6 && y === far) || (x === far && y === 6)
      if (inFinder) return []
      return [{ title: `around row ${y}, column ${x}`, modules: { areas: [[x - 2, y - 2, 5, 5]] } }]
    }),
  )
  if (parts.length === 0) return []
  return [
    {
      id: 'alignment',
      title: counted(parts.length, 'alignment pattern'),
      clause: `${standard}, 6.3.6 and Annex E`,
      text: `A dark module in a light square in a dark one of 5 × 5. The centres of version ${version} are at rows and columns ${centres.join(', ')}, save in the finder patterns.`,
      values: { centres, count: parts.length },
      modules: { areas: parts.flatMap(({ modules }) => modules?.areas ?? []) },
      parts,
    },
  ]
}

export function darkModuleStep(size: number): Step {
  return {
    id: 'dark-module',
    title: 'Dark module',
    clause: `${standard}, 7.9.1`,
    text: 'Next to the second copy of format information, and dark in every symbol.',
    modules: { areas: [[8, size - 8, 1, 1]] },
  }
}

/** The bits at `places`, the first of which is the least significant. */
export function bitsAt(matrix: Matrix, places: readonly { readonly x: number; readonly y: number }[]): string {
  let bits = ''
  for (const { x, y } of places) bits = (isDark(matrix, x, y) ? '1' : '0') + bits
  return bits
}
