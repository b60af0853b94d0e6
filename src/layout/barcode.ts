import type { Barcode } from '../../symbologies/barcode.ts'
import { block, type Captions, type PrintedPlace, sizeOfBlock } from './captions.ts'
import type { Resolution } from './resolution.ts'
import type { Scene, Turn } from './scene.ts'

export interface BarcodeStyle {
  readonly resolution: Resolution
  /** Dots a module, 1 or more. */
  readonly module: number
  /** Bar height of a linear symbology in dots. */
  readonly height: number
  readonly captions: boolean
  /** The words below the symbol in place of its text, each on lines of their own. */
  readonly caption?: readonly string[] | undefined
  readonly turn: Turn
}

/** The size of a drawing in dots, and of its paper in points. */
export type Extent = Pick<Scene, 'width' | 'height' | 'paper'>

/** The symbol with its quiet zones and, if wanted, its captions. */
export function layoutBarcode(barcode: Barcode, text: string, style: BarcodeStyle): Scene {
  const { module, height: barHeight, turn, resolution } = style
  const { marks, width, height, isCut } = block(barcode, placeOf(style), captionsOf(style))
  const paper = paperOf(width, height, resolution)
  const cut = isCut ? ([style.caption === undefined ? 'text' : 'caption'] as const) : []
  return { width, height, resolution, paper, turn, marks, title: text, module, barHeight, cut }
}

/** The size of that drawing, without a layout of its modules. */
export function sizeOfBarcode(barcode: Barcode, style: BarcodeStyle): Extent {
  const [width, height] = sizeOfBlock(barcode, placeOf(style), captionsOf(style))
  return { width, height, paper: paperOf(width, height, style.resolution) }
}

function captionsOf({ captions, caption }: BarcodeStyle): Captions {
  if (!captions) return 'none'
  return caption === undefined ? 'all' : { lines: caption }
}

function placeOf({ module, height, resolution }: BarcodeStyle): PrintedPlace {
  return { x: 0, y: 0, module, height, resolution }
}

function paperOf(width: number, height: number, { perInch }: Resolution): Extent['paper'] {
  return { width: (width * 72) / perInch, height: (height * 72) / perInch }
}
