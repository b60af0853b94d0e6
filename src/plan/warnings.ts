import {
  type Application,
  type Specification,
  type Suggestion,
  type Symbology,
  specificationOf,
  titleOf,
  usualApplication,
} from '../../symbologies/facts.ts'
import type { Barcode, Doubt } from '../../symbologies/index.ts'
import { limitText } from '../layout/compensation.ts'
import {
  type Dpi,
  fewestDots,
  finestModule,
  millimetres,
  mostDots,
  type Resolution,
  threeDecimals,
  xdimOf,
} from '../layout/resolution.ts'
import type { Scene, Words } from '../layout/scene.ts'
import { columnDots, leastBarHeight, totalColumns } from '../layout/symbol.ts'
import { type ReceiptModel, receiptHeads } from '../render/language.ts'
import type { Warning, WarningCode } from './warning.ts'

/** A drawing to judge. */
export interface Judged {
  readonly barcode: Barcode
  readonly scene: Scene
  /** The use of the symbol; by default retail for EAN and UPC, and none for the others. */
  readonly application: Application | undefined
  readonly product: 'barcode' | 'label'
  /** Whether the request says the module width in mm. */
  readonly hasWantedModule: boolean
  /** What is doubtful about the content of the symbol. */
  readonly doubts: readonly Doubt[]
  /** Whether readers take the symbol for one of GS1, as `isOfGs1` tells. */
  readonly isOfGs1: boolean
}

/** A label in the language of printers that does not say for which print head: on another one it has another size. */
export const assumedDpi = (dpi: Dpi): Warning => ({
  code: 'dpi_assumed',
  parameter: 'dpi',
  message: `without dpi the label is for a print head of ${dpi} dpi; another one prints it in another size`,
})

/**
 * A label in ESC/POS for which the print head of its printer is too narrow, or without a model most heads are.
 *
 * @param across  dots across the print head
 */
export function widthOfReceipts(
  format: string,
  { width: across, resolution }: Pick<Scene, 'width' | 'resolution'>,
  model: string | undefined,
): readonly Warning[] {
  if (format !== 'escpos') return []
  const dpi = resolution.perInch < 190 ? '180' : '203'
  const own = model === undefined ? undefined : receiptHeads[model as ReceiptModel]?.[dpi]
  const [narrow, wide] = [receiptHeads['58mm'][dpi], receiptHeads['80mm'][dpi]]
  if (across <= (own ?? wide)) return []
  const heads =
    own === undefined
      ? `most heads of such printers have ${narrow} (paper of 58 mm) or ${wide} (80 mm)`
      : `the head of a printer for paper of ${model!.replace('mm', ' mm')} has ${own}`
  const message = `the label is ${across} dots wide, and ${heads}: what is wider is cut off`
  return [{ code: 'wider_than_head', parameter: 'size', message }]
}

/** What is drawn and yet doubtful; empty for almost all drawings that people print. */
export function warningsOf(judged: Judged): readonly Warning[] {
  const { barcode, application = usualApplication(barcode.symbology) } = judged
  const specification = application && specificationOf(barcode.symbology, application)
  const found: Warning[] = []
  const add = (warning: Warning | undefined): void => {
    if (warning !== undefined) found.push(warning)
  }
  if (application !== undefined && specification === undefined) add(notAccepted(judged, application))
  else add(notOfGs1(judged))
  add(moduleWarning(judged, specification))
  add(gainWarning(judged.scene))
  add(barsWarning(judged, specification))
  add(widthWarning(judged, specification))
  for (const words of judged.scene.cut) add(cutWords(words, judged))
  for (const doubt of judged.doubts) add({ parameter: 'text', ...doubt })
  return found
}

/** The symbologies that carry GS1's messages and others, with what the others and GS1's are called. */
const carriers: { readonly [S in Symbology]?: readonly [plain: string, ofGs1: string] } = {
  code128: ['Code 128', 'GS1-128'],
  datamatrix: ['Data Matrix', 'GS1 DataMatrix'],
  qr: ['QR Code', 'GS1 QR Code'],
}

/** A symbol, and what was asked of it. */
/** GS1 General Specifications, 5.12.3: a logistic unit has a GS1 symbol. Of other uses the measures alone may be of interest. */
function notOfGs1({ barcode: { symbology }, application, isOfGs1 }: Judged): Warning | undefined {
  const names = carriers[symbology]
  if (application !== 'logistics' || isOfGs1 || names === undefined) return undefined
  const message = `logistics takes ${names[1]}, and ${names[0]} without FNC1 in the first position is none`
  return { code: 'not_in_application', parameter: 'gs1', message }
}

function notAccepted({ barcode }: Judged, application: Application): Warning {
  const message = `${titleOf(barcode.symbology)} is not among GS1's symbologies for ${application}`
  return { code: 'not_in_application', parameter: 'type', message }
}

function moduleWarning(judged: Judged, specification: Specification | undefined): Warning | undefined {
  const { barcode, scene, product, hasWantedModule } = judged
  const least = specification?.leastModule ?? finestModule
  const most = specification?.mostModule ?? Number.POSITIVE_INFINITY
  const x = millimetres(scene.module, scene.resolution)
  const parameter = hasWantedModule ? 'xdim' : product === 'label' ? 'size' : 'scale'
  const warning = (code: WarningCode, limit: string, wanted: number): Warning => {
    const suggestion = moduleSuggestion(parameter, wanted, scene.resolution)
    const message = `${titleOf(barcode.symbology)} at ${threeDecimals(x)} mm is ${limit}`
    return { code, parameter, message, ...(suggestion && { suggestion }) }
  }
  const whose = specification === undefined ? ', too fine for many printers and scanners' : ''
  if (x < least) {
    const fewest = fewestDots(least, scene.resolution)
    return warning('x_below_minimum', `below ${threeDecimals(least)} mm${whose}`, fewest)
  }
  if (x > most) {
    return warning('x_above_maximum', `above ${threeDecimals(most)} mm`, mostDots(most, scene.resolution))
  }
  return undefined
}

/** Bars that cannot be narrowed, or widened, as much as the printer needs it. */
function gainWarning({ module, compensation }: Scene): Warning | undefined {
  const message = compensation && limitText(module, compensation)
  return message === undefined ? undefined : { code: 'gain_limited', parameter: 'gain', message }
}

/** Modules of so many dots; a label has them only if it is large enough, which its size does not tell. */
function moduleSuggestion(parameter: string, dots: number, resolution: Resolution): Suggestion | undefined {
  if (dots < 1 || parameter === 'size') return undefined
  return parameter === 'xdim' ? { xdim: `${xdimOf(dots, resolution)}` } : { scale: `${dots}` }
}

function barsWarning(
  { barcode, scene, product }: Judged,
  specification: Specification | undefined,
): Warning | undefined {
  const { module, resolution, barHeight } = scene
  const drawn = { specification, module, resolution }
  // the bars of a label are as high as it allows
  const least = leastBarHeight(barcode, drawn, product === 'label' ? 'without room' : 'usual')
  if (barHeight >= least) return undefined
  const height = (dots: number): string => `${Math.round((100 * dots) / resolution.perMillimetre) / 100} mm`
  const short = leastBarHeight(barcode, drawn, 'without room')
  const allowed = short < least ? `; ${height(short)} is enough only where an item has no room for more` : ''
  const message = `bars of ${height(barHeight)} are lower than ${height(least)}${allowed}`
  if (product === 'label') return { code: 'bars_too_low', parameter: 'size', message }
  const suggestion = { height: `${Math.ceil((100 * least) / resolution.perMillimetre) / 100}` }
  return { code: 'bars_too_low', parameter: 'height', message, suggestion }
}

function widthWarning(
  { barcode, scene, hasWantedModule, product }: Judged,
  specification: Specification | undefined,
): Warning | undefined {
  const most = specification?.mostWidth
  if (most === undefined) return undefined
  const width = millimetres(totalColumns(barcode) * columnDots(barcode, scene.module), scene.resolution)
  if (width <= most) return undefined
  const parameter = hasWantedModule ? 'xdim' : product === 'label' ? 'text' : 'scale'
  return {
    code: 'symbol_too_wide',
    parameter,
    message: `${titleOf(barcode.symbology)} is ${width} mm wide; ${most} mm is the limit`,
  }
}

function cutWords(words: Words, { product, barcode }: Judged): Warning {
  if (words !== 'text') {
    return { code: 'caption_cut', parameter: words, message: `the ${words} is too long to be shown whole` }
  }
  const parameter = product === 'label' ? 'size' : 'text'
  // above low bars there is no room for the digits of an add-on
  const why =
    barcode.addon === undefined ? 'the text is too long to be shown whole' : 'there is no room to show all digits'
  return { code: 'caption_cut', parameter, message: `${why}; the symbol carries all of it` }
}
