/** Test vectors for other implementations: symbols of every symbology, GS1 messages, and the README of their folder. */

import { type Clause, clauses, clausesShown, showing } from '../clauses/index.ts'
import { type Gs1Vector, gs1VectorSet as gs1Vectors } from './gs1.ts'
import { symbologiesInOrder, textsOf } from './texts.ts'
import { type Vector, type VectorSet, vectorSet } from './vector.ts'

export type { Gs1Vector } from './gs1.ts'
export type { Vector, VectorSet } from './vector.ts'

/** What a vector shows: if an encoder breaks one of these clauses, it makes something else of the text. */
interface Shown {
  /** Ids of the register. */
  readonly clauses: readonly string[]
}

/** Vectors of every symbology; the same in every call. */
export function vectorSets(): (VectorSet & { readonly vectors: readonly (Vector & Shown)[] })[] {
  return symbologiesInOrder.map((symbology) => {
    const set = vectorSet(symbology, textsOf(symbology))
    return { ...set, vectors: withClauses(symbology, set.vectors) }
  })
}

/** Vectors of GS1 messages and the symbols that carry them; the same in every call. */
export function gs1VectorSet(): { readonly messages: string; readonly vectors: readonly (Gs1Vector & Shown)[] } {
  const { messages, vectors } = gs1Vectors()
  return { messages, vectors: withClauses('gs1', vectors) }
}

const withClauses = <V extends { readonly name: string; readonly source: string }>(
  set: string,
  vectors: readonly V[],
): (V & Shown)[] =>
  vectors.map(({ name, source, ...rest }, place) => {
    return { name, source, clauses: clausesShown(set, place), ...rest } as unknown as V & Shown
  })

/** A clause, and the names of the vectors that show it, by symbology or `gs1`; without one, `why` says why. */
export type ClauseRow = Clause & { readonly vectors: Readonly<Record<string, readonly string[]>> }

/** Every clause of the register with its vectors. */
export function clauseRows(): ClauseRow[] {
  const names = new Map<string, readonly string[]>([
    ...symbologiesInOrder.map((symbology) => [symbology, textsOf(symbology).map(({ name }) => name)] as const),
    ['gs1', gs1Vectors().vectors.map(({ name }) => name)],
  ])
  return clauses.map((clause) => {
    const sets = [...(showing.get(clause.id) ?? [])].map(([set, places]) => [
      set,
      places.map((at) => names.get(set)![at]!),
    ])
    return { ...clause, vectors: Object.fromEntries(sets) }
  })
}

/** README.md of a folder of vectors. */
export const readme = `# Vectors

Symbols as the standards define them, to test another implementation with: one JSON file a symbology, and gs1.json.

    { "symbology", "standard", "vectors": [ { "name", "source", "text", "options", ... } ] }

| member | |
| --- | --- |
| name | what the vector is for |
| source | where the answer comes from; "computed by quietzone" if no standard prints it |
| clauses | the clauses that the vector shows, by their ids in clauses.json |
| text | the text of the symbol, as Unicode; half of a surrogate pair is escaped as JSON does |
| options | the encoder's options; without them, the smallest symbol and the defaults below |
| part | of a structured append: the characters of the text that this symbol carries; positions in details count from its first |
| widths | linear: widths of bars and spaces in columns, one digit each, bar first; the gap before an add-on is a number between blanks |
| rows | matrix: one string for each row, top first, without the quiet zone; 1 is dark |
| quiet | light margins in columns and rows |
| guards | EAN and UPC: columns whose bars reach lower, from and to, the last not included |
| bearer | thickness in columns of bearer bars above and below the symbol |
| frame | thickness in columns of the bearer bars around the symbol and its quiet zones |
| columnsPerModule | how many columns a module takes, where it is not one: two where wide bars are 2.5 modules |
| details | intermediate results; codewords in hexadecimal, one string for each block, positions in the text in UTF-16 code units |
| error | instead of a symbol: the text cannot be encoded; \`code\` gives the reason, \`at\` the character, from 1 |

Errors: \`invalid_character\`, \`invalid_length\`, \`bad_check_digit\`, \`data_too_long\`.

## Clauses

clauses.json has the clauses of the standards that public sources tell, in our own words.

    { "clauses": [ { "id", "standard", "clause", "says", "source", "code", "vectors", ... } ] }

| member | |
| --- | --- |
| id | as vectors name it |
| standard, clause | the edition, and the number of the clause, table or annex |
| says | what it asks for |
| source | where its words and its number are from |
| code | the file of quietzone that keeps it |
| vectors | names of the vectors that show it, by symbology, \`gs1\` for gs1.json |
| why | why no vector shows it |

A vector shows a clause if an encoder that breaks the clause makes other modules, quiet zones or errors of its text. That is computed, not
judged: quietzone's encoders are changed to break one clause at a time, and every vector is made again.

## GS1 messages

gs1.json has messages of application identifiers (AIs), the symbols that carry them, and what is wrong with those that none may carry.

    { "messages", "vectors": [ { "name", "source", "text", "symbology", "standard", ... } ] }

| member | |
| --- | --- |
| messages | the documents that say what is right |
| text | the message as it is given: bracketed, a GS1 Digital Link URI, raw with ^ for FNC1, or as a reader sends it; a bracket in a value is \\( or \\) |
| form, domain | \`link\`: the symbol carries the URI, of this domain if it is named; without them it carries element strings |
| elements | AIs and values in their order |
| bracketed, raw, link | the message in each form; link is null if no key can begin a URI of all elements |
| data | what the symbol carries: element strings with U+001D for FNC1 between them, a URI, or the digits of a GTIN |
| fnc1 | of element strings: 0 for the FNC1 before them, then the positions of U+001D in data, from 1 |
| warnings | what is doubtful: code, ai, rule, and the characters of the text from and to, code points from 1, both included |
| faults | instead of a symbol: the same of what is wrong |

The other members are those of the symbologies. \`rule\` is the name in the GS1 Barcode Syntax Dictionary: a linter, a character set, req or
ex; besides, length and repeat (an AI twice with different values). Codes: \`gs1_syntax\`, \`gs1_unknown_ai\`, \`gs1_invalid_value\`,
\`gs1_missing_ai\`, \`gs1_excluded_ai\`, \`gs1_carrier\` (the symbology cannot carry the message), \`gs1_too_long\` and \`gs1_domain_replaced\` (warnings).

## Choices that the standards leave open

- Code 128: the fewest symbol characters. Code 39: no check character, wide elements three times the narrow ones, gaps of one module.
  Full ASCII has pairs only for characters that Code 39 lacks, and for $ / + and %.
- ITF-14: wide elements three times the narrow ones. EAN and UPC: the check digit may be left out. The gap before an add-on has 7 modules,
  10 in UPC-A and 8 in UPC-E, where 9 and 7 are allowed but the last digit below the bars would touch the add-on.
- QR: the shortest bit stream, the smallest version at level M, then the highest level that fits it; L if 40-M is too small. ECI 3 or 26
  for text beyond ASCII; with eci auto the shortest of all, at a tie none, 3, 26, the lowest number. Kanji mode under ECI 20 wherever
  there is an ECI, save that an ECI asked for has all of the text; without one only beside bytes that Shift JIS shares with ASCII, not \\\\
  and ~. A text in parts is cut so that the longest part is as short as can be. Of masks with the same least penalty, the lowest number. For the penalty of finder-like patterns everything outside
  the symbol is light, and a pattern with light on both sides counts once; only whole steps of 5 % count for the balance.
- Micro QR: the smallest version, then the highest level. ISO 8859-1 and kanji, because there is no ECI. Kanji mode is beside ISO 8859-1 or beside \\\\ and ~ only
  where the text can be written in no other way.
- Data Matrix: squares by default, the fewest codewords before the first pad. A macro stands before an ECI, but not before ECI 25 and 35. In 144x144 error correction begins with the ninth block.

Another symbol for the same text need not be wrong: if the standard allows several, compare the details.
\`quietzone check symbol.png\` checks a picture of a symbol clause by clause.
`
