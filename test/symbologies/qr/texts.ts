import type fc from 'fast-check'
import { alphanumerics, digits, emoji, kanji, latin, lower, mixedTexts, upper } from '../../oracle/qr-texts.ts'
import { textsOf } from '../../texts.ts'

const ascii = `${lower}${alphanumerics}!"#&'()<=>?@[]^_{|}~`

/** The classes of texts that are encoded and read back. */
export const classes: Record<string, fc.Arbitrary<string>> = {
  digits: textsOf(digits, 1, 60),
  alphanumeric: textsOf(alphanumerics, 1, 60),
  'Latin-1': textsOf(ascii + latin + latin, 1, 40),
  kanji: textsOf(kanji, 1, 40),
  mixed: mixedTexts([digits, upper, lower, ascii, latin, kanji, emoji], 12),
  emoji: textsOf(emoji + ascii, 1, 30),
  long: mixedTexts([digits, alphanumerics, ascii, latin, kanji], 120),
}
