/** What can be printed on which label, and whether it will scan; the same in words. */

import {
  type Application,
  type Barcode,
  type DataMatrixTrace,
  type Encoded,
  encodeRequest,
  type LabelSymbology,
  type Specification,
  specificationOf,
  titleOf,
  usualApplication,
} from '../../symbologies/index.ts'
import { designRequestOf } from '../design/of-label.ts'
import { logistics } from '../draw/logistics.ts'
import type { Limits } from '../drawing-size.ts'
import { FitError } from '../layout/fit.ts'
import { threeDecimals } from '../layout/resolution.ts'
import type { LabelSize, Orientation } from '../layout/stock.ts'
import {
  type Alternative,
  type AlternativeReason,
  type Alternatives,
  alternatives,
  dpiOf,
  isAboutLabel,
  labelOf,
  type PlanRequest,
  sizeOf,
} from './alternatives.ts'
import { isAboutScanning, planDesign, type Scans } from './design-plan.ts'
import { type DrawnSymbol, drawnLines } from './drawn-symbol.ts'

interface Plan extends Alternatives {
  readonly type: LabelSymbology
  readonly size: LabelSize
  readonly orientation: Orientation
  readonly dpi: number
  /** The application that the symbol is judged for; null if none is given and the symbology has no usual one. */
  readonly application: Application | null
  readonly scans: Scans
  readonly reasons: readonly AlternativeReason[]
  readonly drawn: DrawnSymbol | null
  /** The smallest of the changes of the label that make it scan; null if it does, if what was typed is in doubt, or if none makes it. */
  readonly nearest: Alternative | null
  /** What some readers do with the symbol, or what its bars are lower than, though it is no reason to doubt it. */
  readonly notes: readonly string[]
}

/**
 * The plan of a label, which is composed as it would be drawn.
 *
 * @param limits  of the drawing
 * @throws EncodeError, Gs1Error if the symbology cannot carry the text or the message
 */
export function plan(request: PlanRequest, limits: Limits): Plan {
  const { type, orientation } = request
  // a logistic label divides its message among symbols
  const encoded = request.layout === 'logistics' ? undefined : encodeRequest(request)
  const { scans, drawn, reasons } = verdictOn(request, limits, encoded)
  const others = alternatives(request, limits, encoded)
  const { arrangements, sizes, resolutions, symbologies } = others
  const isSound = scans !== 'no' && !reasons.some((reason) => isAboutScanning(reason) && isAboutLabel(reason))
  const nearest = isSound ? null : ([...arrangements, ...sizes, ...resolutions, ...symbologies][0] ?? null)
  const application = applicationOf(request)
  const specification = application && specificationOf(type, application)
  const notes = [
    ...(encoded === undefined ? [] : notesAbout(encoded.barcode)),
    ...(drawn === null ? [] : noteAboutBars(drawn, specification)),
  ]
  const size = sizeOf(request)
  return {
    ...{ type, size, orientation, dpi: Number(dpiOf(request)), application: application ?? null },
    ...{ scans, reasons, drawn, nearest, notes },
    ...others,
  }
}

/** What becomes of the one symbol of the design of a label. */
function verdictOn(request: PlanRequest, limits: Limits, encoded: Encoded | undefined): Verdict {
  try {
    const { scans, symbols, reasons } = planDesign(designRequestOf(labelOf(request, encoded)), limits)
    const [symbol] = symbols
    return { scans, drawn: scans === 'no' ? null : symbol!.drawn, reasons: [...symbol!.reasons, ...reasons] }
  } catch (error) {
    if (!(error instanceof FitError)) throw error
    return { scans: 'no', drawn: null, reasons: [{ code: error.code, message: error.message }] }
  }
}

type Verdict = Pick<Plan, 'scans' | 'drawn' | 'reasons'>

/** The application that a label is judged for. */
function applicationOf({ type, layout, application }: PlanRequest): Application | undefined {
  return application ?? (layout === 'logistics' ? logistics : usualApplication(type))
}

/** Readers built on libdmtx do not know ECI: the codeword of its number is the character before the text to them. */
function notesAbout({ symbology, trace }: Barcode): readonly string[] {
  if (symbology !== 'datamatrix') return []
  const { eci } = trace as DataMatrixTrace
  if (eci === undefined || eci > 0x7e) return []
  const shown = `U+${eci.toString(16).toUpperCase().padStart(4, '0')} before the text`
  const [bytes, wayOut] = eci === 3 ? ['', 'eci=utf8 and eci=none leave'] : [', and other letters', 'eci=utf8 leaves']
  return [`readers that do not know ECI, such as those built on libdmtx, show ${shown}${bytes}; ${wayOut} the ECI out`]
}

/** Bars that are high enough only because the label has no room for more. */
function noteAboutBars({ barHeight }: DrawnSymbol, specification: Specification | undefined): readonly string[] {
  const { atTarget, withoutRoom } = specification?.barHeight ?? {}
  if (barHeight === null || atTarget === undefined || withoutRoom === undefined) return []
  if (barHeight < withoutRoom || barHeight >= atTarget) return []
  return [
    `bars of ${barHeight} mm are lower than ${atTarget} mm; ${withoutRoom} mm is enough only where an item has no room for more`,
  ]
}

/** A readable plan, in lines. */
export function planText(plan: Plan): string {
  const { type, size, orientation, dpi, application, scans, reasons, drawn, nearest, notes } = plan
  const use = application === null ? '' : `, for ${application}`
  return [
    `${titleOf(type)} on ${size} in ${orientation} at ${dpi} dpi${use}`,
    `scans: ${scans}`,
    ...reasons.map(({ code, message }) => `  ${code}; ${message}`),
    ...notes.map((note) => `  note: ${note}`),
    ...(drawn === null ? [] : drawnLines(drawn)),
    ...(nearest === null ? [] : [`nearest change: ${choiceText(nearest)}`]),
    `other arrangements: ${listed(plan.arrangements)}`,
    `other sizes: ${listed(plan.sizes)}`,
    `other resolutions: ${listed(plan.resolutions)}`,
    `other symbologies: ${listed(plan.symbologies)}`,
    '',
  ].join('\n')
}

function listed(choices: readonly Alternative[]): string {
  return choices.length === 0 ? 'none' : choices.map(choiceText).join(', ')
}

const choiceText = ({ change, x }: Alternative): string => `${change} (X ${threeDecimals(x)} mm)`
