/**
 * Labels of medical devices: the unique device identifier in a symbol and in words.
 *
 * 21 CFR 801.18, 801.40 and 830.20, and Regulation (EU) 2017/745, Annex VI, part C. Which devices need which production identifiers
 * follows from their class, and what the databases of FDA and EU hold is not on a label: neither is judged, nor is the inside of
 * identifiers of ICCBBA.
 */

import { quoted } from '../../../../symbologies/messages.ts'
import type { LabelProfile, ProfiledSymbol } from './profile.ts'
import { genSpecs, inWords, withinTable } from './shared-rules.ts'

const has = ({ elements }: ProfiledSymbol, ais: readonly string[]): boolean =>
  elements.some(({ ai }) => ais.includes(ai))
const says = ({ content }: ProfiledSymbol, ids: readonly string[]): boolean =>
  content?.kind === 'hibc' && content.elements.some(({ id }) => ids.includes(id))

const isDevice = (symbol: ProfiledSymbol): boolean =>
  has(symbol, ['01']) || says(symbol, ['PCN']) || symbol.content?.kind === 'isbt128'

/** Batch, production date, expiry, serial number; software version; expiry with its time. */
const production = ['10', '11', '17', '21', '8012', '7003'] as const
const isProduced = (symbol: ProfiledSymbol): boolean =>
  has(symbol, production) || says(symbol, ['LOT', 'SER', 'EXP', 'MFD']) || symbol.content?.kind === 'isbt128'

/** Dates as people write them otherwise: 31.01.2027, 1/31/27, 2027/01/31, 31 JAN 2027, 2027-JAN-31, 2027-01. */
const otherDates =
  /\b(?:\d{1,2}[./]\d{1,2}[./](?:\d{4}|\d{2})|\d{4}[./]\d{1,2}(?:[./]\d{1,2})?|\d{1,2}-\d{1,2}-\d{4}|\d{4}-\d{2}(?![\d-])|(?:\d{1,4}[ -])?(?:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)[A-Z]*[ -]\d{1,4}(?:, \d{4})?)\b/i

export const udi: LabelProfile = {
  edition: '21 CFR 801 and 830, as of 2024; Regulation (EU) 2017/745, Annex VI',
  source: 'the texts of the laws, which are public',
  rules: {
    di: {
      requirement: 'a symbol has the device identifier: a GTIN, primary data of HIBC, or ISBT 128',
      clause: '21 CFR 801.40(b), 830.20; Regulation (EU) 2017/745, Annex VI, part C, 3',
      kind: 'fault',
      judge: ({ symbols }) => (symbols.some(isDevice) ? [] : [{ message: 'no symbol has a device identifier' }]),
    },
    pi: {
      requirement: 'a symbol has a production identifier: batch, serial number or a date',
      clause: '21 CFR 801.40(b), 801.30(d); Regulation (EU) 2017/745, Annex VI, part C, 3.5',
      kind: 'note',
      judge: ({ symbols }) =>
        symbols.some(isProduced)
          ? []
          : [{ message: 'no symbol has a production identifier; devices of class I alone may go without' }],
    },
    hri: inWords('21 CFR 801.40(a)(1)', (symbol) => isDevice(symbol) || isProduced(symbol)),
    date: {
      requirement: 'dates in words are written as YYYY-MM-DD',
      clause: '21 CFR 801.18(a)',
      kind: 'fault',
      isOfDrawing: true,
      judge: ({ symbols, words = [] }) => {
        const all = [...words, ...symbols.flatMap((symbol) => symbol.words ?? [])]
        const said = all.flatMap(({ text }) => (text === undefined ? [] : [text]))
        if (said.length === 0) return undefined
        return said.flatMap((text) => {
          const found = otherDates.exec(text)
          return found === null ? [] : [{ message: `${quoted(found[0])} is not a date as YYYY-MM-DD` }]
        })
      },
    },
    x: withinTable(`${genSpecs}, 5.12.3.6 and 5.12.3.10`, ['healthcare', 'healthcare-retail']),
  },
}
