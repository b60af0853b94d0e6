/** What a drawing was asked for, for those who read its bytes back: contents as they were asked for, and where its symbols are said to be. */

import type { Barcode, Content, GivenOptions, Symbology } from '../../symbologies/index.ts'
import type { Gain } from '../layout/compensation.ts'
import type { NamedStock } from '../layout/named-stock.ts'
import { type Dpi, dotsOfXdim, resolutions, usualDpi } from '../layout/resolution.ts'
import { isOfSymbol, type Scene, type Turn } from '../layout/scene.ts'
import type { Filling } from '../layout/sheets/placing.ts'
import { positionsOf } from '../layout/sheets/sheet.ts'
import { type LabelSize, type Orientation, type Scale, sidesAsFed } from '../layout/stock.ts'
import type { ExpectedContents, VerifiedFormat } from '../reader/verify/expected.ts'
import type { ExpectedOrder, Feeding, OrderedSymbol, StockSides } from '../reader/verify/order.ts'
import type { SheetPaper } from '../reader/verify/sheets.ts'
import type { RollArrangement } from '../render/arrange.ts'
import { type Handling, isPrinterLanguage } from '../render/language.ts'

export type { PlannedSheet } from '../reader/verify/expected.ts'
export type { ExpectedOrder, OrderedSymbol } from '../reader/verify/order.ts'
export { expectedOf, sheetOf } from '../reader/verify/roll.ts'

/** The contents of a request. @param barcode  says which part of a text it carries */
export function contentsOf(
  { type, text, gs1 = 'false', domain, addon, eci, parts, part }: Content & GivenOptions & { readonly type: Symbology },
  { carried }: Pick<Barcode, 'carried'>,
): ExpectedContents {
  const isMarked = text.startsWith('\ufeff') && text.length > 1
  const isPart = parts !== undefined && carried !== undefined
  return {
    symbology: type,
    text: isMarked ? text.slice(1) : text,
    gs1,
    domain,
    addon: addon === undefined ? undefined : String(addon),
    isUtf8: eci === 'utf8',
    append: isPart ? { part: Number(part), parts: Number(parts), carried } : undefined,
  }
}

/** What a request says of the symbol of a barcode or a label. */
interface SymbolRequest {
  readonly contents: ExpectedContents
  /** The module width wanted, in mm. */
  readonly xdim?: number | undefined
  /** Dots a module, if that was asked for. */
  readonly scale?: number | undefined
  /** The height of bars wanted, in mm. */
  readonly height?: number | undefined
}

/** The symbols of one message on a drawing that is not turned yet. Bars of a label may be read from bottom to top. */
export function symbolIn(
  { marks, module, resolution }: Scene,
  { contents, xdim, scale, height }: SymbolRequest,
  isLinear: boolean,
): OrderedSymbol {
  const wanted = xdim === undefined ? scale : dotsOfXdim(xdim, resolution)
  const symbols = marks.filter(isOfSymbol)
  const isTurned = isLinear && symbols.some(({ matrix }) => matrix.height > matrix.width)
  return {
    contents,
    module: wanted ?? module,
    height,
    areas: symbols.map(({ symbol }) => symbol.area),
    turns: [isTurned ? 'L' : 'N'],
  }
}

/** What a barcode was asked for. @param scene  before its turn */
export function barcodeOrder(
  { width, height, resolution }: Scene,
  symbol: OrderedSymbol,
  { rotate, gain }: { readonly rotate: Turn; readonly gain?: Gain | undefined },
): ExpectedOrder {
  return { head: resolution, symbols: [symbol], sides: { width, height, turn: rotate }, gain }
}

/** What decides how a label is printed. */
interface LabelFacts {
  readonly size: LabelSize
  /** Undefined for a design, which is read as it lies. */
  readonly orientation?: Orientation | undefined
  readonly dpi?: Dpi | undefined
  readonly format: VerifiedFormat
  /** Where labels stand on sheets, nothing is stretched. */
  readonly sheet?: string | undefined
  readonly gain?: Gain | undefined
  readonly handling?: (Handling & RollArrangement) | undefined
  /** What the printer has in it, where a maker's name says it. */
  readonly named?: NamedStock | undefined
}

/** What a label was asked for. The sides are those of the drawing, as it is read. */
export function labelOrder(
  symbols: readonly OrderedSymbol[],
  { width, height }: Pick<Scene, 'width' | 'height'>,
  wish: LabelFacts,
): ExpectedOrder {
  const { size, orientation, dpi, format, sheet, handling = {}, named } = wish
  const scale: Scale | undefined = sheet === undefined && isPrinterLanguage(format) ? handling.scale : undefined
  return {
    head: resolutions[dpi ?? usualDpi],
    symbols,
    sides: { ...sidesOfStock(size), reads: orientation ?? 'as it lies', named },
    drawn: { width, height },
    gain: wish.gain ?? handling.gain,
    scale,
  }
}

function sidesOfStock(size: LabelSize): Pick<StockSides, 'across' | 'along'> {
  const [across, along] = sidesAsFed(size)
  return { across, along }
}

/** How a file of labels is made that is for no printer in particular. */
export const feedingOf = (format: VerifiedFormat): Feeding => ({ format, isFed: isPrinterLanguage(format) })

/** How labels are fed to a printer. @param stock  the labels that are in it */
export function printerFeeding(
  format: VerifiedFormat,
  stock: LabelSize,
  { turn, offset, across, pitch, model, media }: Handling & RollArrangement,
): Feeding {
  const placed = isPrinterLanguage(format) ? { offset, across, pitch } : {}
  return { format, isFed: true, stock: sidesAsFed(stock), turn, ...placed, model, media }
}

/** A sheet of labels, and which of its places are used. */
export function paperOf({ sheet, first, shift, resolution }: Filling): SheetPaper {
  const { width, height } = sheet.paper
  return { head: resolution, width, height, label: sheet.label, places: positionsOf(sheet), first, shift }
}
