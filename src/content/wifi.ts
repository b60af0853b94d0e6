/** The access to a wireless network, `WIFI:T:WPA;S:Guests;P:secret;;`, as telephones read it (WPA3 Specification 3.4, 7.1; ZXing). */

import { longestNetwork, passwords, wifiMeant } from './forms/wifi.ts'
import { Reading, type Span, shown, spanOf } from './reading.ts'
import { partsOf, plain } from './texts.ts'

const titles: { readonly [key: string]: string } = {
  T: 'Security',
  S: 'Network',
  P: 'Password',
  H: 'Hidden',
  R: 'Transition disable',
  I: 'Identifier of the password',
  K: 'Public key',
  E: 'EAP method',
  A: 'Anonymous identity',
  PH2: 'Phase 2 method',
}

/** Kinds of security, and the rule of their passwords. */
const securities: { readonly [type: string]: 'WPA' | 'WEP' | 'nopass' | undefined } = {
  WPA: 'WPA',
  WPA2: 'WPA',
  WPA3: 'WPA',
  SAE: 'WPA',
  WEP: 'WEP',
  nopass: 'nopass',
}

/** Whether a text is surely meant as the access to a network. */
export const isWifi = (text: string): boolean => /^WIFI:(?:[TSPHRIKEA]|PH2):/i.test(text)

export function readWifi(text: string): Reading {
  const reading = new Reading(text)
  const meant = wifiMeant(text)
  const repairs = meant === undefined ? [] : [meant]
  if (!/^WIFI:/.test(text)) {
    const span = spanOf(0, Math.min(5, text.length))
    const large = /^wifi:/i.test(text) ? [`WIFI:${text.slice(5)}`] : []
    const said = { found: shown(reading.at(span)), expected: '"WIFI:"' }
    return reading.stop('wrong_header', { span, ...said, repairs: large })
  }
  const found = new Map<string, Span>()
  let start = 5
  const end = text.endsWith(';;') ? text.length - 2 : text.endsWith(';') ? text.length - 1 : text.length
  for (const part of partsOf(text.slice(5, end), ';')) {
    const span = spanOf(start, part.length)
    start += part.length + 1
    const [, key] = /^([A-Z][A-Z0-9]*):/.exec(part) ?? []
    if (key === undefined || titles[key] === undefined) {
      reading.fault('unknown_identifier', { span, found: shown(part), expected: 'WIFI', repairs })
      continue
    }
    const value = { start: span.start + key.length + 1, end: span.end }
    reading.element({ id: key, title: titles[key], span: value, meaning: meaningOf(reading.at(value)) })
    if (found.has(key)) reading.fault('repeated_element', { span, title: titles[key], repairs })
    else found.set(key, value)
  }
  if (!text.endsWith(';;'))
    reading.fault('missing_trailer', {
      span: spanOf(text.length, 0),
      expected: '";;"',
      repairs: [...repairs, `${text.slice(0, end)};;`],
    })
  judge(reading, found, repairs)
  return reading
}

/** The value without its backslashes, where it has some. */
const meaningOf = (value: string): string | undefined => (value.includes('\\') ? plain(value) : undefined)

function judge(reading: Reading, found: ReadonlyMap<string, Span>, repairs: readonly string[]): void {
  const value = (key: string): string => plain(found.has(key) ? reading.at(found.get(key)!) : '')
  const place = (key: string): Span => found.get(key) ?? spanOf(5, 0)
  const network = value('S')
  if (network === '') reading.fault('missing_element', { span: place('S'), title: 'Network' })
  const bytes = new TextEncoder().encode(network).length
  if (bytes > longestNetwork) {
    const said = { title: 'Network', found: `${bytes}`, expected: `1 to ${longestNetwork}` }
    reading.fault('wrong_length', { span: place('S'), ...said })
  }
  const bare = [...found].find(([, span]) => /[;,:"]/.test(reading.at(span).replace(/\\./gs, '')))
  if (bare !== undefined && repairs.length > 0) {
    const said = { found: shown(reading.at(bare[1])), expected: '"\\\\" before ; , : "' }
    reading.fault('wrong_separator', { span: bare[1], ...said, repairs })
  }
  const type = found.has('T') ? reading.at(found.get('T')!) : 'nopass'
  const security = securities[type] ?? (/^wpa[23]?-eap$/i.test(type) ? undefined : 'unknown')
  if (security === 'unknown') {
    const right = Object.keys(securities).find((each) => each.toLowerCase() === type.toLowerCase())
    const said = { title: 'Security', found: shown(type), expected: 'WPA, SAE, WEP, nopass' }
    const large = right === undefined ? [] : [reading.with(place('T'), right)]
    reading.fault('wrong_value', { span: place('T'), ...said, repairs: large })
  } else if (security !== undefined && !passwords[security]!.test(value('P'))) {
    const expected = security === 'WPA' ? '8 to 63' : security === 'WEP' ? '5, 10, 13, 26' : '0'
    const said = { title: 'Password', found: `${value('P').length}`, expected }
    if (security !== 'nopass' || value('P') !== '') reading.fault('wrong_length', { span: place('P'), ...said })
  }
}
