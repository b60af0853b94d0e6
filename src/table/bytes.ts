/** Cells of one record at most: the columns of a sheet in common spreadsheet programs. */
export const mostCells = 16_384

/** Bytes of one record at most; the longest text, if every character is a doubled quote, has 57 KB. */
export const longestRecord = 1 << 17

export const [lineFeed, carriageReturn, quote, equals] = [0x0a, 0x0d, 0x22, 0x3d] as const

/**
 * The index after the first line end, which is LF, CRLF or CR; undefined if there is none.
 *
 * @param isLast  whether nothing follows: otherwise a CR at the end may be half of a CRLF, and ends no line yet
 */
export function afterLineEnd(bytes: Uint8Array, isLast: boolean): number | undefined {
  const feed = bytes.indexOf(lineFeed)
  const line = feed < 0 ? bytes : bytes.subarray(0, feed)
  const at = line.indexOf(carriageReturn)
  if (at < 0 || at + 1 === feed) return feed < 0 ? undefined : feed + 1
  return at + 1 === bytes.length && !isLast ? undefined : at + 1
}

/** How many lines end in `bytes`. */
export function lineEnds(bytes: Uint8Array): number {
  let count = 0
  for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, at + 1)) count++
  for (let at = bytes.indexOf(carriageReturn); at >= 0; at = bytes.indexOf(carriageReturn, at + 1)) {
    if (bytes[at + 1] !== lineFeed) count++
  }
  return count
}

export function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  if (a.length === 0 || b.length === 0) return a.length === 0 ? b : a
  const both = new Uint8Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}

/** The cell with each doubled quote as one. */
export function withoutDoubles(cell: Uint8Array): Uint8Array {
  const value = new Uint8Array(cell.length)
  let length = 0
  for (let at = 0; at < cell.length; at++) {
    value[length++] = cell[at]!
    if (cell[at] === quote) at++
  }
  return value.subarray(0, length)
}

/**
 * The text of a cell that is a formula of a text alone, by which a spreadsheet keeps zeros: `="00417"`, or `=""00417""` from programs
 * that double the quotes without any around them. Undefined if it is anything else.
 */
export function formulaText(cell: Uint8Array): Uint8Array | undefined {
  if (cell.length < 3 || cell[0] !== equals || cell[1] !== quote || cell.at(-1) !== quote) return undefined
  const inner = cell.subarray(2, -1)
  if (hasDoublesOnly(inner)) return withoutDoubles(inner)
  const core = inner.subarray(1, -1)
  return inner[0] === quote && inner.at(-1) === quote && !core.includes(quote) ? core : undefined
}

function hasDoublesOnly(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(quote); at >= 0; at = bytes.indexOf(quote, at + 2)) {
    if (bytes[at + 1] !== quote) return false
  }
  return true
}
