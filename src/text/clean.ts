const ascii = /^[\x20-\x7e]*$/
const control = /[\p{Cc}\u2028\u2029]/gu

/** All but compatibility ideographs: their normal form has a different shape. */
const normalised = /[^\uf900-\ufaff\u{2f800}-\u{2fa1f}]+/gu

/** More than 30 marks on one letter, which no script needs. Unicode Standard Annex #15, 13: Stream-Safe Text Format. */
const tower = /(\p{M}{30})\p{M}+/gu

const directions = /[\u202a-\u202e\u2066-\u2069]/g

/**
 * A text with more bidi controls than this loses all of them: no caption needs as many, and the time to resolve them
 * grows with their square.
 */
const mostDirections = 256

/**
 * `text` as it is drawn: in Unicode normalisation form C, with a space for every control character and line or paragraph
 * separator, and at most 30 marks on a letter. Lone surrogates are kept.
 */
export function clean(text: string): string {
  if (ascii.test(text)) return text
  const hostile = (text.match(directions)?.length ?? 0) > mostDirections
  return (hostile ? text.replace(directions, '') : text)
    .replace(control, ' ')
    .replace(normalised, (part) => part.normalize('NFC'))
    .replace(tower, '$1')
}
