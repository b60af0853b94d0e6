/** What is wrong with a GS1 Digital Link URI besides its values. RFC 3986; GS1 Digital Link standard: URI syntax, release 1.4. */

import { quoted } from '../messages.ts'
import type { RawElement } from './element.ts'
import { type Gs1Fault, mostFaults, placeIn, type TextRange } from './fault.ts'
import { identifierOf } from './identifiers.ts'

/** An AI and its value as a URI has them, with the range of both. */
export interface Pair {
  readonly ai: TextRange
  readonly value: TextRange
}

export const textOf = (text: string, { start, end }: TextRange): string => text.slice(start, end)

const example = 'https://id.gs1.org/01/09506000134352'

/** A URI has a host (RFC 3986, 3.2.2), besides a user and a port. */
export function hostFault(text: string, path: TextRange): readonly Gs1Fault[] {
  const start = text.indexOf('//') + 2
  const host = text.slice(start, path.start).replace(/^.*@/s, '').replace(/:\d*$/, '')
  if (host !== '') return []
  const message = `no host after ${quoted(text.slice(0, start))}; accepted: ${example} and the like`
  return [{ code: 'gs1_syntax', message, ...placeIn(text, { start, end: Math.max(start + 1, path.start) }) }]
}

/** The first character that a URI cannot have as it is (RFC 3986, 2). */
export function characterFault(text: string): readonly Gs1Fault[] {
  const at = text.search(/[^!#-;=?-[\]_a-z~]|%(?![0-9A-Fa-f]{2})/u)
  if (at < 0) return []
  const character = String.fromCodePoint(text.codePointAt(at)!)
  const accepted =
    character === '%'
      ? 'two hexadecimal digits after it; write %25 for a % itself'
      : `ASCII characters without spaces, controls and "<>\\^\`{|}; write it as ${percentEncoded(character)}`
  const message = `${quoted(character)} is not a character of a URI; accepted: ${accepted}`
  const said = character === '%' ? `% without two hexadecimal digits; accepted: ${accepted}` : message
  return [{ code: 'gs1_syntax', message: said, ...placeIn(text, { start: at, end: at + character.length }) }]
}

/** A lone surrogate has no UTF-8: U+FFFD stands for it. */
const percentEncoded = (character: string): string => encodeURIComponent(character.toWellFormed())

/**
 * The fault of a path in which no key is found, by the likeliest reason.
 *
 * @param hasKey  whether one is found without the last segment
 */
export function noKey(text: string, path: TextRange, segments: readonly TextRange[], hasKey: boolean): Gs1Fault {
  const last = segments.at(-1)
  const fault = (message: string, range: TextRange): Gs1Fault => ({
    code: 'gs1_syntax',
    message,
    ...placeIn(text, range),
  })
  if (last !== undefined) {
    const name = textOf(text, last)
    if (name === '' && hasKey) {
      return fault('the path ends with a slash; accepted: no slash after the last value', {
        start: last.start - 1,
        end: last.end,
      })
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
export function orderFaults(text: string, pairs: readonly Pair[]): readonly Gs1Fault[] {
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

/** An attribute is not a qualifier that could stand in the path, and no AI is there twice; pairing tells of different values. */
export function attributeFaults(
  text: string,
  [key, ...inPath]: readonly RawElement[],
  attributes: readonly RawElement[],
): readonly Gs1Fault[] {
  const sequences = identifierOf(key!.ai)!.qualifiers!
  const path = inPath.map(({ ai }) => ai)
  const values = new Map([key!, ...inPath].map(({ ai, value }) => [ai, value]))
  const faults: Gs1Fault[] = []
  for (const { ai, value, aiRange } of attributes) {
    if (faults.length === mostFaults) break
    const fault = (message: string) => faults.push({ code: 'gs1_syntax', ai, message, ...placeIn(text, aiRange) })
    const known = values.get(ai)
    values.set(ai, known ?? value)
    if (known === value && identifierOf(ai) !== undefined) {
      fault(`AI (${ai}) occurs more than once in the URI; accepted: once`)
    } else if (known === undefined && couldStandIn(sequences, [...path, ai])) {
      path.push(ai)
      fault(
        `AI (${ai}) is a qualifier of /${key!.ai}; accepted: in the path after the key, /${ai}/${shownValue(value)}`,
      )
    } else if (identifierOf(ai)?.isLinkAttribute === false) {
      fault(`AI (${ai}) cannot be an attribute of a GS1 Digital Link URI; it stands in the path or not at all`)
    }
  }
  return faults
}

/** Whether one of the sequences has all of them. */
export const couldStandIn = (sequences: readonly (readonly string[])[], ais: readonly string[]): boolean =>
  sequences.some((sequence) => ais.every((ai) => sequence.includes(ai)))

/** The value as the path has it, if it is short. */
const shownValue = (value: string): string => (/^[\w-]{1,30}$/.test(value) ? value : '…')
