import type { Barcode } from '../../symbologies/barcode.ts'
import type { Application } from '../../symbologies/specification.ts'
import { bestArrangement, fits, largestFitting } from './above.ts'
import type { Arrangement, LabelContent } from './arrangement.ts'
import { type BesideArrangement, besideSymbol, largestModuleBeside, withWordsBeside } from './beside.ts'
import { FitError } from './fit.ts'
import { type LabelMarks, labelMarks } from './label-marks.ts'
import { hasWords, type Wording } from './label-words.ts'
import { dotsAModule, xdimOf } from './resolution.ts'
import type { Scene } from './scene.ts'
import { type Room, type SheetStyle, sheetOf, stockBySize } from './stock.ts'

/**
 * above: the words above the symbol; beside: to its right; auto: above or beside, whichever gives the larger symbol; logistics: a GS1
 * logistic label, with several symbols.
 */
export const labelLayouts = ['above', 'beside', 'auto', 'logistics'] as const
export type LabelLayout = (typeof labelLayouts)[number]

/** The layouts of a label with one symbol. */
export const symbolLayouts = ['above', 'beside', 'auto'] as const
export type SymbolLayout = (typeof symbolLayouts)[number]

export interface LabelStyle extends SheetStyle, Omit<Wording, 'text'> {
  /** `above` by default. */
  readonly layout?: SymbolLayout | undefined
  /** The module width wanted, in dots; by default the largest that fits. */
  readonly module?: number | undefined
  /** The use of the symbol, whose limits are kept if the label has room for it. */
  readonly application?: Application | undefined
}

/**
 * The symbol on a label, with its words.
 *
 * The symbol has the largest module that fits with its quiet zones. If that is less than the comfortable width, arrangements that
 * leave more room are tried in turn: the words in small lines, then as high as their ink only, or in less width; a linear symbol
 * turned.
 *
 * @throws FitError if not even one dot a module fits, or not the module wanted; the message says what would
 */
export function layoutLabel(barcode: Barcode, text: string, style: LabelStyle): Scene {
  const scene = fittedLabel(barcode, text, style)
  if (scene === undefined) throw tooLarge(barcode, text, style)
  return scene
}

/** The same, or undefined if it does not fit: what would fit is not looked for. */
export function fittedLabel(barcode: Barcode, text: string, style: LabelStyle): Scene | undefined {
  const { resolution, showtext } = style
  const { paper, width, height, room } = sheetOf(style)
  const best = arrangementFor(contentOf(barcode, text, style), room, style.layout)
  if (best === undefined) return undefined
  const { module } = best
  const drawn: LabelMarks = labelMarks(barcode, best, showtext)
  return { width, height, resolution, paper, turn: 'N', title: text, module, ...drawn }
}

/** `auto`: the arrangement with the larger module; of two with the same module the one that cuts less, `above` first. */
function arrangementFor(
  content: LabelContent,
  room: Room,
  layout: SymbolLayout = 'above',
): Arrangement | BesideArrangement | undefined {
  if (!hasWords(content)) return bestArrangement(content, room)
  const above = layout === 'beside' ? undefined : bestArrangement(content, room)
  const beside = layout === 'above' ? undefined : besideSymbol(content, room)
  if (beside === undefined) return above
  const difference = above === undefined ? 1 : beside.module - above.module
  // words that would not be used are not set
  if (above !== undefined && (difference < 0 || (difference === 0 && above.words.cut.length === 0))) return above
  const withWords = withWordsBeside(content, beside, room)
  const isBetter = difference > 0 || withWords.column.words.cut.length < above!.words.cut.length
  return isBetter ? withWords : above
}

function contentOf(barcode: Barcode, text: string, style: LabelStyle): LabelContent {
  const { showtext, caption, title, module, application } = style
  return { barcode, text, showtext, caption, title, module, application }
}

function fitsIn(content: LabelContent, room: Room, layout: SymbolLayout = 'above'): boolean {
  const isBeside = hasWords(content) && layout !== 'above'
  if (isBeside && largestModuleBeside(content, room) >= (content.module ?? 1)) return true
  return (!isBeside || layout === 'auto') && fits(content, room)
}

function largestIn(content: LabelContent, room: Room, layout: SymbolLayout = 'above'): number {
  if (!hasWords(content) || layout === 'above') return largestFitting(content, room)
  const beside = largestModuleBeside({ ...content, module: Number.POSITIVE_INFINITY }, room)
  return layout === 'beside' ? beside : Math.max(beside, largestFitting(content, room))
}

function tooLarge(barcode: Barcode, text: string, style: LabelStyle): FitError {
  const { resolution, size, orientation, module, layout = 'above' } = style
  const fitsOn = (changes: Partial<LabelStyle>): boolean => {
    const changed = { ...style, ...changes }
    return fitsIn(contentOf(barcode, text, changed), sheetOf(changed).room, changed.layout)
  }
  const fitting = stockBySize().find((each) => fitsOn({ size: each }))
  const largest = module && largestIn(contentOf(barcode, text, style), sheetOf(style).room, layout)
  const isOwn = style.title !== undefined || style.caption !== undefined
  const fitsInAuto = isOwn && layout !== 'auto' && fitsOn({ layout: 'auto' })
  const fitsBare = style.showtext && fitsOn({ showtext: false })
  const xdim = largest ? `${xdimOf(largest, resolution)}` : undefined
  const advice = [
    fitting
      ? `the smallest size that does is ${fitting}`
      : `no size holds it${module === undefined ? ': a shorter text is needed' : ''}`,
    ...(fitsInAuto ? ['layout=auto makes it fit on this one'] : []),
    ...(style.title !== undefined && fitsOn({ title: undefined }) ? ['it fits on this one without title'] : []),
    ...(fitsBare ? ['showtext=false makes it fit on this one'] : []),
    ...(xdim ? [`xdim=${xdim} is the largest that fits on this one`] : []),
  ]
  const wanted = module === undefined ? 'not even at one dot a module' : `at ${dotsAModule(module)}`
  // what keeps the label and its words comes first
  const suggestion =
    (xdim && { xdim }) ||
    (fitsInAuto && { layout: 'auto' }) ||
    (fitting && { size: fitting }) ||
    (fitsBare && { showtext: 'false' }) ||
    undefined
  return new FitError(
    module === undefined ? 'size' : 'xdim',
    `${barcode.symbology} of ${barcode.matrix.width} modules does not fit on ${size} in ${orientation}, ${wanted}; ${advice.join('; ')}`,
    suggestion,
  )
}
