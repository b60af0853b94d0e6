/** Bodies in JSON: of bounded depth, and an array in steps. */

import type { AnswerStep } from '../../answer.ts'
import { utf8Text } from '../../utf8.ts'

/** Why a body cannot be read. */
export class UnreadableBody extends Error {
  readonly code: 'bad_request' | 'invalid_encoding'

  constructor(code: UnreadableBody['code'], message: string) {
    super(message)
    this.name = 'UnreadableBody'
    this.code = code
  }
}

/** Arrays and objects inside of each other, and names in one object, at most: no body that is meant has more. */
const [mostLevels, mostNames] = [32, 200] as const

/** Code units that are read in one step. */
const stepLength = 1 << 12

/** The value of a body in JSON. @param accepted  what is, for people @throws UnreadableBody */
export function jsonIn(bytes: Uint8Array, accepted: string): unknown {
  return onlyValue(textOf(bytes), accepted)
}

function onlyValue(text: string, accepted: string): unknown {
  // what is too deep or has too many names is found before it is parsed
  for (const _ of valuesIn(text, 'value', accepted));
  return parsed(text, '', accepted)
}

/**
 * Reads an array in a body in JSON, in steps.
 *
 * @param accepted  what is, for people
 * @param take  gets the elements one by one; returns the bytes that are kept of all of them
 * @throws UnreadableBody
 */
export function* jsonArray(
  bytes: Uint8Array,
  accepted: string,
  take: (element: unknown) => number,
): Generator<AnswerStep, void> {
  const text = textOf(bytes)
  if (text[nextToken(text, 0)] !== '[') {
    onlyValue(text, accepted)
    throw new UnreadableBody('bad_request', `the JSON is no array; ${accepted}`)
  }
  let [kept, count, steps] = [0, 0, 0]
  for (const { from, to } of valuesIn(text, 'array', accepted)) {
    if (from < to) {
      kept = take(parsed(text.slice(from, to), ` in row ${++count}`, accepted))
    }
    if (to < (steps + 1) * stepLength) continue
    steps = Math.floor(to / stepLength)
    yield { kept: 2 * text.length + kept }
  }
}

/**
 * The texts of the members of an object in a body in JSON, by name, in steps. They are JSON if and only if the whole is: whether they are is
 * for others to find.
 *
 * @throws UnreadableBody
 */
export function* jsonMembers(bytes: Uint8Array, accepted: string): Generator<AnswerStep, ReadonlyMap<string, string>> {
  const text = textOf(bytes)
  const members = new Map<string, string>()
  for (const { from, to } of valuesIn(text, 'object', accepted)) {
    if (from < to) {
      const [start, name] =
        /^[ \t\n\r]*"([A-Za-z]{1,20})"[ \t\n\r]*:/.exec(text.slice(from, Math.min(to, from + 1000))) ?? []
      if (start === undefined || members.has(name!)) throw notJson('', accepted)
      members.set(name!, text.slice(from + start.length, to))
    }
    yield { kept: 2 * text.length }
  }
  return members
}

/** The text of a body, without a byte order mark, which may be ignored (RFC 8259, 8.1). @throws UnreadableBody */
function textOf(bytes: Uint8Array): string {
  const text = utf8Text(bytes)
  if (typeof text === 'string') return text.startsWith('\ufeff') ? text.slice(1) : text
  throw new UnreadableBody('invalid_encoding', `byte ${text.at + 1} of the body starts no UTF-8 character`)
}

function parsed(json: string, where: string, accepted: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw notJson(where, accepted)
  }
}

function notJson(where: string, accepted: string): UnreadableBody {
  return new UnreadableBody('bad_request', `the body is not JSON${where}; ${accepted}`)
}

/** A range of a text, `to` not included. */
interface Range {
  readonly from: number
  readonly to: number
}

/**
 * Where the elements of an array or the members of an object stand in its text, or its only value, and an empty range wherever a step ends.
 * Values without their commas and brackets are JSON if and only if the whole is; whether they are is for others to find.
 *
 * @param kind  that of which the parts are wanted: the text begins with its bracket or brace; or the whole value
 * @throws UnreadableBody if a value is too deep, an object has too many names, or the array does not end
 */
function* valuesIn(text: string, kind: 'array' | 'object' | 'value', accepted: string): Generator<Range, void> {
  const hasParts = kind !== 'value'
  const start = hasParts ? nextToken(text, 0) + 1 : 0
  /** The names in each object around the place. */
  const names = Array.from({ length: mostLevels + 1 }, () => 0)
  let [from, depth, count, isString] = [start, hasParts ? 1 : 0, 0, false]
  const where = (): string => (kind === 'array' ? ` in row ${count + 1}` : '')
  for (let at = start; at < text.length; at++) {
    if (at % stepLength === 0) yield { from: at, to: at }
    const unit = text.charCodeAt(at)
    if (isString) {
      if (unit === backslash) at++
      else isString = unit !== quote
      continue
    }
    switch (unit) {
      case quote:
        isString = true
        break
      case colon:
        if (++names[depth]! > mostNames) throw tooMuch(`an object has more than ${mostNames} names${where()}`, accepted)
        break
      case openBrace:
      case openBracket:
        if (++depth > mostLevels) throw tooMuch(`it has more than ${mostLevels} levels${where()}`, accepted)
        names[depth] = 0
        break
      case comma:
        if (depth !== 1 || !hasParts) break
        if (nextToken(text, from) === at) throw notJson(where(), accepted)
        yield { from, to: at }
        count++
        from = at + 1
        break
      case closeBrace:
      case closeBracket:
        if (--depth > 0 || !hasParts) break
        if (unit === (kind === 'array' ? closeBrace : closeBracket) || nextToken(text, at + 1) < text.length)
          throw notJson(where(), accepted)
        // between two brackets there is no element, after a comma there must be one
        if (nextToken(text, from) < at) yield { from, to: at }
        else if (count > 0) throw notJson(where(), accepted)
        return
    }
  }
  if (hasParts) throw notJson(where(), accepted)
  yield { from, to: text.length }
}

/** Code units. */
const [quote, comma, colon] = [0x22, 0x2c, 0x3a] as const
const [openBracket, backslash, closeBracket, openBrace, closeBrace] = [0x5b, 0x5c, 0x5d, 0x7b, 0x7d] as const

/** The index of the first code unit from `from` on that is not white space of JSON. */
function nextToken(text: string, from: number): number {
  let at = from
  while (at < text.length && ' \t\n\r'.includes(text[at]!)) at++
  return at
}

function tooMuch(message: string, accepted: string): UnreadableBody {
  return new UnreadableBody('bad_request', `the body is not read: ${message}; ${accepted}`)
}
