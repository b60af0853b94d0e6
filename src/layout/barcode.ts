import type { Barcode } from '../../symbologies/index.ts'
import { placed } from './grid.ts'
import { dpi, type Scene, type Turn } from './scene.ts'

export interface BarcodeStyle {
  /** Dots a module, 1 or more. */
  readonly module: number
  /** Bar height of a linear symbology in dots. */
  readonly height: number
  readonly turn: Turn
}

/** The symbol with its quiet zones and nothing else around it. */
export function layoutBarcode(barcode: Barcode, text: string, style: BarcodeStyle): Scene {
  const { module, turn } = style
  const { mark, width, height } = placed(barcode, { x: 0, y: 0, module, height: style.height })
  const paper = { width: (width * 72) / dpi, height: (height * 72) / dpi }
  return { width, height, paper, turn, marks: [mark], title: text, module }
}
