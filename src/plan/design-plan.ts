/** What becomes of each symbol of a design, and what is doubtful about its other elements. */

import { type Application, specificationOf, titleOf, usualApplication } from '../../symbologies/index.ts'
import { composeDesign, type DesignRequest, fillingOf, placeOf, standingScene } from '../design/compose.ts'
import { conflictsIn } from '../design/conflicts.ts'
import type { LabelElement, SymbolElement } from '../design/design.ts'
import { drawingOf } from '../design/drawing.ts'
import { scaledDesign } from '../design/for-printer.ts'
import type { LabelFormat } from '../draw/finish.ts'
import type { Limits } from '../drawing-size.ts'
import { uninterrupted } from '../interruptible.ts'
import { FitError } from '../layout/fit.ts'
import { usualDpi } from '../layout/resolution.ts'
import { blankLabel, type LabelSize } from '../layout/stock.ts'
import { parameters } from '../request/params.ts'
import { DrawingRefusal } from '../request/refusals.ts'
import { type DrawnSymbol, drawnLines, drawnSymbol, isAboutScanning, type Scans } from './plan.ts'
import type { Warning } from './warning.ts'

/** What a plan is asked for with. */
export interface DesignPlanRequest extends Omit<DesignRequest, 'format' | 'qty' | 'strict' | 'verify' | 'zpl'> {
  /** `pdf` by default. */
  readonly format?: LabelFormat | undefined
}

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
  const { design } = request
  const { size } = design
  const label = { ...request, format: request.format ?? 'pdf' }
  const { medium, page } = placeOf(label)
  const { resolution, scale, dpi = usualDpi } = medium
  const context = { filling: fillingOf(request), page, limits }
  const drawing = uninterrupted(drawingOf(scaledDesign(design, scale), context))
  const wrong = drawing.refused.flatMap(({ faults }) => faults).filter(({ code }) => code !== 'does_not_fit')
  if (wrong.length > 0) throw new DrawingRefusal(wrong)
  const blank = blankLabel(page)
  const scene = standingScene(drawing, design, { ...blank, resolution })
  const edges = { left: 0, top: 0, right: blank.width, bottom: blank.height }
  const reasons = [...drawing.warningsOn(scene), ...uninterrupted(conflictsIn(drawing.elements, edges))]
  const about = (label: string): readonly ElementReason[] =>
    reasons.filter(({ labels }) => labels.includes(label)).map(({ code, message }) => ({ code, message }))
  const refusedOf = (label: string): readonly ElementReason[] =>
    drawing.refused
      .filter(({ element }) => element.label === label)
      .flatMap(({ faults }) => faults.map(({ message }) => ({ code: 'does_not_fit', message }) as const))
  const symbols = design.elements.flatMap((element): PlannedSymbol[] => {
    if (element.kind !== 'symbol' && element.kind !== 'label') return []
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
  const whole = drawing.refused.length > 0 ? [] : reasonsOfWhole(label, limits, { reasons, isSymbol })
  const others = design.elements.filter(({ label }) => !isSymbol(label))
  const ofOthers = reasons.filter(({ labels }) => !labels.some(isSymbol))
  return {
    ...{ design: design.name, size, dpi: Number(dpi) },
    scans: drawing.refused.length > 0 ? 'no' : worstOf([...symbols, ...whole]),
    symbols,
    reasons: [
      ...others.flatMap(({ label }) => refusedOf(label)),
      ...ofOthers.map(({ code, message }) => ({ code, message })),
      ...whole.map(({ code, message }) => ({ code, message })),
    ],
  }
}

/** Why a label as a whole is not drawn, or what is doubtful about it besides its elements: what it is drawn for. */
function reasonsOfWhole(
  label: DesignPlanRequest & { readonly format: LabelFormat },
  limits: Limits,
  { reasons, isSymbol }: { readonly reasons: readonly ElementReason[]; readonly isSymbol: (label: string) => boolean },
): readonly (ElementReason & { readonly scans: Scans })[] {
  try {
    const { warnings } = composeDesign({ ...label, qty: 1, strict: false, verify: false }, limits)
    return warnings
      .filter(({ message }) => !reasons.some((other) => other.message === message))
      .map(({ code, message }) => {
        const isOfWords = code === 'off_page' && !isSymbol(message.slice(0, message.lastIndexOf(' leaves the label')))
        return { code, message, scans: isOfWords ? 'yes' : 'doubtful' }
      })
  } catch (error) {
    if (!(error instanceof FitError)) throw error
    return [{ code: error.code, message: error.message, scans: 'no' }]
  }
}

function worstOf(all: readonly { readonly scans: Scans }[]): Scans {
  const worst = (['no', 'doubtful'] as const).find((each) => all.some(({ scans }) => scans === each))
  return worst ?? 'yes'
}

/** The path and query of the explanation of a symbol. */
function explainOf({ given }: SymbolElement | LabelElement, text: string): string {
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
