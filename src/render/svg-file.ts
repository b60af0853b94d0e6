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

/** Writes the start tag of the outermost element, and the title. @param scene  upright */
export function beginSvg(file: ByteWriter, scene: Scene, { isSized, attributes }: SvgStyle): void {
  const { width, height, title, resolution } = scene
  const sizeOf = (dots: number): string => (isSized ? `${lengthOf(dots, resolution)}mm` : `${dots}`)
  file.ascii(
    `<svg xmlns="http://www.w3.org/2000/svg"${attributes} width="${sizeOf(width)}" height="${sizeOf(height)}" viewBox="0 0 ${width} ${height}" role="img"><title>`,
  )
  file.utf8(escaped(title))
  file.ascii('</title>')
}

/** The length of dots in mm, to a tenth of a micrometre. */
function lengthOf(dots: number, { perMillimetre }: Resolution): number {
  return Math.round((1e4 * dots) / perMillimetre) / 1e4
}

export function writeBackground(file: ByteWriter, { width, height }: Scene): void {
  file.ascii(`<path fill="#fff" d="M0 0h${width}v${height}H0z"/>`)
}

/** Writes one path with all modules. */
export function writeSymbol(file: ByteWriter, mark: ModulesMark): void {
  file.ascii('<path shape-rendering="crispEdges" d="')
  writeModules(file, mark)
  file.ascii('"/>')
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
