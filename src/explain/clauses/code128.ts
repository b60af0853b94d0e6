/** The clauses of Code 128: name, clause, the file of symbologies/ that keeps it, what it says; without a file, why no vector shows it. */

import { registerOf } from './clause.ts'

export const code128 = registerOf(
  'code128',
  'ISO/IEC 15417:2007',
  ['code128'],
  `
quiet | 4.3.3 | code128.ts | At least ten light modules lie before the start character and as many after the stop character.
width | Table 1 | code128.ts | Each character but the stop character has 11 modules: three bars and three spaces of one to four modules.
patterns-0 | Table 1 | code128.ts | The values 0 to 9 have the widths of bars and spaces of their rows in the table.
patterns-10 | Table 1 | code128.ts | The values 10 to 19 have the widths of bars and spaces of their rows in the table.
patterns-20 | Table 1 | code128.ts | The values 20 to 29 have the widths of bars and spaces of their rows in the table.
patterns-30 | Table 1 | code128.ts | The values 30 to 39 have the widths of bars and spaces of their rows in the table.
patterns-40 | Table 1 | code128.ts | The values 40 to 49 have the widths of bars and spaces of their rows in the table.
patterns-50 | Table 1 | code128.ts | The values 50 to 59 have the widths of bars and spaces of their rows in the table.
patterns-60 | Table 1 | code128.ts | The values 60 to 69 have the widths of bars and spaces of their rows in the table.
patterns-70 | Table 1 | code128.ts | The values 70 to 79 have the widths of bars and spaces of their rows in the table.
patterns-80 | Table 1 | code128.ts | The values 80 to 89 have the widths of bars and spaces of their rows in the table.
patterns-90 | Table 1 | code128.ts | The values 90 to 99 have the widths of bars and spaces of their rows in the table.
patterns-100 | Table 1 | code128.ts | The values 100 to 105 have the widths of bars and spaces of their rows in the table.
start-a | Table 1 | code128.ts | Value 103 starts a symbol in code set A.
start-b | Table 1 | code128.ts | Value 104 starts a symbol in code set B.
start-c | Table 1 | code128.ts | Value 105 starts a symbol in code set C.
stop | Table 1 | code128.ts | The stop character has 13 modules: four bars and three spaces, the last bar two modules wide.
set-a-control | Table 1 | code128.ts | In code set A the control characters of ASCII have the values 64 to 95.
set-ab-printed | Table 1 | code128.ts | In code sets A and B the characters from the space on have the values from 0 on: to the underscore in A, to DEL in B.
set-c | Table 1 | code128.ts | In code set C a value is a pair of digits, the first counting ten.
code-c | Table 1 | code128.ts | In code sets A and B value 99 changes to code set C.
code-b | Table 1 | code128.ts | In code sets A and C value 100 changes to code set B.
code-a | Table 1 | code128.ts | In code sets B and C value 101 changes to code set A.
shift | Table 1 | code128.ts | Value 98 takes one character from the other of code sets A and B.
fnc1 | Table 1 | code128.ts | FNC1 is value 102 in every code set.
fnc3 | Table 1 | code128.ts | FNC3 is value 96 in code sets A and B; a symbol that has it programs the reader.
fnc4 | Table 1 | code128.ts | FNC4, 101 in A and 100 in B, before a character adds 128 to its code.
fnc4-twice | 4.3 | code128.ts | FNC4 twice adds 128 to all characters that follow, until it stands twice again.
upper-half | 4.3 | code128.ts | With FNC4 a symbol carries the upper half of ISO 8859-1 besides ASCII.
check-modulus | 4.3.2 d) | code128.ts | The check character’s value is the weighted sum modulo 103.
check-weights | Annex A | code128.ts | The first character behind the start character weighs 1, each other one more than the one before it.
check-start | Annex A | code128.ts | The start character weighs 1 in the sum.
fnc2 | Table 1 | - | FNC2, value 97 in code sets A and B, has a reader keep the symbol’s data for the next one. | encoders of texts have no use for it; check names it where it stands
dimensions | number not known | - | All modules of a symbol are equally wide, within tolerances that follow from X. | a limit of what is printed, which no module shows
height | Annex D | - | For manual scanning bars are at least 5 mm high, or 15 % of the symbol’s width. | heights are in mm, and a vector has none; check judges them in pictures with a resolution
decode | number not known | - | Readers find characters by sums of a bar and a space, from edge to similar edge. | a reader’s rule: vectors are what an encoder draws
`,
)
