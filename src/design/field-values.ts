/** What is given for the fields of a design: the value of each, or all that is wrong with them. */

import { quoted } from '../../symbologies/messages.ts'
import type { Fault } from '../answer.ts'
import { placeIn, withoutDoubling } from '../request/counters.ts'
import { firstOf, type GivenValues, isRepeated } from '../request/parameter.ts'
import type { Design, DesignField } from './design.ts'
import { fieldName, ownNames } from './template.ts'

/** Names that a field cannot have: what values and requests have besides the fields. */
export const reservedNames: readonly string[] = [
  ...ownNames,
  ...['design', 'size', 'orientation', 'format', 'dpi', 'gain', 'qty', 'zpl', 'strict', 'escapes', 'printer', 'from'],
  ...['parts', 'part', 'partial', 'columns', 'delimiter', 'header', 'encoding', 'worksheet'],
  ...['sheet', 'first', 'shift', 'outline', 'verify', 'file', 'key'],
  // every object has these, so that nothing tells whether a request does
  ...Object.getOwnPropertyNames(Object.prototype).filter((name) => fieldName.test(name)),
]

/** The longest value, in UTF-16 units, as the longest text of a symbol. */
export const longestValue = 7089

/** The values of all fields by name, those that are not given as the design has them; and a fault for each that is missing or wrong. */
export function fieldValues(
  { fields }: Design,
  given: GivenValues,
): { readonly values: ReadonlyMap<string, string>; readonly faults: readonly Fault[] } {
  const values = new Map<string, string>()
  const faults: Fault[] = []
  for (const [name, field] of fields) {
    const all = given[name]
    const value = firstOf(all)
    if (typeof value === 'object') {
      faults.push({ parameter: name, code: value.code ?? 'invalid_encoding', message: value.fault })
      continue
    }
    const message = isRepeated(all) ? `given ${all.length} times; once is accepted` : faultOf(value, field)
    const words = value || field.default
    const place = placeIn(words)
    if (message === undefined && place !== undefined)
      faults.push({ parameter: name, code: 'counter_unknown', message: notInFields(place) })
    else if (message === undefined) values.set(name, withoutDoubling(words))
    else faults.push({ parameter: name, code: value ? 'invalid_field' : 'missing_field', message })
  }
  return { values, faults }
}

const notInFields = (place: string): string =>
  `${quoted(place)} stands for a number of a counter, which values of the design may have, and fields may not; in two braces, as in {{serial:name}}, it is text`

function faultOf(value: string | undefined, field: DesignField): string | undefined {
  if (!value) {
    return field.isRequired && field.default === ''
      ? 'a field of the design that is required, and absent or empty'
      : undefined
  }
  if (value.length > longestValue) return `${value.length} characters; at most ${longestValue} are accepted`
  if (field.pattern === undefined || field.pattern.matches(value)) return undefined
  return `${quoted(value)} does not match ${field.pattern.source}, which the design wants of it`
}

/** The values with which a design is shown: samples, or else what stands in for them. */
export function sampleValues({ fields }: Design): GivenValues {
  return Object.fromEntries([...fields].map(([name, { sample }]) => [name, sample ?? '']))
}
