import type { Barcode } from '../../symbologies/index.ts'
import { block } from './captions.ts'
import { dpi, type Scene, type Turn } from './scene.ts'

export interface BarcodeStyle {
  /** Dots a module, 1 or more. */
  readonly module: number
  /** Bar height of a linear symbology in dots. */
  readonly height: number
  readonly captions: boolean
  readonly turn: Turn
}

/** The symbol with its quiet zones, its captions if wanted, and nothing else around it. */
export function layoutBarcode(barcode: Barcode, text: string, style: BarcodeStyle): Scene {
  const { module, turn } = style
  const place = { x: 0, y: 0, module, height: style.height }
  const { marks, width, height } = block(barcode, place, style.captions ? 'all' : 'none')
  const paper = { width: (width * 72) / dpi, height: (height * 72) / dpi }
  return { width, height, paper, turn, marks, title: text, module }
}
