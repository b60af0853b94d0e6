/** The options of the symbologies as parameters, and values of them that are each accepted, but not together. */

import {
  type CatalogueRow,
  catalogue,
  type DataMatrixShape,
  dataMatrixSizesOf,
  microQrKinds,
  type OptionName,
  type OptionsNamed,
  quoted,
  type Suggestion,
  type Symbology,
  type SymbologyOption,
  symbologies,
} from '../../symbologies/facts.ts'
import { dotsAModule, dotsOfXdim, dpis, resolutions, usualDpi, xdimOf, xdimRange } from '../layout/resolution.ts'
import { type FormFault, Refusal } from './form-faults.ts'
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

/** The values of a request for a symbol, none of which has a fault by itself. */
type Values = { readonly [name: string]: string | number | boolean | undefined }

/** The faults of values of options that do not go together. */
export function optionFaults(values: Values): readonly FormFault[] {
  const { level, part, modules, ratio } = values
  if ((level ?? part ?? modules ?? ratio) === undefined) return []
  const faults = [levelFault(values), partFault(values), modulesFault(values), ratioFault(values)]
  return faults.filter((fault) => fault !== undefined)
}

const fault = (name: string, message: string, suggestion?: Suggestion): FormFault =>
  new Refusal('invalid_parameter', message, suggestion).fault(name)

/** A level that the version of Micro QR does not have. */
function levelFault({ type, version, level }: Values): FormFault | undefined {
  if (type !== 'microqr' || version === undefined || level === undefined) return undefined
  const levels = microQrKinds.filter((kind) => kind.version === version).map((kind) => kind.level)
  if (levels.some((one) => one === level)) return undefined
  const message =
    levels[0] === undefined
      ? 'version 1 has none; leave it out'
      : `${quoted(String(level))} is not one of ${levels.join(', ')}, the levels of version ${version}`
  return fault('level', message, levels[0] === undefined ? undefined : { level: levels[0] })
}

function partFault({ parts, part }: Values): FormFault | undefined {
  if (parts === undefined || part === undefined || Number(part) <= Number(parts)) return undefined
  return fault('part', `"${part}" is not a whole number from 1 to ${parts}, the number of parts`)
}

/** A size that the shape does not have. As `size`, its other name in explain, it goes with any shape. */
function modulesFault({ shape, modules, size }: Values): FormFault | undefined {
  const own = shapes.find((each) => each === shape)
  if (own === undefined || modules === undefined || size === modules) return undefined
  const names = dataMatrixSizesOf[own].map(({ name }): string => name)
  if (names.includes(String(modules))) return undefined
  const other = shapes.find((each) => dataMatrixSizesOf[each].some(({ name }) => name === modules))
  const message = `"${modules}" does not go with shape=${shape}; accepted with it: ${names.join(', ')}`
  return fault('modules', message, other && { shape: other })
}

/** From the most usual to the least. */
const shapes = ['square', 'rectangle', 'dmre'] as const satisfies readonly DataMatrixShape[]

/** Wide elements of two modules and a half, which an odd number of dots a module does not give. */
function ratioFault({ ratio, scale, xdim, dpi }: Values): FormFault | undefined {
  if (ratio !== '2.5' || typeof scale !== 'number') return undefined
  const resolution = resolutions[dpis.find((each) => each === dpi) ?? usualDpi]
  const dots = typeof xdim !== 'number' ? scale : dotsOfXdim(xdim, resolution)
  if (dots % 2 === 0) return undefined
  const given = xdim === undefined ? `scale is ${scale}` : `xdim is ${xdim}, which is ${dotsAModule(dots)}`
  const even = dots === 1 ? [2] : [dots - 1, dots + 1]
  const advice =
    xdim === undefined
      ? even.map((each) => `scale=${each}`)
      : even
          .map((each) => xdimOf(each, resolution))
          .filter((each) => each <= xdimRange.most)
          .map((each) => `xdim=${each}`)
  const [name, value] = advice.at(-1)!.split('=') as [string, string]
  const message = `2.5 needs an even number of dots a module; ${given}; ${advice.join(' or ')} would do`
  return fault('ratio', message, { [name]: value })
}
