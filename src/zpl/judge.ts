/** What is doubtful about the symbols and the places of a label: by the judge of all labels, as findings of the commands that draw them. */

import { conflictsIn, type DrawnElement } from '../design/conflicts.ts'
import { uninterrupted } from '../interruptible.ts'
import { type DotArea, isOfSymbol, type Scene } from '../layout/scene.ts'
import { contentWarnings } from '../plan/content-warnings.ts'
import { isOfGs1 } from '../plan/gs1-symbol.ts'
import type { Warning } from '../plan/warning.ts'
import { warningsOf } from '../plan/warnings.ts'
import type { ComposedLabel, Page } from './compose.ts'
import type { DrawnOnLabel } from './draw-field.ts'
import type { FieldFinding } from './field.ts'
import { conflictFindings, fieldLabel, lacksNothing } from './judge-together.ts'
import { inkArea, isWithin, meet } from './placing.ts'

/** What is found about a field. */
export interface FieldJudgement {
  readonly drawn: DrawnOnLabel
  readonly findings: readonly FieldFinding[]
}

export function judged(
  drawn: readonly DrawnOnLabel[],
  { scene, erased }: ComposedLabel,
  page: Page,
): readonly FieldJudgement[] {
  const ofLabel = conflictFindings(drawn, scene)
  const isWhole = lacksNothing(drawn)
  return drawn.map((each) => {
    const ofPlace = placeFindings(each, page)
    const isCut = ofPlace.some(({ code }) => code === 'off_page')
    const findings = [
      ...each.findings,
      ...ofPlace,
      ...(each.symbol === undefined ? [] : symbolFindings(each, scene)).filter(
        ({ code }) => code !== 'gs1_missing_ai' || !isWhole,
      ),
      ...(ofLabel.get(fieldLabel(each)) ?? []),
      // around one that is light on dark there is ink
      ...(each.symbol === undefined || (each.field.isReversed && erased.has(each)) ? [] : conflicts(each, drawn)),
      // what is beyond the label is told already
      ...(isCut ? [] : erasedFindings(each, erased)),
    ]
    return { drawn: each, findings }
  })
}

/** Ink beyond what is printed. */
function placeFindings({ ink, symbol, marks }: DrawnOnLabel, { printed }: Page): readonly FieldFinding[] {
  if (ink === undefined) return []
  if (!isWithin(ink, printed)) {
    const bars = symbol && inkArea(marks.filter(isOfSymbol))
    const isCut = bars !== undefined && !isWithin(bars, printed)
    const over = beyond(ink, printed)
    const message = `it reaches ${over} dots beyond what is printed${isCut ? ': the symbol is cut off and cannot be read' : ''}`
    return [{ code: 'off_page', kind: isCut ? 'fault' : 'warning', message }]
  }
  const zone = zoneOf({ marks })
  if (zone === undefined || isWithin(zone, printed)) return []
  const message = `its quiet zone reaches ${beyond(zone, printed)} dots beyond the edge of what is printed`
  return [{ code: 'quiet_zone_short', kind: 'warning', message }]
}

function beyond(area: DotArea, page: DotArea): number {
  const { left, top, right, bottom } = area
  return Math.max(page.left - left, page.top - top, right - page.right, bottom - page.bottom)
}

/** A symbol with its quiet zones. */
function zoneOf({ marks }: Pick<DrawnOnLabel, 'marks'>): DotArea | undefined {
  const zones = marks.filter(isOfSymbol).map(({ symbol }) => symbol.area)
  return zones.length === 0
    ? undefined
    : zones.reduce((a, b) => ({
        left: Math.min(a.left, b.left),
        top: Math.min(a.top, b.top),
        right: Math.max(a.right, b.right),
        bottom: Math.max(a.bottom, b.bottom),
      }))
}

/** The warnings that a label with this symbol has. */
function symbolFindings({ symbol, marks }: DrawnOnLabel, scene: Scene): readonly FieldFinding[] {
  const encoded = symbol?.symbol.encoded
  const mark = marks.find(isOfSymbol)
  if (encoded === undefined || mark === undefined) return []
  const { barcode, doubts } = encoded
  const { module } = mark.symbol
  const own = { barcode, text: encoded.text, isOfGs1: isOfGs1(encoded) }
  const judged = { ...own, scene: { ...scene, module, barHeight: symbol!.height, cut: [] }, doubts } as const
  const warnings = [
    ...warningsOf({ ...judged, application: undefined, product: 'label', hasWantedModule: true }),
    ...contentWarnings(own),
  ]
  return warnings.map((warning) => findingOf(warning, scene))
}

function findingOf({ code, message, suggestion }: Warning, { resolution }: Scene): FieldFinding {
  const xdim = suggestion?.xdim
  const module = xdim === undefined ? undefined : Math.round(Number(xdim) * resolution.perMillimetre)
  return { code, kind: 'warning', message, ...(module !== undefined && { suggestion: `^BY${module}` }) }
}

/** Ink of other fields in a symbol or its quiet zone. */
function conflicts(symbol: DrawnOnLabel, drawn: readonly DrawnOnLabel[]): readonly FieldFinding[] {
  const zone = zoneOf(symbol) ?? inkArea(symbol.marks.slice(0, symbol.symbol!.modules.length))
  if (zone === undefined) return []
  const element = elementOf(symbol, zone)
  const others = drawn.filter(({ ink, isWhite, field }) => {
    return ink !== undefined && !isWhite && field !== symbol.field && meet(ink, zone)
  })
  return others.slice(0, mostIntruders).flatMap((other) => {
    const found = uninterrupted(conflictsIn([element, elementOf(other)], everywhere))
    return found
      .filter(({ code, labels: [name] }) => code === 'ink_in_quiet_zone' && name === element.label)
      .map(({ code, message }): FieldFinding => ({ code, kind: 'fault', message }))
  })
}

/** Fields whose ink in a symbol is named one by one. */
const mostIntruders = 20

const everywhere = { left: -1e9, top: -1e9, right: 1e9, bottom: 1e9 }

const elementOf = (drawn: DrawnOnLabel, zone?: DotArea): DrawnElement => ({
  label: fieldLabel(drawn),
  marks: drawn.marks,
  zone,
})

/** Dots of a symbol that are not dark on the label. */
function erasedFindings(drawn: DrawnOnLabel, erased: ComposedLabel['erased']): readonly FieldFinding[] {
  const lost = erased.get(drawn)
  if (lost === undefined) return []
  if (lost === 0) {
    return [
      { code: 'symbol_mirrored', kind: 'warning', message: 'the symbol is printed mirrored: few scanners read it' },
    ]
  }
  if (drawn.field.isReversed) {
    const message = 'the symbol is printed light on dark: many scanners do not read it'
    return [{ code: 'symbol_reversed', kind: 'warning', message }]
  }
  const message = `${lost} of its dark dots are printed light, by a field that is reversed or white`
  return [{ code: 'symbol_erased', kind: 'fault', message }]
}
