/** Fields of ZPL for tests of bar codes, and what is drawn of them as a picture. */

import { type ReadInputBarcodeFormat, readBarcodes } from 'zxing-wasm/reader'
import type { DrawnField, SymbolField } from '../../../src/zpl/field.ts'
import { drawSymbolField } from '../../../src/zpl/symbols/index.ts'
import { isDark } from '../../../symbologies/index.ts'
// for the decoder, which it prepares
import type { Picture } from '../../oracle/zxing.ts'
import '../../oracle/zxing.ts'

/**
 * A field as `^BY` and the others leave it after `^XA`, but for what is given.
 *
 * @param command  with its parameters, such as `BCN,100,Y`
 * @param data  characters U+0000 to U+00FF, a byte each, or bytes
 */
export function fieldOf(command: string, data: string | Uint8Array, state: Partial<SymbolField> = {}): SymbolField {
  const bytes = typeof data === 'string' ? Uint8Array.from(data, (character) => character.charCodeAt(0)) : data
  const text = typeof data === 'string' ? data : new TextDecoder().decode(data)
  return {
    command: command.slice(0, 2),
    parameters: command.slice(2).split(','),
    orientation: 'N',
    module: 2,
    ratio: 3,
    height: 10,
    bytes,
    text,
    dpmm: 8,
    ...state,
  }
}

export const draw = async (
  command: string,
  data: string | Uint8Array,
  state?: Partial<SymbolField>,
): Promise<DrawnField> => drawSymbolField(fieldOf(command, data, state))

/** The codes of what is found, in their order. */
export const codesOf = ({ findings }: DrawnField): readonly string[] => findings.map(({ code }) => code)

/** The dark dots, with a margin of light ones. */
export function pictureOf({ modules }: DrawnField, margin: number): Picture {
  const right = Math.max(...modules.map(({ xs }) => xs.at(-1)!))
  const bottom = Math.max(...modules.map(({ ys }) => ys.at(-1)!))
  const [width, height] = [right + 2 * margin, bottom + 2 * margin]
  const grey = new Uint8Array(width * height).fill(255)
  for (const { matrix, xs, ys } of modules) {
    for (let row = 0; row < matrix.height; row++) {
      for (let column = 0; column < matrix.width; column++) {
        if (!isDark(matrix, column, row)) continue
        for (let y = ys[row]!; y < ys[row + 1]!; y++) {
          const at = (y + margin) * width + margin
          grey.fill(0, at + xs[column]!, at + xs[column + 1]!)
        }
      }
    }
  }
  return { width, height, grey }
}

/** The widths of bars and spaces in dots, in the row of dots at `y`. */
export function widthsOf(drawn: DrawnField, y = 0): readonly number[] {
  const { width, grey } = pictureOf(drawn, 0)
  const widths: number[] = []
  for (let x = 0; x < width; x++) {
    const value = grey[y * width + x]
    if (x > 0 && value === grey[y * width + x - 1]) widths[widths.length - 1]!++
    else widths.push(1)
  }
  return widths
}

/** The texts that zxing-cpp reads in the picture, of symbologies that are not ours too. */
export async function readsOf({ width, height, grey }: Picture, format: ReadInputBarcodeFormat): Promise<string[]> {
  const data = new Uint8ClampedArray(4 * grey.length).fill(255)
  for (let i = 0; i < grey.length; i++) data[4 * i] = data[4 * i + 1] = data[4 * i + 2] = grey[i]!
  const found = await readBarcodes(
    { width, height, data, colorSpace: 'srgb' },
    { formats: [format], textMode: 'Plain' },
  )
  return found.map(({ text }) => text)
}
