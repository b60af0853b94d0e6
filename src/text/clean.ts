const ascii = /^[\x20-\x7e]*$/
const control = /[\p{Cc}\u2028\u2029]/gu

/** All but compatibility ideographs, whose normal form is another shape of the character than the one that was asked for. */
const normalised = /[^\uf900-\ufaff\u{2f800}-\u{2fa1f}]+/gu

/** What no script needs: more than 30 marks on one letter. Unicode Standard Annex #15, 13: Stream-Safe Text Format. */
const tower = /(\p{M}{30})\p{M}+/gu

const directions = /[\u202a-\u202e\u2066-\u2069]/g

/** More bidi controls than this are none at all: no caption needs them, and to resolve them takes the square of their number. */
const mostDirections = 256

/**
 * `text` as it is drawn: Unicode normalisation form C, every control character and line or paragraph separator a space,
 * at most 30 marks on a letter. A lone surrogate stays what it is.
 */
export function clean(text: string): string {
  if (ascii.test(text)) return text
  const hostile = (text.match(directions)?.length ?? 0) > mostDirections
  return (hostile ? text.replace(directions, '') : text)
    .replace(control, ' ')
    .replace(normalised, (part) => part.normalize('NFC'))
    .replace(tower, '$1')
}
