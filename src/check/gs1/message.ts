/** The GS1 message in a symbol. */

import {
  type Element,
  type Gs1Fault,
  type Gs1Message,
  gs1Message,
  fnc1 as separator,
} from '../../../symbologies/gs1/index.ts'
import type { Data } from './fnc1.ts'
import { gtinOf, isGtin } from './gtin.ts'

export interface SymbolMessage extends Gs1Message {
  /**
   * - `elements`: element strings behind FNC1
   * - `link`: a GS1 Digital Link URI
   * - `gtin`: the number of EAN, UPC and ITF-14
   */
  readonly form: 'elements' | 'link' | 'gtin'
  /** The message as the symbol carries it, with `^` for FNC1; or the URI. Faults count its characters. */
  readonly source: string
}

/** Undefined for a symbol that carries none. */
export function messageIn({ symbology, text, fnc1 }: Data): SymbolMessage | undefined {
  if (text === undefined) return undefined
  if (fnc1 === 'first') return { form: 'elements', ...elementStrings(text) }
  const gtin = gtinOf(symbology, text)
  if (gtin !== undefined) return gtinMessage(symbology, gtin)
  return symbology === 'qr' || symbology === 'datamatrix' ? linkIn(text) : undefined
}

function gtinMessage(symbology: Data['symbology'], gtin: string): SymbolMessage | undefined {
  const source = `^01${gtin}`
  const message = gs1Message(source)
  return message.faults.length === 0 && isGtin(symbology, gtin) ? { form: 'gtin', source, ...message } : undefined
}

/** Stands for a `^` that the symbol carries, which no value may have; the parser takes `^` for FNC1. */
const caret = '\ufdd0'

/** The message of a text in which GS stands for FNC1. */
export function elementStrings(text: string): Gs1Message & { readonly source: string } {
  const source = `^${text.replaceAll(separator, '^')}`
  const whole = `^${text.replaceAll('^', caret).replaceAll(separator, '^')}`
  // a blank at the end is one of the symbol
  const { elements, faults } = gs1Message(whole.endsWith('^') ? whole : `${whole}^`)
  if (!text.includes('^')) return { source, elements, faults }
  return {
    source,
    elements: elements.map((element) => ({ ...element, value: element.value.replaceAll(caret, '^') })),
    faults: faults.map((fault) => ({ ...fault, message: fault.message.replaceAll('\\ufdd0', '^') })),
  }
}

const ownDomain = /^https?:\/\/id\.gs1\.org\//i

/**
 * The message of a GS1 Digital Link URI. Of other domains than GS1's own, only a URI whose key is right is taken for one, or
 * right but for its check digit: `/2026/01/31` is a date.
 */
function linkIn(text: string): SymbolMessage | undefined {
  if (!/^https?:\/\//i.test(text)) return undefined
  const message = gs1Message(text)
  const [key] = message.elements
  if (key === undefined) return undefined
  const isKey = ownDomain.test(text) || isLikelyKey(key, message.faults)
  return isKey ? { form: 'link', source: text, ...message } : undefined
}

/** AI (401) takes any value that begins with four digits. */
function isLikelyKey({ ai, value, identifier }: Element, faults: readonly Gs1Fault[]): boolean {
  const ofKey = faults.filter((fault) => fault.code === 'gs1_invalid_value' && fault.ai === ai)
  return (
    identifier.qualifiers !== undefined && ai !== '401' && value !== '' && ofKey.every(({ rule }) => rule === 'csum')
  )
}

/** Whether the message has an element with check digits or characters, all right; not by accident, then. */
export function hasCheckedNumber({ elements, faults }: Gs1Message): boolean {
  return elements.some(
    ({ ai, identifier: { components } }) =>
      components.some(({ rules }) => rules.some((rule) => rule === 'csum' || rule === 'csumalpha')) &&
      faults.every((fault) => fault.ai !== ai || fault.code !== 'gs1_invalid_value'),
  )
}
