/**
 * Products found by what people type: `7160`, `avery 21 per sheet`, `63.5x38 a4`, `1 x 2 5/8 in`. Each word has to be found in the
 * product; what has it in its number comes before what has it elsewhere.
 */

import { labelsOn, type Product, productTable, sheetOfProduct } from './products.ts'
import type { Sheet } from './sheet.ts'

/** A judgement of a product: 0 if it does not meet the condition, more the better it does. */
type Condition = (candidate: Candidate) => number

interface Candidate {
  readonly product: Product
  readonly sheet: Sheet
  readonly labels: number
  /** Without signs. */
  readonly brand: string
  /** The words of its brand, paper and description. */
  readonly words: readonly string[]
  /** Numbers of the product without signs, its own and those of its aliases. */
  readonly parts: readonly string[]
}

let known: readonly Candidate[] | undefined

function candidates(): readonly Candidate[] {
  known ??= productTable().products.map((product) => {
    const { brand, part, aliases, about = '' } = product
    const sheet = sheetOfProduct(product)
    const words = plainWords(`${brand} ${about} ${sheet.paper.name ?? ''} ${outlineWords[sheet.label.outline.kind]}`)
    return {
      product,
      sheet,
      labels: labelsOn(product),
      brand: plain(brand),
      words: [...words, plain(brand)],
      parts: [part, ...aliases.map((each) => each.part)].map(plain),
    }
  })
  return known
}

/** Words for the outlines, which the list has not. */
const outlineWords = { rectangle: '', ellipse: 'round oval', disc: 'cd dvd disc' }

const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '')
const plainWords = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}.,]+/gu) ?? []

export interface SheetSearchResult {
  /** The best first, at most as many as were wanted. */
  readonly products: readonly Product[]
  readonly total: number
}

/** The products that meet all of `search`; all of them if it says nothing. @param most  of `products` */
export function foundProducts(search: string, most: number): SheetSearchResult {
  const conditions = conditionsIn(search)
  const scored = candidates().flatMap((candidate) => {
    let score = 0
    for (const condition of conditions) {
      const found = condition(candidate)
      if (found === 0) return []
      score += found
    }
    return [{ product: candidate.product, score }]
  })
  const sorted = scored.sort((a, b) => b.score - a.score)
  return { products: sorted.slice(0, most).map(({ product }) => product), total: sorted.length }
}

/** `63.5 x 38.1 mm`, `2 5/8" x 1"`. Blanks are single ones. */
const size =
  /(\d{1,4}(?:[.,]\d{1,4})?)(?:[ -](\d{1,2})\/(\d{1,2}))? ?(mm|cm|inch|in|["″”])? ?[x×*] ?(\d{1,4}(?:[.,]\d{1,4})?)(?:[ -](\d{1,2})\/(\d{1,2}))? ?(mm|cm|inch|in|["″”])?/gi

/** `21 per sheet`, `21 labels`, `21-up`, `21/sheet`, and so in German, Spanish and French. */
const count =
  /\b(\d{1,3}) ?(?:\/|(?:labels?|etiketten|etiquetas|[eé]tiquettes?|-?up|per|pro|je|por|par)\b)(?: (?:per|pro|je|por|par|on|an?)\b)?(?: ?(?:sheet|page|bogen|blatt|seite|hoja|planche|feuille)s?\b)?/gi

function conditionsIn(search: string): readonly Condition[] {
  const conditions: Condition[] = []
  const rest = search
    .replace(/\s+/g, ' ')
    .replace(size, (_, ...groups: (string | undefined)[]) => {
      conditions.push(sizeCondition(groups.slice(0, 8)))
      return ' '
    })
    .replace(count, (_, labels: string) => {
      conditions.push((candidate) => (candidate.labels === Number(labels) ? 1 : 0))
      return ' '
    })
  const words = rest.split(/\s+/).filter((word) => plain(word) !== '')
  // a number may have blanks in it, as its maker writes it
  const whole = plain(rest)
  return [...conditions, ...words.map((word) => wordCondition(plain(word), whole))]
}

/** How far a size may be from that of the list, whose lengths are often rounded to points, in mm. */
const nearby = 0.7

/** A size is in inches if it says so, or if it is too small for mm. */
function sizeCondition(groups: readonly (string | undefined)[]): Condition {
  const [first, second] = [groups.slice(0, 4), groups.slice(4, 8)]
  const unit = second[3] ?? first[3]
  const [across, down] = [first, second].map(([number = '', top, bottom]) => {
    return Number(number.replace(',', '.')) + (top === undefined ? 0 : Number(top) / Number(bottom))
  }) as [number, number]
  const isInches = unit === undefined ? Math.max(across, down) <= 12 : !/^[mc]m$/i.test(unit)
  const scale = isInches ? 25.4 : unit?.toLowerCase() === 'cm' ? 10 : 1
  const isNear = (a: number, b: number): boolean => Math.abs(a * scale - b) <= nearby
  return ({ sheet: { label } }) => {
    if (isNear(across, label.width) && isNear(down, label.height)) return 3
    return isNear(down, label.width) && isNear(across, label.height) ? 2 : 0
  }
}

function wordCondition(word: string, whole: string): Condition {
  return ({ brand, parts, words }) => {
    if (parts.some((part) => part === whole || brand + part === whole)) return 8
    if (parts.includes(word)) return 6
    // the letter before a number is one for the kind of printer: L7160, J8160
    if (parts.some((part) => part.replace(/^[a-z]+/, '') === word)) return 5
    if (words.includes(word)) return 4
    if (parts.some((part) => part.startsWith(word) || part.endsWith(word))) return 3
    if (parts.some((part) => word.length > 2 && part.includes(word))) return 2
    return words.some((each) => word.length > 2 && each.startsWith(word)) ? 2 : 0
  }
}
