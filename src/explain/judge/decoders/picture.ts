/** Pictures of symbols as decoders are shown them, upright or not. */

import { deflateSync } from 'node:zlib'
import type { Barcode } from '../../../../symbologies/index.ts'
import { greyPngFile } from '../../../render/png.ts'
import type { Greys } from '../answer.ts'
import { type Chance, chanceOf } from '../cases.ts'

import { type DecoderCase, isLinear } from './case.ts'
import { damaged } from './damage.ts'

/** Light modules around the quiet zones: what lies beyond the edge of a picture is unknown. */
const margin = 4
/** A symbol with more columns is not tilted, nor its modules made large. */
const mostTilted = 120

/** A PNG of the symbol of a case, and undefined if it cannot be treated so. */
export function pictureOf(
  { type, treatment, salt }: DecoderCase,
  barcode: Barcode,
): Uint8Array<ArrayBuffer> | undefined {
  const chance = chanceOf(salt)
  const rows = damaged(barcode, treatment, chance)
  if (rows === undefined || (treatment === 'tilted' && rows[0]!.length > mostTilted && !isLinear(type)))
    return undefined
  const pixels = rows[0]!.length > mostTilted ? 3 + chance.below(2) : treatment === 'tilted' ? 6 : 3 + chance.below(4)
  const seen = seenAs(painted(rows, barcode, pixels), { type, treatment }, chance)
  return pngOf(seen)
}

export function pngOf({ width, height, grey }: Greys): Uint8Array<ArrayBuffer> {
  const { data, whole } = greyPngFile(width, height, grey)
  return new Uint8Array(whole(data.map((each) => deflateSync(each))))
}

function seenAs(greys: Greys, { type, treatment }: Pick<DecoderCase, 'type' | 'treatment'>, chance: Chance): Greys {
  switch (treatment) {
    case 'inverted':
      return { ...greys, grey: greys.grey.map((value) => 255 - value) }
    case 'turned':
      return turned(greys, isLinear(type) ? 2 : 1 + chance.below(3))
    case 'upended':
      return turned(greys, chance.oneOf([1, 3]))
    case 'tilted': {
      const most = isLinear(type) ? 5 : 40
      return tilted(greys, (1 + chance.below(most)) * chance.oneOf([1, -1]))
    }
    default:
      return greys
  }
}

/** A linear symbol is 0.15 times as high as it is wide, and at least 30 modules. */
function painted(rows: readonly string[], { quiet, symbology, columnsPerModule = 1 }: Barcode, pixels: number): Greys {
  const light = margin * columnsPerModule
  const [left, right] = [quiet.left + light, quiet.right + light]
  const [top, bottom] = [quiet.top + light, quiet.bottom + light]
  const columns = rows[0]!.length
  const high = isLinear(symbology) ? Math.ceil(Math.max(30 * columnsPerModule, 0.15 * columns)) : rows.length
  const width = pixels * (left + columns + right)
  const height = pixels * (top + high + bottom)
  const grey = new Uint8Array(width * height).fill(255)
  for (let y = pixels * top; y < pixels * (top + high); y++) {
    const row = rows[Math.min(rows.length - 1, Math.floor(y / pixels) - top)]!
    for (let x = 0; x < columns; x++) {
      const at = y * width + pixels * (left + x)
      if (row[x] === '1') grey.fill(0, at, at + pixels)
    }
  }
  return { width, height, grey }
}

/** @param quarters  1 to 3, clockwise */
function turned(greys: Greys, quarters: number): Greys {
  const { width, height, grey } = greys
  const result = new Uint8Array(grey.length)
  for (let y = 0; y < width; y++)
    for (let x = 0; x < height; x++) result[y * height + x] = grey[(height - 1 - x) * width + y]!
  const once = { width: height, height: width, grey: result }
  return quarters === 1 ? once : turned(once, quarters - 1)
}

/** Places along each side of a pixel at which a tilted picture is looked at. */
const looks = 4

/** Turned about its middle, with greys at edges, as a scanner sees it. */
function tilted({ width, height, grey }: Greys, degrees: number): Greys {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)]
  const across = Math.ceil(width * cos + height * Math.abs(sin))
  const down = Math.ceil(height * cos + width * Math.abs(sin))
  const result = new Uint8Array(across * down)
  for (let y = 0; y < down; y++) {
    for (let x = 0; x < across; x++) {
      let sum = 0
      for (let i = 0; i < looks * looks; i++) {
        const right = x + ((i % looks) + 0.5) / looks - across / 2
        const below = y + (Math.floor(i / looks) + 0.5) / looks - down / 2
        const column = Math.floor(cos * right + sin * below + width / 2)
        const row = Math.floor(cos * below - sin * right + height / 2)
        const isInside = column >= 0 && column < width && row >= 0 && row < height
        sum += isInside ? grey[row * width + column]! : 255
      }
      result[y * across + x] = Math.round(sum / (looks * looks))
    }
  }
  return { width: across, height: down, grey: result }
}
