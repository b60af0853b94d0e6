/** What can be printed on which label, and whether it will scan; the same in words. */

import {
  type Application,
  type Barcode,
  type DataMatrixTrace,
  encodeRequest,
  type LabelSymbology,
  type Specification,
  specificationOf,
  titleOf,
  usualApplication,
} from '../../symbologies/index.ts'
import { logistics } from '../draw/logistics.ts'
import type { Limits } from '../drawing-size.ts'
import { limitedTo } from '../layout/compensation.ts'
import { dotsAModule, millimetres, threeDecimals } from '../layout/resolution.ts'
import type { Scene } from '../layout/scene.ts'
import type { LabelSize, Orientation } from '../layout/stock.ts'
import { columnDots, leastBarMillimetres, totalColumns } from '../layout/symbol.ts'
import {
  type Alternatives,
  alternatives,
  type Choice,
  dpiOf,
  isAboutLabel,
  outcome,
  type PlanRequest,
  type Reason,
  sizeOf,
} from './alternatives.ts'

/** yes: drawn without a warning about the symbol; doubtful: with one; no: not drawn. */
export type Scans = 'yes' | 'doubtful' | 'no'

/** The symbol as the label would have it. Lengths are in mm. */
export interface DrawnSymbol {
  readonly dotsPerModule: number
  /** The module width. */
  readonly x: number
  /** With its quiet zones. */
  readonly width: number
  readonly limits: { readonly least: number; readonly target: number; readonly most: number } | null
  /** Null for a matrix symbology. */
  readonly barHeight: number | null
  readonly leastBarHeight: number | null
  readonly quietZones: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }
  /** Dots by which bars and modules are drawn narrower for `gain`, across the print head and along; less than 0 if wider. */
  readonly narrowed?: { readonly across: number; readonly along: number }
}

interface Plan extends Alternatives {
  readonly type: LabelSymbology
  readonly size: LabelSize
  readonly orientation: Orientation
  readonly dpi: number
  /** The application that the symbol is judged for; null if none is given and the symbology has no usual one. */
  readonly application: Application | null
  readonly scans: Scans
  readonly reasons: readonly Reason[]
  readonly drawn: DrawnSymbol | null
  /** The smallest of the changes of the label that make it scan; null if it does, if what was typed is in doubt, or if none makes it. */
  readonly nearest: Choice | null
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
  const { composition, reasons } = outcome(request, limits, encoded)
  const scans = composition === undefined ? 'no' : reasons.some(isAboutScanning) ? 'doubtful' : 'yes'
  const others = alternatives(request, limits, encoded)
  const { arrangements, sizes, resolutions, symbologies } = others
  const isSound =
    composition !== undefined && !reasons.some((reason) => isAboutScanning(reason) && isAboutLabel(reason))
  const nearest = isSound ? null : ([...arrangements, ...sizes, ...resolutions, ...symbologies][0] ?? null)
  const application = applicationOf(request)
  const specification = application && specificationOf(type, application)
  const drawn = composition && drawnSymbol(composition.barcode, composition.scene, specification)
  const barcode = composition?.barcode ?? encoded?.barcode
  const notes = [
    ...(barcode === undefined ? [] : notesAbout(barcode)),
    ...(drawn === undefined ? [] : noteAboutBars(drawn, specification)),
  ]
  const size = sizeOf(request)
  return {
    ...{ type, size, orientation, dpi: Number(dpiOf(request)), application: application ?? null },
    ...{ scans, reasons, drawn: drawn ?? null, nearest, notes },
    ...others,
  }
}

/** The application that a label is judged for. */
function applicationOf({ type, layout, application }: PlanRequest): Application | undefined {
  return application ?? (layout === 'logistics' ? logistics : usualApplication(type))
}

/** Words that are cut do not keep a symbol from being read. */
export const isAboutScanning = ({ code }: Pick<Reason, 'code'>): boolean => code !== 'caption_cut'

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

export function drawnSymbol(
  barcode: Barcode,
  scene: Pick<Scene, 'module' | 'resolution' | 'barHeight' | 'compensation'>,
  specification: Specification | undefined,
): DrawnSymbol {
  const { module, resolution, barHeight, compensation } = scene
  const narrowed = compensation && limitedTo(module, compensation)
  const { matrix, quiet } = barcode
  const isLinear = matrix.height === 1
  const mm = (dots: number): number => millimetres(dots, resolution)
  const dots = columnDots(barcode, module)
  const least = leastBarMillimetres(barcode, { specification, module, resolution }, 'without room')
  return {
    dotsPerModule: module,
    x: mm(module),
    width: mm(totalColumns(barcode) * dots),
    limits: specification === undefined ? null : limitsIn(specification),
    barHeight: isLinear ? mm(barHeight) : null,
    leastBarHeight: isLinear ? Math.round(1000 * least) / 1000 : null,
    quietZones: {
      left: mm(quiet.left * dots),
      right: mm(quiet.right * dots),
      top: mm(quiet.top * dots),
      bottom: mm(quiet.bottom * dots),
    },
    ...(narrowed && { narrowed: { across: narrowed.x, along: narrowed.y } }),
  }
}

function limitsIn({ leastModule, targetModule, mostModule }: Specification): NonNullable<DrawnSymbol['limits']> {
  return { least: leastModule, target: targetModule, most: mostModule }
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
    `the same label: ${listed(plan.arrangements)}`,
    `other sizes: ${listed(plan.sizes)}`,
    `other resolutions: ${listed(plan.resolutions)}`,
    `other symbologies: ${listed(plan.symbologies)}`,
    '',
  ].join('\n')
}

export function drawnLines(drawn: DrawnSymbol): string[] {
  const { dotsPerModule, x, width, limits, barHeight, leastBarHeight, quietZones, narrowed } = drawn
  const allowed =
    limits === null ? '' : `; ${threeDecimals(limits.least)} to ${threeDecimals(limits.most)} mm are allowed`
  const { left, right, top, bottom } = quietZones
  return [
    `X: ${threeDecimals(x)} mm, ${dotsAModule(dotsPerModule)}${allowed}`,
    `width: ${width} mm with quiet zones`,
    ...(barHeight === null ? [] : [`bars: ${barHeight} mm; ${leastBarHeight} mm are needed`]),
    ...(narrowed === undefined
      ? []
      : [`for gain: ${changeText(narrowed.across)} across, ${changeText(narrowed.along)} along`]),
    `quiet zones: left ${left}, right ${right}, top ${top}, bottom ${bottom} mm`,
  ]
}

const changeText = (dots: number): string =>
  `${Math.abs(dots)} ${Math.abs(dots) === 1 ? 'dot' : 'dots'} ${dots < 0 ? 'wider' : 'narrower'}`

function listed(choices: readonly Choice[]): string {
  return choices.length === 0 ? 'none' : choices.map(choiceText).join(', ')
}

const choiceText = ({ change, x }: Choice): string => `${change} (X ${threeDecimals(x)} mm)`
