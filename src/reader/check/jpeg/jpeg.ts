/**
 * JPEGs before they are decoded: their segments, and what decoding them costs, from the headers of frame and scans alone.
 *
 * ISO/IEC 10918-1:1994
 */

import { curveOfProfile } from '../picture/icc.ts'
import { boundPixels, boundPng, PictureError } from '../png/png.ts'

/**
 * The most bytes of the planes of a picture while it is decoded, in whole blocks of 64 samples: a sample takes four of its coefficient, one
 * of its value, and three of the object that its block is. So 18.75 million samples: a photo of 12 megapixels with colours at half the
 * resolution, or a grey picture of 18.
 */
const mostPlaneBytes = 150_000_000
const bytesOfSample = 8

/**
 * The most steps of all scans together. A block that a scan visits takes a step for each coefficient of its band, whatever the scan says of
 * it, and about eight to come to it: a scan of a few bytes in which all blocks are at their end takes as long as one that changes them.
 *
 * The largest photo has 21 million steps in one baseline scan, and 64 million in the ten progressive scans of libjpeg, where brightness is
 * visited six times with 191 coefficients, and each colour four times with 128; scans that are chosen for the smallest file have less than
 * twice as many. Decoding takes about 3 ns a step.
 */
const mostSteps = 160_000_000
const stepsOfVisit = 8
const coefficients = 64

/** Components of a picture that are decoded: grey, colour, and the four of print. */
const componentCounts = [1, 3, 4]

interface Component {
  readonly id: number
  /** Blocks in a scan of it alone, and in one with others, where units of several blocks are whole (A.2). */
  readonly blocks: number
  readonly paddedBlocks: number
}

interface Frame {
  readonly isProgressive: boolean
  readonly components: readonly Component[]
}

const damaged = (): PictureError => new PictureError('a damaged JPEG')

/**
 * The same picture as a file of nothing but what is decoded, in segments whose lengths are right: what a decoder reads is what was counted.
 *
 * @throws PictureError for a file that is damaged, is not decoded, or would take too long or too much memory; nothing is decoded before
 */
export function decodableJpeg(file: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [Uint8Array.of(0xff, startOfImage)]
  let frame: Frame | undefined
  let steps = 0
  for (const { marker, segment, data } of segmentsOf(file)) {
    if (frames.includes(marker)) {
      if (frame !== undefined) throw damaged()
      frame = frameIn(data, marker === progressiveFrame)
    } else if (marker === startOfScan) {
      if (frame === undefined) throw damaged()
      steps += stepsOf(data, frame)
      boundPng(steps, 'steps of its scans', { most: mostSteps, advice: 'save the picture as baseline JPEG' })
    } else if (marker === huffmanTables) checkHuffmanTables(data)
    else if (marker === quantizationTables) checkQuantizationTables(data)
    else if (marker === restartInterval) {
      if (data.length !== 2) throw damaged()
    } else if (marker !== adobe) continue
    parts.push(segment)
  }
  if (steps === 0) throw damaged()
  parts.push(Uint8Array.of(0xff, endOfImage))
  return joined(parts)
}

/** In APP2: what it holds, its number and how many there are. ICC.1:2010, B.4 */
const profileName = 'ICC_PROFILE\0'
const mostProfileBytes = 4_000_000

/** The light of the values of a JPEG by its ICC profile; undefined where it has none that is understood, or is damaged. */
export function reflectancesOfJpeg(file: Uint8Array): Float64Array | undefined {
  const parts: Uint8Array[] = []
  let bytes = 0
  try {
    for (const { marker, data } of segmentsOf(file)) {
      if (marker === startOfScan) break
      const isPart = marker === profiles && String.fromCharCode(...data.subarray(0, profileName.length)) === profileName
      if (!isPart) continue
      bytes += data.length
      if (bytes > mostProfileBytes) return undefined
      parts.push(data)
    }
  } catch {
    return undefined
  }
  const number = (part: Uint8Array): number => part[profileName.length] ?? 0
  const inOrder = parts.toSorted((a, b) => number(a) - number(b)).map((part) => part.subarray(profileName.length + 2))
  return inOrder.length === 0 ? undefined : curveOfProfile(joined(inOrder))
}

/** The second bytes of markers (Table B.1). */
const [startOfImage, endOfImage, startOfScan] = [0xd8, 0xd9, 0xda]
const [huffmanTables, quantizationTables, restartInterval] = [0xc4, 0xdb, 0xdd]
/** Baseline, extended and progressive, by Huffman's codes: those that are decoded. */
const progressiveFrame = 0xc2
const frames: readonly number[] = [0xc0, 0xc1, progressiveFrame]
/** APP14, in which Adobe's programs say how colours are written. */
const adobe = 0xee
/** APP2. */
const profiles = 0xe2

interface Segment {
  readonly marker: number
  /** All of it, the coded data behind a scan's header included. */
  readonly segment: Uint8Array
  /** Its parameters. */
  readonly data: Uint8Array
}

/** The segments up to the end of the image, which may be missing (B.1.1). @throws PictureError */
function* segmentsOf(file: Uint8Array): Generator<Segment, void> {
  let at = 2
  while (at < file.length) {
    if (file[at] !== 0xff) throw damaged()
    // B.1.1.2: any number of fill bytes
    while (file[at + 1] === 0xff) at++
    const marker = file[at + 1] ?? 0
    if (marker === endOfImage) return
    const length = (file[at + 2]! << 8) | file[at + 3]!
    const end = at + 2 + length
    if (marker < 0xc0 || isBare(marker) || length < 2 || !(end <= file.length)) throw damaged()
    const next = marker === startOfScan ? endOfCoded(file, end) : end
    yield { marker, segment: file.subarray(at, next), data: file.subarray(at + 4, end) }
    at = next
  }
}

/** RSTm, SOI and EOI have no parameters. */
const isBare = (marker: number): boolean => marker >= 0xd0 && marker <= endOfImage

/** Where coded data ends: at a marker that is not one of restart, or at the end of the file. */
function endOfCoded(file: Uint8Array, from: number): number {
  for (let at = file.indexOf(0xff, from); at >= 0; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1]
    const isWithin = next === 0 || next === 0xff || (next !== undefined && next >= 0xd0 && next <= 0xd7)
    if (next !== undefined && !isWithin) return at
  }
  return file.length
}

/** B.2.2 */
function frameIn(data: Uint8Array, isProgressive: boolean): Frame {
  const [precision, , , , , count = 0] = data
  if (precision !== 8 || data.length !== 6 + 3 * count || !componentCounts.includes(count)) throw damaged()
  const [height, width] = [(data[1]! << 8) | data[2]!, (data[3]! << 8) | data[4]!]
  if (width === 0 || height === 0) throw damaged()
  boundPixels(width, height)
  const listed = Array.from({ length: count }, (_, i) => {
    const [id, factors] = [data[6 + 3 * i]!, data[7 + 3 * i]!]
    return { id, across: factors >> 4, down: factors & 15 }
  })
  const isRight = ({ across, down }: (typeof listed)[number]) => across >= 1 && across <= 4 && down >= 1 && down <= 4
  if (!listed.every(isRight) || new Set(listed.map(({ id }) => id)).size < count) throw damaged()
  const most = {
    across: Math.max(...listed.map((one) => one.across)),
    down: Math.max(...listed.map((one) => one.down)),
  }
  const units = { across: Math.ceil(width / 8 / most.across), down: Math.ceil(height / 8 / most.down) }
  const components = listed.map(({ id, across, down }) => ({
    id,
    blocks:
      Math.ceil((Math.ceil(width / 8) * across) / most.across) * Math.ceil((Math.ceil(height / 8) * down) / most.down),
    paddedBlocks: units.across * across * units.down * down,
  }))
  const samples = coefficients * components.reduce((sum, { paddedBlocks }) => sum + paddedBlocks, 0)
  const advice = 'crop the picture to the symbol, or save it in grey'
  boundPng(bytesOfSample * samples, 'bytes of decoded planes', { most: mostPlaneBytes, advice })
  return { isProgressive, components }
}

/** The steps of a scan, by its header (B.2.3). */
function stepsOf(data: Uint8Array, { isProgressive, components }: Frame): number {
  const [count = 0] = data
  if (data.length !== 4 + 2 * count || count < 1 || count > components.length) throw damaged()
  const ids = Array.from({ length: count }, (_, i) => data[1 + 2 * i])
  const chosen = ids.map((id) => components.find((component) => component.id === id))
  const [first, last] = [data[1 + 2 * count]!, data[2 + 2 * count]!]
  if (chosen.includes(undefined) || new Set(ids).size < count) throw damaged()
  if (isProgressive && !(first <= last && last < coefficients)) throw damaged()
  const blocks = chosen.reduce((sum, one) => sum + (count === 1 ? one!.blocks : one!.paddedBlocks), 0)
  return blocks * (stepsOfVisit + (isProgressive ? last - first + 1 : coefficients))
}

/** B.2.4.2: a byte, the numbers of codes of each length, and their values. */
function checkHuffmanTables(data: Uint8Array): void {
  let at = 0
  while (at < data.length) {
    const codes = data.subarray(at + 1, at + 17).reduce((sum, number) => sum + number, 0)
    if (at + 17 > data.length || codes > 256) throw damaged()
    at += 17 + codes
  }
  if (at !== data.length) throw damaged()
}

/** B.2.4.1: a byte, and 64 numbers of a byte or two. */
function checkQuantizationTables(data: Uint8Array): void {
  let at = 0
  while (at < data.length) {
    const wide = data[at]! >> 4
    if (wide > 1) throw damaged()
    at += 1 + coefficients * (1 + wide)
  }
  if (at !== data.length) throw damaged()
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
