import { type ExecFileSyncOptions, execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import type { Picture } from './zxing.ts'

/** How a printer's computer or a browser turns the pages of a PDF into dots. */
export interface PdfRenderer {
  readonly name: string
  /**
   * The pictures of all pages.
   *
   * @param folder  for intermediate files
   * @param perInch  dots per inch
   * @param sizes  of the pages, in dots
   */
  draw(file: string, folder: string, perInch: number, sizes: readonly Size[]): Promise<Picture[]>
}

interface Size {
  readonly width: number
  readonly height: number
}

/** A program that writes a picture file for each page. */
function program(
  name: string,
  extension: string,
  run: (file: string, output: string, perInch: number) => void,
): PdfRenderer {
  return {
    name,
    async draw(file, folder, perInch, sizes) {
      const stem = join(folder, name.replaceAll(' ', '-'))
      run(file, stem, perInch)
      return sizes.map((_, i) => {
        const names = [`${stem}-${i + 1}.${extension}`, `${stem}-${`${i + 1}`.padStart(2, '0')}.${extension}`]
        const bytes = names.map((path) => readIfThere(path)).find((found) => found !== undefined)
        if (bytes === undefined) throw new Error(`${name} wrote no page ${i + 1}`)
        for (const path of names) rmSync(path, { force: true })
        return pnmPicture(bytes)
      })
    },
  }
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}

const quiet: ExecFileSyncOptions = { stdio: ['ignore', 'ignore', 'pipe'] }

const poppler = (name: string, colours: string, extension: string): PdfRenderer =>
  program(name, extension, (file, stem, perInch) => {
    execFileSync('pdftoppm', ['-r', `${perInch}`, colours, file, stem], quiet)
  })

const mupdf = (name: string, antialiasing: string): PdfRenderer =>
  program(name, 'pgm', (file, stem, perInch) => {
    execFileSync(
      'mutool',
      ['draw', '-q', '-r', `${perInch}`, '-A', antialiasing, '-c', 'gray', '-o', `${stem}-%d.pgm`, file],
      quiet,
    )
  })

const ghostscript = program('Ghostscript', 'pbm', (file, stem, perInch) => {
  const options = ['-q', '-dBATCH', '-dNOPAUSE', '-dSAFER', '-sDEVICE=pbmraw', `-r${perInch}`]
  execFileSync('gs', [...options, `-sOutputFile=${stem}-%d.pbm`, file], quiet)
})

/** The renderer of Chromium, which draws a page into a bitmap of a given size. */
const pdfium: PdfRenderer = {
  name: 'PDFium',
  async draw(file, _, __, sizes) {
    const library = await PDFiumLibrary.init()
    const document = await library.loadDocument(readFileSync(file))
    try {
      const pictures: Picture[] = []
      for (const [i, size] of sizes.entries()) {
        const { data } = await document.getPage(i).render({ ...size, render: 'bitmap', colorSpace: 'Gray' })
        pictures.push({ ...size, grey: data.slice() })
      }
      return pictures
    } finally {
      document.destroy()
      library.destroy()
    }
  },
}

export const pdfRenderers: readonly PdfRenderer[] = [
  poppler('poppler in grey', '-gray', 'pgm'),
  poppler('poppler in black and white', '-mono', 'pbm'),
  mupdf('MuPDF with anti-aliasing', '8'),
  mupdf('MuPDF without anti-aliasing', '0'),
  ghostscript,
  pdfium,
]

const programs = { pdftoppm: 'poppler-utils', mutool: 'mupdf-tools', gs: 'ghostscript', qpdf: 'qpdf' }
const absent = Object.entries(programs).filter(([name]) => spawnSync(name, ['-h']).error)

/** Why PDFs cannot be drawn by all of them here, or false. */
export const pdfRenderersAbsent =
  absent.length > 0 && `not installed: ${absent.map(([name, debian]) => `${name} (Debian: ${debian})`).join(', ')}`

/** A binary PBM or PGM with 8 bits a pixel: "P4" or "P5", width and height, in a PGM the largest value, then the pixels. */
export function pnmPicture(bytes: Buffer): Picture {
  const header = /^P([45])\s+(?:#[^\n]*\n)*(\d+)\s+(\d+)\s(?:255\s)?/.exec(bytes.toString('latin1', 0, 256))
  if (header === null) throw new Error('neither a binary PBM nor a PGM with 8 bits a pixel')
  const [width, height] = [Number(header[2]), Number(header[3])]
  const pixels = bytes.subarray(header[0].length)
  if (header[1] === '5') return { width, height, grey: pixels.subarray(0, width * height) }
  const rowLength = (width + 7) >> 3
  // a whole number of bytes a row, so that each byte becomes eight pixels
  const padded = new Uint8Array(8 * rowLength * height)
  for (let i = 0; i < rowLength * height; i++) padded.set(eightPixels[pixels[i]!]!, 8 * i)
  if (width % 8 === 0) return { width, height, grey: padded }
  const grey = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    grey.set(padded.subarray(8 * rowLength * y, 8 * rowLength * y + width), width * y)
  }
  return { width, height, grey }
}

/** The pixels of each byte of a PBM, 1 for black. */
const eightPixels = Array.from({ length: 256 }, (_, byte) =>
  Uint8Array.from({ length: 8 }, (_, i) => ((byte >> (7 - i)) & 1 ? 0 : 255)),
)
