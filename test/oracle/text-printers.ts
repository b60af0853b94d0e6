/**
 * Printers that read TSPL, EPL2 and CPCL, plainly written from the manuals that languages of printers name: TSC TSPL/TSPL2 (2009), EPL
 * Programming Guide 14245L-003, Zebra CPCL Programming Manual. What they do not know is an error.
 */

import type { Picture } from './zxing.ts'

/** A label that came out. */
export interface PrintedLabel extends Picture {
  readonly copies: number
  /** Commands that decide how it is printed, each with what follows it. */
  readonly settings: ReadonlyMap<string, string>
}

/** Bytes that are read from the left. */
class Reader {
  at = 0
  readonly #bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.at >= this.#bytes.length
  }

  /** The text up to one of the characters in `ends`, which is taken too. */
  upTo(ends: string): string {
    let text = ''
    while (!this.isAtEnd) {
      const character = String.fromCharCode(this.#bytes[this.at++]!)
      if (ends.includes(character)) return text
      if (!/[ -~]/.test(character)) throw new Error(`a byte ${character.charCodeAt(0)} in a command: ${text}`)
      text += character
      if (text.length > 200) throw new Error(`a command without end: ${text}`)
    }
    throw new Error(`a command without end: ${JSON.stringify(text)}`)
  }

  skipIf(text: string): void {
    const next = String.fromCharCode(...this.#bytes.subarray(this.at, this.at + text.length))
    if (next === text) this.at += text.length
  }

  raw(count: number): Uint8Array {
    const bytes = this.#bytes.subarray(this.at, this.at + count)
    if (bytes.length < count) throw new Error(`${bytes.length} bytes, not ${count}`)
    this.at += count
    return bytes
  }
}

/** The widest head, in dots. */
const widest = 8192

/** What is burnt so far. */
class Image {
  readonly #rows = new Map<number, Uint8Array>()

  clear(): void {
    this.#rows.clear()
  }

  /** Up to the last dot. */
  get rows(): number {
    return 1 + Math.max(-1, ...this.#rows.keys())
  }

  /** @param black  the value of a bit that is burnt */
  put(bytes: Uint8Array, { x, y, rowLength }: { x: number; y: number; rowLength: number }, black: 0 | 1): void {
    for (let i = 0; i < bytes.length; i++) {
      for (let bit = 0; bit < 8; bit++) {
        if (((bytes[i]! >> (7 - bit)) & 1) === black) {
          this.#burn(x + 8 * (i % rowLength) + bit, y + Math.floor(i / rowLength))
        }
      }
    }
  }

  #burn(x: number, y: number): void {
    if (x >= widest) throw new Error(`a dot at ${x}, ${y}`)
    const row = this.#rows.get(y) ?? new Uint8Array(widest)
    row[x] = 1
    this.#rows.set(y, row)
  }

  /** @throws Error for a dot beyond the label */
  picture(width: number, height: number): Picture {
    const grey = new Uint8Array(width * height).fill(255)
    for (const [y, row] of this.#rows) {
      for (let x = 0; x < widest; x++) {
        if (row[x] === 0) continue
        if (x >= width || y >= height) throw new Error(`a dot at ${x}, ${y} of ${width} x ${height}`)
        grey[y * width + x] = 0
      }
    }
    return { width, height, grey }
  }
}

const whole = (text: string): number => {
  if (!/^-?\d+$/.test(text)) throw new Error(`${JSON.stringify(text)} is not a whole number`)
  return Number(text)
}

/** Settings of TSPL whose values are kept, and not understood. */
const tsplSettings =
  /^(GAP|BLINE|DIRECTION|REFERENCE|OFFSET|SPEED|DENSITY|SET [A-Z_]+|SHIFT|CODEPAGE|COUNTRY)(?: (.*))?$/

/** @param dotsAMillimetre  of the print head */
export function tsplLabels(bytes: Uint8Array, dotsAMillimetre: number): PrintedLabel[] {
  const reader = new Reader(bytes)
  const image = new Image()
  const labels: PrintedLabel[] = []
  const settings = new Map<string, string>()
  let [width, height] = [0, 0]
  while (!reader.isAtEnd) {
    const start = reader.at
    const name = reader.upTo(' \r\n')
    reader.at = start
    if (name === 'BITMAP') {
      reader.upTo(' ')
      const [x, y, rowLength, rows, mode] = Array.from({ length: 5 }, () => whole(reader.upTo(',').trim()))
      if (mode !== 0) throw new Error(`BITMAP of mode ${mode}`)
      image.put(reader.raw(rowLength! * rows!), { x: x!, y: y!, rowLength: rowLength! }, 0)
      continue
    }
    // programs of others leave the CR out
    const line = reader.upTo('\r\n')
    const size = /^SIZE ([\d.]+) ?mm, ?([\d.]+) ?mm$/.exec(line)
    const print = /^PRINT (\d+)(?:, ?(\d+))?$/.exec(line)
    const setting = tsplSettings.exec(line)
    if (size !== null) {
      ;[width, height] = size.slice(1).map((mm) => Math.round(Number(mm) * dotsAMillimetre)) as [number, number]
      settings.clear()
    } else if (print !== null) {
      const copies = Number(print[1]) * Number(print[2] ?? 1)
      labels.push({ ...image.picture(width, height), copies, settings: new Map(settings) })
    } else if (setting !== null) settings.set(setting[1]!, setting[2] ?? '')
    else if (line === 'CLS') image.clear()
    else if (line !== '') throw new Error(`TSPL: ${line}`)
  }
  return labels
}

/** Page mode. Lines end with LF, or with CR LF. */
export function eplLabels(bytes: Uint8Array): PrintedLabel[] {
  const reader = new Reader(bytes)
  const image = new Image()
  const labels: PrintedLabel[] = []
  const settings = new Map<string, string>()
  let width = 0
  /** Undefined if it is what was printed before. */
  let height: number | undefined
  while (!reader.isAtEnd) {
    const start = reader.at
    if (reader.raw(1)[0] === 0x47) {
      if (reader.raw(1)[0] !== 0x57) throw new Error('EPL: G')
      const [x, y, rowLength] = Array.from({ length: 3 }, () => whole(reader.upTo(',')))
      const rows = whole(reader.upTo(',\r\n'))
      image.put(reader.raw(rowLength! * rows), { x: x!, y: y!, rowLength: rowLength! }, 0)
      continue
    }
    reader.at = start
    const line = reader.upTo('\r\n')
    const length = /^Q(\d+),(B?)(\d+)(?:\+\d+)?$/.exec(line)
    const print = /^P(\d+)(?:,(\d+))?$/.exec(line)
    if (line === '') continue
    if (line === 'N') image.clear()
    else if (/^q\d+$/.test(line)) {
      width = whole(line.slice(1))
      image.clear()
    } else if (length !== null) {
      height = Number(length[1])
      settings.clear()
      settings.set('Q', `${length[2]}${length[3]}`)
      image.clear()
    } else if (print !== null) {
      const copies = Number(print[1]) * Number(print[2] ?? 1)
      labels.push({ ...image.picture(width, height ?? image.rows), copies, settings: new Map(settings) })
    } else if (/^(R\d+,\d+|[SD]\d+|Z[TB]|O[A-Z,0-9]*|J[FB])$/.test(line)) settings.set(line[0]!, line.slice(1))
    else throw new Error(`EPL: ${line}`)
  }
  return labels
}

/** Sessions of labels, each with one PRINT. Lines end with CR LF; LF alone is read too, for programs of others. */
export function cpclLabels(bytes: Uint8Array): PrintedLabel[] {
  const reader = new Reader(bytes)
  const labels: PrintedLabel[] = []
  const endOfLine = (): string => {
    const line = reader.upTo('\n\r')
    reader.skipIf('\n')
    return line
  }
  while (!reader.isAtEnd) {
    const first = endOfLine()
    if (first === '') continue
    const session = /^! (\d+) (\d+) (\d+) (\d+) (\d+)$/.exec(first)
    if (session === null) throw new Error(`CPCL: ${first}`)
    const [offset, , , height, copies] = session.slice(1).map(Number)
    const image = new Image()
    const settings = new Map<string, string>()
    let width = 0
    for (;;) {
      const start = reader.at
      if (reader.upTo(' \r\n') === 'CG') {
        const [rowLength, rows, x, y] = Array.from({ length: 4 }, () => whole(reader.upTo(' ')))
        image.put(reader.raw(rowLength! * rows!), { x: offset! + x!, y: y!, rowLength: rowLength! }, 1)
        reader.skipIf('\r\n')
        continue
      }
      reader.at = start
      const line = endOfLine()
      const [, name = '', value = ''] = /^([A-Z-]+)(?: (.*))?$/.exec(line) ?? []
      if (name === 'EG') {
        const [rowLength, rows, x, y, data] = value.split(' ')
        const dots = Uint8Array.from(Buffer.from(data!, 'hex'))
        if (dots.length !== whole(rowLength!) * whole(rows!)) throw new Error(`CPCL: EG of ${dots.length} bytes`)
        image.put(dots, { x: offset! + whole(x!), y: whole(y!), rowLength: whole(rowLength!) }, 1)
      } else if (name === 'PAGE-WIDTH') width = whole(value)
      else if (
        /^(PAGE-HEIGHT|PRESENT-AT|TONE|CONTRAST|SPEED|GAP-SENSE|BAR-SENSE|JOURNAL|FORM|POSTFEED|PREFEED)$/.test(name)
      )
        settings.set(name, value)
      else if (name === 'PRINT') break
      else if (line !== '') throw new Error(`CPCL: ${line}`)
    }
    labels.push({ ...image.picture(width, height!), copies: copies!, settings })
  }
  return labels
}
