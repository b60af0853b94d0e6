/** The access to a wireless network, as telephones read it. */

import { escapedIn, partsOf, plain } from '../texts.ts'
import { type Content, type ContentField, type ContentValues, filled } from './form.ts'

type Name = 'network' | 'security' | 'password' | 'hidden' | 'printed'

const fields: readonly ContentField<Name>[] = [
  { name: 'network', isRequired: true, longest: 32 },
  { name: 'security', kind: 'choice', choices: ['WPA', 'WEP', 'nopass'] },
  { name: 'password', longest: 63 },
  { name: 'hidden', kind: 'switch' },
  { name: 'printed', kind: 'switch' },
]

/** What has a backslash before it. */
const special = /[\\;,:"]/g

/** Bytes of the name of a network (IEEE 802.11, 9.4.2.2). */
export const longestNetwork = 32

/** WPA: 8 to 63 characters of ASCII, or 64 hexadecimal digits (IEEE 802.11, Annex J.4); WEP: 5 or 13 characters, or twice as many hexadecimal digits. */
export const passwords: { readonly [security: string]: RegExp } = {
  WPA: /^[ -~]{8,63}$/,
  WEP: /^(?:[ -~]{5}|[ -~]{13}|[0-9A-F]{10}|[0-9A-F]{26})$/i,
  nopass: /^$/,
}

export const wifi: Content<Name> = {
  standard: 'Wi-Fi Alliance, WPA3 Specification 3.4, 7.1; ZXing, "Barcode Contents"',
  fields,
  write: ({ network, security, password, hidden }) =>
    [
      `WIFI:T:${security}`,
      `S:${escapedIn(network, special)}`,
      ...(security === 'nopass' || password === '' ? [] : [`P:${escapedIn(password, special)}`]),
      ...(hidden === 'true' ? ['H:true'] : []),
      ';',
    ].join(';'),
  read: (text) => {
    const elements = elementsOf(text)
    return elements === undefined ? undefined : valuesOf(elements.map(([key, value]) => [key, plain(value)]))
  },
  check: ({ network, security, password }) => [
    ...(new TextEncoder().encode(network).length > longestNetwork ? [{ field: 'network', code: 'long' } as const] : []),
    ...(passwords[security]!.test(password) || security === 'nopass'
      ? []
      : [{ field: 'password', code: /^[ -~]*$/.test(password) ? 'password' : 'ascii' } as const]),
  ],
  caption: ({ network, password, printed }) => [network, ...(printed === 'true' ? [password] : [])].join('\n'),
}

/** Keys with their values, with backslashes; undefined for what is not of this form. */
function elementsOf(text: string): (readonly [key: string, value: string])[] | undefined {
  if (!/^WIFI:/i.test(text) || !text.endsWith(';;')) return undefined
  const parts = partsOf(text.slice(5, -2), ';')
  const elements = parts.map((part) => /^([A-Z]):(.*)$/s.exec(part))
  if (elements.some((element) => element === null)) return undefined
  return elements.map((element) => [element![1]!, element![2]!])
}

function valuesOf(elements: readonly (readonly [key: string, value: string])[]): ContentValues<Name> | undefined {
  const given = new Map(elements)
  if (given.size < elements.length || [...given.keys()].some((key) => !'TSPH'.includes(key))) return undefined
  const type = given.get('T') ?? 'nopass'
  const security = /^(?:WPA[23]?|SAE)$/i.test(type) ? 'WPA' : /^WEP$/i.test(type) ? 'WEP' : 'nopass'
  const hidden = given.get('H')?.toLowerCase() === 'true' ? 'true' : ''
  return filled(fields, { network: given.get('S') ?? '', password: given.get('P') ?? '', security, hidden })
}

/**
 * The text with the backslashes that its network and password lack; undefined if it lacks none, or is not about a network. A part
 * that begins with no key belongs to the value before it.
 */
export function wifiMeant(text: string): string | undefined {
  if (!/^WIFI:/i.test(text)) return undefined
  const elements: [key: string, value: string][] = []
  for (const part of partsOf(text.slice(5).replace(/;{0,2}$/, ''), ';')) {
    const [, key, value] = /^([TSPH]):(.*)$/s.exec(part) ?? []
    const last = elements.at(-1)
    if (key !== undefined && !elements.some(([other]) => other === key)) elements.push([key, value!])
    else if (last !== undefined) last[1] += `;${part}`
  }
  // a backslash before anything else is one itself
  const values = valuesOf(elements.map(([key, value]) => [key, value.replace(/\\([\\;,:"])/g, '$1')]))
  if (values === undefined || values.network === '') return undefined
  const meant = wifi.write(values)
  const read = wifi.read(text)
  return read !== undefined && wifi.write(read) === meant && !hasBare(elements) ? undefined : meant
}

/** Whether a value has a special character without its backslash. */
const hasBare = (elements: readonly (readonly [key: string, value: string])[]): boolean =>
  elements.some(([, value]) => /[;,:"]/.test(value.replace(/\\./gs, '')))
