/**
 * A graphic as ZPL's compressed hexadecimal digits (ZPL II Programming Guide, "Alternative Data Compression Scheme").
 *
 * A digit is preceded by how often it is repeated: G to Y are 1 to 19, g to z are 20, 40, and so on up to 400, and their sum is
 * the count. A comma fills the row with zeros; a colon repeats the row above. The exclamation mark, which fills with ones, is left
 * out: some readers take the rest of the row for its count.
 *
 * @param bytes  rows of `bytesPerRow`
 */
export function runLengthHex(bytes: Uint8Array, bytesPerRow: number): string {
  const graphic = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  let runs = ''
  for (let start = 0; start < bytes.length; start += bytesPerRow) {
    const end = start + bytesPerRow
    const isRepeated = start > 0 && graphic.compare(graphic, start - bytesPerRow, start, start, end) === 0
    runs += isRepeated ? ':' : rowOf(graphic.toString('hex', start, end).toUpperCase())
  }
  return runs
}

function rowOf(digits: string): string {
  const runs = digits.replace(/0+$/, '').replace(/(.)\1+/g, ({ length }, digit: string) => repeated(digit, length))
  return /0$/.test(digits) ? `${runs},` : runs
}

/** The shorter of a run's two forms. */
function repeated(digit: string, count: number): string {
  return count === 2 ? digit + digit : countOf(count) + digit
}

const ones = ' GHIJKLMNOPQRSTUVWXY'
const twenties = ' ghijklmnopqrstuvwxyz'
/** z and Y. */
const mostAtOnce = 419

/** The letters of a count. */
function countOf(count: number): string {
  let letters = ''
  for (let rest = count; rest > 0; ) {
    const part = Math.min(rest, mostAtOnce)
    letters += `${twenties[Math.floor(part / 20)]}${ones[part % 20]}`
    rest -= part
  }
  return letters.replaceAll(' ', '')
}
