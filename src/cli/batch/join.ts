/** Documents joined to one: those of all shards by `quietzone batch --join`, and those of the chunks of a shard. */

import { basename, dirname, extname, resolve } from 'node:path'
import { quoted } from '../../../symbologies/index.ts'
import { joinedPdf, PdfJoinError, type PdfSource } from '../../render/pdf-join.ts'
import { type DocumentFormat, documentFormats } from '../../render/print-document.ts'
import type { Arguments } from '../arguments.ts'
import { type Exit, exit, Failure } from '../command.ts'
import { type Output, unreadable } from '../files.ts'
import { printMessage, refuseTerminal } from '../output.ts'
import { pathOf, type Shell } from '../shell.ts'
import { type Digest, digested, fileDigest, isSame, regularFile } from './digest.ts'
import { documentFile, mostPages } from './document-output.ts'
import { cleared } from './left-files.ts'
import { differences, Manifest, type OutputFile, type ShardOrigin } from './manifest.ts'
import { sumOf } from './progress.ts'
import { shardPlace } from './shard.ts'

/** The document of a shard, with its manifest. */
interface Part {
  readonly path: string
  readonly manifest: Manifest
  /** Undefined if none of its rows has a label. */
  readonly document: OutputFile | undefined
}

/** @throws Failure for parts that are not all shards of one batch, or not whole */
export async function joinParts(shell: Shell, read: Arguments): Promise<Exit> {
  const stray = [...Object.keys(read.given), ...read.options.keys(), ...read.lists.keys()].find(
    (name) => !['join', 'output', 'help', 'format'].includes(name),
  )
  if (stray !== undefined) throw new Failure(exit.usage, `--${stray} does not go with --join: the parts are drawn`)
  const name = read.options.get('output')
  if (name === undefined) throw new Failure(exit.usage, '--join needs the name of the document; give -o all.pdf')
  const output = pathOf(shell, name)
  const parts = await partsOf(read.operands.map((part) => pathOf(shell, part)))
  const format = formatOf(parts[0]!.manifest, name)
  if (output === '-') refuseTerminal(shell, format)
  if (parts.some(({ path }) => resolve(path) === resolve(output))) {
    throw new Failure(exit.usage, `-o ${quoted(name)} is one of the parts; give another name`)
  }
  const pages = parts.reduce((sum, { document }) => sum + (document?.pages ?? 0), 0)
  if (pages > mostPages) {
    const advice = 'print the parts one after another, or join some rows at a time by fewer shards'
    throw new Failure(exit.usage, `the parts have ${pages} pages, and one PDF at most ${mostPages}: ${advice}`)
  }
  for (const part of parts) await refuseDamaged(part)
  return joined(shell, parts, { output, format })
}

async function joined(
  shell: Shell,
  parts: readonly Part[],
  { output, format }: { readonly output: string; readonly format: DocumentFormat },
): Promise<Exit> {
  const drawn = parts.reduce((sum, { manifest }) => sum + manifest.head.drawn, 0)
  const failed = parts.reduce((sum, { manifest }) => sum + sumOf(manifest.head.failed), 0)
  const bad = failed === 0 ? '' : `; ${failed} rows failed: the manifests of the parts name them`
  const paths = parts.flatMap(({ path, document }) => (document === undefined ? [] : [path]))
  if (paths.length === 0) {
    printMessage(shell, `no row of ${parts.length} parts was drawn: nothing was written${bad}`)
    return exit.done
  }
  if (output !== '-') await cleared(shell, dirname(output))
  const out = await documentFile(shell, output)
  await joinDocuments(paths, out, { format, title: basename(output, extname(output)) })
  const name = output === '-' ? 'standard output' : output
  printMessage(shell, `${drawn} rows of ${parts.length} parts joined to ${name}${bad}`)
  return exit.done
}

/** The parts in the order of their shards, whatever the order in which they are named. @throws Failure */
async function partsOf(operands: readonly string[]): Promise<readonly Part[]> {
  const [first, ...others] = operands
  if (first === undefined) throw new Failure(exit.usage, 'no part given; name all, or part-%d.pdf')
  const isPattern = first.includes(shardPlace)
  if (isPattern && others.length > 0) throw new Failure(exit.usage, `${first} names all parts; give no other`)
  const nameOf = (number: number): string => first.replaceAll(shardPlace, `${number}`)
  const read = [await partAt(isPattern ? nameOf(1) : first)]
  const { of } = read[0]!.manifest.head.shard
  if (isPattern) for (let number = 2; number <= of; number++) read.push(await partAt(nameOf(number)))
  for (const name of others) read.push(await partAt(name))
  const parts = read.toSorted((a, b) => numberOf(a) - numberOf(b))
  for (const part of parts) refuseOther(part, parts[0]!)
  for (const [i, part] of parts.entries()) if (numberOf(part) !== i + 1) throw incomplete(parts, i + 1, part)
  if (parts.length < of) throw incomplete(parts, parts.length + 1)
  return parts
}

const numberOf = ({ manifest }: Part): number => manifest.head.shard.number

async function partAt(path: string): Promise<Part> {
  const name = `${path}.manifest.json`
  const manifest = await Manifest.read(name)
  if (manifest === undefined) {
    throw new Failure(
      exit.files,
      `${name} is missing: its shard is not finished, or ${path} is none; run it to its end`,
    )
  }
  if (manifest.head.options.output === 'folder') {
    throw new Failure(exit.usage, `${path} is a folder of images, which need no joining`)
  }
  let document: OutputFile | undefined
  for await (const output of manifest.entries('outputs')) document = output
  return { path, manifest, document }
}

/** @throws Failure for a part of another batch */
function refuseOther(part: Part, first: Part): void {
  const shard = first.manifest.head.shard
  const now: ShardOrigin = { ...part.manifest.head, shard: { ...shard, of: part.manifest.head.shard.of } }
  const [difference] = differences(first.manifest.head, now)
  if (difference === undefined) return
  const message = `${part.path} and ${first.path} are not parts of one batch: ${difference.replace(', now ', ', and ')}`
  throw new Failure(exit.usage, message)
}

function incomplete(parts: readonly Part[], missing: number, found?: Part): Failure {
  const { of } = parts[0]!.manifest.head.shard
  if (found !== undefined && numberOf(found) < missing) {
    return new Failure(exit.usage, `shard ${numberOf(found)}/${of} is given twice`)
  }
  return new Failure(exit.usage, `shard ${missing}/${of} is missing; give all ${of} parts, or part-%d.pdf`)
}

/** @throws Failure if the document is not what its shard wrote */
async function refuseDamaged({ path, manifest, document }: Part): Promise<void> {
  const found = document && (await fileDigest(path))
  if (document === undefined || isSame(found, document)) return
  const what = found === undefined ? 'is missing' : `is not what ${manifest.path} says`
  throw new Failure(exit.files, `${path} ${what}; remove it and run its shard again`)
}

/** @throws Failure if the output has another format than the parts */
function formatOf({ head }: Manifest, output: string): DocumentFormat {
  const format = documentFormats.find((each) => each === head.options.output)!
  if (output === '-' || extname(output).toLowerCase() === `.${format}`) return format
  throw new Failure(exit.usage, `the parts are ${format}, and ${quoted(output)} does not end in .${format}`)
}

const blockBytes = 1 << 20

/** The files of documents that were written; each is closed before the next one is opened. @throws Failure */
export async function* documentFiles(paths: Iterable<string>): AsyncGenerator<PdfSource> {
  for (const path of paths) {
    const file = await regularFile(path)
    if (file === undefined) throw new Failure(exit.files, `${path} is missing: run the same command again`)
    try {
      const read = async (from: number, length: number): Promise<Uint8Array> => {
        const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, from)
        if (bytesRead < length) throw new PdfJoinError(`${path} ends after ${from + bytesRead} bytes`)
        return buffer
      }
      yield { name: path, size: (await file.stat()).size, read }
    } catch (error) {
      if (error instanceof Failure || error instanceof PdfJoinError) throw error
      throw unreadable(path, error)
    } finally {
      await file.close()
    }
  }
}

/** Writes the labels of all documents, in order, as one. Returns what was written. @throws Failure */
export async function joinDocuments(
  paths: readonly string[],
  output: Output,
  { format, title }: { readonly format: DocumentFormat; readonly title: string },
): Promise<Digest> {
  const out = digested(output)
  try {
    const files = documentFiles(paths)
    for await (const piece of format === 'pdf' ? joinedPdf(title, files) : contents(files)) await out.write(piece)
    await out.finish()
    return out.digest()
  } catch (error) {
    await out.abandon()
    throw error instanceof PdfJoinError ? new Failure(exit.files, error.message) : error
  }
}

async function* contents(files: AsyncIterable<PdfSource>): AsyncGenerator<Uint8Array> {
  for await (const { size, read } of files) {
    for (let at = 0; at < size; at += blockBytes) yield await read(at, Math.min(blockBytes, size - at))
  }
}
