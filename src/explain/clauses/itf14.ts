/** The clauses of ITF-14: name, clause, the file of symbologies/ that keeps it, what it says; without a file, why no vector shows it. */

import { registerOf } from './clause.ts'

export const itf14 = registerOf(
  'itf14',
  'ISO/IEC 16390:2007',
  ['itf14'],
  `
digits | 4.3.1 | itf14.ts | A digit has five elements, two of them wide: those whose weights 1, 2, 4 and 7 add up to it, with a parity element.
interleaved | 4.3.1 | itf14.ts | Digits go in pairs, the first in the bars, the second in the spaces between them.
start | 4.3.2 | itf14.ts | A symbol starts with two narrow bars and two narrow spaces.
stop | 4.3.2 | itf14.ts | A symbol ends with a wide bar, a narrow space and a narrow bar.
dimensions | number not known | - | The narrow and the wide elements keep within tolerances that follow from X and the ratio. | a limit of what is printed, which no module shows
decode | number not known | - | Readers tell narrow elements from wide ones by the width of the pair. | a reader’s rule: vectors are what an encoder draws
`,
)

export const itf14Gs1 = registerOf(
  'itf14-gs1',
  'GS1 General Specifications',
  ['itf14'],
  `
ratio | 5.3.2 | itf14.ts | Wide elements of ITF-14 are 2.25 to 3 times as wide as narrow ones.
quiet | 5.3.2.2 | itf14.ts | Ten light modules lie before and behind ITF-14.
bearer | 5.3.2.4 | itf14.ts | Bearer bars above and below ITF-14 are at least two modules thick where it is printed without plates.
frame | 5.3.2.4 | itf14.ts | Bearer bars may go all round ITF-14 and its quiet zones.
length | 5.3 | itf14.ts | ITF-14 carries a GTIN of 14 digits.
`,
)
