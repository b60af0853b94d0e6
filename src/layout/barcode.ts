import type { Barcode } from '../../symbologies/barcode.ts'
import { block, type Captions, type PrintedPlace, sizeOfBlock } from './captions.ts'
import type { Scene } from './scene.ts'
import { type Extent, layoutSymbol, paperOf, type SymbolStyle, sizeOfSymbol } from './symbol.ts'

export interface BarcodeStyle extends SymbolStyle {
  readonly captions: boolean
  /** The words below the symbol in place of its text, each on lines of their own. */
  readonly caption?: readonly string[] | undefined
}

/** The symbol with its quiet zones and, if wanted, its captions. */
export function layoutBarcode(barcode: Barcode, text: string, style: BarcodeStyle): Scene {
  if (!style.captions) return layoutSymbol(barcode, text, style)
  const { module, height: barHeight, turn, resolution } = style
  const { marks, width, height, isCut } = block(barcode, placeOf(style), captionsOf(style))
  const cut = isCut ? ([style.caption === undefined ? 'text' : 'caption'] as const) : []
  const paper = paperOf(width, height, resolution)
  return { width, height, resolution, paper, turn, marks, title: text, module, barHeight, cut }
}

/** The size of that drawing, without a layout of its modules. */
export function sizeOfBarcode(barcode: Barcode, style: BarcodeStyle): Extent {
  if (!style.captions) return sizeOfSymbol(barcode, style)
  const [width, height] = sizeOfBlock(barcode, placeOf(style), captionsOf(style))
  return { width, height, paper: paperOf(width, height, style.resolution) }
}

function captionsOf({ caption }: BarcodeStyle): Captions {
  return caption === undefined ? 'all' : { lines: caption }
}

function placeOf({ module, height, resolution }: BarcodeStyle): PrintedPlace {
  return { x: 0, y: 0, module, height, resolution }
}
