/** The GS1 symbols of a label as one: together they speak of one item. */

import { type Symbology, titleOf } from '../../../../symbologies/catalogue.ts'
import { bracketedText, type Element, gs1Message } from '../../../../symbologies/gs1/index.ts'
import { quoted } from '../../../../symbologies/messages.ts'
import { type Finding, Findings, type PicturePoint, type Rule } from '../report.ts'
import type { SymbolMessage } from './message.ts'

const gs1 = 'GS1 General Specifications'

/** GS1's rule for two symbols on a product: the most mm between their nearest edges. */
const mostBetween = 50

type LabelRule = 'gtin' | 'sscc' | 'repeated_ai' | 'excluded_ai' | 'distance'

export const labelRules: Readonly<Record<LabelRule, Rule>> = {
  gtin: [`${gs1}, 4.13`, 'all symbols of a label have one GTIN'],
  sscc: [`${gs1}, 4.13`, 'all symbols of a label have one SSCC'],
  repeated_ai: [`${gs1}, 4.13`, 'no AI has two values on a label'],
  excluded_ai: [`${gs1}, 4.13`, 'no AI of a label excludes another in another symbol'],
  distance: [
    `${gs1}, several barcodes on one item`,
    `an EAN or UPC symbol and a matrix symbol of one item are at most ${mostBetween} mm apart`,
    'fault or note',
  ],
}

/** A symbol of a label that carries a GS1 message. */
export interface LabelSymbol {
  readonly symbology: Symbology
  readonly form: SymbolMessage['form']
  readonly elements: readonly Element[]
  /** In mm, in the order of a walk around the symbol without its quiet zones; undefined if the scale is not known. */
  readonly corners?: readonly PicturePoint[] | undefined
  /** What messages call it; the title of its symbology by default. */
  readonly name?: string
}

/** What is wrong with the symbols of a label together. */
export interface LabelFlaw {
  readonly rule: LabelRule
  readonly message: string
  /** Two of them, by their index. */
  readonly symbols: readonly [number, number]
}

/** What is wrong with a label, and which rules say something about it. */
export interface LabelJudgement {
  readonly judged: ReadonlySet<LabelRule>
  readonly flaws: readonly LabelFlaw[]
  /** Whether an AI has the companions that it needs in some symbol of the label. */
  readonly hasCompanionsOf: (ai: string) => boolean
}

/** The most modules by which guard bars are longer than others (ISO/IEC 15420:2009, 4.3.3). */
const guardModules = 5

/** The corners of EAN and UPC with guard bars, which end below the others: those of readers are of the bars that all have. */
export function withGuards(corners: readonly PicturePoint[], columns: number): readonly PicturePoint[] {
  const [a, b, c, d] = corners as readonly [PicturePoint, PicturePoint, PicturePoint, PicturePoint]
  const height = Math.hypot(d.x - a.x, d.y - a.y)
  const more = height === 0 ? 0 : (guardModules * Math.hypot(b.x - a.x, b.y - a.y)) / columns / height
  const lower = (from: PicturePoint, to: PicturePoint): PicturePoint => ({
    x: to.x + more * (to.x - from.x),
    y: to.y + more * (to.y - from.y),
  })
  return [a, b, lower(b, c), lower(a, d)]
}

const nothing: LabelJudgement = { judged: new Set(), flaws: [], hasCompanionsOf: () => false }

const nameOf = ({ name, symbology }: LabelSymbol): string => name ?? titleOf(symbology)

export const isRetail = ({ symbology }: Pick<LabelSymbol, 'symbology'>): boolean =>
  ['ean13', 'ean8', 'upca', 'upce'].includes(symbology)
const isMatrix = ({ symbology, form }: LabelSymbol): boolean => form !== 'gtin' && symbology !== 'code128'

/**
 * Judges the symbols of a label together.
 *
 * @param isLabel  whether they are known to be of one label. A picture may show several: two symbols of one kind with different
 *   numbers of items are of two. EAN and UPC symbols alone may be of several items on a label too
 */
export function judgedLabel(symbols: readonly LabelSymbol[], isLabel: boolean): LabelJudgement {
  if (symbols.length < 2 || (areOfSeveral(symbols) && (!isLabel || symbols.every(isRetail)))) return nothing
  const judged = new Set<LabelRule>()
  const flaws: LabelFlaw[] = []
  const first = new Map<string, { readonly element: Element; readonly at: number }>()
  symbols.forEach((symbol, at) => {
    const own = new Set<string>()
    for (const element of symbol.elements) {
      const { ai, value } = element
      // a message that repeats an AI has a fault of its own
      if (own.has(ai)) continue
      own.add(ai)
      const known = first.get(ai)
      if (known === undefined) {
        first.set(ai, { element, at })
        continue
      }
      const rule = ai === '01' ? 'gtin' : ai === '00' ? 'sscc' : 'repeated_ai'
      judged.add(rule)
      if (known.element.value === value) continue
      const what = rule === 'gtin' ? 'GTIN' : rule === 'sscc' ? 'SSCC' : `AI (${ai})`
      const [one, other] = [nameOf(symbols[known.at]!), nameOf(symbol)]
      const message = `${one} has ${what} ${quoted(known.element.value)}, ${other} has ${quoted(value)}; one label has one`
      flaws.push({ rule, message, symbols: [known.at, at] })
    }
  })
  const all = [...first.values()]
  const union = faultsOf(all.map(({ element }) => element))
  const alone = new Set(symbols.flatMap(({ elements }) => faultsOf(elements).map(({ message }) => message)))
  judged.add('excluded_ai')
  for (const { code, ai, message } of union) {
    if (code !== 'gs1_excluded_ai' || alone.has(message)) continue
    const at = first.get(ai!)!.at
    const other = all.find((each) => each.at !== at && message.includes(`(${each.element.ai})`, 5))?.at ?? at
    flaws.push({ rule: 'excluded_ai', message: `${message}, in another symbol`, symbols: [at, other] })
  }
  const lacking = new Set(union.filter(({ code }) => code === 'gs1_missing_ai').map(({ ai }) => ai))
  const distances = distancesIn(symbols)
  if (distances !== undefined) judged.add('distance')
  return {
    judged,
    flaws: [...flaws, ...(distances ?? [])],
    hasCompanionsOf: (ai) => first.has(ai) && !lacking.has(ai),
  }
}

const faultsOf = (elements: readonly Element[]): ReturnType<typeof gs1Message>['faults'] =>
  elements.length === 0 ? [] : gs1Message(bracketedText(elements)).faults

/** Whether two symbols of one kind have different GTINs or SSCCs, as symbols of different labels have. */
function areOfSeveral(symbols: readonly LabelSymbol[]): boolean {
  const known = new Map<string, string>()
  return symbols.some((symbol) => {
    const { symbology, form, elements } = symbol
    const kind = isRetail(symbol) ? 'retail' : `${symbology} ${form}`
    return elements.some(({ ai, value }) => {
      if (ai !== '01' && ai !== '00') return false
      const before = known.get(`${kind} ${ai}`)
      known.set(`${kind} ${ai}`, value)
      return before !== undefined && before !== value
    })
  })
}

/** Matrix symbols that are too far from the nearest EAN or UPC symbol; undefined if there are not both, with a known scale. */
function distancesIn(symbols: readonly LabelSymbol[]): readonly LabelFlaw[] | undefined {
  const placed = symbols.flatMap((symbol, at) => (symbol.corners === undefined ? [] : [{ symbol, at }]))
  const retail = placed.filter(({ symbol }) => isRetail(symbol))
  const matrices = placed.filter(({ symbol }) => isMatrix(symbol) && symbol.elements.some(({ ai }) => ai === '01'))
  if (retail.length === 0 || matrices.length === 0) return undefined
  return matrices.flatMap(({ symbol, at }): readonly LabelFlaw[] => {
    const gaps = retail.map((each) => ({ ...each, gap: gapBetween(each.symbol.corners!, symbol.corners!) }))
    const nearest = gaps.reduce((a, b) => (b.gap < a.gap ? b : a))
    // measures on paper are of whole dots
    if (nearest.gap <= mostBetween + 0.1) return []
    const between = `${nameOf(nearest.symbol)} and ${nameOf(symbol)} are ${nearest.gap.toFixed(1)} mm apart`
    return [{ rule: 'distance', message: `${between}; ${mostBetween} mm are allowed`, symbols: [nearest.at, at] }]
  })
}

/** Corners in the order of a walk around them. */
export type Shape = readonly PicturePoint[]

/** The distance between two convex shapes that do not overlap: of a corner of one to a side of the other. */
export function gapBetween(one: Shape, other: Shape): number {
  const ofCorners = (corners: readonly PicturePoint[], sides: readonly PicturePoint[]): number[] =>
    corners.flatMap((corner) => sides.map((from, i) => distanceTo(corner, from, sides[(i + 1) % sides.length]!)))
  return Math.min(...ofCorners(one, other), ...ofCorners(other, one))
}

function distanceTo(point: PicturePoint, from: PicturePoint, to: PicturePoint): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : ((point.x - from.x) * dx + (point.y - from.y) * dy) / length
  const share = Math.min(1, Math.max(0, along))
  return Math.hypot(point.x - from.x - share * dx, point.y - from.y - share * dy)
}

/** @param hasUse  whether an application or a profile is asked for; without one, a distance is a note, as other measures are */
export function labelFindings({ judged, flaws }: LabelJudgement, hasUse: boolean): readonly Finding[] {
  const findings = new Findings<LabelRule>('label', labelRules)
  for (const rule of judged) {
    const kind = rule === 'distance' && !hasUse ? 'note' : 'fault'
    findings.judge(
      rule,
      flaws.filter((flaw) => flaw.rule === rule).map(({ message }) => ({ kind, message })),
    )
  }
  return findings.list
}
