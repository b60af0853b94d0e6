/** What is wrong with a GS1 Digital Link URI besides its values. RFC 3986; GS1 Digital Link standard: URI syntax, release 1.4. */

import { quoted } from '../messages.ts'
import { percentEncoded } from './bracketed.ts'
import type { RawElement } from './element.ts'
import { type Found, mostFaults, placeIn, type Repair, type TextRange } from './fault.ts'
import { identifierOf } from './identifiers.ts'

/** An AI and its value as a URI has them, with the range of both. */
export interface Pair {
  readonly ai: TextRange
  readonly value: TextRange
}

export const textOf = (text: string, { start, end }: TextRange): string => text.slice(start, end)

const example = 'https://id.gs1.org/01/09506000134352'

/**
 * Whether a text is a host: a name, an IPv4 address, or an IP literal in square brackets (RFC 3986, 3.2.2). A name is one of labels
 * that are not empty and neither begin nor end with a hyphen; four numbers are an address or nothing.
 */
export function isHost(text: string): boolean {
  const [, literal] = /^\[(.*)\]$/.exec(text) ?? []
  if (literal !== undefined) return /^v[0-9a-f]+\.[\w.~!$&'()*+,;=:-]+$/i.test(literal) || isIpv6(literal)
  if (!/^([\w.~!$&'()*+,;=-]|%[0-9a-f]{2})+$/i.test(text)) return false
  const labels = text.replace(/\.$/, '').split('.')
  if (labels.length === 4 && labels.every((label) => /^\d+$/.test(label))) return isIpv4(text)
  return labels.every((label) => label !== '' && !label.startsWith('-') && !label.endsWith('-'))
}

const isIpv4 = (text: string): boolean => /^((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(?!$)|$)){4}$/.test(text)

/** Eight groups of 16 bits, the last two perhaps as an IPv4 address; `::` stands once for a group or more of zeros. */
function isIpv6(text: string): boolean {
  const [, before = '', address] = /^(.*:)?(\d+\.[\d.]+)$/.exec(text) ?? []
  if (address !== undefined && !isIpv4(address)) return false
  const halves = (address === undefined ? text : `${before}0:0`).split('::')
  const groups = halves.map((half) => (half === '' ? [] : half.split(':')))
  const count = groups.flat().length
  const isComplete = halves.length === 1 ? count === 8 : halves.length === 2 && count < 8
  return isComplete && groups.flat().every((group) => /^[0-9a-f]{1,4}$/i.test(group))
}

/** A URI has a host, besides a user and a port (RFC 3986, 3.2). */
export function hostFault(text: string, path: TextRange): readonly Found[] {
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
export function characterFault(text: string, path: TextRange): readonly Found[] {
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
export function noKey(text: string, path: TextRange, segments: readonly TextRange[], hasKey: boolean): Found {
  const last = segments.at(-1)
  const fault = (message: string, range: TextRange): Found => ({
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
    if (segments.length === 1 && /^(?=.*[A-Za-z])[\w-]{10,}$/.test(name)) {
      return fault(
        `${quoted(name)} has no key of GS1 Digital Link; accepted: ${example} and the like; compressed URIs are not read`,
        last,
      )
    }
  }
  const message = `the path ${quoted(textOf(text, path))} has no key of GS1 Digital Link; accepted: ${example} and the like`
  return fault(message, path.end > path.start ? path : { start: 0, end: text.length })
}

/** How many qualifiers a message names; no key has more. */
const mostShown = 6

/** Qualifiers stand after their key in the order of one of its sequences. */
export function orderFaults(text: string, pairs: readonly Pair[]): readonly Found[] {
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
export function attributeFaults(
  text: string,
  [key, ...inPath]: readonly RawElement[],
  attributes: readonly RawElement[],
): readonly Found[] {
  const sequences = identifierOf(key!.ai)!.qualifiers!
  const path = inPath.map(({ ai }) => ai)
  const values = new Map([key!, ...inPath].map(({ ai, value }) => [ai, value]))
  const faults: Found[] = []
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

/** Whether one of the sequences has all of them. */
export const couldStandIn = (sequences: readonly (readonly string[])[], ais: readonly string[]): boolean =>
  sequences.some((sequence) => ais.every((ai) => sequence.includes(ai)))

/** The value as the path has it, if it is short. */
const shownValue = (value: string): string => (/^[\w-]{1,30}$/.test(value) ? value : '…')
