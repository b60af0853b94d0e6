/** What a telephone is to do: write an e-mail or a text message, or call a number. */

import { decoded, emailForm, encoded, telephone } from '../texts.ts'
import { type Content, type ContentField, filled } from './form.ts'

const mailFields: readonly ContentField<'email' | 'subject' | 'body'>[] = [
  { name: 'email', isRequired: true, longest: 254 },
  { name: 'subject', longest: 200 },
  { name: 'body', kind: 'lines', longest: 1000 },
]

export const mail: Content<'email' | 'subject' | 'body'> = {
  standard: 'RFC 6068',
  fields: mailFields,
  write: ({ email, subject, body }) => {
    const headers = [
      ...(subject === '' ? [] : [`subject=${encoded(subject)}`]),
      ...(body === '' ? [] : [`body=${encoded(body)}`]),
    ]
    return `mailto:${encodeURIComponent(email.trim()).replaceAll('%40', '@')}${headers.length === 0 ? '' : `?${headers.join('&')}`}`
  },
  read: (text) => {
    const [, to, query] = /^mailto:([^?#]*)(?:\?([^#]*))?$/i.exec(text) ?? []
    const headers = headersIn(query, ['subject', 'body'])
    const email = to === undefined ? undefined : decoded(to)
    return email === undefined || !emailForm.test(email) || headers === undefined
      ? undefined
      : filled(mailFields, { email, ...headers })
  },
  check: ({ email }) => (emailForm.test(email.trim()) ? [] : [{ field: 'email', code: 'email' }]),
  caption: ({ email }) => email,
}

const phoneFields: readonly ContentField<'phone'>[] = [{ name: 'phone', isRequired: true, longest: 40 }]

export const phone: Content<'phone'> = {
  standard: 'RFC 3966',
  fields: phoneFields,
  write: ({ phone }) => `tel:${telephone(phone) ?? phone}`,
  read: (text) => {
    const number = telephone(/^tel:([^;]*)$/i.exec(text)?.[1] ?? '')
    return number === undefined ? undefined : filled(phoneFields, { phone: number })
  },
  check: ({ phone }) => (telephone(phone) === undefined ? [{ field: 'phone', code: 'phone' }] : []),
  caption: ({ phone }) => phone,
}

const smsFields: readonly ContentField<'phone' | 'body'>[] = [
  { name: 'phone', isRequired: true, longest: 40 },
  { name: 'body', kind: 'lines', longest: 1000 },
]

export const sms: Content<'phone' | 'body'> = {
  standard: 'RFC 5724',
  fields: smsFields,
  write: ({ phone, body }) => `sms:${telephone(phone) ?? phone}${body === '' ? '' : `?body=${encoded(body)}`}`,
  read: (text) => {
    const [, given = '', query] = /^sms:([^?#;,]*)(?:\?([^#]*))?$/i.exec(text) ?? []
    const number = telephone(given)
    const headers = headersIn(query, ['body'])
    return number === undefined || headers === undefined ? undefined : filled(smsFields, { phone: number, ...headers })
  },
  check: ({ phone }) => (telephone(phone) === undefined ? [{ field: 'phone', code: 'phone' }] : []),
  caption: ({ phone }) => phone,
}

/** The fields of a query, which may have these alone, each once; undefined if it has others. */
function headersIn<Name extends string>(
  query: string | undefined,
  names: readonly Name[],
): { [N in Name]?: string } | undefined {
  const found: { [N in Name]?: string } = {}
  for (const pair of query === undefined || query === '' ? [] : query.split('&')) {
    const [key = '', ...value] = pair.split('=')
    const name = names.find((each) => each === key.toLowerCase())
    const text = decoded(value.join('='))
    if (name === undefined || text === undefined || found[name] !== undefined) return undefined
    found[name] = text.replace(/\r\n/g, '\n')
  }
  return found
}
