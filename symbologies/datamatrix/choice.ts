import { type Candidates, candidatesOf, type SymbolText } from './candidates.ts'
import { costAt, costsOf, state } from './cost-table.ts'
import { endOfDataIn } from './end-of-data.ts'
import type { Message } from './message.ts'
import type { DataMatrixOptions } from './options.ts'
import { type Encodation, type Segment, segmentsOf } from './segments.ts'
import { severalEcis } from './several-ecis.ts'
import { singleEncodationCosts } from './single-encodation.ts'
import type { DataMatrixSize } from './sizes.ts'

/** A message, and the smallest symbol size for it. */
export interface Fit {
  readonly size: DataMatrixSize
  /** Codewords before the pads, the fewest in that size. */
  readonly used: number
  readonly message: () => Message
  /** The encodations that take so many codewords. */
  readonly segments: () => readonly Segment[]
}

/**
 * The message that makes the smallest of the sizes, and in it the fewest codewords.
 *
 * @param encodation the one to use alone, if any
 * @returns undefined if none of the candidates fits
 */
export function bestFit(
  { messages, fallback, mixtures = [] }: Candidates,
  { sizes }: SymbolText,
  encodation?: Encodation,
): Fit | undefined {
  let best: Fit | undefined
  for (const message of messages) best = smaller(best, fitOf(message, sizes, encodation))
  for (const mixture of mixtures) best = smaller(best, severalEcis(mixture, sizes))
  return best ?? (fallback && fitOf(fallback, sizes, encodation))
}

/**
 * The same for a text under the options.
 *
 * @throws EncodeError invalid_character
 */
export function fitOfText(wanted: SymbolText, options: DataMatrixOptions): Fit | undefined {
  return bestFit(candidatesOf(wanted, options), wanted, options.encodation)
}

/**
 * Whether any of the sizes holds the text.
 *
 * @throws EncodeError invalid_character
 */
export function isFit(wanted: SymbolText, options: DataMatrixOptions): boolean {
  return fitOfText(wanted, options) !== undefined
}

/** Whether a size holds the message. */
export function isMessageFit(message: Message, size: DataMatrixSize, encodation?: Encodation): boolean {
  return fitOf(message, [size], encodation) !== undefined
}

/** The smaller one, in modules, and in it the one of fewer codewords; `a` if they are alike. */
function smaller(a: Fit | undefined, b: Fit | undefined): Fit | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return (modulesIn(b) - modulesIn(a) || b.size.data - a.size.data || b.used - a.used) < 0 ? b : a
}

const modulesIn = ({ size: { rows, columns } }: Fit): number => rows * columns

/** The smallest of `sizes` that holds `message`, and the fewest codewords in it. */
function fitOf(message: Message, sizes: readonly DataMatrixSize[], encodation?: Encodation): Fit | undefined {
  const { bytes, prefix } = message
  if (bytes.length > 2 * sizes[sizes.length - 1]!.data) return undefined
  const costs = encodation ? singleEncodationCosts(bytes, prefix.length, encodation) : costsOf(bytes, prefix.length)
  // With all encodations to choose from, an end-of-data rule saves one codeword at most.
  const least = encodation ? 0 : costAt(costs, bytes.length, state.ascii) - 1
  for (const size of sizes) {
    const endOfData = size.data < least ? undefined : endOfDataIn(costs, bytes, size.data)
    if (endOfData === undefined) continue
    return { size, used: endOfData.used, message: () => message, segments: () => segmentsOf(costs, bytes, endOfData) }
  }
  return undefined
}
