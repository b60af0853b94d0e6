/** A reader of the ZPL that labels are written in, plainly written from the ZPL II Programming Guide; what it does not know is an error. */

import { inflateSync } from 'node:zlib'
import type { Picture } from './zxing.ts'

export interface ZplLabel extends Picture {
  readonly copies: number
  /** Bytes of each graphic before it is packed. */
  readonly graphics: readonly number[]
}

/** What an earlier job may have changed, each as the printer has it when it is turned on, the units before all lengths. */
export const settings = '^MUD,300,300^FWN,0^MCY^PON^PMN^LRN^LH0,0^LS0^JMA'

const head = new RegExp(`\\^XA${settings.replaceAll('^', '\\^')}\\^PW([1-9]\\d*)\\^LL([1-9]\\d*)\\n`, 'y')
const graphic = /\^FO(\d+),(\d+)\^GFA,([1-9]\d*),([1-9]\d*),([1-9]\d*),([^^~]*)\^FS\n/y
const tail = /\^PQ([1-9]\d*)\^XZ\n/y

/** The labels of a stream. @throws Error for anything else */
export function zplLabels(bytes: Uint8Array): ZplLabel[] {
  const text = Buffer.from(bytes).toString('latin1')
  if (!/^[\n -~]*$/.test(text)) throw new Error('a byte that is not ASCII')
  const labels: ZplLabel[] = []
  for (let at = 0; at < text.length; ) {
    const next = <T extends RegExp>(form: T): string[] | undefined => {
      form.lastIndex = at
      const found = form.exec(text)
      at += found?.[0].length ?? 0
      return found?.slice(1)
    }
    const [width = 0, height = 0] = needed(next(head), 'label', at).map(Number)
    const grey = new Uint8Array(width * height).fill(255)
    const graphics: number[] = []
    for (let fields = next(graphic); fields !== undefined; fields = next(graphic)) {
      const [x, y, b, c, bytesPerRow] = fields.slice(0, 5).map(Number) as [number, number, number, number, number]
      if (b !== c || b % bytesPerRow !== 0) throw new Error(`^GFA,${b},${c},${bytesPerRow}`)
      const dots = unpacked(fields[5]!, b, bytesPerRow)
      graphics.push(b)
      for (let i = 0; i < dots.length; i++) {
        const byte = dots[i]!
        // most bytes are light
        if (byte === 0) continue
        const left = x + 8 * (i % bytesPerRow)
        const row = y + Math.floor(i / bytesPerRow)
        for (let bit = 0; bit < 8; bit++) {
          if ((byte & (0x80 >> bit)) === 0) continue
          const column = left + bit
          if (column >= width || row >= height) throw new Error(`a dot at ${column}, ${row} of ${width} x ${height}`)
          if (grey[row * width + column] === 0) throw new Error(`a dot twice at ${column}, ${row}`)
          grey[row * width + column] = 0
        }
      }
    }
    const [copies = 0] = needed(next(tail), 'end of a label', at).map(Number)
    labels.push({ width, height, grey, copies, graphics })
  }
  return labels
}

/** A picture as its label lies on a roll that the first side of `size` lies across: by a quarter clockwise, where it lies across. */
export function asFed(picture: Picture, size: string): Picture {
  const { width, height, grey } = picture
  const [across, along] = /^([\d.]+)x([\d.]+)/.exec(size)!.slice(1).map(Number) as [number, number]
  if (across === along || across > along === width > height) return picture
  const turned = new Uint8Array(grey.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) turned[x * height + height - 1 - y] = grey[y * width + x]!
  }
  return { width: height, height: width, grey: turned }
}

function needed<T>(found: T | undefined, what: string, at: number): T {
  if (found === undefined) throw new Error(`no ${what} at ${at}`)
  return found
}

function unpacked(data: string, length: number, bytesPerRow: number): Uint8Array {
  const [, packed, crc] = /^:Z64:([A-Za-z0-9+/]+={0,2}):([0-9a-f]{4})$/.exec(data) ?? []
  if (packed === undefined) return runs(data, length, bytesPerRow)
  if (Number.parseInt(crc!, 16) !== crcOf(packed)) throw new Error(`checksum ${crc}`)
  const bytes = inflateSync(Buffer.from(packed, 'base64'))
  if (bytes.length !== length) throw new Error(`${bytes.length} bytes, not ${length}`)
  return bytes
}

/** CRC-16/XMODEM bit by bit, as a shift register. */
export function crcOf(text: string): number {
  let register = 0
  for (const character of text) {
    for (let bit = 7; bit >= 0; bit--) {
      const feedback = (register >> 15) ^ ((character.charCodeAt(0) >> bit) & 1)
      register = ((register << 1) & 0xffff) ^ (feedback ? 0x1021 : 0)
    }
  }
  return register
}

/** The picture in what CUPS' driver for Zebra writes: a graphic that is stored (~DG), and printed from the store. Bits that fill up a row are left out. */
export function cupsPicture(text: string): Picture {
  const [, length, bytesPerRow, data] = /^~DGR:CUPS\.GRF,(\d+),(\d+),\n(.*)$/ms.exec(text)?.map(String) ?? []
  const width = Number(/\^PW(\d+)\n/.exec(text)?.[1])
  if (data === undefined || !(width > 0)) throw new Error(`not of CUPS: ${JSON.stringify(text.slice(0, 60))}`)
  const row = Number(bytesPerRow)
  const dots = runs(data.slice(0, data.indexOf('^')).replaceAll(/\s/g, ''), Number(length), row)
  const height = dots.length / row
  const grey = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) grey[y * width + x] = (dots[y * row + (x >> 3)]! << (x & 7)) & 0x80 ? 0 : 255
  }
  return { width, height, grey }
}

function runs(data: string, length: number, bytesPerRow: number): Uint8Array {
  const digits = 2 * bytesPerRow
  const rows: string[] = []
  let row = ''
  let count = 0
  for (const character of data) {
    if (/[G-Y]/.test(character)) count += character.charCodeAt(0) - 'F'.charCodeAt(0)
    else if (/[g-z]/.test(character)) count += 20 * (character.charCodeAt(0) - 'f'.charCodeAt(0))
    else if (/[0-9A-F]/.test(character)) {
      row += character.repeat(count || 1)
      count = 0
    } else if (character === ',' && count === 0 && row.length < digits) row = row.padEnd(digits, '0')
    else if (character === ':' && count === 0 && row === '' && rows.length > 0) row = rows.at(-1)!
    else throw new Error(`${JSON.stringify(character)} after ${rows.length} rows and ${row.length} digits`)
    if (row.length > digits) throw new Error(`row ${rows.length} is too long`)
    if (row.length === digits) {
      rows.push(row)
      row = ''
    }
  }
  const bytes = Buffer.from(rows.join(''), 'hex')
  if (row !== '' || count > 0 || bytes.length !== length) throw new Error(`${bytes.length} bytes, not ${length}`)
  return bytes
}
