/** Pages of A4 with texts, lines, areas and pictures in colour, from the top down: what a report is written on. */

import { deflated, PdfDocument, type PdfStream, streamOf } from '../../render/pdf.ts'
import { kerningOf, shortNumber, winAnsiBytes } from '../../render/pdf-content.ts'

/** Red, green and blue, 0 to 1. */
export type Colour = readonly [red: number, green: number, blue: number]

export const black: Colour = [0, 0, 0]
export const white: Colour = [1, 1, 1]
export const grey: Colour = [0.4, 0.4, 0.4]
export const faint: Colour = [0.82, 0.82, 0.82]

/** A4 and its margins, in points. */
const [width, height] = [595.276, 841.89]
const margin = 42

export interface ReportStyle {
  /** In points; 9 if omitted. */
  readonly size?: number
  readonly colour?: Colour
  readonly isBold?: boolean
}

/** A picture of greys, row by row. */
export interface Greys {
  readonly width: number
  readonly height: number
  readonly grey: Uint8Array
}

/** The document: what does not fit below what is there begins a page. */
export class Sheets {
  readonly left = margin
  readonly right = width - margin
  /** Where the next part begins, in points from the top of the page. */
  y = margin
  readonly #document: PdfDocument
  readonly #foot: string
  #content = ''
  #images: (readonly [string, PdfStream])[] = []
  #pages = 0

  /** @param foot  stands below each page */
  constructor(title: string, foot: string) {
    this.#document = new PdfDocument(title)
    this.#foot = foot
  }

  /** Begins a page unless so much room is left. */
  need(points: number): void {
    if (this.y + points > height - margin - 14) this.turn()
  }

  /** Ends the page. */
  turn(): void {
    this.#pages++
    this.text(this.left, height - margin + 8, this.#foot, { size: 7.5, colour: grey })
    const number = `${this.#pages}`
    this.text(this.right - widthOf(number, 7.5), height - margin + 8, number, { size: 7.5, colour: grey })
    const content = streamOf(`1 0 0 -1 0 ${height} cm\n${this.#content}`, {})
    this.#document.addPage({ width, height, content, xobjects: this.#images, hasHelvetica: true }, 1)
    this.#content = ''
    this.#images = []
    this.y = margin
  }

  end(): Uint8Array {
    this.turn()
    return this.#document.end()
  }

  /** A text in one line, its base line at y. */
  text(x: number, y: number, text: string, { size = 9, colour = black, isBold = false }: ReportStyle = {}): void {
    const bytes = Array.from(bytesOf(text), (byte) => byte.toString(16).padStart(2, '0')).join('')
    const weight = isBold ? `2 Tr ${shortNumber(size / 45, 3)} w ` : '0 Tr '
    const at = `1 0 0 -1 ${shortNumber(x)} ${shortNumber(y)} Tm`
    this.#add(`${inks(colour)} BT ${weight}/F1 ${size} Tf ${at} <${bytes}> Tj ET`)
  }

  /** A text below what is there, in as many lines as it needs. */
  paragraph(text: string, style: ReportStyle = {}): void {
    const { size = 9 } = style
    for (const line of linesOf(text, size, this.right - this.left)) {
      this.need(1.35 * size)
      this.text(this.left, this.y + size, line, style)
      this.y += 1.35 * size
    }
  }

  line(points: readonly (readonly [x: number, y: number])[], colour: Colour, thickness = 0.6, dash = ''): void {
    const path = points.map(([x, y], i) => `${shortNumber(x)} ${shortNumber(y)} ${i === 0 ? 'm' : 'l'}`).join('\n')
    this.#add(`q ${inks(colour)} ${thickness} w 1 j [${dash}] 0 d\n${path}\nS Q`)
  }

  /** Rectangles of one colour: x, y, width, height. */
  areas(boxes: readonly (readonly [number, number, number, number])[], colour: Colour): void {
    if (boxes.length === 0) return
    const all = boxes.map((box) => `${box.map((each) => shortNumber(each, 3)).join(' ')} re`).join('\n')
    this.#add(`${inks(colour)}\n${all}\nf`)
  }

  picture(greys: Greys, x: number, y: number, size: { readonly width: number; readonly height: number }): void {
    const name = `P${this.#pages}n${this.#images.length}`
    const form = { ColorSpace: 'DeviceGray', BitsPerComponent: 8, Width: greys.width, Height: greys.height }
    this.#images.push([name, deflated(greys.grey, { Type: 'XObject', Subtype: 'Image', ...form })])
    const box = [size.width, 0, 0, -size.height, x, y + size.height].map((each) => shortNumber(each)).join(' ')
    this.#add(`q ${box} cm /${name} Do Q`)
  }

  #add(operators: string): void {
    this.#content += `${operators}\n`
  }
}

/** For lines and for areas. */
function inks(colour: Colour): string {
  const ink = colour.map((each) => shortNumber(each, 3)).join(' ')
  return `${ink} rg ${ink} RG`
}

/** Helvetica has the characters of WinAnsiEncoding; others are written as escapes. */
const spelled = (text: string): string =>
  Array.from(text, (character) =>
    winAnsiBytes(character) === undefined ? `\\u{${character.codePointAt(0)!.toString(16)}}` : character,
  ).join('')

const bytesOf = (text: string): Uint8Array => winAnsiBytes(spelled(text))!

export const widthOf = (text: string, size: number): number => (kerningOf(spelled(text)).width * size) / 1000

/** A text in lines of at most `room` points; a word that is longer is broken. */
export function linesOf(text: string, size: number, room: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of spelled(text).split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (widthOf(longer, size) <= room) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = word
    while (widthOf(line, size) > room) {
      let fits = line.length - 1
      while (fits > 1 && widthOf(line.slice(0, fits), size) > room) fits--
      lines.push(line.slice(0, fits))
      line = line.slice(fits)
    }
  }
  return [...lines, line]
}
