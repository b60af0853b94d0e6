/** README.md of a folder of vectors. */
export const readme = `# Vectors

Symbols as the standards define them, to test another implementation with: one JSON file a symbology.

    { "symbology", "standard", "vectors": [ { "name", "source", "text", "options", ... } ] }

| member | |
| --- | --- |
| name | what the vector is for |
| source | where the answer comes from; "computed by quietzone" where no standard prints it |
| text | what the symbol says, as Unicode; half of a surrogate pair is written as JSON escapes it |
| options | what was asked for beyond the text; without it, the smallest symbol and the defaults below |
| widths | linear: bars and spaces in turn, bar first, a digit each, in modules |
| rows | matrix: a string a row, top first, without the quiet zone; 1 is dark |
| quiet | light margins in modules |
| details | how the symbol came about; codewords in hexadecimal, blocks one string each, places in the text in UTF-16 code units |
| error | instead of a symbol: the text cannot be carried; \`code\` says why, \`at\` which character, from 1 |

Errors: \`invalid_character\`, \`invalid_length\`, \`bad_check_digit\`, \`data_too_long\`.

## What is settled where a standard leaves it open

- Code 128: the fewest symbol characters. Code 39: no check character, wide elements three times the narrow ones, gaps of one module.
- ITF-14: wide elements three times the narrow ones. EAN and UPC: the check digit may be left out.
- QR: the shortest bit stream, the smallest version at level M, then the highest level that fits it; L where 40-M is too small. ECI 3 or 26
  for what is not ASCII. Of masks with the same least penalty the one of the lowest number; whatever is outside the symbol is light for the
  penalty of finder-like patterns, which count once whichever side is light; only whole steps of 5 % count for the balance.
- Micro QR: the smallest version, then the highest level. ISO 8859-1 and kanji, as there is no ECI.
- Data Matrix: squares unless asked otherwise, the fewest codewords before the first pad. In 144x144 error correction begins with the ninth block.

Another symbol for the same text need not be wrong: where the standard allows several, compare the details.
\`quietzone check symbol.png\` tells clause by clause what a picture of a symbol keeps.
`
