/**
 * What manifests and the records of chunks may say. They are files that anyone can write: each value has its type and range, and each
 * name is a plain one, before anything is read, counted or allocated by it.
 */

import { documentFormats } from '../../render/print-document.ts'
import type { Digest } from './digest.ts'
import { mostPages } from './document-output.ts'
import { mostShards, type RowRange, type Shard } from './shard.ts'
import type { InputFacts } from './shard-input.ts'

/** What determines the outputs of a shard, byte for byte. */
export interface Origin {
  /** The version of the program. */
  readonly quietzone: string
  readonly input: InputFacts
  /** The options of the command line that shape the outputs. */
  readonly options: { readonly [name: string]: string }
  readonly shard: Shard & RowRange
}

/** How many, by code. */
export interface Counts {
  readonly [code: string]: number
}

export interface Totals {
  readonly drawn: number
  /** Rows with qty 0, of which no label is wanted. */
  readonly skipped: number
  /** Rows that were not drawn. */
  readonly failed: Counts
  readonly warnings: Counts
  /** Texts without the line feed at their end. */
  readonly lineFeeds: number
}

/** A row that was not drawn. */
export interface BadRow {
  readonly row: number
  readonly line: number
  readonly code: string
  readonly message: string
}

export interface OutputFile extends Digest {
  readonly file: string
  /** Of a PDF. */
  readonly pages?: number
}

export type ManifestHead = Origin & Totals

/** The lists of a manifest, in their order. */
export interface Lists {
  readonly outputs: OutputFile
  readonly bad: BadRow
}

/** What became of the rows of a chunk. */
export interface ChunkRecord extends RowRange {
  readonly drawn: number
  readonly skipped: number
  readonly bad: readonly BadRow[]
  readonly warnings: { readonly [code: string]: number }
  readonly lineFeeds: number
  /** The chunk's document, if it has any label; or the images in the folder. */
  readonly files: readonly OutputFile[]
  /** Names of images that are taken, each with its row. */
  readonly names: readonly (readonly [name: string, row: number])[]
}

type Members = { readonly [name: string]: unknown }

/** The most rows of one run, and of one shard: all file names in use are kept in memory. */
export const mostRows = 1_000_000

/** Characters of a message in a manifest. */
export const longestMessage = 500

/** Characters of a version, of a code, and of a file's name, which systems bound at 255 bytes. */
const [longestWord, longestName] = [100, 255] as const

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isText = (value: unknown, longest: number): value is string =>
  typeof value === 'string' && value.length <= longest

const isCount = (value: unknown, most = Number.MAX_SAFE_INTEGER): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= most

const isSha256 = (value: unknown): value is string => typeof value === 'string' && /^[\da-f]{64}$/.test(value)

/** The name of a file in a folder: it leads nowhere else. */
const isPlainName = (value: unknown): value is string =>
  isText(value, longestName) && value !== '' && value !== '.' && value !== '..' && !/[/\\\0]/.test(value)

const isCounts = (value: unknown, most: number): value is Counts =>
  isObject(value) && Object.entries(value).every(([code, times]) => isText(code, longestWord) && isCount(times, most))

export function isOrigin(value: unknown): value is Origin {
  if (!isObject(value)) return false
  const { quietzone, input, options, shard } = value
  return (
    isText(quietzone, longestWord) &&
    isObject(input) &&
    isText(input.name, longestName) &&
    isCount(input.bytes) &&
    isSha256(input.sha256) &&
    isCount(input.rows) &&
    isObject(options) &&
    Object.values(options).every((option) => typeof option === 'string') &&
    isOutputOption(options.output) &&
    isObject(shard) &&
    isCount(shard.of, mostShards) &&
    isCount(shard.number, shard.of) &&
    shard.number >= 1 &&
    isRange(shard, input.rows)
  )
}

const isOutputOption = (value: unknown): boolean =>
  value === 'folder' || documentFormats.some((format) => format === value)

/** Whether it is a range of at most as many rows as a shard has. @param last  of the whole table */
function isRange({ first, last }: Members, rows: number): boolean {
  return isCount(last, rows) && isCount(first, last + 1) && first >= 1 && sizeOf({ first, last }) <= mostRows
}

const sizeOf = ({ first, last }: RowRange): number => last - first + 1

/** Whether it may be the head of a manifest: no more is drawn or failed than the shard has rows. */
export function isHead(value: unknown): value is ManifestHead {
  if (!isObject(value) || !isOrigin(value)) return false
  const { drawn, skipped, failed, warnings, lineFeeds } = value
  const rows = sizeOf(value.shard)
  return (
    isCount(drawn, rows) &&
    isCount(skipped, rows) &&
    isCounts(failed, rows) &&
    isCounts(warnings, Number.MAX_SAFE_INTEGER) &&
    isCount(lineFeeds, rows)
  )
}

/** @param isName  whether a file may have that name */
export function isOutputFile(value: unknown, isName = isPlainName): value is OutputFile {
  if (!isObject(value)) return false
  const { file, bytes, sha256, pages } = value
  return isName(file) && isCount(bytes) && isSha256(sha256) && (pages === undefined || isCount(pages, mostPages))
}

/** Whether it may be an output of a manifest: a document beside it, or an image in a folder beside it. */
export function isOutput(value: unknown, { options }: Origin): value is OutputFile {
  if (options.output !== 'folder') return isOutputFile(value)
  return isOutputFile(value, (file): file is string => {
    const [folder, name, ...others] = typeof file === 'string' ? file.split('/') : []
    return isPlainName(folder) && isPlainName(name) && others.length === 0
  })
}

/** How many entries the lists of a manifest have at most: a document is one, an image has up to 16 parts. */
export function mostEntries({ options, shard }: Origin): { readonly outputs: number; readonly bad: number } {
  const rows = sizeOf(shard)
  return { outputs: options.output === 'folder' ? mostParts * rows : 1, bad: rows }
}

const mostParts = 16

export function isBadRow(value: unknown, { first, last }: RowRange): value is BadRow {
  if (!isObject(value)) return false
  const { row, line, code, message } = value
  // a character may take two code units, and what is cut has an ellipsis
  const isMessage = isText(message, 2 * longestMessage + 1)
  return isCount(row, last) && row >= first && isCount(line) && isText(code, longestWord) && isMessage
}

/** Whether it may be the record of the chunk of these rows. */
export function isRecord(value: unknown, range: RowRange): value is ChunkRecord {
  if (!isObject(value)) return false
  const { first, last, drawn, skipped, bad, warnings, lineFeeds, files, names } = value
  const rows = sizeOf(range)
  return (
    first === range.first &&
    last === range.last &&
    isCount(drawn, rows) &&
    isCount(skipped, rows) &&
    isCount(lineFeeds, rows) &&
    Array.isArray(bad) &&
    bad.every((row) => isBadRow(row, range)) &&
    isCounts(warnings, Number.MAX_SAFE_INTEGER) &&
    Array.isArray(files) &&
    files.every((file) => isOutputFile(file)) &&
    Array.isArray(names) &&
    names.every((each) => Array.isArray(each) && isPlainName(each[0]) && isCount(each[1], range.last))
  )
}
