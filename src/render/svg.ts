import { type Mark, type Scene, type TextMark, turns } from '../layout/scene.ts'
import { type Line, type Outlines, outlinesOf } from '../text/index.ts'
import { type ByteWriter, freshWriter } from './bytes.ts'
import { unitsPerDot } from './outline-units.ts'
import { dotsOf } from './paint.ts'
import { outlinePen, writeDots, writeModules } from './svg-path.ts'
import { upright } from './upright.ts'

/**
 * An SVG of one user unit a dot, as wide and high as the PNG: a white ground, one path for all modules, the outlines of each
 * line of text, and the encoded text as title. It uses no font and no script.
 */
export function svg(scene: Scene): Uint8Array {
  const { width, height, marks, title } = upright(scene)
  const outlines = outlinesOf(marks.flatMap((mark) => (mark.kind === 'text' ? [mark.line] : [])))
  const shared = outlines?.shared ?? []
  // plain href is SVG 2: programs that support only SVG 1.1 would leave out the glyphs
  const links = shared.length > 0 ? ' xmlns:xlink="http://www.w3.org/1999/xlink"' : ''
  const file = freshWriter()
  file.ascii(
    `<svg xmlns="http://www.w3.org/2000/svg"${links} width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img"><title>`,
  )
  file.utf8(escaped(title))
  file.ascii('</title>')
  if (shared.length > 0) writeShared(file, shared)
  file.ascii(`<path fill="#fff" d="M0 0h${width}v${height}H0z"/>`)
  for (const mark of marks) writeMark(file, mark, outlines)
  file.ascii('</svg>\n')
  return file.taken()
}

/** Outlines that are drawn more than once (SVG 1.1, 5.3 and 5.6). */
function writeShared(file: ByteWriter, shared: Outlines['shared']): void {
  const pen = outlinePen(file)
  file.ascii('<defs>')
  for (const { id, source, glyph, size } of shared) {
    file.ascii(`<path id="${id}" d="`)
    source.draw(glyph, size, 0, 0, pen)
    file.ascii('"/>')
  }
  file.ascii('</defs>')
}

/** @param outlines  undefined if texts are drawn as bitmaps */
function writeMark(file: ByteWriter, mark: Mark, outlines: Outlines | undefined): void {
  switch (mark.kind) {
    case 'modules':
      file.ascii('<path shape-rendering="crispEdges" d="')
      writeModules(file, mark)
      file.ascii('"/>')
      break
    case 'text':
      if (outlines === undefined) writeTextDots(file, mark)
      else writeText(file, mark, outlines)
  }
}

function writeTextDots(file: ByteWriter, mark: TextMark): void {
  const { matrix, left, top } = dotsOf(mark)
  file.ascii(`<path transform="translate(${left} ${top + 0.5})" fill="none" stroke="#000" d="`)
  writeDots(file, matrix)
  file.ascii('"/>')
}

/** A line of text: one path of the outlines that are not shared, and references to those that are. */
function writeText(file: ByteWriter, mark: TextMark, outlines: Outlines): void {
  const { line } = mark
  const own = line.glyphs.filter((placed) => outlines.sharedBy(placed, line) === undefined)
  const place = ` transform="${placeOf(mark)}"`
  if (own.length === line.glyphs.length) {
    writePath(file, place, line, own)
    return
  }
  file.ascii(`<g${place}>`)
  if (own.length > 0) writePath(file, '', line, own)
  for (const placed of line.glyphs) {
    const outline = outlines.sharedBy(placed, line)
    if (outline !== undefined) writeUse(file, outline.id, placed)
  }
  file.ascii('</g>')
}

function placeOf({ x, y, turn }: TextMark): string {
  const degrees = 90 * turns.indexOf(turn)
  return `translate(${x} ${y})${degrees === 0 ? '' : `rotate(${degrees})`}scale(${1 / unitsPerDot})`
}

function writePath(file: ByteWriter, attributes: string, { size }: Line, glyphs: Line['glyphs']): void {
  const pen = outlinePen(file)
  file.ascii(`<path${attributes} d="`)
  for (const { source, glyph, x, y } of glyphs) source.draw(glyph, size, x, y, pen)
  file.ascii('"/>')
}

function writeUse(file: ByteWriter, id: string, { x, y }: { x: number; y: number }): void {
  file.ascii(`<use xlink:href="#${id}" x="`)
  file.integer(unitsPerDot * x)
  if (y !== 0) {
    file.ascii('" y="')
    file.integer(unitsPerDot * y)
  }
  file.ascii('"/>')
}

/**
 * Text for XML 1.0 (fifth edition, 2.2 and 2.4): markup is escaped, control characters, which XML cannot express, become
 * spaces, and lone surrogates and noncharacters become U+FFFD.
 */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[&<>]/g, (character) => (character === '&' ? '&amp;' : character === '<' ? '&lt;' : '&gt;'))
    .replace(/\p{Cc}/gu, ' ')
    .replace(/[\uFFFE\uFFFF]/g, '\uFFFD')
}
