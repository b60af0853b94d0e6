/** Micro QR Code. ISO/IEC 18004:2015 */

import {
  type Barcode,
  type EncodeError,
  optionCheck,
  type Quiet,
  type Roles,
  requireText,
  wholeNumbers,
} from '../barcode.ts'
import { parityOf } from '../galois.ts'
import { BitWriter, type Matrix, ones } from '../matrix/index.ts'
import { memoize } from '../memoize.ts'
import { paddedCodewords, pushCharacters, qrCode } from './codewords.ts'
import { addFormat, maskConditions, packedMasks } from './masks.ts'
import { hasKanji, shortestSegments } from './path.ts'
import {
  alphanumeric,
  type Carriers,
  dataTooLong,
  digit,
  type Interpretation,
  isText,
  kanji,
  latin1,
  leastBits,
  type ModeRun,
  requireCarried,
  runsOf,
  type Segment,
  type Segmentation,
  shared,
} from './segments.ts'
import {
  type BitPlaces,
  bch,
  dataOrder,
  emptyGrid,
  formatGenerator,
  type ModuleBits,
  modulesAt,
  type QrModule,
  qrRole,
  type Template,
  take,
  takeFinder,
  takeTiming,
} from './template.ts'
import {
  type MicroKind,
  type MicroQrLevel,
  microCountBits,
  microHeaders,
  microIndicatorBits,
  microIndicators,
  microKinds,
  microLevels,
  microSizeOf,
  microTerminatorBits,
} from './versions.ts'

export interface MicroQrOptions {
  /** Error correction; by default the highest that fits the smallest version. M1 has none, only M4 has Q. */
  readonly level?: MicroQrLevel
  /** 1 to 4, for M1 to M4; by default the smallest that fits. */
  readonly version?: number
  /** 0 to 3; by default the one of the highest score. */
  readonly mask?: number
}

/** The intermediate results of a Micro QR symbol. */
export interface MicroQrTrace {
  readonly version: number
  /** Undefined in M1, which only detects errors. */
  readonly level: MicroQrLevel | undefined
  readonly mask: number
  /** Scores of all masks by mask number. */
  readonly scores: readonly MicroMaskScore[]
  readonly segments: readonly Segment[]
  /** Data codewords, pads included. In M1 and M3 the last one has only its upper four bits. */
  readonly data: Uint8Array
  readonly errorCorrection: Uint8Array
}

/**
 * The Micro QR Code symbol for `text`.
 *
 * @param text 1 to 35 characters, of ISO 8859-1 or kanji of JIS X 0208
 * @throws EncodeError invalid_character, invalid_length (no text), data_too_long
 * @throws RangeError for an unknown option or value, or a level that the version does not have
 */
export function microqr(text: string, options: MicroQrOptions = noOptions): Barcode<MicroQrTrace> {
  const kinds = kindsWanted(options)
  requireText('microqr', text)
  const { kind, segmentation } = chosen(text, kinds) // 7.1 to 7.3
  const data = dataCodewords(text, segmentation.segments, kind) // 7.4
  const errorCorrection = parityOf(qrCode(kind.errorLength), data) // 7.5.2
  const template = microTemplateOf(kind)
  const unmasked = placed(data, errorCorrection, template) // 7.6, 7.7
  const { matrix, mask, scores } = masked(unmasked, template, options.mask) // 7.8, 7.9
  return {
    symbology: 'microqr',
    matrix,
    quiet,
    captions: [{ kind: 'line', text }],
    trace: {
      version: kind.version,
      level: kind.level,
      mask,
      scores,
      segments: segmentation.segments,
      data,
      errorCorrection,
    },
  }
}

/** 6.3.8: quiet zone of two modules */
const quiet: Quiet = { left: 2, right: 2, top: 2, bottom: 2 }

const noOptions: MicroQrOptions = {}

const requireOptions = optionCheck<MicroQrOptions>('microqr', {
  level: microLevels,
  version: wholeNumbers(1, 4),
  mask: wholeNumbers(0, 3),
})

/** The kinds of symbol that `options` allow. */
function kindsWanted(options: MicroQrOptions): readonly MicroKind[] {
  if (options === noOptions) return microKinds
  requireOptions(options)
  if (options.level === undefined && options.version === undefined) return microKinds
  const kinds = microKinds.filter(
    ({ version, level }) => version === (options.version ?? version) && level === (options.level ?? level),
  )
  if (kinds.length === 0) throw new RangeError(`microqr: M${options.version} has no level ${options.level}`)
  return kinds
}

/**
 * The smallest version that holds `text`, and in it the highest level.
 *
 * @param kinds those to choose from, by symbol number, at least one
 * @throws EncodeError invalid_character, data_too_long
 */
function chosen(text: string, kinds: readonly MicroKind[]): { kind: MicroKind; segmentation: Segmentation } {
  const largest = firstOf(kinds, kinds.at(-1)!.version)
  const least = leastBits(text)
  if (least > largest.capacity) throw tooLong(text, largest, least > most ? undefined : runsOf(text, 'microqr'))
  const runs = runsOf(text, 'microqr')
  requireCarried(text, runs, carried[largest.version]!)
  const interpretation = interpretationFor(runs)
  for (let version = kinds[0]!.version; version <= largest.version; version++) {
    const { capacity } = firstOf(kinds, version)
    if (least > capacity) continue
    const segmentation = shortestSegments(runs, microHeaders[version]!, interpretation, capacity)
    if (segmentation !== undefined) return { kind: highest(kinds, version, segmentation.bits), segmentation }
  }
  throw tooLong(text, largest, runs)
}

/** Bits of the largest symbol. */
const most = Math.max(...microKinds.map(({ capacity }) => capacity))

/** The kind of a version that has the lowest level, and so the largest capacity. */
function firstOf(kinds: readonly MicroKind[], version: number): MicroKind {
  let i = 0
  while (kinds[i]!.version < version) i++
  return kinds[i]!
}

/** The kind of a version that has the highest level of those that hold `bits`. */
function highest(kinds: readonly MicroKind[], version: number, bits: number): MicroKind {
  let i = kinds.length - 1
  while (kinds[i]!.version > version || kinds[i]!.capacity < bits) i--
  return kinds[i]!
}

/**
 * Without ECI mode, bytes are ISO 8859-1 (7.3.2), and readers take those beside kanji mode for Shift JIS. Kanji mode is used
 * where a text cannot do without it, and beside other bytes than both mean alike only where it cannot do without these either.
 */
function interpretationFor(runs: readonly ModeRun[]): Interpretation {
  const isCarried = (by: number): boolean => runs.every(({ carriers }) => carriers & by)
  if (!hasKanji(runs) || isCarried(latin1)) return { bytes: 'latin1', kanji: false }
  return { bytes: isCarried(shared | kanji) ? 'shared' : 'latin1', kanji: true }
}

const bytesAndKanji: Carriers = {
  symbology: 'microqr',
  by: latin1 | kanji,
  accepted: 'ISO 8859-1 and the kanji of JIS X 0208; qr carries every character',
}

/** The characters that each version carries, from index 1 (Table 2). */
const carried: readonly Carriers[] = [
  { symbology: 'microqr', by: 0, accepted: '' },
  { symbology: 'microqr', by: digit, accepted: 'digits 0 to 9 in M1' },
  { symbology: 'microqr', by: alphanumeric, accepted: '0 to 9, A to Z (upper case), space and $ % * + - . / : in M2' },
  bytesAndKanji,
  bytesAndKanji,
]

function tooLong(text: string, kind: MicroKind, runs: readonly ModeRun[] | undefined): EncodeError {
  const headers = microHeaders[kind.version]!
  const shortest = (version: number, most?: number): Segmentation | undefined =>
    runs && shortestSegments(runs, microHeaders[version]!, interpretationFor(runs), most)
  const larger = microKinds.find(({ version, capacity }) => shortest(version, capacity) !== undefined)
  const remedy = larger === undefined ? 'qr holds more' : `${nameOf(larger)} holds it`
  const limit = { name: nameOf(kind), bits: kind.capacity, headers, remedy }
  const isCounted = leastBits(text) <= kind.capacity
  const segmentation = isCounted ? shortest(kind.version) : undefined
  return dataTooLong('microqr', text, segmentation, limit)
}

const nameOf = ({ version, level }: MicroKind): string => (level === undefined ? `M${version}` : `M${version}-${level}`)

/** The bit stream, with room for the largest symbol: scratch; contents are not kept between calls. */
const stream = new BitWriter(Math.max(...microKinds.map(({ capacity }) => capacity)))

/** The bit stream with terminator and pads, as codewords (7.4). */
function dataCodewords(text: string, segments: readonly Segment[], kind: MicroKind): Uint8Array {
  const { version, capacity } = kind
  stream.clear()
  const indicatorBits = microIndicatorBits(version)
  const counts = microCountBits[version]!
  for (const segment of segments) {
    if (!isText(segment)) continue
    if (indicatorBits > 0) stream.push(microIndicators[segment.mode], indicatorBits)
    stream.push(segment.count, counts[segment.mode])
    pushCharacters(stream, text, segment)
  }
  return paddedCodewords(stream, microTerminatorBits(version), capacity)
}

interface MicroTemplate extends Template {
  /** By mask number. */
  readonly layers: readonly MicroLayer[]
}

/** The template of a version and level: eight of under 1 kB. */
export const microTemplateOf = memoize(newTemplate)

function newTemplate({ version, symbolNumber, capacity }: MicroKind): MicroTemplate {
  const grid = functionPatterns(version)
  const modules = dataOrder(grid)
  const { size, stride, dark } = grid
  const layers = layersOf(modules, grid, symbolNumber)
  return { size, stride, dark, order: inCodewords(modules, capacity), layers }
}

/** 6.3.3 and 6.3.5: one finder pattern, and timing patterns along the upper and the left edge. */
function functionPatterns(version: number): ModuleBits {
  const grid = emptyGrid(microSizeOf(version))
  takeFinder(grid, 3, 3)
  takeTiming(grid, 0)
  for (const copies of microFormatPlaces) {
    for (const { x, y } of copies) take(grid, x, y, { role: qrRole.format, dark: false })
  }
  return grid
}

/**
 * The last data codeword of M1 and M3 has only its upper four bits. The lower four, which are zero and darken nothing,
 * get places too, so that all codewords are placed alike.
 */
function inCodewords(modules: Uint16Array, capacity: number): Uint16Array {
  if (capacity % 8 === 0) return modules
  const order = new Uint16Array(modules.length + 4)
  order.set(modules.subarray(0, capacity))
  order.set(modules.subarray(capacity), capacity + 4)
  return order
}

/**
 * The modules of every codeword in the order of placement, data first, then error correction (7.7.3).
 *
 * @param level undefined for M1
 * @returns the module of the most significant bit first: eight a codeword, four in the last data codeword of M1 and M3
 * @throws RangeError for a level that the version does not have
 */
export function microQrCodewordModules(version: number, level: MicroQrLevel | undefined): QrModule[][] {
  const kind = microKinds.find((each) => each.version === version && each.level === level)
  if (kind === undefined) throw new RangeError(`microqr: M${version} has no level ${level}`)
  const { order } = microTemplateOf(kind)
  const dataCodewords = (kind.capacity + 7) >>> 3
  return Array.from({ length: dataCodewords + kind.errorLength }, (_, i) => {
    const bits = i === dataCodewords - 1 ? kind.capacity - 8 * i : 8
    return modulesAt(order, 1, { from: 8 * i, to: 8 * i + bits })
  })
}

/** The roles of each module of a symbol of `kind`, in bits of `qrRole`. */
export function microQrRoles({ version }: MicroKind): Roles {
  const { size, roles } = functionPatterns(version)
  return { width: size, height: size, bits: roles }
}

/** The rows of the symbol before masking. Scratch; contents are not kept between calls. */
const unmaskedRows = new Uint32Array(microSizeOf(4))

/**
 * The symbol before masking: data and error correction codewords in place, in a single block (7.6, 7.7.3), format
 * information light.
 *
 * @returns a row a word, of the same array in every call
 */
function placed(data: Uint8Array, errorCorrection: Uint8Array, { dark, order }: MicroTemplate): Uint32Array {
  for (let y = 0; y < dark.length; y++) unmaskedRows[y] = dark[y]!
  place(order, data, 0)
  place(order, errorCorrection, 8 * data.length)
  return unmaskedRows
}

/**
 * Darkens the modules of `codewords`; the first bit goes to the place `order[at]`.
 *
 * No function pattern interrupts a pair of columns in Micro QR, so every two bits are neighbours, the first on the
 * right.
 */
function place(order: Uint16Array, codewords: Uint8Array, at: number): void {
  for (let i = 0; i < codewords.length; i++, at += 8) {
    const bits = codewords[i]!
    const pairs = ((bits & 0b01010101) << 1) | ((bits >>> 1) & 0b01010101)
    darkenPair(order[at + 1]!, pairs >>> 6)
    darkenPair(order[at + 3]!, pairs >>> 4)
    darkenPair(order[at + 5]!, pairs >>> 2)
    darkenPair(order[at + 7]!, pairs)
  }
}

/** Darkens the module at `address` and the one to its right by the last two of `bits`. */
function darkenPair(address: number, bits: number): void {
  unmaskedRows[address >>> 5]! |= (bits << 30) >>> (address & 31)
}

/**
 * Scores the symbol under each mask; the highest score wins, of equal ones the lower mask number (7.8.3.2). The layers
 * include the format information (7.9.2).
 *
 * @param forced the mask number to use whatever the scores
 */
function masked(
  unmasked: Uint32Array,
  { size, layers }: MicroTemplate,
  forced?: number,
): { matrix: Matrix; mask: number; scores: readonly MicroMaskScore[] } {
  const sides = sidesOf(unmasked, size)
  const scores = layers.map((layer) => scoreOf(sides, layer.sides))
  let mask = 0
  for (let i = 1; i < scores.length; i++) if (scores[i]!.total > scores[mask]!.total) mask = i
  mask = forced ?? mask
  const { rows } = layers[mask]!
  const words = new Uint32Array(size)
  for (let y = 0; y < size; y++) words[y] = unmasked[y]! ^ rows[y]!
  return { matrix: { width: size, height: size, stride: 1, words }, mask, scores }
}

export interface MicroMaskScore {
  /** Dark modules in the right column, without the timing pattern's. */
  readonly right: number
  /** Dark modules in the bottom row, without the timing pattern's. */
  readonly bottom: number
  /** Sixteen times the smaller and once the larger. */
  readonly total: number
}

/** The right column and the bottom row without the timing patterns' modules, a bit a module. */
interface Sides {
  readonly right: number
  readonly bottom: number
}

/** @param rows a symbol or a layer over it, one word each, at most 32 modules wide */
function sidesOf(rows: Uint32Array, size: number): Sides {
  let right = 0
  for (let y = 1; y < size; y++) right = (right << 1) | ((rows[y]! >>> (32 - size)) & 1)
  return { right, bottom: rows[size - 1]! << 1 }
}

/** The score of the symbol that `layer` makes of another one by exclusive or. */
function scoreOf(unmasked: Sides, layer: Sides): MicroMaskScore {
  const right = ones(unmasked.right ^ layer.right)
  const bottom = ones(unmasked.bottom ^ layer.bottom)
  return { right, bottom, total: 16 * Math.min(right, bottom) + Math.max(right, bottom) }
}

/** The modules that a mask inverts and its format information, packed as a Matrix. */
interface MicroLayer {
  readonly rows: Uint32Array
  /** The part that the score depends on. */
  readonly sides: Sides
}

/** Table 10: Micro QR masks 0 to 3 are four of QR's. */
export const microMasks = [1, 4, 6, 7]
const microConditions = microMasks.map((mask) => maskConditions[mask]!)

/**
 * For each mask the layer that gives the masked symbol by exclusive or with the unmasked one.
 *
 * @param order the data modules as bit addresses
 * @param symbolNumber 0 to 7, of version and level (Table 13)
 */
function layersOf(order: Uint16Array, grid: ModuleBits, symbolNumber: number): readonly MicroLayer[] {
  return packedMasks(microConditions, order, grid).map((rows, mask) => {
    addFormat(rows, formatInformation(symbolNumber, mask), microFormatPlaces, grid.stride)
    return { rows, sides: sidesOf(rows, grid.size) }
  })
}

/** 7.9.2: keeps format information from being all zero. */
export const microFormatMask = 0b100010001000101

/** 15 bits: symbol number 0 to 7 (Table 13) and mask number 0 to 3, with their error correction (Annex C). */
function formatInformation(symbolNumber: number, mask: number): number {
  return bch((symbolNumber << 2) | mask, formatGenerator) ^ microFormatMask
}

/** 7.9.2, Figure 26: one copy around the finder pattern, bit 0 at the upper right. */
export const microFormatPlaces: BitPlaces = Array.from({ length: 15 }, (_, bit) => [
  bit < 8 ? { x: 8, y: bit + 1 } : { x: 15 - bit, y: 8 },
])
