/** README.md of a folder of vectors. */
export const readme = `# Vectors

Symbols as the standards define them, to test another implementation with: one JSON file a symbology.

    { "symbology", "standard", "vectors": [ { "name", "source", "text", "options", ... } ] }

| member | |
| --- | --- |
| name | what the vector is for |
| source | where the answer comes from; "computed by quietzone" if no standard prints it |
| text | the text of the symbol, as Unicode; half of a surrogate pair is escaped as JSON does |
| options | the encoder's options; without them, the smallest symbol and the defaults below |
| widths | linear: widths of bars and spaces in modules, one digit each, bar first |
| rows | matrix: one string for each row, top first, without the quiet zone; 1 is dark |
| quiet | light margins in modules |
| details | intermediate results; codewords in hexadecimal, one string for each block, positions in the text in UTF-16 code units |
| error | instead of a symbol: the text cannot be encoded; \`code\` gives the reason, \`at\` the character, from 1 |

Errors: \`invalid_character\`, \`invalid_length\`, \`bad_check_digit\`, \`data_too_long\`.

## Choices that the standards leave open

- Code 128: the fewest symbol characters. Code 39: no check character, wide elements three times the narrow ones, gaps of one module.
- ITF-14: wide elements three times the narrow ones. EAN and UPC: the check digit may be left out.
- QR: the shortest bit stream, the smallest version at level M, then the highest level that fits it; L if 40-M is too small. ECI 3 or 26
  for text beyond ASCII. Of masks with the same least penalty, the lowest number. For the penalty of finder-like patterns everything outside
  the symbol is light, and a pattern with light on both sides counts once; only whole steps of 5 % count for the balance.
- Micro QR: the smallest version, then the highest level. ISO 8859-1 and kanji, because there is no ECI.
- Data Matrix: squares by default, the fewest codewords before the first pad. In 144x144 error correction begins with the ninth block.

Another symbol for the same text need not be wrong: if the standard allows several, compare the details.
\`quietzone check symbol.png\` checks a picture of a symbol clause by clause.
`
