/**
 * Messages as web addresses: `https://id.gs1.org/01/09506000134352/10/AB-12?17=261231`.
 *
 * GS1 Digital Link standard: URI syntax, release 1.4; percent encoding is RFC 3986, 2.
 */

import { quoted } from '../messages.ts'
import type { Parsed } from './bracketed.ts'
import type { RawElement } from './element.ts'
import { type Gs1Fault, mostFaults, placeIn, type TextRange } from './fault.ts'
import { type Identifier, identifierOf } from './identifiers.ts'

/** An AI and its value as a URI has them, with the range of both. */
interface Pair {
  readonly ai: TextRange
  readonly value: TextRange
}

export const isLink = (text: string): boolean => /^https?:\/\//i.test(text)

export function parseLink(text: string): Parsed {
  const path = pathOf(text)
  const segments = segmentsOf(text, path)
  const key = keyPairOf(text, segments)
  if (key === undefined) return { elements: [], faults: [noKey(text, path)] }
  const pairs = pairsOf(segments, key)
  const attributes = queryOf(text, path.end)
  return {
    elements: [
      ...pairs.map((pair) => elementOf(text, pair, false)),
      ...attributes.map((pair) => elementOf(text, pair, true)),
    ],
    faults: [...orderFaults(text, pairs), ...attributeFaults(text, attributes)],
  }
}

/** From the slash behind the domain up to the query, the fragment or the end. */
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

const textOf = (text: string, { start, end }: TextRange): string => text.slice(start, end)

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

/** The pairs of the query whose names are digits; others are not for GS1. */
function queryOf(text: string, start: number): readonly Pair[] {
  if (text[start] !== '?') return []
  const hash = text.indexOf('#', start)
  const end = hash < 0 ? text.length : hash
  const pairs: Pair[] = []
  for (let at = start + 1; at < end; ) {
    const length = text.slice(at, end).search(/[&;]/)
    const stop = length < 0 ? end : at + length
    const equals = text.slice(at, stop).indexOf('=')
    const nameEnd = equals < 0 ? stop : at + equals
    if (/^\d+$/.test(text.slice(at, nameEnd))) {
      pairs.push({ ai: { start: at, end: nameEnd }, value: { start: Math.min(stop, nameEnd + 1), end: stop } })
    }
    at = stop + 1
  }
  return pairs
}

/**
 * The element of a pair, with percent encoding read. A GTIN may be shorter than 14 digits in a URI.
 *
 * @param inQuery  where + is a space
 */
function elementOf(text: string, { ai, value: { start, end } }: Pair, inQuery: boolean): RawElement {
  let value = ''
  const at: number[] = []
  for (let i = start; i < end; ) {
    const code = /^%[0-9A-Fa-f]{2}/.exec(text.slice(i, i + 3))
    at.push(i)
    value += code === null ? spaced(text[i]!, inQuery) : String.fromCharCode(Number.parseInt(code[0].slice(1), 16))
    i += code === null ? 1 : 3
  }
  const number = textOf(text, ai)
  const isShortGtin = number === '01' && /^(\d{8}|\d{12}|\d{13})$/.test(value)
  const missing = isShortGtin ? 14 - value.length : 0
  return {
    ai: number,
    value: '0'.repeat(missing) + value,
    aiRange: ai,
    at: [...Array.from({ length: missing }, () => start), ...at, end],
  }
}

const spaced = (character: string, inQuery: boolean): string => (inQuery && character === '+' ? ' ' : character)

function noKey(text: string, path: TextRange): Gs1Fault {
  const place = placeIn(text, path.end > path.start ? path : { start: 0, end: text.length })
  const message = `the path ${quoted(textOf(text, path))} has no key of GS1 Digital Link; accepted: https://id.gs1.org/01/09506000134352 and the like`
  return { code: 'gs1_syntax', message, ...place }
}

/** How many qualifiers a message names; no key has more. */
const mostShown = 6

/** Qualifiers stand behind their key in the order of one of its sequences. */
function orderFaults(text: string, pairs: readonly Pair[]): readonly Gs1Fault[] {
  const [key, ...qualifiers] = pairs.map(({ ai }) => textOf(text, ai))
  const sequences = identifierOf(key!)!.qualifiers!
  if (sequences.some((sequence) => isPartOf(qualifiers, sequence))) return []
  const accepted = sequences
    .filter((sequence) => sequence.length > 0)
    .map((sequence) => sequence.map((ai) => `/${ai}`).join(' '))
  const shown = qualifiers.slice(0, mostShown).map((ai) => `/${quoted(ai).slice(1, -1)}`)
  if (qualifiers.length > mostShown) shown.push('…')
  const message = `qualifiers ${shown.join(' ')} behind /${key}; accepted: ${
    accepted.length === 0 ? 'none' : `${accepted.join(', or ')}, in this order`
  }`
  return [
    {
      code: 'gs1_syntax',
      ai: key!,
      message,
      ...placeIn(text, { start: pairs[1]!.ai.start, end: pairs.at(-1)!.value.end }),
    },
  ]
}

/** Whether all of `some` are in `all`, each once, in its order. */
function isPartOf(some: readonly string[], all: readonly string[]): boolean {
  let at = 0
  return some.every((one) => {
    const found = all.indexOf(one, at)
    at = found + 1
    return found >= 0
  })
}

function attributeFaults(text: string, attributes: readonly Pair[]): readonly Gs1Fault[] {
  const wrong = attributes.filter(({ ai }) => identifierOf(textOf(text, ai))?.isLinkAttribute === false)
  return wrong.slice(0, mostFaults).map(({ ai }) => {
    const number = textOf(text, ai)
    const message = `AI (${number}) cannot be an attribute of a GS1 Digital Link URI; it stands in the path or not at all`
    return { code: 'gs1_syntax', ai: number, message, ...placeIn(text, ai) }
  })
}

/**
 * The GS1 Digital Link URI of a message, or undefined if it has no key that the other elements can go with.
 *
 * @param domain  with its scheme and without a slash at the end
 */
export function linkText(
  elements: readonly (Pick<RawElement, 'value'> & { readonly identifier: Identifier })[],
  domain: string,
): string | undefined {
  for (const key of elements) {
    for (const sequence of key.identifier.qualifiers ?? []) {
      const qualifiers = sequence.flatMap((ai) => elements.filter(({ identifier }) => identifier.ai === ai))
      const attributes = elements.filter((element) => element !== key && !qualifiers.includes(element))
      if (!attributes.every(({ identifier }) => identifier.isLinkAttribute && identifier !== key.identifier)) continue
      const path = [key, ...qualifiers].map(({ identifier, value }) => `/${identifier.ai}/${encoded(value)}`).join('')
      const query = attributes.map(({ identifier, value }) => `${identifier.ai}=${encoded(value)}`).join('&')
      return domain + path + (query === '' ? '' : `?${query}`)
    }
  }
  return undefined
}

/** Percent encoding of all but unreserved characters. */
function encoded(value: string): string {
  return encodeURIComponent(value).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
