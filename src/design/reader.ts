/** Reads designs: a JSON text in which every mistake is named, with its path and its line. */

import { quoted } from '../../symbologies/messages.ts'
import { profileNames } from '../content/profile-names.ts'
import { JsonError, type JsonValue, parsedJson } from '../json-text.ts'
import { namesOfStock } from '../layout/named-stock.ts'
import { type LabelSize, labelSize, orientations, sideRange, stockNames } from '../layout/stock.ts'
import { type Design, type DesignElement, type DesignField, templatesOf } from './design.ts'
import { type ElementContext, elementOf } from './element-reader.ts'
import { longestValue, reservedNames } from './field-values.ts'
import { type DesignFault, type FieldReading, flag, not, ObjectFields, text, Unaccepted, word } from './json-fields.ts'
import { type Pattern, PatternError, patternOf } from './pattern.ts'
import type { PictureSource } from './picture-source.ts'
import { fieldName, fieldsIn, ownNames } from './template.ts'

/** A text that is not a design. */
export class DesignError extends Error {
  /** One or more. */
  readonly faults: readonly DesignFault[]

  constructor(faults: readonly DesignFault[]) {
    super(faults.map(faultText).join('; '))
    this.name = 'DesignError'
    this.faults = faults
  }
}

/** `line 5: elements[2].size: is missing` */
export function faultText({ path, line, message }: DesignFault): string {
  return `line ${line}: ${path === '' ? '' : `${path}: `}${message}`
}

/** The most fields and elements of a design, and the most symbols among these, which take longest: they bound the time of a label. */
export const mostParts = { fields: 50, elements: 200, symbols: 20 } as const

/** Of a design's or an element's name, and of a title. */
export const nameForm = /^[A-Za-z0-9._-]{1,40}$/
export const longestTitle = 100

/**
 * The design in a JSON text.
 *
 * @param pictureOf  gives the picture that an element names
 * @throws DesignError with all of its mistakes
 */
export function designIn(json: string, pictureOf: PictureSource): Design {
  return designOf(jsonOfDesign(json), '', pictureOf)
}

/** The value in a JSON text. @throws DesignError */
export function jsonOfDesign(json: string): JsonValue {
  try {
    // RFC 8259, 8.1: a byte order mark may be ignored
    return parsedJson(json.replace(/^\ufeff/, ''))
  } catch (error) {
    if (!(error instanceof JsonError)) throw error
    const [, line = '1', message = error.message] = /^line (\d+), (.*)$/s.exec(error.message) ?? []
    throw new DesignError([{ path: '', line: Number(line), message: `is not JSON: ${message}` }])
  }
}

/** The design that a value is. @param path  of the value @throws DesignError */
export function designOf(value: JsonValue, path: string, pictureOf: PictureSource): Design {
  const faults: DesignFault[] = []
  if (value.kind !== 'object') throw new DesignError([{ path, line: value.line, message: 'is not an object' }])
  const own = new ObjectFields(value, path, faults)
  own.optional('$schema', text(1000))
  const name = own.required('name', designName)
  const title = own.optional('title', text(longestTitle))
  const size = own.required('size', sizeIn)
  const orientation = own.optional('orientation', word(orientations))
  const profile = own.optional('profile', word(profileNames))
  const fields = own.optional('fields', fieldsOf(faults)) ?? new Map<string, DesignField>()
  const elements = own.required('elements', elementsOf({ faults, fields, pictureOf }))
  own.end()
  if (faults.length > 0 || name === undefined || size === undefined || elements === undefined) {
    throw new DesignError(faults.toSorted((a, b) => a.line - b.line))
  }
  return { name, title, size, ...(orientation && { orientation }), ...(profile && { profile }), fields, elements }
}

const designName: FieldReading<string> = (value) => {
  const name = value.kind === 'other' ? value.value : undefined
  if (typeof name === 'string' && nameForm.test(name)) return name
  return not(value, '1 to 40 characters of A-Z, a-z, 0-9, hyphen, underscore and full stop')
}

const sizeIn: FieldReading<LabelSize> = (value) => {
  const found = value.kind === 'other' && typeof value.value === 'string' ? labelSize(value.value) : undefined
  const { least, most } = sideRange
  const free = `a size such as 57x32mm or 2.25x1.25in of ${least} to ${most} mm a side`
  return found ?? not(value, `${free}, nor one of ${stockNames.join(', ')}, nor ${namesOfStock}`)
}

/** @param faults  to which those of the fields are added */
const fieldsOf =
  (faults: DesignFault[]): FieldReading<ReadonlyMap<string, DesignField>> =>
  (value, path) => {
    if (value.kind !== 'object') return not(value, 'an object with the name of each field')
    if (value.fields.length > mostParts.fields) {
      return new Unaccepted(`${value.fields.length} fields; at most ${mostParts.fields} are accepted`)
    }
    const own = new ObjectFields(value, path, faults)
    const found = new Map<string, DesignField>()
    for (const [name] of value.fields) {
      if (found.has(name)) continue
      if (!fieldName.test(name))
        own.fault(name, 'is not 1 to 40 letters, digits, hyphens and underscores, a letter first')
      if (reservedNames.includes(name))
        own.fault(
          name,
          `is what ${ownNames.includes(name) ? 'values' : 'requests'} have besides fields; call it otherwise`,
        )
      const field = own.optional(name, fieldOf(faults))
      if (field !== undefined) found.set(name, field)
    }
    return found
  }

const fieldOf =
  (faults: DesignFault[]): FieldReading<DesignField> =>
  (value, path) => {
    if (value.kind !== 'object') return not(value, 'an object, which may be empty')
    const own = new ObjectFields(value, path, faults)
    const field = {
      title: own.optional('title', text(longestTitle)),
      isRequired: own.optional('required', flag) ?? false,
      default: own.optional('default', text(longestValue)) ?? '',
      sample: own.optional('sample', text(longestValue)),
      pattern: own.optional('pattern', patternIn),
    }
    for (const name of ['default', 'sample'] as const) {
      const given = field[name]
      if (!given || field.pattern === undefined || field.pattern.matches(given)) continue
      own.fault(name, `${quoted(given)} does not match ${field.pattern.source}`)
    }
    own.end()
    return field
  }

const patternIn: FieldReading<Pattern> = (value) => {
  const source = value.kind === 'other' ? value.value : undefined
  if (typeof source !== 'string' || source === '') return not(value, 'a pattern')
  try {
    return patternOf(source)
  } catch (error) {
    if (error instanceof PatternError) return new Unaccepted(error.message)
    throw error
  }
}

const elementsOf =
  (
    context: ElementContext & { readonly fields: ReadonlyMap<string, DesignField> },
  ): FieldReading<readonly DesignElement[]> =>
  (value, path) => {
    if (value.kind !== 'array') return not(value, 'an array of elements')
    if (value.items.length > mostParts.elements) {
      return new Unaccepted(`${value.items.length} elements; at most ${mostParts.elements} are accepted`)
    }
    const found = value.items.flatMap((item, i) => {
      const element = elementOf(item, i, `${path}[${i}]`, context)
      if (element === undefined) return []
      const unknown = templatesOf(element)
        .flatMap(fieldsIn)
        .filter((name) => !context.fields.has(name))
      for (const name of unknown) {
        context.faults.push({
          path: `${path}[${i}].value`,
          line: item.line,
          message: `{${name}} is not among the fields of the design`,
        })
      }
      return [element]
    })
    const symbols = found.filter(({ kind }) => kind === 'symbol' || kind === 'label').length
    if (symbols <= mostParts.symbols) return found
    return new Unaccepted(`${symbols} symbols; at most ${mostParts.symbols} are accepted`)
  }
