/** The clauses of Data Matrix: name, clause, the file of symbologies/ that keeps it, what it says; without a file, why no vector shows it. */

import { registerOf } from './clause.ts'

export const datamatrix = registerOf(
  'datamatrix',
  'ISO/IEC 16022:2006',
  ['datamatrix'],
  `
size-10x10 | Table 7 | datamatrix/sizes.ts | 10x10 has one data region, 3 data codewords, one block.
size-12x12 | Table 7 | datamatrix/sizes.ts | 12x12 has one data region, 5 data codewords, one block.
size-14x14 | Table 7 | datamatrix/sizes.ts | 14x14 has one data region, 8 data codewords, one block.
size-16x16 | Table 7 | datamatrix/sizes.ts | 16x16 has one data region, 12 data codewords, one block.
size-18x18 | Table 7 | datamatrix/sizes.ts | 18x18 has one data region, 18 data codewords, one block.
size-20x20 | Table 7 | datamatrix/sizes.ts | 20x20 has one data region, 22 data codewords, one block.
size-22x22 | Table 7 | datamatrix/sizes.ts | 22x22 has one data region, 30 data codewords, one block.
size-24x24 | Table 7 | datamatrix/sizes.ts | 24x24 has one data region, 36 data codewords, one block.
size-26x26 | Table 7 | datamatrix/sizes.ts | 26x26 has one data region, 44 data codewords, one block.
size-32x32 | Table 7 | datamatrix/sizes.ts | 32x32 has 2 by 2 data regions, 62 data codewords, one block.
size-36x36 | Table 7 | datamatrix/sizes.ts | 36x36 has 2 by 2 data regions, 86 data codewords, one block.
size-40x40 | Table 7 | datamatrix/sizes.ts | 40x40 has 2 by 2 data regions, 114 data codewords, one block.
size-44x44 | Table 7 | datamatrix/sizes.ts | 44x44 has 2 by 2 data regions, 144 data codewords, one block.
size-48x48 | Table 7 | datamatrix/sizes.ts | 48x48 has 2 by 2 data regions, 174 data codewords, one block.
size-52x52 | Table 7 | datamatrix/sizes.ts | 52x52 has 2 by 2 data regions, 204 data codewords, 2 blocks.
size-64x64 | Table 7 | datamatrix/sizes.ts | 64x64 has 4 by 4 data regions, 280 data codewords, 2 blocks.
size-72x72 | Table 7 | datamatrix/sizes.ts | 72x72 has 4 by 4 data regions, 368 data codewords, 4 blocks.
size-80x80 | Table 7 | datamatrix/sizes.ts | 80x80 has 4 by 4 data regions, 456 data codewords, 4 blocks.
size-88x88 | Table 7 | datamatrix/sizes.ts | 88x88 has 4 by 4 data regions, 576 data codewords, 4 blocks.
size-96x96 | Table 7 | datamatrix/sizes.ts | 96x96 has 4 by 4 data regions, 696 data codewords, 4 blocks.
size-104x104 | Table 7 | datamatrix/sizes.ts | 104x104 has 4 by 4 data regions, 816 data codewords, 6 blocks.
size-120x120 | Table 7 | datamatrix/sizes.ts | 120x120 has 6 by 6 data regions, 1050 data codewords, 6 blocks.
size-132x132 | Table 7 | datamatrix/sizes.ts | 132x132 has 6 by 6 data regions, 1304 data codewords, 8 blocks.
size-144x144 | Table 7 | datamatrix/sizes.ts | 144x144 has 6 by 6 data regions, 1558 data codewords, 10 blocks.
size-8x18 | Table 7 | datamatrix/sizes.ts | 8x18 has one data region, 5 data codewords, one block.
size-8x32 | Table 7 | datamatrix/sizes.ts | 8x32 has 1 by 2 data regions, 10 data codewords, one block.
size-12x26 | Table 7 | datamatrix/sizes.ts | 12x26 has one data region, 16 data codewords, one block.
size-12x36 | Table 7 | datamatrix/sizes.ts | 12x36 has 1 by 2 data regions, 22 data codewords, one block.
size-16x36 | Table 7 | datamatrix/sizes.ts | 16x36 has 1 by 2 data regions, 32 data codewords, one block.
size-16x48 | Table 7 | datamatrix/sizes.ts | 16x48 has 1 by 2 data regions, 49 data codewords, one block.
ascii | 5.2.3 | datamatrix/codewords.ts | In ASCII encodation a character below 128 is one more than its code.
ascii-digits | 5.2.3 | datamatrix/codewords.ts | In ASCII encodation two digits are 130 plus their number.
upper-shift | 5.2.3 | datamatrix/codewords.ts | Codeword 235 adds 128 to the next character.
upper-value | 5.2.3 | datamatrix/codewords.ts | Behind the upper shift a character is 127 less than its byte.
latch-c40 | Table 2 | datamatrix/codewords.ts | Codeword 230 latches to C40.
latch-text | Table 2 | datamatrix/codewords.ts | Codeword 239 latches to Text.
latch-x12 | Table 2 | datamatrix/codewords.ts | Codeword 238 latches to X12.
latch-edifact | Table 2 | datamatrix/codewords.ts | Codeword 240 latches to EDIFACT.
latch-base256 | Table 2 | datamatrix/codewords.ts | Codeword 231 latches to Base 256.
unlatch | 5.2.5 | datamatrix/codewords.ts | Codeword 254 returns from C40, Text and X12 to ASCII.
fnc1 | 5.2.4.6 | datamatrix/message.ts | Codeword 232 is FNC1; as the first it announces GS1 data.
macro-05 | 5.2.4.7 | datamatrix/message.ts | Codeword 236, the first, is the header and the trailer of ISO/IEC 15434 format 05.
macro-06 | 5.2.4.7 | datamatrix/message.ts | Codeword 237, the first, is the header and the trailer of ISO/IEC 15434 format 06.
macro-header | 5.2.4.7 | datamatrix/message.ts | The header is [)>, RS, the format and GS; the trailer RS and EOT.
programming | 5.2.4.9 | datamatrix/options.ts | Codeword 234, the first, has the symbol program the reader.
c40-basic | Annex C | datamatrix/encodations.ts | In C40 the space is 3, digits are 4 to 13, capital letters 14 to 39.
text-basic | Annex C | datamatrix/encodations.ts | Text is C40 with small letters for capitals.
shift-1 | Annex C | datamatrix/encodations.ts | Value 0 takes the next value from the control characters.
shift-2 | Annex C | datamatrix/encodations.ts | Value 1 takes the next value from punctuation, FNC1 and the upper shift.
shift-3 | Annex C | datamatrix/encodations.ts | Value 2 takes the next value from the letters that the basic set lacks, and the signs beside them.
punctuation | Annex C | datamatrix/encodations.ts | Punctuation has the values 0 to 26 of Shift 2, in the order of ASCII.
c40-fnc1 | Annex C | datamatrix/encodations.ts | FNC1 in C40 and Text is 27 of Shift 2.
c40-upper | Annex C | datamatrix/encodations.ts | The upper shift in C40 and Text is 30 of Shift 2.
triplet | 5.2.5.2 | datamatrix/codewords.ts | Three values are two codewords: 1600, 40 and 1 times the values, plus 1.
triplet-end | 5.2.5.2 b) | datamatrix/codewords.ts | Two values in the last two codewords of the symbol are filled up with Shift 1.
x12 | 5.2.7 | datamatrix/encodations.ts | In X12 carriage return, asterisk and greater-than are 0, 1 and 2.
edifact | 5.2.8 | datamatrix/codewords.ts | EDIFACT has the low six bits of each character, four characters in three codewords.
edifact-unlatch | 5.2.8 | datamatrix/codewords.ts | The value 31 returns from EDIFACT to ASCII; zeros fill up the codeword.
field-length | 5.2.9 | datamatrix/codewords.ts | Base 256 has its length first: one codeword up to 249 bytes.
field-long | 5.2.9 | datamatrix/codewords.ts | From 250 bytes on the length of Base 256 has two codewords: 249 plus the 250s, then the rest.
field-rest | 5.2.9.2 | datamatrix/codewords.ts | The length of Base 256 may be 0 for all the rest of the symbol.
field-state | Annex B.2 | datamatrix/codewords.ts | Codewords of Base 256 are randomised by the 255-state algorithm.
pad | 5.2.4 | datamatrix/codewords.ts | The first pad is 129.
pad-state | Annex B.1 | datamatrix/codewords.ts | The pads behind the first are randomised by the 253-state algorithm.
eci-one | 5.4.1 | datamatrix/message.ts | Codeword 241 announces an ECI; numbers up to 126 take a codeword, one more than the number.
eci-two | 5.4.1 | datamatrix/message.ts | ECI numbers from 127 to 16382 take two codewords.
eci-three | 5.4.1 | - | ECI numbers from 16383 on take three codewords. | no character set has such a number
append | 5.6 | datamatrix/structured-append.ts | Codeword 233, the first, begins a part of a structured append.
append-place | 5.6 | datamatrix/structured-append.ts | The sequence indicator has the part less one in its high and 17 less the number of parts in its low four bits.
append-file | 5.6 | datamatrix/structured-append.ts | Two codewords of 1 to 254 say which parts belong together.
append-most | 5.6.2 | - | A sequence has at most 16 symbols. | a wrong option is refused before a text is encoded; vectors are of texts. test/symbologies/datamatrix/options.test.ts has it
field | 5.7 | datamatrix/codewords.ts | Error correction is over GF(256) modulo x^8 + x^5 + x^3 + x^2 + 1.
generator | 5.7 | datamatrix/codewords.ts | The generator polynomial of n error correction codewords has the roots α^1 to α^n.
blocks | Annex A | datamatrix/codewords.ts | Data codewords belong to the blocks in turn.
blocks-parity | Annex A | datamatrix/codewords.ts | Error correction codewords follow the data, one of each block in turn.
blocks-144 | Annex A | datamatrix/codewords.ts | In 144x144 two of ten blocks have a data codeword less, and error correction begins with the ninth block.
finder-solid | 5.8.2 | datamatrix/placement.ts | The left column and the bottom row of each region are dark.
finder-clock | 5.8.2 | datamatrix/placement.ts | The top row and the right column of each region are dark and light in turn.
alignment | 5.8.3 | datamatrix/placement.ts | Between data regions lie a solid and an alternating line.
quiet | 5.8.4 | datamatrix/datamatrix.ts | One light module lies around the symbol.
utah | Annex F | datamatrix/placement.ts | A codeword’s eight modules are a square of three without a corner, the first two bits above.
walk-start | Annex F | datamatrix/placement.ts | The walk begins at row 4, column 0, upwards to the right.
wrapped | Annex F | datamatrix/placement.ts | Modules beyond the top or the left edge continue at the other side, shifted by four less than the length modulo eight.
corner-1 | Annex F | datamatrix/placement.ts | A codeword is split between corners as the first shape says, where the walk meets the lower left corner.
corner-2 | Annex F | datamatrix/placement.ts | A codeword is split as the second shape says, two rows above it, unless the columns are a multiple of four.
corner-3 | Annex F | datamatrix/placement.ts | A codeword is split as the third shape says, two rows above it, where the columns are four more than a multiple of eight.
corner-4 | Annex F | datamatrix/placement.ts | A codeword is split as the fourth shape says, where the columns are a multiple of eight.
free-corner | 5.8.1 | datamatrix/placement.ts | Where a corner of two by two modules is left, its diagonal is dark.
ecc000 | number not known | - | ECC 000 to 140 are other symbols. | they are for closed applications of before; quietzone draws none
decode | number not known | - | Readers find a symbol by its solid lines, and correct codewords. | a reader’s rule: vectors are what an encoder draws
`,
)

export const dmre = registerOf(
  'dmre',
  'ISO/IEC 21471:2020',
  ['datamatrix'],
  `
size-8x48 | Data Matrix rectangular extension | datamatrix/sizes.ts | 8x48 has 1 by 2 data regions, 18 data codewords, one block.
size-8x64 | Data Matrix rectangular extension | datamatrix/sizes.ts | 8x64 has 1 by 4 data regions, 24 data codewords, one block.
size-8x80 | Data Matrix rectangular extension | datamatrix/sizes.ts | 8x80 has 1 by 4 data regions, 32 data codewords, one block.
size-8x96 | Data Matrix rectangular extension | datamatrix/sizes.ts | 8x96 has 1 by 4 data regions, 38 data codewords, one block.
size-8x120 | Data Matrix rectangular extension | datamatrix/sizes.ts | 8x120 has 1 by 6 data regions, 49 data codewords, one block.
size-8x144 | Data Matrix rectangular extension | datamatrix/sizes.ts | 8x144 has 1 by 6 data regions, 63 data codewords, one block.
size-12x64 | Data Matrix rectangular extension | datamatrix/sizes.ts | 12x64 has 1 by 4 data regions, 43 data codewords, one block.
size-12x88 | Data Matrix rectangular extension | datamatrix/sizes.ts | 12x88 has 1 by 4 data regions, 64 data codewords, one block.
size-16x64 | Data Matrix rectangular extension | datamatrix/sizes.ts | 16x64 has 1 by 4 data regions, 62 data codewords, one block.
size-20x36 | Data Matrix rectangular extension | datamatrix/sizes.ts | 20x36 has 1 by 2 data regions, 44 data codewords, one block.
size-20x44 | Data Matrix rectangular extension | datamatrix/sizes.ts | 20x44 has 1 by 2 data regions, 56 data codewords, one block.
size-20x64 | Data Matrix rectangular extension | datamatrix/sizes.ts | 20x64 has 1 by 4 data regions, 84 data codewords, one block.
size-22x48 | Data Matrix rectangular extension | datamatrix/sizes.ts | 22x48 has 1 by 2 data regions, 72 data codewords, one block.
size-24x48 | Data Matrix rectangular extension | datamatrix/sizes.ts | 24x48 has 1 by 2 data regions, 80 data codewords, one block.
size-24x64 | Data Matrix rectangular extension | datamatrix/sizes.ts | 24x64 has 1 by 4 data regions, 108 data codewords, one block.
size-26x40 | Data Matrix rectangular extension | datamatrix/sizes.ts | 26x40 has 1 by 2 data regions, 70 data codewords, one block.
size-26x48 | Data Matrix rectangular extension | datamatrix/sizes.ts | 26x48 has 1 by 2 data regions, 90 data codewords, one block.
size-26x64 | Data Matrix rectangular extension | datamatrix/sizes.ts | 26x64 has 1 by 4 data regions, 118 data codewords, one block.
wrapped | number not known | - | In 26x40 and 26x48 modules that are shifted past the bottom go on from the top. | the program ends with an error without it, and draws no other symbol
`,
)
