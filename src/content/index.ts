/**
 * What a text says: its kind, its elements, and what is wrong with it, with repairs that have been tried.
 *
 * @module
 */

import type { ContentFaultCode } from './faults.ts'
import { kindsOfContent } from './kinds.ts'
import { type ContentKind, contentNames } from './names.ts'
import type { ContentElement, FoundFault, NotJudged, Reading, Span } from './reading.ts'

export { type ContentFaultCode, faultSentences } from './faults.ts'
export { type KindOfContent, kindsOfContent } from './kinds.ts'
export { type ContentKind, contentNames } from './names.ts'
export type { ContentElement, NotJudged, Span } from './reading.ts'

export interface ContentFault {
  readonly code: ContentFaultCode
  readonly message: string
  readonly span: Span
  /** The whole text with this repaired: it was read, and has fewer faults. */
  readonly suggestion?: string
}

/** What a text says. */
export interface Content {
  readonly kind: ContentKind
  /** The standard and its edition. */
  readonly standard: string
  readonly elements: readonly ContentElement[]
  /** By their place in the text; empty if nothing is wrong. */
  readonly faults: readonly ContentFault[]
  /** What nothing public says how to judge. */
  readonly notJudged: readonly NotJudged[]
  /** The whole text without any of the faults, where that is known. */
  readonly repaired?: string
}

/** What is said of a text that may be anything. */
export const nothingRecognised = { kind: null, elements: [], faults: [], notJudged: [] } as const

/** The kind that a text is surely meant as, the most certain first; undefined if it may be anything. */
export const kindOf = (text: string): ContentKind | undefined =>
  contentNames.find((kind) => kindsOfContent[kind].isMeant(text))

/** What a text says by the kind that it is surely meant as; undefined if it may be anything. */
export function contentOf(text: string): Content | undefined {
  const kind = kindOf(text)
  return kind === undefined ? undefined : contentAs(kind, text)
}

/** Kinds that a symbol is judged by besides its own standard. */
export const judgedKinds = contentNames.filter((kind): kind is JudgedKind => kind !== 'gs1' && kind !== 'gtin')
export type JudgedKind = Exclude<ContentKind, 'gs1' | 'gtin'>

/**
 * What the text of a symbol says beyond GS1; undefined if it may be anything. GS1 messages are judged by their own rules, and any
 * number may be a GTIN by chance.
 */
export function contentOfSymbol(text: string): (Content & { readonly kind: JudgedKind }) | undefined {
  const kind = kindOf(text)
  return kind === undefined || kind === 'gs1' || kind === 'gtin' ? undefined : { ...contentAs(kind, text), kind }
}

/** The most faults that are told with their repair, and the most repairs that are made one after the other. */
const mostRepairs = 10

/** The most characters that are read to try repairs: all repairs of usual texts, seven of the longest. */
const mostTried = 50_000

/** Reads a text with a repair; undefined if too much has been read already. */
type Trial = (text: string) => Reading | undefined

/** What a text says if it is held to a kind. */
export function contentAs(kind: ContentKind, text: string): Content {
  const { read, standard } = kindsOfContent[kind]
  const reading = read(text)
  let left = mostTried
  const tried: Trial = (repair) => {
    left -= repair.length
    return left < 0 ? undefined : read(repair)
  }
  const found = [...reading.faults].sort((a, b) => a.span.start - b.span.start)
  const faults = found.map((fault, i): ContentFault => {
    const { repairs: _, ...said } = fault
    const suggestion = i < mostRepairs ? repairOf(reading, fault, tried) : undefined
    return { ...said, ...(suggestion !== undefined && { suggestion }) }
  })
  const repaired = faults.length === 0 ? undefined : repairedText(faults, tried)
  const { elements, notJudged } = reading
  return { kind, standard, elements, faults, notJudged, ...(repaired !== undefined && { repaired }) }
}

/** What of a fault's repairs leaves the fewest faults, if these are fewer, or more of the text can be read. */
function repairOf(reading: Reading, fault: FoundFault, read: Trial): string | undefined {
  let best: Reading | undefined
  for (const repair of new Set(fault.repairs)) {
    if (repair === reading.text) continue
    const tried = read(repair)
    if (tried === undefined) break
    if (weightOf(tried) < weightOf(best ?? reading)) best = tried
  }
  return best?.text
}

/** A text that cannot be read to its end has more faults than are known. */
const weightOf = ({ isCut, faults }: Reading): number => faults.length + (isCut ? 1000 : 0)

/** The text with one repair after the other. */
function repairedText(faults: readonly ContentFault[], read: Trial): string | undefined {
  let text = faults.find(({ suggestion }) => suggestion !== undefined)?.suggestion
  for (let repairs = 1; text !== undefined && repairs <= mostRepairs; repairs++) {
    const reading = read(text)
    if (reading === undefined) return undefined
    if (reading.faults.length === 0) return text
    let next: string | undefined
    for (const fault of reading.faults.slice(0, mostRepairs)) next ??= repairOf(reading, fault, read)
    text = next
  }
  return undefined
}
