/** The parts of an SVG that need nothing of its words. */

import type { Resolution } from '../layout/resolution.ts'
import type { ModulesMark, Scene } from '../layout/scene.ts'
import type { ByteWriter } from './bytes.ts'
import { writeModules } from './svg-path.ts'

export interface SvgStyle {
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

/** The largest unit in which all edges are whole, from the first: the pitch of the modules, if they have one. */
function unitOf(edges: readonly number[]): number {
  let [unit, step] = [0, 0]
  for (let i = 1; i < edges.length; i++) {
    const next = edges[i]! - edges[i - 1]!
    // nearly all steps are equal, and a division takes longer than all else
    if (next !== step) unit = commonDivisor(unit, next)
    step = next
  }
  return unit
}

/** The greatest. */
function commonDivisor(a: number, b: number): number {
  return a === 0 ? b : commonDivisor(b % a, a)
}

export function endSvg(file: ByteWriter): Uint8Array {
  file.ascii('</svg>\n')
  return file.take()
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
