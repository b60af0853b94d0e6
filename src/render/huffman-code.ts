/** Huffman codes made for what is to be written. */

import { reversed } from './huffman.ts'

/** How many bits the code of each symbol has, 0 if it has none; and the codes, as they are packed (RFC 1951, 3.1.1). */
export interface HuffmanCode {
  readonly lengths: Uint8Array
  readonly codes: Uint16Array
}

/**
 * The code with the fewest bits in all.
 *
 * @param counts  how often each symbol occurs; one alone has a code of one bit
 * @param longest  the most bits of a code, enough for as many symbols
 */
export function huffmanCode(counts: Uint32Array, longest: number): HuffmanCode {
  const lengths = codeLengths(counts, longest)
  return { lengths, codes: codesOf(lengths, longest) }
}

/** How many bits the code of each symbol has. */
function codeLengths(counts: Uint32Array, longest: number): Uint8Array {
  const lengths = new Uint8Array(counts.length)
  const symbols = rarestFirst(counts)
  if (symbols.length === 1) lengths[symbols[0]!] = 1
  if (symbols.length < 2) return lengths
  const weights = new Float64Array(symbols.length)
  for (let i = 0; i < symbols.length; i++) weights[i] = counts[symbols[i]!]!
  const depths = depthsIn(weights)
  // the rarest has the longest code
  const found = depths[0]! <= longest ? depths : limitedDepths(weights, longest)
  for (let i = 0; i < symbols.length; i++) lengths[symbols[i]!] = found[i]!
  return lengths
}

/** The symbols that occur, those with the same count in their order. */
function rarestFirst(counts: Uint32Array): Float64Array {
  const symbols = new Float64Array(counts.length)
  let found = 0
  // count and symbol as one number: typed arrays sort numbers without a function that compares them
  for (let symbol = 0; symbol < counts.length; symbol++) {
    if (counts[symbol]! > 0) symbols[found++] = counts[symbol]! * mostSymbols + symbol
  }
  const sorted = symbols.subarray(0, found).sort()
  for (let i = 0; i < found; i++) sorted[i]! %= mostSymbols
  return sorted
}

const mostSymbols = 512

/**
 * The depths of leaves in a tree of the least weight: D. A. Huffman, A method for the construction of minimum-redundancy codes, 1952.
 * Trees are made in the order of their weights, so that the two lightest are the first of the leaves or of the trees that are left.
 *
 * @param weights  of two or more leaves, the least first
 */
function depthsIn(weights: Float64Array): Uint8Array {
  const leaves = weights.length
  const trees = new Float64Array(leaves - 1)
  // the tree that each leaf, and behind them each tree, is put into
  const parents = new Uint16Array(2 * leaves - 2)
  let [leaf, tree] = [0, 0]
  for (let made = 0; made < leaves - 1; made++) {
    for (let half = 0; half < 2; half++) {
      const isLeaf = leaf < leaves && (tree === made || weights[leaf]! <= trees[tree]!)
      trees[made]! += isLeaf ? weights[leaf]! : trees[tree]!
      parents[isLeaf ? leaf++ : leaves + tree++] = made
    }
  }
  const depths = new Uint8Array(2 * leaves - 1)
  for (let i = 2 * leaves - 3; i >= 0; i--) depths[i] = depths[leaves + parents[i]!]! + 1
  return depths.subarray(0, leaves)
}

/**
 * The same for depths up to `longest`, by the package-merge algorithm: L. L. Larmore, D. S. Hirschberg, A fast algorithm for optimal
 * length-limited Huffman codes, 1990.
 */
function limitedDepths(weights: Float64Array, longest: number): Uint8Array {
  const depths = new Uint8Array(weights.length)
  const levels: Uint8Array[] = []
  for (let packages = new Float64Array(0); levels.length < longest; ) {
    const { all, areSymbols } = merged(weights, packages)
    levels.push(areSymbols)
    packages = new Float64Array(all.length >> 1)
    for (let i = 0; i < packages.length; i++) packages[i] = all[2 * i]! + all[2 * i + 1]!
  }
  let taken = 2 * weights.length - 2
  for (const areSymbols of levels.toReversed()) {
    let count = 0
    for (let i = 0; i < taken; i++) count += areSymbols[i]!
    for (let i = 0; i < count; i++) depths[i]!++
    // a package is two of the level below
    taken = 2 * (taken - count)
  }
  return depths
}

/** The weights of symbols and of packages in one order, and 1 for each of a symbol. Both are sorted, the least first. */
function merged(symbols: Float64Array, packages: Float64Array): { all: Float64Array; areSymbols: Uint8Array } {
  const all = new Float64Array(symbols.length + packages.length)
  const areSymbols = new Uint8Array(all.length)
  for (let i = 0, j = 0; i + j < all.length; ) {
    const isSymbol = j === packages.length || (i < symbols.length && symbols[i]! <= packages[j]!)
    areSymbols[i + j] = isSymbol ? 1 : 0
    if (isSymbol) all[i + j] = symbols[i++]!
    else all[i + j] = packages[j++]!
  }
  return { all, areSymbols }
}

/** RFC 1951, 3.2.2: shorter codes come first, and those of one length are in the order of their symbols. */
function codesOf(lengths: Uint8Array, longest: number): Uint16Array {
  const codes = new Uint16Array(lengths.length)
  const next = new Uint16Array(longest + 2)
  for (const length of lengths) if (length > 0) next[length + 1]!++
  for (let length = 2; length <= longest; length++) next[length] = 2 * (next[length - 1]! + next[length]!)
  for (let symbol = 0; symbol < lengths.length; symbol++) {
    const length = lengths[symbol]!
    if (length > 0) codes[symbol] = reversed(next[length]!++, length)
  }
  return codes
}
