/** Pages of PDFs as pictures, by PDFium, which is not ours; the only file that knows the package. It runs in a sandbox of WebAssembly without files. */

import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import type { PDFiumModule as Start } from '@hyzyla/pdfium'
import { root } from '../../root.ts'
import { greysOfPixels, type Picture, PictureError, type PictureSize, pictureOfPixels } from '../check/index.ts'

const load = createRequire(import.meta.url)

type PdfiumModule = Awaited<ReturnType<typeof Start>>
/** What the package has besides what its types name. */
type Pdfium = PdfiumModule & {
  readonly _FPDF_InitLibrary: () => void
  readonly _FPDF_GetPageSizeByIndexF: (document: number, page: number, size: number) => number
  readonly _FPDF_RenderPageBitmapWithMatrix: (
    bitmap: number,
    page: number,
    matrix: number,
    clip: number,
    flags: number,
  ) => void
}

/** FPDF_ERR_PASSWORD of fpdfview.h: a password is needed, or another one. */
const passwordNeeded = 4
/** FPDF_ANNOT: what is written on the page is drawn too; FPDF_RENDER_NO_SMOOTHTEXT: words have no greys, which only symbols need. */
const flags = 0x1 | 0x1000
/** The same with the greys of words. */
const smoothFlags = 0x1
/** FPDFBitmap_BGRx: four bytes a pixel, the last of them without meaning. */
const bgrx = 3
const white = 0xffffffff
/**
 * PDFium rounds a rectangle that is a shape by itself to whole pixels, its width up: one of 24.0001 pixels becomes 25. What leans to the
 * side by this, pixels a pixel, is not a rectangle to it, though it is to the eye: a tenth of a pixel on 5,000.
 */
const leaning = 2e-5

/** How points become pixels: a, b, c, d, e and f of x' = a x + c y + e, y' = b x + d y + f. */
export type Affine = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

/** One page of a PDF, until it is closed. */
export class RasterPage {
  readonly #pdfium: Pdfium
  readonly #page: number
  /** In points of 1/72 inch. */
  readonly width: number
  readonly height: number
  /** Of the document. */
  readonly pages: number

  private constructor(pdfium: Pdfium, { page, pages, size }: { page: number; pages: number; size: readonly number[] }) {
    this.#pdfium = pdfium
    this.#page = page
    this.pages = pages
    ;[this.width = 0, this.height = 0] = size
  }

  /**
   * @param number  of the page, from 1
   * @throws PictureError for a document that is damaged, has a password or has no such page
   */
  static async opened(file: Uint8Array, number: number): Promise<RasterPage> {
    const pdfium = await started()
    return bounded(() => {
      const document = pdfium._FPDF_LoadMemDocument(inMemory(pdfium, file), file.length, 0)
      if (document === 0) {
        throw pdfium._FPDF_GetLastError() === passwordNeeded
          ? new PictureError('a PDF with a password: save it without one', 'picture.encrypted')
          : new PictureError('a damaged PDF')
      }
      const pages = pdfium._FPDF_GetPageCount(document)
      if (number > pages) {
        throw new PictureError(`the PDF has ${counted(pages)}; there is no page ${number}`, 'picture.page')
      }
      const size = allocated(pdfium, 8)
      const page = pdfium._FPDF_LoadPage(document, number - 1)
      if (page === 0 || pdfium._FPDF_GetPageSizeByIndexF(document, number - 1, size) === 0) throw damagedPage(number)
      const lengths = new Float32Array(pdfium.HEAPU8.slice(size, size + 8).buffer)
      if (!lengths.every((length) => length > 0 && Number.isFinite(length))) throw damagedPage(number)
      return new RasterPage(pdfium, { page, pages, size: [...lengths] })
    })
  }

  /**
   * The page on white, which fills the picture.
   *
   * @param size  pixels, 1 or more each
   * @param isUnrounded  whether rectangles that are shapes by themselves keep their fractions of pixels
   * @throws PictureError if it takes more memory than it may
   */
  drawn({ width, height }: PictureSize, isUnrounded: boolean): Picture {
    const pdfium = this.#pdfium
    return bounded(() => {
      const length = 4 * width * height
      const pixels = allocated(pdfium, length)
      try {
        const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, bgrx, pixels, 4 * width)
        if (bitmap === 0) throw tooMuchMemory()
        pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white)
        if (isUnrounded) this.#renderLeaning(bitmap, { width, height })
        else pdfium._FPDF_RenderPageBitmap(bitmap, this.#page, 0, 0, width, height, 0, flags)
        pdfium._FPDFBitmap_Destroy(bitmap)
        return pictureOfPixels({ width, height }, pdfium.HEAPU8.subarray(pixels, pixels + length))
      } finally {
        pdfium.wasmExports.free(pixels)
      }
    })
  }

  /**
   * The greys of what a view shows of the page, on white.
   *
   * @param size  pixels, 1 or more each
   * @param view  from points of the page, from its upper left, y down, to pixels; upright or turned by a quarter
   * @param isUnrounded  whether rectangles that are shapes by themselves keep their fractions of pixels
   * @throws PictureError if it takes more memory than it may
   */
  viewed({ width, height }: PictureSize, view: Affine, isUnrounded: boolean): Uint8Array {
    const pdfium = this.#pdfium
    return bounded(() => {
      const length = 4 * width * height
      const pixels = allocated(pdfium, length)
      const numbers = Float32Array.of(...(isUnrounded ? leaned(view, height) : view), 0, 0, width, height)
      const at = inMemory(pdfium, new Uint8Array(numbers.buffer))
      try {
        const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, bgrx, pixels, 4 * width)
        if (bitmap === 0) throw tooMuchMemory()
        pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white)
        pdfium._FPDF_RenderPageBitmapWithMatrix(bitmap, this.#page, at, at + 4 * view.length, smoothFlags)
        pdfium._FPDFBitmap_Destroy(bitmap)
        return greysOfPixels(pdfium.HEAPU8.subarray(pixels, pixels + length))
      } finally {
        pdfium.wasmExports.free(at)
        pdfium.wasmExports.free(pixels)
      }
    })
  }

  #renderLeaning(bitmap: number, { width, height }: PictureSize): void {
    const down = height / this.height
    const matrix = [width / this.width, 0, leaning * down, down, (-leaning * height) / 2, 0]
    const numbers = Float32Array.from([...matrix, 0, 0, width, height])
    const at = inMemory(this.#pdfium, new Uint8Array(numbers.buffer))
    this.#pdfium._FPDF_RenderPageBitmapWithMatrix(bitmap, this.#page, at, at + 4 * matrix.length, flags)
    this.#pdfium.wasmExports.free(at)
  }
}

/** A view that leans to the side, around the middle of the height of its picture; it may be turned by quarters. */
function leaned([a, b, c, d, e, f]: Affine, height: number): Affine {
  const isUpright = a !== 0
  const middle = (height / 2 - f) / (isUpright ? d : b)
  const lean = leaning * (isUpright ? d : c)
  return isUpright ? [a, b, c + lean, d, e - lean * middle, f] : [a + lean, b, c, d, e - lean * middle, f]
}

const counted = (pages: number): string => (pages === 1 ? '1 page' : `${pages} pages`)
const damagedPage = (number: number): PictureError => new PictureError(`page ${number} of the PDF is damaged`)
const tooMuchMemory = (): PictureError =>
  new PictureError('drawing the page takes too much memory: crop it to the symbol', 'picture.limit')

/** A part of its memory. @throws PictureError if there is none left */
function allocated(pdfium: Pdfium, bytes: number): number {
  const at = pdfium.wasmExports.malloc(bytes)
  if (at === 0) throw tooMuchMemory()
  return at
}

function inMemory(pdfium: Pdfium, bytes: Uint8Array): number {
  const at = allocated(pdfium, Math.max(1, bytes.length))
  pdfium.HEAPU8.set(bytes, at)
  return at
}

/** What `work` gives. @throws PictureError where PDFium gives up: its memory is bounded, and so is the depth of its calls */
function bounded<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw hasGivenUp(error) ? tooMuchMemory() : error
  }
}

/** WebAssembly throws a RuntimeError, a RangeError where its calls are too deep; Emscripten others, or a number, where a program ends itself. */
const hasGivenUp = (error: unknown): boolean =>
  !(error instanceof PictureError) &&
  (!(error instanceof Error) || error.name === 'RuntimeError' || error instanceof RangeError)

/** Of package.json: what is bundled, and what who installs by npm is told to add. */
export const pdfiumPackage = '@hyzyla/pdfium@2.1.13'

/** What is used of WebAssembly, which node has without declaring its types. */
const { WebAssembly } = globalThis as unknown as {
  readonly WebAssembly: {
    readonly compile: (bytes: ArrayBuffer) => Promise<object>
    readonly Instance: new (program: object, imports: object) => object
  }
}

interface Renderer {
  readonly start: typeof Start
  /** Compiled once: what was made faster for one page is so for the next. */
  readonly program: object
}

let renderer: Promise<Renderer> | undefined

/** PDFium with memory of its own: what a file does to it ends with its page. @throws PictureError where it is not installed */
async function started(): Promise<Pdfium> {
  renderer ??= installed().catch((error: unknown) => {
    // it may be installed until the next page
    renderer = undefined
    throw error
  })
  const { start, program } = await renderer
  const instantiateWasm = (imports: object, received: (instance: object, program: object) => void): object => {
    received(new WebAssembly.Instance(program, imports), program)
    return {}
  }
  // what it would print is told by its answers
  const options = { instantiateWasm, locateFile: () => '', print: () => {}, printErr: () => {} }
  const pdfium = (await start(options as unknown as Parameters<typeof start>[0])) as Pdfium
  pdfium._FPDF_InitLibrary()
  return pdfium
}

/** Whether PDFium is there, which draws PDF and SVG. */
export function hasRenderer(): boolean {
  try {
    return existsSync(join(root, 'build/pdfium.cjs')) || load.resolve('@hyzyla/pdfium') !== ''
  } catch {
    return false
  }
}

/** The bundle beside the program, or else the package. */
async function installed(): Promise<Renderer> {
  const bundle = join(root, 'build/pdfium.cjs')
  try {
    const isBundled = existsSync(bundle)
    const { PDFiumModule: start } = load(isBundled ? bundle : '@hyzyla/pdfium') as { PDFiumModule: typeof Start }
    const wasm = isBundled
      ? brotliDecompressSync(readFileSync(join(root, 'build/pdfium.wasm.br')))
      : readFileSync(load.resolve('@hyzyla/pdfium/pdfium.wasm'))
    return { start, program: await WebAssembly.compile(bounded256(wasm)) }
  } catch (error) {
    if ((error as { code?: string }).code !== 'MODULE_NOT_FOUND') throw error
    const repair = `npm install ${pdfiumPackage}`
    throw new PictureError(`PDF and SVG are drawn by PDFium, which is not installed: ${repair}`, 'picture.renderer')
  }
}

/**
 * The section of a WebAssembly that declares its memory: its number and length, one memory with a most, the least of 284 pages and the most
 * of 32,768, of 64 KiB. WebAssembly Core Specification 1.0, 5.5.8
 */
const memory = Buffer.from([5, 7, 1, 1, 0x9c, 2, 0x80, 0x80, 2])
/** 256 MiB: for a file, what it unpacks to, and a picture of 25 million pixels. */
const most = [0x80, 0xa0, 0]

/** The same with at most 256 MiB of memory, which the package leaves at 2 GiB. */
function bounded256(wasm: Buffer): ArrayBuffer {
  const at = wasm.indexOf(memory)
  if (at < 0) throw new Error(`PDFium declares its memory in another way than ${pdfiumPackage}`)
  const copy = new Uint8Array(wasm)
  copy.set(most, at + memory.length - most.length)
  return copy.buffer
}
