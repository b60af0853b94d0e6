/** What decoders may transmit of a symbol: the standards and their users leave some of it open. */

import { decoded, ecis } from '../../../../symbologies/eci/index.ts'
import type { Code39Trace, EanTrace, Symbology, UpceTrace } from '../../../../symbologies/index.ts'
import { encodeRequest, rowsOf, structure } from '../../../../symbologies/index.ts'
import { checkMatrix } from '../../../reader/check/index.ts'
import type { Case } from '../case.ts'

/**
 * The texts that are right: the first is the usual one.
 *
 * EAN and UPC are transmitted with or without leading zeros and add-on, UPC-E expanded or not, Code 39 with or without its check
 * character and with pairs for full ASCII or without, element strings of GS1 in their brackets too.
 */
export function transmissionsOf({ type, text, options }: Case): readonly string[] {
  const { barcode } = encodeRequest({ type, text, ...options })
  switch (type) {
    case 'ean13':
    case 'ean8':
    case 'upca':
    case 'upce':
      return productTexts(type, barcode.trace as UpceTrace, options.addon as string | undefined)
    case 'itf14':
      return [(barcode.trace as EanTrace).digits]
    case 'code39':
      return code39Texts(text, barcode.trace as Code39Trace)
    default:
      return options.gs1 === undefined ? [barcode.carried ?? text] : [elementString(rowsOf(barcode.matrix), type), text]
  }
}

function productTexts(
  type: Symbology,
  { digits, suppressed }: UpceTrace,
  addon: string | undefined,
): readonly string[] {
  const own =
    type === 'upce'
      ? [digits, `0${digits}`, `${digits[0]}${suppressed}${digits[11]}`, `${digits[0]}${suppressed}`, suppressed]
      : type === 'upca'
        ? [digits, `0${digits}`]
        : digits.startsWith('0') && type === 'ean13'
          ? [digits, digits.slice(1)]
          : [digits]
  if (addon === undefined) return own
  return [...own.flatMap((each) => [`${each}${addon}`, `${each} ${addon}`, `${each}+${addon}`]), ...own]
}

function code39Texts(text: string, { values, check }: Code39Trace): readonly string[] {
  const raw = Array.from(values, (value) => structure.code39Characters[value]!).join('')
  if (check === undefined) return [text, raw]
  const character = structure.code39Characters[check.value]!
  return [text, raw, `${text}${character}`, `${raw}${character}`]
}

/** As our reader, which shares nothing with the encoder, takes it from the symbol: U+001D for FNC1 between elements. */
const elementString = (rows: readonly string[], type: Symbology): string =>
  checkMatrix(rows, { type }).symbols[0]!.text!

/** Whether what was transmitted is one of these texts, perhaps behind a symbology identifier (ISO/IEC 15424) or a leading FNC1. */
export function isTransmitted(data: string | Uint8Array, texts: readonly string[]): boolean {
  const given = typeof data === 'string' ? [data] : textsIn(data)
  const plain = given.flatMap((text) => [text, text.replace(/\r?\n$/, '')])
  const all = plain.flatMap((text) => [text, text.replace(/^\][A-Za-z][0-9A-Za-z]/, '')])
  return all.some((text) => texts.includes(text) || (text.startsWith('\x1d') && texts.includes(text.slice(1))))
}

/** The bytes in each character set in which a symbol may have them: those of the ECIs, ISO 8859-1 and Shift JIS among them. */
const textsIn = (bytes: Uint8Array): readonly string[] => ecis.flatMap((eci) => decoded(eci, bytes) ?? [])

/** What was transmitted, for people. */
export const shownData = (data: string | Uint8Array): string =>
  typeof data === 'string' ? data : new TextDecoder().decode(data)
