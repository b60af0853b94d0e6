/** The forms in which messages come: as people write them, as web addresses, as symbols carry them, and as readers send them. */

import { quoted } from '../messages.ts'
import { isFlawlessAt, type Parsed, type RawElement } from './element.ts'
import { isSecondHalf, mostFaults, placeIn, type Repair, type RepairableFault } from './fault.ts'
import { fnc1 } from './fnc1.ts'
import { type Identifier, identifierAt, identifierOf, lengthsOf } from './identifiers.ts'
import { isLink, parseLink, percentEncoded } from './link.ts'

/**
 * A text in one of the forms of messages, also behind what a reader sends before it, and among blanks, which are in no value.
 *
 * @returns undefined if it has none of the forms
 */
export function parse(text: string): Parsed | undefined {
  if (isLink(text)) return parseLink(text)
  const before = text.length - text.trimStart().length
  const whole = text.trim()
  const [gtin] = gtinIdentifier.exec(whole) ?? []
  if (gtin !== undefined) return shifted(text, before, gtinAlone(whole, gtin.length))
  const [identifier = ''] = elementStringsIdentifier.exec(whole) ?? linkIdentifier.exec(whole) ?? []
  const body = whole.slice(identifier.length)
  const parsed = parseForm(body, identifier !== '')
  return parsed && shifted(text, before + identifier.length, parsed)
}

/**
 * What readers send before the data of GS1-128, GS1 DataBar and its composites, GS1 DataMatrix, GS1 QR Code and GS1 DotCode, some
 * with the ECI protocol (ISO/IEC 15424; GS1 General Specifications, 5.1.3).
 */
const elementStringsIdentifier = /^\](C1|e[0-2]|d[25]|Q[34]|J[14])[ \t]*/
/** Before a GTIN: EAN-13 and UPC, EAN-8, ITF-14. */
const gtinIdentifier = /^\](E0(?=\d{13}$)|E4(?=\d{8}$)|I1(?=\d{14}$))/
/** Before the data of Data Matrix and QR Code that are not of GS1, as those that carry a URI are. */
const linkIdentifier = /^\][dQ]\d(?=https?:)/i

function parseForm(text: string, isRead: boolean): Parsed | undefined {
  if (/^[([]/.test(text)) return parseBracketed(text)
  if (text.startsWith('^') || text.startsWith(fnc1)) return parseRaw(text, 1)
  if (isLink(text)) return parseLink(text)
  // GS is in no value, so that digits with it are element strings as readers send them
  return /^\d/.test(text) && (isRead || text.includes(fnc1)) ? parseRaw(text, 0) : undefined
}

/** The GTIN behind a symbology identifier, in 14 digits. */
function gtinAlone(text: string, start: number): Parsed {
  const digits = text.slice(start)
  const zeros = 14 - digits.length
  const at = Array.from({ length: 15 }, (_, i) => start + Math.max(0, i - zeros))
  const value = '0'.repeat(zeros) + digits
  return { form: 'raw', elements: [{ ai: '01', value, aiRange: { start: 0, end: start }, at }], faults: [] }
}

/** What is parsed of a part of a text, in the places of the whole text. @param offset  where the part begins */
function shifted(text: string, offset: number, { form, elements, faults }: Parsed): Parsed {
  const end = text.trimEnd()
  if (offset === 0 && end === text) return { form, elements, faults }
  const around = ({ text: part, said }: Repair): Repair => {
    const whole = text.slice(0, offset) + part + text.slice(end.length)
    return said === undefined ? { text: whole } : { text: whole, said }
  }
  return {
    form,
    elements: elements.map(({ ai, value, aiRange, at }) => {
      const range = { start: aiRange.start + offset, end: aiRange.end + offset }
      return { ai, value, aiRange: range, at: at.map((index) => index + offset) }
    }),
    faults: faults.map((fault) => {
      const repair = () => {
        const repaired = fault.repair?.()
        return repaired && around(repaired)
      }
      return { ...fault, from: fault.from + offset, to: fault.to + offset, repair }
    }),
  }
}

/**
 * A message as people write it: `(01)09506000134352(10)AB-12`, with blanks or without, in square brackets or in round ones.
 *
 * A bracket in a value is `\(` or `\)`. A blank and a square bracket are in no set of characters of GS1, so that they can mean
 * nothing but what they mean here; between AIs in square brackets, round ones are characters of values.
 */
export function parseBracketed(text: string): Parsed {
  const form = text.startsWith('[') ? 'square' : 'round'
  const elements: RawElement[] = []
  const faults: RepairableFault[] = []
  for (let at = 0; at < text.length && faults.length < mostFaults; ) {
    const found = aiAt(text, at, form)
    if (found === null) {
      faults.push(notInBrackets(text, at))
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

type Form = 'round' | 'square'

const bracketedAi = { round: /\([ \t]*(\d{2,4})[ \t]*\)/y, square: /\[[ \t]*(\d{2,4})[ \t]*\]/y } as const

/** The AI in brackets at an index. */
function aiAt(text: string, at: number, form: Form): RegExpExecArray | null {
  const pattern = form === 'round' && text[at] === '[' ? bracketedAi.square : bracketedAi[form]
  pattern.lastIndex = at
  return pattern.exec(text)
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

function notInBrackets(text: string, at: number): RepairableFault {
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

export function bracketedText(
  elements: readonly Pick<RawElement, 'ai' | 'value'>[],
  form: 'round' | 'square' = 'round',
): string {
  const [open, close] = form === 'round' ? '()' : '[]'
  return elements.map(({ ai, value }) => `${open}${ai}${close}${written(value, form)}`).join('')
}

/** A value as a form of message has it. */
export function written(value: string, form: Parsed['form']): string {
  if (form === 'link') return percentEncoded(value)
  return form === 'round' ? value.replace(/[()]/g, '\\$&') : value
}

/**
 * A message as symbols carry it, `^` or GS for FNC1: `^010950600013435210AB-12^17261231`.
 *
 * @param start  of the first AI: readers send no FNC1 before it
 */
export function parseRaw(text: string, start: number): Parsed {
  const elements: RawElement[] = []
  const faults: RepairableFault[] = []
  for (let at = start; at < text.length && faults.length < mostFaults; ) {
    const identifier = identifierAt(text, at)
    if (identifier === undefined) {
      faults.push(notAnAi(text, at, start))
      at = separatorFrom(text, at) + 1
      continue
    }
    const element = elementAt(text, at, identifier)
    elements.push(element)
    at = element.at.at(-1)!
    // one may stand at the end too
    if (isSeparator(text[at])) at++
  }
  if (start >= text.length) faults.push(noElement(text))
  return { form: 'raw', elements, faults }
}

/** The element whose AI starts at an index: of its own length, or up to the next separator. */
function elementAt(text: string, index: number, identifier: Identifier): RawElement {
  const { ai, hasPredefinedLength } = identifier
  const start = index + ai.length
  const separator = separatorFrom(text, start)
  const predefined = start + lengthsOf(identifier).most
  const isWhole = !isSecondHalf(text, predefined)
  const end = hasPredefinedLength ? Math.min(separator, isWhole ? predefined : predefined + 1) : separator
  const at = Array.from({ length: end - start + 1 }, (_, i) => start + i)
  return { ai, value: text.slice(start, end), aiRange: { start: index, end: start }, at }
}

const isSeparator = (character: string | undefined): boolean => character === '^' || character === fnc1

/** The index of the next separator, or of the end. */
function separatorFrom(text: string, index: number): number {
  let at = index
  while (at < text.length && !isSeparator(text[at])) at++
  return at
}

function notAnAi(text: string, at: number, start: number): RepairableFault {
  const end = separatorFrom(text, at)
  const [begin = ''] = /^.{0,4}/su.exec(text.slice(at, end))!
  const place = placeIn(text, { start: at, end: at + begin.length })
  if (end === at) {
    const message = `^ at position ${place.from} has no element before it; accepted: one ^ after an element`
    const repair = (): Repair | undefined =>
      /\d/.test(text) ? { text: text.slice(0, at) + text.slice(at + 1) } : undefined
    return { code: 'gs1_syntax', message, ...place, repair }
  }
  const said = `${quoted(begin)} at position ${place.from} does not begin with an AI`
  const message = `${said}; accepted: AIs with their values, ^ after a value whose length its AI does not determine`
  const repair = (): Repair | undefined => {
    // people leave a blank for FNC1
    const meant = text.replace(/[ \t]+/g, '^')
    const isRight = meant !== text && parseRaw(meant, start).faults.length === 0
    return isRight ? { text: meant, said: quoted(meant) } : undefined
  }
  return { code: 'gs1_unknown_ai', message, ...place, repair }
}

function noElement(text: string): RepairableFault {
  const place = placeIn(text, { start: Math.max(0, text.length - 1), end: text.length })
  return { code: 'gs1_syntax', message: `^ at position ${place.from} has no element after it`, ...place }
}

/** Whether FNC1 must follow the element if it is not the last. */
export const needsSeparator = (ai: string): boolean => identifierOf(ai)?.hasPredefinedLength !== true

export function rawText(elements: readonly Pick<RawElement, 'ai' | 'value'>[]): string {
  const last = elements.length - 1
  return `^${elements.map(({ ai, value }, i) => ai + value + (i < last && needsSeparator(ai) ? '^' : '')).join('')}`
}
