import { keepingRecent } from './recent.ts'

const ascii = /^[\x20-\x7e]*$/
const control = /[\p{Cc}\u2028\u2029]/gu

/** All characters but compatibility ideographs, whose normal form has a different shape. */
const normalised = /[^\uf900-\ufaff\u{2f800}-\u{2fa1f}]+/gu

/** More than 30 marks on one letter. No script needs more: Unicode Standard Annex #15, 13, Stream-Safe Text Format. */
const excessMarks = /(\p{M}{30})\p{M}+/gu

const bidiControls = /[\u202a-\u202e\u2066-\u2069]/g

/**
 * A text with more bidi controls than this is drawn without them: no caption needs as many, and the time to resolve them grows
 * with their square.
 */
const maxBidiControls = 256

/**
 * `text` as it is drawn: in Unicode normalisation form C, with a space for every control character and line or paragraph
 * separator, and at most 30 marks on a letter. Lone surrogates are kept.
 */
export function clean(text: string): string {
  return ascii.test(text) ? text : recentlyCleaned(text)
}

/** A label is laid out with the same texts in several ways. */
const recentlyCleaned = keepingRecent(32, (a: string, b) => a === b, cleaned)

function cleaned(text: string): string {
  const tooMany = (text.match(bidiControls)?.length ?? 0) > maxBidiControls
  return (tooMany ? text.replace(bidiControls, '') : text)
    .replace(control, ' ')
    .replace(normalised, (part) => part.normalize('NFC'))
    .replace(excessMarks, '$1')
}
