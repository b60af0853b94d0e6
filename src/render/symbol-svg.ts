import type { SymbolScene } from '../layout/scene.ts'
import { ByteWriter } from './bytes.ts'
import { beginSvg, endSvg, writeBackground, writeSymbol } from './svg-file.ts'

/** The bytes of `svg` for a drawing without words, with less code: it imports nothing of the room of text. */
export function symbolSvg(scene: SymbolScene, isSized = false): Uint8Array {
  const file = new ByteWriter()
  beginSvg(file, scene, { isSized, attributes: '' })
  writeBackground(file, scene)
  for (const mark of scene.marks) writeSymbol(file, mark, scene)
  return endSvg(file)
}
