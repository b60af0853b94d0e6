import { darkRuns } from '../../symbologies/index.ts'
import type { Mark, ModulesMark, TextMark, Turn } from '../layout/scene.ts'
import { type Line, outlineOf } from '../text/index.ts'
import type { ByteWriter } from './bytes.ts'
import { type Spelling, spelled, winAnsiBytes } from './helvetica.ts'
import { roomForRuns } from './runs.ts'

/** The name by which page content speaks of Helvetica. */
export const helveticaName = 'F1'

/** Writes a mark as PDF operators, in dots, y down (ISO 32000-1:2008, 8.5 and 9.4); says whether Helvetica was used. */
export function writeMark(out: ByteWriter, mark: Mark): boolean {
  switch (mark.kind) {
    case 'modules':
      writeModules(out, mark)
      return false
    case 'text':
      return writeText(out, mark)
  }
}

/** Every dark run as a rectangle. */
function writeModules(out: ByteWriter, { matrix, xs, ys }: ModulesMark): void {
  const runs = roomForRuns(matrix.width)
  for (let row = 0; row < matrix.height; row++) {
    const top = ys[row]!
    const height = ys[row + 1]! - top
    const count = darkRuns(matrix, row, runs)
    for (let i = 0; i < count; i += 2) {
      const left = xs[runs[i]!]!
      writeNumbers(out, left, top)
      writeNumbers(out, xs[runs[i + 1]!]! - left, height)
      out.ascii('re\n')
    }
  }
  out.ascii('f\n')
}

/** Text that Helvetica can spell can be selected and searched; all other is drawn. */
function writeText(out: ByteWriter, { line, x, y, turn }: TextMark): boolean {
  out.ascii(`q ${matrices[turn]} ${x} ${y} cm\n`)
  const bytes = winAnsiBytes(line.text)
  if (bytes !== undefined) writeInHelvetica(out, line, spelled(bytes))
  else writeOutlines(out, line)
  out.ascii('Q\n')
  return bytes !== undefined
}

const matrices: Record<Turn, string> = { N: '1 0 0 1', R: '0 1 -1 0', I: '-1 0 0 -1', L: '0 -1 1 0' }

/** Centred on the line's ink, and made narrower where Helvetica would be wider. The text's own y points up. */
function writeInHelvetica(out: ByteWriter, { size, ink }: Line, { bytes, kerning, width }: Spelling): void {
  const room = ink.right - ink.left
  const natural = (width * size) / 1000
  const stretch = natural === 0 ? 1 : Math.min(1, room / natural)
  const left = ink.left + (room - stretch * natural) / 2
  out.ascii(`BT ${stretch.toFixed(4)} 0 0 -1 ${left.toFixed(2)} 0 Tm /${helveticaName} ${size} Tf [<`)
  for (let i = 0; i < bytes.length; i++) {
    out.ascii(bytes[i]!.toString(16))
    if (kerning[i]) out.ascii(`>${-kerning[i]!}<`)
  }
  out.ascii('>]TJ ET\n')
}

/** Outlines are written in whole hundredths of a dot: shorter than fractions, and quicker. */
const fineness = 100

/** The outlines of a line relative to its origin. */
function writeOutlines(out: ByteWriter, line: Line): void {
  out.ascii(`${1 / fineness} 0 0 ${1 / fineness} 0 0 cm\n`)
  let [penX, penY] = [0, 0]
  const to = (x: number, y: number): void => {
    writeNumbers(out, Math.round(x * fineness), Math.round(y * fineness))
    penX = x
    penY = y
  }
  const cubic = (ax: number, ay: number, bx: number, by: number, x: number, y: number): void => {
    to(ax, ay)
    to(bx, by)
    to(x, y)
    out.ascii('c\n')
  }
  outlineOf(line, {
    move(x, y) {
      to(x, y)
      out.ascii('m\n')
    },
    line(x, y) {
      to(x, y)
      out.ascii('l\n')
    },
    // PDF has cubic curves only: their control points lie two thirds of the way to the quadratic one
    quadratic: (cx, cy, x, y) =>
      cubic((penX + 2 * cx) / 3, (penY + 2 * cy) / 3, (x + 2 * cx) / 3, (y + 2 * cy) / 3, x, y),
    cubic,
    close: () => out.ascii('h\n'),
  })
  out.ascii('f\n')
}

/** Two whole numbers, a space after each. */
function writeNumbers(out: ByteWriter, a: number, b: number): void {
  out.integer(a)
  out.ascii(' ')
  out.integer(b)
  out.ascii(' ')
}
