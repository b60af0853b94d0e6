import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Picture } from './zxing.ts'

const absent = ['qpdf', 'pdftoppm', 'pdfinfo', 'pdftotext'].filter((tool) => spawnSync(tool, ['--version']).error)

/** Why PDFs cannot be looked at here, or false. */
export const pdfToolsAbsent = absent.length > 0 && `not installed: ${absent.join(', ')} (Debian: qpdf, poppler-utils)`

/** A folder for one test, gone afterwards. */
function withFolder<T>(use: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'quietzone-'))
  try {
    return use(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export interface PdfPage {
  /** Points. */
  readonly width: number
  readonly height: number
  /** In reading order, with the upper and lower edge of each word in points from the top. */
  readonly words: readonly { readonly text: string; readonly top: number; readonly bottom: number }[]
}

/** One document of the first pages of `files`, to look at many with one start of each tool. */
export function firstPages(files: readonly Uint8Array[], folder: string): string {
  const names = files.map((bytes, i) => {
    const name = join(folder, `${i}.pdf`)
    writeFileSync(name, bytes)
    return name
  })
  const joined = join(folder, 'joined.pdf')
  execFileSync('qpdf', ['--empty', '--pages', ...names.flatMap((name) => [name, '1']), '--', joined])
  return joined
}

/** What qpdf complains about in the document; empty if nothing. */
export function qpdfComplaints(bytes: Uint8Array): string {
  return withFolder((folder) => {
    const name = join(folder, 'x.pdf')
    writeFileSync(name, bytes)
    const { status, stdout, stderr } = spawnSync('qpdf', ['--check', name], { encoding: 'utf8' })
    return status === 0 ? '' : stdout + stderr
  })
}

/** The pages of a document that is in no file. */
export function pagesIn(bytes: Uint8Array): PdfPage[] {
  return withFolder((folder) => {
    const name = join(folder, 'x.pdf')
    writeFileSync(name, bytes)
    return pagesOf(name)
  })
}

export function pagesOf(file: string): PdfPage[] {
  const count = Number(/Pages:\s+(\d+)/.exec(execFileSync('pdfinfo', [file], { encoding: 'utf8' }))?.[1])
  const info = execFileSync('pdfinfo', ['-f', '1', '-l', `${count}`, file], { encoding: 'utf8' })
  const sizes = [...info.matchAll(/Page\s+\d+ size:\s+([\d.]+) x ([\d.]+) pts/g)]
  const text = execFileSync('pdftotext', ['-bbox', file, '-'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    // pdftotext complains of every page without words
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const pages = text.split('<page ').slice(1)
  return sizes.map((size, i) => ({
    width: Number(size[1]),
    height: Number(size[2]),
    words: [...(pages[i] ?? '').matchAll(/yMin="([\d.]+)" xMax="[\d.]+" yMax="([\d.]+)">([^<]*)</g)].map((word) => ({
      text: word[3]!,
      top: Number(word[1]),
      bottom: Number(word[2]),
    })),
  }))
}

/** Every page as pdftoppm draws it. */
export function pdfPictures(file: string, resolution: number): Picture[] {
  return withFolder((folder) => {
    execFileSync('pdftoppm', ['-r', `${resolution}`, '-gray', file, join(folder, 'page')])
    return readdirSync(folder)
      .toSorted()
      .map((name) => pgmPicture(readFileSync(join(folder, name))))
  })
}

/** A binary PGM with 8 bits a pixel, as pdftoppm writes it: "P5", width, height and the largest value, then the pixels. */
function pgmPicture(bytes: Buffer): Picture {
  const header = /^P5\s(\d+)\s(\d+)\s255\s/.exec(bytes.toString('latin1', 0, 64))
  if (header === null) throw new Error('not a binary PGM with 8 bits a pixel')
  const [width, height] = [Number(header[1]), Number(header[2])]
  return { width, height, grey: Uint8Array.from(bytes.subarray(header[0].length, header[0].length + width * height)) }
}
