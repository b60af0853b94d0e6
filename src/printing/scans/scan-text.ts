/** What a scanner types when it reads a label, compared with what the label says. */

import { gs1Message, rawText } from '../../../symbologies/gs1/index.ts'
import { type Encoded, encodeRequest, type SymbolRequest, type UpceTrace } from '../../../symbologies/index.ts'

/** What is expected of a label. */
export interface ExpectedScan {
  /** As the label says it. */
  readonly text: string
  /** What a scanner may type for it; see `scannedKeys`. One or more. */
  readonly keys: readonly string[]
}

/** What scanners type of the symbol of a request. @param isLogistic  whether the label has several symbols: the one with the SSCC is read */
export function expectedScan(request: SymbolRequest, isLogistic: boolean): ExpectedScan {
  const encoded: Encoded = encodeRequest(request)
  const { text, elements } = encoded
  const digits = digitsOf(encoded)
  if (digits !== undefined) return { text, keys: digits }
  if (elements.length === 0) return { text, keys: [text] }
  const sscc = isLogistic ? elements.find(({ ai }) => ai === '00') : undefined
  if (sscc !== undefined) return { text, keys: [`00${sscc.value}`] }
  const raw = withoutSeparators(rawText(elements))
  return { text, keys: request.gs1 === 'link' ? [text, raw] : [raw] }
}

/** The numbers that readers give for EAN, UPC and ITF-14, in each of their lengths, with an add-on and without; undefined for others. */
function digitsOf({ barcode: { symbology, captions, trace } }: Encoded): readonly string[] | undefined {
  if (!['ean13', 'ean8', 'upca', 'upce', 'itf14'].includes(symbology)) return undefined
  const shown = captions.filter(({ kind }) => kind !== 'addon').map(({ text }) => text)
  const number = shown.join('').replace(/\D/g, '')
  const addon = captions.filter(({ kind }) => kind === 'addon').map(({ text }) => text.replace(/\D/g, ''))
  // the encoder has expanded a UPC-E
  const upca = symbology === 'upce' ? (trace as UpceTrace).digits : symbology === 'upca' ? number : undefined
  const short = symbology === 'ean13' && number.startsWith('0') ? [number.slice(1)] : []
  // UPC as EAN-13, and EAN-8 as GTIN-13 or GTIN-14, as scanners are set to send them
  const long = upca === undefined ? [] : [upca, `0${upca}`]
  const all = new Set([number, ...short, ...long, ...(symbology === 'ean8' ? [`00000${number}`] : [])])
  return [...all].flatMap((each) => [each, ...addon.map((digits) => each + digits)])
}

/** A symbology identifier before the data (ISO/IEC 15424): a bracket, a letter, a digit or letter. */
const identifier = /^\][A-Za-z][0-9A-Za-z]/

/** FNC1 as it is typed: the control character GS, or its picture. */
const separators = ['\u001d', '\u241d', '^']

const withoutSeparators = (text: string): string =>
  separators.reduce((rest, separator) => rest.replaceAll(separator, ''), text)

/** Without what a scanner is set to send after the data: Enter, or the tab key. */
function withoutEnd(typed: string): string {
  let end = typed.length
  while (end > 0 && '\r\n\t'.includes(typed[end - 1]!)) end--
  return typed.slice(0, end)
}

/**
 * The forms of what a scanner has typed, one of which is among the keys of a label that says it: as it is, without its symbology
 * identifier, and as the data of a GS1 message without FNC1, which keyboards do not always let through.
 */
export function scannedKeys(typed: string): readonly string[] {
  const text = withoutEnd(typed)
  const data = text.replace(identifier, '')
  const written = /^\(|^\[|^https?:/i.test(data) ? gs1Message(data) : undefined
  const elements = written === undefined || written.faults.length > 0 ? [] : written.elements
  const sscc = withoutSeparators(data).match(/^00\d{18}/)?.[0]
  return [
    ...new Set([text, data, withoutSeparators(data)]),
    ...(elements.length > 0 ? [withoutSeparators(rawText(elements))] : []),
    ...elements.filter(({ ai }) => ai === '00').map(({ value }) => `00${value}`),
    ...(sscc === undefined ? [] : [sscc]),
  ]
}
