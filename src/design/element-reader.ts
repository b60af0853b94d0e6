/** Reads the elements of designs, each kind with the fields that it has. */

import { quoted } from '../../symbologies/messages.ts'
import type { JsonValue } from '../json-text.ts'
import { sideRange } from '../layout/stock.ts'
import { type GivenValues, valueText } from '../request/parameter.ts'
import type { RequestReading } from '../request/reader.ts'
import type { Malformed } from '../utf8.ts'
import {
  aligns,
  type DesignElement,
  type ElementKind,
  faces,
  type LabelElement,
  modes,
  type TextElement,
  turns,
  valigns,
} from './design.ts'
import {
  type DesignFault,
  type FieldReading,
  flag,
  not,
  number,
  ObjectFields,
  pair,
  plain,
  text,
  Unaccepted,
  word,
} from './json-fields.ts'
import { type PictureSource, SourceError } from './picture-source.ts'
import { labelNames, readLabel, readSymbol, symbolNames } from './symbol-parameters.ts'
import { TemplateError, type TextTemplate, templateOf } from './template.ts'

/** What elements are read with. */
export interface ElementContext {
  /** To which those of elements are added. */
  readonly faults: DesignFault[]
  readonly pictureOf: PictureSource
}

const kinds = ['text', 'symbol', 'label', 'line', 'box', 'ellipse', 'image'] as const satisfies readonly ElementKind[]

/** Ranges in mm: an element may begin outside of the label, and no line is thinner than a dot in the end. */
export const placeRange = { least: -sideRange.most, most: 2 * sideRange.most }
export const lengthRange = { least: 0.1, most: sideRange.most }
export const widthRange = { least: 0.05, most: 50 }
const usualWidth = 0.25

export const lineRange = { least: 1, most: 60, isWhole: true } as const
export const thresholdRange = { least: 1, most: 255, isWhole: true } as const
const usualThreshold = 128

/** The longest value of an element, as the longest text of a symbol; and source of an image: a picture of 256 KB in base64. */
export const longestTemplate = 7089
export const longestSource = 350_000

const point = pair(placeRange, 'two numbers, such as [2, 10],')
const sides = pair(lengthRange, 'a width and a height, such as [53, 6],')

/** The element that a value is; undefined if it has faults. @param index  among the elements, from 0 */
export function elementOf(
  value: JsonValue,
  index: number,
  path: string,
  { faults, pictureOf }: ElementContext,
): DesignElement | undefined {
  if (value.kind !== 'object') {
    faults.push({ path, line: value.line, message: 'is not an object' })
    return undefined
  }
  const before = faults.length
  const own = new ObjectFields(value, path, faults)
  const kind = own.required('kind', word(kinds))
  if (kind === undefined) return undefined
  const name = own.optional('name', elementName)
  const label = name ? `${kind} ${quoted(name)}` : `element ${index + 1} (${kind})`
  const named = { label, turn: own.optional('turn', word(turns)) ?? 0 }
  const element = partsOf(kind, { own, named, pictureOf })
  own.end()
  return faults.length === before ? (element as DesignElement) : undefined
}

/** Messages about the element have it, and headers carry these in ASCII. */
const elementName: FieldReading<string> = (value) => {
  const name = plain(value)
  return typeof name === 'string' && /^[ -~]{1,40}$/.test(name) ? name : not(value, '1 to 40 characters of ASCII')
}

interface ElementReading {
  readonly own: ObjectFields
  readonly named: Pick<DesignElement, 'label' | 'turn'>
  readonly pictureOf: PictureSource
}

/** The parts of an element: those that have faults are undefined. */
type Parts<E extends DesignElement> = { readonly [Name in keyof E]: E[Name] | undefined }

function partsOf(kind: ElementKind, { own, named, pictureOf }: ElementReading): Parts<DesignElement> {
  const boxed = () => ({ ...named, at: own.required('at', point), size: own.required('size', sides) })
  const aligned = (align: (typeof aligns)[number], valign: (typeof valigns)[number]) => ({
    ...boxed(),
    align: own.optional('align', word(aligns)) ?? align,
    valign: own.optional('valign', word(valigns)) ?? valign,
  })
  switch (kind) {
    case 'text':
      return {
        kind,
        ...aligned('left', 'top'),
        value: own.required('value', template),
        height: own.optional('height', number(lettersRange)),
        lines: own.optional('lines', number(lineRange)) ?? 1,
        ...letters(own),
      }
    case 'symbol':
      return {
        kind,
        ...aligned('center', 'middle'),
        value: own.required('value', template),
        text: own.optional('text', flag) ?? false,
        given: symbolGiven(own, symbolNames, readSymbol),
      }
    case 'label':
      return labelParts(own, named)
    case 'line':
      return {
        kind,
        ...named,
        from: own.required('from', point),
        to: own.required('to', point),
        width: own.optional('width', number(widthRange)) ?? usualWidth,
      }
    case 'box':
    case 'ellipse': {
      const isFilled = own.optional('fill', flag) ?? false
      const width = own.optional('width', number(widthRange))
      return { kind, ...boxed(), width: isFilled ? undefined : (width ?? usualWidth) }
    }
    case 'image':
      return {
        kind,
        ...aligned('center', 'middle'),
        picture: own.required('source', picture(pictureOf)),
        mode: own.optional('mode', word(modes)) ?? 'threshold',
        threshold: own.optional('threshold', number(thresholdRange)) ?? usualThreshold,
      }
  }
}

function letters(own: ObjectFields): Pick<Parts<TextElement>, 'face' | 'isBold'> {
  const face = own.optional('face', word(faces)) ?? 'sans'
  const isBold = own.optional('bold', flag) ?? false
  if (isBold && face === 'ocrb') own.fault('bold', 'does not go with the face ocrb, which has no bold letters')
  return { face, isBold }
}

/** A symbol with its words has a box, or the whole label, on which it is not turned. */
function labelParts(own: ObjectFields, named: ElementReading['named']): Parts<LabelElement> {
  const [at, size] = [own.optional('at', point), own.optional('size', sides)]
  if ((at === undefined) !== (size === undefined)) {
    own.fault(
      at === undefined ? 'at' : 'size',
      'is missing: both say where a box is, neither of them takes the whole label',
    )
  }
  if (at === undefined && named.turn !== 0) own.fault('turn', 'goes only with at and size')
  const value = own.required('value', template)
  const [title, caption] = [own.optional('title', template), own.optional('caption', template)]
  const words = { ...(title && { title: '0' }), ...(caption && { caption: '0' }) }
  const given = symbolGiven(own, labelNames, (symbol) => readLabel({ ...symbol, ...words }))
  if (given.layout === 'logistics' && at !== undefined)
    own.fault('layout', 'logistics takes the whole label, without at and size')
  return { kind: 'label', ...named, at, size, value, title, caption, given }
}

/** Of an em, in mm. */
export const lettersRange = { least: 0.5, most: 200 }

export const template: FieldReading<TextTemplate> = (value) => {
  const given = text(longestTemplate)(value, '')
  if (given instanceof Unaccepted) return given
  try {
    return templateOf(given)
  } catch (error) {
    if (error instanceof TemplateError) return new Unaccepted(error.message)
    throw error
  }
}

const picture =
  (pictureOf: PictureSource): FieldReading<ReturnType<PictureSource>> =>
  (value) => {
    const source = plain(value)
    if (typeof source !== 'string') return not(value, 'the name of a PNG file, or a PNG as a data: URI')
    try {
      return pictureOf(source)
    } catch (error) {
      if (error instanceof SourceError) return new Unaccepted(error.message)
      throw error
    }
  }

/** The parameters of a symbol, whose faults are those that a request with them would have. */
function symbolGiven(
  own: ObjectFields,
  names: readonly string[],
  read: (given: GivenValues) => RequestReading<unknown>,
): GivenValues {
  const values = own.those(names)
  const given: Record<string, string | Malformed> = {}
  for (const [name, value] of values) given[name] = value.kind === 'other' ? valueText(value.value) : valueText({})
  // whatever a symbol carries in the end is judged then
  for (const { parameter, message } of read({ ...given, text: '0' }).faults) {
    if (parameter !== 'text') own.fault(parameter, message)
  }
  return given
}
