import {
  type CatalogueRow,
  catalogue,
  type OptionName,
  type Symbology,
  type SymbologyOption,
  symbologies,
} from '../../symbologies/index.ts'

/** A symbology's option as a parameter of `explain`. */
export type OptionParameter = Pick<SymbologyOption, 'title' | 'titles' | 'groups'> & { readonly optional: true } & (
    | { readonly kind: 'word'; readonly words: readonly string[] }
    | { readonly kind: 'integer'; readonly least: number; readonly most: number }
  )

type OptionParameters = { readonly [Name in OptionName]: OptionParameter }

/** The options of all symbologies, each with every value that any symbology accepts. */
export const optionParameters: OptionParameters = parametersOf(symbologies.map((symbology) => catalogue[symbology]))

function parametersOf(rows: readonly CatalogueRow[]): OptionParameters {
  const all: { [name: string]: OptionParameter } = {}
  for (const { options } of rows) {
    for (const [name, option] of Object.entries(options)) {
      const earlier = all[name]
      all[name] = earlier === undefined ? parameterOf(option) : widened(earlier, parameterOf(option))
    }
  }
  return all as OptionParameters
}

function parameterOf({ values: _, default: __, ...option }: SymbologyOption): OptionParameter {
  return option.words === undefined
    ? { kind: 'integer', ...option, optional: true }
    : { kind: 'word', ...option, optional: true }
}

/** A parameter that accepts the values of both. */
function widened(a: OptionParameter, b: OptionParameter): OptionParameter {
  if (a.kind === 'word' && b.kind === 'word') return { ...a, words: [...new Set([...a.words, ...b.words])] }
  if (a.kind === 'integer' && b.kind === 'integer') {
    return { ...a, least: Math.min(a.least, b.least), most: Math.max(a.most, b.most) }
  }
  throw new TypeError(`${a.title}: words in one symbology, numbers in another`)
}

/** The parameters of `explain` for one symbology: options that it does not have are refused, not ignored. */
export function narrowedTo(type: Symbology) {
  const own = Object.entries(catalogue[type].options).map(([name, option]) => [name, parameterOf(option)])
  const none = { kind: 'none', because: `type=${type}` } as const
  const others = Object.keys(optionParameters).map((name) => [name, none])
  return Object.fromEntries([...others, ...own]) as { readonly [Name in OptionName]: OptionParameter | typeof none }
}
