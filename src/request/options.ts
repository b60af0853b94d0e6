/** The options of the symbologies as parameters. */

import {
  type CatalogueRow,
  catalogue,
  type OptionName,
  type OptionsNamed,
  type Symbology,
  type SymbologyOption,
  symbologies,
} from '../../symbologies/index.ts'
import type { Formed } from './parameter.ts'
import type { Spellings } from './proposals.ts'
import { optionSpellings } from './spellings.ts'

/** A symbology's option as a parameter. */
export type OptionParameter = Pick<
  SymbologyOption,
  'title' | 'purpose' | 'titles' | 'groups' | 'needs' | 'excludes'
> & { readonly optional: true } & (
    | { readonly kind: 'word'; readonly words: readonly string[]; readonly spellings?: Spellings }
    | { readonly kind: 'integer'; readonly least: number; readonly most: number }
    | Formed
  )

/** The longest value of an option that has a form. */
const longestForm = 40

/** The options of some symbologies, each with every value that any of them accepts. */
export function optionsOf<S extends Symbology>(some: readonly S[]) {
  const all: { [name: string]: OptionParameter } = {}
  for (const symbology of some) {
    const { options }: CatalogueRow = catalogue[symbology]
    for (const [name, option] of Object.entries(options)) {
      const earlier = all[name]
      const own = parameterOf(name, option)
      all[name] = earlier === undefined ? own : widened(earlier, own)
    }
  }
  return all as { readonly [Name in OptionsNamed<S>]: OptionParameter }
}

function parameterOf(name: string, { values: _, default: __, ...option }: SymbologyOption): OptionParameter {
  const spellings = optionSpellings[name]
  if (option.words !== undefined) return { kind: 'word', ...option, optional: true, ...(spellings && { spellings }) }
  if (option.pattern !== undefined) return { kind: 'form', longest: longestForm, ...option, optional: true }
  return { kind: 'integer', ...option, optional: true }
}

/** A parameter that accepts the values of both. */
function widened(a: OptionParameter, b: OptionParameter): OptionParameter {
  if (a.kind === 'word' && b.kind === 'word') return { ...a, words: [...new Set([...a.words, ...b.words])] }
  if (a.kind === 'integer' && b.kind === 'integer') {
    return { ...a, least: Math.min(a.least, b.least), most: Math.max(a.most, b.most) }
  }
  if (a.kind === 'form' && b.kind === 'form' && a.pattern === b.pattern) return a
  throw new TypeError(`${a.title}: values of different kinds`)
}

/** The options of one symbology; those that it does not have are refused, not ignored. */
export function narrowedTo(type: Symbology) {
  const none = { kind: 'none', because: `type=${type}` } as const
  const own: { readonly [name: string]: OptionParameter } = optionsOf([type])
  return Object.fromEntries(names.map((name) => [name, own[name] ?? none])) as {
    readonly [Name in OptionName]: OptionParameter | typeof none
  }
}

const names = [...new Set(symbologies.flatMap((type) => Object.keys(catalogue[type].options)))]
