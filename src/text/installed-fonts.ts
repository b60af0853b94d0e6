/** The fonts as they are installed. The only file of this room that needs node or a package: nothing that a browser loads imports it. */

import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { because } from '../messages.ts'
import { root } from '../root.ts'
import { FontError, type FontSource } from './font-source.ts'

/** SHA-256 of fonts/SHA256SUMS, which lists the digests of all other files of the folder. Both are written by fonts/make.mjs. */
const sumsDigest = '1d89fb3d87cf040e0250458bc82dac06afec1d4498e0cdbcaafad0f976789ebd'
/** SHA-256 of the WebAssembly file in the version of harfbuzzjs that package-lock.json names. */
const harfBuzzDigest = '6eeed8e1bc9ad7773038e48ff8f9e07e0ad228572c594b45e5357e9c2f7a0b2e'

/** The fonts of this installation: each file is verified when it is read. */
export const installedFonts: FontSource = {
  file: fontFile,
  unifont: () => zlib().brotliDecompressSync(fontFile('unifont.br')),
  harfBuzz: loadedHarfBuzz,
  bidi: () => load(resolved('bidi-js'))(),
}

/** HarfBuzz, or why it could not be loaded. */
let harfBuzz: object | FontError = new FontError('harfbuzzjs', 'is needed for a caption, and has not been loaded')

function loadedHarfBuzz(): object {
  if (harfBuzz instanceof FontError) throw harfBuzz
  return harfBuzz
}

/**
 * Loads HarfBuzz, which compiles its WebAssembly in the background: to be awaited before a text beyond Latin letters of Europe is
 * drawn. If that fails, the first such text throws the error, and others are drawn.
 */
export async function loadHarfBuzz(): Promise<void> {
  if (!(harfBuzz instanceof FontError)) return
  try {
    verified(harfBuzzPath(), () => harfBuzzDigest)
    harfBuzz = await import('harfbuzzjs')
  } catch (error) {
    harfBuzz =
      error instanceof FontError
        ? error
        : new FontError('harfbuzzjs', `cannot be loaded: ${because(error)}`, { cause: error })
  }
}

function fontFile(name: string): Buffer {
  return verified(pathOf(name), () => digestOf(name))
}

/** Verifies all of these files, a part at a time, and that there is bidi-js. @throws FontError for the first with a fault */
export function verifyFontFiles(): void {
  const buffer = Buffer.allocUnsafe(1 << 18)
  for (const [name, digest] of digests()) verifyInPieces(pathOf(name), digest, buffer)
  verifyInPieces(harfBuzzPath(), harfBuzzDigest, buffer)
  resolved('bidi-js')
}

function pathOf(name: string): string {
  return join(root, 'fonts', name)
}

const harfBuzzPath = (): string => resolved('harfbuzzjs/dist/harfbuzz.wasm')

/** The path of a package, or of a file in one. */
function resolved(name: string): string {
  try {
    return load.resolve(name)
  } catch (error) {
    throw new FontError(name, 'is missing from node_modules', { cause: error })
  }
}

const load = createRequire(import.meta.url)
// most commands read no font, and would wait for these as long as for their own modules
const crypto = (): typeof import('node:crypto') => load('node:crypto')
const zlib = (): typeof import('node:zlib') => load('node:zlib')

/** By path. A file with a fault is not read again at each request, since only a new installation repairs it. */
const failures = new Map<string, FontError>()

function verified(path: string, digest: () => string): Buffer {
  const known = failures.get(path)
  if (known !== undefined) throw known
  try {
    const content = reading(path, () => readFileSync(path))
    if (hash(content) !== digest()) throw damaged(path)
    return content
  } catch (error) {
    if (error instanceof FontError && !isTemporary(error.cause)) failures.set(path, error)
    throw error
  }
}

function verifyInPieces(path: string, digest: string, buffer: Buffer): void {
  const found = reading(path, () => {
    const file = openSync(path, 'r')
    try {
      const sum = crypto().createHash('sha256')
      for (let length = 1; length > 0; ) {
        length = readSync(file, buffer)
        sum.update(buffer.subarray(0, length))
      }
      return sum.digest('hex')
    } finally {
      closeSync(file)
    }
  })
  if (found !== digest) throw damaged(path)
}

function reading<T>(path: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new FontError(path, `cannot be read: ${because(error)}`, { cause: error })
  }
}

/** Too many open files or too little memory: a later attempt may succeed. */
function isTemporary(cause: unknown): boolean {
  return ['EMFILE', 'ENFILE', 'ENOMEM'].includes((cause as NodeJS.ErrnoException | undefined)?.code ?? '')
}

function damaged(path: string): FontError {
  return new FontError(
    path,
    'is damaged: its SHA-256 is not the one that this version was built with; install it again',
  )
}

function hash(content: Uint8Array): string {
  return crypto().createHash('sha256').update(content).digest('hex')
}

let sums: ReadonlyMap<string, string> | undefined

/** SHA-256 by file name. */
function digests(): ReadonlyMap<string, string> {
  sums ??= new Map(
    verified(pathOf('SHA256SUMS'), () => sumsDigest)
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  )
  return sums
}

function digestOf(name: string): string {
  const digest = digests().get(name)
  if (digest === undefined) throw new Error(`fonts/SHA256SUMS does not list ${name}`)
  return digest
}
