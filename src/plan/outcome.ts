/** What comes of a label, and of others that differ from it in one thing. */

import { Gs1Error } from '../../symbologies/gs1/index.ts'
import {
  type Application,
  type Content,
  type Encoded,
  EncodeError,
  encodeContent,
  type GivenOptions,
  gs1Symbologies,
  isLabelSymbology,
  type LabelSymbology,
  labelSymbologies,
  symbologies,
  symbologiesFor,
  usualApplication,
} from '../../symbologies/index.ts'
import { memoize } from '../../symbologies/memoize.ts'
import { linesIn } from '../layout/barcode.ts'
import { compensationFor, gainOf } from '../layout/compensation.ts'
import { FitError } from '../layout/fit.ts'
import { fittedLabel, type LabelStyle, layoutLabel, type SymbolLayout } from '../layout/label.ts'
import { captionText, isTooLongAbove, leastEmsAbove } from '../layout/label-words.ts'
import {
  type Dpi,
  dotsOfXdim,
  dpis,
  millimetres,
  resolutions,
  tapeDpis,
  usualDpi,
  xdimOf,
} from '../layout/resolution.ts'
import type { Scene } from '../layout/scene.ts'
import {
  areaOf,
  type BlankStyle,
  blankLabel,
  type LabelSize,
  type Orientation,
  orientations,
  type StockName,
  stockNames,
} from '../layout/stock.ts'
import type { WarningCode } from './warning.ts'
import { warningsOf } from './warnings.ts'

export interface PlanRequest extends Content, GivenOptions {
  readonly type: LabelSymbology
  readonly size: LabelSize
  readonly orientation: Orientation
  readonly showtext: boolean
  /** The words where the encoded text would stand, lines parted by line feeds. */
  readonly caption?: string | undefined
  readonly withtext?: boolean | undefined
  readonly title?: string | undefined
  /** `above` by default. */
  readonly layout?: SymbolLayout | undefined
  /** The module width wanted, in mm; by default the widest that fits. */
  readonly xdim?: number | undefined
  /** `usualDpi` by default. */
  readonly dpi?: Dpi | undefined
  readonly application?: Application | undefined
  /** As a label has it. */
  readonly gain?: string | undefined
}

export interface Reason {
  readonly code: WarningCode | 'does_not_fit'
  readonly message: string
}

interface Outcome {
  /** Undefined if the symbol does not fit. */
  readonly scene: Scene | undefined
  readonly reasons: readonly Reason[]
}

/** What comes of a label: its drawing and the doubts about it, or why it does not fit. */
export function outcome(encoded: Encoded, request: PlanRequest): Outcome {
  try {
    const scene = withCompensation(layoutLabel(encoded.barcode, encoded.text, styleOf(request)), request)
    return { scene, reasons: doubtsAbout(scene, encoded, request) }
  } catch (error) {
    if (!(error instanceof FitError)) throw error
    return { scene: undefined, reasons: [{ code: error.code, message: error.message }] }
  }
}

/** The scene, which says by what its symbol is narrowed. */
function withCompensation(scene: Scene, { gain }: PlanRequest): Scene {
  return gain === undefined ? scene : { ...scene, compensation: compensationFor(gainOf(gain), scene.resolution) }
}

function doubtsAbout(
  scene: Scene,
  { barcode, doubts }: Encoded,
  { application, xdim }: PlanRequest,
): readonly Reason[] {
  const warnings = warningsOf({
    barcode,
    scene,
    application,
    product: 'label',
    hasWantedModule: xdim !== undefined,
    doubts,
  })
  return warnings.map(({ code, message }) => ({ code, message }))
}

/** Doubts about what people typed, which no other label would settle. */
const aboutTyping: readonly Reason['code'][] = ['complete_already', 'byte_order_mark', 'invisible_character']

/** Whether another label could be better. */
export const isAboutLabel = ({ code }: Reason): boolean => !aboutTyping.includes(code)

function styleOf(request: PlanRequest): LabelStyle {
  const { showtext, caption, withtext: withText, title, layout, application, xdim } = request
  const words = { showtext, caption: linesIn(caption), withText, title: linesIn(title) }
  const blank = blankStyle(request)
  const module = xdim === undefined ? undefined : dotsOfXdim(xdim, blank.resolution)
  return { ...words, layout, application, module, ...blank }
}

function blankStyle({ size, orientation, dpi = usualDpi }: PlanRequest): BlankStyle {
  return { size, orientation, resolution: resolutions[dpi], paperSize: 'whole dots' }
}

/** A label that differs from the one asked for in one thing, and whose symbol scans. */
export interface Choice {
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
  readonly arrangements: readonly Choice[]
  /** What else would do, the nearest first; five sizes at most. */
  readonly sizes: readonly Choice[]
  readonly resolutions: readonly Choice[]
  readonly symbologies: readonly Choice[]
}

export function alternatives(encoded: Encoded, request: PlanRequest): Alternatives {
  let characters = mostCharacters
  const emsOf = memoize(leastEmsAbove)
  const good = (changes: Partial<PlanRequest>, symbol = encoded): Choice[] => {
    const other = { ...request, ...changes }
    if (isSurelyCut(symbol, emsOf, other) || !hasRoom(symbol, other)) return []
    characters -= charactersShown(symbol, other)
    if (characters < 0) return []
    const scene = withoutDoubt(symbol, other)
    if (scene === undefined) return []
    const { type, size, orientation, dpi = usualDpi, application = null } = other
    const { module, resolution } = scene
    const x = millimetres(module, resolution)
    const change = Object.entries(changes)
      .map(([name, value]) => `${name}=${value}`)
      .join('&')
    return [{ change, type, size, orientation, dpi: Number(dpi), application, dotsPerModule: module, x }]
  }
  const turned = orientations.filter((orientation) => orientation !== request.orientation)
  const usual = request.application === undefined ? usualApplication(request.type) : undefined
  // the sizes come last: they are many, and a long text cannot be set above symbols of all of them
  const arrangements = [
    ...turned.flatMap((orientation) => good({ orientation })),
    ...(usual === undefined ? [] : good({ application: usual })),
    ...otherModule(encoded, request).flatMap((xdim) => good({ xdim })),
  ]
  const resolutions = otherHeads(request.dpi ?? usualDpi).flatMap((dpi) => good({ dpi }))
  const others = othersFor(request, request.application ?? usual).flatMap((type) => {
    const symbol = encodedOr(type, request)
    return symbol === undefined ? [] : good({ type, ...(usual !== undefined && { application: usual }) }, symbol)
  })
  const sizes = firstFew(othersBySize(request.size), (size) => good({ size }))
  return { arrangements, sizes, resolutions, symbologies: others }
}

/** The widest module of a label for which another one was wanted, in mm, if there is one. */
function otherModule(encoded: Encoded, request: PlanRequest): readonly number[] {
  if (request.xdim === undefined) return []
  const scene = fittedLabel(encoded.barcode, encoded.text, styleOf({ ...request, xdim: undefined }))
  return scene === undefined ? [] : [xdimOf(scene.module, scene.resolution)]
}

/** Whether the text of the symbol is certain to be cut. @param emsOf  the ems that a text takes at the least above a symbol */
function isSurelyCut({ barcode, text }: Encoded, emsOf: (text: string) => number, request: PlanRequest): boolean {
  const { showtext, caption, layout = 'above' } = request
  if (!showtext || caption !== undefined || layout !== 'above') return false
  return isTooLongAbove(barcode, emsOf(captionText(barcode, text)), blankLabel(blankStyle(request)).room)
}

/** Whether the symbol could be large enough if nothing stood above it. It takes far less time than to set the text. */
function hasRoom(encoded: Encoded, request: PlanRequest): boolean {
  if (!request.showtext && request.title === undefined) return true
  const bare = { ...request, showtext: false, title: undefined }
  const scene = fittedLabel(encoded.barcode, encoded.text, styleOf(bare))
  const preventing: readonly Reason['code'][] = ['x_below_minimum', 'not_in_application']
  return scene !== undefined && !doubtsAbout(scene, encoded, bare).some(({ code }) => preventing.includes(code))
}

/** The label if there is no reason to doubt that it scans. */
function withoutDoubt(encoded: Encoded, request: PlanRequest): Scene | undefined {
  const drawn = fittedLabel(encoded.barcode, encoded.text, styleOf(request))
  const scene = drawn && withCompensation(drawn, request)
  return scene === undefined || doubtsAbout(scene, encoded, request).some(isAboutLabel) ? undefined : scene
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

/** The other resolutions; those of tape printers only for labels of such a printer. */
function otherHeads(own: Dpi): readonly Dpi[] {
  return dpis.filter((dpi) => dpi !== own && (tapeDpis.includes(own) || !tapeDpis.includes(dpi)))
}

/** The other stocks, those of the most similar area first. */
function othersBySize(size: LabelSize): readonly StockName[] {
  const difference = (other: StockName): number => Math.abs(Math.log(areaOf(other) / areaOf(size)))
  return stockNames.filter((other) => other !== size).toSorted((a, b) => difference(a) - difference(b))
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

function encodedOr(type: LabelSymbology, content: Content): Encoded | undefined {
  try {
    return encodeContent(type, content)
  } catch (error) {
    if (error instanceof EncodeError || error instanceof Gs1Error) return undefined
    throw error
  }
}
