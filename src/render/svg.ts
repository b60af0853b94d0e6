import { darkRuns } from '../../symbologies/index.ts'
import { type Mark, type ModulesMark, type Scene, type TextMark, turns } from '../layout/scene.ts'
import { outlineOf } from '../text/index.ts'
import { type ByteWriter, freshWriter } from './bytes.ts'
import { roomForRuns } from './runs.ts'
import { upright } from './upright.ts'

/**
 * An SVG of one user unit a dot, as wide and high as the PNG: a white ground, one path for all modules, one for each
 * line of text, and the encoded text as title. It needs no font and runs no script.
 */
export function svg(scene: Scene): Uint8Array {
  const { width, height, marks, title } = upright(scene)
  const file = freshWriter()
  file.ascii(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img"><title>`,
  )
  file.utf8(escaped(title))
  file.ascii(`</title><path fill="#fff" d="M0 0h${width}v${height}H0z"/>`)
  for (const mark of marks) writeMark(file, mark)
  file.ascii('</svg>\n')
  return file.taken()
}

function writeMark(file: ByteWriter, mark: Mark): void {
  switch (mark.kind) {
    case 'modules':
      file.ascii('<path shape-rendering="crispEdges" d="')
      writeModules(file, mark)
      break
    case 'text':
      file.ascii(`<path transform="${placeOf(mark)}" d="`)
      writeOutlines(file, mark)
  }
  file.ascii('"/>')
}

/** Every dark run as a rectangle; the pen moves relative to where the last one began, which keeps the numbers short. */
function writeModules(file: ByteWriter, { matrix, xs, ys }: ModulesMark): void {
  const runs = roomForRuns(matrix.width)
  let command = 'M'
  let [penX, penY] = [0, 0]
  for (let row = 0; row < matrix.height; row++) {
    const top = ys[row]!
    const height = ys[row + 1]! - top
    const count = darkRuns(matrix, row, runs)
    for (let i = 0; i < count; i += 2) {
      const left = xs[runs[i]!]!
      const width = xs[runs[i + 1]!]! - left
      write(file, command, left - penX, ' ', top - penY)
      write(file, 'h', width, 'v', height)
      write(file, 'h-', width, 'z')
      command = 'm'
      penX = left
      penY = top
    }
  }
}

/** Text and whole numbers in turn. */
function write(file: ByteWriter, before: string, a: number, between: string, b?: number): void {
  file.ascii(before)
  file.integer(a)
  file.ascii(between)
  if (b !== undefined) file.integer(b)
}

/** Outlines are written in whole hundredths of a dot: shorter than fractions, and quicker. */
const fineness = 100

function placeOf({ x, y, turn }: TextMark): string {
  const degrees = 90 * turns.indexOf(turn)
  return `translate(${x} ${y})${degrees === 0 ? '' : `rotate(${degrees})`}scale(${1 / fineness})`
}

/** The outlines of a line relative to its origin. */
function writeOutlines(file: ByteWriter, { line }: TextMark): void {
  const add = (command: string, x: number, y: number): void =>
    write(file, command, Math.round(x * fineness), ' ', Math.round(y * fineness))
  outlineOf(line, {
    move: (x, y) => add('M', x, y),
    line: (x, y) => add('L', x, y),
    quadratic(cx, cy, x, y) {
      add('Q', cx, cy)
      add(' ', x, y)
    },
    cubic(ax, ay, bx, by, x, y) {
      add('C', ax, ay)
      add(' ', bx, by)
      add(' ', x, y)
    },
    close: () => file.ascii('Z'),
  })
}

/**
 * Text for XML 1.0 (fifth edition, 2.2 and 2.4): markup escaped; control characters, which XML has no way to write,
 * as spaces; code units that are no character as U+FFFD.
 */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[&<>]/g, (character) => (character === '&' ? '&amp;' : character === '<' ? '&lt;' : '&gt;'))
    .replace(/\p{Cc}/gu, ' ')
    .replace(/[\uFFFE\uFFFF]/g, '\uFFFD')
}
