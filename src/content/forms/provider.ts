/** Data of a hospital by HIBC: what something is, and where. */

import { checkCharacter43 } from '../check-characters.ts'
import { readHibc } from '../hibc.ts'
import { places, providerData } from '../hibc-provider.ts'
import { linesOf } from '../texts.ts'
import { type Content, type ContentField, filled, formFault } from './form.ts'

type Name = 'where' | 'what' | 'value' | 'more'

const fields: readonly ContentField<Name>[] = [
  { name: 'where', kind: 'choice', choices: Object.keys(places), meanings: places },
  { name: 'what', kind: 'choice', choices: Object.keys(providerData), meanings: providerData },
  { name: 'value', isRequired: true, longest: 15 },
  { name: 'more', kind: 'lines', longest: 200 },
]

/** A flag with its data: of two characters more if it begins with Y. */
const flaggedForm = /^(?:[A-XZ]|Y[0-9A-Z]{2})[0-9A-Z.-]{1,15}$/

/** Data that are not split over two symbols (ANSI/HIBC 1.3-2010, 2). */
export const provider: Content<Name> = {
  standard: 'ANSI/HIBC 1.3-2010',
  fields,
  types: () => ['datamatrix', 'qr', 'code128', 'code39'],
  write: ({ where, what, value, more }) => {
    const text = [`+/${where}${what}${value}`, ...linesOf(more)].join('/')
    return `${text}${checkCharacter43(text)}`
  },
  read: (text) => {
    if (!text.startsWith('+/') || readHibc(text).faults.length > 0) return undefined
    const [where = '', what = '', ...rest] = text.slice(2, -1)
    const [value = '', ...more] = rest.join('').split('/')
    if (places[where] === undefined || providerData[what] === undefined) return undefined
    const values = filled(fields, { where, what, value, more: more.join('\n') })
    return provider.write(values) === text ? values : undefined
  },
  check: (values) => [
    ...formFault(values, 'value', { form: /^[0-9A-Z.-]+$/, code: 'capitals' }),
    ...(linesOf(values.more).every((line) => flaggedForm.test(line))
      ? []
      : [{ field: 'more', code: 'flagged' } as const]),
  ],
  caption: () => '',
}
