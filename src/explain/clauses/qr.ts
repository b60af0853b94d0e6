/** The clauses of QR Code: name, clause, the file of symbologies/ that keeps it, what it says; without a file, why no vector shows it. */

import { registerOf } from './clause.ts'

export const qr = registerOf(
  'qr',
  'ISO/IEC 18004:2015',
  ['qr'],
  `
size | 6.3.2 | qr/versions.ts | Version v has 17 + 4 v modules a side: 21 for version 1, 177 for version 40.
finder | 6.3.3 | qr/template.ts | A finder pattern is three squares in each other: dark of seven modules, light of five, dark of three.
finder-places | 6.3.3 | qr/template.ts | Finder patterns lie in the upper left, upper right and lower left corner.
separator | 6.3.4 | qr/template.ts | A light line of a module lies between each finder pattern and the rest of the symbol.
timing | 6.3.5 | qr/template.ts | Row 6 and column 6 are dark and light in turn between the finder patterns, dark at both ends.
alignment | 6.3.6 | qr/template.ts | An alignment pattern is three squares in each other: dark of five modules, light of three, a dark module.
alignment-corners | 6.3.6 | qr/template.ts | No alignment pattern lies on a finder pattern.
alignment-first | Annex E | qr/versions.ts | Version 1 has no alignment pattern; in the others the first row and column of centres is 6.
alignment-last | Annex E | qr/versions.ts | The last row and column of alignment patterns is the seventh from the edge.
alignment-count | Annex E | qr/versions.ts | A line of alignment patterns has two centres in versions 2 to 6, and one more every seven versions.
alignment-distance | Annex E | qr/versions.ts | The distances between centres are even and equal, but for the first.
quiet | 6.3.8 | qr/qr.ts | Four light modules lie around the symbol.
default-interpretation | 7.3.2 | qr/choice.ts | Without an ECI bytes are ISO 8859-1.
mode-numeric | Table 2 | qr/codewords.ts | Numeric mode begins with the bits 0001.
mode-alphanumeric | Table 2 | qr/codewords.ts | Alphanumeric mode begins with the bits 0010.
mode-byte | Table 2 | qr/codewords.ts | Byte mode begins with the bits 0100.
mode-kanji | Table 2 | qr/codewords.ts | Kanji mode begins with the bits 1000.
mode-eci | Table 2 | qr/codewords.ts | An ECI begins with the bits 0111.
mode-fnc1 | Table 2 | qr/codewords.ts | FNC1 in the first position begins with the bits 0101.
mode-fnc1-second | Table 2 | qr/codewords.ts | FNC1 in the second position begins with the bits 1001.
mode-structured-append | Table 2 | qr/codewords.ts | A structured append begins with the bits 0011.
count-numeric-1 | Table 3 | qr/versions.ts | In versions 1 to 9 the count of numeric mode has 10 bits.
count-alphanumeric-1 | Table 3 | qr/versions.ts | In versions 1 to 9 the count of alphanumeric mode has 9 bits.
count-byte-1 | Table 3 | qr/versions.ts | In versions 1 to 9 the count of byte mode has 8 bits.
count-kanji-1 | Table 3 | qr/versions.ts | In versions 1 to 9 the count of kanji mode has 8 bits.
count-numeric-10 | Table 3 | qr/versions.ts | In versions 10 to 26 the count of numeric mode has 12 bits.
count-alphanumeric-10 | Table 3 | qr/versions.ts | In versions 10 to 26 the count of alphanumeric mode has 11 bits.
count-byte-10 | Table 3 | qr/versions.ts | In versions 10 to 26 the count of byte mode has 16 bits.
count-kanji-10 | Table 3 | qr/versions.ts | In versions 10 to 26 the count of kanji mode has 10 bits.
count-numeric-27 | Table 3 | qr/versions.ts | In versions 27 to 40 the count of numeric mode has 14 bits.
count-alphanumeric-27 | Table 3 | qr/versions.ts | In versions 27 to 40 the count of alphanumeric mode has 13 bits.
count-byte-27 | Table 3 | qr/versions.ts | In versions 27 to 40 the count of byte mode has 16 bits.
count-kanji-27 | Table 3 | qr/versions.ts | In versions 27 to 40 the count of kanji mode has 12 bits.
numeric-three | 7.4.3 | qr/codewords.ts | In numeric mode three digits are their number in 10 bits.
numeric-two | 7.4.3 | qr/codewords.ts | Two digits that are left are their number in 7 bits.
numeric-one | 7.4.3 | qr/codewords.ts | One digit that is left is its number in 4 bits.
alphanumeric-values | Table 5 | qr/segments.ts | The 45 characters of alphanumeric mode have the values 0 to 44: digits, letters, then space $ % * + - . / :
alphanumeric-two | 7.4.4 | qr/codewords.ts | Two characters are 45 times the first value plus the second, in 11 bits.
alphanumeric-one | 7.4.4 | qr/codewords.ts | One character that is left is its value in 6 bits.
byte | 7.4.5 | qr/codewords.ts | In byte mode each byte is 8 bits.
kanji-first | 7.4.6 | qr/segments.ts | Kanji with Shift JIS codes up to 9FFC: 8140 is subtracted first.
kanji-second | 7.4.6 | qr/segments.ts | Kanji with Shift JIS codes from E040 on: C140 is subtracted first.
kanji-compacted | 7.4.6 | qr/segments.ts | The first byte of what is left times 192, plus the second, is the value, in 13 bits.
eci-one | Table 4 | qr/eci.ts | ECI numbers below 128 are one byte.
eci-two | Table 4 | qr/codewords.ts | ECI numbers from 128 to 16383 are two bytes that begin with the bits 10.
eci-three | Table 4 | - | ECI numbers from 16384 on are three bytes that begin with the bits 110. | no character set has such a number
fnc1-percent | 7.4.8.2 | qr/codewords.ts | In alphanumeric mode FNC1 between elements is %.
fnc1-doubled | 7.4.8.2 | qr/codewords.ts | In alphanumeric mode % of the text is doubled where the symbol has FNC1.
fnc1-letter | 7.4.8.3 | qr/codewords.ts | An application indicator that is a letter is 100 more than its code in ASCII.
fnc1-digits | 7.4.8.3 | qr/codewords.ts | An application indicator of two digits is their number.
fnc1-place | 7.4.8 | qr/choice.ts | FNC1 stands before all text, after an ECI at the beginning.
terminator | 7.4.9 | qr/codewords.ts | Four zero bits end the data, fewer where there is no more room.
pads | 7.4.10 | qr/codewords.ts | The codewords that are left are 11101100 and 00010001 in turn.
append-place | 8.2 | qr/codewords.ts | A part says its number less one and the number of all parts less one, in four bits each.
append-parity | 8.3 | qr/append.ts | Each part has the parity of the whole message: all of its bytes by exclusive or.
append-most | 8.1 | - | A message is divided among 2 to 16 symbols. | a wrong option is refused before a text is encoded; vectors are of texts. test/symbologies/qr/append.test.ts has it
total | Table 1 | qr/versions.ts | The modules that function patterns leave hold the codewords; up to seven remainder bits follow.
parity-L | Table 9 | qr/versions.ts | Versions 1 to 40 at level L have the table’s number of error correction codewords in a block.
blocks-L | Table 9 | qr/versions.ts | Versions 1 to 40 at level L have the table’s number of blocks.
parity-M | Table 9 | qr/versions.ts | Versions 1 to 40 at level M have the table’s number of error correction codewords in a block.
blocks-M | Table 9 | qr/versions.ts | Versions 1 to 40 at level M have the table’s number of blocks.
parity-Q | Table 9 | qr/versions.ts | Versions 1 to 40 at level Q have the table’s number of error correction codewords in a block.
blocks-Q | Table 9 | qr/versions.ts | Versions 1 to 40 at level Q have the table’s number of blocks.
parity-H | Table 9 | qr/versions.ts | Versions 1 to 40 at level H have the table’s number of error correction codewords in a block.
blocks-H | Table 9 | qr/versions.ts | Versions 1 to 40 at level H have the table’s number of blocks.
short-blocks | Table 9 | qr/versions.ts | Where blocks differ, those with a data codeword less come first.
field | 7.5.2 | qr/codewords.ts | Error correction is over GF(256) modulo x^8 + x^4 + x^3 + x^2 + 1.
generator | Annex A | qr/codewords.ts | The generator polynomial of n error correction codewords has the roots α^0 to α^(n − 1).
interleaved | 7.6 | qr/codewords.ts | The first data codeword of each block comes first, then the second of each, the longer blocks’ last at the end.
parity-interleaved | 7.6 | qr/codewords.ts | Error correction codewords follow the data, interleaved alike.
placed-bits | 7.7.3 | qr/template.ts | The most significant bit of a codeword is placed first.
placed-columns | 7.7.3 | qr/template.ts | Bits fill two columns at a time from the right, the right column first.
placed-upwards | 7.7.3 | qr/template.ts | The first pair of columns is filled upwards, the next downwards, and so on.
placed-timing | 7.7.3 | qr/template.ts | The column of the timing pattern is left out of the pairs.
remainder | 7.7.3 | qr/template.ts | Remainder bits are zero before masking.
mask-0 | Table 10 | qr/masks.ts | Mask 0 inverts modules where row and column add up to an even number.
mask-1 | Table 10 | qr/masks.ts | Mask 1 inverts modules where the row is even.
mask-2 | Table 10 | qr/masks.ts | Mask 2 inverts modules where the column is a multiple of three.
mask-3 | Table 10 | qr/masks.ts | Mask 3 inverts modules where row and column add up to a multiple of three.
mask-4 | Table 10 | qr/masks.ts | Mask 4 inverts modules where half of the row and a third of the column, rounded down, add up to an even number.
mask-5 | Table 10 | qr/masks.ts | Mask 5 inverts modules where the product of row and column is a multiple of six.
mask-6 | Table 10 | qr/masks.ts | Mask 6 inverts modules where the remainders of the product by two and by three add up to an even number.
mask-7 | Table 10 | qr/masks.ts | Mask 7 inverts modules where the remainder of the sum by two and of the product by three add up to an even number.
mask-data | 7.8 | qr/masks.ts | Masks invert no function pattern, format or version information.
score-runs | Table 11 | qr/masks.ts | N1: five modules of one colour in a line cost 3 points, each more 1.
score-areas | Table 11 | qr/masks.ts | N2: a square of two by two modules of one colour costs 3 points.
score-finders | Table 11 | qr/masks.ts | N3: a pattern like a finder’s with four light modules beside it costs 40 points.
score-light | Table 11 | qr/masks.ts | N3 counts a pattern only with light modules before or behind it.
score-balance | Table 11 | qr/masks.ts | N4: each step of 5 % away from half of the modules being dark costs 10 points.
score-lines | 7.8.3.1 | qr/masks.ts | Rows and columns are scored alike.
score-lowest | 7.8.3 | qr/masks.ts | The mask with the lowest score is taken.
format-L | Table 12 | qr/template.ts | Level L is 01 in format information.
format-M | Table 12 | qr/template.ts | Level M is 00 in format information.
format-Q | Table 12 | qr/template.ts | Level Q is 11 in format information.
format-H | Table 12 | qr/template.ts | Level H is 10 in format information.
format-mask-bits | 7.9.1 | qr/template.ts | The number of the mask follows the level, in three bits.
format-mask | 7.9.1 | qr/template.ts | Format information is inverted by 101010000010010.
format-code | Annex C | qr/template.ts | Ten bits of a BCH code with the generator 10100110111 follow the five of format information.
format-first | 7.9.1 | qr/template.ts | The first copy of format information goes around the upper left finder pattern.
format-second | 7.9.1 | qr/template.ts | The second copy lies below the upper right and beside the lower left finder pattern.
dark-module | 7.9.1 | qr/template.ts | The module above the second copy’s lower part is always dark.
version-from | 7.10 | qr/template.ts | Versions from 7 on have version information.
version-code | Annex D | qr/template.ts | Twelve bits of a BCH code with the generator 1111100100101 follow the six of the version.
version-places | 7.10 | qr/template.ts | Version information lies beside the upper right and above the lower left finder pattern, three modules wide.
model1 | number not known | - | Model 1 and symbols of QR Code 2005 differ from this edition’s. | quietzone draws no model 1
mirrored | number not known | - | A symbol may be mirrored, and light on dark. | a choice of who prints it; check reads such symbols
decode | number not known | - | Readers find a symbol by its finder patterns, and correct format information and codewords. | a reader’s rule: vectors are what an encoder draws
`,
)
