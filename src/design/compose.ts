/** Designs drawn: the values of a label in their elements, on a scene in whole dots of a print head, with what is doubtful about it. */

import { bracketedText, gs1Message } from '../../symbologies/gs1/index.ts'
import { type Application, type Barcode, type Encoded, encodeRequest } from '../../symbologies/index.ts'
import type { Fault } from '../answer.ts'
import type { Composition, LabelFormat } from '../draw/drawing.ts'
import { type AskedSymbol, contentsOf } from '../draw/proof.ts'
import { excessOf, type Limits } from '../drawing-size.ts'
import { compensated } from '../layout/compensation.ts'
import { FitError } from '../layout/fit.ts'
import { type Dpi, millimetres, type Resolution, resolutions, threeDecimals, usualDpi } from '../layout/resolution.ts'
import { fed, type InkMark, isOnPairs, moved, type Scene, turned, turns } from '../layout/scene.ts'
import { blankLabel, fedOrientation, type LabelSize } from '../layout/stock.ts'
import { NotConforming, type Warning } from '../plan/warning.ts'
import { assumedDpi, warningsOf } from '../plan/warnings.ts'
import { type Arrangement, arranged, turnedFor } from '../render/arrange.ts'
import { refuseCut } from '../render/commands.ts'
import { assumedDpiOf, type Handling, isPrinterLanguage } from '../render/language.ts'
import type { ZplPacking } from '../render/zpl.ts'
import { type CounterNumber, type NumberOf, withoutPrefix } from '../request/counters.ts'
import type { Given } from '../request/parameter.ts'
import { DrawingRefusal, drawingFaults } from '../request/refusals.ts'
import { conflictsIn, type DrawnElement, inkBox } from './conflicts.ts'
import type { Design, Element, ImageElement, SymbolElement, TextElement } from './design.ts'
import { fieldValues } from './field-values.ts'
import { compensationOf, printedTurn, scaledDesign, scaleOf } from './for-printer.ts'
import { imageDots } from './images.ts'
import { type Budget, bitmapMark, boxMark, ellipseMark, filledRect, lineMark, type Rect, rectOf } from './shapes.ts'
import { leastBox, placedSymbol } from './symbol-element.ts'
import { readSymbol } from './symbol-parameters.ts'
import { type Filling, fieldsIn, filled, filledMessage, serialsIn, ssccsIn, type Template } from './template.ts'
import { type Extent, isTooSmall, startIn, textMarks } from './text-element.ts'

/** A label of a design. */
export interface DesignRequest {
  readonly design: Design
  /** What is given for its fields. */
  readonly given: Given
  /** From 1. */
  readonly row: number
  readonly now: Date
  readonly format: LabelFormat
  readonly dpi?: Dpi | undefined
  /** Pages of the PDF, or how often a printer prints it. */
  readonly qty: number
  readonly zpl?: ZplPacking | undefined
  readonly strict: boolean
  /** Whether its bytes are read back before they leave. */
  readonly verify?: boolean
  /** Of the printer that it is drawn for. */
  readonly handling?: (Handling & Arrangement) | undefined
  /** The printer's, which is the design's size or it turned by a quarter. */
  readonly stock?: LabelSize | undefined
  /** The numbers of its counters; undefined where nothing counts. */
  readonly numberOf?: NumberOf | undefined
}

/**
 * The composition of a label, small enough for its format; for the language of a printer as it is fed.
 *
 * @throws DrawingRefusal with a fault for each field and element that cannot be drawn; FitError, NotConforming
 */
export function composeDesign(request: DesignRequest, limits: Limits): Composition {
  const { design, format, handling = {}, strict, stock } = request
  const isForPrinter = isPrinterLanguage(format)
  const dpi = request.dpi ?? (isForPrinter ? assumedDpiOf(format) : undefined)
  const resolution = resolutions[dpi ?? usualDpi]
  const orientation = fedOrientation(design.size) ?? 'landscape'
  const paperSize = dpi === undefined ? 'exact' : 'whole dots'
  const scale = scaleOf(request)
  const blank = blankLabel({ size: design.size, orientation, resolution, paperSize, scale })
  const excess = excessOf(blank, format, limits)
  if (excess !== undefined) throw new FitError('size', `${excess}; format=pdf would fit`, { format: 'pdf' })
  const filling = fillingOf(request)
  const drawing = new Drawing(scaledDesign(design, scale), filling, resolution, limits)
  const page = { left: 0, top: 0, right: blank.width, bottom: blank.height }
  const symbols = drawing.elements.flatMap(({ symbol }) => (symbol === undefined ? [] : [symbol]))
  const narrowest = symbols.toSorted((a, b) => a.module - b.module)[0]
  const compensation = compensationOf(request, resolution)
  const upright: Scene = {
    ...{ width: blank.width, height: blank.height, paper: blank.paper, stock: blank.stock, resolution, turn: 'N' },
    marks: drawing.elements.flatMap(({ marks }) => marks),
    title: symbols[0]?.text ?? design.title ?? design.name,
    ...{ module: narrowest?.module ?? 0, barHeight: narrowest?.barHeight ?? 0, cut: [], compensation, scale },
  }
  const { turn } = isForPrinter ? fed(upright, stock ?? design.size) : upright
  const printed = printedTurn({ ...upright, turn }, request)
  const narrowed = drawing.elements.flatMap(({ marks, symbol }) =>
    symbol === undefined ? marks : compensated(marks, compensation, { module: symbol.module, turn: printed }),
  )
  const scene: Scene = { ...upright, turn, marks: narrowed }
  if (isForPrinter) {
    refuseHalfPins(scene, request)
    refuseCut(() => arranged([turnedFor(scene, handling)], 1), { language: format, handling })
  }
  const assumed = isForPrinter && request.dpi === undefined ? [assumedDpi(assumedDpiOf(format))] : []
  const warnings = [...drawing.warningsOn(upright), ...conflictsIn(drawing.elements, page), ...assumed]
  if (strict && warnings.length > 0) throw new NotConforming(warnings)
  return { scene, warnings, asked: { symbols: symbols.map(({ contents, module }) => ({ contents, module })) } }
}

/** @throws DrawingRefusal for fields that are missing or wrong, and a counter where there is none */
function fillingOf({ design, given, row, now, numberOf }: DesignRequest): Filling {
  const { values, faults } = fieldValues(design, given)
  if (faults.length > 0) throw new DrawingRefusal(faults)
  return { fields: values, row, now, serials: numbersOf(design, numberOf) }
}

function numbersOf(design: Design, numberOf: NumberOf | undefined): ReadonlyMap<string, CounterNumber> {
  const names = countersOf(design)
  if (names.length === 0) return new Map()
  const refused = ({ code, message }: Pick<Fault, 'code' | 'message'>) =>
    new DrawingRefusal([{ parameter: 'design', code, message }])
  if (numberOf === undefined) throw refused(noCounter(names[0]!))
  const ssccs = templatesOf(design).flatMap(ssccsIn)
  const numbers = names.map((name) => {
    const number = numberOf(name)
    if ('code' in number) throw refused(number)
    if (number.sscc === undefined && ssccs.includes(name)) throw refused(withoutPrefix(name))
    return [name, number] as const
  })
  return new Map(numbers)
}

/** Of a design that counts, where nothing does. */
export const noCounter = (name: string) => ({
  code: 'no_counter' as const,
  message: `the design has numbers of the counter ${name}, and nothing keeps counters here`,
})

const templatesOf = ({ elements }: Design): readonly Template[] =>
  elements.flatMap((element) => ('value' in element ? [element.value] : []))

/** The counters of which each label of a design has a number, each once. */
export function countersOf(design: Design): readonly string[] {
  return [...new Set(templatesOf(design).flatMap(serialsIn))]
}

/** At 600 dpi, heads of 300 dpi print two columns of dots by a pin. @throws FitError */
function refuseHalfPins(scene: Scene, { format, dpi, handling = {} }: DesignRequest): void {
  if (format !== 'brother' || dpi !== '600' || isOnPairs(turnedFor(scene, handling))) return
  const message =
    'a print head of 300 dpi prints two columns of 600 dpi by a pin, and some of the design would be cut in two'
  throw new FitError('size', `${message}; dpi=300 fits`, { dpi: '300' })
}

/** The most dots of ellipses, slanted lines and pictures of a label, together: as a PNG of the usual limit has. */
const mostBitmapDots = 25_000_000

/** A symbol that is drawn. */
interface DrawnSymbol {
  readonly element: SymbolElement
  readonly contents: AskedSymbol['contents']
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

type Drawn = DrawnElement & { readonly symbol?: DrawnSymbol; readonly isSmall?: boolean }

/** The elements of a label, drawn in their order. */
class Drawing {
  readonly elements: readonly Drawn[]
  readonly #filling: Filling
  readonly #resolution: Resolution

  /** @throws DrawingRefusal, FitError */
  constructor(design: Design, filling: Filling, resolution: Resolution, { maxPixels }: Limits) {
    this.#filling = filling
    this.#resolution = resolution
    const faults: Fault[] = []
    let left = Math.max(maxPixels, mostBitmapDots)
    const budget: Budget = (dots) => {
      left -= dots
      if (left >= 0) return
      throw new FitError(
        'size',
        'the ellipses, slanted lines and pictures of the design have too many dots; a lower dpi would fit',
      )
    }
    this.elements = design.elements.flatMap((element) => {
      const drawn = this.#drawn(element, budget)
      if (!Array.isArray(drawn)) return [drawn as Drawn]
      faults.push(...drawn)
      return []
    })
    if (faults.length > 0) throw new DrawingRefusal(faults)
  }

  /** The element, or why it cannot be drawn. */
  #drawn(element: Element, budget: Budget): Drawn | readonly Fault[] {
    const { label } = element
    const resolution = this.#resolution
    switch (element.kind) {
      case 'text':
        return this.#text(element)
      case 'symbol':
        return this.#symbol(element)
      case 'line':
        return { label, marks: [lineMark(element, resolution, budget)] }
      case 'box':
        return { label, marks: [boxMark(element, resolution)] }
      case 'ellipse':
        return { label, marks: [ellipseMark(element, resolution, budget)] }
      case 'image':
        return this.#image(element, budget)
    }
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
    const { request, faults } = readSymbol({ ...element.given, text })
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

  #image(element: ImageElement, budget: Budget): Drawn {
    const box = boxOf(element, this.#resolution)
    const dots = imageDots(element, box.inner, budget)
    const x = startIn(element.align, box.inner.width - dots.width)
    const y = startIn(element.valign, box.inner.height - dots.height)
    return { label: element.label, marks: [box.placed(bitmapMark(dots, x, y))] }
  }

  /** What is doubtful about each element by itself. */
  warningsOn(scene: Scene): readonly Warning[] {
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

  #warningsOn(scene: Scene): readonly Warning[] {
    return this.elements.flatMap(({ label, symbol, isSmall }) => {
      const small = isSmall
        ? [{ code: 'text_too_small', parameter: 'design', message: `${label} is smaller than 6 points` } as const]
        : []
      return symbol === undefined ? small : symbolWarnings(symbol, scene)
    })
  }
}

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
