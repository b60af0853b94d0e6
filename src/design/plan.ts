/** What becomes of each symbol of a design, and what is doubtful about its other elements. */

import { type Application, specificationOf, titleOf, usualApplication } from '../../symbologies/index.ts'
import type { Limits } from '../drawing-size.ts'
import { uninterrupted } from '../interruptible.ts'
import { resolutions, usualDpi } from '../layout/resolution.ts'
import { blankLabel, fedOrientation, type LabelSize } from '../layout/stock.ts'
import { type DrawnSymbol, drawnLines, drawnSymbol, isAboutScanning, type Scans } from '../plan/plan.ts'
import type { Warning } from '../plan/warning.ts'
import { parameters } from '../request/params.ts'
import { DrawingRefusal } from '../request/refusals.ts'
import { type DesignRequest, fillingOf, standingScene } from './compose.ts'
import { conflictsIn } from './conflicts.ts'
import type { SymbolElement } from './design.ts'
import { drawingOf } from './drawing.ts'

/** What a plan is asked for with. */
export type DesignPlanRequest = Pick<DesignRequest, 'design' | 'given' | 'row' | 'now' | 'dpi' | 'numberOf'>

interface ElementReason {
  readonly code: Warning['code'] | 'does_not_fit'
  readonly message: string
}

/** A symbol as the design would have it. */
interface PlannedSymbol {
  /** What its element is called. */
  readonly element: string
  readonly type: string
  /** Null if it does not fit. */
  readonly text: string | null
  /** The application that it is judged for. */
  readonly application: Application | null
  readonly scans: Scans
  readonly reasons: readonly ElementReason[]
  readonly drawn: DrawnSymbol | null
  /** The request that explains it; null if it does not fit. */
  readonly explain: string | null
}

interface DesignPlan {
  readonly design: string
  readonly size: LabelSize
  readonly dpi: number
  /** Of the symbol that scans worst; no if an element has no room, because nothing is drawn then. */
  readonly scans: Scans
  readonly symbols: readonly PlannedSymbol[]
  /** What is doubtful about other elements. */
  readonly reasons: readonly ElementReason[]
}

/** @throws DrawingRefusal for fields and texts that are not accepted; FitError */
export function planDesign(request: DesignPlanRequest, limits: Limits): DesignPlan {
  const { design, dpi = usualDpi } = request
  const { size } = design
  const resolution = resolutions[dpi]
  const drawing = uninterrupted(drawingOf(design, fillingOf(request), resolution, limits))
  const wrong = drawing.refused.flatMap(({ faults }) => faults).filter(({ code }) => code !== 'does_not_fit')
  if (wrong.length > 0) throw new DrawingRefusal(wrong)
  const orientation = fedOrientation(size) ?? 'landscape'
  const blank = blankLabel({ size, orientation, resolution, paperSize: 'whole dots' })
  const scene = standingScene(drawing, design, { ...blank, resolution })
  const page = { left: 0, top: 0, right: blank.width, bottom: blank.height }
  const reasons = [...drawing.warningsOn(scene), ...uninterrupted(conflictsIn(drawing.elements, page))]
  const about = (label: string): readonly ElementReason[] =>
    reasons.filter(({ labels }) => labels.includes(label)).map(({ code, message }) => ({ code, message }))
  const refusedOf = (label: string): readonly ElementReason[] =>
    drawing.refused
      .filter(({ element }) => element.label === label)
      .flatMap(({ faults }) => faults.map(({ message }) => ({ code: 'does_not_fit', message }) as const))
  const symbols = design.elements.flatMap((element): PlannedSymbol[] => {
    if (element.kind !== 'symbol') return []
    const { label: name } = element
    const found = drawing.elements.find(({ label }) => label === name)?.symbol
    const own = [...refusedOf(name), ...about(name)]
    const type = `${element.given.type}`
    if (found === undefined) {
      return [
        { element: name, type, text: null, application: null, scans: 'no', reasons: own, drawn: null, explain: null },
      ]
    }
    const { barcode, text, module, barHeight } = found
    const application = found.application ?? usualApplication(barcode.symbology) ?? null
    const specification = application === null ? undefined : specificationOf(barcode.symbology, application)
    const drawn = drawnSymbol(barcode, { module, barHeight, resolution }, specification)
    const scans = own.some(isAboutScanning) ? 'doubtful' : 'yes'
    return [{ element: name, type, text, application, scans, reasons: own, drawn, explain: explainOf(element, text) }]
  })
  const isSymbol = (label: string): boolean => symbols.some(({ element }) => element === label)
  const others = design.elements.filter(({ label }) => !isSymbol(label))
  const ofOthers = reasons.filter(({ labels }) => !labels.some(isSymbol))
  return {
    ...{ design: design.name, size, dpi: Number(dpi) },
    scans: drawing.refused.length > 0 ? 'no' : symbols.some(({ scans }) => scans === 'doubtful') ? 'doubtful' : 'yes',
    symbols,
    reasons: [
      ...others.flatMap(({ label }) => refusedOf(label)),
      ...ofOthers.map(({ code, message }) => ({ code, message })),
    ],
  }
}

/** The path and query of the explanation of a symbol. */
function explainOf({ given }: SymbolElement, text: string): string {
  const own = Object.entries(given).filter(([name]) => Object.hasOwn(parameters.explain, name))
  const query = Object.fromEntries(own.map(([name, value]) => [name, `${value}`]))
  return `/api/v1/explain?${new URLSearchParams({ ...query, text })}`
}

/** A readable plan, in lines. */
export function designPlanText({ design, size, dpi, scans, symbols, reasons }: DesignPlan): string {
  const lines = symbols.flatMap(({ element, type, text, application, scans: own, reasons: why, drawn }) => [
    `${element}: ${titleOf(type as Parameters<typeof titleOf>[0])}${text === null ? '' : ` of ${JSON.stringify(text)}`}${application === null ? '' : `, for ${application}`}`,
    `  scans: ${own}`,
    ...why.map(({ code, message }) => `    ${code}; ${message}`),
    ...(drawn === null ? [] : drawnLines(drawn).map((line) => `  ${line}`)),
  ])
  return [
    `design ${design} on ${size} at ${dpi} dpi`,
    `scans: ${scans}`,
    ...lines,
    ...reasons.map(({ code, message }) => `${code}; ${message}`),
    '',
  ].join('\n')
}
