/** GS1 messages, as GS1's own dictionary reads and judges them. */

import {
  type Element,
  type Gs1Fault,
  gs1Message,
  hasCheckedNumber,
  isHost,
  isLink,
} from '../../symbologies/gs1/index.ts'
import { Reading, type Span } from './reading.ts'

/** What begins a message of a reader: any of its characters would do, as long as GS separates. */
const readerPrefix = ']d2'

/** Element strings that GS separates, without what begins them in a symbol. */
export function readElementStrings(text: string): Reading {
  return readMessage(text, readerPrefix)
}

export const readGs1 = (text: string): Reading => readMessage(text, '')

function readMessage(text: string, prefix: string): Reading {
  const reading = new Reading(text)
  const { elements, faults } = gs1Message(prefix + text)
  const within = (index: number): number => Math.min(text.length, Math.max(0, index - prefix.length))
  for (const { ai, value, at, aiRange, identifier } of elements) {
    const span: Span = { start: within(at[0] ?? aiRange.end), end: within(at.at(-1) ?? aiRange.end) }
    reading.elements.push({ id: ai, title: identifier.title, value, span })
  }
  for (const fault of faults) reading.add(foundFault(fault, { text: prefix + text, prefix, within }))
  return reading
}

interface Message {
  readonly text: string
  readonly prefix: string
  readonly within: (index: number) => number
}

/** The place of a GS1 fault is in code points from 1. */
function foundFault({ code, message, from, to, suggestion }: Gs1Fault, { text, prefix, within }: Message) {
  const characters = Array.from(text)
  const index = (points: number): number => characters.slice(0, points).join('').length
  const meant = suggestion?.text
  const repairs = meant?.startsWith(prefix) === true ? [meant.slice(prefix.length)] : []
  return { code, message, span: { start: within(index(from - 1)), end: within(index(to)) }, repairs }
}

/** Whether all of a message can be told from any other text: nothing is wrong with it, and it has an element. */
const isRight = (elements: readonly Element[], faults: readonly Gs1Fault[]): boolean =>
  elements.length > 0 && faults.every(({ code }) => code === 'gs1_missing_ai')

/**
 * Whether a text is surely meant as a GS1 message: AIs in brackets or behind a reader's prefix, FNC1 as `^` before digits of a right
 * message, or a GS1 Digital Link.
 */
export function isGs1(text: string): boolean {
  if (isLink(text)) return isDigitalLink(text)
  if (/^\((?:0[0-4]|1\d|2[0-2]|3[0-9]\d{0,2}|4\d{2}|7\d{2,3}|8\d{3}|9\d)\)\S/.test(text)) return hasAis(text)
  if (/^\](?:C1|d2|Q3|e0)\d{2}/.test(text)) return true
  if (!/^\^\d{4}/.test(text)) return false
  const message = gs1Message(text)
  // digits alone may be anything: one of their numbers has a right check digit
  return isRight(message.elements, message.faults) && (hasCheckedNumber(message) || text.indexOf('^', 1) > 0)
}

/** Brackets round numbers may be anything: the first has to be an AI with a value of its form, or another follows. */
function hasAis(text: string): boolean {
  const { elements, faults } = gs1Message(text)
  const [first] = elements
  if (first === undefined) return false
  return elements.length > 1 || faults.every(({ ai, rule }) => ai !== first.ai || rule === 'csum')
}

/** GS1's own host, a key with its whole number, or a URI without a fault. */
function isDigitalLink(text: string): boolean {
  const [, host = '', path = ''] = /^https?:\/\/([^/?#]*)([^?#]*)/i.exec(text) ?? []
  if (!isHost(host) || path.length < 4) return false
  if (/\/(?:(?:01|gtin)\/\d{14}|(?:00|sscc)\/\d{18})(?:\/|$)/i.test(path)) return true
  const { elements, faults } = gs1Message(text)
  return host.toLowerCase() === 'id.gs1.org' || isRight(elements, faults)
}
