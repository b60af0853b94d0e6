/** Texts that are meant as GS1 messages, in symbols that readers do not take for GS1 symbols. */

import {
  bracketedText,
  type Gs1Fault,
  type Gs1Message,
  gs1Message,
  identifierOf,
} from '../../../symbologies/gs1/index.ts'
import { quoted } from '../../../symbologies/messages.ts'
import type { Flaw } from '../report.ts'
import type { Data } from './fnc1.ts'
import { elementStrings, hasCheckedNumber } from './message.ts'

/** How to make a GS1 symbol instead. */
function remedy(symbology: Data['symbology'], message: Gs1Message): string {
  const isCarrier = symbology === 'code128' || symbology === 'datamatrix' || symbology === 'qr'
  const type = isCarrier ? '' : 'type code128, datamatrix or qr, '
  return `a GS1 symbol begins with FNC1: ${type}gs1=true and the text ${quoted(bracketedText(message.elements))} make one`
}

const isSound = (faults: readonly Gs1Fault[]): boolean => faults.every(({ code }) => code === 'gs1_missing_ai')

/**
 * The brackets of human-readable text encoded as characters. It is a fault if the text is a message without faults, and not
 * one that is right by accident, as `(240)555-1234` is; a note if it only begins like one.
 */
export function literalBrackets({ symbology, text, fnc1 }: Data): Flaw | undefined {
  const ai = /^\((\d{2,4})\)/.exec(text ?? '')?.[1]
  if (text === undefined || fnc1 === 'first' || ai === undefined || identifierOf(ai) === undefined) return undefined
  const message = gs1Message(text)
  const isMeant = isSound(message.faults) && (message.elements.length > 1 || hasCheckedNumber(message))
  const seen = 'the brackets round the AIs are characters of the symbol, and scanners show them'
  if (isMeant) return { message: `${seen}; ${remedy(symbology, message)}` }
  const [first] = message.faults.filter(({ code }) => code !== 'gs1_missing_ai')
  const why = first === undefined ? '' : `, once its message is right: ${first.message}`
  return { kind: 'note', message: `if this is meant for GS1, ${seen}; gs1=true makes a GS1 symbol${why}` }
}

/** What stands where FNC1 should be the first character. */
interface Front {
  readonly said: string
  /** The text behind it. */
  readonly rest: string
}

function frontOf(text: string, fnc1: Data['fnc1']): Front {
  const identifier = /^\](C1|d2|Q3)/.exec(text)?.[0]
  if (identifier !== undefined) {
    const said = `the symbology identifier ${identifier}, which readers send by themselves for a GS1 symbol, is in the text`
    return { said, rest: text.slice(identifier.length) }
  }
  if (text.startsWith('\x1d'))
    return { said: 'the symbol begins with the character GS, not with FNC1', rest: text.slice(1) }
  if (text.startsWith('^'))
    return { said: '^ is a character of the symbol, not FNC1', rest: text.slice(1).replaceAll('^', '\x1d') }
  if (fnc1 === 'second') return { said: 'FNC1 is in the second position, not in the first', rest: text }
  return { said: 'the text reads as element strings of GS1, but the symbol does not begin with FNC1', rest: text }
}

/** Element strings without FNC1 in front, if they are surely meant so. */
export function missingFnc1({ symbology, text, fnc1 }: Data): Flaw | undefined {
  if (text === undefined || fnc1 === 'first') return undefined
  const { said, rest } = frontOf(text, fnc1)
  if (!/^\d\d/.test(rest)) return undefined
  const message = elementStrings(rest)
  const isMarked = rest !== text || fnc1 === 'second' || rest.includes('\x1d')
  if (!isSound(message.faults) || !(isMarked ? isMeantWithMark(message) : isMeant(message))) return undefined
  return { kind: 'note', message: `${said}; ${remedy(symbology, message)}` }
}

/** Not by accident: a GTIN and more, or an SSCC. */
function isMeant(message: Gs1Message): boolean {
  const [first, ...others] = message.elements
  return (first?.ai === '00' || (first?.ai === '01' && others.length > 0)) && hasCheckedNumber(message)
}

const isMeantWithMark = (message: Gs1Message): boolean => hasCheckedNumber(message) || message.elements.length > 2
