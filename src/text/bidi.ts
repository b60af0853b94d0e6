import { type BidiAlgorithm, type BidiClass, fromSource } from './font-source.ts'

export interface Levels {
  /** The embedding level of each UTF-16 unit, 0 to 126; odd is right to left. */
  readonly levels: Uint8Array
  /** The level of the paragraph: 1 if it is right to left. */
  readonly base: 0 | 1
}

/** Characters that can raise a level above 0: those of right-to-left scripts but for their marks, and bidi controls. */
const rightToLeft =
  /(?!\p{Mn})[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Whether a text has a character that can be read from right to left, or that can make others be. */
export const isBidirectional = (text: string): boolean => rightToLeft.test(text)

/**
 * The levels of a paragraph before the part of rule L1 that depends on line breaks: Unicode Standard Annex #9, 3.3.
 *
 * @param direction  that of the paragraph; auto: of its first strong character, or left to right if it has none
 */
export function levelsOf(text: string, direction: 'ltr' | 'rtl' | 'auto' = 'auto'): Levels {
  if (direction !== 'rtl' && !isBidirectional(text)) return { levels: new Uint8Array(text.length), base: 0 }
  const points = [...text]
  const isLikeBefore = points.map((point, i) => isDigit(point) && isDigit(points[i - 1]) && isDigit(points[i - 2]))
  const different = points.filter((_, i) => !isLikeBefore[i])
  const { levels, paragraphs } = algorithm().getEmbeddingLevels(different.map(substitute).join(''), direction)
  const base = paragraphs[0]?.level === 1 ? 1 : 0
  let at = -1
  return { levels: unitLevels(points, (i) => levels[isLikeBefore[i] ? at : ++at]!), base }
}

/** Embeddings, overrides, isolates and brackets: what is before them, or between them, depends on characters far behind it. */
const reachesBack = /[\u202a-\u202e\u2066-\u2069\p{Ps}\p{Pe}]/u

/**
 * The same as `levelsOf(text)`, for a text that begins with the first `kept` units of another, whose levels are known. Levels before a
 * strong character do not depend on what is behind it, unless something reaches back: only those from the last one on are found again.
 *
 * @param text  as returned by `clean`
 */
export function levelsAfter({ levels, base }: Levels, text: string, kept: number): Levels {
  if (!isBidirectional(text)) return levelsOf(text)
  const strong = reachesBack.test(text) ? -1 : lastStrong(text, kept)
  if (strong < 0) return levelsOf(text)
  const all = new Uint8Array(text.length)
  all.set(levels.subarray(0, strong))
  all.set(levelsOf(text.slice(strong), base === 1 ? 'rtl' : 'ltr').levels, strong)
  return { levels: all, base }
}

/** The unit of the last strong character before `end`, or -1. */
function lastStrong(text: string, end: number): number {
  for (let at = end - 1; at >= 0; at--) {
    const isPair = at > 0 && isLow(text.charCodeAt(at)) && isHigh(text.charCodeAt(at - 1))
    if (isPair) at--
    if (strongClasses.has(algorithm().getBidiCharTypeName(text.slice(at, at + (isPair ? 2 : 1))))) return at
  }
  return -1
}

const strongClasses: ReadonlySet<BidiClass> = new Set(['L', 'R', 'AL'] as const)

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000

/**
 * Digits behind two others are read as they are. bidi-js looks back from each to the last letter, which takes long for thousands of
 * digits.
 */
const isDigit = (point = ''): boolean => point >= '0' && point <= '9'

let loaded: BidiAlgorithm | undefined

/** Built at the first use: a process that draws no right-to-left script does not need its tables. */
function algorithm(): BidiAlgorithm {
  loaded ??= fromSource('bidi-js', (source) => source.bidi())
  return loaded
}

/** bidi-js treats UTF-16 units as characters: a character beyond the BMP is replaced by one of the same class in the BMP. */
function substitute(point: string): string {
  return point.length === 1 ? point : substitutes[algorithm().getBidiCharTypeName(point)]
}

const substitutes: Readonly<Record<BidiClass, string>> = {
  L: 'a',
  R: '\u05d0',
  AL: '\u0627',
  EN: '0',
  ES: '+',
  ET: '%',
  AN: '\u0660',
  CS: ',',
  NSM: '\u0300',
  BN: '\u00ad',
  B: '\u2029',
  S: '\t',
  WS: ' ',
  ON: '!',
  LRE: '\u202a',
  LRO: '\u202d',
  RLE: '\u202b',
  RLO: '\u202e',
  PDF: '\u202c',
  LRI: '\u2066',
  RLI: '\u2067',
  FSI: '\u2068',
  PDI: '\u2069',
}

/** The level of each UTF-16 unit, from that of each character. */
function unitLevels(points: readonly string[], levelOf: (index: number) => number): Uint8Array {
  const units = new Uint8Array(points.reduce((sum, point) => sum + point.length, 0))
  let at = 0
  points.forEach((point, index) => {
    units.fill(levelOf(index), at, at + point.length)
    at += point.length
  })
  return units
}

/**
 * The levels of the line [start, end) of a paragraph: rule L1 gives white space and bidi controls at the end of a line the level
 * of the paragraph.
 */
export function lineLevels(text: string, { levels, base }: Levels, start: number, end: number): Uint8Array {
  const line = levels.slice(start, end)
  if (line.every((level) => level === base)) return line
  for (let i = end - 1; i >= start && isTrailing(text.charAt(i)); i--) line[i - start] = base
  return line
}

const trailing: ReadonlySet<string> = new Set('S WS B LRI RLI FSI PDI BN LRE LRO RLE RLO PDF'.split(' '))

const isTrailing = (unit: string): boolean => trailing.has(algorithm().getBidiCharTypeName(unit))

/**
 * Rule L2: items in logical order, each of one level, rearranged from left to right.
 * The caller reverses the content of items of odd levels.
 */
export function visualOrder<Item extends { readonly level: number }>(items: readonly Item[]): Item[] {
  const order = [...items]
  const levels = items.map((item) => item.level)
  const highest = Math.max(0, ...levels)
  const lowestOdd = Math.min(...levels.filter((level) => level % 2 === 1))
  for (let level = highest; level >= lowestOdd; level--) {
    for (let i = 0; i < order.length; i++) {
      const start = i
      while (i < order.length && order[i]!.level >= level) i++
      if (i - start > 1) order.splice(start, i - start, ...order.slice(start, i).reverse())
    }
  }
  return order
}

/** The mirrored form of `character` for right-to-left text, or `character` itself if it has none. */
export function mirrored(character: string): string {
  return algorithm().getMirroredCharacter(character) ?? character
}
