/**
 * The manifest of a shard: a JSON file that says of what it was made, which rows are bad, and what its outputs hold. It has an
 * entry a line, so that a million of them need no memory, and its own SHA-256 at the end.
 */

import { createHash } from 'node:crypto'
import { exit, Failure } from '../command.ts'
import type { Output } from '../files.ts'
import { textLines } from '../lines.ts'
import { type Digest, regularFile } from './digest.ts'
import type { RowRange, Shard } from './shard.ts'
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
    const { quietzone, input, options, shard, drawn, failed, warnings, lineFeeds } = head
    const members = { quietzone, input, options, shard, drawn, failed, warnings, lineFeeds }
    await write('{\n')
    for (const [name, value] of Object.entries(members)) await write(`  "${name}": ${JSON.stringify(value)},\n`)
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

/** A manifest that is whole. */
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
    const members: Record<string, unknown> = {}
    for await (const { name, value, isEntry } of partsOf(path)) if (!isEntry) members[name] = value
    const missing = headMembers.find((name) => members[name] === undefined)
    if (missing !== undefined) throw damaged(path)
    return new Manifest(path, members as unknown as ManifestHead)
  }

  /** The entries of a list. */
  async *entries<Name extends keyof Lists>(list: Name): AsyncGenerator<Lists[Name]> {
    for await (const { name, value, isEntry } of partsOf(this.path)) {
      if (isEntry && name === list) yield value as Lists[Name]
    }
  }
}

const headMembers = ['quietzone', 'input', 'options', 'shard', 'drawn', 'failed', 'warnings', 'lineFeeds'] as const

interface Part {
  readonly name: string
  readonly value: unknown
  /** Whether it is one of a list. */
  readonly isEntry: boolean
}

/** What the lines of a manifest say. @throws Failure if its SHA-256 is another; what it gave before cannot be trusted then */
async function* partsOf(path: string): AsyncGenerator<Part> {
  const file = await regularFile(path)
  if (file === undefined) throw damaged(path)
  const hash = createHash('sha256')
  let list: string | undefined
  let sum: string | undefined
  for await (const { bytes } of textLines(file.createReadStream(), longestLine)) {
    if (bytes === undefined) throw damaged(path)
    const line = Buffer.from(bytes).toString()
    sum = /^ {2}"sha256": "([0-9a-f]{64})"$/.exec(line)?.[1] ?? sum
    if (sum !== undefined) continue
    hash.update(`${line}\n`)
    const [, name, text] = /^ {2}"(\w+)": (.+?),?$/s.exec(line) ?? []
    if (text === '[') list = name
    else if (name !== undefined) yield { name, value: parsed(text!, path), isEntry: false }
    else if (list !== undefined && line.startsWith('    {')) {
      yield { name: list, value: parsed(line.replace(/,$/, ''), path), isEntry: true }
    }
  }
  if (sum !== hash.digest('hex')) throw damaged(path)
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
export function differences(was: Origin, now: Origin): readonly string[] {
  const facts = (origin: Origin): Record<string, string> => ({
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
