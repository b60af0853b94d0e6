/**
 * The manifest of a shard: a JSON file that says of what it was made, which rows are bad, and what its outputs hold. It has an
 * entry a line, so that a million of them need no memory, and its own SHA-256 at the end.
 */

import { createHash } from 'node:crypto'
import { exit, Failure } from '../command.ts'
import type { Output } from '../files.ts'
import { textLines } from '../input-file.ts'
import { regularFile } from './digest.ts'
import {
  isBadRow,
  isHead,
  isOutput,
  type Lists,
  type ManifestHead,
  mostEntries,
  type Origin,
} from './manifest-values.ts'

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
    const { quietzone, input, options, shard, drawn, skipped, failed, warnings, lineFeeds } = head
    const members = { quietzone, input, options, shard, drawn, skipped, failed, warnings, lineFeeds }
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

const headMembers: readonly string[] = [
  'quietzone',
  'input',
  'options',
  'shard',
  'drawn',
  'skipped',
  'failed',
  'warnings',
  'lineFeeds',
] satisfies (keyof ManifestHead)[]

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
