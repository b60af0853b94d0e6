/** Rules that several published labels have: sizes by GS1's tables, and words beside symbols. */

import type { Symbology } from '../../../../symbologies/catalogue.ts'
import { quoted } from '../../../../symbologies/messages.ts'
import { type Application, specificationOf } from '../../../../symbologies/tables.ts'
import type { ProfiledLabel, ProfiledSymbol, ProfileFlaw, ProfileRule } from './profile.ts'

export const genSpecs = 'GS1 General Specifications'

export const hasBars = ({ symbology }: Pick<ProfiledSymbol, 'symbology'>): boolean =>
  !['qr', 'microqr', 'datamatrix'].includes(symbology)

/** The symbols of a label that a rule is about, by their index. */
const chosen = (
  { symbols }: ProfiledLabel,
  isMeant: (symbol: ProfiledSymbol) => boolean,
): readonly (readonly [ProfiledSymbol, number])[] =>
  symbols.flatMap((symbol, at) => (isMeant(symbol) ? [[symbol, at] as const] : []))

/** A flaw for each symbol that `flawOf` has something to say of; undefined if there is no such symbol. */
export function ofEach(
  label: ProfiledLabel,
  isMeant: (symbol: ProfiledSymbol) => boolean,
  flawOf: (symbol: ProfiledSymbol) => Omit<ProfileFlaw, 'symbols'> | undefined,
): readonly ProfileFlaw[] | undefined {
  const symbols = chosen(label, isMeant)
  if (symbols.length === 0) return undefined
  return symbols.flatMap(([symbol, at]) => {
    const flaw = flawOf(symbol)
    return flaw === undefined ? [] : [{ ...flaw, symbols: [at] }]
  })
}

/** Whether a symbol has a GS1 message. */
export const hasMessage = ({ form }: ProfiledSymbol): boolean => form !== undefined

/** Whose tables a symbol is measured by: it has to keep one of them. */
type Tables = readonly [Application, ...Application[]]

/** In mm: the least and the most X of a symbology. */
function limitsOf(symbology: Symbology, tables: Tables): readonly [least: number, most: number] | undefined {
  const found = tables.flatMap((table) => specificationOf(symbology, table) ?? [])
  if (found.length === 0) return undefined
  return [Math.min(...found.map((each) => each.leastModule)), Math.max(...found.map((each) => each.mostModule))]
}

/** GS1 General Specifications, 5.12.3: X of each GS1 symbol. */
export const withinTable = (clause: string, tables: Tables): ProfileRule => ({
  requirement: 'X of each GS1 symbol is within its symbol specification table',
  clause,
  kind: 'fault',
  judge: (label) =>
    ofEach(
      label,
      (symbol) => hasMessage(symbol) && symbol.x !== undefined && limitsOf(symbol.symbology, tables) !== undefined,
      ({ name, symbology, x }) => {
        const [least, most] = limitsOf(symbology, tables)!
        const wrong = x!.find((each) => rounded(each) < least || rounded(each) > most)
        if (wrong === undefined) return undefined
        const allowed = `${least.toFixed(3)} to ${most.toFixed(3)} mm are allowed`
        return { measure: 'x', message: `${name}: X is ${wrong.toFixed(3)} mm; ${allowed}` }
      },
    ),
})

/** The tables have three decimals. */
const rounded = (mm: number): number => Math.round(1000 * mm) / 1000

/** The key, or what else a person would have to type in the place of a symbol: the value of its first element. */
const saidBy = ({ elements: [element], text = '' }: ProfiledSymbol): string => element?.value ?? text

const plain = (text: string): string => text.replace(/[^0-9A-Za-z]/g, '')

/** Words beside symbols. In a picture it is told that there are words, not what they say. */
export const inWords = (
  clause: string,
  isMeant: (symbol: ProfiledSymbol) => boolean,
  requirement = 'each symbol has its data in words beside it',
): ProfileRule => ({
  requirement,
  clause,
  kind: 'fault',
  judge: (label) =>
    ofEach(
      label,
      (symbol) => isMeant(symbol) && symbol.words !== undefined,
      (symbol) => {
        const { name, words = [] } = symbol
        if (words.length === 0) return { message: `${name}: no words stand beside it` }
        if (words.some(({ text }) => text === undefined)) return undefined
        const said = plain(words.map(({ text }) => text).join(''))
        // EAN and UPC show their numbers without the zeros in front of a GTIN
        const wanted = plain(saidBy(symbol))
        const isSaid = said.includes(wanted) || (symbol.form === 'gtin' && said.includes(shortGtin(symbol)))
        return isSaid ? undefined : { message: `${name}: the words beside it do not say ${quoted(saidBy(symbol))}` }
      },
    ),
})

const shortGtin = ({ text = '' }: ProfiledSymbol): string => plain(text)

/** In mm: the sides of a label, as it may be turned either way. */
type Sides = readonly [number, number]

/** In mm: a label is measured in whole dots, and cut by whole mm. */
const sizeTolerance = 1

/** The sizes that a label is recommended to have. @param shown  how messages write them */
export const withSides = (clause: string, all: readonly Sides[], shown: string): ProfileRule => ({
  requirement: `the label has a size that is recommended: ${shown}`,
  clause,
  kind: 'note',
  judge: ({ sides }) => {
    if (sides === undefined) return undefined
    const [one, other] = sides
    const near = (a: number, b: number): boolean => Math.abs(a - b) <= sizeTolerance
    const isKnown = all.some(([a, b]) => (near(one, a) && near(other, b)) || (near(one, b) && near(other, a)))
    if (isKnown) return []
    return [{ message: `the label is ${one.toFixed(1)} x ${other.toFixed(1)} mm; ${shown} are recommended` }]
  },
})
