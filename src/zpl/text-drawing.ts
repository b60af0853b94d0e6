/** Words and signs as drawings: lines in a font, blocks of them, and the symbols of `^GS`. */

import { type ModulesMark, moved } from '../layout/scene.ts'
import { blockLines, type FieldBlock } from './block.ts'
import { type DrawnFont, sizedFont } from './fonts.ts'
import type { SignContent, TextContent } from './label.ts'
import type { Budget } from './limits.ts'
import type { LocalDrawing } from './placing.ts'
import { shapeMarks } from './shapes.ts'
import type { TypeSetter } from './type-setter.ts'

/** Words in their font. @param isTooLong  called if a block has more lines than it may have */
export function textDrawing(
  text: string,
  { font: chosen, block, cutAt, direction, gap }: TextContent,
  { dpmm, setter, isTooLong }: { readonly dpmm: number; readonly setter: TypeSetter; readonly isTooLong: () => void },
): LocalDrawing {
  const font = sizedFont(chosen.name, chosen, dpmm)
  if (block !== undefined) return blockDrawing(text, font, { ...block, cutAt }, { setter, isTooLong })
  if (direction === 'V') return columnDrawing(text, font, gap, setter)
  const ordered = direction === 'R' ? [...text].reverse().join('') : text
  return { ...setter.line(ordered, font, gap), height: font.height, baseline: font.ascent }
}

/** Characters one below the other. */
function columnDrawing(text: string, font: DrawnFont, gap: number, setter: TypeSetter): LocalDrawing {
  const lines = [...text].map((character) => setter.line(character, font))
  const step = font.height + gap
  return {
    marks: lines.flatMap(({ marks }, i) => marks.map((mark) => moved(mark, 0, i * step))),
    width: Math.max(0, ...lines.map(({ width }) => width)),
    height: Math.max(0, lines.length * step - gap),
    baseline: font.ascent,
  }
}

interface CutBlock extends FieldBlock {
  readonly cutAt: number | undefined
}

/** Lines of a block. Those beyond its number are printed upon the last one; beyond the height of a text block none are. */
function blockDrawing(
  text: string,
  font: DrawnFont,
  block: CutBlock,
  { setter, isTooLong }: { readonly setter: TypeSetter; readonly isTooLong: () => void },
): LocalDrawing {
  const { width, spacing, cutAt } = block
  const step = font.height + spacing
  const broken = blockLines(text, block, (part) => setter.width(part, font))
  const lines = cutAt === undefined ? block.lines : Math.max(1, Math.floor(cutAt / Math.max(1, step)))
  if (broken.length > lines) isTooLong()
  const kept = cutAt === undefined ? broken : broken.slice(0, lines)
  const marks = kept.flatMap(({ text: line, isLast }, i) => {
    const indent = i === 0 ? 0 : block.indent
    const top = Math.min(i, lines - 1) * step
    const spread = block.align === 'J' && !isLast
    const set = spread ? spreadLine(line, font, width - indent, setter) : setter.line(line, font)
    const free = width - indent - set.width
    const left = indent + (block.align === 'C' ? Math.floor(free / 2) : block.align === 'R' ? free : 0)
    return set.marks.map((mark) => moved(mark, left, top))
  })
  // a block whose number of lines is not meant to be reached is as high as its lines
  const shown = cutAt === undefined ? Math.max(1, Math.min(lines, lines === 9999 ? kept.length : lines)) : 1
  const height = cutAt ?? shown * step - spacing
  return { marks, width, height, baseline: cutAt === undefined ? (shown - 1) * step + font.ascent : font.ascent }
}

/** Words with the rest of the width between them. */
function spreadLine(
  line: string,
  font: DrawnFont,
  width: number,
  setter: TypeSetter,
): { readonly marks: readonly ModulesMark[]; readonly width: number } {
  const words = line.split(' ').filter((word) => word !== '')
  const set = words.map((word) => setter.line(word, font))
  const used = set.reduce((sum, each) => sum + each.width, 0)
  if (words.length < 2) return { marks: set[0]?.marks ?? [], width }
  const gap = (width - used) / (words.length - 1)
  let x = 0
  const marks = set.flatMap((each) => {
    const at = Math.round(x)
    x += each.width + gap
    return each.marks.map((mark) => moved(mark, at, 0))
  })
  return { marks, width }
}

/** The signs of `^GS` by their letters: what stands for each, and how wide and high it is in its cell. */
const signs: { readonly [letter: string]: { readonly text: string; readonly width: number; readonly height: number } } =
  {
    A: { text: '\u00ae', width: 45 / 72, height: 45 / 72 },
    B: { text: '\u00a9', width: 45 / 72, height: 45 / 72 },
    C: { text: '\u2122', width: 57 / 72, height: 30 / 72 },
    D: { text: 'UL', width: 1, height: 1 },
    E: { text: 'SA', width: 66 / 72, height: 1 },
  }

/** One sign; blanks before it move it by a cell each. */
export function signDrawing(
  text: string,
  { height: asked, width: wide }: SignContent,
  { dpmm, setter, budget }: { readonly dpmm: number; readonly setter: TypeSetter; readonly budget: Budget },
): LocalDrawing {
  const { height, width } = sizedFont('GS', { height: asked, width: wide }, dpmm)
  const advance = width + Math.round((2 * width) / 24)
  const blanks = text.length - text.trimStart().length
  const sign = signs[text.trimStart().slice(0, 1).toUpperCase()]
  const drawing = { width: advance * (blanks + (sign === undefined ? 0 : 1)), height, baseline: height }
  if (sign === undefined) return { ...drawing, marks: [] }
  const box = { width: Math.round(sign.width * width), height: Math.round(sign.height * height) }
  return {
    ...drawing,
    marks: signMarks(sign.text, box, { setter, budget }).map((mark) => moved(mark, blanks * advance, 0)),
  }
}

function signMarks(
  text: string,
  box: { readonly width: number; readonly height: number },
  { setter, budget }: { readonly setter: TypeSetter; readonly budget: Budget },
): readonly ModulesMark[] {
  const { width, height } = box
  if (text !== 'UL' && text !== 'SA') return setter.fitted(text, box)
  const inner = { width: Math.round(0.5 * width), height: Math.round(0.45 * height) }
  const letters = setter
    .fitted(text, inner)
    .map((mark) => moved(mark, Math.round(width / 4), Math.round(0.27 * height)))
  if (text === 'SA') return [...setter.fitted('C', box), ...letters]
  const ring = { kind: 'ellipse', ...box, thickness: Math.max(1, Math.round(height / 14)) } as const
  const window = { left: 0, top: 0, right: width, bottom: height }
  return [...shapeMarks(ring, window, budget), ...letters]
}
