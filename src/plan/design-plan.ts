/** What becomes of each symbol of a design, and what is doubtful about its other elements. */

import { type Application, specificationOf, titleOf, usualApplication } from '../../symbologies/index.ts'
import {
  type DesignComposition,
  type DesignRequest,
  type DrawnLabel,
  drawnLabel,
  elementJudge,
  finishedLabel,
  placeOf,
} from '../design/compose.ts'
import { isSymbolElement, type LabelElement, type SymbolElement } from '../design/design.ts'
import type { LabelFormat } from '../draw/finish.ts'
import { DrawingRefusal } from '../drawing-refusal.ts'
import type { Limits } from '../drawing-size.ts'
import { uninterrupted } from '../interruptible.ts'
import { FitError } from '../layout/fit.ts'
import { usualDpi } from '../layout/resolution.ts'
import type { LabelSize } from '../layout/stock.ts'
import { parameters } from '../request/params.ts'
import { type DrawnSymbol, drawnLines, drawnSymbol } from './drawn-symbol.ts'
import type { Warning } from './warning.ts'

/** What a plan is asked for with. */
export interface DesignPlanRequest extends Omit<DesignRequest, 'format' | 'qty' | 'strict' | 'verify' | 'zpl'> {
  /** `pdf` by default. */
  readonly format?: LabelFormat | undefined
}

/** yes: drawn without a warning about the symbol; doubtful: with one; no: not drawn. */
export type Scans = 'yes' | 'doubtful' | 'no'

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
  const label = { ...request, format: request.format ?? 'pdf', qty: 1, strict: false, verify: false }
  const drawn = uninterrupted(drawnLabel(label, placeOf(label), limits))
  const { drawing, medium } = drawn
  const { resolution, dpi = usualDpi } = medium
  const wrong = drawing.refused.flatMap(({ faults }) => faults).filter(({ code }) => code !== 'does_not_fit')
  if (wrong.length > 0) throw new DrawingRefusal(wrong)
  const finished = drawing.refused.length > 0 ? undefined : finishedOr(label, drawn, limits)
  const isFinished = finished !== undefined && 'scene' in finished
  const reasons = isFinished ? finished.ofElements : uninterrupted(elementJudge(drawn))(drawn.scene)
  const { compensation } = isFinished ? finished.scene : drawn.scene
  const about = (label: string): readonly ElementReason[] =>
    reasons.filter(({ labels }) => labels.includes(label)).map(({ code, message }) => ({ code, message }))
  const refusedOf = (label: string): readonly ElementReason[] =>
    drawing.refused
      .filter(({ element }) => element.label === label)
      .flatMap(({ faults }) => faults.map(({ message }) => ({ code: 'does_not_fit', message }) as const))
  const symbols = design.elements.filter(isSymbolElement).map((element): PlannedSymbol => {
    const { label: name } = element
    const found = drawing.elements.find(({ label }) => label === name)?.symbol
    const own = [...refusedOf(name), ...about(name)]
    const type = `${element.given.type}`
    if (found === undefined) {
      return {
        element: name,
        type,
        text: null,
        application: null,
        scans: 'no',
        reasons: own,
        drawn: null,
        explain: null,
      }
    }
    const { barcode, text, module, barHeight } = found
    const application = found.application ?? usualApplication(barcode.symbology) ?? null
    const specification = application === null ? undefined : specificationOf(barcode.symbology, application)
    const measured = drawnSymbol(barcode, { module, barHeight, resolution, compensation }, specification)
    const scans = own.some(isAboutScanning) ? 'doubtful' : 'yes'
    const explain = explainOf(element, text)
    return { element: name, type, text, application, scans, reasons: own, drawn: measured, explain }
  })
  const isSymbol = (label: string): boolean => symbols.some(({ element }) => element === label)
  const whole = finished === undefined ? [] : reasonsOfWhole(finished, isSymbol)
  const others = design.elements.filter(({ label }) => !isSymbol(label))
  const ofOthers = reasons.filter(({ labels }) => !labels.some(isSymbol))
  // a rule of the label that no symbol breaks by itself
  const ofLabel = ofOthers.flatMap(({ code }) => (code === 'profile_rule' ? [{ scans: 'doubtful' as const }] : []))
  return {
    ...{ design: design.name, size: design.size, dpi: Number(dpi) },
    scans: drawing.refused.length > 0 ? 'no' : worstOf([...symbols, ...whole, ...ofLabel]),
    symbols,
    reasons: [
      ...others.flatMap(({ label }) => refusedOf(label)),
      ...ofOthers.map(({ code, message }) => ({ code, message })),
      ...whole.map(({ code, message }) => ({ code, message })),
    ],
  }
}

/** Words that are cut do not keep a symbol from being read, nor does what a published label only recommends. */
export const isAboutScanning = ({ code }: Pick<ElementReason, 'code'>): boolean =>
  code !== 'caption_cut' && code !== 'profile_advice'

/** The label for its medium, or why it is not drawn. */
function finishedOr(label: DesignRequest, drawn: DrawnLabel, limits: Limits): DesignComposition | FitError {
  try {
    return uninterrupted(finishedLabel(label, drawn, limits))
  } catch (error) {
    if (!(error instanceof FitError)) throw error
    return error
  }
}

/** Why a label as a whole is not drawn, or what is doubtful about it besides its elements: what it is drawn for. */
function reasonsOfWhole(
  finished: DesignComposition | FitError,
  isSymbol: (label: string) => boolean,
): readonly (ElementReason & { readonly scans: Scans })[] {
  if (!('scene' in finished)) return [{ code: finished.code, message: finished.message, scans: 'no' }]
  const { warnings, ofElements } = finished
  return warnings.slice(ofElements.length).map(({ code, message }) => {
    const isOfWords = code === 'off_page' && !isSymbol(message.slice(0, message.lastIndexOf(' leaves the label')))
    return { code, message, scans: isOfWords ? 'yes' : 'doubtful' }
  })
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
