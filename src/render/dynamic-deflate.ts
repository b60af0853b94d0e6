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

  /** The next row: the caller fills its first `rowLength` bytes before each `write`. */
  get row(): RowBuffer {
    return this.#tokens.row
  }

  /** Begins a picture. @param rowLength  bytes a row, 1 to 32,768 */
  begin(rowLength: number): void {
    this.#rowLength = rowLength
    this.#checksum.reset()
    this.#tokens.begin(rowLength)
  }

  /** Adds the row `times` times. */
  write(times: number): void {
    this.#checksum.read(this.row.view, this.#rowLength)
    this.#checksum.add(times)
    this.#tokens.write(times)
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
    const counts = this.#counts()
    const oneRow = distanceSymbol(this.#rowLength)
    const literals = huffmanCode(literalCounts(counts), longestCode)
    const distances = huffmanCode(distanceCounts(counts, oneRow), longestCode)
    this.file.reserve(longestHead)
    for (const word of blockHead(literals.lengths, distances.lengths)) this.put(word & 0xffffff, word >>> 24)
    this.#writeTokens({ literals, distances, oneRow }, counts)
    this.put(literals.codes[endOfBlock]!, literals.lengths[endOfBlock]!)
  }

  /** How often each token occurs. */
  #counts(): Uint32Array {
    const { array, count } = this.#tokens
    const counts = new Uint32Array(tokenCount)
    for (let i = 0; i < count; i++) counts[array[i]!]!++
    return counts
  }

  #writeTokens(codes: BlockCodes, counts: Uint32Array): void {
    const { array, count } = this.#tokens
    const { first, rest } = wordsOf(codes, counts)
    // a byte takes at most 15 bits, a match 48
    this.file.reserve(6 * count + 8)
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

/** The bits of each token that occurs, and what of them one word has no room for: 0 for nearly all. */
function wordsOf(codes: BlockCodes, counts: Uint32Array): { readonly first: Int32Array; readonly rest: Int32Array } {
  const [first, rest] = [new Int32Array(tokenCount), new Int32Array(tokenCount)]
  for (let token = 0; token < tokenCount; token++) {
    if (counts[token] === 0) continue
    const word = wordOf(codes.literals, symbols[token]!)
    if (token < repeatToken) first[token] = word
    else {
      // a length and its distance: the processor cannot predict where in a row of bytes there is a match
      const distance = wordOf(codes.distances, token < copyToken ? oneByte : codes.oneRow)
      const both = joined(word, distance)
      first[token] = both ?? word
      rest[token] = both === undefined ? distance : 0
    }
  }
  return { first, rest }
}

interface BlockCodes {
  readonly literals: HuffmanCode
  readonly distances: HuffmanCode
  readonly oneRow: DeflateSymbol
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

const oneByte = distanceSymbol(1)

/** What each token is in the alphabet of literals and lengths. */
const symbols: readonly DeflateSymbol[] = Array.from({ length: tokenCount }, (_, token) => {
  if (token < repeatToken) return { symbol: token, extra: 0, extraBits: 0 }
  return lengthSymbol(token - (token < copyToken ? repeatToken : copyToken) + shortestMatch)
})
