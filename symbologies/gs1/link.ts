/**
 * Messages as web addresses: `https://id.gs1.org/01/09506000134352/10/AB-12?17=261231`.
 *
 * GS1 Digital Link standard: URI syntax, release 1.4; percent encoding is RFC 3986, 2.
 */

import { notAString, quoted } from '../messages.ts'
import { type Parsed, percentEncoded } from './bracketed.ts'
import type { RawElement } from './element.ts'
import { type Found, mostFaults, placeIn, type TextRange } from './fault.ts'
import { type Identifier, identifierOf } from './identifiers.ts'
import {
  attributeFaults,
  characterFault,
  couldStandIn,
  hostFault,
  noKey,
  orderFaults,
  type Pair,
  textOf,
} from './link-faults.ts'

export const isLink = (text: string): boolean => /^https?:\/\//i.test(text)

export function parseLink(text: string): Parsed {
  const path = pathOf(text)
  const segments = segmentsOf(text, path)
  const other = characterFault(text, path)
  const syntax = other.length > 0 ? other : hostFault(text, path)
  const key = keyPairOf(text, segments)
  if (key === undefined)
    return {
      form: 'link',
      elements: [],
      faults: [...syntax, noKey(text, path, segments, keyPairOf(text, segments.slice(0, -1)) !== undefined)],
    }
  const pairs = pairsOf(segments, key)
  const attributes = queryOf(text, path.end)
  const read = [
    ...pairs.map((pair) => elementOf(text, pair, false)),
    ...attributes.pairs.map((pair) => elementOf(text, pair, true)),
  ]
  const elements = read.map(({ element }) => element)
  return {
    form: 'link',
    elements,
    faults: [
      ...syntax,
      ...attributes.faults,
      ...read.flatMap(({ faults }) => faults),
      ...orderFaults(text, pairs),
      ...attributeFaults(text, elements.slice(0, pairs.length), elements.slice(pairs.length)),
    ].slice(0, mostFaults),
  }
}

/** From the slash after the domain up to the query, the fragment or the end. */
function pathOf(text: string): TextRange {
  const [start] = /^https?:\/\/[^/?#]*/i.exec(text)!
  const length = text.slice(start.length).search(/[?#]/)
  return { start: start.length, end: length < 0 ? text.length : start.length + length }
}

function segmentsOf(text: string, { start, end }: TextRange): readonly TextRange[] {
  const segments: TextRange[] = []
  for (let at = start; at < end; ) {
    const slash = text.slice(at + 1, end).indexOf('/')
    const next = slash < 0 ? end : at + 1 + slash
    segments.push({ start: at + 1, end: next })
    at = next
  }
  return segments
}

/** The index of the segment with the key: the last that a key's AI can be, counted in pairs from the end. */
function keyPairOf(text: string, segments: readonly TextRange[]): number | undefined {
  for (let i = segments.length - 2; i >= 0; i -= 2) {
    if (identifierOf(textOf(text, segments[i]!))?.qualifiers !== undefined) return i
  }
  return undefined
}

function pairsOf(segments: readonly TextRange[], key: number): readonly Pair[] {
  return Array.from({ length: (segments.length - key) / 2 }, (_, i) => ({
    ai: segments[key + 2 * i]!,
    value: segments[key + 2 * i + 1]!,
  }))
}

interface Query {
  readonly pairs: readonly Pair[]
  readonly faults: readonly Found[]
}

/** The pairs of the query whose names are digits; others are not for GS1. */
function queryOf(text: string, start: number): Query {
  if (text[start] !== '?') return { pairs: [], faults: [] }
  const hash = text.indexOf('#', start)
  const end = hash < 0 ? text.length : hash
  const pairs: Pair[] = []
  const faults: Found[] = []
  for (let at = start + 1; at < end; ) {
    const length = text.slice(at, end).search(/[&;]/)
    const stop = length < 0 ? end : at + length
    const equals = text.slice(at, stop).indexOf('=')
    const ai = { start: at, end: equals < 0 ? stop : at + equals }
    const name = textOf(text, ai)
    if (/^\d+$/.test(name)) pairs.push({ ai, value: { start: Math.min(stop, ai.end + 1), end: stop } })
    else if (faults.length < mostFaults && /^(\d|%3\d)+$/.test(name)) faults.push(encodedAi(text, ai))
    at = stop + 1
  }
  return { pairs, faults }
}

function encodedAi(text: string, range: TextRange): Found {
  const name = textOf(text, range)
  const message = `the AI ${quoted(name)} is percent-encoded; accepted: its digits, ${quoted(decodeURIComponent(name))}`
  const repair = () => ({ text: text.slice(0, range.start) + decodeURIComponent(name) + text.slice(range.end) })
  return { code: 'gs1_syntax', message, ...placeIn(text, range), repair }
}

interface ReadElement {
  readonly element: RawElement
  /** The first fault of its percent encoding. */
  readonly faults: readonly Found[]
}

/**
 * The element of a pair, with percent encoding read as UTF-8; escapes that are not UTF-8 stay as they are. A GTIN may be shorter than
 * 14 digits in a URI.
 *
 * @param inQuery  where + is a space
 */
function elementOf(text: string, { ai, value: { start, end } }: Pair, inQuery: boolean): ReadElement {
  let value = ''
  const at: number[] = []
  const faults: Found[] = []
  for (let i = start; i < end; ) {
    const escaped = text[i] === '%' ? escapedAt(text.slice(i, Math.min(end, i + 12))) : undefined
    const character = escaped?.character ?? spaced(text[i]!, inQuery)
    for (let unit = 0; unit < character.length; unit++) at.push(i)
    value += character
    if (escaped !== undefined && escaped.character === undefined && faults.length === 0) {
      faults.push(notUtf8(text, { start: i, end: i + escaped.length }))
    }
    i += escaped?.character === undefined ? 1 : escaped.length
  }
  const number = textOf(text, ai)
  const isShortGtin = number === '01' && /^(\d{8}|\d{12}|\d{13})$/.test(value)
  const missing = isShortGtin ? 14 - value.length : 0
  const element = {
    ai: number,
    value: '0'.repeat(missing) + value,
    aiRange: ai,
    at: [...Array.from({ length: missing }, () => start), ...at, end],
  }
  return { element, faults }
}

/**
 * The character whose escapes a text begins with, undefined if they are not UTF-8, and the length of its escapes. A % without two
 * digits is no escape.
 */
function escapedAt(text: string): { readonly character: string | undefined; readonly length: number } | undefined {
  const [escapes] = /^(%[0-9A-Fa-f]{2})*/.exec(text)!
  if (escapes === '') return undefined
  const first = Number.parseInt(escapes.slice(1, 3), 16)
  const bytes = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
  const own = escapes.slice(0, 3 * bytes)
  try {
    return { character: decodeURIComponent(own), length: own.length }
  } catch {
    return { character: undefined, length: 3 }
  }
}

function notUtf8(text: string, range: TextRange): Found {
  const message = `${quoted(textOf(text, range))} does not begin a character in UTF-8; accepted: percent encoding of UTF-8, such as %2F for /`
  return { code: 'gs1_syntax', message, ...placeIn(text, range) }
}

const spaced = (character: string, inQuery: boolean): string => (inQuery && character === '+' ? ' ' : character)

/** What stands before the key in a URI, from its scheme on. @param elements  of the URI, the key first */
export function domainOf(text: string, [key]: readonly RawElement[]): string | undefined {
  const start = /^\s*(?:\][dQ]\d)?(?=https?:\/\/)/i.exec(text)?.[0].length
  return start === undefined || key === undefined ? undefined : text.slice(start, key.aiRange.start - 1)
}

/** Whether two domains are one: scheme and host are alike in capitals and small letters (RFC 3986, 6.2.2.1). */
export function isSameDomain(one: string, other: string): boolean {
  const normal = (domain: string): string => domain.replace(/^https?:\/\/[^/]*/i, (host) => host.toLowerCase())
  return normal(one) === normal(other)
}

/**
 * The GS1 Digital Link URI of a message, or undefined if it has no key that the other elements can go with. Of equal elements
 * it has one. A dot segment cannot be a value in the path: readers of URIs remove it (RFC 3986, 5.2.4).
 *
 * @param domain  with its scheme and without a slash at the end
 * @throws TypeError for a domain that is not a string
 */
export function linkText(
  message: readonly (Pick<RawElement, 'value'> & { readonly identifier: Identifier })[],
  domain: string,
): string | undefined {
  if (typeof domain !== 'string') throw new TypeError(notAString(domain, 'domain'))
  const elements = [...new Map(message.map((element) => [element.identifier, element])).values()]
  for (const key of elements) {
    for (const sequence of key.identifier.qualifiers ?? []) {
      const qualifiers = sequence.flatMap((ai) => elements.filter(({ identifier }) => identifier.ai === ai))
      const attributes = elements.filter((element) => element !== key && !qualifiers.includes(element))
      if (!attributes.every(({ identifier }) => identifier.isLinkAttribute && identifier !== key.identifier)) continue
      const ais = qualifiers.map(({ identifier }) => identifier.ai)
      if (attributes.some(({ identifier }) => couldStandIn(key.identifier.qualifiers!, [...ais, identifier.ai])))
        continue
      if ([key, ...qualifiers].some(({ value }) => /^\.\.?$/.test(value))) continue
      const path = [key, ...qualifiers]
        .map(({ identifier, value }) => `/${identifier.ai}/${percentEncoded(value)}`)
        .join('')
      const query = attributes.map(({ identifier, value }) => `${identifier.ai}=${percentEncoded(value)}`).join('&')
      return domain + path + (query === '' ? '' : `?${query}`)
    }
  }
  return undefined
}
