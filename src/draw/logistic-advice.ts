/** What to leave out of a logistic label that has no room for all of a message. */

import { bracketedText, type Element, gs1Message, longestGs1128 } from '../../symbologies/gs1/index.ts'
import type { Suggestion } from '../../symbologies/index.ts'
import { FitError } from '../layout/fit.ts'
import { logisticQuietZone, logisticStocks, widestBars } from '../layout/logistics.ts'
import { dotsAModule, millimetres, threeDecimals, xdimOf } from '../layout/resolution.ts'
import { sheetOf } from '../layout/stock.ts'
import { drawnWith, isSscc, type LogisticRequest, modulesOf, modulesToTry, symbolRoom } from './logistic-drawing.ts'

/** The error for elements that a label has no room for. @param elements  the most important first */
export function tooMuch(elements: readonly Element[], request: LogisticRequest): FitError {
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
  const most = withQuietZones(widestBars(module, sheetOf(request)))
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
