/** Faults of values that do not go with those of other parameters. */

import { quoted } from '../../symbologies/index.ts'
import { type FormFault, Refusal } from './form-faults.ts'
import type { Inapplicable, Parameter, Parameters } from './parameter.ts'

/** A request: its values by name, undefined where there is none, and whether one is given, right or wrong. */
interface Given {
  readonly values: { readonly [name: string]: unknown }
  isGiven(name: string): boolean
}

/** Whether the values of other parameters decide if this one can be given. */
export function hasCompany(parameter: Parameter | Inapplicable): boolean {
  if (parameter.kind === 'none') return false
  return (parameter.only ?? parameter.needs ?? parameter.excludes) !== undefined
}

/** The faults of a parameter of `table` that has a value. @param parameter  as it is for this request */
export function companyFaults(
  name: string,
  { values, isGiven }: Given,
  parameter: Parameter | Inapplicable,
  table: Parameters,
): readonly FormFault[] {
  if (parameter.kind === 'none') return []
  const { only, needs = [], excludes = {} } = parameter
  const value = String(values[name])
  const absent = needs.filter((other) => values[other] === undefined && !isGiven(other))
  const messages: readonly (string | Refusal | undefined)[] = [
    ...Object.entries(only?.[value] ?? {}).map(([other, accepted]) => {
      if (values[other] === undefined || accepted.includes(String(values[other]))) return undefined
      const known = wordsAmong(accepted, table[other]!)
      const shown = known.length === 1 ? `${other}=${known[0]}` : known.join(', ')
      const message = `${quoted(value)} does not go with ${other}=${values[other]}; accepted with it: ${shown}`
      return new Refusal('invalid_parameter', message, known.length > 0 ? { [other]: known[0]! } : undefined)
    }),
    absent.length === 0
      ? undefined
      : `goes only with ${absent.join(' and ')}; give ${absent.join(' and ')} too, or leave it out`,
    ...Object.entries(excludes).map(([other, refused]) => {
      const given = values[other] === undefined ? undefined : String(values[other])
      if (given === undefined || (refused !== 'any' && !refused.includes(given))) return undefined
      const [own, others] = [name, other].map((each) => withDependents(each, values, table))
      return `does not go with ${other}=${given}; leave out ${own}, or ${others}`
    }),
  ]
  return messages
    .filter((message) => message !== undefined)
    .map((found) => (found instanceof Refusal ? found : new Refusal('invalid_parameter', found)).fault(name))
}

/** A parameter with those that are given and go only with it. */
function withDependents(name: string, values: Given['values'], table: Parameters): string {
  const dependents = Object.keys(table).filter(
    (each) => values[each] !== undefined && table[each]!.needs?.includes(name),
  )
  return [name, ...dependents].join(' and ')
}

/** Those of the values that the parameter takes here, in its order. */
function wordsAmong(values: readonly string[], parameter: Parameter): readonly string[] {
  return parameter.kind === 'word' ? parameter.words.filter((word) => values.includes(word)) : values
}
