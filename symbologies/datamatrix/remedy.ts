import { codePoints } from '../messages.ts'
import { fitOfText } from './choice.ts'
import { type DataMatrixOptions, mostParts, programming, sizesFor } from './options.ts'
import type { Encodation } from './segments.ts'
import { type DataMatrixShape, dataMatrixSizes, isSquare } from './sizes.ts'
import { fewestParts, partOf, partsThatHold } from './structured-append.ts'

/** The encodations that encode every byte. */
const unlimited: readonly Encodation[] = ['ascii', 'c40', 'text', 'base256']

/** UTF-16 code units of the longest text to look for a remedy for: the digits that the largest symbol holds. */
const longestText = 2 * Math.max(...dataMatrixSizes.map(({ data }) => data))

/**
 * What holds a text that does not fit under the options: another value of one of them, for a message. If `shape` is given
 * along with `modules` and no size of that shape works, another value of both.
 *
 * @returns undefined if no such change does, or for a text that is longer than one symbol can hold
 */
export function remedyFor(text: string, options: DataMatrixOptions): string | undefined {
  if (text.length > longestText) return undefined
  return otherEncodation(text, options) ?? otherSize(text, options) ?? moreParts(text, options)
}

function otherEncodation(text: string, { encodation, ...others }: DataMatrixOptions): string | undefined {
  if (encodation === undefined) return undefined
  const other = unlimited.find((each) => nameOfFit(text, { ...others, encodation: each }) !== undefined)
  if (other !== undefined) return `encodation=${other} holds them`
  return nameOfFit(text, others) === undefined ? undefined : 'they fit without encodation'
}

function otherSize(text: string, { modules, shape, ...others }: DataMatrixOptions): string | undefined {
  if (modules === undefined && shape === undefined) return undefined
  const [asked] = sizesFor({ ...(modules && { modules }), ...(shape && { shape }) })
  const wider: readonly DataMatrixShape[] = isSquare(asked!) ? ['square'] : ['rectangle', 'dmre', 'square']
  // modules of another shape do not go with the one that is given
  for (const other of shape === undefined || modules === undefined ? wider : [shape, ...wider]) {
    const name = nameOfFit(text, { ...others, shape: other })
    if (name === undefined) continue
    if (modules === undefined) return `shape=${other} holds them`
    return shape === undefined || shape === other
      ? `modules=${name} holds them`
      : `shape=${other}&modules=${name} holds them`
  }
  return undefined
}

/** The fewest parts of the largest size. */
function moreParts(text: string, options: DataMatrixOptions): string | undefined {
  if (options.gs1 || options.reader !== undefined) return undefined
  const parts = options.encodation === undefined ? fewestParts(text, options) : fewestOfOneEncodation(text, options)
  return parts === undefined || parts <= (options.parts ?? 1) ? undefined : `parts=${parts} holds them`
}

function fewestOfOneEncodation(text: string, options: DataMatrixOptions): number | undefined {
  let low = options.parts ?? 1
  let high = Math.min(mostParts, codePoints(text))
  const modules = sizesFor(options).at(-1)!.name
  if (low >= high || nameOfFit(text, { ...options, modules, parts: high }) === undefined) return undefined
  const holds = partsThatHold(text, { ...options, modules })
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (holds(middle)) high = middle
    else low = middle
  }
  return high
}

/** The size that holds the text, or each of its parts; undefined if there is none. */
function nameOfFit(text: string, options: DataMatrixOptions): string | undefined {
  if (options.parts !== undefined) return partOf(text, options)?.wanted.sizes[0]?.name
  const header = options.reader === undefined ? [] : programming
  return fitOfText({ text, header, sizes: sizesFor(options) }, options)?.size.name
}
