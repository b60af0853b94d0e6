/** Reads the chunks of a PNG. ISO/IEC 15948:2004, 5.3 and 11 */

import type { Resolution } from '../picture/picture.ts'
import { boundPng, damaged, signature } from './png.ts'

interface PngHeader {
  readonly width: number
  readonly height: number
  /** Bits of a sample: 1, 2, 4, 8 or 16. */
  readonly depth: number
  readonly kind: 'grey' | 'colour' | 'palette' | 'grey and alpha' | 'colour and alpha'
  /** Samples of a pixel. */
  readonly samples: number
  readonly interlaced: boolean
}

export interface PngChunks extends PngHeader {
  /** Red, green and blue in turn. */
  readonly palette: Uint8Array
  /** Alpha of the first palette entries, or the samples, 16 bits each, of the only transparent colour. */
  readonly transparency: Uint8Array | undefined
  readonly resolution: Resolution | undefined
  /** What gAMA says, the exponent with which values were written; whether there is sRGB; the compressed profile of iCCP (11.3.3). */
  readonly gamma: number | undefined
  readonly isSrgb: boolean
  readonly profile: Uint8Array<ArrayBuffer> | undefined
  /** The compressed rows, in non-empty parts. */
  readonly rows: readonly Uint8Array<ArrayBuffer>[]
}

/** By the number of the colour type (11.2.2, Table 11.1). */
const kinds: Readonly<Record<number, Pick<PngHeader, 'kind' | 'samples'>>> = {
  0: { kind: 'grey', samples: 1 },
  2: { kind: 'colour', samples: 3 },
  3: { kind: 'palette', samples: 1 },
  4: { kind: 'grey and alpha', samples: 2 },
  6: { kind: 'colour and alpha', samples: 4 },
}

const depths = [1, 2, 4, 8, 16]
const read = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']
/** Bytes of length, type and checksum. */
const frame = 12
/** The most chunks: encoders write one for every 8 KB, or one a row, and this is enough for either. */
const mostChunks = 50_000
/** 11.2.3: entries of three bytes. */
const mostPaletteBytes = 3 * 256

/** @throws PictureError for a damaged file or too many chunks */
export function chunksOf(file: Uint8Array<ArrayBuffer>): PngChunks {
  let header: PngHeader | undefined
  let palette = new Uint8Array(0)
  let transparency: Uint8Array | undefined
  let dimensions: Uint8Array | undefined
  let hasRows = false
  let [gamma, isSrgb, profile]: [number?, boolean?, Uint8Array<ArrayBuffer>?] = []
  const rows: Uint8Array<ArrayBuffer>[] = []
  const words = new DataView(file.buffer, file.byteOffset, file.length)
  for (let at: number = signature.length, count = 1; ; count++) {
    boundPng(count, 'chunks', { most: mostChunks, advice: 'save the picture again with another program' })
    if (at + frame > file.length) throw damaged()
    const length = words.getUint32(at)
    const end = at + frame + length
    if (end > file.length) throw damaged()
    const type = String.fromCharCode(...file.subarray(at + 4, at + 8))
    const data = file.subarray(at + 8, end - 4)
    if ((header === undefined) !== (type === 'IHDR')) throw damaged()
    const isIntact = (): boolean => checksum(file.subarray(at + 4, end - 4)) === words.getUint32(end - 4)
    if (read.includes(type) ? !isIntact() : isCritical(type)) throw damaged()
    if (type === 'IHDR') header = headerIn(data)
    else if (type === 'PLTE') palette = paletteIn(data)
    else if (type === 'tRNS') transparency = data
    else if (type === 'pHYs') {
      // 5.6: only one is allowed, and only before the rows. One that breaks a rule is ignored.
      if (!hasRows && dimensions === undefined && length === dimensionBytes && isIntact()) dimensions = data
    } else if (type === 'gAMA') {
      if (!hasRows && length === 4 && isIntact()) gamma = words.getUint32(at + 8) / gammaUnit
    } else if (type === 'sRGB') {
      if (!hasRows && isIntact()) isSrgb = true
    } else if (type === 'iCCP') {
      if (!hasRows && isIntact()) profile = profileIn(data)
    } else if (type === 'IDAT') {
      hasRows = true
      if (length > 0) rows.push(data)
    } else if (type === 'IEND') {
      if (end !== file.length) throw damaged()
      const light = { gamma, isSrgb: isSrgb === true, profile }
      return { ...header!, palette, transparency, resolution: dimensions && resolutionIn(dimensions), ...light, rows }
    }
    at = end
  }
}

/** 5.4: the case of the first letter. */
const isCritical = (type: string): boolean => (type.charCodeAt(0) & 0x20) === 0

function paletteIn(data: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (data.length > mostPaletteBytes) throw damaged()
  return data
}

/** 11.3.3.2: gAMA is 1 for this number. */
const gammaUnit = 100_000

/** 11.3.3.3: a name of 1 to 79 bytes, zero, the method of compression, which is 0, and the profile. */
function profileIn(data: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | undefined {
  const end = data.indexOf(0)
  return end >= 1 && end < 80 && data[end + 1] === 0 ? data.subarray(end + 2) : undefined
}

/** 11.3.5.3: two numbers and a unit. */
const dimensionBytes = 9
const unitMetre = 1
/** The least and the most pixels a metre that a picture can mean: pixels of 10 mm and of 1 µm. */
const leastResolution = 100
const mostResolution = 1_000_000

/** 11.3.5.3; undefined if the unit is unknown or the numbers make no sense. */
function resolutionIn(data: Uint8Array): Resolution | undefined {
  const words = new DataView(data.buffer, data.byteOffset, data.length)
  const [across, down] = [words.getUint32(0), words.getUint32(4)]
  const isUsable = Math.min(across, down) >= leastResolution && Math.max(across, down) <= mostResolution
  return isUsable && data[8] === unitMetre ? { across, down } : undefined
}

/** 11.2.2 */
function headerIn(data: Uint8Array): PngHeader {
  if (data.length < 13) throw damaged()
  const words = new DataView(data.buffer, data.byteOffset, data.length)
  const [width, height] = [words.getUint32(0), words.getUint32(4)]
  const [depth, compression, filter, interlace] = [data[8]!, data[10], data[11], data[12]!]
  const kind = kinds[data[9]!]
  const known = kind !== undefined && depths.includes(depth) && compression === 0 && filter === 0 && interlace < 2
  if (!known || width === 0 || height === 0) throw damaged()
  return { width, height, depth, interlaced: interlace === 1, ...kind }
}

/** Annex D: the remainders of all bytes, modulo x^32 + x^26 + … + 1, lowest power in the highest bit. */
const remainders = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value
})

function checksum(bytes: Uint8Array): number {
  let value = 0xffffffff
  for (let i = 0; i < bytes.length; i++) value = remainders[(value ^ bytes[i]!) & 0xff]! ^ (value >>> 8)
  return ~value >>> 0
}
