/** SVG of a symbol without words, and the parts of it that an SVG with words has too. It needs nothing of the room of text. */

import { darkRuns, type Matrix, scratchForRuns } from '../../symbologies/matrix/index.ts'
import type { Resolution } from '../layout/resolution.ts'
import { type ModulesMark, type Scene, type SymbolScene, unitOf } from '../layout/scene.ts'

/** The bytes of `svg` for a drawing without words, with less code: it imports nothing of the room of text. */
export function symbolSvg(scene: SymbolScene, isSized = false): Uint8Array {
  const file = new ByteWriter()
  beginSvg(file, scene, { isSized, attributes: '' })
  writeBackground(file, scene)
  for (const mark of scene.marks) writeSymbol(file, mark, scene)
  return endSvg(file)
}

interface SvgStyle {
  /** Whether it has the physical size of the drawing; otherwise it is as wide and high as the PNG in pixels. */
  readonly isSized: boolean
  /** More of the outermost element, with a space before each. */
  readonly attributes: string
}

/** Writes the start tag of the outermost element, and the title. */
export function beginSvg(file: ByteWriter, scene: Scene, { isSized, attributes }: SvgStyle): void {
  const [width, height] = sizeOf(scene)
  const lengthOf = (dots: number): string => (isSized ? `${millimetres(dots, scene.resolution)}mm` : `${dots}`)
  file.ascii(
    `<svg xmlns="http://www.w3.org/2000/svg"${attributes} width="${lengthOf(width)}" height="${lengthOf(height)}" viewBox="0 0 ${width} ${height}" role="img"><title>`,
  )
  file.utf8(escaped(scene.title))
  file.ascii('</title>')
}

/**
 * `text` as character data of XML 1.0 (fifth edition, 2.2 and 2.4): markup is escaped; control characters, most of which XML
 * cannot represent, become spaces; lone surrogates, U+FFFE and U+FFFF become U+FFFD.
 */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[&<>]/g, (character) => (character === '&' ? '&amp;' : character === '<' ? '&lt;' : '&gt;'))
    .replace(/\p{Cc}/gu, ' ')
    .replace(/[\uFFFE\uFFFF]/g, '\uFFFD')
}

/** The width and height of the drawing as it is turned. */
function sizeOf({ width, height, turn }: Scene): readonly [width: number, height: number] {
  return turn === 'R' || turn === 'L' ? [height, width] : [width, height]
}

/** To a tenth of a micrometre. */
function millimetres(dots: number, { perMillimetre }: Resolution): number {
  return Math.round((1e4 * dots) / perMillimetre) / 1e4
}

export function writeBackground(file: ByteWriter, scene: Scene): void {
  const [width, height] = sizeOf(scene)
  file.ascii(`<path fill="#fff" d="M0 0h${width}v${height}H0z"/>`)
}

/**
 * Writes one path with all modules, in units of their own: the numbers of modules are shorter than those of dots.
 *
 * @param mark  of this scene, not yet turned: the path is
 */
export function writeSymbol(file: ByteWriter, mark: ModulesMark, scene: Scene): void {
  const { xs, ys } = mark
  const [x, y] = [unitOf(xs), unitOf(ys)]
  file.ascii(
    `<path shape-rendering="crispEdges" transform="${turnOf(scene)}matrix(${x} 0 0 ${y} ${xs[0]} ${ys[0]})" d="`,
  )
  writeModules(file, mark, [x, y])
  file.ascii('"/>')
}

/** The turn of the scene as matrices of whole numbers (SVG 1.1, 7.6): unlike rotate(90), they keep all edges exactly upright. */
function turnOf({ width, height, turn }: Scene): string {
  switch (turn) {
    case 'N':
      return ''
    case 'R':
      return `matrix(0 1 -1 0 ${height} 0)`
    case 'I':
      return `matrix(-1 0 0 -1 ${width} ${height})`
    case 'L':
      return `matrix(0 -1 1 0 0 ${width})`
  }
}

/**
 * Writes every dark run as a rectangle, from where the previous one ended. Its last side is left out: filling closes it.
 *
 * Lines of a row's height would be shorter, but some programs round the edges of lines otherwise than those of areas.
 *
 * @param units  in dots; all edges are whole numbers in them, from those of the first column and row
 */
function writeModules(
  file: ByteWriter,
  { matrix, xs, ys }: ModulesMark,
  [unitX, unitY]: readonly [x: number, y: number],
): void {
  const runs = scratchForRuns(matrix.width)
  let [penX, penY] = [xs[0]!, ys[0]!]
  for (let row = 0; row < matrix.height; row++) {
    const count = darkRuns(matrix, row, runs)
    const top = ys[row]!
    const height = (ys[row + 1]! - top) / unitY
    file.reserve((count / 2) * 5 * longestNumber)
    const { array } = file
    let { end } = file
    for (let i = 0; i < count; i += 2) {
      const left = xs[runs[i]!]!
      const right = xs[runs[i + 1]!]!
      array[end++] = moveCode
      end = putInteger(array, end, (left - penX) / unitX)
      array[end++] = spaceCode
      end = putInteger(array, end, (top - penY) / unitY)
      array[end++] = downCode
      end = putInteger(array, end, height)
      array[end++] = lineCode
      end = putInteger(array, end, (right - left) / unitX)
      array[end++] = downCode
      end = putInteger(array, end, -height)
      penX = right
      penY = top
    }
    file.end = end
  }
}

/** Writes the dots of a bitmap, every run as a line along the middle of its row: half the bytes of rectangles. */
export function writeDots(file: ByteWriter, matrix: Matrix): void {
  const runs = scratchForRuns(matrix.width)
  file.ascii('M0 0')
  let [penX, penY] = [0, 0]
  for (let row = 0; row < matrix.height; row++) {
    const count = darkRuns(matrix, row, runs)
    file.reserve((count / 2) * 3 * longestNumber)
    // large print has half a million runs: their bytes are written one by one
    const { array } = file
    let { end } = file
    for (let i = 0; i < count; i += 2) {
      const start = runs[i]!
      const stop = runs[i + 1]!
      array[end++] = moveCode
      end = putInteger(array, end, start - penX)
      array[end++] = spaceCode
      end = putInteger(array, end, row - penY)
      array[end++] = lineCode
      end = putInteger(array, end, stop - start)
      penX = stop
      penY = row
    }
    file.end = end
  }
}

/** The most bytes of a whole number below 2 ** 31. */
const longestInteger = 11

/** With the character before it. */
const longestNumber = 1 + longestInteger

const moveCode = 0x6d
const spaceCode = 0x20
const lineCode = 0x68
const downCode = 0x76

export function endSvg(file: ByteWriter): Uint8Array {
  file.ascii('</svg>\n')
  return file.take()
}

/** Appends bytes to an array that grows. */
export class ByteWriter {
  /** The bytes written so far are those before `end`. To write to the array directly, call `reserve` first. */
  array: Uint8Array = new Uint8Array(smallest)
  end = 0

  /** Makes the array large enough for `count` more bytes; may replace it. */
  reserve(count: number): void {
    if (this.end + count <= this.array.length) return
    const larger = new Uint8Array(2 * (this.end + count))
    larger.set(this.array.subarray(0, this.end))
    this.array = larger
  }

  /** @param text  a character for each byte */
  ascii(text: string): void {
    this.reserve(text.length)
    const { array, end } = this
    for (let i = 0; i < text.length; i++) array[end + i] = text.charCodeAt(i)
    this.end = end + text.length
  }

  utf8(text: string): void {
    this.bytes(new TextEncoder().encode(text))
  }

  bytes(bytes: ArrayLike<number>): void {
    this.reserve(bytes.length)
    this.array.set(bytes, this.end)
    this.end += bytes.length
  }

  /** @param value a whole number, its magnitude below 2 ** 31 */
  integer(value: number): void {
    this.reserve(longestInteger)
    this.end = putInteger(this.array, this.end, value)
  }

  /** Returns the bytes written, and goes on with none. */
  take(): Uint8Array {
    const bytes = this.array.slice(0, this.end)
    this.array = new Uint8Array(smallest)
    this.end = 0
    return bytes
  }
}

const smallest = 1 << 10

/** Writes a whole number below 2 ** 31 into `array`, which has room for it, at `end`. Returns where it ends. */
function putInteger(array: Uint8Array, end: number, value: number): number {
  if (value < 0) {
    array[end++] = minus
    value = -value
  }
  if (value < 10) {
    array[end] = zero + value
    return end + 1
  }
  let digits = 2
  for (let power = 100; value >= power; power *= 10) digits++
  for (let at = end + digits - 1; at >= end; at--) {
    const tenth = (value / 10) | 0
    array[at] = zero + value - 10 * tenth
    value = tenth
  }
  return end + digits
}

const minus = 0x2d
const zero = 0x30
