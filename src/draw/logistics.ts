/**
 * GS1 logistic labels: a message is divided among symbols, and laid out with its data titles; what to leave out of one that a label has
 * no room for.
 */

import {
  bracketedText,
  byImportance,
  carried,
  type Element,
  elementStrings,
  Gs1Error,
  gs1Message,
  gs1Symbol,
  inSymbol,
  leastLength,
  longestGs1128,
  type SymbolRoom,
  symbolGroups,
  topToBottom,
  writtenValue,
} from '../../symbologies/gs1/index.ts'
import {
  type Application,
  type Barcode,
  codePoints,
  type Doubt,
  encode,
  type Suggestion,
  specificationOf,
  withoutMark,
} from '../../symbologies/index.ts'
import { FitError } from '../layout/fit.ts'
import { logisticStocks } from '../layout/label-layouts.ts'
import { layoutLogistics, logisticQuietZone, mostLogisticSymbols, widestBars } from '../layout/logistics.ts'
import { dotsAModule, fewestDots, millimetres, mostDots, threeDecimals, xdimOf } from '../layout/resolution.ts'
import type { LabelScene } from '../layout/scene.ts'
import { type BlankStyle, blankLabel } from '../layout/stock.ts'

export interface LogisticRequest extends BlankStyle {
  /** Above all: the sender or the receiver, each of these on lines of its own. */
  readonly title?: readonly string[] | undefined
  /** Whether data titles and values are printed above the symbols. */
  readonly showtext: boolean
  /** The module width wanted, in dots; by default the widest with which there are not more symbols. */
  readonly module?: number | undefined
  /** The use of the symbols, whose module widths they keep; that of logistic units by default. */
  readonly application?: Application | undefined
}

interface LogisticDrawing {
  readonly scene: LabelScene
  /** From top to bottom. */
  readonly symbols: readonly Barcode[]
  /** What each of them carries. */
  readonly groups: readonly (readonly Element[])[]
}

export interface LogisticLabel extends LogisticDrawing {
  /** Of the message. */
  readonly elements: readonly Element[]
  /** What is doubtful about the message. */
  readonly doubts: readonly Doubt[]
}

/**
 * The label of a message: the symbol of the SSCC at the bottom, above it the other elements in as few symbols as they need.
 *
 * @throws Gs1Error if the message has faults or no SSCC
 * @throws FitError if the label has no room for all of it; the message says what to leave out
 */
export function logisticLabel(given: string, request: LogisticRequest): LogisticLabel {
  const { text, doubts: ofMark } = withoutMark(given)
  const { elements, doubts } = carried('code128', text, { form: 'elements' })
  if (!elements.some(isSscc)) throw withoutSscc(text)
  const all = byImportance(elements)
  const drawn = drawnWith(all, request)
  if (drawn === undefined) throw tooMuch(all, request)
  // the message stands in several symbols, each short enough
  return { elements, doubts: [...ofMark, ...doubts.filter(({ code }) => code !== 'gs1_too_long')], ...drawn }
}

const isSscc = ({ ai }: Element): boolean => ai === '00'

function withoutSscc(text: string): Gs1Error {
  const message = 'a logistic label needs an SSCC, AI (00), such as (00)195012340000000012'
  return new Gs1Error([{ code: 'gs1_missing_ai', ai: '00', rule: 'req', message, from: 1, to: codePoints(text) }])
}

/** The label of these elements; undefined if it has no room for them. @param elements  the most important first */
function drawnWith(elements: readonly Element[], request: LogisticRequest): LogisticDrawing | undefined {
  const found = widestSymbols(elements, request)
  if (found === undefined) return undefined
  const { groups, module } = found
  const symbols = groups.map(symbolOf)
  const shown = topToBottom(elements, (element) => element)
  const fields = request.showtext ? shown.map(fieldOf) : []
  const title = bracketedText(elements)
  const scene = layoutLogistics({ title, heading: request.title ?? [], fields, symbols }, { ...request, module })
  return scene && { scene, symbols, groups }
}

/** As few symbols as can be, which the narrowest modules give, at the widest modules that need no more of them. */
function widestSymbols(
  elements: readonly Element[],
  request: LogisticRequest,
): { readonly groups: LogisticDrawing['groups']; readonly module: number } | undefined {
  let found: ReturnType<typeof widestSymbols>
  for (const module of modulesToTry(request)) {
    const groups = groupsWith(elements, module, request)
    if (groups === undefined || (found !== undefined && groups.length > found.groups.length)) break
    found = { groups, module }
  }
  return found
}

function fieldOf(element: Element): { title: string; value: string } {
  const { ai, identifier } = element
  return { title: identifier.title === '' ? `(${ai})` : identifier.title, value: writtenValue(element) }
}

/** Module widths in dots, the narrowest first: those within the limits of the application, or the one that is wanted. */
function modulesToTry({ module, application, resolution }: LogisticRequest): readonly number[] {
  if (module !== undefined) return [module]
  const { leastModule, mostModule } = limitsFor(application)
  const least = fewestDots(leastModule, resolution)
  const count = Math.max(1, mostDots(mostModule, resolution) - least + 1)
  return Array.from({ length: count }, (_, i) => least + i)
}

/** An application that does not accept GS1-128 has none: its warning says so. */
function limitsFor(application: Application | undefined): { leastModule: number; mostModule: number } {
  return specificationOf('code128', application ?? logistics) ?? specificationOf('code128', logistics)!
}

/** What symbols carry, from top to bottom; undefined if they are more than the label has room for, or if one would be too wide. */
function groupsWith(
  elements: readonly Element[],
  module: number,
  request: LogisticRequest,
): LogisticDrawing['groups'] | undefined {
  const room = symbolRoom(module, request)
  const sscc = elements.filter(isSscc)
  if (!room.holds(sscc)) return undefined
  const others = elements.filter((element) => !isSscc(element))
  const groups = symbolGroups(others, mostLogisticSymbols(blankLabel(request)) - 1, room)
  return groups && [...topToBottom(groups, ([first]) => first!), sscc]
}

/** The modules of a GS1-128 symbol besides its data: start, FNC1 and check character, and stop. */
const modulesBesides = 3 * 11 + 13

/** The room for one symbol with the given number of dots a module. */
function symbolRoom(module: number, request: LogisticRequest): SymbolRoom {
  const most = Math.floor(widestBars(module, blankLabel(request)) / module)
  return {
    characters: (most - modulesBesides) / 11,
    // most groups that are too long are so without their separators
    holds: (group) =>
      leastLength(group) <= longestGs1128 && dataOf(group).length <= longestGs1128 && modulesOf(group) <= most,
  }
}

const dataOf = (group: readonly Element[]): string => elementStrings(inSymbol(group))

/** The width of a symbol of these elements in modules, without its quiet zones. */
const modulesOf = (group: readonly Element[]): number => encode('code128', dataOf(group), { gs1: true }).matrix.width

/** The symbol of a group of elements, with its caption. */
function symbolOf(group: readonly Element[]): Barcode {
  const elements = inSymbol(group)
  const data = { text: elementStrings(elements), gs1: true, elements, doubts: [] }
  return gs1Symbol('code128', bracketedText(elements), data, (text) => encode('code128', text, { gs1: true }))
}

/** The application that the label is made for. */
export const logistics = 'logistics' satisfies Application

/** The error for elements that a label has no room for. @param elements  the most important first */
function tooMuch(elements: readonly Element[], request: LogisticRequest): FitError {
  const module = modulesToTry(request)[0]!
  const wide = elements.filter((element) => !symbolRoom(module, request).holds([element]))
  if (wide.some(isSscc)) return ssccTooWide(elements.find(isSscc)!, request)
  // what fits at all, fits with the narrowest modules
  const dropped = toLeaveOut(elements, wide, { ...request, module })
  const kept = without(elements, dropped)
  const isShorter = dropped.length <= kept.length
  const others = otherwise(elements, request)
  const advice = [
    isShorter ? `leave out ${listed(dropped)}` : `leave out all but ${listed(kept)}`,
    ...others.map(({ advice }) => advice),
  ]
  const reason =
    wide.length > 0
      ? wide
          .slice(0, mostNamed)
          .map((element) => widthText(element, module, request))
          .join('; ')
      : `${elements.length} elements are too many for its symbols and the text above them`
  const suggestion = others.find((other) => other.suggestion !== undefined)?.suggestion
  return new FitError('text', `a logistic label of ${request.size}: ${reason}; ${advice.join(', or ')}`, suggestion)
}

/** The most elements whose widths one message tells. */
const mostNamed = 5

const listed = (elements: readonly Element[]): string => elements.map(({ ai }) => `(${ai})`).join(', ')

/** Why one symbol cannot carry an element. */
function widthText(element: Element, module: number, request: LogisticRequest): string {
  const { ai, value } = element
  const length = ai.length + value.length
  if (length > longestGs1128) return `(${ai}) has ${length} characters; GS1-128 has ${longestGs1128} at most`
  const { resolution } = request
  const withQuietZones = (bars: number): string =>
    millimetres(bars + 2 * logisticQuietZone * module, resolution).toFixed(1)
  const width = withQuietZones(modulesOf([element]) * module)
  const most = withQuietZones(widestBars(module, blankLabel(request)))
  const x = threeDecimals(millimetres(module, resolution))
  return `a symbol of (${ai}) alone is ${width} mm wide with X of ${x} mm; ${most} mm is the most`
}

function ssccTooWide(sscc: Element, request: LogisticRequest): FitError {
  const { module = 1, resolution, size } = request
  let largest = module - 1
  while (largest > 1 && !symbolRoom(largest, request).holds([sscc])) largest--
  const xdim = `${xdimOf(largest, resolution)}`
  const message = `(00) does not fit at ${dotsAModule(module)}; xdim=${xdim} is the largest that fits`
  return new FitError('xdim', `a logistic label of ${size}: ${message}`, { xdim })
}

/** Another request with which all of it fits. */
interface Other {
  readonly advice: string
  /** Undefined if a value would have to be left out. */
  readonly suggestion?: Suggestion
}

function otherwise(elements: readonly Element[], request: LogisticRequest): readonly Other[] {
  const fits = (changes: Partial<LogisticRequest>): boolean =>
    drawnWith(elements, { ...request, module: modulesToTry(request)[0], ...changes }) !== undefined
  const sizes = logisticStocks.filter((size) => size !== request.size && fits({ size }))
  return [
    ...sizes.map((size) => ({ advice: `size=${size} holds all`, suggestion: { size } })),
    ...(request.showtext && fits({ showtext: false })
      ? [{ advice: 'showtext=false makes all fit', suggestion: { showtext: 'false' } }]
      : []),
    ...(request.module !== undefined && fits({ module: undefined }) ? [{ advice: 'without xdim all fits' }] : []),
  ]
}

/** The most elements that are tried again after others have been left out; it bounds the time of an error. */
const mostTries = 24

/**
 * A few of the least important elements without which the others fit, and have the companions that they need as much as before.
 *
 * @param wide  elements that no symbol can carry
 */
function toLeaveOut(
  elements: readonly Element[],
  wide: readonly Element[],
  request: LogisticRequest,
): readonly Element[] {
  const helps = (dropped: readonly Element[]): boolean => drawnWith(without(elements, dropped), request) !== undefined
  const complete = companionRule(elements)
  const isSound = (dropped: readonly Element[]): boolean => complete(dropped).length === dropped.length
  const least = complete(wide)
  if (least.length > 0 && helps(least)) return least
  const optional = without(elements, least)
    .filter((element) => !isSscc(element))
    .toReversed()
  for (const element of optional.slice(0, mostTries)) {
    const dropped = [...least, element]
    if (helps(dropped) && isSound(dropped)) return dropped
  }
  let count = 0
  while (count < optional.length && !helps([...least, ...optional.slice(0, count)])) count++
  let dropped = [...least, ...optional.slice(0, count)]
  for (const element of optional.slice(Math.max(0, count - mostTries), count).toReversed()) {
    const fewer = dropped.filter((each) => each !== element)
    if (helps(fewer) && isSound(fewer)) dropped = fewer
  }
  return complete(dropped)
}

function without(elements: readonly Element[], dropped: readonly Element[]): readonly Element[] {
  return elements.filter((each) => !dropped.includes(each))
}

/** Adds to the elements that are left out those that need one of them on the same item. */
function companionRule(elements: readonly Element[]): (dropped: readonly Element[]) => readonly Element[] {
  const before = lackingIn(elements)
  return function complete(dropped): readonly Element[] {
    const kept = without(elements, dropped)
    const lacking = lackingIn(kept).filter((ai) => !before.includes(ai))
    return lacking.length === 0 ? dropped : complete([...dropped, ...kept.filter(({ ai }) => lacking.includes(ai))])
  }
}

/** The AIs that lack a companion. */
function lackingIn(elements: readonly Element[]): readonly (string | undefined)[] {
  return gs1Message(bracketedText(elements)).faults.map(({ ai }) => ai)
}
