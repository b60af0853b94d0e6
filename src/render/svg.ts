/** SVG of a drawing with its words. */

import { type LineMark, type Mark, type Scene, type TextMark, turned, turns } from '../layout/scene.ts'
import { type Line, type Outlines, outlinesOf, type Pen } from '../text/index.ts'
import { dotsOf } from './paint.ts'
import { ByteWriter, beginSvg, endSvg, writeBackground, writeDots, writeSymbol } from './symbol-svg.ts'

/**
 * An SVG with one user unit a dot: a white background, one path for all modules, the outlines of each line of text, and the encoded
 * text as the title. It uses no font and no script.
 *
 * @param isSized  whether it has the physical size of the drawing; otherwise it is as wide and high as the PNG in pixels
 */
export function svg(scene: Scene, isSized = false): Uint8Array {
  const { marks } = scene
  const placed = [...new Set(marks.flatMap((mark) => (mark.kind === 'placed' ? [mark.scene] : [])))]
  const outlines = outlinesOf([scene, ...placed].flatMap(linesIn))
  const shared = outlines?.shared ?? []
  // href without a prefix is SVG 2: programs that support only SVG 1.1 would not draw the glyphs
  const xlink = shared.length + placed.length > 0 ? ' xmlns:xlink="http://www.w3.org/1999/xlink"' : ''
  const file = new ByteWriter()
  beginSvg(file, scene, { isSized, attributes: xlink })
  if (shared.length > 0) writeShared(file, shared)
  const ids = new Map(placed.map((each, i) => [each, `label${i + 1}`]))
  for (const [inner, id] of ids) {
    file.ascii(`<defs><g id="${id}">`)
    for (const mark of inner.marks) writeMark(file, mark, { scene: inner, outlines, ids })
    file.ascii('</g></defs>')
  }
  writeBackground(file, scene)
  for (const mark of marks) writeMark(file, mark, { scene, outlines, ids })
  return endSvg(file)
}

const linesIn = ({ marks }: Scene): readonly Line[] =>
  marks.flatMap((mark) => (mark.kind === 'text' ? [mark.line] : []))

/** Writes the definitions of the outlines that are drawn more than once (SVG 1.1, 5.3 and 5.6). */
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

interface Drawing {
  readonly scene: Scene
  /** Undefined to draw texts as bitmaps. */
  readonly outlines: Outlines | undefined
  /** Drawings in this one by the names of their definitions. */
  readonly ids: ReadonlyMap<Scene, string>
}

function writeMark(file: ByteWriter, mark: Mark, { scene, outlines, ids }: Drawing): void {
  switch (mark.kind) {
    case 'modules':
      writeSymbol(file, mark, scene)
      break
    case 'text': {
      const text = turned(mark, scene)
      if (outlines === undefined) writeTextDots(file, text)
      else writeText(file, text, outlines)
      break
    }
    case 'line':
      writeLine(file, turned(mark, scene))
      break
    case 'placed': {
      const { x, y } = turned(mark, scene)
      file.ascii(`<use xlink:href="#${ids.get(mark.scene)}" x="${x}" y="${y}"/>`)
    }
  }
}

function writeLine(file: ByteWriter, { shape, x, y, width, height, corner, thickness }: LineMark): void {
  const style = `fill="none" stroke="#000" stroke-width="${decimal(thickness)}"`
  const [left, top, wide, high] = [x, y, width, height].map(decimal)
  if (shape === 'rectangle') {
    const round = corner === 0 ? '' : ` rx="${decimal(corner)}"`
    file.ascii(`<rect x="${left}" y="${top}" width="${wide}" height="${high}"${round} ${style}/>`)
    return
  }
  const [cx, cy, rx, ry] = [x + width / 2, y + height / 2, width / 2, height / 2].map(decimal)
  file.ascii(`<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" ${style}/>`)
}

const decimal = (dots: number): string => `${Math.round(dots * 1000) / 1000}`

function writeTextDots(file: ByteWriter, mark: TextMark): void {
  const { matrix, left, top } = dotsOf(mark)
  file.ascii(`<path transform="translate(${left} ${top + 0.5})" fill="none" stroke="#000" d="`)
  writeDots(file, matrix)
  file.ascii('"/>')
}

/** Writes a line of text: one path with the outlines that are not shared, and references to the others. */
function writeText(file: ByteWriter, mark: TextMark, outlines: Outlines): void {
  const { line } = mark
  const unshared = line.glyphs.filter((placed) => outlines.sharedBy(placed, line) === undefined)
  const transform = ` transform="${transformOf(mark)}"`
  if (unshared.length === line.glyphs.length) {
    writePath(file, transform, line, unshared)
    return
  }
  file.ascii(`<g${transform}>`)
  if (unshared.length > 0) writePath(file, '', line, unshared)
  for (const placed of line.glyphs) {
    const outline = outlines.sharedBy(placed, line)
    if (outline !== undefined) writeUse(file, outline.id, placed)
  }
  file.ascii('</g>')
}

function transformOf({ x, y, turn }: TextMark): string {
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

/** Outlines are in whole hundredths of a dot, which are shorter than fractions and faster to write. */
const unitsPerDot = 100

/** A pen that writes path commands, in hundredths of a dot. */
function outlinePen(file: ByteWriter): Pen {
  const add = (command: string, x: number, y: number): void =>
    write(file, command, Math.round(x * unitsPerDot), ' ', Math.round(y * unitsPerDot))
  return {
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
  }
}

/** Writes text and whole numbers alternately. */
function write(file: ByteWriter, before: string, a: number, between = '', b?: number): void {
  file.ascii(before)
  file.integer(a)
  file.ascii(between)
  if (b !== undefined) file.integer(b)
}
