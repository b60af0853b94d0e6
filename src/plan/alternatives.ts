/** What comes of a label, and of others that differ from it in one thing. */

import { Gs1Error } from '../../symbologies/gs1/index.ts'
import {
  type Application,
  type Content,
  type Encoded,
  EncodeError,
  encodeContent,
  gs1Symbologies,
  isLabelSymbology,
  type LabelSymbology,
  labelSymbologies,
  symbologies,
  symbologiesFor,
  usualApplication,
} from '../../symbologies/index.ts'
import { memoize } from '../../symbologies/memoize.ts'
import { composeLabel, labelStyleOf, type SymbolComposition } from '../design/of-label.ts'
import type { LabelFormat, LabelRequest } from '../draw/drawing.ts'
import { sheetLabel } from '../draw/sheets.ts'
import type { Limits } from '../drawing-size.ts'
import { FitError } from '../layout/fit.ts'
import { fittedLabel, type LabelStyle } from '../layout/label.ts'
import { logisticStocks } from '../layout/label-layouts.ts'
import { captionText, isTooLongAbove, leastEmsAbove } from '../layout/label-words.ts'
import { type Dpi, dpis, millimetres, tapeDpis, usualDpi, xdimOf } from '../layout/resolution.ts'
import { sheetCalled } from '../layout/sheets/products.ts'
import { areaOf, blankLabel, type LabelSize, type Orientation, orientations, stockNames } from '../layout/stock.ts'
import { assumedDpiOf, isPrinterLanguage, languageTraits } from '../render/language.ts'
import { optionsOf } from '../request/options.ts'
import { isOfGs1 } from './gs1-symbol.ts'
import type { WarningCode } from './warning.ts'
import { warningsOf } from './warnings.ts'

/** A label as it is asked for, however many of it there will be. */
export interface PlanRequest extends Omit<LabelRequest, 'encoded' | 'format' | 'qty' | 'strict' | 'verify' | 'zpl'> {
  /** `pdf` by default. */
  readonly format?: LabelFormat | undefined
}

export interface AlternativeReason {
  readonly code: WarningCode | 'does_not_fit'
  readonly message: string
}

interface Outcome {
  /** Undefined if the label is not drawn. */
  readonly composition: SymbolComposition | undefined
  readonly reasons: readonly AlternativeReason[]
}

/**
 * What comes of a label: its drawing and the doubts about it, or why it is not drawn.
 *
 * @param encoded  its symbol, if that is known
 * @throws EncodeError, Gs1Error if the symbology cannot carry the text or the message
 */
export function outcome(request: PlanRequest, limits: Limits, encoded?: Encoded): Outcome {
  try {
    const composition = composeLabel(labelOf(request, encoded), limits)
    return { composition, reasons: composition.warnings.map(({ code, message }) => ({ code, message })) }
  } catch (error) {
    if (!(error instanceof FitError)) throw error
    return { composition: undefined, reasons: [{ code: error.code, message: error.message }] }
  }
}

/** Strict or not, a plan says what is doubtful. */
export function labelOf(request: PlanRequest, encoded?: Encoded): LabelRequest {
  return { ...request, format: request.format ?? 'pdf', qty: 1, strict: false, verify: false, encoded }
}

/** The resolution that a label is drawn for, where one is given or its language assumes one. */
const headOf = ({ dpi, format = 'pdf' }: PlanRequest): Dpi | undefined =>
  dpi ?? (isPrinterLanguage(format) ? assumedDpiOf(format) : undefined)

/** The resolution that a label is drawn for. */
export const dpiOf = (request: PlanRequest): Dpi => headOf(request) ?? usualDpi

/** The size of a label: on a sheet, that of the sheet's labels. */
export const sizeOf = ({ size, sheet }: PlanRequest): LabelSize =>
  sheet === undefined ? size : sheetLabel(sheetCalled(sheet)).size

/** Doubts about what people typed, which no other label would settle. */
const aboutTyping: readonly AlternativeReason['code'][] = [
  'complete_already',
  'byte_order_mark',
  'invisible_character',
  'content_fault',
]

/** Whether another label could be better. */
export const isAboutLabel = ({ code }: AlternativeReason): boolean => !aboutTyping.includes(code)

/** A label that differs from the one asked for in one thing, and whose symbol scans. */
export interface Alternative {
  /** What is different, as parameters: `size=50x25`. */
  readonly change: string
  readonly type: LabelSymbology
  readonly size: LabelSize
  readonly orientation: Orientation
  readonly dpi: number
  readonly application: Application | null
  readonly dotsPerModule: number
  readonly x: number
}

/** Labels that differ in one thing, and whose symbols scan. */
export interface Alternatives {
  /** The same label in the other orientation, laid out for the application that it is judged for, or with another X than the one wanted. */
  readonly arrangements: readonly Alternative[]
  /** What else would do, the nearest first; five sizes at most. None for the labels of a printer or of a sheet. */
  readonly sizes: readonly Alternative[]
  /** Of other print heads; none for a printer. */
  readonly resolutions: readonly Alternative[]
  readonly symbologies: readonly Alternative[]
}

/** Options go with their symbology: another has its own. */
const withoutOptions = Object.fromEntries(Object.keys(optionsOf(labelSymbologies)).map((name) => [name, undefined]))

/** @param encoded  the symbol of the label; undefined for a logistic label, which has several */
export function alternatives(request: PlanRequest, limits: Limits, encoded: Encoded | undefined): Alternatives {
  let characters = mostCharacters
  const emsOf = memoize(leastEmsAbove)
  const good = (changes: Partial<PlanRequest>, symbol = encoded): Alternative[] => {
    const other = { ...request, ...(changes.type && withoutOptions), ...changes }
    if (symbol !== undefined) {
      if (isSurelyCut(symbol, emsOf, other) || !hasRoom(symbol, other)) return []
      characters -= charactersShown(symbol, other)
      if (characters < 0) return []
    }
    const found = withoutDoubt(other, limits, symbol)
    if (found === undefined) return []
    const { type, orientation, application = null } = other
    const { module, resolution } = found.scene
    const x = millimetres(module, resolution)
    const change = Object.entries(changes)
      .map(([name, value]) => `${name}=${value}`)
      .join('&')
    return [
      {
        change,
        type,
        size: sizeOf(other),
        orientation,
        dpi: Number(dpiOf(other)),
        application,
        dotsPerModule: module,
        x,
      },
    ]
  }
  const isLogistic = encoded === undefined
  const turned = isLogistic ? [] : orientations.filter((orientation) => orientation !== request.orientation)
  const usual = request.application === undefined ? usualApplication(request.type) : undefined
  // the sizes come last: they are many, and a long text cannot be set above symbols of all of them
  const arrangements = [
    ...turned.flatMap((orientation) => good({ orientation })),
    ...(usual === undefined ? [] : good({ application: usual })),
    ...otherModule(request, limits, encoded).flatMap((xdim) => good({ xdim })),
  ]
  const resolutions = otherHeads(request).flatMap((dpi) => good({ dpi }))
  const others = (isLogistic ? [] : othersFor(request, request.application ?? usual)).flatMap((type) => {
    const symbol = encodedOr(type, request)
    return symbol === undefined ? [] : good({ type, ...(usual !== undefined && { application: usual }) }, symbol)
  })
  const sizes = firstFew(othersBySize(request), (size) => good({ size }))
  return { arrangements, sizes, resolutions, symbologies: others }
}

/** The widest module of a label for which another one was wanted, in mm, if there is one. */
function otherModule(request: PlanRequest, limits: Limits, encoded: Encoded | undefined): readonly number[] {
  if (request.xdim === undefined) return []
  const { composition } = outcome({ ...request, xdim: undefined }, limits, encoded)
  return composition === undefined ? [] : [xdimOf(composition.scene.module, composition.scene.resolution)]
}

/** How a symbol and its words are laid out, wherever the label will lie. */
function styleOf(request: PlanRequest): LabelStyle {
  return labelStyleOf(labelOf(request))
}

/** Whether the text of the symbol is certain to be cut. @param emsOf  the ems that a text takes at the least above a symbol */
function isSurelyCut({ barcode, text }: Encoded, emsOf: (text: string) => number, request: PlanRequest): boolean {
  const { showtext, caption, layout = 'above' } = request
  if (!showtext || caption !== undefined || layout !== 'above') return false
  return isTooLongAbove(barcode, emsOf(captionText(barcode, text)), blankLabel(styleOf(request)).room)
}

/** Whether the symbol could be large enough if nothing stood above it. It takes far less time than to set the text. */
function hasRoom(encoded: Encoded, request: PlanRequest): boolean {
  if (!request.showtext && request.title === undefined) return true
  const { barcode, text, doubts } = encoded
  const bare = { ...request, showtext: false, title: undefined }
  const scene = fittedLabel(barcode, text, styleOf(bare))
  if (scene === undefined) return false
  const { application, xdim } = request
  const hasWantedModule = xdim !== undefined
  const about = { barcode, doubts, isOfGs1: isOfGs1(encoded), application }
  const judged = { ...about, scene, product: 'label', hasWantedModule } as const
  const preventing: readonly AlternativeReason['code'][] = ['x_below_minimum', 'not_in_application']
  return !warningsOf(judged).some(({ code }) => preventing.includes(code))
}

/** The label if there is no reason to doubt that it scans. */
function withoutDoubt(
  request: PlanRequest,
  limits: Limits,
  encoded: Encoded | undefined,
): SymbolComposition | undefined {
  const { composition, reasons } = outcome(request, limits, encoded)
  return reasons.some(isAboutLabel) ? undefined : composition
}

/** The most characters above symbols that are set to look for others: a long text has fewer of them. It bounds the time of a plan. */
const mostCharacters = 2400

function charactersShown(
  { barcode, text }: Encoded,
  { showtext, caption, withtext, title = '', layout }: PlanRequest,
): number {
  const own = captionText(barcode, text)
  const words = caption === undefined ? own : withtext ? `${caption}\n${own}` : caption
  const count = (showtext ? words.length : 0) + title.length
  // below a title, and in several layouts, words are tried in many sizes
  const isTriedOften = title !== '' || layout === 'auto'
  return isTriedOften ? count + 5 * Math.max(0, count - manyCharacters) : count
}

/** So many characters take longer to set in many sizes than all else that a label takes. */
const manyCharacters = 250

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

/**
 * The other resolutions, those of tape printers only for labels of such a printer; of a language those that its printers have, the one
 * that is assumed first.
 */
function otherHeads({ dpi, format = 'pdf', handling }: PlanRequest): readonly Dpi[] {
  if (handling !== undefined) return []
  if (isPrinterLanguage(format)) {
    const all: readonly Dpi[] = languageTraits[format].dpis
    const assumed = dpi === undefined ? [assumedDpiOf(format)] : []
    return [...assumed, ...all.filter((other) => other !== dpi && !assumed.includes(other))]
  }
  const head = dpi ?? usualDpi
  return dpis.filter((other) => other !== head && (tapeDpis.includes(head) || !tapeDpis.includes(other)))
}

/** The other stocks, those of the most similar area first. Labels of a printer and of a sheet have the size that they have. */
function othersBySize({ size, layout, sheet, handling }: PlanRequest): readonly LabelSize[] {
  if (sheet !== undefined || handling !== undefined) return []
  const all: readonly LabelSize[] = layout === 'logistics' ? logisticStocks : stockNames
  const difference = (other: LabelSize): number => Math.abs(Math.log(areaOf(other) / areaOf(size)))
  return all.filter((other) => other !== size).toSorted((a, b) => difference(a) - difference(b))
}

/** The other symbologies that the application accepts, without one all, and that can carry such a message. */
function othersFor(
  { type, gs1 = 'false' }: PlanRequest,
  application: Application | undefined,
): readonly LabelSymbology[] {
  const accepted = application === undefined ? labelSymbologies : symbologiesFor(application).filter(isLabelSymbology)
  const carriers = gs1 === 'false' ? symbologies : gs1Symbologies(gs1 === 'link' ? 'link' : 'elements')
  return accepted.filter((other) => other !== type && carriers.includes(other))
}

function encodedOr(type: LabelSymbology, { text, gs1, domain }: Content): Encoded | undefined {
  try {
    return encodeContent(type, { text, gs1, domain })
  } catch (error) {
    if (error instanceof EncodeError || error instanceof Gs1Error) return undefined
    throw error
  }
}
