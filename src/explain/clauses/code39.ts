/** The clauses of Code 39: name, clause, the file of symbologies/ that keeps it, what it says; without a file, why no vector shows it. */

import { registerOf } from './clause.ts'

export const code39 = registerOf(
  'code39',
  'ISO/IEC 16388:2007',
  ['code39'],
  `
bars | 4.3.1 | code39.ts | Two of five bars are wide, in ten ways for the digits, which the letters and signs share by tens.
spaces | 4.3.1 | code39.ts | One of four spaces is wide: which one tells digits and the three groups of letters and signs.
dollar | 4.3.1 | code39.ts | $ has no wide bar, and three wide spaces: all but the fourth.
slash | 4.3.1 | code39.ts | / has no wide bar, and three wide spaces: all but the third.
plus | 4.3.1 | code39.ts | + has no wide bar, and three wide spaces: all but the second.
percent | 4.3.1 | code39.ts | % has no wide bar, and three wide spaces: all but the first.
start-stop | 4.3.2 | code39.ts | The asterisk begins and ends each symbol.
no-asterisk | 4.3.2 | code39.ts | The asterisk is no character of the text.
gap | 4.4 c) | code39.ts | A light gap of at least a module lies between characters.
quiet | 4.4 d) | code39.ts | At least ten light modules lie before and behind the symbol.
ratio | 4.4 b) | code39.ts | Wide elements are two to three times as wide as narrow ones, the same in all of the symbol.
check-modulus | Annex A.1 | code39.ts | The check character’s value is the sum of all values modulo 43.
check-optional | Annex A.1 | code39.ts | A check character is optional, and stands behind the text.
values | Annex A | code39.ts | Values go from 0 for the digit 0 to 42 for %: digits, letters, then - . space $ / + %.
control | Annex A.2 | code39.ts | In full ASCII $ and a letter are the control characters 1 to 26.
percent-pairs | Annex A.2 | code39.ts | In full ASCII % and a letter are the other control characters, and signs between and behind the letters.
slash-pairs | Annex A.2 | code39.ts | In full ASCII / and a letter are the signs from ! to the comma, the slash and the colon.
small | Annex A.2 | code39.ts | In full ASCII + and a letter are the small letter.
dimensions | number not known | - | The narrow and the wide elements keep within tolerances that follow from X and the ratio. | a limit of what is printed, which no module shows
decode | number not known | - | Readers tell narrow elements from wide ones by the width of the character. | a reader’s rule: vectors are what an encoder draws
`,
)
