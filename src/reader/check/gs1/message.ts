/** The GS1 message in a symbol, and what the report says of it. */

import type { Symbology } from '../../../../symbologies/barcode.ts'
import {
  bracketedText,
  type DescribedElement,
  type DescribedMessage,
  dictionaryRelease,
  type Element,
  type Gs1Doubt,
  type Gs1ErrorCode,
  type Gs1Fault,
  type Gs1Message,
  gs1Message,
  humanReadable,
  linkText,
  type MeaningPart,
  meaningOf,
  needsSeparator,
  rawText,
  fnc1 as separator,
  usualDomain,
} from '../../../../symbologies/gs1/index.ts'
import { gtinOf, isGtin } from './gtin.ts'

/** What a symbol carries. */
export interface Data {
  readonly symbology: Symbology
  /** GS (U+001D) for an FNC1 that is not in the first or the second position. */
  readonly text?: string
  readonly fnc1?: Fnc1
}

/**
 * How FNC1 announces the format of the data: in the first position, element strings of GS1 follow; in the second, behind an
 * application indicator, data of the application that it names.
 */
export type Fnc1 = 'first' | 'second'

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

/**
 * Whether a symbol carries the expected text. That of a GS1 symbol may be written in any form of its message, too: with
 * brackets, with `^` for FNC1, as a reader sends it, or as a GS1 Digital Link URI.
 */
export function carries({ text, fnc1 }: { text: string; fnc1: Fnc1 | undefined }, expected: string): boolean {
  if (text === expected) return true
  if (fnc1 !== 'first') return false
  const [own, other] = [elementStrings(text), gs1Message(expected)]
  return isReadable(own) && isReadable(other) && rawText(own.elements) === rawText(other.elements)
}

/** Whether all of the message is in its elements. */
const isReadable = ({ elements, faults }: Gs1Message): boolean =>
  elements.length > 0 && faults.every(({ code }) => code !== 'gs1_syntax' && code !== 'gs1_unknown_ai')

/** As the API describes a message, but for what is said otherwise here. */
export interface Gs1Contents extends DescribedMessage {
  readonly form: SymbolMessage['form']
  /** The release of the GS1 Barcode Syntax Dictionary that it is judged by. */
  readonly dictionary: string
  /** As the symbol carries it, with `^` for FNC1; of a URI, how a symbol of element strings carries it. */
  readonly raw: string
  /** The GS1 Digital Link URI; null if the message has no key for it, or faults. */
  readonly link: string | null
}

/** Of a value that is not right, `parts` is empty. */
export type Gs1Element = DescribedElement

/** The part of a message that a finding is about. */
export interface Gs1Place {
  /** Of the message's fault, as the API has it. */
  readonly code?: Gs1ErrorCode | Gs1Doubt['code']
  readonly ai?: string
  readonly rule?: string
  /** The characters of `raw`, or of the URI, as code points from 1, both included. */
  readonly from: number
  readonly to: number
}

/** @param thisYear  decides the century of dates; if undefined, they get no meaning */
export function contentsOf(message: SymbolMessage, thisYear: number | undefined): Gs1Contents {
  const { form, source, elements, faults } = message
  const isWhole = faults.every(({ code }) => code === 'gs1_missing_ai')
  const link = isWhole ? linkText(elements, usualDomain) : undefined
  return {
    form,
    dictionary: dictionaryRelease,
    elements: elements.map((element, i) => ({
      ai: element.ai,
      title: element.identifier.title,
      value: element.value,
      parts: isRight(element) ? partsOf(element, thisYear) : [],
      separator: i < elements.length - 1 && needsSeparator(element.ai),
    })),
    bracketed: bracketedText(elements),
    raw: form === 'link' ? rawText(elements) : source,
    link: form === 'link' ? source : (link ?? null),
    humanReadable: humanReadable(elements).join(''),
  }
}

/** Whether the value is right by itself. */
const isRight = (element: Element): boolean =>
  gs1Message(bracketedText([element])).faults.every(({ code }) => code !== 'gs1_invalid_value')

/** Two years that give every date another century. */
const someYears = [2000, 2100] as const

/** Without a year, the parts whose meaning depends on it have none. */
function partsOf(element: Element, thisYear: number | undefined): readonly MeaningPart[] {
  if (thisYear !== undefined) return meaningOf(element, thisYear)
  const [parts, others] = someYears.map((year) => meaningOf(element, year)) as [
    readonly MeaningPart[],
    readonly MeaningPart[],
  ]
  return parts.map((part, i) => {
    const { meaning, ...rest } = part
    return meaning === others[i]!.meaning ? part : rest
  })
}
