/**
 * What a printer of Brother's QL and PT series does with labels in raster mode (Raster Command References of QL-500 to QL-1060N and of
 * PT-E550W/P750W/P710BT). Commands that labels do not need are failures.
 */

import { type Matrix, mirrored } from '../../../../symbologies/matrix/index.ts'
import { blankPage, burn } from '../dots.ts'
import type { Expected } from '../expected.ts'
import { unreadable } from '../failure.ts'
import type { ReadPage } from '../page.ts'
import { CommandStream, hex } from './stream.ts'

/** Of ESC i K: 600 lines an inch, where the head has 300 pins an inch. */
const fineLines = 0x40

/** The most lines of a page. */
const mostLines = 24_000

/**
 * Pages as the printed side is seen with its first line on top: the right pin is the last column. At 600 lines an inch a pin is two
 * columns of dots wide.
 *
 * @throws VerificationFailure
 */
export function* brotherPages(bytes: Uint8Array, { pins }: Pick<Expected, 'pins'>): Generator<ReadPage> {
  if (pins === undefined) throw unreadable('Brother: no print head')
  const stream = new CommandStream(bytes)
  let page = new RasterPage(pins)
  let isOver = false
  while (!stream.isAtEnd) {
    const command = stream.byte()
    // zeros make void what was begun
    if (command === 0) continue
    if (isOver && command !== 0x1b) throw unreadable(`Brother: ${hex(command)} after the last page`)
    switch (command) {
      case 0x67: // g: a line
        if (stream.byte() !== 0) throw unreadable('Brother: g of another colour')
        page.add(stream.raw(stream.byte()))
        break
      case 0x47: // G: a line
        page.add(stream.raw(stream.word()))
        break
      case 0x5a: // Z: a blank line
        page.addBlank()
        break
      case 0x4d: // M: how lines are packed
        if (stream.byte() !== 2) throw unreadable('Brother: M of another kind')
        page.isPacked = true
        break
      case 0x0c: // FF: print
      case 0x1a: // SUB: print the last page
        yield page.printed()
        page = new RasterPage(pins)
        isOver = command === 0x1a
        break
      case 0x1b: {
        const second = stream.byte()
        if (second === 0x40) {
          page = new RasterPage(pins)
          isOver = false
        } else if (second === 0x69) setting(stream, page)
        else throw unreadable(`Brother: ESC ${hex(second)}`)
        break
      }
      default:
        throw unreadable(`Brother: ${hex(command)}`)
    }
  }
  if (page.count > 0) throw unreadable('Brother: a page does not end')
}

/** ESC i, after these two bytes. */
function setting(stream: CommandStream, page: RasterPage): void {
  const letter = stream.byte()
  switch (letter) {
    case 0x61: // a: raster mode
      if (stream.byte() !== 1) throw unreadable('Brother: not raster mode')
      page.isRaster = true
      break
    case 0x21: // !: notices of the state
    case 0x4d: // M: the cutter
    case 0x41: // A: after how many labels it cuts
      stream.byte()
      break
    case 0x7a: // z: what paper, and how many lines
      stream.raw(4)
      page.lines = stream.word() + 65536 * stream.word()
      if (stream.byte() > 1 || stream.byte() !== 0) throw unreadable('Brother: ESC i z of another form')
      break
    case 0x4b: // K: the cutter, and lines an inch
      page.isFine = (stream.byte() & fineLines) !== 0
      break
    case 0x64: // d: the margin
      stream.raw(2)
      break
    default:
      throw unreadable(`Brother: ESC i ${hex(letter)}`)
  }
}

class RasterPage {
  isRaster = false
  isPacked = false
  isFine = false
  lines = 0
  count = 0
  readonly #pins: number
  readonly #data: [y: number, line: Uint8Array][] = []

  constructor(pins: number) {
    this.#pins = pins
  }

  add(data: Uint8Array): void {
    const line = this.isPacked ? unpacked(data) : data
    if (line.length !== this.#pins / 8) throw unreadable(`Brother: ${line.length} bytes for ${this.#pins} pins`)
    this.#data.push([this.count, line])
    this.addBlank(true)
  }

  addBlank(isLine = false): void {
    if (!isLine && !this.isPacked) throw unreadable('Brother: Z where lines are not packed')
    if (++this.count > mostLines) throw unreadable(`Brother: more than ${mostLines} lines`)
  }

  printed(): ReadPage {
    if (!this.isRaster) throw unreadable('Brother: a page that is not in raster mode')
    if (this.lines !== this.count) throw unreadable(`Brother: ${this.count} lines, not ${this.lines}`)
    const dots = blankPage(this.#pins, this.count)
    for (const [y, bytes] of this.#data) burn(dots, { bytes, rowLength: bytes.length, x: 0, y })
    const seen = mirrored(dots)
    return { dots: this.isFine ? doubled(seen) : seen, words: [], copies: 1 }
  }
}

/** Every column twice. */
function doubled(dots: Matrix): Matrix {
  const wide = blankPage(2 * dots.width, dots.height)
  for (let y = 0; y < dots.height; y++) {
    for (let at = 0; at < dots.stride; at++) {
      const word = dots.words[y * dots.stride + at]!
      if (word === 0) continue
      wide.words[y * wide.stride + 2 * at] = spread(word >>> 16)
      if (2 * at + 1 < wide.stride) wide.words[y * wide.stride + 2 * at + 1] = spread(word & 0xffff)
    }
  }
  return wide
}

/** Each of 16 bits twice. */
function spread(bits: number): number {
  let word = bits
  word = (word | (word << 8)) & 0x00ff00ff
  word = (word | (word << 4)) & 0x0f0f0f0f
  word = (word | (word << 2)) & 0x33333333
  word = (word | (word << 1)) & 0x55555555
  return word | (word << 1)
}

/** TIFF PackBits: up to 127 one byte less than follow, from 129 on 257 less how often the next one is repeated. */
function unpacked(data: Uint8Array): Uint8Array {
  const bytes: number[] = []
  for (let at = 0; at < data.length; ) {
    const count = data[at++]!
    const end = count < 128 ? at + count + 1 : at + 1
    if (count === 128 || end > data.length) throw unreadable('Brother: a line is packed wrongly')
    if (count < 128) bytes.push(...data.subarray(at, end))
    else for (let i = 257 - count; i > 0; i--) bytes.push(data[at]!)
    at = end
  }
  return Uint8Array.from(bytes)
}
