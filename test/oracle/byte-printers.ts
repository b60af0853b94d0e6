/**
 * Printers that read ESC/POS, Brother's raster mode and DYMO's commands, plainly written from the manuals that languages of printers name:
 * HPRT TP809, Epson TM-T88; Raster Command Reference of PT-E550W and of QL-710W; LabelWriter 400 Series Technical Reference. What they do
 * not know is an error.
 */

import type { Picture } from './zxing.ts'

class Reader {
  at = 0
  readonly #bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.at >= this.#bytes.length
  }

  byte(): number {
    if (this.isAtEnd) throw new Error('the stream ends within a command')
    return this.#bytes[this.at++]!
  }

  /** The low byte first. */
  word(): number {
    return this.byte() + 256 * this.byte()
  }

  raw(count: number): Uint8Array {
    if (this.at + count > this.#bytes.length) throw new Error(`${this.#bytes.length - this.at} bytes, not ${count}`)
    this.at += count
    return this.#bytes.subarray(this.at - count, this.at)
  }
}

const hex = (...bytes: readonly number[]): string => bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(' ')

/** The dots of a row from the left, 1 is burnt. */
function dotsOf(row: Uint8Array): number[] {
  const dots = new Array<number>(8 * row.length)
  for (let at = 0; at < dots.length; at++) dots[at] = (row[at >> 3]! >> (7 - (at & 7))) & 1
  return dots
}

/** Rows, padded on the right to the widest. */
export function pictureOf(
  rows: readonly (readonly number[])[],
  width = Math.max(0, ...rows.map((row) => row.length)),
): Picture {
  const grey = new Uint8Array(width * rows.length).fill(255)
  for (const [y, row] of rows.entries()) {
    for (let x = 0; x < row.length; x++) {
      if (row[x] === 0) continue
      if (x >= width) throw new Error(`a dot at ${x}, ${y} of ${width} columns`)
      grey[y * width + x] = 0
    }
  }
  return { width, height: rows.length, grey }
}

/** Paper between two cuts, or up to the next label. */
export interface Strip {
  readonly rows: readonly (readonly number[])[]
  readonly end: 'cut' | 'next label' | 'end of the stream'
}

/** What a receipt printer prints. */
export function escposStrips(bytes: Uint8Array): Strip[] {
  const reader = new Reader(bytes)
  const strips: Strip[] = []
  let rows: number[][] = []
  /** Of function 112, until function 50 prints it. */
  let stored: number[][] = []
  const end = (how: Strip['end']): void => {
    strips.push({ rows, end: how })
    rows = []
  }
  const raster = (rowLength: number, count: number): number[][] => {
    if (count > 2303) throw new Error(`a band of ${count} rows`)
    return Array.from({ length: count }, () => dotsOf(reader.raw(rowLength)))
  }
  const graphics = (length: number): void => {
    const [m, fn] = [reader.byte(), reader.byte()]
    if (m !== 0x30) throw new Error(`GS ( L ${hex(m)}`)
    if (fn === 0x32 || fn === 2) {
      rows.push(...stored)
      stored = []
      return
    }
    if (fn !== 0x70) throw new Error(`GS ( L function ${fn}`)
    const header = [reader.byte(), reader.byte(), reader.byte(), reader.byte()]
    if (hex(...header) !== '30 01 01 31') throw new Error(`GS ( L 112 ${hex(...header)}`)
    const [x, y] = [reader.word(), reader.word()]
    if (length !== 10 + Math.ceil(x / 8) * y) throw new Error(`GS ( L 112 of ${length} bytes`)
    stored = raster(Math.ceil(x / 8), y).map((row) => row.slice(0, x))
  }
  while (!reader.isAtEnd) {
    const first = reader.byte()
    if (first === 0x0a || first === 0x0d) continue
    if (first === 0x0c) {
      end('next label')
      continue
    }
    const second = reader.byte()
    switch (hex(first, second)) {
      case '1b 40':
        break
      case '1d 76': {
        if (reader.byte() !== 0x30 || reader.byte() !== 0) throw new Error('GS v of another mode')
        const [rowLength, count] = [reader.word(), reader.word()]
        rows.push(...raster(rowLength, count))
        break
      }
      case '1d 28':
        if (reader.byte() !== 0x4c) throw new Error('GS ( of another function')
        graphics(reader.word())
        break
      case '1d 38':
        if (reader.byte() !== 0x4c) throw new Error('GS 8 of another function')
        graphics(reader.word() + 65536 * reader.word())
        break
      case '1b 4a': {
        const count = reader.byte()
        rows.push(...Array.from({ length: count }, () => []))
        break
      }
      case '1d 56': {
        const mode = reader.byte()
        if (mode === 0x41 || mode === 0x42) reader.byte()
        else if (![0, 1, 0x30, 0x31].includes(mode)) throw new Error(`GS V ${mode}`)
        end('cut')
        break
      }
      case '1d 0c':
        end('next label')
        break
      // alignment, code page, line spacing, which no picture depends on
      case '1b 4d':
      case '1b 61':
      case '1b 74':
      case '1b 33':
        reader.byte()
        break
      case '1b 32':
        break
      case '1c 2e':
        break
      default:
        throw new Error(`ESC/POS: ${hex(first, second)}`)
    }
  }
  if (rows.length > 0) end('end of the stream')
  return strips
}

/** A page of Brother's raster mode. */
export interface BrotherPage {
  /** Dots as the label is seen, its first row on top: the right pin is the last of a row. */
  readonly rows: readonly (readonly number[])[]
  /** ESC i z: kind, width, length, lines, number of the page; its first byte says which are meant. */
  readonly media: {
    readonly valid: number
    readonly kind: number
    readonly width: number
    readonly length: number
    readonly page: number
  }
  readonly mode: number
  readonly cutEach: number | undefined
  readonly expanded: number
  readonly margin: number
  readonly end: 'next page' | 'last page'
}

/** @param pins  of the print head */
export function brotherPages(bytes: Uint8Array, pins: number): BrotherPage[] {
  const reader = new Reader(bytes)
  const pages: BrotherPage[] = []
  let isPacked = false
  let rows: number[][] = []
  let media = { valid: 0, kind: 0, width: 0, length: 0, page: -1 }
  let lines = -1
  let [mode, expanded, margin] = [0, 0, 0]
  let cutEach: number | undefined
  let isRaster = false
  let isOver = false
  const line = (data: Uint8Array): void => {
    const whole = isPacked ? unpacked(data) : data
    if (whole.length !== pins / 8) throw new Error(`a line of ${whole.length} bytes for ${pins} pins`)
    rows.push(dotsOf(whole).reverse())
  }
  const end = (how: BrotherPage['end']): void => {
    if (!isRaster) throw new Error('a page that is not in raster mode')
    if (lines !== -1 && rows.length !== lines) throw new Error(`${rows.length} lines, not ${lines}`)
    pages.push({ rows, media, mode, cutEach, expanded, margin, end: how })
    rows = []
    cutEach = undefined
    isOver = how === 'last page'
  }
  while (!reader.isAtEnd) {
    const command = reader.byte()
    if (command === 0) continue
    if (isOver && command !== 0x1b) throw new Error(`${hex(command)} after the last page`)
    switch (command) {
      case 0x67: {
        if (reader.byte() !== 0) throw new Error('g of another colour')
        line(reader.raw(reader.byte()))
        continue
      }
      case 0x47:
        line(reader.raw(reader.word()))
        continue
      case 0x5a:
        if (!isPacked) throw new Error('Z where lines are not packed')
        rows.push(new Array(pins).fill(0))
        continue
      case 0x4d: {
        const how = reader.byte()
        if (how !== 0 && how !== 2) throw new Error(`M ${how}`)
        isPacked = how === 2
        continue
      }
      case 0x0c:
        end('next page')
        continue
      case 0x1a:
        end('last page')
        continue
      case 0x1b:
        break
      default:
        throw new Error(`Brother: ${hex(command)}`)
    }
    const second = reader.byte()
    if (second === 0x40) {
      ;[isOver, isRaster, isPacked, rows] = [false, false, false, []]
      continue
    }
    if (second !== 0x69) throw new Error(`Brother: ESC ${hex(second)}`)
    const third = reader.byte()
    switch (third) {
      case 0x61:
        isRaster = reader.byte() === 1
        break
      case 0x21:
        reader.byte()
        break
      case 0x7a: {
        const [valid, kind, width, length] = [reader.byte(), reader.byte(), reader.byte(), reader.byte()]
        lines = reader.word() + 65536 * reader.word()
        media = { valid, kind, width, length, page: reader.byte() }
        if (reader.byte() !== 0) throw new Error('ESC i z does not end with 0')
        break
      }
      case 0x4d:
        mode = reader.byte()
        break
      case 0x41:
        cutEach = reader.byte()
        break
      case 0x4b:
        expanded = reader.byte()
        break
      case 0x64:
        margin = reader.word()
        break
      // of Brother's own drivers
      case 0x53:
        break
      case 0x6b:
        reader.raw(3)
        break
      default:
        throw new Error(`Brother: ESC i ${hex(third)}`)
    }
  }
  if (rows.length > 0) throw new Error('a page without end')
  return pages
}

/** TIFF PackBits. */
function unpacked(data: Uint8Array): Uint8Array {
  const bytes: number[] = []
  for (let at = 0; at < data.length; ) {
    const count = data[at++]!
    if (count < 128) {
      if (at + count >= data.length) throw new Error('PackBits without its bytes')
      bytes.push(...data.subarray(at, at + count + 1))
      at += count + 1
    } else if (count > 128) {
      bytes.push(...new Array<number>(257 - count).fill(data[at++]!))
    }
  }
  return Uint8Array.from(bytes)
}

/** A label of a LabelWriter. */
export interface DymoLabel {
  readonly rows: readonly (readonly number[])[]
  /** ESC L, as a signed number. */
  readonly longest: number
  readonly density: number | undefined
  readonly isFine: boolean
  readonly end: 'next label' | 'tear bar'
}

export function dymoLabels(bytes: Uint8Array): DymoLabel[] {
  const reader = new Reader(bytes)
  const labels: DymoLabel[] = []
  let rows: number[][] = []
  let [lineLength, tab, longest] = [84, 0, 3058]
  let density: number | undefined
  let isFine = false
  const put = (dots: number[]): void => void rows.push([...new Array<number>(8 * tab).fill(0), ...dots])
  const end = (how: DymoLabel['end']): void => {
    labels.push({ rows, longest, density, isFine, end: how })
    rows = []
  }
  while (!reader.isAtEnd) {
    const command = reader.byte()
    if (command === 0x16) {
      put(dotsOf(reader.raw(lineLength)))
      continue
    }
    if (command === 0x17) {
      const dots: number[] = []
      while (dots.length < 8 * lineLength) {
        const run = reader.byte()
        dots.push(...new Array<number>((run & 0x7f) + 1).fill(run >> 7))
      }
      if (dots.length !== 8 * lineLength) throw new Error(`ETB of ${dots.length} dots`)
      put(dots)
      continue
    }
    if (command !== 0x1b) throw new Error(`DYMO: ${hex(command)}`)
    let letter = reader.byte()
    // escapes that fill a line that was begun
    while (letter === 0x1b) letter = reader.byte()
    switch (letter) {
      case 0x40:
        ;[rows, lineLength, tab, density, isFine] = [[], 84, 0, undefined, false]
        break
      case 0x4c: {
        const value = 256 * reader.byte() + reader.byte()
        longest = value > 0x7fff ? value - 0x10000 : value
        break
      }
      case 0x42:
        tab = reader.byte()
        break
      case 0x44:
        lineLength = reader.byte()
        break
      case 0x63:
      case 0x64:
      case 0x65:
      case 0x67:
        density = letter
        break
      case 0x68:
        isFine = false
        break
      case 0x69:
        isFine = true
        break
      case 0x71:
        reader.byte()
        break
      case 0x66: {
        if (reader.byte() !== 1) throw new Error('ESC f of another unit')
        const count = reader.byte()
        for (let i = 0; i < count; i++) rows.push([])
        break
      }
      case 0x47:
        end('next label')
        break
      case 0x45:
        end('tear bar')
        break
      default:
        throw new Error(`DYMO: ESC ${hex(letter)}`)
    }
  }
  if (rows.length > 0) throw new Error('a label without end')
  return labels
}
