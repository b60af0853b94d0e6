import type { Barcode } from '../../symbologies/barcode.ts'
import { placed, sizeOf } from './grid.ts'
import type { Resolution } from './resolution.ts'
import type { Scene, SymbolScene, Turn } from './scene.ts'

/** How a symbol is drawn, but for its words. */
export interface SymbolStyle {
  readonly resolution: Resolution
  /** Dots a module, 1 or more. */
  readonly module: number
  /** Bar height of a linear symbology in dots. */
  readonly height: number
  readonly turn: Turn
}

/** The size of a drawing in dots, and of its paper in points. */
export type Extent = Pick<Scene, 'width' | 'height' | 'paper'>

/**
 * The symbol with its quiet zones, and no words.
 *
 * @param title  the encoded text
 * @throws RangeError if the columns of a module cannot have the same whole number of dots
 */
export function layoutSymbol(barcode: Barcode, title: string, style: SymbolStyle): SymbolScene {
  const { module, height: barHeight, turn, resolution } = style
  const { mark, width, height } = placed(barcode, { x: 0, y: 0, module, height: barHeight })
  const paper = paperOf(width, height, resolution)
  return { width, height, resolution, paper, turn, marks: [mark], title, module, barHeight, cut: [] }
}

/** The size of that drawing, without a layout of its modules. @throws RangeError as `layoutSymbol` */
export function sizeOfSymbol(barcode: Barcode, style: SymbolStyle): Extent {
  const [width, height] = sizeOf(barcode, style)
  return { width, height, paper: paperOf(width, height, style.resolution) }
}

/** Paper of so many dots. */
export function paperOf(width: number, height: number, { perInch }: Resolution): Extent['paper'] {
  return { width: (width * 72) / perInch, height: (height * 72) / perInch }
}
