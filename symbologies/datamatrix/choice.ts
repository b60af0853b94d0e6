import type { Candidates } from './candidates.ts'
import { costAt, costsOf, state } from './cost-table.ts'
import { type EndOfData, endOfDataIn } from './end-of-data.ts'
import type { Message } from './message.ts'
import type { Encodation } from './segments.ts'
import { singleEncodationCosts } from './single-encodation.ts'
import type { DataMatrixSize } from './sizes.ts'

/** A message, the symbol size for it, and the costs that determine its codewords. */
export interface Fit {
  readonly message: Message
  readonly costs: Uint16Array
  readonly endOfData: EndOfData
  readonly size: DataMatrixSize
}

/**
 * The message that makes the smallest of `sizes`, and in it the fewest codewords.
 *
 * @param sizes smallest first
 * @param encodation the one to use alone, if any
 * @returns undefined if none of `candidates` fits
 */
export function bestFit(
  { messages, fallback }: Candidates,
  sizes: readonly DataMatrixSize[],
  encodation?: Encodation,
): Fit | undefined {
  let best: Fit | undefined
  for (const message of messages) best = smaller(best, fitOf(message, sizes, encodation))
  return best ?? (fallback && fitOf(fallback, sizes, encodation))
}

function smaller(a: Fit | undefined, b: Fit | undefined): Fit | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return (b.size.data - a.size.data || b.endOfData.used - a.endOfData.used) < 0 ? b : a
}

/** The smallest of `sizes` that holds `message`, and the fewest codewords in it. */
function fitOf(message: Message, sizes: readonly DataMatrixSize[], encodation?: Encodation): Fit | undefined {
  const { bytes, prefix } = message
  if (bytes.length > 2 * sizes[sizes.length - 1]!.data) return undefined
  const costs = encodation ? singleEncodationCosts(bytes, prefix.length, encodation) : costsOf(bytes, prefix.length)
  // With all encodations to choose from, an end-of-data rule saves one codeword at most.
  const least = encodation ? 0 : costAt(costs, bytes.length, state.ascii) - 1
  for (const size of sizes) {
    const endOfData = size.data < least ? undefined : endOfDataIn(costs, bytes, size.data)
    if (endOfData) return { message, costs, endOfData, size }
  }
  return undefined
}
