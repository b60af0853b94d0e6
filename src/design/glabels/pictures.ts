/** Pictures in files of gLabels, as PNG: version 4 has PNG files, version 3 the pixels of GdkPixdata. */

import type { Picture } from '../../reader/check/picture/picture.ts'
import { deflated } from '../../render/deflate.ts'
import { greyPngFile } from '../../render/png.ts'
import { pictureIn, SourceError } from '../picture-source.ts'
import { attribute, childrenCalled, elementsIn, type Node, textIn } from './tree.ts'

/** A picture of a file, and its PNG. */
export interface ImportedPicture {
  readonly picture: Picture
  readonly png: Uint8Array
}

/** Gives a picture by the name that objects have for it. @throws SourceError */
export type GlabelsPictures = (name: string) => ImportedPicture

/** @param beside  the bytes of a picture that is not in the file; undefined if it is not there */
export function picturesIn(
  document: Node,
  beside: (name: string) => Uint8Array<ArrayBuffer> | undefined,
): GlabelsPictures {
  const nodes = new Map(
    childrenCalled(document, 'Data')
      .flatMap(elementsIn)
      .map((node) => [attribute(node, 'name') ?? '', node]),
  )
  const known = new Map<string, ImportedPicture>()
  return (name) => {
    const node = nodes.get(name)
    const found = known.get(name) ?? (node === undefined ? pictureBeside(beside(name)) : pictureOf(node))
    known.set(name, found)
    return found
  }
}

function pictureBeside(bytes: Uint8Array<ArrayBuffer> | undefined): ImportedPicture {
  if (bytes === undefined) throw new SourceError('is neither in the file nor beside it')
  return { picture: pictureIn(bytes), png: bytes }
}

function pictureOf(node: Node): ImportedPicture {
  const isSvg = attribute(node, 'format') === 'SVG' || attribute(node, 'mimetype') === 'image/svg+xml'
  if (isSvg) throw new SourceError('is SVG, which is not drawn on labels: save it as PNG')
  const bytes = decoded(textIn(node))
  if (node.name === 'Pixdata') return drawn(greysOf(bytes))
  return { picture: pictureIn(bytes), png: bytes }
}

function decoded(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    throw new SourceError('is not base64')
  }
}

function drawn(picture: Picture): ImportedPicture {
  const { width, height, grey } = picture
  return { picture, png: deflated(greyPngFile(width, height, Uint8Array.from(grey))) }
}

/** The most pixels of a picture. */
const mostPixels = 16_000_000

/** The header of GdkPixdata: "GdkP", a length, type, bytes of a row, width and height, each in four bytes. */
const headerLength = 24

/** The greys of a GdkPixdata on white: RGB or RGBA of 8 bits, as it is or in runs. */
function greysOf(bytes: Uint8Array): Picture {
  const damaged = new SourceError('is damaged')
  if (bytes.length < headerLength || String.fromCharCode(...bytes.subarray(0, 4)) !== 'GdkP') throw damaged
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  const [type, stride, width, height] = [8, 12, 16, 20].map((at) => view.getUint32(at)) as [
    number,
    number,
    number,
    number,
  ]
  const channels = (type & 0xff) === 1 ? 3 : 4
  if (width === 0 || height === 0 || width * height > mostPixels) throw damaged
  const isPacked = type >>> 24 === 2
  const data = bytes.subarray(headerLength)
  const rows = isPacked ? unpacked(data, width * height, channels) : data
  const row = isPacked ? channels * width : stride
  if (row < channels * width || rows.length < row * (height - 1) + channels * width) throw damaged
  const grey = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = row * y + channels * x
      const light = 0.299 * rows[at]! + 0.587 * rows[at + 1]! + 0.114 * rows[at + 2]!
      const opacity = channels === 4 ? rows[at + 3]! : 255
      grey[width * y + x] = Math.round(255 - ((255 - light) * opacity) / 255)
    }
  }
  return { width, height, grey }
}

/** Pixels from runs: a byte above 127 is a number of times that the next pixel is repeated, any other a number of pixels. */
function unpacked(data: Uint8Array, pixels: number, channels: number): Uint8Array {
  const result = new Uint8Array(pixels * channels)
  let to = 0
  for (let from = 0; from < data.length && to < result.length; ) {
    const count = data[from++]!
    if (count > 127) {
      const pixel = data.subarray(from, from + channels)
      for (let i = 128; i < count && to + channels <= result.length; i++, to += channels) result.set(pixel, to)
      from += channels
    } else {
      const copied = data.subarray(from, Math.min(from + count * channels, from + result.length - to))
      result.set(copied, to)
      to += count * channels
      from += count * channels
    }
  }
  if (to < result.length) throw new SourceError('is damaged')
  return result
}

/**
 * The picture as wide to high as its box, which gLabels stretches it to: as it is if it is so already, else with pixels repeated along
 * one side.
 */
export function stretched(found: ImportedPicture, width: number, height: number): ImportedPicture {
  const { picture } = found
  const scale = (width * picture.height) / (height * picture.width)
  const wide = Math.max(picture.width, Math.round(picture.width * scale))
  const high = Math.max(picture.height, Math.round(picture.height / scale))
  const isNear = Math.abs(wide - picture.width) <= 1 && Math.abs(high - picture.height) <= 1
  if (isNear || !(wide * high <= mostPixels)) return found
  const grey = new Uint8Array(wide * high)
  for (let y = 0; y < high; y++) {
    const row = Math.floor(((y + 0.5) * picture.height) / high) * picture.width
    for (let x = 0; x < wide; x++)
      grey[wide * y + x] = picture.grey[row + Math.floor(((x + 0.5) * picture.width) / wide)]!
  }
  return drawn({ width: wide, height: high, grey })
}
