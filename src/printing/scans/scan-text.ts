/** What a scanner types when it reads a label, compared with what the label says. */

import { bracketedText, gs1Message, rawText } from '../../../symbologies/gs1/index.ts'
import type { Barcode, Encoded, UpceTrace } from '../../../symbologies/index.ts'

/** What is expected of a label. */
export interface ExpectedScan {
  /** As the first of its symbols says it that tells the label from others. */
  readonly text: string
  /** What a scanner may type for it; see `scannedKeys`. One or more. */
  readonly keys: readonly string[]
}

/** A symbol of a label. */
export interface ScannedSymbol extends Pick<Encoded, 'text' | 'elements'> {
  readonly barcode: Barcode
  /** Whether its message is divided among several symbols, of which the one with the SSCC is read. */
  readonly isDivided: boolean
}

/** What scanners type of a symbol. */
export function expectedScan(symbol: ScannedSymbol): ExpectedScan {
  const { text, elements, isDivided } = symbol
  const digits = digitsOf(symbol)
  if (digits !== undefined) return { text, keys: digits }
  if (elements.length === 0) return { text, keys: [text] }
  const sscc = isDivided ? elements.find(({ ai }) => ai === '00') : undefined
  if (sscc !== undefined) return { text: bracketedText(elements), keys: [`00${sscc.value}`] }
  return { text, keys: [text, withoutSeparators(rawText(elements))] }
}

/**
 * What is expected of each label of a job. Any of its symbols confirms a label, but for those that other labels have too: they tell only
 * labels that have no symbol of their own.
 *
 * @param labels  the symbols of each, one or more
 */
export function expectedScans(labels: readonly (readonly ScannedSymbol[])[]): readonly ExpectedScan[] {
  const all = labels.map((symbols) => symbols.map(expectedScan))
  /** What the labels with a key say in all: copies say the same. */
  const saidWith = new Map<string, Set<string>>()
  for (const scans of all) {
    const said = JSON.stringify(scans.map(({ text }) => text))
    for (const key of scans.flatMap(({ keys }) => keys)) {
      const known = saidWith.get(key)
      if (known === undefined) saidWith.set(key, new Set([said]))
      else known.add(said)
    }
  }
  const isOwn = ({ keys }: ExpectedScan): boolean => keys.every((key) => saidWith.get(key)!.size === 1)
  return all.map((scans) => {
    const own = scans.filter(isOwn)
    const counted = own.length > 0 ? own : scans
    return { text: counted[0]!.text, keys: [...new Set(counted.flatMap(({ keys }) => keys))] }
  })
}

/** The numbers that readers give for EAN, UPC and ITF-14, in each of their lengths, with an add-on and without; undefined for others. */
function digitsOf({ barcode: { symbology, captions, trace } }: ScannedSymbol): readonly string[] | undefined {
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
