/** Designs drawn: the values of a label in their elements, on a scene in whole dots of a print head, with what is doubtful about it. */

import type { Encoded } from '../../symbologies/index.ts'
import { darkRunCount } from '../../symbologies/matrix/index.ts'
import type { Fault } from '../answer.ts'
import type { Composition } from '../draw/drawing.ts'
import {
  finished,
  type LabelFormat,
  type Medium,
  type MediumRequest,
  mediumOf,
  printsWholeModules,
  refuseLargeSheet,
} from '../draw/finish.ts'
import { type ExpectedOrder, labelOrder } from '../draw/proof.ts'
import { type OnSheet, type sheetLabel, sheetLabelOf } from '../draw/sheets.ts'
import { DrawingRefusal } from '../drawing-refusal.ts'
import { excessOf, type Limits } from '../drawing-size.ts'
import { type Interruptible, uninterrupted } from '../interruptible.ts'
import { gainOf } from '../layout/compensation.ts'
import { FitError } from '../layout/fit.ts'
import { stockOf } from '../layout/named-stock.ts'
import type { Dpi } from '../layout/resolution.ts'
import type { Scene } from '../layout/scene.ts'
import {
  type BlankLabel,
  type BlankStyle,
  blankLabel,
  isSameLabel,
  isSameProduct,
  type LabelSize,
} from '../layout/stock.ts'
import type { Warning } from '../plan/warning.ts'
import type { RollArrangement } from '../render/arrange.ts'
import type { Handling } from '../render/language.ts'
import type { ZplPacking } from '../render/zpl.ts'
import { type CounterNumber, type NumberOf, withoutPrefix } from '../request/counters.ts'
import type { GivenValues } from '../request/parameter.ts'
import { conflictsIn, type ElementWarning } from './conflicts.ts'
import { type Design, orientationOf, templatesOf as templatesIn } from './design.ts'
import { type DesignDrawing, type DrawingContext, type DrawnSymbol, drawingOf } from './drawing.ts'
import { fieldValues } from './field-values.ts'
import { scaledDesign } from './for-printer.ts'
import { beyondOutline } from './outline.ts'
import { serialsIn, ssccsIn, type TemplateFilling, type TextTemplate } from './template.ts'

/** A label of a design. */
export interface DesignRequest extends OnSheet {
  readonly design: Design
  /** What is given for its fields. */
  readonly given: GivenValues
  /** From 1. */
  readonly row: number
  readonly now: Date
  readonly format: LabelFormat
  readonly dpi?: Dpi | undefined
  /** Pages of the PDF, or how often a printer prints it. */
  readonly qty: number
  readonly zpl?: ZplPacking | undefined
  /** `x,y` in mm, or one number for both: how much wider the printer makes dark than it is drawn. */
  readonly gain?: string | undefined
  readonly strict: boolean
  /** Whether its bytes are read back before they leave. */
  readonly verify?: boolean
  /** Of the printer that it is drawn for. */
  readonly handling?: (Handling & RollArrangement) | undefined
  /** The printer's: the labels that the design is for, by whatever name, as they are or turned by a quarter. */
  readonly stock?: LabelSize | undefined
  /** The counters of which it has numbers, each with the parameter that names it. */
  readonly counters?: ReadonlyMap<string, string> | undefined
  /** The numbers of the counters of its design; undefined where nothing counts. */
  readonly numberOf?: NumberOf | undefined
  /** Whether the words of its request have escapes, which what is suggested for them then has too. */
  readonly escapes?: boolean | undefined
  /** The symbol of a design that has no other, where it is encoded already. */
  readonly encoded?: Encoded | undefined
}

/** The composition of a label of a design. */
export interface DesignComposition extends Composition {
  /** In the order in which they are drawn. */
  readonly symbols: readonly DrawnSymbol[]
  /** The warnings about its elements, with which the others begin. */
  readonly ofElements: readonly ElementWarning[]
}

/**
 * The composition of a label, small enough for its format; for the language of a printer as it is fed.
 *
 * @throws DrawingRefusal with a fault for each field and element that cannot be drawn; FitError, NotConforming
 */
export function composeDesign(request: DesignRequest, limits: Limits): DesignComposition {
  return uninterrupted(composingDesign(request, limits))
}

/** The same, interrupted between elements. @throws what `composeDesign` throws */
export function* composingDesign(request: DesignRequest, limits: Limits): Interruptible<DesignComposition> {
  const place = placeOf(request)
  // what is wrong with a sheet is wrong with all labels on it
  sheetLabelFor(request, place, limits)
  const drawn = yield* drawnLabel(request, place, limits)
  const { refused } = drawn.drawing
  if (refused.length > 0) throw new DrawingRefusal(refused.flatMap(({ faults }) => faults))
  return yield* finishedLabel(request, drawn, limits)
}

/** A label before it is finished for its medium. */
export interface DrawnLabel extends Surface {
  readonly blank: BlankLabel
  readonly drawing: DesignDrawing
  /** As it is read. */
  readonly scene: Scene
}

/** A label drawn as its medium needs it, as far as its elements can be. @throws FitError */
export function* drawnLabel(
  request: DesignRequest,
  { medium, page }: Surface,
  limits: Limits,
): Interruptible<DrawnLabel> {
  const { design } = request
  const { resolution, scale } = page
  // printers of a maker are told of their stock, whatever the size of the design is called
  const blank = { ...blankLabel(page), stock: stockOf(medium.size)?.stock }
  const context = { filling: fillingOf(request), page, limits, encoded: request.encoded }
  const sceneOf = (drawing: DesignDrawing): Scene => standingScene(drawing, design, { ...blank, resolution })
  const drawing = yield* drawnOnPins(scaledDesign(design, scale), context, (drawn) =>
    printsWholeModules(sceneOf(drawn), medium),
  )
  return { medium, page, blank, drawing, scene: sceneOf(drawing) }
}

/** Tells what is doubtful about the elements of a label on a scene. */
export function* elementJudge({
  drawing,
  blank,
}: Pick<DrawnLabel, 'drawing' | 'blank'>): Interruptible<(scene: Scene) => readonly ElementWarning[]> {
  const edges = { left: 0, top: 0, right: blank.width, bottom: blank.height }
  const conflicts = yield* conflictsIn(drawing.elements, edges)
  return (scene) => [...drawing.warningsOn(scene), ...conflicts]
}

/**
 * The label for its medium.
 *
 * @param drawn  of which every element can be drawn
 * @throws DrawingRefusal for another sheet than the design is for, and for symbols that cannot be read back; FitError, NotConforming
 */
export function* finishedLabel(
  request: DesignRequest,
  drawn: DrawnLabel,
  limits: Limits,
): Interruptible<DesignComposition> {
  const { medium, page, blank, drawing } = drawn
  const label = sheetLabelFor(request, drawn, limits)
  refuseLarge(blank, request, limits)
  if (request.format === 'svg') refuseFineDots(drawing)
  const judgeElements = yield* elementJudge(drawn)
  let ofElements: readonly ElementWarning[] = []
  const judge = (placed: Scene): readonly Warning[] => {
    ofElements = judgeElements(placed)
    if (request.verify || limits.isReadBack) refuseUnreadable(ofElements)
    const outlined = label && { ...blank, resolution: page.resolution, ...label }
    return [...ofElements.map(warningAlone), ...(outlined ? beyondOutline(drawing.elements, outlined) : [])]
  }
  const finish = label === undefined ? medium : { ...medium, size: label.size }
  const { scene, warnings } = finished(drawn.scene, finish, judge)
  const agrees = ofElements.every(({ code }) => code !== 'label_conflict')
  const asked = askedOf(drawing, blank, { ...request, dpi: medium.dpi }, agrees)
  return { scene, warnings, ofElements, asked, symbols: symbolsOf(drawing) }
}

/** What a label of a design is drawn for, and on. */
interface Surface {
  readonly medium: Medium
  readonly page: BlankStyle
}

/** The place of a label. */
export function placeOf(
  request: Pick<DesignRequest, 'design' | 'stock'> & Omit<MediumRequest, 'size' | 'orientation' | 'xdim'>,
): Surface {
  const { design, stock = design.size } = request
  const medium = mediumOf({ ...request, size: stock, orientation: orientationOf(design), xdim: xdimOf(design) })
  const { orientation, resolution, paperSize, scale } = medium
  const { outline } = sheetLabelOf(request) ?? {}
  return { medium, page: { size: design.size, orientation, resolution, paperSize, outline, scale } }
}

/** The module width that a request wants of its one symbol, in mm. */
function xdimOf({ isOfRequest, elements }: Design): number | undefined {
  const [element] = isOfRequest ? elements : []
  const xdim = element?.kind === 'label' ? element.given.xdim : undefined
  return xdim === undefined ? undefined : Number(xdim)
}

/** @throws FitError for a label that is too large for the format of a picture */
function refuseLarge(blank: BlankLabel, { design, format, sheet }: DesignRequest, limits: Limits): void {
  const { size, isOfRequest = false } = design
  const excess = isOfRequest && sheet !== undefined ? undefined : excessOf(blank, format, limits)
  if (excess === undefined) return
  const message = isOfRequest ? `size=${size}: ${excess}; a smaller size or` : `${excess};`
  throw new FitError('size', `${message} format=pdf would fit`, { format: 'pdf' })
}

/**
 * The drawing, with modules of an even number of dots where the others are not whole on pins that print two columns of dots.
 *
 * @param isWhole  tells whether every module has pins of its own
 */
function* drawnOnPins(
  design: Design,
  context: DrawingContext,
  isWhole: (drawing: DesignDrawing) => boolean,
): Interruptible<DesignDrawing> {
  const drawing = yield* drawingOf(design, context)
  if (drawing.refused.length > 0 || isWhole(drawing)) return drawing
  const even = yield* drawingOf(design, { ...context, hasEvenModules: true })
  return even.refused.length === 0 && isWhole(even) ? even : drawing
}

/** What a label of a design was asked for. @param agrees  whether nothing is told of symbols that contradict each other */
function askedOf(
  drawing: DesignDrawing,
  blank: BlankLabel,
  { design, ...request }: DesignRequest,
  agrees: boolean,
): ExpectedOrder {
  const symbols = symbolsOf(drawing).map(({ contents, module, areas, turn }) => ({
    ...{ contents, module, areas, turns: [turn], agrees },
  }))
  const gain = request.gain === undefined ? undefined : gainOf(request.gain)
  const { size, orientation } = design
  return labelOrder(symbols, blank, { ...request, size, orientation, gain, named: blank.stock })
}

const warningAlone = ({ labels: _, isUnreadable: __, ...warning }: ElementWarning): Warning => warning

/** @throws DrawingRefusal for symbols that could not be read back, by the names of the elements */
function refuseUnreadable(warnings: readonly ElementWarning[]): void {
  const faults = warnings.filter(({ isUnreadable }) => isUnreadable)
  if (faults.length === 0) return
  throw new DrawingRefusal(faults.map(({ parameter, message }) => ({ parameter, code: 'does_not_fit', message })))
}

/** The most dark runs of an SVG, which has a stroke for each: 6 MB. */
const mostStrokes = 500_000

/** @throws FitError for pictures that are dithered finely */
function refuseFineDots({ elements }: DesignDrawing): void {
  const marks = elements.flatMap(({ marks }) => marks)
  const runs = marks.reduce((sum, mark) => sum + (mark.kind === 'modules' ? darkRunCount(mark.matrix) : 0), 0)
  if (runs <= mostStrokes) return
  const message = `the pictures of the design are ${runs} strokes of dots, more than the ${mostStrokes} that one SVG may have`
  throw new FitError('size', `${message}; format=png would fit`, { format: 'png' })
}

const symbolsOf = ({ elements }: DesignDrawing) =>
  elements.flatMap(({ symbol }) => (symbol === undefined ? [] : [symbol]))

/** The drawing on its label, as it is read. */
function standingScene(
  drawing: DesignDrawing,
  { title, name }: Design,
  { width, height, paper, stock, resolution }: Pick<Scene, 'width' | 'height' | 'paper' | 'stock' | 'resolution'>,
): Scene {
  const symbols = symbolsOf(drawing)
  const narrowest = symbols.toSorted((a, b) => a.module - b.module)[0]
  return {
    ...{ width, height, paper, stock, resolution, turn: 'N' },
    marks: drawing.elements.flatMap(({ marks }) => marks),
    title: symbols[0]?.text ?? title ?? name,
    ...{ module: narrowest?.module ?? 0, barHeight: narrowest?.barHeight ?? 0 },
    cut: [...new Set(symbols.flatMap(({ cut }) => cut))],
  }
}

interface LabelOnSheet extends Pick<ReturnType<typeof sheetLabel>, 'outline'> {
  readonly size: LabelSize
}

/**
 * The label of the sheet that a request asks for, if any, with its size as the design lies on it.
 *
 * @throws DrawingRefusal if the design is for others; FitError if the sheet is too large for its format
 */
function sheetLabelFor(
  { design, sheet }: DesignRequest,
  { medium }: Surface,
  limits: Limits,
): LabelOnSheet | undefined {
  const label = labelOnSheet(design, sheet)
  refuseLargeSheet(medium, limits)
  return label
}

function labelOnSheet(design: Design, sheet: DesignRequest['sheet']): LabelOnSheet | undefined {
  const label = sheetLabelOf({ sheet })
  if (label === undefined) return undefined
  if (isSameProduct(design.size, label.size)) return { ...label, size: design.size }
  if (isSameLabel(design.size, label.size)) return label
  const message = `design ${design.name} is for labels of ${design.size}, and those of sheet ${sheet} have ${label.size}: choose another sheet, or change the size of the design`
  const sizes = { design: design.size, stock: label.size }
  throw new DrawingRefusal([{ parameter: 'sheet', code: 'does_not_fit', message, sizes }])
}

/** @throws DrawingRefusal for fields that are missing or wrong, and a counter where there is none */
export function fillingOf({
  design,
  given,
  row,
  now,
  numberOf,
}: Pick<DesignRequest, 'design' | 'given' | 'row' | 'now' | 'numberOf'>): TemplateFilling {
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

const templatesOf = ({ elements }: Design): readonly TextTemplate[] => elements.flatMap(templatesIn)

/** The counters of which each label of a design has a number, each once. */
export function countersOf(design: Design): readonly string[] {
  return [...new Set(templatesOf(design).flatMap(serialsIn))]
}
