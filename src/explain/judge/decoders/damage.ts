/** Symbols with damage of a known measure: errors in codewords of each block, in format information, in symbol characters. */

import {
  type Barcode,
  type DataMatrixTrace,
  dataMatrixCodewordModules,
  type MicroQrTrace,
  microQrCodewordModules,
  type QrTrace,
  qrCodewordModules,
  rowsOf,
  structure,
  tables,
  type UpceTrace,
} from '../../../../symbologies/index.ts'
import type { Chance } from '../cases.ts'
import type { Treatment } from '../report.ts'

type Rows = readonly string[]
interface Place {
  readonly x: number
  readonly y: number
}

/** The modules of a symbol after a treatment; undefined if it has nothing that could be damaged so. */
export function damaged(barcode: Barcode, treatment: Treatment, chance: Chance): Rows | undefined {
  const rows = rowsOf(barcode.matrix)
  switch (treatment) {
    case 'limit':
    case 'beyond':
      return withErrors(rows, barcode, treatment, chance)
    case 'format':
      return withFormatErrors(rows, barcode, chance)
    case 'character':
      return withoutCharacter(rows[0]!, barcode, chance)
    case 'check':
      return withOtherCheck(rows[0]!, barcode, chance)
    case 'mirrored':
      return rows.map((_, y) => rows.map((row) => row[y]!).join(''))
    default:
      return rows
  }
}

function flipped(rows: Rows, places: readonly Place[]): Rows {
  const cells = rows.map((row) => Array.from(row))
  for (const { x, y } of places) cells[y]![x] = cells[y]![x] === '1' ? '0' : '1'
  return cells.map((row) => row.join(''))
}

/** So many different elements, in the order in which chance takes them. */
function chosen<Value>(values: readonly Value[], count: number, { below }: Chance): Value[] {
  const rest = [...values]
  return Array.from({ length: Math.min(count, rest.length) }, () => rest.splice(below(rest.length), 1)[0]!)
}

/** A block of error correction. */
interface Block {
  /** The modules of each codeword. */
  readonly codewords: readonly (readonly Place[])[]
  /** How many wrong codewords the standard corrects. */
  readonly correctable: number
}

/** One to eight modules of each codeword are the other way round. */
function withErrors(rows: Rows, barcode: Barcode, treatment: 'limit' | 'beyond', chance: Chance): Rows | undefined {
  const blocks = blocksOf(barcode)
  if (treatment === 'limit' && blocks[0]!.correctable === 0) return undefined
  const worse = treatment === 'beyond' ? chance.below(blocks.length) : undefined
  const wrong = blocks.flatMap(({ codewords, correctable }, i) =>
    chosen(codewords, correctable + (i === worse ? 1 : 0), chance),
  )
  return flipped(
    rows,
    wrong.flatMap((modules) => chosen(modules, 1 + chance.below(modules.length), chance)),
  )
}

function blocksOf({ symbology, trace }: Barcode): readonly Block[] {
  switch (symbology) {
    case 'qr':
      return qrBlocks(trace as QrTrace)
    case 'microqr': {
      const { version, level, errorCorrection } = trace as MicroQrTrace
      const codewords = microQrCodewordModules(version, level)
      return [{ codewords, correctable: correctableIn(errorCorrection.length, `M${version}-${level}`) }]
    }
    default:
      return dataMatrixBlocks(trace as DataMatrixTrace)
  }
}

/** ISO/IEC 18004:2015, 7.6: one codeword of each block in turn, first of data, then of error correction. */
function qrBlocks({ version, level, data, errorCorrection }: QrTrace): readonly Block[] {
  const modules = qrCodewordModules(version)
  const blocks: Place[][][] = data.map(() => [])
  let at = 0
  for (const parts of [data, errorCorrection]) {
    const longest = Math.max(...parts.map(({ length }) => length))
    for (let i = 0; i < longest; i++) {
      for (const [block, { length }] of parts.entries()) if (i < length) blocks[block]!.push(modules[at++]!)
    }
  }
  const correctable = correctableIn(errorCorrection[0]!.length, `${version}-${level}`)
  return blocks.map((codewords) => ({ codewords, correctable }))
}

/** ISO/IEC 18004:2015, table 9, note b): codewords that keep from misreading and are not used to correct. */
const protection: Readonly<Record<string, number>> = {
  'M1-undefined': 2,
  'M2-L': 3,
  'M2-M': 2,
  'M3-L': 2,
  'M4-L': 2,
  '1-L': 3,
  '1-M': 2,
  '1-Q': 1,
  '1-H': 1,
  '2-L': 2,
  '3-L': 1,
}

const correctableIn = (errorCodewords: number, kind: string): number =>
  Math.floor((errorCodewords - (protection[kind] ?? 0)) / 2)

/** ISO/IEC 16022:2006, 5.7.2: codeword i belongs to block i modulo the number of blocks, those of error correction too. */
function dataMatrixBlocks({ size, blocks }: DataMatrixTrace): readonly Block[] {
  const modules = dataMatrixCodewordModules(size)
  const correctable = Math.floor(blocks[0]!.errorCorrection.length / 2)
  return blocks.map((_, block) => ({ codewords: modules.filter((_, i) => i % blocks.length === block), correctable }))
}

/** Three bits of each copy, which BCH codes with distances of 7 and 8 correct (ISO/IEC 18004:2015, Annexes C and D). */
function withFormatErrors(rows: Rows, { symbology, trace }: Barcode, chance: Chance): Rows {
  const copiesOf = (places: structure.BitPlaces): Place[][] =>
    places[0]!.map((_, copy) => places.map((copies) => copies[copy]!))
  if (symbology === 'microqr') {
    const [places] = copiesOf(structure.microQrFormatPlaces)
    return flipped(rows, chosen(places!, 3, chance))
  }
  const { version } = trace as QrTrace
  const format = copiesOf(structure.qrFormatPlaces(rows.length))
  const copies = version < 7 ? format : [...format, ...copiesOf(structure.qrVersionPlaces(rows.length))]
  return flipped(
    rows,
    copies.flatMap((places) => chosen(places, 3, chance)),
  )
}

/** Where the digits of EAN and UPC begin, in modules of the symbol. ISO/IEC 15420:2009, 4.3 */
const digitsAt: Readonly<Record<string, readonly number[]>> = {
  ean13: [3, 10, 17, 24, 31, 38, 50, 57, 64, 71, 78, 85],
  upca: [3, 10, 17, 24, 31, 38, 50, 57, 64, 71, 78, 85],
  ean8: [3, 10, 17, 24, 36, 43, 50, 57],
  upce: [3, 10, 17, 24, 31, 38],
}
const patternOf = (value: number, columns: number): string => value.toString(2).padStart(columns, '0')
const replaced = (row: string, at: number, pattern: string): string =>
  row.slice(0, at) + pattern + row.slice(at + pattern.length)

/** One symbol character is not in the table of its symbology. */
function withoutCharacter(row: string, barcode: Barcode, chance: Chance): Rows | undefined {
  const { symbology } = barcode
  if (symbology === 'code39' || symbology === 'itf14') return withAnotherWide(row, symbology, chance)
  const places = digitsAt[symbology] ?? charactersAt(row)
  const columns = symbology === 'code128' ? 11 : 7
  const known = new Set(
    Array.from(symbology === 'code128' ? tables.code128Patterns : tables.eanSymbolCharacters, (value) =>
      patternOf(value, columns),
    ),
  )
  const at = chance.oneOf(places)
  const pattern = row.slice(at, at + columns)
  // an edge moves by a module
  const others = Array.from({ length: columns - 2 }, (_, i) => i + 1)
    .filter((i) => pattern[i] !== pattern[i - 1] || pattern[i] !== pattern[i + 1])
    .map((i) => replaced(pattern, i, pattern[i] === '1' ? '0' : '1'))
    .filter((other) => !known.has(other))
  return others.length === 0 ? undefined : [replaced(row, at, chance.oneOf(others))]
}

/** Where the data characters of Code 128 begin: all but start, check and stop character. */
const charactersAt = (row: string): number[] =>
  Array.from({ length: (row.length - 13) / 11 - 2 }, (_, i) => 11 * (i + 1))

/** A narrow element is wide: three of the nine elements of Code 39 have to be, two of the five of a digit of ITF. */
function withAnotherWide(row: string, symbology: 'code39' | 'itf14', chance: Chance): Rows {
  const runs = row.match(/1+|0+/g)!
  const [narrow, wide] = [Math.min(...runs.map(({ length }) => length)), Math.max(...runs.map(({ length }) => length))]
  const [first, last] = symbology === 'itf14' ? [4, runs.length - 3] : [10, runs.length - 10]
  // between two characters of Code 39 is a gap
  const places = runs.flatMap(({ length }, i) =>
    i >= first && i < last && length === narrow && (symbology === 'itf14' || i % 10 !== 9) ? [i] : [],
  )
  const at = chance.oneOf(places)
  return [runs.map((run, i) => (i === at ? run[0]!.repeat(wide) : run)).join('')]
}

/** The check digit or character is another one; of symbologies in which every symbol has one. */
function withOtherCheck(row: string, { symbology, trace }: Barcode, chance: Chance): Rows | undefined {
  const other = (value: number, count: number): number => (value + 1 + chance.below(count - 1)) % count
  switch (symbology) {
    case 'code128': {
      const at = row.length - 13 - 11
      const value = tables.code128Patterns.indexOf(Number.parseInt(row.slice(at, at + 11), 2))
      return [replaced(row, at, patternOf(tables.code128Patterns[other(value, 103)]!, 11))]
    }
    case 'upce': {
      const { digits, suppressed } = trace as UpceTrace
      const sets = digits[0] === '0' ? tables.upceSystemZeroSets : tables.upceSystemOneSets
      const order = sets[other(Number(digits[11]), 10)]!
      const all = Array.from(suppressed, (digit, i) => digitPattern(order[i]!, Number(digit)))
      return [replaced(row, digitsAt.upce![0]!, all.join(''))]
    }
    case 'ean13':
    case 'ean8':
    case 'upca': {
      const at = digitsAt[symbology]!.at(-1)!
      const value = Array.from({ length: 10 }, (_, digit) => digitPattern('C', digit)).indexOf(row.slice(at, at + 7))
      return [replaced(row, at, digitPattern('C', other(value, 10)))]
    }
    default:
      return undefined
  }
}

/** @param set  A, B or C */
const digitPattern = (set: string, digit: number): string =>
  patternOf(tables.eanSymbolCharacters[10 * (set.charCodeAt(0) - 65) + digit]!, 7)
