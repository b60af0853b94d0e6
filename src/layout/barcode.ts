import type { Barcode } from '../../symbologies/barcode.ts'
import { block, sizeOfBlock } from './captions.ts'
import type { Place } from './grid.ts'
import { dpi, type Scene, type Turn } from './scene.ts'

export interface BarcodeStyle {
  /** Dots a module, 1 or more. */
  readonly module: number
  /** Bar height of a linear symbology in dots. */
  readonly height: number
  readonly captions: boolean
  readonly turn: Turn
}

/** The size of a drawing in dots, and of its paper in points. */
export type Extent = Pick<Scene, 'width' | 'height' | 'paper'>

/** The symbol with its quiet zones and, if wanted, its captions. */
export function layoutBarcode(barcode: Barcode, text: string, style: BarcodeStyle): Scene {
  const { module, turn } = style
  const { marks, width, height } = block(barcode, placeOf(style), style.captions ? 'all' : 'none')
  return { width, height, paper: paperOf(width, height), turn, marks, title: text, module }
}

/** The size of that drawing, without a layout of its modules. */
export function sizeOfBarcode(barcode: Barcode, style: BarcodeStyle): Extent {
  const [width, height] = sizeOfBlock(barcode, placeOf(style), style.captions ? 'all' : 'none')
  return { width, height, paper: paperOf(width, height) }
}

function placeOf({ module, height }: BarcodeStyle): Place {
  return { x: 0, y: 0, module, height }
}

function paperOf(width: number, height: number): Extent['paper'] {
  return { width: (width * 72) / dpi, height: (height * 72) / dpi }
}
