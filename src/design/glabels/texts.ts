/** Text objects of gLabels, as texts of a design. */

import { inkOf } from './colors.ts'
import type { ImportedFields, TextPart } from './fields.ts'
import { boxOnLabel, inDesign, type MillimetreBox, type Placement, rounded } from './geometry.ts'
import { attribute, childrenCalled, elementsIn, length, type Node, plainNumber, textIn, yes } from './tree.ts'

/** Between the left edge of a text object and its letters: 3 points. */
const margin = (3 * 25.4) / 72

/** The height of a line by that of its letters. */
const lineHeight = 1.25

/** How wide a character is at the most that nobody would call a wide one, by the height of letters. */
const widthOfCharacter = 0.8

/** Characters for which there is room in a text without a width, if it comes from a field. */
const usualCharacters = 20

/** What gives an object its letters: itself in version 4, a Span in it in version 3. */
interface Style {
  readonly node: Node
  readonly isSpan: boolean
}

const styleOf = (node: Node): Style => {
  const [span] = childrenCalled(node, 'Span')
  return span === undefined ? { node, isSpan: false } : { node: span, isSpan: true }
}

/** The lines of a text object, each in its parts. */
function linesOf(node: Node, fields: ImportedFields): readonly (readonly TextPart[])[] {
  const { node: holder, isSpan } = styleOf(node)
  if (!isSpan) return childrenCalled(node, 'p').map((p) => fields.partsOf(textIn(p)))
  const lines = linesInSpan(holder)
  return lines.length === 1 ? lines : lines.map(leftOutIfEmpty)
}

/** gLabels 3 leaves out a line that is one field and nothing else where the field is empty. */
function leftOutIfEmpty(line: readonly TextPart[]): readonly TextPart[] {
  const [part, ...others] = line
  return typeof part === 'object' && others.length === 0 ? [{ ...part, isLine: true }] : line
}

/** The first line of a text object, for messages. */
export function firstLine(node: Node): string {
  const { node: holder, isSpan } = styleOf(node)
  const [line = []] = isSpan ? linesInSpan(holder) : [childrenCalled(node, 'p').slice(0, 1).map(textIn)]
  return line.map((part) => (typeof part === 'string' ? part : `{${part.field}}`)).join('')
}

/** Texts that begin with a line feed are there for people who read the file. */
function linesInSpan(span: Node): readonly (readonly TextPart[])[] {
  const lines: TextPart[][] = [[]]
  for (const child of span.children) {
    if (typeof child === 'string') {
      if (!child.startsWith('\n')) lines.at(-1)!.push(child)
    } else if (child.name === 'NL') lines.push([])
    else if (child.name === 'Field') lines.at(-1)!.push({ field: attribute(child, 'name') ?? 'field' })
  }
  // the line feed after the last line is its end
  return lines.length > 1 && lines.at(-1)!.length === 0 ? lines.slice(0, -1) : lines
}

/** The element of a design, or none if nothing of it is seen. @param note  is given what is left out */
export function textElement(
  node: Node,
  place: Placement,
  { fields, note }: { readonly fields: ImportedFields; readonly note: (message: string) => void },
): object | undefined {
  const lines = linesOf(node, fields)
  const { node: style } = styleOf(node)
  const ink = inkOf(style, 'color', true)
  if (ink.note !== undefined) note(ink.note)
  if (!ink.isDrawn || lines.every((line) => line.length === 0)) return undefined
  const points = plainNumber(style, 'font_size', 10) || 10
  const letters = (points * 25.4) / 72
  const spacing = Math.min(10, Math.max(0.1, plainNumber(style, 'line_spacing', 1) || 1))
  for (const left of lost(style)) note(left)
  const width = length(node, 'w')
  const isWrapped = width > 0 && attribute(node, 'wrap') !== 'none'
  const height = Math.max(0, length(node, 'h'))
  const line = letters * lineHeight * spacing
  const count = isWrapped ? Math.max(lines.length, Math.floor(height / (letters * 1.1 * spacing))) : lines.length
  const valign = wordIn(node, 'valign', valigns) ?? 'top'
  const justify = wordIn(node, isV3(node) ? 'justify' : 'align', aligns) ?? 'left'
  if (width <= 0 && justify !== 'left' && lines.length > 1) note('its lines are aligned at the left: it has no width')
  const box: MillimetreBox = {
    left: margin,
    top: 0,
    width: width > 0 ? width : Math.max(...lines.map(charactersIn)) * widthOfCharacter * letters,
    height: height > 0 ? height : lines.length * line,
  }
  const room = yes(node, 'auto_shrink') ? box : higher(box, lines.length * line, valign)
  return {
    kind: 'text',
    ...inDesign(boxOnLabel(place, room)),
    ...(place.turn !== 0 && { turn: place.turn }),
    value: fields.template(lines.flatMap((parts, i) => (i === 0 ? parts : ['\n', ...parts]))),
    height: rounded(Math.min(200, Math.max(0.5, letters))),
    ...(narrow.test(attribute(style, 'font_family') ?? '') && { face: 'condensed' }),
    ...(attribute(style, 'font_weight')?.toLowerCase() === 'bold' && { bold: true }),
    ...(count > 1 && { lines: Math.min(60, count) }),
    ...(width > 0 && justify !== 'left' && { align: justify }),
    ...(valign !== 'top' && { valign }),
  }
}

/** In the names of families with narrow letters, such as Liberation Sans Narrow. */
const narrow = /\b(?:condensed|narrow)\b/i

const isV3 = (node: Node): boolean => childrenCalled(node, 'Span').length > 0

const aligns: { readonly [word: string]: string } = { center: 'center', hcenter: 'center', right: 'right' }
const valigns: { readonly [word: string]: string } = { center: 'middle', vcenter: 'middle', bottom: 'bottom' }

function wordIn(node: Node, name: string, words: typeof aligns): string | undefined {
  const given = attribute(node, name)?.toLowerCase()
  return given !== undefined && Object.hasOwn(words, given) ? words[given] : undefined
}

const charactersIn = (line: readonly TextPart[]): number =>
  line.reduce((sum, part) => sum + (typeof part === 'string' ? [...part].length : usualCharacters), 1)

/** gLabels draws letters beyond the box of a text: the box with room for them, from the edge that they are aligned at. */
function higher(box: MillimetreBox, height: number, valign: string): MillimetreBox {
  if (box.height >= height) return box
  const more = height - box.height
  const above = { top: 0, middle: more / 2, bottom: more }[valign] ?? 0
  return { ...box, top: box.top - above, height }
}

/** What letters have that those of designs have not. */
function lost(node: Node): readonly string[] {
  const kinds = [
    ...(yes(node, 'font_italic') ? ['italic'] : []),
    ...(yes(node, 'font_underline') ? ['underlined'] : []),
  ]
  const rich = elementsIn(node).some(({ name }) => name === 'Span')
  return [
    ...(kinds.length > 0 ? [`its letters are ${kinds.join(' and ')}; those of designs are not`] : []),
    ...(rich ? ['its text in other letters is left out'] : []),
  ]
}
