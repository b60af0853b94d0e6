/** Objects of gLabels, as elements of a design. */

import { type Barcode as Encoded, encodeRequest } from '../../../symbologies/index.ts'
import { quoted } from '../../../symbologies/messages.ts'
import { totalColumns } from '../../layout/symbol.ts'
import { withDoubling } from '../../request/counters.ts'
import { SourceError } from '../picture-source.ts'
import { readSymbol } from '../symbol-parameters.ts'
import { inkOf } from './colors.ts'
import type { ImportedFields, TextPart } from './fields.ts'
import {
  boxOnLabel,
  inDesign,
  isQuarter,
  type MillimetreBox,
  type Placement,
  placeOf,
  rounded,
  withMargin,
} from './geometry.ts'
import { type GlabelsPictures, type ImportedPicture, stretched } from './pictures.ts'
import { type ImportedSymbol, NoSymbol, symbolOf } from './symbols.ts'
import { firstLine, textElement } from './texts.ts'
import { attribute, length, type Node, yes } from './tree.ts'

export interface ObjectContext {
  readonly fields: ImportedFields
  readonly pictures: GlabelsPictures
  /** The source of a picture in the design. */
  readonly sourceOf: (picture: ImportedPicture) => string
  /** Is given what is left out of an object, or drawn otherwise. */
  readonly note: (message: string) => void
  /** The label, in mm. */
  readonly page: { readonly width: number; readonly height: number }
}

/** The elements that an object becomes; none if nothing of it is drawn, which a note says where it could be seen. @throws GlabelsError */
export function elementsOf(node: Node, context: ObjectContext): readonly object[] {
  const place = placeOf(node)
  const elements = drawnAs(node, place, context)
  if (elements.length === 0) return []
  for (const message of distortions(node, place)) context.note(message)
  if (yes(node, 'shadow')) context.note('its shadow is left out')
  return elements
}

function drawnAs(node: Node, place: Placement, context: ObjectContext): readonly object[] {
  switch (node.name) {
    case 'Object-text': {
      const text = textElement(node, place, context)
      return text === undefined ? [] : [text]
    }
    case 'Object-box':
    case 'Object-ellipse':
      return shape(node, place, context)
    case 'Object-line':
      return line(node, place, context)
    case 'Object-image':
      return image(node, place, context)
    case 'Object-barcode':
      return symbol(node, place, context)
    default:
      context.note('no such object is known')
      return []
  }
}

/** How an object is otherwise on the label than in gLabels. */
function distortions(node: Node, place: Placement): readonly string[] {
  if (node.name === 'Object-line') return []
  const isShape = node.name === 'Object-box' || node.name === 'Object-ellipse'
  const isDisc = node.name === 'Object-ellipse' && Math.abs(length(node, 'w') - length(node, 'h')) < 0.01
  return [
    ...(isQuarter(place) || isDisc
      ? []
      : [`it is turned by ${place.angle} degrees; designs have quarter turns, so that it is turned by ${place.turn}`]),
    ...(place.isDistorted ? ['it is drawn larger, smaller or slanted there, and here with its own sides'] : []),
    ...(place.isMirrored && !isShape ? ['it is mirrored there, and not here'] : []),
  ]
}

const sizeIn = (node: Node): MillimetreBox => ({ left: 0, top: 0, width: length(node, 'w'), height: length(node, 'h') })

/** A box or an ellipse. gLabels has half of the line on either side of the edge, designs have all of it inside. */
function shape(node: Node, place: Placement, { note }: ObjectContext): readonly object[] {
  const kind = node.name === 'Object-box' ? 'box' : 'ellipse'
  const box = sizeIn(node)
  const [line, fill] = [inkOf(node, 'line_color', true), inkOf(node, 'fill_color', false)]
  const width = length(node, 'line_width', 25.4 / 72)
  const isLined = line.isDrawn && width > 0
  if (width > 0 && line.note !== undefined) note(line.note)
  if (fill.note !== undefined) note(fill.note)
  if (box.width < 0 || box.height < 0 || (!isLined && !fill.isDrawn)) return []
  const whole = isLined ? withMargin(box, width / 2) : box
  const style = fill.isDrawn ? { fill: true } : { width: lineWidth(width, note) }
  return [{ kind, ...inDesign(boxOnLabel(place, whole)), ...style }]
}

/** Of lines of designs, in mm. */
const widths = { least: 0.05, most: 50 }

function lineWidth(width: number, note: ObjectContext['note']): number {
  if (width > widths.most) note(`its line is ${rounded(width)} mm wide; designs have ${widths.most} at the most`)
  return rounded(Math.min(widths.most, Math.max(widths.least, width)))
}

function line(node: Node, { placed }: Placement, { note }: ObjectContext): readonly object[] {
  const ink = inkOf(node, 'line_color', true)
  const width = length(node, 'line_width', 25.4 / 72)
  if (width > 0 && ink.note !== undefined) note(ink.note)
  if (!ink.isDrawn || width <= 0) return []
  const [from, to] = [placed([0, 0]), placed([length(node, 'dx'), length(node, 'dy')])]
  return [{ kind: 'line', from: from.map(rounded), to: to.map(rounded), width: lineWidth(width, note) }]
}

function image(node: Node, place: Placement, { note, pictures, sourceOf }: ObjectContext): readonly object[] {
  const field = attribute(node, 'src_field') ?? attribute(node, 'field')
  const name = attribute(node, 'src')
  const box = sizeIn(node)
  if (field !== undefined) {
    note(`its picture is that of the field ${quoted(field)}, and designs have pictures of their own`)
    return []
  }
  if (name === undefined || box.width <= 0 || box.height <= 0) {
    note(name === undefined ? 'it has no picture' : 'it has no size')
    return []
  }
  try {
    const source = sourceOf(stretched(pictures(name), box.width, box.height))
    const turn = place.turn === 0 ? {} : { turn: place.turn }
    return [{ kind: 'image', ...inDesign(boxOnLabel(place, box)), ...turn, source }]
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    note(`its picture ${error.message}`)
    return []
  }
}

function symbol(node: Node, place: Placement, { fields, note, page }: ObjectContext): readonly object[] {
  const ink = inkOf(node, 'color', true)
  if (ink.note !== undefined) note(ink.note)
  if (!ink.isDrawn) return []
  const imported = symbolIn(node, fields, note)
  if (imported === undefined) return []
  for (const message of imported.notes) note(message)
  // GNU barcode has its quiet zones in its box, the others have them around it
  const isOutside = attribute(node, 'backend')?.toLowerCase() !== 'gnu-barcode'
  const box = boxOfSymbol(sizeIn(node), encodedOf(imported), isOutside)
  const onLabel = boxOnLabel(place, box)
  return [
    {
      kind: 'symbol',
      ...inDesign(within(onLabel, page)),
      ...(place.turn !== 0 && { turn: place.turn }),
      ...imported.parameters,
      value: fields.template(imported.parts),
      ...(yes(node, 'text') && !isMatrix(imported) && { text: true }),
    },
  ]
}

const isMatrix = ({ parameters: { type } }: ImportedSymbol): boolean =>
  type === 'qr' || type === 'microqr' || type === 'datamatrix'

function symbolIn(node: Node, fields: ImportedFields, note: ObjectContext['note']): ImportedSymbol | undefined {
  try {
    return symbolOf({
      backend: attribute(node, 'backend')?.toLowerCase() ?? '',
      style: attribute(node, 'style') ?? '',
      parts: partsOf(node, fields),
      hasCheck: yes(node, 'checksum', true),
    })
  } catch (error) {
    if (!(error instanceof NoSymbol)) throw error
    note(error.message)
    return undefined
  }
}

/** Version 3 has a field or a text, version 4 fields in a text. */
function partsOf(node: Node, fields: ImportedFields): readonly TextPart[] {
  const field = attribute(node, 'field')
  const data = attribute(node, 'data') ?? ''
  return field !== undefined && data === '' ? [{ field }] : fields.partsOf(data)
}

/** The symbol with the text that it always has, or with as many digits if its size does not depend on them. */
function encodedOf({ parameters, parts }: ImportedSymbol): Encoded | undefined {
  const isFilled = parts.some((part) => typeof part !== 'string')
  const text = isFilled ? lengths[parameters.type] : parts.join('')
  if (text === undefined) return undefined
  try {
    const { request } = readSymbol({ ...parameters, text: withDoubling(text) } as Record<string, string>)
    return request && encodeRequest(request).barcode
  } catch {
    // what is wrong with it is said where it is drawn
    return undefined
  }
}

/** Texts of symbologies whose symbols all have the same width. */
const lengths: { readonly [type: string]: string } = {
  ean13: '000000000000',
  ean8: '0000000',
  upca: '00000000000',
  upce: '000000',
  itf14: '0000000000000',
}

/** Modules of symbols without a size are a point wide in gLabels, and bars an inch high. */
const usualModule = 25.4 / 72
const usualHeight = 25.4

/**
 * The box with room for the quiet zones.
 *
 * @param barcode  undefined if nobody knows its modules
 * @param isOutside  whether the quiet zones are outside of the box
 */
function boxOfSymbol(box: MillimetreBox, barcode: Encoded | undefined, isOutside: boolean): MillimetreBox {
  const width = box.width > 0 ? box.width : (barcode?.matrix.width ?? 100) * usualModule
  const isLinear = barcode === undefined || barcode.matrix.height === 1
  const height = box.height > 0 ? box.height : isLinear ? usualHeight : width
  if (barcode === undefined || !isOutside) return { ...box, width, height }
  const { quiet, matrix } = barcode
  const module = isLinear ? width / matrix.width : Math.min(width / matrix.width, height / matrix.height)
  return {
    left: -quiet.left * module,
    top: -quiet.top * module,
    width: totalColumns(barcode) * module,
    height: isLinear ? height : (quiet.top + matrix.height + quiet.bottom) * module,
  }
}

/** The part of a box that is on the label; all of it if that is not much. */
function within(box: MillimetreBox, { width, height }: ObjectContext['page']): MillimetreBox {
  const [left, top] = [Math.max(0, box.left), Math.max(0, box.top)]
  const [right, bottom] = [Math.min(width, box.left + box.width), Math.min(height, box.top + box.height)]
  const isMost = (right - left) * (bottom - top) > 0.5 * box.width * box.height && right > left
  return isMost ? { left, top, width: right - left, height: bottom - top } : box
}

/** What messages call an object. @param number  from 1 */
export function labelOfObject(node: Node, number: number): string {
  const kind = node.name.replace(/^Object-/, '')
  const known = ['text', 'box', 'ellipse', 'line', 'image', 'barcode'].includes(kind) ? kind : quoted(node.name)
  const text = node.name === 'Object-text' ? firstLine(node) : ''
  const name = text || attribute(node, 'style') || attribute(node, 'src') || ''
  return `object ${number}, ${known}${name === '' ? '' : ` ${quoted(name)}`}`
}
