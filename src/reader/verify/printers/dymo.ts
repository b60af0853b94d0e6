/**
 * What a LabelWriter does with labels (DYMO, LabelWriter 400 Series Printers Technical Reference Manual). Commands that labels do not
 * need are failures.
 */

import { blankPage, burn } from '../dots.ts'
import type { ExpectedSheet } from '../expected.ts'
import { unreadable } from '../failure.ts'
import type { ReadPage } from '../page.ts'
import { CommandStream, hex } from './stream.ts'

const escapeByte = 0x1b
/** SYN: a line of dots. */
const lineOfDots = 0x16

/**
 * @param sheets  a label is as wide as its sheet
 * @throws VerificationFailure
 */
export function* dymoPages(bytes: Uint8Array, sheets: readonly ExpectedSheet[]): Generator<ReadPage> {
  const stream = new CommandStream(bytes)
  const widths = widthsOf(sheets)
  let state = initial()
  const end = (): ReadPage => {
    const { lines, count, lineLength } = state
    const width = widths.next().value
    if (lineLength !== (width + 7) >> 3) throw unreadable(`DYMO: lines of ${lineLength} bytes for ${width} dots`)
    const dots = blankPage(width, count)
    for (const [y, line] of lines) burn(dots, { bytes: line, rowLength: line.length, x: 0, y })
    state = { ...state, lines: [], count: 0 }
    return { dots, words: [], copies: 1 }
  }
  while (!stream.isAtEnd) {
    const first = stream.byte()
    if (first === lineOfDots) {
      if (!state.isSet) throw unreadable('DYMO: a line before ESC D and ESC h')
      state.lines.push([state.count++, stream.raw(state.lineLength)])
      continue
    }
    if (first !== escapeByte) throw unreadable(`DYMO: ${hex(first)}`)
    let letter = stream.byte()
    // escapes fill a line that was begun
    while (letter === escapeByte) letter = stream.byte()
    switch (letter) {
      case 0x40: // ESC @: as it is after it was turned on
        state = initial()
        break
      case 0x4c: // ESC L: how far to look for the next label
        stream.raw(2)
        break
      case 0x42: // ESC B: bytes left of a line
        if (stream.byte() !== 0) throw unreadable('DYMO: a tab')
        break
      case 0x44: // ESC D: bytes of a line
        state.lineLength = stream.byte()
        break
      case 0x68: // ESC h: 300 x 300 dpi
        state.isSet = state.lineLength > 0
        break
      case 0x63: // ESC c, d, e, g: density
      case 0x64:
      case 0x65:
      case 0x67:
        break
      case 0x66: // ESC f 1: blank lines
        if (stream.byte() !== 1) throw unreadable('DYMO: ESC f of another unit')
        state.count += stream.byte()
        break
      case 0x47: // ESC G: to the next label
      case 0x45: // ESC E: to the tear bar
        yield end()
        break
      default:
        throw unreadable(`DYMO: ESC ${hex(letter)}`)
    }
  }
  if (state.count > 0) throw unreadable('DYMO: a label does not end')
}

interface State {
  lines: [y: number, bytes: Uint8Array][]
  count: number
  lineLength: number
  isSet: boolean
}

const initial = (): State => ({ lines: [], count: 0, lineLength: 0, isSet: false })

/** The width of each label that comes out, and that of the last for what is too many. */
function* widthsOf(sheets: readonly ExpectedSheet[]): Generator<number, never> {
  for (const { width, copies } of sheets) for (let i = 0; i < copies; i++) yield width
  for (;;) yield sheets.at(-1)!.width
}
