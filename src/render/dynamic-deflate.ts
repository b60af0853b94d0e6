import { RowChecksum } from './adler32.ts'
import {
  blockHead,
  distanceSymbols,
  endOfBlock,
  joined,
  literalAndLengthSymbols,
  longestCode,
  longestHead,
  type Word,
  wordOf,
} from './block-head.ts'
import type { ByteWriter } from './bytes.ts'
import { type DeflateSymbol, distanceSymbol, lengthSymbol, shortestMatch } from './huffman.ts'
import { type HuffmanCode, huffmanCode } from './huffman-code.ts'
import type { RowBuffer } from './matches.ts'
import { copyToken, RowTokens, repeatToken, tokenCount } from './row-tokens.ts'
import { ZlibStream } from './zlib-stream.ts'

/**
 * Deflate with Huffman codes made for the picture (RFC 1951, 3.2.7) in the zlib format (RFC 1950).
 *
 * For printers, which read from slow lines: it writes about half as many bytes as `RowDeflater`, in twice the time. The same rows
 * always give the same bytes.
 */
export class DynamicDeflater extends ZlibStream {
  readonly #tokens = new RowTokens()
  readonly #checksum = new RowChecksum()
  #rowLength = 0
  // scratch; contents are not kept between pictures
  /** How often each token occurs. */
  readonly #counts = new Uint32Array(tokenCount)
  readonly #oddCounts = new Uint32Array(tokenCount)
  /** The tokens that occur are the first of these. */
  readonly #used = new Uint16Array(tokenCount)
  #usedCount = 0
  /** What is written for each token that occurs, and what of it one word has no room for: 0 for nearly all. */
  readonly #first = new Int32Array(tokenCount)
  readonly #rest = new Int32Array(tokenCount)

  /** The next row, `rowLength` bytes. It holds the previous one, and the caller changes it before each `write`. */
  get row(): RowBuffer {
    return this.#tokens.row
  }

  /** Begins a picture. @param rowLength  bytes a row, 1 to 32,768 */
  begin(rowLength: number): void {
    this.#rowLength = rowLength
    this.#checksum.reset()
    this.#tokens.begin(rowLength)
  }

  /** Adds the row `times` times. Its bytes outside of [from, to) equal those of the previous row, which may be of the picture before. */
  write(times: number, from = 0, to = this.#rowLength): void {
    this.#checksum.read(this.row.view, this.#rowLength, from, to)
    this.#checksum.add(times)
    this.#tokens.write(times, from, to)
  }

  /** Adds the previous row `times` more times. The first of a picture repeats the last of the one before, which was as long. */
  repeat(times: number): void {
    this.#checksum.add(times)
    this.#tokens.repeat(times)
  }

  /** Ends the picture, and appends it to `file` as a zlib stream. */
  finish(file: ByteWriter): void {
    this.#tokens.end()
    this.open(file)
    this.#writeBlock()
    this.close(this.#checksum)
  }

  #writeBlock(): void {
    this.#count()
    const [counts, used] = [this.#counts, this.#used.subarray(0, this.#usedCount)]
    const oneRow = distanceSymbol(this.#rowLength)
    const literals = huffmanCode(literalCounts(counts, used), longestCode)
    const distances = huffmanCode(distanceCounts(counts, used, oneRow), longestCode)
    this.file.reserve(longestHead)
    for (const word of blockHead(literals.lengths, distances.lengths)) this.put(word & 0xffffff, word >>> 24)
    const bits = this.#chooseWords({ literals, distances, oneRow }, used)
    this.file.reserve(Math.ceil(bits / 8) + 8)
    this.#writeTokens()
    this.put(literals.codes[endOfBlock]!, literals.lengths[endOfBlock]!)
  }

  /** Counts how often each token occurs. */
  #count(): void {
    const { array, count } = this.#tokens
    const [counts, odd, used] = [this.#counts.fill(0), this.#oddCounts.fill(0), this.#used]
    // every other token in a table of its own: a token often follows itself, and would wait for its count
    let i = 0
    for (; i + 1 < count; i += 2) {
      counts[array[i]!]!++
      odd[array[i + 1]!]!++
    }
    if (i < count) counts[array[i]!]!++
    let usedCount = 0
    for (let token = 0; token < tokenCount; token++) {
      counts[token]! += odd[token]!
      if (counts[token]! > 0) used[usedCount++] = token
    }
    this.#usedCount = usedCount
  }

  /** Makes words of the tokens. Returns how many bits all of them take. */
  #chooseWords({ literals, distances, oneRow }: BlockCodes, used: Uint16Array): number {
    let bits = 0
    for (const token of used) {
      const word = wordOf(literals, symbols[token]!)
      // a length and its distance: the processor cannot predict where in a row of bytes there is a match
      const distance = token < repeatToken ? 0 : wordOf(distances, token < copyToken ? oneByte : oneRow)
      const both = joined(word, distance)
      this.#first[token] = both ?? word
      this.#rest[token] = both === undefined ? distance : 0
      bits += this.#counts[token]! * ((word >>> 24) + (distance >>> 24))
    }
    return bits
  }

  #writeTokens(): void {
    const { array, count } = this.#tokens
    const [first, rest] = [this.#first, this.#rest]
    const { buffer, byteOffset } = this.file.array
    const view = new DataView(buffer, byteOffset)
    let { end } = this.file
    let { held, heldBits } = this
    // the bits of the unfinished byte are in local variables: this loop has most of the work
    const put = (word: Word): void => {
      held |= (word & 0xffffff) << heldBits
      heldBits += word >>> 24
      view.setUint32(end, held, true)
      end += heldBits >>> 3
      held >>>= heldBits & ~7
      heldBits &= 7
    }
    for (let i = 0; i < count; i++) {
      const token = array[i]!
      put(first[token]!)
      if (rest[token]! > 0) put(rest[token]!)
    }
    this.file.end = end
    this.held = held
    this.heldBits = heldBits
  }
}

interface BlockCodes {
  readonly literals: HuffmanCode
  readonly distances: HuffmanCode
  readonly oneRow: DeflateSymbol
}

/** How often each symbol of bytes and lengths occurs. */
function literalCounts(counts: Uint32Array, used: Uint16Array): Uint32Array {
  const literals = new Uint32Array(literalAndLengthSymbols)
  for (const token of used) literals[symbols[token]!.symbol]! += counts[token]!
  literals[endOfBlock] = 1
  return literals
}

function distanceCounts(counts: Uint32Array, used: Uint16Array, oneRow: DeflateSymbol): Uint32Array {
  const distances = new Uint32Array(distanceSymbols)
  for (const token of used) {
    if (token >= repeatToken) distances[token < copyToken ? oneByte.symbol : oneRow.symbol]! += counts[token]!
  }
  return distances
}

const oneByte = distanceSymbol(1)

/** What each token is in the alphabet of literals and lengths. */
const symbols: readonly DeflateSymbol[] = Array.from({ length: tokenCount }, (_, token) => {
  if (token < repeatToken) return { symbol: token, extra: 0, extraBits: 0 }
  return lengthSymbol(token - (token < copyToken ? repeatToken : copyToken) + shortestMatch)
})
