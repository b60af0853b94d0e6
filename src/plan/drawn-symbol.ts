/** A symbol as its label would have it: its lengths, and the limits that they have. */

import type { Barcode, Specification } from '../../symbologies/index.ts'
import { limitedTo } from '../layout/compensation.ts'
import { dotsAModule, millimetres, threeDecimals } from '../layout/resolution.ts'
import type { Scene } from '../layout/scene.ts'
import { columnDots, leastBarMillimetres, totalColumns } from '../layout/symbol.ts'

/** The symbol as the label would have it. Lengths are in mm. */
export interface DrawnSymbol {
  readonly dotsPerModule: number
  /** The module width. */
  readonly x: number
  /** With its quiet zones. */
  readonly width: number
  readonly limits: { readonly least: number; readonly target: number; readonly most: number } | null
  /** Null for a matrix symbology. */
  readonly barHeight: number | null
  readonly leastBarHeight: number | null
  readonly quietZones: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }
  /** Dots by which bars and modules are drawn narrower for `gain`, across the print head and along; less than 0 if wider. */
  readonly narrowed?: { readonly across: number; readonly along: number }
}

/** @param specification  whose limits it has */
export function drawnSymbol(
  barcode: Barcode,
  scene: Pick<Scene, 'module' | 'resolution' | 'barHeight' | 'compensation'>,
  specification: Specification | undefined,
): DrawnSymbol {
  const { module, resolution, barHeight, compensation } = scene
  const narrowed = compensation && limitedTo(module, compensation)
  const { matrix, quiet } = barcode
  const isLinear = matrix.height === 1
  const mm = (dots: number): number => millimetres(dots, resolution)
  const dots = columnDots(barcode, module)
  const least = leastBarMillimetres(barcode, { specification, module, resolution }, 'without room')
  return {
    dotsPerModule: module,
    x: mm(module),
    width: mm(totalColumns(barcode) * dots),
    limits: specification === undefined ? null : limitsIn(specification),
    barHeight: isLinear ? mm(barHeight) : null,
    leastBarHeight: isLinear ? Math.round(1000 * least) / 1000 : null,
    quietZones: {
      left: mm(quiet.left * dots),
      right: mm(quiet.right * dots),
      top: mm(quiet.top * dots),
      bottom: mm(quiet.bottom * dots),
    },
    ...(narrowed && { narrowed: { across: narrowed.x, along: narrowed.y } }),
  }
}

function limitsIn({ leastModule, targetModule, mostModule }: Specification): NonNullable<DrawnSymbol['limits']> {
  return { least: leastModule, target: targetModule, most: mostModule }
}

/** In readable lines. */
export function drawnLines(drawn: DrawnSymbol): string[] {
  const { dotsPerModule, x, width, limits, barHeight, leastBarHeight, quietZones, narrowed } = drawn
  const allowed =
    limits === null ? '' : `; ${threeDecimals(limits.least)} to ${threeDecimals(limits.most)} mm are allowed`
  const { left, right, top, bottom } = quietZones
  return [
    `X: ${threeDecimals(x)} mm, ${dotsAModule(dotsPerModule)}${allowed}`,
    `width: ${width} mm with quiet zones`,
    ...(barHeight === null ? [] : [`bars: ${barHeight} mm; ${leastBarHeight} mm are needed`]),
    ...(narrowed === undefined
      ? []
      : [`for gain: ${changeText(narrowed.across)} across, ${changeText(narrowed.along)} along`]),
    `quiet zones: left ${left}, right ${right}, top ${top}, bottom ${bottom} mm`,
  ]
}

const changeText = (dots: number): string =>
  `${Math.abs(dots)} ${Math.abs(dots) === 1 ? 'dot' : 'dots'} ${dots < 0 ? 'wider' : 'narrower'}`
