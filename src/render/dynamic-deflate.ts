import { RowChecksum } from './adler32.ts'
import {
  blockHead,
  distanceSymbols,
  endOfBlock,
  literalAndLengthSymbols,
  longestCode,
  longestHead,
  wordOf,
} from './block-head.ts'
import type { ByteWriter } from './bytes.ts'
import type { EqualRows } from './dot-rows.ts'
import { type DeflateSymbol, distanceSymbol, lengthSymbol, shortestMatch } from './huffman.ts'
import { type HuffmanCode, huffmanCode } from './huffman-code.ts'
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

  /**
   * Appends a zlib stream.
   *
   * @param rows  each of `rowLength` bytes, at most 32,768
   */
  write(file: ByteWriter, rows: readonly EqualRows[], rowLength: number): void {
    this.#checksum.reset()
    for (const { bytes, times } of rows) {
      this.#checksum.read(new DataView(bytes.buffer, bytes.byteOffset, rowLength), rowLength)
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
    this.file.reserve(longestHead)
    for (const word of blockHead(literals.lengths, distances.lengths)) this.put(word & 0xffffff, word >>> 24)
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
    const { buffer, byteOffset } = this.file.array
    const view = new DataView(buffer, byteOffset)
    let { end } = this.file
    let { held, heldBits } = this
    // the bits of the unfinished byte are in local variables: this loop has most of the work
    const put = (word: number): void => {
      held |= (word & 0xffffff) << heldBits
      heldBits += word >>> 24
      view.setUint32(end, held, true)
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
