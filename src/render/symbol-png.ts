import type { SymbolScene } from '../layout/scene.ts'
import { modulesPainter } from './paint-modules.ts'
import { pngFile } from './png-file.ts'
import { uprightSymbol } from './upright.ts'

/** The bytes of `png` for a drawing without words, with less code: it imports nothing of the room of text. */
export function symbolPng(scene: SymbolScene): Uint8Array {
  const { width, height, marks, resolution } = uprightSymbol(scene)
  return pngFile({ width, height, resolution, painters: marks.map(modulesPainter) })
}
