/** The elements of a design drawn for one label, each in its place, and what is wrong or doubtful about it by itself. */

import { bracketedText, gs1Message } from '../../symbologies/gs1/index.ts'
import { type Application, type Barcode, type Encoded, encodeRequest } from '../../symbologies/index.ts'
import type { Fault } from '../answer.ts'
import { contentsOf } from '../draw/proof.ts'
import type { Limits } from '../drawing-size.ts'
import type { Interruptible } from '../interruptible.ts'
import { millimetres, type Resolution, threeDecimals } from '../layout/resolution.ts'
import { type DotArea, type InkMark, isOfSymbol, moved, type Scene, type Turn, turned, turns } from '../layout/scene.ts'
import { type BlankStyle, blankLabel } from '../layout/stock.ts'
import { isLinear } from '../layout/symbol.ts'
import { contentWarnings, requireContent } from '../plan/content-warnings.ts'
import { isOfGs1 } from '../plan/gs1-symbol.ts'
import type { Warning } from '../plan/warning.ts'
import { warningsOf } from '../plan/warnings.ts'
import { withDoubling } from '../request/counters.ts'
import { drawingFaults } from '../request/refusals.ts'
import { type DrawnElement, type ElementWarning, inkBox, joined } from './conflicts.ts'
import { refuseCostly } from './costs.ts'
import {
  type Design,
  type DesignElement,
  type ImageElement,
  type LabelElement,
  type SymbolElement,
  type TextElement,
  templatesOf,
} from './design.ts'
import { imageDots } from './images.ts'
import { labelConflicts } from './label-conflicts.ts'
import { type LaidOutLabel, laidOutLabel } from './label-element.ts'
import { type HeldLabel, profileWarnings, withoutReplaced } from './profile-warnings.ts'
import { bitmapMark, boxMark, ellipseMark, filledRect, lineMark, type Rect, rectOf } from './shapes.ts'
import { leastBox, placedSymbol } from './symbol-element.ts'
import { readLabel, readSymbol } from './symbol-parameters.ts'
import {
  emptyFieldIn,
  fieldsIn,
  filled,
  filledMessage,
  lengthOf,
  longestFilled,
  type TemplateFilling,
  type TextTemplate,
} from './template.ts'
import { isTooSmall, startIn, type TextExtent, textMarks } from './text-element.ts'

/** A symbol that is drawn. */
export interface DrawnSymbol {
  readonly element: SymbolElement | LabelElement
  readonly contents: ReturnType<typeof contentsOf>
  readonly barcode: Barcode
  readonly doubts: Encoded['doubts']
  /** Of a GS1 message. */
  readonly elements: Encoded['elements']
  readonly text: string
  readonly isOfGs1: boolean
  readonly application: Application | undefined
  readonly xdim: number | undefined
  readonly module: number
  readonly barHeight: number
  /** The words for which there is not enough room. */
  readonly cut: Scene['cut']
  /** The module width that was wanted and does not fit, in mm. */
  readonly missed: number | undefined
  /** Of several symbols of one message. */
  readonly parts?: LaidOutLabel['parts']
  /** Where it is, or those of one message are, with quiet zones; and how it is turned. */
  readonly areas: readonly DotArea[]
  readonly turn: Turn
}

/** What a design is drawn with besides its elements. */
export interface DrawingContext {
  readonly filling: TemplateFilling
  /** The label that it is drawn on. */
  readonly page: BlankStyle
  readonly limits: Limits
  /** Whether modules of an even number of dots are taken, where no width is asked for. */
  readonly hasEvenModules?: boolean
  /** The symbol of a design that has no other, where it is encoded already. */
  readonly encoded?: Encoded | undefined
}

/** An element that cannot be drawn, and why. */
export interface RefusedElement {
  readonly element: DesignElement
  /** One or more. */
  readonly faults: readonly Fault[]
}

type Drawn = DrawnElement & { readonly symbol?: DrawnSymbol; readonly isSmall?: boolean }

/** The elements of a label, drawn in their order, a step for each if there are several. @throws FitError if there is too much of it, before any is drawn */
export function* drawingOf(design: Design, context: DrawingContext): Interruptible<DesignDrawing> {
  const { elements, profile, isOfRequest = false } = design
  const { filling, page, limits } = context
  refuseCostly(elements, filling, page.resolution, limits)
  const drawer = new ElementDrawer(context, isOfRequest)
  const found: Drawn[] = []
  const refused: RefusedElement[] = []
  for (const element of elements) {
    if (elements.length > 1) yield
    const drawn = yield* drawer.drawn(element)
    if (isRefused(drawn)) refused.push({ element, faults: drawn })
    else found.push(drawn)
  }
  const { width, height } = blankLabel(page).paper
  const held = profile && { profile, sides: [inMillimetres(width), inMillimetres(height)] as const }
  return new DesignDrawing(found, refused, { isOfRequest, held })
}

/** Of a length in points. */
const inMillimetres = (points: number): number => (25.4 * points) / 72

const isRefused = (drawn: Drawn | readonly Fault[]): drawn is readonly Fault[] => Array.isArray(drawn)

class ElementDrawer {
  readonly #context: DrawingContext
  readonly #filling: TemplateFilling
  readonly #resolution: Resolution
  readonly #isOfRequest: boolean

  constructor(context: DrawingContext, isOfRequest: boolean) {
    this.#context = context
    this.#filling = context.filling
    this.#resolution = context.page.resolution
    this.#isOfRequest = isOfRequest
  }

  /** The element, or why it cannot be drawn. */
  *drawn(element: DesignElement): Interruptible<Drawn | readonly Fault[]> {
    const { label } = element
    const resolution = this.#resolution
    switch (element.kind) {
      case 'text':
        return this.#tooLong(element) ?? this.#text(element)
      case 'symbol':
        return this.#tooLong(element) ?? this.#symbol(element)
      case 'label':
        return this.#tooLong(element) ?? this.#label(element)
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
  #tooLong(element: TextElement | SymbolElement | LabelElement): readonly Fault[] | undefined {
    const length = templatesOf(element).reduce((sum, template) => sum + lengthOf(template, this.#filling), 0)
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
    const { text, lacking } = this.#textOf(element)
    if (lacking !== undefined) return lacking
    const { request, faults } = readSymbol({ ...element.given, text: withDoubling(text) })
    if (request === undefined) return faults.flatMap((fault) => atElement(element, fault))
    let encoded: Encoded
    try {
      encoded = encodeRequest(request)
      requireContent(request, encoded)
    } catch (error) {
      return drawingFaults(error).faults.flatMap((fault) => atElement(element, fault))
    }
    const { barcode, doubts, elements } = encoded
    const { xdim, application } = request
    const { hasEvenModules = false } = this.#context
    const whole = boxOf(element, resolution)
    const style = { ...element, resolution, xdim, application, hasEvenModules }
    const found = placedSymbol(barcode, style, hasEvenModules ? lessOne(whole.inner) : whole.inner)
    if (found === undefined) {
      const needed = `needs ${leastBox(barcode, style)} mm at the least`
      return [faultAt(element, 'does_not_fit', `${label} ${needed}: ${sizeText(element)}`)]
    }
    const { marks, zone, whole: taken, isCut, ...drawn } = found
    const box = hasEvenModules ? onEvenDots(whole, marks) : whole
    const placed = box.placedRect(zone)
    return {
      label,
      marks: marks.map((mark) => box.placed(mark)),
      zone: placed,
      kept: box.placedRect(taken),
      symbol: {
        element,
        contents: contentsOf(request, barcode),
        barcode,
        doubts,
        elements,
        text: encoded.text,
        isOfGs1: isOfGs1(encoded),
        xdim,
        application,
        cut: isCut ? ['text'] : [],
        areas: [placed],
        turn: turns[element.turn / 90]!,
        ...drawn,
      },
    }
  }

  /** @throws of a label request EncodeError, Gs1Error, FitError */
  #label(element: LabelElement): Drawn | readonly Fault[] {
    const { label, at, size } = element
    const { page, hasEvenModules = false, encoded } = this.#context
    const { text, lacking } = this.#textOf(element)
    if (lacking !== undefined) return lacking
    const wordsOf = (template: TextTemplate | undefined): string | undefined =>
      template && withDoubling(filled(template, this.#filling))
    const words = { text: withDoubling(text), title: wordsOf(element.title), caption: wordsOf(element.caption) }
    const { request, faults } = readLabel({ ...element.given, ...words })
    if (request === undefined) return faults.flatMap((fault) => atElement(element, fault))
    const whole = at && size && boxOf({ ...element, at, size }, this.#resolution)
    try {
      const room = whole && hasEvenModules ? lessOne(whole.inner) : whole?.inner
      const found = laidOutLabel(request, { page, box: room, hasEvenModules, encoded })
      const box = whole && hasEvenModules ? onEvenDots(whole, found.marks) : whole
      const marks = box === undefined ? found.marks : found.marks.map((mark) => box.placed(mark))
      const symbols = marks.filter(isOfSymbol)
      const areas = symbols.map(({ symbol }) => symbol.area)
      // bars may be read from bottom to top
      const isTurned =
        isLinear(found.barcode) && found.marks.filter(isOfSymbol).some(({ matrix }) => matrix.height > matrix.width)
      const turn = turns[(element.turn / 90 + (isTurned ? 3 : 0)) % 4]!
      const zone = areas.reduce(joined)
      const { marks: _, ...symbol } = found
      return {
        label,
        marks,
        zone,
        kept: joined(zone, inkBox(marks)),
        symbol: {
          ...{ element, contents: contentsOf(request, found.barcode), xdim: request.xdim, missed: undefined },
          ...{ ...symbol, areas, turn },
        },
      }
    } catch (error) {
      if (this.#isOfRequest) throw error
      return drawingFaults(error).faults.flatMap((fault) => atElement(element, fault))
    }
  }

  /** The text of a symbol, or the fault of a field without which it would say less. */
  #textOf({ label, value, given }: SymbolElement | LabelElement): {
    readonly text: string
    readonly lacking?: readonly Fault[]
  } {
    const isMessage = given.gs1 === 'true' || given.gs1 === 'link'
    const text = (isMessage ? filledMessage : filled)(value, this.#filling)
    const empty = text === '' ? undefined : emptyFieldIn(value, this.#filling)
    if (empty === undefined) return { text }
    const message = `${label}: field ${empty} is empty, and its symbol would say less than the design wants`
    return { text, lacking: [{ parameter: empty, code: 'missing_field', message }] }
  }

  *#image(element: ImageElement): Interruptible<Drawn> {
    const box = boxOf(element, this.#resolution)
    const dots = yield* imageDots(element, box.inner)
    const x = startIn(element.align, box.inner.width - dots.width)
    const y = startIn(element.valign, box.inner.height - dots.height)
    return { label: element.label, marks: [box.placed(bitmapMark(dots, x, y))] }
  }
}

/** How warnings are said, and what a label is held to. */
interface Judging {
  readonly isOfRequest: boolean
  readonly held: Pick<HeldLabel, 'profile' | 'sides'> | undefined
}

/** What is drawn of a label. */
export class DesignDrawing {
  readonly elements: readonly Drawn[]
  /** Those that cannot be drawn. */
  readonly refused: readonly RefusedElement[]
  readonly #judging: Judging

  constructor(elements: readonly Drawn[], refused: readonly RefusedElement[], judging: Judging) {
    this.elements = elements
    this.refused = refused
    this.#judging = judging
  }

  /** What is doubtful about each element by itself, and about what its symbols say together. */
  warningsOn(scene: Scene): readonly ElementWarning[] {
    const symbols = this.elements.flatMap(({ label, symbol }) => (symbol === undefined ? [] : [{ label, symbol }]))
    const { held, isOfRequest } = this.#judging
    const { resolution } = scene
    const parameter = isOfRequest ? 'profile' : 'design'
    const ofProfile = held ? profileWarnings({ ...held, elements: this.elements, resolution, parameter }) : []
    const own = withoutReplaced(this.#warningsOn(scene), ofProfile, this.elements)
    const found: readonly ElementWarning[] = [
      ...own,
      ...labelConflicts(symbols, resolution),
      ...ofProfile.map(({ measure: _, ...warning }) => warning),
    ]
    const isLacking = found.some(({ code }) => code === 'gs1_missing_ai') && !this.#lacksNothing()
    return isLacking ? found : found.filter(({ code }) => code !== 'gs1_missing_ai')
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
      const found = symbol === undefined ? small : symbolWarnings(symbol, scene, this.#judging.isOfRequest)
      return found.map((each) => ({ ...each, labels: [label] }))
    })
  }
}

/** What is doubtful about a symbol by itself, and on a label with others. @param isOfRequest  which is then said of its parameters */
function symbolWarnings(symbol: DrawnSymbol, scene: Scene, isOfRequest: boolean): readonly Warning[] {
  const { element, barcode, doubts, text, application, module, barHeight, cut, missed, xdim, isOfGs1 } = symbol
  const own: Scene = { ...scene, module, barHeight, cut }
  const judged = {
    barcode,
    scene: own,
    application,
    product: 'label',
    hasWantedModule: xdim !== undefined,
    doubts,
    isOfGs1,
  } as const
  const warnings = [...warningsOf(judged), ...contentWarnings({ barcode, text, isOfGs1 })]
  if (isOfRequest) return warnings
  const found = warnings.map((warning): Warning => {
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
  value: TextTemplate,
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

function atElement(element: SymbolElement | LabelElement, fault: Fault): readonly Fault[] {
  const { parameter, code, message, position, suggestion, ai, rule, from, to, warning } = pointing(element.value, fault)
  const place = position === undefined ? {} : { position, ...(from !== undefined && { from, to: to! }) }
  const broken = { ...(ai !== undefined && { ai }), ...(rule !== undefined && { rule }), ...(warning && { warning }) }
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

function faultAt({ value }: TextElement | SymbolElement | LabelElement, code: Fault['code'], message: string): Fault {
  return { parameter: fieldsIn(value)[0] ?? 'design', code, message }
}

const sizeText = ({ size: [width, height] }: TextElement | SymbolElement): string =>
  `its box has ${width} x ${height} mm`

/** The box of an element, and what is in it before it is turned and moved to its place. */
interface PlacedBox {
  readonly inner: TextExtent
  placed<M extends InkMark>(mark: M): M
  placedRect(rect: Rect): Rect
}

function boxOf(element: Pick<ImageElement, 'at' | 'size' | 'turn'>, resolution: Resolution): PlacedBox {
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

/** A box with a dot to spare, by which what is in it may be moved. */
const lessOne = ({ width, height }: TextExtent): TextExtent => ({ width: width - 1, height: height - 1 })

/** The box moved by a dot where the modules of its symbol would begin at an odd one, so that those of all symbols begin alike. */
function onEvenDots(box: PlacedBox, marks: readonly InkMark[]): PlacedBox {
  const first = marks.map(box.placed).find(isOfSymbol)
  const [x, y] = [(first?.xs[0] ?? 0) & 1, (first?.ys[0] ?? 0) & 1]
  return {
    ...box,
    placed: (mark) => moved(box.placed(mark), x, y),
    placedRect(rect) {
      const { left, top, right, bottom } = box.placedRect(rect)
      return { left: left + x, top: top + y, right: right + x, bottom: bottom + y }
    },
  }
}
