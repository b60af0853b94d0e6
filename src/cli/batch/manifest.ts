/**
 * The manifest of a shard: a JSON file that says of what it was made, which rows are bad, and what its outputs hold. It has an
 * entry a line, so that a million of them need no memory, and its own SHA-256 at the end.
 */

import { createHash } from 'node:crypto'
import { documentFormats } from '../../render/print-document.ts'
import { exit, Failure } from '../command.ts'
import type { Output } from '../files.ts'
import { textLines } from '../input-file.ts'
import { type Digest, regularFile } from './digest.ts'
import { mostPages } from './document-output.ts'
import { mostShards, type RowRange, type Shard } from './shard.ts'
import type { InputFacts } from './shard-input.ts'

/** What determines the outputs of a shard, byte for byte. */
export interface ShardOrigin {
  /** The version of the program. */
  readonly quietzone: string
  readonly input: InputFacts
  /** The options of the command line that shape the outputs. */
  readonly options: { readonly [name: string]: string }
  readonly shard: Shard & RowRange
}

/** How many, by code. */
export interface RowCounts {
  readonly [code: string]: number
}

export interface Totals {
  readonly drawn: number
  /** Rows with qty 0, of which no label is wanted. */
  readonly skipped: number
  /** Rows that were not drawn. */
  readonly failed: RowCounts
  readonly warnings: RowCounts
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

export type ManifestHead = ShardOrigin & Totals

/** The lists of a manifest, in their order. */
interface Lists {
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

type Entries<T> = AsyncIterable<T> | Iterable<T>

/** @throws Failure */
export async function writeManifest(
  out: Output,
  head: ManifestHead,
  lists: { readonly [name in keyof Lists]: Entries<Lists[name]> },
): Promise<void> {
  const hash = createHash('sha256')
  const write = async (text: string): Promise<void> => {
    hash.update(text)
    await out.write(text)
  }
  try {
    await write('{\n')
    for (const name of headMembers) await write(`  "${name}": ${JSON.stringify(head[name])},\n`)
    for (const name of ['outputs', 'bad'] as const) {
      await write(`  "${name}": [`)
      let separator = '\n'
      for await (const entry of lists[name]) {
        await write(`${separator}    ${JSON.stringify(entry)}`)
        separator = ',\n'
      }
      await write('\n  ],\n')
    }
    await out.write(`  "sha256": "${hash.digest('hex')}"\n}\n`)
    await out.finish()
  } catch (error) {
    await out.abandon()
    throw error
  }
}

/** The most bytes of a line: the options have texts of 7089 characters. */
const longestLine = 1 << 20

/** A manifest that is whole, and says nothing but what the program may have written. */
export class Manifest {
  readonly path: string
  readonly head: ManifestHead

  private constructor(path: string, head: ManifestHead) {
    this.path = path
    this.head = head
  }

  /** The manifest of this name, if there is one. @throws Failure if it is damaged */
  static async read(path: string): Promise<Manifest | undefined> {
    const file = await regularFile(path)
    if (file === undefined) return undefined
    await file.close()
    let head: ManifestHead | undefined
    for await (const part of partsOf(path)) if (part.name === 'head') head = part.value
    return new Manifest(path, head!)
  }

  /** The entries of a list. */
  async *entries<Name extends keyof Lists>(list: Name): AsyncGenerator<Lists[Name]> {
    for await (const { name, value } of partsOf(this.path)) if (name === list) yield value as Lists[Name]
  }
}

const headMembers = [
  'quietzone',
  'input',
  'options',
  'shard',
  'drawn',
  'skipped',
  'failed',
  'warnings',
  'lineFeeds',
] as const satisfies readonly (keyof ManifestHead)[]

type Part =
  | { readonly name: 'head'; readonly value: ManifestHead }
  | { readonly [Name in keyof Lists]: { readonly name: Name; readonly value: Lists[Name] } }[keyof Lists]

/**
 * What a manifest says: its head, and then the entries of its lists, each checked when it is there.
 *
 * @throws Failure if its SHA-256 is another; what it gave before cannot be trusted then
 */
async function* partsOf(path: string): AsyncGenerator<Part> {
  const lines = linesOf(path)
  const hash = createHash('sha256')
  const next = async (): Promise<string> => {
    const { value } = await lines.next()
    if (value === undefined) throw damaged(path)
    return value
  }
  const hashed = async (): Promise<string> => {
    const line = await next()
    hash.update(`${line}\n`)
    return line
  }
  try {
    if ((await hashed()) !== '{') throw damaged(path)
    const members: Record<string, unknown> = {}
    for (const wanted of headMembers) {
      const [, name, text] = /^ {2}"(\w+)": (.+),$/s.exec(await hashed()) ?? []
      if (name !== wanted || text === undefined) throw damaged(path)
      members[name] = parsed(text, path)
    }
    if (!isHead(members)) throw damaged(path)
    yield { name: 'head', value: members }
    for (const name of ['outputs', 'bad'] as const) {
      if ((await hashed()) !== `  "${name}": [`) throw damaged(path)
      let left = mostEntries(members)[name]
      for (let line = await hashed(); line !== '  ],'; line = await hashed()) {
        const value = parsed(line.replace(/,$/, ''), path)
        if (left-- === 0) throw damaged(path)
        if (name === 'outputs' && isOutput(value, members)) yield { name, value }
        else if (name === 'bad' && isBadRow(value, members.shard)) yield { name, value }
        else throw damaged(path)
      }
    }
    const [, sum] = /^ {2}"sha256": "([0-9a-f]{64})"$/.exec(await next()) ?? []
    if (sum !== hash.digest('hex') || (await next()) !== '}' || !(await lines.next()).done) throw damaged(path)
  } finally {
    await lines.return(undefined)
  }
}

/** @throws Failure for a line that is too long */
async function* linesOf(path: string): AsyncGenerator<string, undefined> {
  const file = await regularFile(path)
  if (file === undefined) throw damaged(path)
  for await (const { bytes } of textLines(file.createReadStream(), longestLine)) {
    if (bytes === undefined) throw damaged(path)
    yield Buffer.from(bytes).toString()
  }
}

function parsed(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw damaged(path)
  }
}

function damaged(path: string): Failure {
  return new Failure(exit.usage, `${path} is damaged; remove it, and run its shard again, which draws the rows again`)
}

/** What two origins do not have in common, for a message; empty if they give the same outputs. */
export function differences(was: ShardOrigin, now: ShardOrigin): readonly string[] {
  const facts = (origin: ShardOrigin): Record<string, string> => ({
    'version of quietzone': origin.quietzone,
    'bytes of the input': `${origin.input.bytes}`,
    'SHA-256 of the input': origin.input.sha256,
    'rows of the input': `${origin.input.rows}`,
    shard: `${origin.shard.number}/${origin.shard.of}`,
    ...Object.fromEntries(Object.entries(origin.options).map(([name, value]) => [`--${name}`, JSON.stringify(value)])),
  })
  const [before, after] = [facts(was), facts(now)]
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names
    .filter((name) => before[name] !== after[name])
    .map((name) => `${name} was ${before[name] ?? 'not given'}, now ${after[name] ?? 'not given'}`)
}

// What manifests and the records of chunks may say. They are files that anyone can write: each value has its type and range, and each
// name is a plain one, before anything is read, counted or allocated by it.

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

const isCounts = (value: unknown, most: number): value is RowCounts =>
  isObject(value) && Object.entries(value).every(([code, times]) => isText(code, longestWord) && isCount(times, most))

export function isOrigin(value: unknown): value is ShardOrigin {
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
function isHead(value: unknown): value is ManifestHead {
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
function isOutputFile(value: unknown, isName = isPlainName): value is OutputFile {
  if (!isObject(value)) return false
  const { file, bytes, sha256, pages } = value
  return isName(file) && isCount(bytes) && isSha256(sha256) && (pages === undefined || isCount(pages, mostPages))
}

/** Whether it may be an output of a manifest: a document beside it, or an image in a folder beside it. */
function isOutput(value: unknown, { options }: ShardOrigin): value is OutputFile {
  if (options.output !== 'folder') return isOutputFile(value)
  return isOutputFile(value, (file): file is string => {
    const [folder, name, ...others] = typeof file === 'string' ? file.split('/') : []
    return isPlainName(folder) && isPlainName(name) && others.length === 0
  })
}

/** How many entries the lists of a manifest have at most: a document is one, an image has up to 16 parts. */
function mostEntries({ options, shard }: ShardOrigin): { readonly outputs: number; readonly bad: number } {
  const rows = sizeOf(shard)
  return { outputs: options.output === 'folder' ? mostParts * rows : 1, bad: rows }
}

const mostParts = 16

function isBadRow(value: unknown, { first }: RowRange): value is BadRow {
  if (!isObject(value)) return false
  const { row, line, code, message } = value
  // a character may take two code units, and what is cut has an ellipsis
  const isMessage = isText(message, 2 * longestMessage + 1)
  return isCount(line) && isCount(row, line) && row >= first && isText(code, longestWord) && isMessage
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
    names.every((each) => Array.isArray(each) && isPlainName(each[0]) && isCount(each[1]))
  )
}
