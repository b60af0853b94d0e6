/**
 * The Global Transport Label of the automotive industry: a licence plate in one linear symbol, and all data in a matrix symbol.
 *
 * VDA 4994 and Odette LL08, as far as their publishers and those who use them say it in public. The texts themselves are sold: widths
 * of modules, heights of bars, the fields of the layout and the sizes of later editions are not judged.
 */

import { quoted } from '../../../../symbologies/messages.ts'
import type { LabelProfile, ProfiledLabel, ProfiledSymbol } from './profile.ts'
import { hasBars, inWords, withSides } from './shared-rules.ts'

const vda = 'VDA 4994, version 1.3'
const odette = 'Odette LL08'

/** Of a message in format 06: what stands behind a data identifier. */
const valuesOf = ({ content }: ProfiledSymbol, id: string): readonly string[] =>
  content?.elements.flatMap((element) => (element.id === id ? [element.value] : [])) ?? []

const isMessage = (symbol: ProfiledSymbol): boolean =>
  !hasBars(symbol) && symbol.content?.kind === 'iso15434' && symbol.text?.startsWith('[)>\x1e06\x1d') === true

const messageOf = ({ symbols }: ProfiledLabel): ProfiledSymbol | undefined => symbols.find(isMessage)

/** Single packages, packages of several articles, packages of one article (ANS MH10.8.2, category 10). */
const plates = ['1J', '5J', '6J'] as const

const platesOf = (message: ProfiledSymbol): readonly string[] =>
  plates.flatMap((id) => valuesOf(message, id).map((value) => `${id}${value}`))

const isPlate = ({ symbology, text = '' }: ProfiledSymbol): boolean => symbology === 'code128' && /^[156]J./.test(text)

/** Part number, quantity and supplier; those of several articles are on the packages within. */
const fields = ['P', 'Q', 'V'] as const

export const gtl: LabelProfile = {
  edition: 'VDA 4994, version 1.3, June 2021; Odette LL08, version 2.02, April 2021',
  source: 'what VDA and Odette say of them in public, and public programs that write such labels',
  rules: {
    message: {
      requirement: 'a matrix symbol has a message of ISO/IEC 15434 in format 06',
      clause: `${vda}; ${odette}`,
      kind: 'fault',
      judge: (label) =>
        messageOf(label) === undefined
          ? [{ message: 'no matrix symbol has a message of ISO/IEC 15434 in format 06' }]
          : [],
    },
    version: {
      requirement: 'the message names the label: 12P with GTL and its version',
      clause: `${vda}, data identifiers`,
      kind: 'fault',
      judge: (label) => {
        const message = messageOf(label)
        if (message === undefined) return undefined
        if (valuesOf(message, '12P').some((value) => /^GTL\d$/.test(value))) return []
        return [
          { message: 'the message has no 12P with GTL and its version', symbols: [label.symbols.indexOf(message)] },
        ]
      },
    },
    plate: {
      requirement: 'the message has one licence plate: 1J, 5J or 6J',
      clause: `${vda}, data identifiers; ISO/IEC 15459`,
      kind: 'fault',
      judge: (label) => {
        const message = messageOf(label)
        if (message === undefined) return undefined
        const { length } = platesOf(message)
        const at = [label.symbols.indexOf(message)]
        return length === 1 ? [] : [{ message: `the message has ${length} licence plates; one is wanted`, symbols: at }]
      },
    },
    linear: {
      requirement: 'the label has one linear symbol: Code 128 with the licence plate',
      clause: `${odette}, one linear symbol`,
      kind: 'fault',
      judge: ({ symbols }) => {
        const linear = symbols.filter(hasBars)
        if (linear.length !== 1) return [{ message: `the label has ${linear.length} linear symbols; one is wanted` }]
        const [symbol] = linear as [ProfiledSymbol]
        if (isPlate(symbol)) return []
        return [{ message: `${symbol.name}: not Code 128 with a licence plate`, symbols: [symbols.indexOf(symbol)] }]
      },
    },
    same_plate: {
      requirement: 'the linear symbol has the licence plate of the message',
      clause: `${vda}; ${odette}`,
      kind: 'fault',
      judge: (label) => {
        const [message, linear] = [messageOf(label), label.symbols.find(isPlate)]
        const [plate] = message === undefined ? [] : platesOf(message)
        if (plate === undefined || linear?.text === undefined) return undefined
        if (linear.text === plate) return []
        const said = `the linear symbol has licence plate ${quoted(linear.text)}, the message ${quoted(plate)}`
        return [{ message: said, symbols: [label.symbols.indexOf(linear)] }]
      },
    },
    fields: {
      requirement: 'the message has part number, quantity and supplier: P, Q and V',
      clause: `${vda}, data identifiers`,
      kind: 'note',
      judge: (label) => {
        const message = messageOf(label)
        if (message === undefined || valuesOf(message, '5J').length > 0) return undefined
        const at = [label.symbols.indexOf(message)]
        return fields.flatMap((id) =>
          valuesOf(message, id).some((value) => value !== '')
            ? []
            : [{ message: `the message has no ${id}`, symbols: at }],
        )
      },
    },
    hri: inWords('ISO 15394', isPlate, 'the licence plate stands in words beside the linear symbol'),
    size: withSides(
      `${odette}, dimensions`,
      [
        [210, 148],
        [210, 74],
        [210, 42],
      ],
      '210 x 148 mm, 210 x 74 mm and 210 x 42 mm',
    ),
  },
}
