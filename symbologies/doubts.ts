/** What is doubtful about a symbol that carries a text as it is: what readers, or people, may take for something else. */

import type { Barcode, Suggestion, Unannounced } from './barcode.ts'
import { type CheckedDigits, hasRightCheckDigit } from './check-digit.ts'
import type { Code39Trace } from './code39.ts'
import type { DataMatrixTrace } from './datamatrix/datamatrix.ts'
import type { Gs1DoubtCode } from './gs1/fault.ts'
import { codePointName } from './messages.ts'
import type { MicroQrTrace } from './qr/micro.ts'
import type { QrTrace } from './qr/qr.ts'

export interface Doubt {
  readonly code: DoubtCode | Gs1DoubtCode
  /** In ASCII, without a line feed. */
  readonly message: string
  /** The parameter whose value would have to change; the text by default. */
  readonly parameter?: 'text' | 'type' | 'eci' | 'fullascii' | 'domain' | 'gs1'
  /** What leaves no doubt, where there is one answer. */
  readonly suggestion?: Suggestion
}

export type DoubtCode =
  | 'complete_already'
  | 'byte_order_mark'
  | 'invisible_character'
  | 'latin1_in_code128'
  | 'latin1_in_microqr'
  | 'fullascii_in_code39'
  | 'pairs_in_code39'
  | 'gs1_brackets'
  | 'unannounced_charset'

/** Characters that take room without ink, or none at all. */
const invisible = /[\u00a0\u00ad\u200b-\u200f\u2028-\u202e\u2060\ufeff]/g
/** The most characters that are named. */
const mostNamed = 5

/** The characters of a text that nobody sees in print: these, and blanks at either end. */
export function invisibleCharacters(text: string): readonly Doubt[] {
  if (text.search(invisible) < 0 && !text.startsWith(' ') && !text.endsWith(' ')) return []
  const points = [...text]
  const first = points.findIndex((point) => point !== ' ')
  const last = points.findLastIndex((point) => point !== ' ')
  const found = [...points.keys()].filter((i) => i < first || i > last || points[i]!.search(invisible) === 0)
  const named = found
    .slice(0, mostNamed)
    .map((i) => `${codePointName(points[i]!.codePointAt(0)!)} at position ${i + 1}`)
  const more = found.length > named.length ? `, and ${found.length - named.length} more` : ''
  const message = `the text has characters that nobody sees: ${named.join(', ')}${more}`
  const without = text.replace(invisible, (one) => (one === '\u00a0' ? ' ' : '')).trim()
  return [{ code: 'invisible_character', message, ...(without !== '' && { suggestion: { text: without } }) }]
}

/** Why common readers, or people, may take a symbol for another. */
export function doubtsAbout(barcode: Barcode): readonly Doubt[] {
  switch (barcode.symbology) {
    case 'ean13':
    case 'ean8':
    case 'upca':
    case 'itf14':
      return completeAlready(barcode.trace as CheckedDigits)
    case 'code128':
      return beyondAscii.test(barcode.captions[0]!.text) ? [latin1InCode128] : []
    case 'code39':
      return hasPairs(barcode) ? [fullAsciiInCode39] : looksPaired(barcode) ? [pairsInCode39] : []
    case 'microqr':
      return aboutMicroQr(barcode.captions[0]!.text, barcode.trace as MicroQrTrace)
    case 'qr':
      return aboutQr(barcode.captions[0]!.text, barcode.trace as QrTrace)
    case 'datamatrix':
      return aboutDataMatrix(barcode.captions[0]!.text, barcode.trace as DataMatrixTrace)
    default:
      return []
  }
}

/**
 * Digits to which a check digit was added although they have one: with a zero before them they are a complete number, whose zero was
 * lost, or that belongs to another symbology. The weights of the check digit are counted from the right, so one look tells for all.
 */
function completeAlready({ digits, given }: CheckedDigits): readonly Doubt[] {
  const asGiven = digits.slice(0, -1)
  if (given || !hasRightCheckDigit(asGiven)) return []
  const other = `0${asGiven}`
  const message = `${asGiven} ends in its own check digit already; drawn is ${digits}: give that to say so, or ${other} for the number ${asGiven}`
  return [{ code: 'complete_already', message }]
}

const beyondAscii = /[^\0-\x7f]/

const latin1InCode128: Doubt = {
  code: 'latin1_in_code128',
  parameter: 'type',
  message:
    'many readers of Code 128 give other characters for those beyond ASCII unless they are set to ISO 8859-1; qr and datamatrix announce them',
  suggestion: { type: 'qr' },
}

/** Whether a Code 39 symbol has pairs of characters: a pair takes two values for one character. */
function hasPairs({ trace, captions }: Barcode): boolean {
  return (trace as Code39Trace).values.length > captions[0]!.text.length
}

/** Whether characters of a Code 39 symbol are a pair to readers that are set to full ASCII, which give another character for it. */
const looksPaired = ({ captions }: Barcode): boolean => /[$%+/][A-Z]/.test(captions[0]!.text)

const pairsInCode39: Doubt = {
  code: 'pairs_in_code39',
  parameter: 'type',
  message:
    'readers that are set to full ASCII give one other character for $, /, + or % and the letter behind it; code128 has no such pairs',
  suggestion: { type: 'code128' },
}

const fullAsciiInCode39: Doubt = {
  code: 'fullascii_in_code39',
  parameter: 'fullascii',
  message:
    'readers that are not set to full ASCII give two characters for each one beyond the 43 of Code 39; code128 has no such pairs',
  suggestion: { type: 'code128' },
}

/** Micro QR has no ECI: readers differ in what they take bytes beyond ASCII for, and beside kanji mode all bytes for Shift JIS. */
function aboutMicroQr(text: string, { segments }: MicroQrTrace): readonly Doubt[] {
  const bytes = segments.flatMap(({ mode, from, to }) => (mode === 'byte' ? text.slice(from, to) : [])).join('')
  if (beyondAscii.test(bytes)) return [latin1InMicroQr]
  return /[\\~]/.test(bytes) && segments.some(({ mode }) => mode === 'kanji') ? [besideKanji] : []
}

function aboutQr(text: string, trace: QrTrace): readonly Doubt[] {
  return isUnannounced(text, trace) ? [guessed(trace)] : []
}

function aboutDataMatrix(text: string, trace: DataMatrixTrace): readonly Doubt[] {
  const { eci, ecis = [] } = trace
  const isAnnounced = eci !== undefined || ecis.length > 0
  return isAnnounced || !beyondAscii.test(text) ? [] : [guessed(trace)]
}

/** Whether a QR symbol has characters beyond ASCII and no ECI. In kanji mode they are doubtful only if no ECI was asked for. */
function isUnannounced(text: string, { segments, unannounced }: QrTrace): boolean {
  if (!beyondAscii.test(text) || segments.some(({ mode }) => mode === 'eci')) return false
  if (unannounced !== undefined) return true
  return segments.some(({ mode, from, to }) => mode === 'byte' && beyondAscii.test(text.slice(from, to)))
}

/** No ECI, because none was asked for or because no symbol has room for one. */
function guessed({ unannounced }: { readonly unannounced?: Unannounced }): Doubt {
  const why =
    unannounced === undefined ? 'there is no room to announce it' : 'without the parameter eci it is announced'
  return {
    code: 'unannounced_charset',
    parameter: unannounced === undefined ? 'text' : 'eci',
    message: `the character set of what is beyond ASCII is not announced, and readers guess it; ${why}`,
    ...(unannounced !== undefined && { suggestion: { eci: 'auto' } }),
  }
}

const besideKanji: Doubt = {
  code: 'unannounced_charset',
  parameter: 'type',
  message:
    'beside kanji common readers take a backslash for the yen sign and a tilde for the overline, ' +
    'and Micro QR Code cannot announce its character set; QR Code can',
  suggestion: { type: 'qr' },
}

const latin1InMicroQr: Doubt = {
  code: 'latin1_in_microqr',
  parameter: 'type',
  message: 'Micro QR Code cannot announce ISO 8859-1, and some readers take such characters for others; QR Code can',
  suggestion: { type: 'qr' },
}
