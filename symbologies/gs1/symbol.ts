/** Symbols that carry GS1 messages. */

import { type Barcode, EncodeError, type Suggestion, type Symbology } from '../barcode.ts'
import { catalogue, type Gs1Form, gs1Symbologies, titleOf } from '../catalogue.ts'
import { cutAt } from '../messages.ts'
import type { Element } from './element.ts'
import { type Gs1Doubt, type Gs1Fault, placeIn } from './fault.ts'
import { fnc1 } from './fnc1.ts'
import { needsSeparator } from './forms.ts'
import { domainOf, isSameDomain, linkText } from './link.ts'
import { gs1Message, humanReadable } from './message.ts'

export interface Gs1Request {
  readonly form: Gs1Form
  /** Of the URI: with its scheme and without a slash at the end. */
  readonly domain?: string
}

/** GS1's own resolver. */
export const usualDomain = 'https://id.gs1.org'

/** A message is not right, or the symbology cannot carry it. */
export class Gs1Error extends Error {
  readonly code: Gs1Fault['code']
  /** One or more, by their place in the text. */
  readonly faults: readonly Gs1Fault[]

  constructor(faults: readonly Gs1Fault[]) {
    super(faults.map(({ message }) => message).join('; '))
    this.name = 'Gs1Error'
    this.code = faults[0]!.code
    this.faults = faults
  }
}

/** What an encoder is given, and what people read. */
export interface Carried {
  readonly text: string
  /** Whether the text is element strings with FNC1 between them. */
  readonly gs1: boolean
  readonly elements: readonly Element[]
  /** What is doubtful: companions that are missing, because they can be in another symbol of the same item; too long a message. */
  readonly doubts: readonly Gs1Doubt[]
}

/** The most characters of a GS1-128 symbol, with its AIs and separators (GS1 General Specifications, 5.4.4.3). */
export const longestGs1128 = 48

/**
 * What a symbol of `symbology` carries of the message in `text`.
 *
 * @throws Gs1Error with all faults of the message, or gs1_carrier if the symbology cannot carry it
 */
export function carried(symbology: Symbology, text: string, { form, domain = usualDomain }: Gs1Request): Carried {
  const { elements, faults } = gs1Message(text)
  const isLenient = symbology === 'code128'
  const missing = isLenient ? faults.filter(isMissing) : []
  if (faults.length > missing.length) throw new Gs1Error(faults.filter((fault) => !isLenient || !isMissing(fault)))
  if (form === 'link') {
    const data = linkFor(symbology, text, elements, domain)
    return { elements, doubts: replacedDomain(text, elements, domain), ...data }
  }
  const data = dataFor(symbology, text, elements)
  const doubts = symbology === 'code128' ? [...missing, ...tooLong(text, data.text)] : []
  return { elements, doubts, ...data }
}

const isMissing = (fault: Gs1Fault): fault is Gs1Fault<'gs1_missing_ai'> => fault.code === 'gs1_missing_ai'

/** A text that is a URI of another domain than the one in the symbol. */
function replacedDomain(text: string, elements: readonly Element[], domain: string): readonly Gs1Doubt[] {
  const given = domainOf(text, elements)
  if (given === undefined || isSameDomain(given, domain)) return []
  const [own, drawn] = [cutAt(given, mostOfDomain), cutAt(domain, mostOfDomain)]
  const message = `the text is a URI of ${own}, the symbol carries one of ${drawn}; domain=${own} keeps it`
  const start = text.indexOf(given)
  const place = placeIn(text, { start, end: start + given.length })
  return [{ code: 'gs1_domain_replaced', parameter: 'domain', message, ...place, suggestion: { domain: given } }]
}

/** How much of a domain a message shows, in code points. */
const mostOfDomain = 100

type Data = Pick<Carried, 'text' | 'gs1'>

function linkFor(symbology: Symbology, text: string, elements: readonly Element[], domain: string): Data {
  const accepted = gs1Symbologies('link')
  if (!accepted.includes(symbology)) {
    const others = accepted.join(', ')
    throw carrierError(text, `${titleOf(symbology)} does not carry GS1 Digital Link URIs; accepted: ${others}`, {
      suggestion: { type: 'qr' },
    })
  }
  const link = linkText(elements, domain)
  if (link !== undefined) return { text: link, gs1: false }
  throw carrierError(text, 'the message has no key that a GS1 Digital Link URI of all its elements could begin with', {
    suggestion: { gs1: 'true' },
  })
}

function dataFor(symbology: Symbology, text: string, elements: readonly Element[]): Data {
  switch (symbology) {
    case 'code128':
    case 'qr':
    case 'datamatrix':
      return { text: elementStrings(elements), gs1: true }
    case 'ean13':
      return { text: gtinFor(symbology, text, elements, 1), gs1: false }
    case 'upca':
      return { text: gtinFor(symbology, text, elements, 2), gs1: false }
    case 'upce': // it leaves out zeros of a GTIN-12 that begins with 0
      return { text: gtinFor(symbology, text, elements, 3).padStart(12, '0'), gs1: false }
    case 'ean8':
      return { text: gtinFor(symbology, text, elements, 6), gs1: false }
    case 'itf14':
      return { text: gtinFor(symbology, text, elements, 0), gs1: false }
    default: {
      const type = catalogue[symbology].kind === 'matrix' ? 'qr' : 'code128'
      const message = `${titleOf(symbology)} is not a symbology of GS1; accepted: ${type}`
      throw carrierError(text, message, { suggestion: { type } })
    }
  }
}

/** AIs and values one after the other, with FNC1 where readers could not tell the end of a value. */
export function elementStrings(elements: readonly Element[]): string {
  const last = elements.length - 1
  return elements.map(({ ai, value }, i) => ai + value + (i < last && needsSeparator(ai) ? fnc1 : '')).join('')
}

/** The GTIN-8, which begin with six zeros in 14 digits: no GTIN-13 or GTIN-12 does (GS1 General Specifications, 1.4.2). */
const zerosOfGtin8 = '000000'

/** The digits of the one GTIN that the symbology carries, without the given number of zeros at its beginning. */
function gtinFor(symbology: Symbology, text: string, elements: readonly Element[], zeros: number): string {
  const name = titleOf(symbology)
  const gtin = elements[0]!
  const other = elements.find(({ ai }) => ai !== '01')
  if (other !== undefined) {
    // beside EAN and UPC, GS1 DataMatrix is for points of sale, GS1-128 beside ITF-14 for cartons
    const type = symbology === 'itf14' ? 'code128' : 'datamatrix'
    const message = `${name} carries a GTIN alone, AI (01), not AI (${other.ai}); accepted: ${type}`
    throw carrierError(text, message, { element: other, suggestion: { type } })
  }
  const { value } = gtin
  const type = symbologyOf(value)
  const found = { element: gtin, suggestion: { type } }
  if (!value.startsWith('0'.repeat(zeros))) {
    const wanted = zeros === 1 ? 'a zero' : `${zeros} zeros`
    const message = `${name} carries a GTIN that begins with ${wanted} in its 14 digits, not ${value}; accepted: ${type}`
    throw carrierError(text, message, found)
  }
  if (zeros > 0 && zeros < zerosOfGtin8.length && value.startsWith(zerosOfGtin8)) {
    throw carrierError(text, `${name} does not carry a GTIN-8 such as ${value}; accepted: ${type}`, found)
  }
  return value.slice(zeros)
}

/** The symbology of retail that carries a GTIN of 14 digits, or that of cartons for one that none of them carries. */
function symbologyOf(gtin: string): Symbology {
  if (gtin.startsWith(zerosOfGtin8)) return 'ean8'
  if (gtin.startsWith('00')) return 'upca'
  return gtin.startsWith('0') ? 'ean13' : 'itf14'
}

function tooLong(text: string, data: string): readonly Gs1Doubt[] {
  if (data.length <= longestGs1128) return []
  const message = `a GS1-128 symbol has ${longestGs1128} characters at most; this message has ${data.length}`
  return [{ code: 'gs1_too_long', message, ...placeIn(text, { start: 0, end: text.length }) }]
}

interface CarrierFault {
  /** The one that is not carried, if not all. */
  readonly element?: Element | undefined
  /** What carries the message. */
  readonly suggestion?: Suggestion | undefined
}

function carrierError(text: string, message: string, { element, suggestion }: CarrierFault): Gs1Error {
  const range =
    element === undefined ? { start: 0, end: text.length } : { start: element.aiRange.start, end: element.at.at(-1)! }
  const found = { ...(element && { ai: element.ai }), ...placeIn(text, range), ...(suggestion && { suggestion }) }
  return new Gs1Error([{ code: 'gs1_carrier', message, ...found }])
}

/**
 * A symbol with what people read of its message.
 *
 * @param encode  the symbol of a text
 * @throws Gs1Error if the encoder refuses the text of a message without faults: it is too long, or UPC-E lacks zeros to leave out
 */
export function gs1Symbol<B extends Pick<Barcode, 'captions'>>(
  symbology: Symbology,
  text: string,
  { text: data, gs1, elements }: Carried,
  encode: (data: string, gs1: boolean) => B,
): B {
  try {
    const barcode = encode(data, gs1)
    // EAN, UPC and ITF-14 show the digits of their GTIN
    if (!['code128', 'qr', 'datamatrix'].includes(symbology)) return barcode
    const shown = humanReadable(elements)
    return { ...barcode, captions: [{ kind: 'line', text: shown.join(''), elements: shown }] }
  } catch (error) {
    if (!(error instanceof EncodeError)) throw error
    const [first, ...others] = elements
    const element = others.length === 0 ? first : undefined
    if (symbology === 'upce') {
      throw carrierError(text, withoutShortForm(first!), { element, suggestion: { type: 'upca' } })
    }
    // the text that the encoder knows is not the one that was given
    const { suggestion } = error
    const isOfOptions = suggestion !== undefined && !('text' in suggestion)
    throw carrierError(text, error.message, { element, suggestion: isOfOptions ? suggestion : undefined })
  }
}

const withoutShortForm = ({ value }: Element): string =>
  `UPC-E has no short form of ${value}: too few of its zeros can be left out; accepted: upca`
