import { costAt, costsOf, state } from './costs.ts'
import { type Ending, endingIn } from './ending.ts'
import { beyondLatin1, tooLong } from './errors.ts'
import { forcedCosts } from './forced.ts'
import { eciMessage, isAscii, type Message, plainMessage } from './message.ts'
import type { DataMatrixOptions } from './options.ts'
import type { Encodation } from './segments.ts'
import type { DataMatrixSize } from './sizes.ts'

/** A message, the size it takes, and what is needed to write it down. */
export interface Fit {
  readonly message: Message
  readonly costs: Uint16Array
  readonly ending: Ending
  readonly size: DataMatrixSize
}

/**
 * The smallest of `sizes` for `text`, and the fewest codewords in it.
 *
 * @param sizes smallest first
 * @throws EncodeError data_too_long, or invalid_character where the ECI that the options ask for has not a character
 */
export function bestFit(text: string, options: DataMatrixOptions, sizes: readonly DataMatrixSize[]): Fit {
  const { encodation } = options
  let best: Fit | undefined
  for (const message of messagesOf(text, options)) best = smaller(best, fitOf(message, sizes, encodation))
  const largest = sizes[sizes.length - 1]!
  // 5.2.2: without an ECI a symbol is in ISO 8859-1. Readers guess, so this is for what nothing else can carry.
  const free = options.eci === undefined && largest.name === '144x144' && !isAscii(text)
  if (best === undefined && free) {
    const plain = plainMessage(text, encodation === undefined)
    best = plain && fitOf(plain, sizes, encodation)
  }
  if (best === undefined) throw tooLong(text, largest)
  return best
}

/** The ways to say `text` that the options allow: one at least. */
function messagesOf(text: string, { eci, encodation }: DataMatrixOptions): Message[] {
  if (eci === false || (eci === undefined && isAscii(text))) {
    const message = plainMessage(text, encodation === undefined)
    if (message === undefined) throw beyondLatin1(text)
    return [message]
  }
  const numbers = eci === undefined ? ([3, 26] as const) : [eci]
  const messages = numbers.map((number) => eciMessage(text, number)).filter((message) => message !== undefined)
  if (messages.length === 0) throw beyondLatin1(text)
  return messages
}

function smaller(a: Fit | undefined, b: Fit | undefined): Fit | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return (b.size.data - a.size.data || b.ending.used - a.ending.used) < 0 ? b : a
}

/** The smallest of `sizes` that holds `message`, and the fewest codewords in it. */
function fitOf(message: Message, sizes: readonly DataMatrixSize[], encodation?: Encodation): Fit | undefined {
  const { bytes, prefix } = message
  if (bytes.length > 2 * sizes[sizes.length - 1]!.data) return undefined
  const costs = encodation ? forcedCosts(bytes, prefix.length, encodation) : costsOf(bytes, prefix.length)
  // Where all encodations are free, an end-of-data rule saves one codeword at most.
  const least = encodation ? 0 : costAt(costs, bytes.length, state.ascii) - 1
  for (const size of sizes) {
    const ending = size.data < least ? undefined : endingIn(costs, bytes, size.data)
    if (ending) return { message, costs, ending, size }
  }
  return undefined
}
