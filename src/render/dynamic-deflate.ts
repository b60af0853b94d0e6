import { RowChecksum } from './adler32.ts'
import type { ByteWriter } from './bytes.ts'
import type { EqualRows } from './dot-rows.ts'
import { type DeflateSymbol, distanceSymbol, lengthSymbol, shortestMatch } from './huffman.ts'
import { type HuffmanCode, huffmanCode } from './huffman-code.ts'
import { copyToken, RowTokens, repeatToken, tokenCount } from './row-tokens.ts'
import { ZlibStream } from './zlib-stream.ts'

/** RFC 1951, 3.2.5 */
const endOfBlock = 256
const literalAndLengthSymbols = 286
const distanceSymbols = 30
/** RFC 1951, 3.2.7: the most bits of a code, and of a code of the lengths of codes. */
const [longestCode, longestLengthCode] = [15, 7]

/**
 * Deflate with Huffman codes made for the picture (RFC 1951, 3.2.7) in the zlib format (RFC 1950).
 *
 * For printers, which read from slow lines: it writes about half as many bytes as `RowDeflater`, in twice the time. The same rows
 * always give the same bytes.
 */
export class DynamicDeflater extends ZlibStream {
  readonly #tokens = new RowTokens()
  readonly #checksum = new RowChecksum()

  /**
   * Appends a zlib stream.
   *
   * @param rows  each of `rowLength` bytes, at most 32,768
   */
  write(file: ByteWriter, rows: readonly EqualRows[], rowLength: number): void {
    this.#checksum.reset()
    for (const { bytes, times } of rows) {
      this.#checksum.read(bytes, rowLength)
      this.#checksum.add(times)
    }
    this.#tokens.read(rows, rowLength)
    this.open(file)
    this.#writeBlock(rowLength)
    this.close(this.#checksum)
  }

  #writeBlock(rowLength: number): void {
    const counts = this.#counts()
    const oneRow = distanceSymbol(rowLength)
    const literals = huffmanCode(literalCounts(counts), longestCode)
    const distances = huffmanCode(distanceCounts(counts, oneRow), longestCode)
    // RFC 1951, 3.2.3: the last block, which is the only one; dynamic codes
    this.file.reserve(longestHead)
    this.put(0b101, 3)
    this.#writeCodes(literals.lengths, distances.lengths)
    this.#writeTokens(counts, { literals, distances, oneRow })
    this.put(literals.codes[endOfBlock]!, literals.lengths[endOfBlock]!)
  }

  /** How often each token occurs. */
  #counts(): Uint32Array {
    const { array, count } = this.#tokens
    const counts = new Uint32Array(tokenCount)
    for (let i = 0; i < count; i++) counts[array[i]!]!++
    return counts
  }

  /** RFC 1951, 3.2.7: the lengths of both codes, in a code of their own. */
  #writeCodes(literals: Uint8Array, distances: Uint8Array): void {
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
    this.put(literalCount - 257, 5)
    this.put(distanceCount - 1, 5)
    this.put(orderedCount - 4, 4)
    for (let i = 0; i < orderedCount; i++) this.put(ordered[i]!, 3)
    for (const run of runs) this.#putWord(wordOf(code, run))
  }

  #writeTokens(counts: Uint32Array, codes: BlockCodes): void {
    const { array, count } = this.#tokens
    // a byte takes at most 15 bits, a match 48
    this.file.reserve(6 * count + 8)
    const words = new Uint32Array(tokenCount)
    for (let token = 0; token < tokenCount; token++) {
      if (counts[token]! > 0) words[token] = wordOf(codes.literals, symbols[token]!)
    }
    const again = wordOf(codes.distances, oneByte)
    const copied = wordOf(codes.distances, codes.oneRow)
    const bytes = this.file.array
    let { end } = this.file
    let { held, heldBits } = this
    // the bits of the unfinished byte are in local variables: this loop has most of the work
    const put = (word: number): void => {
      held |= (word & 0xffffff) << heldBits
      heldBits += word >>> 24
      bytes[end] = held
      bytes[end + 1] = held >>> 8
      bytes[end + 2] = held >>> 16
      end += heldBits >>> 3
      held >>>= heldBits & ~7
      heldBits &= 7
    }
    for (let i = 0; i < count; i++) {
      const token = array[i]!
      put(words[token]!)
      if (token >= repeatToken) put(token < copyToken ? again : copied)
    }
    this.file.end = end
    this.held = held
    this.heldBits = heldBits
  }

  #putWord(word: number): void {
    this.put(word & 0xffffff, word >>> 24)
  }
}

interface BlockCodes {
  readonly literals: HuffmanCode
  readonly distances: HuffmanCode
  readonly oneRow: DeflateSymbol
}

/** The code of a symbol and its extra bits: at most 24 bits of a word, their number in the highest byte. */
function wordOf({ codes, lengths }: HuffmanCode, { symbol, extra, extraBits }: DeflateSymbol): number {
  const length = lengths[symbol]!
  return ((length + extraBits) << 24) | (extra << length) | codes[symbol]!
}

/** How often each symbol of bytes and lengths occurs. */
function literalCounts(counts: Uint32Array): Uint32Array {
  const literals = new Uint32Array(literalAndLengthSymbols)
  for (let token = 0; token < tokenCount; token++) literals[symbols[token]!.symbol]! += counts[token]!
  literals[endOfBlock] = 1
  return literals
}

function distanceCounts(counts: Uint32Array, oneRow: DeflateSymbol): Uint32Array {
  const distances = new Uint32Array(distanceSymbols)
  for (let token = repeatToken; token < copyToken; token++) distances[oneByte.symbol]! += counts[token]!
  for (let token = copyToken; token < tokenCount; token++) distances[oneRow.symbol]! += counts[token]!
  return distances
}

/** More bytes than the head of a block can take: 286 + 30 lengths of at most 14 bits each, and what precedes them. */
const longestHead = 600

const oneByte = distanceSymbol(1)

/** What each token is in the alphabet of literals and lengths. */
const symbols: readonly DeflateSymbol[] = Array.from({ length: tokenCount }, (_, token) => {
  if (token < repeatToken) return { symbol: token, extra: 0, extraBits: 0 }
  return lengthSymbol(token - (token < copyToken ? repeatToken : copyToken) + shortestMatch)
})

/** The order in which the lengths of the code of lengths are written (RFC 1951, 3.2.7). */
const lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

function lastUsed(lengths: Uint8Array): number {
  let last = lengths.length - 1
  while (last >= 0 && lengths[last] === 0) last--
  return last
}

/** The lengths of codes, with repetitions of 3 to 138 zeros and of 3 to 6 others (RFC 1951, 3.2.7). */
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
