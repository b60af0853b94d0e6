/** What stands before the bits of a block of deflate with Huffman codes of its own: the lengths of its codes (RFC 1951, 3.2.7). */

import type { DeflateSymbol } from './huffman.ts'
import { type HuffmanCode, huffmanCode } from './huffman-code.ts'

/** The symbol that ends a block (RFC 1951, 3.2.5), and how many there are. */
export const endOfBlock = 256
export const literalAndLengthSymbols = 286
export const distanceSymbols = 30
/** The most bits of a code, and of a code of the lengths of codes. */
export const longestCode = 15
const longestLengthCode = 7

/** More bytes than the head can take: 286 + 30 lengths of at most 14 bits each, and what precedes them. */
export const longestHead = 600

/** Bits to be written, at most 24, least significant first; their number is in the highest byte. */
export type Word = number

/** The head of the last block of a stream, which is the only one: the lengths of both codes, in a code of their own. */
export function blockHead(literals: Uint8Array, distances: Uint8Array): readonly Word[] {
  const literalCount = Math.max(endOfBlock + 1, lastUsed(literals) + 1)
  const distanceCount = Math.max(1, lastUsed(distances) + 1)
  const lengths = new Uint8Array(literalCount + distanceCount)
  lengths.set(literals.subarray(0, literalCount))
  lengths.set(distances.subarray(0, distanceCount), literalCount)
  const runs = runsOf(lengths)
  const counts = new Uint32Array(lengthOrder.length)
  for (const { symbol } of runs) counts[symbol]!++
  const code = huffmanCode(counts, longestLengthCode)
  const ordered = Uint8Array.from(lengthOrder, (symbol) => code.lengths[symbol]!)
  const orderedCount = Math.max(4, lastUsed(ordered) + 1)
  // 3.2.3: the last block, dynamic codes
  const words = [word(0b101, 3), word(literalCount - 257, 5), word(distanceCount - 1, 5), word(orderedCount - 4, 4)]
  for (let i = 0; i < orderedCount; i++) words.push(word(ordered[i]!, 3))
  for (const run of runs) words.push(wordOf(code, run))
  return words
}

const word = (bits: number, count: number): Word => (count << 24) | bits

/** The code of a symbol and its extra bits. */
export function wordOf({ codes, lengths }: HuffmanCode, { symbol, extra, extraBits }: DeflateSymbol): Word {
  const length = lengths[symbol]!
  return word((extra << length) | codes[symbol]!, length + extraBits)
}

/** One word and another behind it; undefined if they have more than 24 bits. */
export function joined(first: Word, second: Word): Word | undefined {
  const count = first >>> 24
  return count + (second >>> 24) > 24 ? undefined : first + ((second & 0xffffff) << count) + (second & ~0xffffff)
}

/** The order in which the lengths of the code of lengths are written. */
const lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

function lastUsed(lengths: Uint8Array): number {
  let last = lengths.length - 1
  while (last >= 0 && lengths[last] === 0) last--
  return last
}

/** The lengths of codes, with repetitions of 3 to 138 zeros and of 3 to 6 others. */
function runsOf(lengths: Uint8Array): readonly DeflateSymbol[] {
  const runs: DeflateSymbol[] = []
  for (let at = 0; at < lengths.length; ) {
    const length = lengths[at]!
    let end = at + 1
    while (end < lengths.length && lengths[end] === length) end++
    if (length > 0) {
      runs.push(singles[length]!)
      at++
    }
    const longest = length > 0 ? 6 : 138
    for (; end - at >= 3; at += Math.min(end - at, longest)) {
      runs.push((length > 0 ? repeats : zeros)[Math.min(end - at, longest)]!)
    }
    for (; at < end; at++) runs.push(singles[length]!)
  }
  return runs
}

/** A length that stands once; the length before 3 to 6 times; 3 to 138 zeros. By the length, and by how often. */
const singles = Array.from({ length: longestCode + 1 }, (_, symbol) => ({ symbol, extra: 0, extraBits: 0 }))
const repeats = Array.from({ length: 7 }, (_, times) => ({ symbol: 16, extra: times - 3, extraBits: 2 }))
const zeros = Array.from({ length: 139 }, (_, times) =>
  times <= 10 ? { symbol: 17, extra: times - 3, extraBits: 3 } : { symbol: 18, extra: times - 11, extraBits: 7 },
)
