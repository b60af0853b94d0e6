/** A symbol with its words as one element: laid out in its box, or in all of the label that can be printed on. */

import { type Application, type Barcode, type Encoded, encodeRequest } from '../../symbologies/index.ts'
import type { LabelRequest } from '../draw/drawing.ts'
import { logisticLabel, logistics } from '../draw/logistics.ts'
import { linesIn } from '../layout/barcode.ts'
import { FitError } from '../layout/fit.ts'
import { type ArrangedLabel, arrangedIn, type LayoutStyle, layoutLabel } from '../layout/label.ts'
import { dotsOfXdim, xdimOf } from '../layout/resolution.ts'
import type { BlankStyle } from '../layout/stock.ts'
import { requireContent } from '../plan/content-warnings.ts'
import { isOfGs1 } from '../plan/gs1-symbol.ts'
import type { readLabel } from './symbol-parameters.ts'
import type { TextExtent } from './text-element.ts'

/** What a symbol with its words is asked for with. */
export type LabelWish = NonNullable<ReturnType<typeof readLabel>['request']>

/** Where it is laid out. */
export interface LabelPlace {
  /** The label that it is on. */
  readonly page: BlankStyle
  /** In dots; undefined for all of the label that can be printed on. */
  readonly box: TextExtent | undefined
  /** Whether modules of an even number of dots are taken, where no width is asked for. */
  readonly hasEvenModules: boolean
  /** The symbol, where it is encoded already. */
  readonly encoded?: Encoded | undefined
}

/** A symbol with its words, or several symbols of one message. */
export interface LaidOutLabel extends ArrangedLabel, Pick<Encoded, 'doubts' | 'elements' | 'text'> {
  /** The symbol that is judged: of a logistic label the one with the SSCC. */
  readonly barcode: Barcode
  readonly isOfGs1: boolean
  readonly application: Application | undefined
  /** Of several symbols of one message, each with what it carries, in the order of the marks. */
  readonly parts?: readonly { readonly barcode: Barcode; readonly elements: Encoded['elements'] }[]
}

/** @throws EncodeError, Gs1Error; FitError if there is no room for it */
export function laidOutLabel(wish: LabelWish, place: LabelPlace): LaidOutLabel {
  const { page, hasEvenModules } = place
  const label = laidOut(wish, place)
  if (!hasEvenModules || wish.xdim !== undefined || label.module === 1) return label
  const even = label.module - (label.module % 2 === 0 ? 2 : 1)
  return laidOut({ ...wish, xdim: xdimOf(even, page.resolution) }, place)
}

const laidOut = (wish: LabelWish, place: LabelPlace): LaidOutLabel =>
  wish.layout === 'logistics' ? withSymbols(wish, place) : withSymbol(wish, place)

function withSymbol(wish: LabelWish, { page, box, encoded = encodeRequest(wish) }: LabelPlace): LaidOutLabel {
  requireContent(wish, encoded)
  const { barcode, doubts, elements, text } = encoded
  const style = layoutStyleOf(wish, page)
  const drawn =
    box === undefined
      ? layoutLabel(barcode, text, { ...page, ...style })
      : arrangedIn({ x: 0, y: 0, ...box, resolution: page.resolution }, barcode, text, style)
  if (drawn === undefined) {
    throw new FitError('size', `its box has no room for ${barcode.symbology} with its words; a larger box would fit`)
  }
  const { marks, module, barHeight, cut } = drawn
  const about = { barcode, doubts, elements, text, isOfGs1: isOfGs1(encoded), application: wish.application }
  return { marks, module, barHeight, cut, ...about }
}

/** What a request says of the words and the layout of a label. */
type LayoutWish = Pick<LabelRequest, 'showtext' | 'caption' | 'withtext' | 'title' | 'xdim' | 'application' | 'layout'>

/** How a symbol and its words are laid out, wherever they are. */
export function layoutStyleOf(wish: LayoutWish, { resolution }: Pick<BlankStyle, 'resolution'>): LayoutStyle {
  const { showtext, caption, withtext: withText, title, xdim, application } = wish
  return {
    ...{ showtext, withText, application },
    layout: wish.layout === 'logistics' ? undefined : wish.layout,
    caption: linesIn(caption),
    title: linesIn(title),
    module: xdim === undefined ? undefined : dotsOfXdim(xdim, resolution),
  }
}

/** The symbols of a logistic label. */
function withSymbols(wish: LabelWish, { page }: LabelPlace): LaidOutLabel {
  requireContent({ ...wish, gs1: 'false' }, wish)
  const { showtext, title, module, application } = layoutStyleOf(wish, page)
  const label = logisticLabel(wish.text, { ...page, showtext, title, module, application })
  const { symbols, groups, doubts, elements, scene } = label
  const { marks, barHeight, cut } = scene
  return {
    ...{ marks, module: scene.module, barHeight, cut, barcode: symbols.at(-1)!, doubts, elements, text: scene.title },
    isOfGs1: true,
    application: application ?? logistics,
    parts: symbols.map((barcode, i) => ({ barcode, elements: groups[i]! })),
  }
}
