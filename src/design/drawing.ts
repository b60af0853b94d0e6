/** The elements of a design drawn for one label, each in its place, and what is wrong or doubtful about it by itself. */

import { bracketedText, gs1Message } from '../../symbologies/gs1/index.ts'
import { type Application, type Barcode, type Encoded, encodeRequest } from '../../symbologies/index.ts'
import type { Fault } from '../answer.ts'
import { contentsOf } from '../draw/proof.ts'
import type { Limits } from '../drawing-size.ts'
import type { Interruptible } from '../interruptible.ts'
import { millimetres, type Resolution, threeDecimals } from '../layout/resolution.ts'
import { type InkMark, moved, type Scene, turned, turns } from '../layout/scene.ts'
import { isOfGs1 } from '../plan/gs1-symbol.ts'
import type { Warning } from '../plan/warning.ts'
import { warningsOf } from '../plan/warnings.ts'
import { withDoubling } from '../request/counters.ts'
import { drawingFaults } from '../request/refusals.ts'
import { type DrawnElement, type ElementWarning, inkBox } from './conflicts.ts'
import { refuseCostly } from './costs.ts'
import type { Design, Element, ImageElement, SymbolElement, TextElement } from './design.ts'
import { imageDots } from './images.ts'
import { bitmapMark, boxMark, ellipseMark, filledRect, lineMark, type Rect, rectOf } from './shapes.ts'
import { leastBox, placedSymbol } from './symbol-element.ts'
import { readSymbol } from './symbol-parameters.ts'
import {
  emptyFieldIn,
  type Filling,
  fieldsIn,
  filled,
  filledMessage,
  lengthOf,
  longestFilled,
  type Template,
} from './template.ts'
import { type Extent, isTooSmall, startIn, textMarks } from './text-element.ts'

/** A symbol that is drawn. */
export interface DrawnSymbol {
  readonly element: SymbolElement
  readonly contents: ReturnType<typeof contentsOf>
  readonly barcode: Barcode
  readonly doubts: Encoded['doubts']
  /** Of a GS1 message. */
  readonly elements: Encoded['elements']
  readonly text: string
  readonly application: Application | undefined
  readonly xdim: number | undefined
  readonly module: number
  readonly barHeight: number
  readonly isCut: boolean
  readonly missed: number | undefined
}

/** An element that cannot be drawn, and why. */
export interface RefusedElement {
  readonly element: Element
  /** One or more. */
  readonly faults: readonly Fault[]
}

type Drawn = DrawnElement & { readonly symbol?: DrawnSymbol; readonly isSmall?: boolean }

/** The elements of a label, drawn in their order, one in each step. @throws FitError if there is too much of it, before any is drawn */
export function* drawingOf(
  { elements }: Design,
  filling: Filling,
  resolution: Resolution,
  limits: Limits,
): Interruptible<Drawing> {
  refuseCostly(elements, filling, resolution, limits)
  const drawer = new ElementDrawer(filling, resolution)
  const found: Drawn[] = []
  const refused: RefusedElement[] = []
  for (const element of elements) {
    const drawn = yield* drawer.drawn(element)
    if (isRefused(drawn)) refused.push({ element, faults: drawn })
    else found.push(drawn)
    yield
  }
  return new Drawing(found, refused)
}

const isRefused = (drawn: Drawn | readonly Fault[]): drawn is readonly Fault[] => Array.isArray(drawn)

class ElementDrawer {
  readonly #filling: Filling
  readonly #resolution: Resolution

  constructor(filling: Filling, resolution: Resolution) {
    this.#filling = filling
    this.#resolution = resolution
  }

  /** The element, or why it cannot be drawn. */
  *drawn(element: Element): Interruptible<Drawn | readonly Fault[]> {
    const { label } = element
    const resolution = this.#resolution
    switch (element.kind) {
      case 'text':
        return this.#tooLong(element) ?? this.#text(element)
      case 'symbol':
        return this.#tooLong(element) ?? this.#symbol(element)
      case 'line':
        return { label, marks: [lineMark(element, resolution)] }
      case 'box':
        return { label, marks: [boxMark(element, resolution)] }
      case 'ellipse':
        return { label, marks: [ellipseMark(element, resolution)] }
      case 'image':
        return yield* this.#image(element)
    }
  }

  /** Templates with many fields make a text that is longer than all of a request. */
  #tooLong(element: TextElement | SymbolElement): readonly Fault[] | undefined {
    const length = lengthOf(element.value, this.#filling)
    if (length <= longestFilled) return undefined
    const message = `${element.label} has ${length} characters; at most ${longestFilled} are read`
    return [faultAt(element, 'data_too_long', message)]
  }

  #text(element: TextElement): Drawn | readonly Fault[] {
    const { label, value } = element
    const box = boxOf(element, this.#resolution)
    const marks = textMarks(element, filled(value, this.#filling), box.inner, this.#resolution)
    if (marks === undefined) {
      const smallest = element.height === undefined ? 'at 6 points' : 'at 6 points, or the height that it has'
      return [
        faultAt(element, 'does_not_fit', `${label} has no room for all of its text ${smallest}: ${sizeText(element)}`),
      ]
    }
    const placed = marks.map((mark) => box.placed(mark))
    return { label, marks: placed, kept: inkBox(placed), isSmall: isTooSmall(marks, this.#resolution) }
  }

  #symbol(element: SymbolElement): Drawn | readonly Fault[] {
    const { label } = element
    const resolution = this.#resolution
    const isMessage = element.given.gs1 === 'true' || element.given.gs1 === 'link'
    const text = (isMessage ? filledMessage : filled)(element.value, this.#filling)
    const empty = text === '' ? undefined : emptyFieldIn(element.value, this.#filling)
    if (empty !== undefined) {
      const message = `${label}: field ${empty} is empty, and its symbol would say less than the design wants`
      return [{ parameter: empty, code: 'missing_field', message }]
    }
    const { request, faults } = readSymbol({ ...element.given, text: withDoubling(text) })
    if (request === undefined) return faults.flatMap((fault) => atElement(element, fault))
    let encoded: Encoded
    try {
      encoded = encodeRequest(request)
    } catch (error) {
      return drawingFaults(error).faults.flatMap((fault) => atElement(element, fault))
    }
    const { barcode, doubts, elements } = encoded
    const { xdim, application } = request
    const box = boxOf(element, resolution)
    const style = { ...element, resolution, xdim, application }
    const found = placedSymbol(barcode, style, box.inner)
    if (found === undefined) {
      const needed = `needs ${leastBox(barcode, style)} mm at the least`
      return [faultAt(element, 'does_not_fit', `${label} ${needed}: ${sizeText(element)}`)]
    }
    const { marks, zone, whole, ...drawn } = found
    return {
      label,
      marks: marks.map((mark) => box.placed(mark)),
      zone: box.placedRect(zone),
      kept: box.placedRect(whole),
      symbol: {
        element,
        contents: contentsOf(request, barcode),
        barcode,
        doubts,
        elements,
        text: encoded.text,
        xdim,
        application,
        ...drawn,
      },
    }
  }

  *#image(element: ImageElement): Interruptible<Drawn> {
    const box = boxOf(element, this.#resolution)
    const dots = yield* imageDots(element, box.inner)
    const x = startIn(element.align, box.inner.width - dots.width)
    const y = startIn(element.valign, box.inner.height - dots.height)
    return { label: element.label, marks: [box.placed(bitmapMark(dots, x, y))] }
  }
}

/** What is drawn of a label. */
export class Drawing {
  readonly elements: readonly Drawn[]
  /** Those that cannot be drawn. */
  readonly refused: readonly RefusedElement[]

  constructor(elements: readonly Drawn[], refused: readonly RefusedElement[]) {
    this.elements = elements
    this.refused = refused
  }

  /** What is doubtful about each element by itself. */
  warningsOn(scene: Scene): readonly ElementWarning[] {
    const found = this.#warningsOn(scene)
    return this.#lacksNothing() ? found.filter(({ code }) => code !== 'gs1_missing_ai') : found
  }

  /** Whether the GS1 symbols of the label together have all companions that each of them alone may lack. */
  #lacksNothing(): boolean {
    const elements = this.elements.flatMap(({ symbol }) => symbol?.elements ?? [])
    return (
      elements.length > 0 && gs1Message(bracketedText(elements)).faults.every(({ code }) => code !== 'gs1_missing_ai')
    )
  }

  #warningsOn(scene: Scene): readonly ElementWarning[] {
    return this.elements.flatMap(({ label, symbol, isSmall }) => {
      const small = isSmall
        ? [{ code: 'text_too_small', parameter: 'design', message: `${label} is smaller than 6 points` } as const]
        : []
      const found: readonly Warning[] = symbol === undefined ? small : symbolWarnings(symbol, scene)
      return found.map((each) => ({ ...each, labels: [label] }))
    })
  }
}

/** What is doubtful about a symbol by itself, and on a label with others. */
function symbolWarnings(symbol: DrawnSymbol, scene: Scene): readonly Warning[] {
  const { element, barcode, doubts, application, module, barHeight, isCut, missed, xdim } = symbol
  const own: Scene = { ...scene, module, barHeight, cut: isCut ? ['text'] : [] }
  const judged = {
    barcode,
    scene: own,
    application,
    product: 'label',
    hasWantedModule: xdim !== undefined,
    doubts,
    isOfGs1: isOfGs1(symbol),
  } as const
  const found = warningsOf(judged).map((warning): Warning => {
    const { parameter, message, suggestion } = pointing(element.value, warning)
    return { code: warning.code, parameter, message: `${element.label}: ${message}`, ...(suggestion && { suggestion }) }
  })
  if (missed === undefined) return found
  const drawn = threeDecimals(millimetres(module, scene.resolution))
  const message = `${element.label}: its box has room for modules of ${drawn} mm, not for the ${missed} mm wanted`
  return [{ code: 'xdim_not_reached', parameter: 'design', message }, ...found]
}

/** A fault or a warning about the text of a symbol as one of the field that its value is, or is made of. */
function pointing<F extends Pick<Fault, 'parameter' | 'message' | 'suggestion' | 'position'>>(
  value: Template,
  fault: F,
): F {
  const { suggestion, position, ...others } = fault
  const fields = fieldsIn(value)
  const [name = 'design'] = fields
  const isAlone = value.length === 1 && fields.length === 1
  const text = isAlone ? suggestion?.text : undefined
  const parameter = fault.parameter === 'text' ? name : 'design'
  return {
    ...others,
    parameter,
    ...(isAlone && position !== undefined && { position }),
    ...(text !== undefined && Object.keys(suggestion!).length === 1 && { suggestion: { [name]: text } }),
  } as F
}

function atElement(element: SymbolElement, fault: Fault): readonly Fault[] {
  const { parameter, code, message, position, suggestion, ai, rule, from, to } = pointing(element.value, fault)
  const place = position === undefined ? {} : { position, ...(from !== undefined && { from, to: to! }) }
  const broken = { ...(ai !== undefined && { ai }), ...(rule !== undefined && { rule }) }
  const known = code === 'missing_parameter' ? 'missing_field' : code
  return [
    {
      parameter,
      code: known,
      message: `${element.label}: ${message}`,
      ...place,
      ...broken,
      ...(suggestion && { suggestion }),
    },
  ]
}

function faultAt({ value }: TextElement | SymbolElement, code: Fault['code'], message: string): Fault {
  return { parameter: fieldsIn(value)[0] ?? 'design', code, message }
}

const sizeText = ({ size: [width, height] }: TextElement | SymbolElement): string =>
  `its box has ${width} x ${height} mm`

/** The box of an element, and what is in it before it is turned and moved to its place. */
interface PlacedBox {
  readonly inner: Extent
  placed<M extends InkMark>(mark: M): M
  placedRect(rect: Rect): Rect
}

function boxOf(element: TextElement | SymbolElement | ImageElement, resolution: Resolution): PlacedBox {
  const { left, top, right, bottom } = rectOf(element, resolution)
  const turn = turns[element.turn / 90]!
  const [width, height] = [right - left, bottom - top]
  const inner = element.turn % 180 === 0 ? { width, height } : { width: height, height: width }
  const placed = <M extends InkMark>(mark: M): M => moved(turned(mark, { ...inner, turn }), left, top)
  return {
    inner,
    placed,
    placedRect(rect) {
      const { xs, ys } = placed(filledRect(rect))
      return { left: xs[0]!, top: ys[0]!, right: xs[1]!, bottom: ys[1]! }
    },
  }
}
