/**
 * Messages as web addresses: `https://id.gs1.org/01/09506000134352/10/AB-12?17=261231`.
 *
 * GS1 Digital Link standard: URI syntax, release 1.4; URIs and percent encoding are RFC 3986.
 */

import { notAString, quoted } from '../messages.ts'
import type { Parsed, RawElement } from './element.ts'
import { mostFaults, placeIn, type Repair, type RepairableFault, type TextRange } from './fault.ts'
import { isHost } from './host.ts'
import { type Identifier, identifierOf } from './identifiers.ts'
import { aiOfName } from './link-names.ts'

export const isLink = (text: string): boolean => /^https?:\/\//i.test(text)

export function parseLink(text: string): Parsed {
  const path = pathOf(text)
  const segments = segmentsOf(text, path)
  const other = characterFault(text, path)
  const syntax = other.length > 0 ? other : hostFault(text, path)
  const names = nameFaults(text, path, segments)
  if (names.length > 0) return { form: 'link', elements: [], faults: [...syntax, ...names] }
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

/** An AI and its value as a URI has them, with the range of both. */
interface Pair {
  readonly ai: TextRange
  readonly value: TextRange
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

/** Names in place of AIs, from a key on: the last segment that can be one, counted in pairs from the end. */
function nameFaults(text: string, path: TextRange, segments: readonly TextRange[]): readonly RepairableFault[] {
  const aiAt = (range: TextRange): string => aiOfName(textOf(text, range)) ?? textOf(text, range)
  const ais = segments.filter((_, i) => (segments.length - i) % 2 === 0)
  const key = ais.findLastIndex((range) => identifierOf(aiAt(range))?.qualifiers !== undefined)
  if (key < 0) return []
  const inQuery = queryNames(text, path.end)
  const names = [...ais.slice(key), ...inQuery].filter((range) => aiOfName(textOf(text, range)) !== undefined)
  // a name in the query alone is not for GS1, as any other is
  if (names.length === 0 || names.every((range) => inQuery.includes(range))) return []
  const numbered = names.toReversed().reduce((meant, { start, end }) => {
    return meant.slice(0, start) + aiOfName(text.slice(start, end))! + meant.slice(end)
  }, text)
  return names.map((range) => {
    const name = textOf(text, range)
    const message = `${quoted(name)} is a name that URIs had for an AI before URI syntax 1.2; accepted: ${aiOfName(name)}`
    return { code: 'gs1_syntax', rule: 'name', message, ...placeIn(text, range), repair: () => ({ text: numbered }) }
  })
}

/** What stands before `=` in the query. */
function queryNames(text: string, start: number): readonly TextRange[] {
  const [query = ''] = /^\?[^#]*/.exec(text.slice(start)) ?? []
  return Array.from(query.matchAll(/(?<=[?&;])[^?=&;]+(?==)/g), ({ index, 0: name }) => ({
    start: start + index,
    end: start + index + name.length,
  }))
}

function pairsOf(segments: readonly TextRange[], key: number): readonly Pair[] {
  return Array.from({ length: (segments.length - key) / 2 }, (_, i) => ({
    ai: segments[key + 2 * i]!,
    value: segments[key + 2 * i + 1]!,
  }))
}

interface Query {
  readonly pairs: readonly Pair[]
  readonly faults: readonly RepairableFault[]
}

/** The pairs of the query whose names are digits; others are not for GS1. */
function queryOf(text: string, start: number): Query {
  if (text[start] !== '?') return { pairs: [], faults: [] }
  const hash = text.indexOf('#', start)
  const end = hash < 0 ? text.length : hash
  const pairs: Pair[] = []
  const faults: RepairableFault[] = []
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

function encodedAi(text: string, range: TextRange): RepairableFault {
  const name = textOf(text, range)
  const message = `the AI ${quoted(name)} is percent-encoded; accepted: its digits, ${quoted(decodeURIComponent(name))}`
  const repair = () => ({ text: text.slice(0, range.start) + decodeURIComponent(name) + text.slice(range.end) })
  return { code: 'gs1_syntax', message, ...placeIn(text, range), repair }
}

interface ReadElement {
  readonly element: RawElement
  /** The first fault of its percent encoding. */
  readonly faults: readonly RepairableFault[]
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
  const faults: RepairableFault[] = []
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

function notUtf8(text: string, range: TextRange): RepairableFault {
  const message = `${quoted(textOf(text, range))} does not begin a character in UTF-8; accepted: percent encoding of UTF-8, such as %2F for /`
  return { code: 'gs1_syntax', message, ...placeIn(text, range) }
}

const spaced = (character: string, inQuery: boolean): string => (inQuery && character === '+' ? ' ' : character)

const textOf = (text: string, { start, end }: TextRange): string => text.slice(start, end)

const example = 'https://id.gs1.org/01/09506000134352'

/** A URI has a host, besides a user and a port (RFC 3986, 3.2). */
function hostFault(text: string, path: TextRange): readonly RepairableFault[] {
  const start = text.indexOf('//') + 2
  const authority = text.slice(start, path.start)
  const [, host, port = ''] = /^(?:[\w.~!$&'()*+,;=:%-]*@)?(\[[^\]]*\]|[^:@]*)(?::(\d*))?$/.exec(authority) ?? []
  if (host !== undefined && isHost(host) && Number(port) <= 65535) return []
  const message =
    host === ''
      ? `no host after ${quoted(text.slice(0, start))}; accepted: ${example} and the like`
      : `${quoted(authority)} is not a host; accepted: a name such as id.gs1.org or an IP address, IPv6 in square brackets, with a port up to 65535`
  return [{ code: 'gs1_syntax', message, ...placeIn(text, { start, end: Math.max(start + 1, path.start) }) }]
}

/** The first character that a URI cannot have as it is (RFC 3986, 2). */
function characterFault(text: string, path: TextRange): readonly RepairableFault[] {
  const at = text.search(/[^!#-;=?-[\]_a-z~]|%(?![0-9A-Fa-f]{2})/u)
  if (at < 0) return []
  const character = String.fromCodePoint(text.codePointAt(at)!)
  const accepted =
    character === '%'
      ? 'two hexadecimal digits after it; write %25 for a % itself'
      : `ASCII characters without spaces, controls and "<>\\^\`{|}; write it as ${percentEncoded(character)}`
  const message = `${quoted(character)} is not a character of a URI; accepted: ${accepted}`
  const said = character === '%' ? `% without two hexadecimal digits; accepted: ${accepted}` : message
  const after = text.slice(at + character.length)
  // a blank at the end is no part of the URI
  const meant = text.slice(0, at) + (text.slice(at).trim() === '' ? '' : percentEncoded(character) + after)
  const repair = at < path.start ? undefined : (): Repair => ({ text: meant })
  return [{ code: 'gs1_syntax', message: said, ...placeIn(text, { start: at, end: at + character.length }), repair }]
}

/**
 * The fault of a path in which no key is found, by the likeliest reason.
 *
 * @param hasKey  whether one is found without the last segment
 */
function noKey(text: string, path: TextRange, segments: readonly TextRange[], hasKey: boolean): RepairableFault {
  const last = segments.at(-1)
  const fault = (message: string, range: TextRange): RepairableFault => ({
    code: 'gs1_syntax',
    message,
    ...placeIn(text, range),
  })
  if (last !== undefined) {
    const name = textOf(text, last)
    if (name === '' && hasKey) {
      const slash = { start: last.start - 1, end: last.end }
      const found = fault('the path ends with a slash; accepted: no slash after the last value', slash)
      return { ...found, repair: () => ({ text: text.slice(0, slash.start) + text.slice(slash.end) }) }
    }
    const isAi = identifierOf(name) !== undefined
    if (isAi && (hasKey || identifierOf(name)!.qualifiers !== undefined)) {
      return fault(`AI (${name}) at the end of the path has no value; accepted: an AI and its value, /${name}/…`, last)
    }
    // an AI in 8 bits and a GTIN in 47 are the shortest that there are
    if ((segments.length === 1 || hasKey) && /^(?=.*[A-Za-z])[\w-]{10,}$/.test(name)) {
      const message = `${quoted(name)} has no AI before it; accepted: ${example} and the like; compressed URIs are not read: only a resolver can say what they mean`
      return { ...fault(message, last), rule: 'compressed' }
    }
  }
  const message = `the path ${quoted(textOf(text, path))} has no key of GS1 Digital Link; accepted: ${example} and the like`
  return fault(message, path.end > path.start ? path : { start: 0, end: text.length })
}

/** How many qualifiers a message names; no key has more. */
const mostShown = 6

/** Qualifiers stand after their key in the order of one of its sequences. */
function orderFaults(text: string, pairs: readonly Pair[]): readonly RepairableFault[] {
  const [key, ...qualifiers] = pairs.map(({ ai }) => textOf(text, ai))
  const sequences = identifierOf(key!)!.qualifiers!
  if (sequences.some((sequence) => isPartOf(qualifiers, sequence))) return []
  const accepted = sequences
    .filter((sequence) => sequence.length > 0)
    .map((sequence) => sequence.map((ai) => `/${ai}`).join(' ') + (sequence.length > 1 ? ' in this order' : ''))
  const shown = qualifiers.slice(0, mostShown).map((ai) => `/${quoted(ai).slice(1, -1)}`)
  if (qualifiers.length > mostShown) shown.push('…')
  const once = accepted.length > 0 && new Set(qualifiers).size < qualifiers.length ? ', each once' : ''
  const word = qualifiers.length === 1 ? 'qualifier' : 'qualifiers'
  const message = `${word} ${shown.join(' ')} after /${key}; accepted: ${accepted.join(', or ') || 'none'}${once}`
  const range = { start: pairs[1]!.ai.start, end: pairs.at(-1)!.value.end }
  return [
    { code: 'gs1_syntax', ai: key!, message, ...placeIn(text, range), repair: () => inOrder(text, pairs, sequences) },
  ]
}

/** The text with its qualifiers in the order of the sequence that has all of them. */
function inOrder(text: string, pairs: readonly Pair[], sequences: readonly (readonly string[])[]): Repair | undefined {
  const [, ...qualifiers] = pairs.map(({ ai }) => textOf(text, ai))
  const sequence = sequences.find((each) => couldStandIn([each], qualifiers))
  if (sequence === undefined || new Set(qualifiers).size < qualifiers.length) return undefined
  const sorted = pairs
    .slice(1)
    .toSorted((a, b) => sequence.indexOf(textOf(text, a.ai)) - sequence.indexOf(textOf(text, b.ai)))
    .map(({ ai, value }) => text.slice(ai.start, value.end))
    .join('/')
  const meant = text.slice(0, pairs[1]!.ai.start) + sorted + text.slice(pairs.at(-1)!.value.end)
  return { text: meant }
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

/** An attribute is not a qualifier that could stand in the path, and no AI is there twice; pairing tells of different values. */
function attributeFaults(
  text: string,
  [key, ...inPath]: readonly RawElement[],
  attributes: readonly RawElement[],
): readonly RepairableFault[] {
  const sequences = identifierOf(key!.ai)!.qualifiers!
  const path = inPath.map(({ ai }) => ai)
  const values = new Map([key!, ...inPath].map(({ ai, value }) => [ai, value]))
  const faults: RepairableFault[] = []
  for (const attribute of attributes) {
    const { ai, value, aiRange } = attribute
    if (faults.length === mostFaults) break
    const fault = (message: string, repair?: () => Repair) =>
      faults.push({ code: 'gs1_syntax', ai, message, ...placeIn(text, aiRange), repair })
    const known = values.get(ai)
    values.set(ai, known ?? value)
    if (known === value && identifierOf(ai) !== undefined) {
      fault(`AI (${ai}) occurs more than once in the URI; accepted: once`, () => ({ text: without(text, attribute) }))
    } else if (known === undefined && couldStandIn(sequences, [...path, ai])) {
      const sequence = sequences.find((each) => couldStandIn([each], [...path, ai]))!
      path.push(ai)
      fault(
        `AI (${ai}) is a qualifier of /${key!.ai}; accepted: in the path after the key, /${ai}/${shownValue(value)}`,
        () => {
          const before = inPath.findLast((each) => sequence.indexOf(each.ai) < sequence.indexOf(ai)) ?? key!
          const end = before.at.at(-1)!
          return { text: `${text.slice(0, end)}/${ai}/${percentEncoded(value)}${without(text, attribute).slice(end)}` }
        },
      )
    } else if (identifierOf(ai)?.isLinkAttribute === false) {
      fault(`AI (${ai}) cannot be an attribute of a GS1 Digital Link URI; it stands in the path or not at all`)
    }
  }
  return faults
}

/** The text without an attribute. */
function without(text: string, { aiRange: { start }, at }: RawElement): string {
  const [before, after] = [text.slice(0, start), text.slice(at.at(-1))]
  return /^[&;]/.test(after) ? before + after.slice(1) : before.slice(0, -1) + after
}

/** The value as the path has it, if it is short. */
const shownValue = (value: string): string => (/^[\w-]{1,30}$/.test(value) ? value : '…')

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

/** Whether one of the sequences has all of them. */
const couldStandIn = (sequences: readonly (readonly string[])[], ais: readonly string[]): boolean =>
  sequences.some((sequence) => ais.every((ai) => sequence.includes(ai)))

/** Percent encoding of all but unreserved characters (RFC 3986, 2). A lone surrogate has no UTF-8: U+FFFD stands for it. */
export function percentEncoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
