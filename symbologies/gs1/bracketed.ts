/**
 * Messages as people write them: `(01)09506000134352(10)AB-12`, with blanks or without, in square brackets or in round ones.
 *
 * A bracket in a value is `\(` or `\)`. A blank and a square bracket are in no set of characters of GS1, so that they can mean
 * nothing but what they mean here; between AIs in square brackets, round ones are characters of values.
 */

import { quoted } from '../messages.ts'
import { type RawElement, valueFlaws } from './element.ts'
import { type Found, mostFaults, placeIn, type Repair } from './fault.ts'
import { fnc1 } from './fnc1.ts'
import { identifierAt, identifierOf } from './identifiers.ts'

export interface Parsed {
  readonly form: 'round' | 'square' | 'raw' | 'link'
  /** Those before the last of `mostFaults` faults. */
  readonly elements: readonly RawElement[]
  readonly faults: readonly Found[]
}

type Form = 'round' | 'square'

const ai = { round: /\([ \t]*(\d{2,4})[ \t]*\)/y, square: /\[[ \t]*(\d{2,4})[ \t]*\]/y } as const

/** The AI in brackets at an index. */
function aiAt(text: string, at: number, form: Form): RegExpExecArray | null {
  const pattern = form === 'round' && text[at] === '[' ? ai.square : ai[form]
  pattern.lastIndex = at
  return pattern.exec(text)
}

export function parseBracketed(text: string): Parsed {
  const form = text.startsWith('[') ? 'square' : 'round'
  const elements: RawElement[] = []
  const faults: Found[] = []
  for (let at = 0; at < text.length && faults.length < mostFaults; ) {
    const found = aiAt(text, at, form)
    if (found === null) {
      faults.push(notAnAi(text, at))
      at = valueFrom(text, at + 1, form).end
      continue
    }
    const start = at + found[0].length
    const { value, positions, end } = valueFrom(text, start, form)
    elements.push({ ai: found[1]!, value, aiRange: { start: at, end: start }, at: positions })
    at = end
  }
  return { form, elements, faults }
}

/** GS, which readers send for FNC1, says no more than the bracket behind it. */
const isBlank = (character: string | undefined): boolean =>
  character !== undefined && ` \t\r\n${fnc1}`.includes(character)

/**
 * The value that starts at an index, without the backslashes before its brackets and the blanks around it; it goes up to the next
 * bracket that opens.
 */
function valueFrom(text: string, start: number, form: Form): { value: string; positions: number[]; end: number } {
  let value = ''
  const positions: number[] = []
  let at = start
  while (isBlank(text[at])) at++
  let last = at
  for (; at < text.length && !isEnd(text, at, form); at++) {
    positions.push(at)
    if (text[at] === '\\' && (text[at + 1] === '(' || text[at + 1] === ')')) at++
    value += text[at]
    if (!isBlank(text[at])) last = at + 1
  }
  while (isBlank(value.at(-1))) {
    value = value.slice(0, -1)
    positions.pop()
  }
  positions.push(value === '' ? start : last)
  return { value, positions, end: at }
}

function isEnd(text: string, at: number, form: Form): boolean {
  if (text[at] === '[') return form === 'square' || aiAt(text, at, form) !== null
  return form === 'round' && text[at] === '('
}

function notAnAi(text: string, at: number): Found {
  const close = text.indexOf(text[at] === '[' ? ']' : ')', at)
  const end = close < 0 ? text.length : close + 1
  const place = placeIn(text, { start: at, end })
  const said = `${quoted(text.slice(at, end))} at position ${place.from} is not an AI in brackets`
  const message = `${said}; accepted: 2 to 4 digits in brackets; write \\( for a bracket in a value`
  return { code: 'gs1_syntax', message, ...place, repair: () => bracketRepair(text, at, end) }
}

/** With the bracket that is missing, the zero that an AI has lost, or the backslash before a bracket in a value. */
function bracketRepair(text: string, at: number, end: number): Repair | undefined {
  const chunk = text.slice(at, end)
  const [open, close] = chunk.startsWith('[') ? '[]' : '()'
  const repairs = [
    ...(/^.\d.$/.test(chunk) ? [`${open}0${chunk.slice(1)}`] : []),
    ...(/^.[ \t]*\d/.test(chunk) ? [closed(chunk, close!)] : []),
    ...(open === '(' ? [chunk.replace(/[()]/g, '\\$&')] : []),
  ]
  for (const repaired of repairs) {
    const candidate = text.slice(0, at) + repaired + text.slice(end)
    if (isFlawlessAt(parseBracketed(candidate), at)) return { text: candidate, said: quoted(repaired) }
  }
  return undefined
}

/** `(01` with its bracket. */
function closed(chunk: string, close: string): string {
  const start = chunk.search(/\d/)
  const digits = identifierAt(chunk, start)?.ai.length ?? 0
  return chunk.slice(0, start + digits) + close + chunk.slice(start + digits)
}

/** Whether an index is in an element whose value has no flaw. */
export function isFlawlessAt({ elements }: Pick<Parsed, 'elements'>, index: number): boolean {
  const element = elements.findLast(({ aiRange }) => aiRange.start <= index)
  const identifier = element && identifierOf(element.ai)
  if (identifier === undefined || index > element!.at.at(-1)!) return false
  return valueFlaws(identifier, element!.value).length === 0
}

/** A value as a form of message has it. */
export function written(value: string, form: Parsed['form']): string {
  if (form === 'link') return percentEncoded(value)
  return form === 'round' ? value.replace(/[()]/g, '\\$&') : value
}

/** Percent encoding of all but unreserved characters (RFC 3986, 2). A lone surrogate has no UTF-8: U+FFFD stands for it. */
export function percentEncoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

export function bracketedText(
  elements: readonly Pick<RawElement, 'ai' | 'value'>[],
  form: 'round' | 'square' = 'round',
): string {
  const [open, close] = form === 'round' ? '()' : '[]'
  return elements.map(({ ai, value }) => `${open}${ai}${close}${written(value, form)}`).join('')
}
