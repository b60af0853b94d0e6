/** What a value must look like, in a few words. */

import type { Identifier } from '../../../../symbologies/gs1/index.ts'
import { words } from '../words.ts'
import { hasDecimals } from './names.ts'

type Component = Identifier['components'][number]

/** The written forms of rules; the others follow from characters and lengths. */
const forms: { readonly [rule: string]: string | undefined } = words.formats.rules

export function formatHint({ ai, components }: Identifier): string {
  const { most } = components.at(-1)!
  if (hasDecimals(ai)) return words.formats[components.length > 1 ? 'currency' : 'decimals'](most)
  if (/^433/.test(ai)) return words.formats.temperature
  const hints = components.map((component, i) => {
    const hint = componentHint(component)
    return component.isOptional && i > 0 ? words.formats.perhaps(hint) : hint
  })
  const all = words.formats.inOrder(hints)
  const check = checkHint(components)
  return capitalized(check === '' ? all : `${all}, ${check}`)
}

function componentHint({ set, least, most, rules }: Component): string {
  const form = rules.map((rule) => forms[rule]).find((found) => found !== undefined)
  if (form !== undefined) return form
  return words.formats[set === 'N' ? 'digits' : 'characters'](most, least === most)
}

function checkHint(components: readonly Component[]): string {
  if (components.some(({ rules }) => rules.includes('csumalpha'))) return words.formats.checkCharacters
  const at = components.findIndex(({ rules }) => rules.includes('csum'))
  if (at < 0) return ''
  const position = components.slice(0, at + 1).reduce((total, component) => total + component.most, 0)
  return components.length === 1 ? words.formats.checkDigit : words.formats.checkDigitAt(position)
}

const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
