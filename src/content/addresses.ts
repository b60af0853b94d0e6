/** Addresses that telephones follow: web (RFC 3986), e-mail (RFC 6068), telephone (RFC 3966), text message (RFC 5724), place (RFC 5870). */

import { Reading, type Span, shown, spanOf } from './reading.ts'
import { decoded, degrees, emailForm, isAddress, telephone } from './texts.ts'

export const isUrl = (text: string): boolean => /^https?:\/\/[^\s/?#]+\S*$/i.test(text) && isAddress(text)
export const isMail = (text: string): boolean => /^mailto:\S*(?:@|%40)/i.test(text)
export const isPhone = (text: string): boolean => /^tel:\+?[\d(]/i.test(text)
export const isSms = (text: string): boolean => /^sms(?:to)?:\+?[\d(]/i.test(text)
export const isPlace = (text: string): boolean => /^geo:-?\d/i.test(text)

/** The scheme and what follows it; a fault if the text has another. */
function schemeOf(reading: Reading, scheme: string): Span | undefined {
  const { text } = reading
  const { length } = scheme
  if (text.slice(0, length).toLowerCase() === scheme) return { start: length, end: text.length }
  const span = spanOf(0, Math.min(length, text.length))
  const said = { found: shown(reading.at(span)), expected: `"${scheme}"` }
  reading.stop('wrong_header', { span, ...said, repairs: [`${scheme}${text.trim()}`] })
  return undefined
}

export function readUrl(text: string): Reading {
  const reading = new Reading(text)
  const [head, scheme = '', host = '', path = ''] = /^(https?:\/\/)([^/?#]*)([^?#]*)/i.exec(text) ?? []
  if (head === undefined) {
    const span = spanOf(0, Math.min(8, text.length))
    const said = { found: shown(reading.at(span)), expected: '"https://"' }
    return reading.stop('wrong_header', { span, ...said, repairs: [`https://${text.trim()}`] })
  }
  reading.element({ id: 'scheme', title: 'Scheme', span: spanOf(0, scheme.length - 3) })
  reading.element({ id: 'host', title: 'Host', span: spanOf(scheme.length, host.length) })
  if (path !== '')
    reading.element({ id: 'path', title: 'Path', span: spanOf(scheme.length + host.length, path.length) })
  const rest = { start: head.length, end: text.length }
  const fragment = text.indexOf('#', rest.start)
  const query = { start: rest.start + 1, end: fragment < 0 ? text.length : fragment }
  if (text[rest.start] === '?') reading.element({ id: 'query', title: 'Query', span: query })
  if (fragment >= 0)
    reading.element({ id: 'fragment', title: 'Fragment', span: { start: fragment + 1, end: text.length } })
  if (isAddress(text)) return reading
  const wrong = /[\s"<>\\^`{|}]/.exec(text)
  const encodedText = text.trim().replace(/[\s"<>\\^`{|}]/g, (character) => encodeURIComponent(character))
  if (wrong !== null) {
    const span = spanOf(wrong.index, 1)
    const said = { title: 'URL', found: shown(wrong[0]), expected: 'RFC 3986' }
    reading.fault('wrong_character', { span, ...said, repairs: [encodedText] })
  } else {
    const span = spanOf(scheme.length, host.length)
    reading.fault('wrong_value', { span, title: 'Host', found: shown(host), expected: 'RFC 3986' })
  }
  return reading
}

export function readMail(text: string): Reading {
  const reading = new Reading(text)
  const rest = schemeOf(reading, 'mailto:')
  if (rest === undefined) return reading
  const to = /^[^?#]*/.exec(reading.at(rest))![0]
  const span = spanOf(rest.start, to.length)
  const email = decoded(to)
  reading.element({ id: 'to', title: 'E-mail', span, meaning: email === to ? undefined : email })
  readHeaders(reading, span.end)
  const addresses = email?.split(',') ?? []
  if (email === undefined || !addresses.every((address) => emailForm.test(address))) {
    const bare = to.replace(/\s/g, '')
    const said = { title: 'E-mail', found: shown(to), expected: 'name@example.com' }
    reading.fault('wrong_value', { span, ...said, repairs: [reading.with(span, bare)] })
  }
  return reading
}

/** The fields of a query, as elements. */
function readHeaders(reading: Reading, start: number): void {
  const { text } = reading
  if (text[start] !== '?') return
  let at = start + 1
  for (const pair of text.slice(at).split('&')) {
    const [name = ''] = pair.split('=')
    const span = { start: at + name.length + 1, end: at + pair.length }
    at += pair.length + 1
    const said = decoded(reading.at(span))
    const title = { subject: 'Subject', body: 'Message', cc: 'Copy', bcc: 'Blind copy' }[name.toLowerCase()] ?? name
    if (span.start <= span.end)
      reading.element({ id: name, title, span, meaning: said === reading.at(span) ? undefined : said })
    if (said === undefined) {
      const repairs = [reading.with(span, reading.at(span).replace(/%(?![0-9a-f]{2})/gi, '%25'))]
      reading.fault('wrong_character', { span, title, found: shown(reading.at(span)), expected: 'RFC 3986', repairs })
    }
  }
}

export const readPhone = (text: string): Reading => readNumber(text, 'tel:')
export function readSms(text: string): Reading {
  const scheme = /^smsto:/i.test(text) ? 'smsto:' : 'sms:'
  return readNumber(text, scheme)
}

function readNumber(text: string, scheme: string): Reading {
  const reading = new Reading(text)
  const rest = schemeOf(reading, scheme)
  if (rest === undefined) return reading
  // behind SMSTO: a colon, behind sms: a question mark stands before the message
  const [number = ''] = /^[^?#;:,]*/.exec(reading.at(rest)) ?? []
  const span = spanOf(rest.start, number.length)
  const digits = telephone(number)
  reading.element({ id: 'number', title: 'Telephone', span, meaning: digits === number ? undefined : digits })
  if (text[span.end] === ':') {
    reading.element({ id: 'body', title: 'Message', span: { start: span.end + 1, end: text.length } })
  } else readHeaders(reading, span.end)
  if (digits !== undefined && digits === number) return reading
  const said = { title: 'Telephone', found: shown(number), expected: '+, 3 to 15 digits' }
  const bare = digits ?? number.replace(/[^\d+]/g, '')
  // visual separators are allowed in tel: (RFC 3966, 5.1.1), blanks and others are not
  if (scheme === 'tel:' && digits !== undefined && !/[\s/\u2010-\u2015]/.test(number)) return reading
  reading.fault('wrong_value', { span, ...said, repairs: [reading.with(span, bare)] })
  return reading
}

export function readPlace(text: string): Reading {
  const reading = new Reading(text)
  const rest = schemeOf(reading, 'geo:')
  if (rest === undefined) return reading
  const [coordinates = ''] = /^[^;?]*/.exec(reading.at(rest)) ?? []
  let at = rest.start
  const titled = [
    ['Latitude', 90],
    ['Longitude', 180],
    ['Altitude', 100_000],
  ] as const
  const values = coordinates.split(',')
  values.slice(0, 3).forEach((value, i) => {
    const span = spanOf(at, value.length)
    at += value.length + 1
    const [title, most] = titled[i]!
    reading.element({ id: title.toLowerCase(), title, span })
    if (/^-?\d{1,6}(?:\.\d{1,12})?$/.test(value) && Math.abs(Number(value)) <= most) return
    const right = degrees(value, most)
    const repairs = right === undefined ? [] : [reading.with(span, right)]
    reading.fault('wrong_value', { span, title, found: shown(value), expected: `-${most} to ${most}`, repairs })
  })
  if (values.length < 2) reading.fault('missing_element', { span: spanOf(at - 1, 0), title: 'Longitude' })
  return reading
}
