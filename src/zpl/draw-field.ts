/** Fields drawn, each on its label in whole dots. */

import type { Interruptible } from '../interruptible.ts'
import { type DotArea, type ModulesMark, moved } from '../layout/scene.ts'
import type { DrawnField, FieldFinding, InterpretationPiece, SymbolField } from './field.ts'
import { type DrawnFont, sizedFont, zebraFont } from './fonts.ts'
import type { Field, FieldData, Origin, SymbolContent } from './label.ts'
import type { Budget } from './limits.ts'
import { inkArea, type LocalDrawing, type PlacedDrawing, placedAt } from './placing.ts'
import { dotsMark, shapeMarks, sizeOfShape } from './shapes.ts'
import { isOther } from './symbols/index.ts'
import { signDrawing, textDrawing } from './text-drawing.ts'
import type { TypeSetter } from './type-setter.ts'

/** Draws a bar code field. */
export type DrawSymbol = (field: SymbolField) => DrawnField

/** A field as it is drawn. */
export interface DrawnOnLabel extends PlacedDrawing {
  readonly field: Field
  /** The area of its ink; undefined if it has none. */
  readonly ink: DotArea | undefined
  readonly isWhite: boolean
  /** Of a bar code. */
  readonly symbol?: DrawnField | undefined
  readonly findings: readonly FieldFinding[]
}

export interface DrawingTools {
  readonly dpmm: number
  readonly setter: TypeSetter
  readonly budget: Budget
  readonly drawSymbol: DrawSymbol
  /** All dots that a label shows; rounded shapes are not made beyond it. */
  readonly page: DotArea
}

/** The fields of a label, drawn in their order; those without anything to draw are left out. @throws LimitReached */
export function* drawnFields(fields: readonly Field[], tools: DrawingTools): Interruptible<readonly DrawnOnLabel[]> {
  const drawn: DrawnOnLabel[] = []
  let behind: Origin = { x: 0, y: 0, anchor: 'baseline', side: 0 }
  for (const field of fields) {
    const origin = field.origin === 'behind' ? behind : field.origin
    const found = drawnField(field, origin, tools)
    if (found === undefined) continue
    drawn.push(found)
    if (drawn.length % fieldsAStep === 0) yield
    if (field.content.kind === 'text' || field.content.kind === 'sign') behind = endOf(found, origin)
  }
  return drawn
}

/** Where the next words begin: at the end of these, on their baseline. */
function endOf({ field, area }: DrawnOnLabel, origin: Origin): Origin {
  const orientation = 'orientation' in field.content ? field.content.orientation : 'N'
  const isAcross = orientation === 'N' || orientation === 'I'
  const length = isAcross ? area.right - area.left : area.bottom - area.top
  const step = orientation === 'N' || orientation === 'R' ? length : -length
  return isAcross ? { ...origin, x: origin.x + step } : { ...origin, y: origin.y + step }
}

/** Fields that are drawn without a turn for others: a usual label has fewer. */
const fieldsAStep = 50

function drawnField(field: Field, origin: Origin, tools: DrawingTools): DrawnOnLabel | undefined {
  const { content, data } = field
  const findings: FieldFinding[] = []
  const result = (placed: PlacedDrawing, more: Partial<DrawnOnLabel> = {}): DrawnOnLabel => {
    return { field, ...placed, ink: inkArea(placed.marks), isWhite: false, findings, ...more }
  }
  switch (content.kind) {
    case 'text': {
      if (data === undefined) return undefined
      const isTooLong = (): void => void findings.push(tooLong)
      const drawing = textDrawing(data.text, content, { ...tools, isTooLong })
      return result(placedAt(drawing, content.orientation, origin))
    }
    case 'sign':
      if (data === undefined) return undefined
      return result(placedAt(signDrawing(data.text, content, tools), content.orientation, origin))
    case 'shape': {
      const [width, height] = sizeOfShape(content.shape)
      const { left, top } = placedAt({ marks: [], width, height, baseline: height }, 'N', origin).area
      const { page } = tools
      const window = {
        left: page.left - left,
        top: page.top - top,
        right: page.right - left,
        bottom: page.bottom - top,
      }
      const marks = shapeMarks(content.shape, window, tools.budget)
      return result(placedAt({ marks, width, height, baseline: height }, 'N', origin), { isWhite: content.isWhite })
    }
    case 'graphic': {
      const [across, down] = content.magnified
      const mark = dotsMark(content.matrix, 0, 0, content.magnified)
      const [width, height] = [across * content.matrix.width, down * content.matrix.height]
      return result(placedAt({ marks: [mark], width, height, baseline: height }, 'N', origin))
    }
    case 'symbol': {
      if (data === undefined) return undefined
      tools.budget.spend('symbols', 1)
      if (isOther(content.command)) tools.budget.spend('foreign', data.bytes.length)
      const symbol = tools.drawSymbol(symbolField(content, data, tools.dpmm))
      findings.push(...symbol.findings)
      const move = origin.anchor === 'corner' ? symbol.offset : (symbol.typeset ?? { x: 0, y: 0 })
      const at = { ...origin, x: origin.x + move.x, y: origin.y + move.y }
      return result(placedAt(symbolDrawing(symbol, content, tools), symbol.orientation, at), { symbol })
    }
  }
}

const tooLong: FieldFinding = {
  code: 'text_too_long',
  kind: 'warning',
  message: 'the text has more lines than its block: they are printed upon each other, or cut off',
}

function symbolField(content: SymbolContent, { bytes, text }: FieldData, dpmm: number): SymbolField {
  const { command, parameters, orientation, module, ratio, height } = content
  return { command, parameters, orientation, module, ratio, height, bytes, text, dpmm }
}

/** Bars with their interpretation line, upright. */
function symbolDrawing(
  { modules, lines, width, height }: DrawnField,
  { font }: SymbolContent,
  { dpmm, setter }: DrawingTools,
): LocalDrawing {
  const words = lines.flatMap((piece): readonly ModulesMark[] => {
    const drawn = font === undefined ? fontOf(piece, dpmm) : sizedFont(font.name, font, dpmm)
    const set = setter.line(piece.text, drawn)
    // the gap behind the last character is not part of what is centred
    const free = piece.within - set.width + gapOf(drawn)
    return set.marks.map((mark) => moved(mark, piece.x + Math.floor(free / 2), piece.y))
  })
  return { marks: [...modules, ...words], width, height, baseline: height }
}

/** The font of a piece in exactly its size. */
function fontOf({ font: name, height, width }: InterpretationPiece, dpmm: number): DrawnFont {
  const font = zebraFont(name, dpmm)
  const ascent = font.kind === 'cells' ? Math.round((height * font.baseline) / font.height) : Math.round(0.75 * height)
  return { name, height, width, ascent, font }
}

const gapOf = ({ font, width }: DrawnFont): number =>
  font.kind === 'cells' ? Math.round((font.gap * width) / font.width) : 0
