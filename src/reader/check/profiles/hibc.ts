/**
 * Labels of suppliers in health care by HIBCC: primary data, secondary data that are linked to them, and words.
 *
 * ANSI/HIBC 2.6-2016, which HIBCC publishes. X and quiet zones are those of the symbologies; grades of print are not seen in a drawing.
 */

import { quoted } from '../../../../symbologies/messages.ts'
import type { LabelProfile, ProfiledSymbol } from './profile.ts'
import { inWords, ofEach } from './shared-rules.ts'

const hibcc = 'ANSI/HIBC 2.6-2016'

const isHibc = ({ content }: ProfiledSymbol): boolean => content?.kind === 'hibc'

/** The value of an element, if the symbol has it. */
const valueAt = ({ content }: ProfiledSymbol, id: string): string | undefined =>
  content?.elements.find((element) => element.id === id)?.value

const isPrimary = (symbol: ProfiledSymbol): boolean => isHibc(symbol) && valueAt(symbol, 'PCN') !== undefined
const isSecondary = (symbol: ProfiledSymbol): boolean => isHibc(symbol) && valueAt(symbol, 'LNK') !== undefined

/** Labeler, product and unit of measure. */
const keyOf = (symbol: ProfiledSymbol): string => ['LIC', 'PCN', 'UM'].map((id) => valueAt(symbol, id) ?? '').join('')

const carriers: readonly string[] = ['code128', 'code39', 'datamatrix', 'qr']

export const hibc: LabelProfile = {
  edition: hibcc,
  source: 'public copies of the standard, and public pages of HIBCC',
  rules: {
    primary: {
      requirement: 'a symbol has the primary data: labeler, product and unit of measure',
      clause: `${hibcc}, primary data structure`,
      kind: 'fault',
      judge: ({ symbols }) => {
        const having = symbols.flatMap((symbol, at) => (isPrimary(symbol) ? [at] : []))
        if (having.length === 0) return [{ message: 'no symbol has primary data of HIBC' }]
        const keys = new Set(having.map((at) => keyOf(symbols[at]!)))
        return keys.size === 1
          ? []
          : [{ message: `symbols have ${keys.size} different primary data; a label has one`, symbols: having }]
      },
    },
    link: {
      requirement: 'secondary data have the check character of the primary data as their link character',
      clause: `${hibcc}, secondary data structure`,
      kind: 'fault',
      judge: (label) => {
        const primary = label.symbols.find((symbol) => isPrimary(symbol) && !symbol.text?.includes('/'))
        const check = primary && valueAt(primary, 'CHK')
        if (check === undefined) return undefined
        return ofEach(label, isSecondary, (symbol) => {
          const link = valueAt(symbol, 'LNK')!
          if (link === check) return undefined
          const said = `link character ${quoted(link)}, and the primary data have check character ${quoted(check)}`
          return { message: `${symbol.name}: ${said}` }
        })
      },
    },
    carrier: {
      requirement: 'HIBC data are in Code 128, Code 39, Data Matrix or QR Code',
      clause: `${hibcc}, label symbologies`,
      kind: 'fault',
      judge: (label) =>
        ofEach(label, isHibc, ({ name, symbology }) =>
          carriers.includes(symbology) ? undefined : { message: `${name}: not a symbology for HIBC data` },
        ),
    },
    hri: inWords(`${hibcc}, human readable interpretation`, isHibc),
    stars: {
      requirement: 'the words beside a symbol begin and end with an asterisk',
      clause: `${hibcc}, human readable interpretation`,
      kind: 'note',
      isOfDrawing: true,
      judge: (label) =>
        ofEach(
          label,
          (symbol) =>
            isHibc(symbol) &&
            symbol.words?.length !== 0 &&
            symbol.words?.every(({ text }) => text !== undefined) === true,
          ({ name, words = [], text = '' }) => {
            const said = words.map((each) => each.text).join('')
            // a blank as check character is shown as _
            const wanted = `*${text.endsWith(' ') ? `${text.slice(0, -1)}_` : text}*`
            if (said.replace(/\s/g, '').includes(wanted.replace(/\s/g, ''))) return undefined
            return { message: `${name}: its words do not begin and end with an asterisk` }
          },
        ),
    },
  },
}
