/** The clauses of GS1 messages and the symbols that carry them: name, clause, the file of symbologies/ that keeps it, what it says; without a file, why no vector shows it. */

import { registerOf } from './clause.ts'

export const gs1 = registerOf(
  'gs1',
  'GS1 General Specifications',
  ['code128', 'qr', 'datamatrix'],
  `
gs1-128-start | 5.4.2 | code128.ts | GS1-128 begins with FNC1 behind the start character.
gs1-128-length | 5.4.4.3 | gs1/symbol.ts | GS1-128 has at most 48 characters of data.
datamatrix-start | 5.6.3 | datamatrix/message.ts | GS1 DataMatrix begins with FNC1.
predefined | figure 7.8.5-2 | gs1/identifiers.ts | No separator follows an AI whose first two digits are in the table of predefined lengths; one follows each other, unless it is the last.
gtin-8 | 1.4.2 | gs1/symbol.ts | A GTIN-8 begins with six zeros in 14 digits, and goes into EAN-8 alone.
check-digit | 7.9.1 | check-digit.ts | Keys of GS1 end in a check digit modulo 10 with the weights 3 and 1.
check-pair | 7.9.5 | gs1/linters.ts | A global model number ends in two check characters modulo 1021.
set-82 | 7.11 | gs1/element.ts | Values of characters are of the 82 of ISO/IEC 646 that are named.
set-39 | 7.11 | gs1/element.ts | Component and part numbers are of the 39 characters that are named.
dates | 3.4 | - | A date has a month of 1 to 12, and a day of that month, or 00 for none. | four linters share the months and days; test/symbologies/gs1/linters.test.ts plants its faults
companions | 4.14 | gs1/message.ts | Some AIs need another on the same item, and some must not be with another.
excluded | 4.13 | gs1/message.ts | Some AIs must not stand on one item together.
repeated | 4.13 | gs1/message.ts | An AI has one value on an item.
century | 7.12 | - | A year of two digits is the one at most 49 years back or 50 ahead. | it is what a date means to people; no symbol shows it
identifier | 5.1.3 | - | Readers announce GS1 data by ]C1, ]d2 and ]Q3. | a reader’s rule: vectors are what an encoder draws
gs1-128-width | 5.4.1 | - | GS1-128 is at most 165.10 mm wide, quiet zones included. | sizes are in mm, and a vector has modules; plan and check judge them
`,
)
