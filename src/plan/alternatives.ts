import { Gs1Error } from '../../symbologies/gs1/index.ts'
import {
  type Application,
  type Content,
  type Encoded,
  EncodeError,
  encodeContent,
  gs1Symbologies,
  isLabelSymbology,
  type LabelSymbology,
  labelSymbologies,
  symbologies,
  symbologiesFor,
  usualApplication,
} from '../../symbologies/index.ts'
import { memoize } from '../../symbologies/memoize.ts'
import { captionText, leastEmsAbove } from '../layout/label-words.ts'
import { dpis, millimetres, usualDpi } from '../layout/resolution.ts'
import { areaOf, type LabelSize, type Orientation, orientations, type StockName, stockNames } from '../layout/stock.ts'
import { hasRoom, isSurelyCut, type PlanRequest, withoutDoubt } from './outcome.ts'

/** A label that differs from the one asked for in one thing, and whose symbol scans. */
export interface Choice {
  /** What is different, as parameters: `size=50x25`. */
  readonly change: string
  readonly type: LabelSymbology
  readonly size: LabelSize
  readonly orientation: Orientation
  readonly dpi: number
  readonly application: Application | null
  readonly dotsPerModule: number
  readonly x: number
}

/** Labels that differ in one thing, and whose symbols scan. */
export interface Alternatives {
  /** The same label in the other orientation, or laid out for the application that it is judged for. */
  readonly arrangements: readonly Choice[]
  /** What else would do, the nearest first; five sizes at most. */
  readonly sizes: readonly Choice[]
  readonly resolutions: readonly Choice[]
  readonly symbologies: readonly Choice[]
}

export function alternatives(encoded: Encoded, request: PlanRequest): Alternatives {
  let characters = mostCharacters
  const emsOf = memoize(leastEmsAbove)
  const good = (changes: Partial<PlanRequest>, symbol = encoded): Choice[] => {
    const other = { ...request, ...changes }
    if (isSurelyCut(symbol, emsOf, other) || !hasRoom(symbol, other)) return []
    characters -= charactersShown(symbol, other)
    if (characters < 0) return []
    const scene = withoutDoubt(symbol, other)
    if (scene === undefined) return []
    const { type, size, orientation, dpi = usualDpi, application = null } = other
    const { module, resolution } = scene
    const x = millimetres(module, resolution)
    const change = Object.entries(changes)
      .map(([name, value]) => `${name}=${value}`)
      .join('&')
    return [{ change, type, size, orientation, dpi: Number(dpi), application, dotsPerModule: module, x }]
  }
  const turned = orientations.filter((orientation) => orientation !== request.orientation)
  const usual = request.application === undefined ? usualApplication(request.type) : undefined
  // the sizes come last: they are many, and a long text cannot be set above symbols of all of them
  const arrangements = [
    ...turned.flatMap((orientation) => good({ orientation })),
    ...(usual === undefined ? [] : good({ application: usual })),
  ]
  const resolutions = dpis.filter((dpi) => dpi !== (request.dpi ?? usualDpi)).flatMap((dpi) => good({ dpi }))
  const others = othersFor(request, request.application ?? usual).flatMap((type) => {
    const symbol = encodedOr(type, request)
    return symbol === undefined ? [] : good({ type, ...(usual !== undefined && { application: usual }) }, symbol)
  })
  const sizes = firstFew(othersBySize(request.size), (size) => good({ size }))
  return { arrangements, sizes, resolutions, symbologies: others }
}

/** The most characters above symbols that are set to look for others: a long text has fewer of them. It bounds the time of a plan. */
const mostCharacters = 2400

function charactersShown({ barcode, text }: Encoded, { showtext, caption, title = '', layout }: PlanRequest): number {
  const words = caption ?? captionText(barcode, text)
  const count = (showtext ? words.length : 0) + title.length
  // below a title, and in several layouts, words are tried in many sizes
  const isTriedOften = title !== '' || layout === 'auto'
  return isTriedOften ? count + 5 * Math.max(0, count - manyCharacters) : count
}

/** So many characters take longer to set in many sizes than all else that a label takes. */
const manyCharacters = 250

/** The most sizes that a plan lists. */
const mostSizes = 5

/** What comes of the first of `all`, until there are as many as a plan lists. */
function firstFew<T, U>(all: readonly T[], from: (one: T) => readonly U[]): readonly U[] {
  const found: U[] = []
  for (const one of all) {
    if (found.length === mostSizes) break
    found.push(...from(one))
  }
  return found
}

/** The other stocks, those of the most similar area first. */
function othersBySize(size: LabelSize): readonly StockName[] {
  const difference = (other: StockName): number => Math.abs(Math.log(areaOf(other) / areaOf(size)))
  return stockNames.filter((other) => other !== size).toSorted((a, b) => difference(a) - difference(b))
}

/** The other symbologies that the application accepts, without one all, and that can carry such a message. */
function othersFor(
  { type, gs1 = 'false' }: PlanRequest,
  application: Application | undefined,
): readonly LabelSymbology[] {
  const accepted = application === undefined ? labelSymbologies : symbologiesFor(application).filter(isLabelSymbology)
  const carriers = gs1 === 'false' ? symbologies : gs1Symbologies(gs1 === 'link' ? 'link' : 'elements')
  return accepted.filter((other) => other !== type && carriers.includes(other))
}

function encodedOr(type: LabelSymbology, content: Content): Encoded | undefined {
  try {
    return encodeContent(type, content)
  } catch (error) {
    if (error instanceof EncodeError || error instanceof Gs1Error) return undefined
    throw error
  }
}
