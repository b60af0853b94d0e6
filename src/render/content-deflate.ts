import { RowChecksum } from './adler32.ts'
import {
  blockHead,
  distanceSymbols,
  endOfBlock,
  literalAndLengthSymbols,
  longestCode,
  longestHead,
  type Word,
  wordOf,
} from './block-head.ts'
import { ByteWriter } from './bytes.ts'
import { lengthSymbol, longestMatch, shortestMatch } from './huffman.ts'
import { type HuffmanCode, huffmanCode } from './huffman-code.ts'
import { ZlibStream } from './zlib-stream.ts'

/**
 * Deflate (RFC 1951) in the zlib format (RFC 1950) for operators of PDF.
 *
 * Its Huffman codes are made once, for the contents of labels: it takes about as many bytes for them as zlib at its best level, in a
 * fraction of the time.
 */
export class ContentDeflater extends ZlibStream {
  readonly #codes = new ContentCodes()
  readonly #checksum = new RowChecksum()
  /** By what four bytes hash to: where they were last, on top of `#level`. */
  readonly #latest = new Int32Array(1 << hashBits)
  /** More than any entry of the streams before: none has to be cleared. */
  #level = 1
  /** Bytes, and matches: their length in the higher half, their distance in the lower. Scratch; contents are not kept between calls. */
  #tokens = new Int32Array(smallest)
  #count = 0

  /**
   * Appends a zlib stream of the first `length` bytes.
   *
   * @returns false if there is no code for one of them; then what was appended is no stream
   */
  write(file: ByteWriter, bytes: Uint8Array, length: number): boolean {
    if (this.#level > mostLevel) {
      this.#latest.fill(0)
      this.#level = 1
    }
    const { head, literals } = this.#codes
    file.reserve(head.bytes.length + 2 * length + 16)
    file.bytes(head.bytes)
    this.file = file
    this.held = head.held
    this.heldBits = head.heldBits
    if (this.#tokens.length < length || this.#tokens.length > largestKept) {
      this.#tokens = new Int32Array(Math.max(length, smallest))
    }
    this.#readTokens(bytes, length)
    const isWhole = this.#writeTokens()
    this.put(literals[endOfBlock]! & 0xffffff, literals[endOfBlock]! >>> 24)
    this.#level += length
    this.#checksum.reset()
    this.#checksum.read(new DataView(bytes.buffer, bytes.byteOffset, length), length)
    this.#checksum.add(1)
    this.close(this.#checksum)
    return isWhole
  }

  /** At each byte the match with the last place of its four bytes, unless the match at the byte behind it is longer. */
  #readTokens(bytes: Uint8Array, length: number): void {
    const [latest, level, tokens] = [this.#latest, this.#level, this.#tokens]
    const view = new DataView(bytes.buffer, bytes.byteOffset, length)
    const lastHashed = length - hashedBytes
    let count = 0
    // where the match at `at` is, and its length, 0 for none
    let from = 0
    let found = 0
    for (let at = 0, isKnown = false; at < length; ) {
      if (!isKnown) {
        from = at <= lastHashed ? latestAt(latest, view, at, level) : -1
        found = from < 0 ? 0 : matchLength(view, from, at)
      }
      isKnown = false
      let hashed = at + 1
      if (found > 0 && found < goodMatch && at < lastHashed) {
        const other = latestAt(latest, view, hashed, level)
        const longer = other < 0 ? 0 : matchLength(view, other, hashed)
        isKnown = longer > found
        if (isKnown) [from, found] = [other, longer]
        hashed++
      }
      if (found === 0 || isKnown) {
        tokens[count++] = bytes[at++]!
        continue
      }
      tokens[count++] = (found << 16) | (at - from)
      at += found
      // matches begin where others have begun or ended
      hashed = Math.max(hashed, at - endsHashed)
      for (; hashed < at && hashed <= lastHashed; hashed++) latestAt(latest, view, hashed, level)
    }
    this.#count = count
  }

  /** @returns whether there is a code for each byte */
  #writeTokens(): boolean {
    const [tokens, count] = [this.#tokens, this.#count]
    const { literals, lengths, distances } = this.#codes
    const { buffer, byteOffset } = this.file.array
    const view = new DataView(buffer, byteOffset)
    // the bits of the unfinished byte are in local variables: this loop has most of the work
    let { end } = this.file
    let { held, heldBits } = this
    let isWhole = true
    for (let i = 0; i < count; i++) {
      const token = tokens[i]!
      const found = token >>> 16
      let word: Word = found === 0 ? literals[token]! : lengths[found]!
      if (word === 0) isWhole = false
      // a match is two words
      for (let hasNext = found > 0; ; hasNext = false) {
        held |= (word & 0xffffff) << heldBits
        heldBits += word >>> 24
        view.setUint32(end, held, true)
        end += heldBits >>> 3
        held >>>= heldBits & ~7
        heldBits &= 7
        if (!hasNext) break
        word = distanceWord(distances, token & 0xffff)
      }
    }
    this.file.end = end
    this.held = held
    this.heldBits = heldBits
    return isWhole
  }
}

/** Where the four bytes at `at` were last; below 0 if nowhere, or too far back. From now on they are here. */
function latestAt(latest: Int32Array, view: DataView, at: number, level: number): number {
  const hash = Math.imul(view.getInt32(at, true), multiplier) >>> (32 - hashBits)
  const from = latest[hash]! - level
  latest[hash] = level + at
  return at - from > longestDistance ? -1 : from
}

/** How many bytes are the same, up to the longest match; 0 if fewer than four. */
function matchLength(view: DataView, from: number, at: number): number {
  if (view.getInt32(from, true) !== view.getInt32(at, true)) return 0
  const most = Math.min(view.byteLength - at, longestMatch)
  let count = hashedBytes
  for (; count + 4 <= most; count += 4) {
    const differing = view.getInt32(from + count) ^ view.getInt32(at + count)
    if (differing !== 0) return count + (Math.clz32(differing) >>> 3)
  }
  while (count < most && view.getUint8(from + count) === view.getUint8(at + count)) count++
  return count
}

/** The code of a distance and its extra bits: what `distanceSymbol` says, without an object. @param distances  words by symbol */
function distanceWord(distances: Int32Array, distance: number): Word {
  const value = distance - 1
  const extraBits = Math.max(0, 30 - Math.clz32(value | 1))
  const symbol = 2 * extraBits + (value >>> extraBits)
  const word = distances[symbol]!
  return word + (extraBits << 24) + ((value & ((1 << extraBits) - 1)) << (word >>> 24))
}

/** Room for tokens from the start; more than the most is not kept. */
const [smallest, largestKept] = [1 << 12, 1 << 16]
const hashedBytes = 4
const hashBits = 12
/** How many of the last bytes of a match are hashed. */
const endsHashed = 3
/** 2 ** 32 divided by the golden ratio, for hashing as D. E. Knuth has it: The Art of Computer Programming, 6.4. */
const multiplier = 0x9e3779b1
const longestDistance = 32768
/** A match of this length is taken without a look at the next byte. */
const goodMatch = 32
const mostLevel = 1 << 30

/** How often characters occur among a thousand in the contents of labels, roughly. */
const characterWeights: readonly [characters: string, weight: number][] = [
  [' 01', 64],
  ['234', 60],
  ['\n.56789', 32],
  ['re', 16],
  ['-mcf', 8],
  ['<>bad', 4],
  ['Tqlhz/', 4],
  ['BDEFGJMQ[]o', 2],
]
/** The same for the lengths of matches, and for distances, by symbol (RFC 1951, 3.2.5); each that can occur has a code. */
const lengthWeights = [
  1, 32, 32, 32, 32, 24, 16, 16, 16, 16, 16, 16, 24, 64, 8, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
]
const distanceWeights = [
  2, 2, 2, 2, 64, 32, 64, 32, 256, 16, 64, 64, 64, 32, 64, 32, 64, 32, 64, 16, 16, 8, 4, 4, 2, 2, 2, 2, 2, 2,
]

function literalCounts(): Uint32Array {
  const counts = new Uint32Array(literalAndLengthSymbols)
  for (const [characters, weight] of characterWeights) {
    for (const character of characters) counts[character.charCodeAt(0)] = weight
  }
  counts[endOfBlock] = 2
  counts.set(lengthWeights, endOfBlock + 1)
  return counts
}

/** The codes of contents, and what every stream begins with. */
class ContentCodes {
  /** By byte, and for the end of the block; 0 for a byte that has no code. */
  readonly literals: Int32Array
  /** By the length of a match. */
  readonly lengths: Int32Array
  /** By symbol, without extra bits. */
  readonly distances: Int32Array
  readonly head: StreamHead

  constructor() {
    const literal = huffmanCode(literalCounts(), longestCode)
    const distance = huffmanCode(Uint32Array.from(distanceWeights), longestCode)
    this.literals = Int32Array.from({ length: endOfBlock + 1 }, (_, symbol) =>
      literal.lengths[symbol] === 0 ? 0 : wordOf(literal, { symbol, extra: 0, extraBits: 0 }),
    )
    this.lengths = Int32Array.from({ length: longestMatch + 1 }, (_, length) =>
      length < shortestMatch ? 0 : wordOf(literal, lengthSymbol(length)),
    )
    this.distances = Int32Array.from({ length: distanceSymbols }, (_, symbol) =>
      wordOf(distance, { symbol, extra: 0, extraBits: 0 }),
    )
    this.head = new StreamHead(literal, distance)
  }
}

/** The start of a stream: whole bytes, and the bits behind them. */
class StreamHead extends ZlibStream {
  readonly bytes: Uint8Array
  override held = 0
  override heldBits = 0

  constructor(literal: HuffmanCode, distance: HuffmanCode) {
    super()
    const file = new ByteWriter()
    this.open(file)
    file.reserve(longestHead)
    for (const word of blockHead(literal.lengths, distance.lengths)) this.put(word & 0xffffff, word >>> 24)
    this.bytes = file.take()
  }
}
