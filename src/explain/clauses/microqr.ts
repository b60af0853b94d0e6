/** The clauses of Micro QR Code: name, clause, the file of symbologies/ that keeps it, what it says; without a file, why no vector shows it. */

import { registerOf } from './clause.ts'

export const microqr = registerOf(
  'microqr',
  'ISO/IEC 18004:2015',
  ['microqr'],
  `
size | 6.3.2 | qr/versions.ts | M1 to M4 have 11, 13, 15 and 17 modules a side.
timing | 6.3.5 | qr/micro.ts | The timing patterns are the top row and the left column.
quiet | 6.3.8 | qr/micro.ts | Two light modules lie around the symbol.
modes-m1 | Table 2 | qr/micro.ts | M1 carries digits alone.
modes-m2 | Table 2 | qr/micro.ts | M2 carries digits and the alphanumeric characters.
modes-m3 | Table 2 | qr/micro.ts | M3 and M4 carry bytes and kanji too.
mode-numeric | Table 2 | qr/versions.ts | Numeric mode is 0 in the mode indicator.
mode-alphanumeric | Table 2 | qr/versions.ts | Alphanumeric mode is 1 in the mode indicator.
mode-byte | Table 2 | qr/versions.ts | Byte mode is 2 in the mode indicator.
mode-kanji | Table 2 | qr/versions.ts | Kanji mode is 3 in the mode indicator.
mode-bits | Table 2 | qr/versions.ts | The mode indicator has no bit in M1, one in M2, two in M3, three in M4.
count-numeric | Table 3 | qr/versions.ts | The count of numeric mode has 3 to 6 bits, one more each version.
count-alphanumeric | Table 3 | qr/versions.ts | The count of alphanumeric mode has 3 to 5 bits in M2 to M4.
count-byte | Table 3 | qr/versions.ts | The count of byte mode has 4 bits in M3 and 5 in M4.
count-kanji | Table 3 | qr/versions.ts | The count of kanji mode has 3 bits in M3 and 4 in M4.
terminator | Table 2 | qr/versions.ts | The terminator has 3, 5, 7 and 9 zero bits in M1 to M4.
last-codeword | 7.4.10 | qr/codewords.ts | The last data codeword of M1 and M3 has four bits; as a pad it is zero.
parity-M1 | Table 9 | qr/versions.ts | M1 has 2 error correction codewords.
parity-M2-L | Table 9 | qr/versions.ts | M2-L has 5 error correction codewords.
parity-M2-M | Table 9 | qr/versions.ts | M2-M has 6 error correction codewords.
parity-M3-L | Table 9 | qr/versions.ts | M3-L has 6 error correction codewords.
parity-M3-M | Table 9 | qr/versions.ts | M3-M has 8 error correction codewords.
parity-M4-L | Table 9 | qr/versions.ts | M4-L has 8 error correction codewords.
parity-M4-M | Table 9 | qr/versions.ts | M4-M has 10 error correction codewords.
parity-M4-Q | Table 9 | qr/versions.ts | M4-Q has 14 error correction codewords.
placed | 7.7.3 | qr/micro.ts | Data, then error correction codewords fill two columns at a time from the right, upwards first.
mask-0 | Table 10 | qr/micro.ts | Mask 0 is mask 1 of QR Code.
mask-1 | Table 10 | qr/micro.ts | Mask 1 is mask 4 of QR Code.
mask-2 | Table 10 | qr/micro.ts | Mask 2 is mask 6 of QR Code.
mask-3 | Table 10 | qr/micro.ts | Mask 3 is mask 7 of QR Code.
score | 7.8.3.2 | qr/micro.ts | Sixteen times the smaller number of dark modules in right column and bottom row plus the larger one is the score.
score-highest | 7.8.3.2 | qr/micro.ts | The mask with the highest score is taken.
score-timing | 7.8.3.2 | - | Modules of the timing patterns are not counted. | they are the same under every mask, and dark or light in both lines alike: counting them changes no choice
format-number | Table 13 | qr/micro.ts | Format information has the symbol number, 0 to 7 for M1 to M4-Q, and the mask in two bits.
format-mask | 7.9.2 | qr/micro.ts | Format information is inverted by 100010001000101.
format-code | Annex C | qr/template.ts | Ten bits of the BCH code of QR Code follow the five of format information.
format-place | 7.9.2 | qr/micro.ts | Format information lies around the finder pattern once, its lowest bit at the upper right.
m1-detects | 7.5.1 | - | M1 detects errors, and corrects none. | a reader’s rule; its two error correction codewords are those of microqr.parity-M1
`,
)
