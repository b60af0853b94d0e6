/** A label of one symbol as a design: one element, which is laid out as its request says. Runs in browsers too. */

import type { Barcode } from '../../symbologies/index.ts'
import type { Composition, LabelRequest } from '../draw/drawing.ts'
import { sheetLabelOf } from '../draw/sheets.ts'
import type { Limits } from '../drawing-size.ts'
import type { LabelStyle } from '../layout/label.ts'
import type { GivenValues, Parameter } from '../request/parameter.ts'
import { composeDesign, type DesignRequest, placeOf } from './compose.ts'
import type { Design, LabelElement } from './design.ts'
import { layoutStyleOf } from './label-element.ts'
import { labelNames, labelParameters } from './symbol-parameters.ts'
import type { TextTemplate } from './template.ts'

/** The design of a label, which has no fields: on a sheet, one of the size of its labels. */
export function designOfLabel(request: LabelRequest): Design {
  const { text, title, caption, size, orientation, profile } = request
  const element: LabelElement = {
    ...{ kind: 'label', label: 'element 1 (label)', turn: 0, at: undefined, size: undefined },
    value: literal(text),
    title: title === undefined ? undefined : literal(title),
    caption: caption === undefined ? undefined : literal(caption),
    given: givenOf(request),
  }
  return {
    ...{ name: 'label', title: undefined, size: sheetLabelOf(request)?.size ?? size, orientation },
    fields: new Map(),
    elements: [element],
    ...(profile && { profile }),
    isOfRequest: true,
  }
}

/** The request as one for a label of its design. @param now  the date of today */
export function designRequestOf(request: LabelRequest, now = new Date()): DesignRequest {
  const { format, dpi, qty, zpl, gain, strict = false, verify = false, handling, encoded } = request
  const { sheet, first, shift, outline } = request
  return {
    ...{
      design: designOfLabel(request),
      given: {},
      row: 1,
      now,
      format,
      dpi,
      qty,
      zpl,
      gain,
      strict,
      verify,
      handling,
    },
    ...{ encoded, sheet, first, shift, outline },
    escapes: 'escapes' in request && request.escapes === true,
  }
}

/** The composition of a label of one symbol, or of several of one message with the same width and height. */
export interface SymbolComposition extends Composition {
  /** The symbol that is judged: of a logistic label the one with the SSCC. */
  readonly barcode: Barcode
}

/**
 * The composition of a label, small enough for its format; for the language of a printer as it is fed.
 *
 * @throws EncodeError, Gs1Error, FitError, NotConforming
 */
export function composeLabel(request: LabelRequest, limits: Limits): SymbolComposition {
  const { symbols, ...composition } = composeDesign(designRequestOf(request), limits)
  return { ...composition, barcode: symbols[0]!.barcode }
}

/** How a symbol and its words are laid out on a label. */
export function labelStyleOf(request: LabelRequest): LabelStyle {
  const { page } = placeOf(designRequestOf(request))
  return { ...page, ...layoutStyleOf(request, page) }
}

const literal = (text: string): TextTemplate => (text === '' ? [] : [{ kind: 'text', text }])

/** The parameters that are not as they are by default, in their order. Escapes are read already. */
function givenOf(request: LabelRequest): GivenValues {
  const values = new Map<string, unknown>(Object.entries(request))
  const given = labelNames.flatMap((name): [string, string][] => {
    const parameter = parameterOf(name)
    const otherwise = 'default' in parameter ? parameter.default : undefined
    const value = values.get(name)
    return value === undefined || value === otherwise || name === 'escapes' ? [] : [[name, `${value}`]]
  })
  return Object.fromEntries(given)
}

/** The JSON value of the design of a label, as a file of a design has it. */
export function definitionOfLabel(request: LabelRequest): object {
  const { name, size, orientation, profile, elements } = designOfLabel(request)
  return {
    name,
    size,
    orientation,
    ...(profile && { profile }),
    elements: elements.map((element) => elementJson(element as LabelElement)),
  }
}

function elementJson({ kind, value, title, caption, given }: LabelElement): object {
  const words = Object.entries({ value, title, caption }).flatMap(([name, template]) =>
    template === undefined ? [] : [[name, written(template)]],
  )
  const { type, ...others } = given
  const values = Object.entries(others).map(([name, text]) => [name, jsonOf(parameterOf(name), `${text}`)])
  return { kind, type, ...Object.fromEntries([...words, ...values]) }
}

const parameterOf = (name: string): Parameter => labelParameters[name as keyof typeof labelParameters]

/** The text of a value as a JSON text has it. */
function jsonOf({ kind }: Parameter, text: string): string | number | boolean {
  if (kind === 'flag') return text === 'true'
  return kind === 'integer' || kind === 'number' ? Number(text) : text
}

/** The text of a template without places. */
const written = (template: TextTemplate): string =>
  template.map((piece) => (piece.kind === 'text' ? piece.text.replaceAll('{', '{{') : '')).join('')
