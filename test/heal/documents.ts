/** Random pages with symbols of all symbologies, in vectors, as a carrier's label has them; and the modules that they were drawn with. */

import type { Turn } from '../../src/layout/scene.ts'
import { type Barcode, encode, rowsOf, type Symbology, symbologies } from '../../symbologies/index.ts'
import type { Random } from '../random.ts'
import { shortText } from '../texts.ts'

/** A symbol on a page, lengths in mm; x and y of its box after its turn, without quiet zones. */
export interface PageSymbol {
  readonly type: Symbology
  readonly barcode: Barcode
  readonly rows: readonly string[]
  readonly module: number
  readonly turn: Turn
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface PageDrawing {
  readonly width: number
  readonly height: number
  readonly symbols: readonly PageSymbol[]
  /** Lines of words: text, size in points, and where their baseline begins, in mm. */
  readonly words: readonly { readonly text: string; readonly size: number; readonly x: number; readonly y: number }[]
}

const plain: { readonly [S in Symbology]: string } = { ...shortText, code128: 'QZ-0001', qr: 'QZ-0001 héllo' }

/** A symbol somewhere in the upper or the lower half of a page, with a line of words above it. */
function symbolIn(
  r: Random,
  half: { readonly top: number; readonly height: number; readonly width: number },
): PageSymbol | undefined {
  const type = r.pick(symbologies)
  const barcode = encode(type, plain[type])
  const rows = rowsOf(barcode.matrix)
  const isLinear = rows.length === 1
  const { quiet } = barcode
  const columns = rows[0]!.length
  const turn = r.pick(['N', 'R', 'I', 'L'] as const)
  const isSideways = turn === 'R' || turn === 'L'
  const [across, down] = isSideways ? [half.height, half.width] : [half.width, half.height]
  const most = Math.min(0.6, (across - 4) / (columns + quiet.left + quiet.right + 4))
  if (most < 0.19) return undefined
  const module = r.between(190, Math.floor(1000 * most)) / 1000
  const length = columns * module
  const high = isLinear ? Math.min(r.between(8, 20), down - 12) : rows.length * module
  const [width, height] = isSideways ? [high, length] : [length, high]
  const along = (Math.max(quiet.left, quiet.right) + 2) * module
  const beside = isLinear ? 2 : (quiet.top + 2) * module
  const [marginX, marginY] = isSideways ? [beside, along] : [along, beside]
  const room = { x: half.width - width - 2 * marginX, y: half.height - height - 2 * marginY }
  if (room.x < 0 || room.y < 0) return undefined
  return {
    ...{ type, barcode, rows, module, turn, width, height },
    x: marginX + (room.x * r.between(0, 1000)) / 1000,
    y: half.top + marginY + (room.y * r.between(0, 1000)) / 1000,
  }
}

/** A symbol that lies as it is read, its modules 2.64 dots of a head of 203 dpi wide. @param at  its upper left corner in mm */
export function symbolAt(type: Symbology, text: string, at: Pick<PageSymbol, 'x' | 'y'>): PageSymbol {
  const barcode = encode(type, text)
  const rows = rowsOf(barcode.matrix)
  const module = 0.33
  const height = rows.length === 1 ? 12 : rows.length * module
  return { type, barcode, rows, module, turn: 'N', ...at, width: rows[0]!.length * module, height }
}

/** A page of 4 x 6 in with two symbols. */
export function randomPage(r: Random): PageDrawing {
  const [width, height] = [101.6, 152.4]
  const halves = [
    { top: 8, height: 64, width },
    { top: 84, height: 66, width },
  ]
  const symbols = halves.flatMap((half) => symbolIn(r, half) ?? symbolIn(r, half) ?? [])
  const words = [5, 79].map((y) => {
    return {
      text: r.text('ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghij 0123456789', 24),
      size: r.between(6, 12),
      x: r.between(3, 20),
      y,
    }
  })
  return { width, height, symbols, words }
}

const point = 72 / 25.4

/** The page as a PDF of rectangles and words. */
export const pdfOf = (page: PageDrawing): Uint8Array<ArrayBuffer> => pdfOfPages([page])

export function pdfOfPages(pages: readonly PageDrawing[]): Uint8Array<ArrayBuffer> {
  const references = pages.map((_, i) => `${4 + 2 * i} 0 R`).join(' ')
  return documentOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${references}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((page, i) => pageObjects(page, 5 + 2 * i)),
  ])
}

/** @param content  the number of the object that says what is on it */
function pageObjects({ width, height, symbols, words }: PageDrawing, content: number): readonly string[] {
  const box = (x: number, y: number, w: number, h: number): string =>
    `${[x * point, (height - y - h) * point, w * point, h * point].map((each) => each.toFixed(4)).join(' ')} re`
  const drawn = [
    ...symbols.flatMap((symbol) => [...boxesOf(symbol)].map((each) => box(...each))),
    'f',
    ...words.map(
      ({ text, size, x, y }) =>
        `BT /F1 ${size} Tf ${(x * point).toFixed(3)} ${((height - y) * point).toFixed(3)} Td (${text}) Tj ET`,
    ),
  ].join('\n')
  const sides = `${(width * point).toFixed(3)} ${(height * point).toFixed(3)}`
  return [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${sides}] /Contents ${content} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
  ]
}

/** A PDF of objects, the first of them its catalogue. */
export function documentOf(objects: readonly string[]): Uint8Array<ArrayBuffer> {
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, i) => {
    const at = text.length
    text += `${i + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const start = text.length
  const rows = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return new Uint8Array(Buffer.from(text, 'latin1'))
}

/** The dark boxes of a symbol, in mm on its page. */
function* boxesOf({
  rows,
  module,
  turn,
  x,
  y,
  width,
  height,
}: PageSymbol): Generator<[number, number, number, number]> {
  const isSideways = turn === 'R' || turn === 'L'
  const high = rows.length === 1 ? (isSideways ? width : height) : module
  for (const [line, row] of rows.entries()) {
    for (const { index, 0: run } of row.matchAll(/1+/g)) {
      const [u, v, w, h] = [index * module, line * module, run.length * module, high]
      if (turn === 'N') yield [x + u, y + v, w, h]
      else if (turn === 'R') yield [x + width - v - h, y + u, h, w]
      else if (turn === 'I') yield [x + width - u - w, y + height - v - h, w, h]
      else yield [x + v, y + height - u - w, h, w]
    }
  }
}
