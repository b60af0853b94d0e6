import type { SymbolScene } from '../layout/scene.ts'
import { sharedWriter } from './bytes.ts'
import { beginSvg, endSvg, writeBackground, writeSymbol } from './svg-file.ts'
import { uprightSymbol } from './upright.ts'

/** The bytes of `svg` for a drawing without words, with less code: it imports nothing of the room of text. */
export function symbolSvg(scene: SymbolScene, isSized = false): Uint8Array {
  const drawing = uprightSymbol(scene)
  const file = sharedWriter()
  beginSvg(file, drawing, { isSized, attributes: '' })
  writeBackground(file, drawing)
  for (const mark of drawing.marks) writeSymbol(file, mark)
  return endSvg(file)
}
