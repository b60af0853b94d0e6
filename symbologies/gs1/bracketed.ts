/** Messages as people write them: `(01)09506000134352(10)AB-12`. A bracket in a value is `\(` or `\)`. */

import { quoted } from '../messages.ts'
import type { RawElement } from './element.ts'
import { type Gs1Fault, mostFaults, placeIn } from './fault.ts'

export interface Parsed {
  /** Those before the last of `mostFaults` faults. */
  readonly elements: readonly RawElement[]
  readonly faults: readonly Gs1Fault[]
}

const aiInBrackets = /\((\d{2,4})\)/y

export function parseBracketed(text: string): Parsed {
  const elements: RawElement[] = []
  const faults: Gs1Fault[] = []
  for (let at = 0; at < text.length && faults.length < mostFaults; ) {
    aiInBrackets.lastIndex = at
    const found = aiInBrackets.exec(text)
    if (found === null) {
      faults.push(notAnAi(text, at))
      at = valueFrom(text, at + 1).end
      continue
    }
    const start = at + found[0].length
    const { value, positions, end } = valueFrom(text, start)
    elements.push({ ai: found[1]!, value, aiRange: { start: at, end: start }, at: positions })
    at = end
  }
  return { elements, faults }
}

/** The value that starts at an index, without the backslashes before its brackets; it goes up to the next bracket that opens. */
function valueFrom(text: string, start: number): { value: string; positions: number[]; end: number } {
  let value = ''
  const positions: number[] = []
  let at = start
  for (; at < text.length && text[at] !== '('; at++) {
    positions.push(at)
    if (text[at] === '\\' && (text[at + 1] === '(' || text[at + 1] === ')')) at++
    value += text[at]
  }
  positions.push(at)
  return { value, positions, end: at }
}

function notAnAi(text: string, at: number): Gs1Fault {
  const close = text.indexOf(')', at)
  const end = close < 0 ? text.length : close + 1
  const place = placeIn(text, { start: at, end })
  const said = `${quoted(text.slice(at, end))} at position ${place.from} is not an AI in brackets`
  const message = `${said}; accepted: 2 to 4 digits in brackets; write \\( for a bracket in a value`
  return { code: 'gs1_syntax', message, ...place }
}

export function bracketedText(elements: readonly Pick<RawElement, 'ai' | 'value'>[]): string {
  return elements.map(({ ai, value }) => `(${ai})${value.replace(/[()]/g, '\\$&')}`).join('')
}
