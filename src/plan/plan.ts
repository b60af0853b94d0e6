/** What can be printed on which label, and whether it will scan. */

import {
  type Application,
  type Barcode,
  EncodeError,
  encode,
  isLabelSymbology,
  type LabelSymbology,
  labelSymbologies,
  type Specification,
  specificationOf,
  symbologiesFor,
  usualApplication,
} from '../../symbologies/index.ts'
import { FitError } from '../layout/fit.ts'
import { layoutLabel } from '../layout/label.ts'
import { leastBarHeight } from '../layout/limits.ts'
import { type Dpi, dpis, millimetres, resolutions } from '../layout/resolution.ts'
import { type SheetStyle, sheetOf } from '../layout/room.ts'
import type { Scene } from '../layout/scene.ts'
import { type Orientation, orientations, type StockName, stockArea, stockNames } from '../layout/stock.ts'
import { isTooLongAbove } from '../layout/text-above.ts'
import type { WarningCode } from './warning.ts'
import { warningsOf } from './warnings.ts'

export interface PlanRequest {
  readonly text: string
  readonly type: LabelSymbology
  readonly size: StockName
  readonly orientation: Orientation
  readonly showtext: boolean
  /** 300 by default. */
  readonly dpi?: Dpi | undefined
  readonly application?: Application | undefined
}

/** yes: drawn without a warning; doubtful: with warnings; no: not drawn. */
export type Scans = 'yes' | 'doubtful' | 'no'

export interface Reason {
  readonly code: WarningCode | 'does_not_fit'
  readonly message: string
}

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
}

/** A label that differs from the one asked for in one thing, and whose symbol scans. */
export interface Choice {
  /** What is different, as parameters: `size=50x25`. */
  readonly change: string
  readonly type: LabelSymbology
  readonly size: StockName
  readonly orientation: Orientation
  readonly dpi: number
  readonly application: Application | null
  readonly dotsPerModule: number
  readonly x: number
}

export interface Plan {
  readonly type: LabelSymbology
  readonly size: StockName
  readonly orientation: Orientation
  readonly dpi: number
  /** The application that the symbol is judged for; null if none is given and the symbology has no usual one. */
  readonly application: Application | null
  readonly scans: Scans
  readonly reasons: readonly Reason[]
  readonly drawn: DrawnSymbol | null
  /** The smallest of the changes that make it scan; null if it does, or if none makes it. */
  readonly nearest: Choice | null
  /** The same label in the other orientation, or laid out for the application that it is judged for. */
  readonly arrangements: readonly Choice[]
  /** What else would do, the nearest first; five sizes at most. */
  readonly sizes: readonly Choice[]
  readonly resolutions: readonly Choice[]
  readonly symbologies: readonly Choice[]
}

/** @throws EncodeError if the symbology cannot carry the text */
export function plan(request: PlanRequest): Plan {
  const { type, size, orientation, dpi = '300', application } = request
  const barcode = encode(type, request.text)
  const { scene, reasons } = outcome(barcode, request)
  const scans = scene === undefined ? 'no' : reasons.length > 0 ? 'doubtful' : 'yes'
  const others = alternatives(barcode, request)
  const { arrangements, sizes, resolutions, symbologies } = others
  const nearest = scans === 'yes' ? null : ([...arrangements, ...sizes, ...resolutions, ...symbologies][0] ?? null)
  const judgedFor = application ?? usualApplication(type)
  const specification = judgedFor && specificationOf(type, judgedFor)
  const drawn = scene === undefined ? null : drawnSymbol(barcode, scene, specification)
  return {
    ...{ type, size, orientation, dpi: Number(dpi), application: judgedFor ?? null },
    ...{ scans, reasons, drawn, nearest },
    ...others,
  }
}

interface Outcome {
  /** Undefined if the symbol does not fit. */
  readonly scene: Scene | undefined
  readonly reasons: readonly Reason[]
}

function outcome(barcode: Barcode, request: PlanRequest): Outcome {
  const { text, showtext, application } = request
  const style = { ...sheetStyle(request), showtext, application }
  try {
    const scene = layoutLabel(barcode, text, style)
    const warnings = warningsOf({ barcode, scene, application, product: 'label', hasWantedModule: false })
    return { scene, reasons: warnings.map(({ code, message }) => ({ code, message })) }
  } catch (error) {
    if (!(error instanceof FitError)) throw error
    return { scene: undefined, reasons: [{ code: error.code, message: error.message }] }
  }
}

type Alternatives = Pick<Plan, 'arrangements' | 'sizes' | 'resolutions' | 'symbologies'>

function alternatives(barcode: Barcode, request: PlanRequest): Alternatives {
  let characters = mostCharacters
  const good = (changes: Partial<PlanRequest>, symbol = barcode): Choice[] => {
    const other = { ...request, ...changes }
    if (isSurelyCut(symbol, other)) return []
    if (other.showtext) characters -= other.text.length
    if (characters < 0) return []
    const { scene, reasons } = outcome(symbol, other)
    if (scene === undefined || reasons.length > 0) return []
    const { type, size, orientation, dpi = '300', application = null } = other
    const { module, resolution } = scene
    const x = millimetres(module, resolution)
    const change = Object.entries(changes)
      .map(([name, value]) => `${name}=${value}`)
      .join('&')
    return [{ change, type, size, orientation, dpi: Number(dpi), application, dotsPerModule: module, x }]
  }
  const turned = orientations.filter((orientation) => orientation !== request.orientation)
  const usual = request.application === undefined ? usualApplication(request.type) : undefined
  return {
    arrangements: [
      ...turned.flatMap((orientation) => good({ orientation })),
      ...(usual === undefined ? [] : good({ application: usual })),
    ],
    sizes: firstFew(othersBySize(request.size), (size) => good({ size })),
    resolutions: dpis.filter((dpi) => dpi !== (request.dpi ?? '300')).flatMap((dpi) => good({ dpi })),
    symbologies: othersFor(request.type, request.application ?? usual).flatMap((type) => {
      const symbol = encodedOr(type, request.text)
      return symbol === undefined ? [] : good({ type, ...(usual !== undefined && { application: usual }) }, symbol)
    }),
  }
}

/** The most characters above symbols that are set to look for others: a long text has fewer of them. It bounds the time of a plan. */
const mostCharacters = 2400

/** The most sizes that a plan lists. */
const mostSizes = 5

/** What comes of the first of `all`, until there are as many as a plan lists. */
function firstFew<T, U>(all: readonly T[], from: (one: T) => readonly U[]): readonly U[] {
  const found: U[] = []
  for (const one of all) {
    if (found.length === mostSizes) break
    found.push(...from(one))
  }
  return found
}

/** Whether the text above the symbol is certain to be cut. */
function isSurelyCut(barcode: Barcode, { text, showtext, ...request }: PlanRequest): boolean {
  return showtext && isTooLongAbove(barcode, text, sheetOf(sheetStyle(request)).room)
}

function sheetStyle({ size, orientation, dpi = '300' }: Pick<PlanRequest, 'size' | 'orientation' | 'dpi'>): SheetStyle {
  return { stock: size, orientation, resolution: resolutions[dpi], paperSize: 'whole dots' }
}

/** The other stocks, those of the most similar area first. */
function othersBySize(size: StockName): readonly StockName[] {
  const difference = (other: StockName): number => Math.abs(Math.log(stockArea(other) / stockArea(size)))
  return stockNames.filter((other) => other !== size).toSorted((a, b) => difference(a) - difference(b))
}

/** The other symbologies that the application accepts; without one, all. */
function othersFor(type: LabelSymbology, application: Application | undefined): readonly LabelSymbology[] {
  const accepted = application === undefined ? labelSymbologies : symbologiesFor(application).filter(isLabelSymbology)
  return accepted.filter((other) => other !== type)
}

function encodedOr(type: LabelSymbology, text: string): Barcode | undefined {
  try {
    return encode(type, text)
  } catch (error) {
    if (error instanceof EncodeError) return undefined
    throw error
  }
}

function drawnSymbol(barcode: Barcode, scene: Scene, specification: Specification | undefined): DrawnSymbol {
  const { module, resolution, barHeight } = scene
  const { matrix, quiet } = barcode
  const isLinear = matrix.height === 1
  const mm = (dots: number): number => millimetres(dots, resolution)
  const least = leastBarHeight(barcode, { specification, module, resolution }, 'without room')
  return {
    dotsPerModule: module,
    x: mm(module),
    width: mm((quiet.left + matrix.width + quiet.right) * module),
    limits: specification === undefined ? null : limitsIn(specification),
    barHeight: isLinear ? mm(barHeight) : null,
    leastBarHeight: isLinear ? mm(least) : null,
    quietZones: {
      left: mm(quiet.left * module),
      right: mm(quiet.right * module),
      top: mm(quiet.top * module),
      bottom: mm(quiet.bottom * module),
    },
  }
}

function limitsIn({ leastModule, targetModule, mostModule }: Specification): NonNullable<DrawnSymbol['limits']> {
  return { least: leastModule, target: targetModule, most: mostModule }
}
