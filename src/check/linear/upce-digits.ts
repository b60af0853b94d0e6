/** Zero suppression: UPC-A in six digits. GS1 General Specifications, 5.2 */

/** The ten digits without zero suppression; the last of the six gives the place of the zeros and sometimes a digit before them. */
export function expandedSix(six: string): string {
  const [a, b, c, d, e, last] = Array.from(six)
  switch (last) {
    case '0':
    case '1':
    case '2':
      return `${a}${b}${last}0000${c}${d}${e}`
    case '3':
      return `${a}${b}${c}00000${d}${e}`
    case '4':
      return `${a}${b}${c}${d}00000${e}`
    default:
      return `${a}${b}${c}${d}${e}0000${last}`
  }
}

/** The six digits for a UPC-A number by the first rule of zero suppression that applies; empty if none does. */
export function zeroSuppressed(full: string): string {
  const middle = full.slice(1, 11)
  const [a, b, c, d, e] = Array.from(middle)
  const tail = Array.from(middle.slice(5))
  const candidates = [
    `${a}${b}${tail.slice(2).join('')}${c}`,
    `${a}${b}${c}${tail.slice(3).join('')}3`,
    `${a}${b}${c}${d}${tail[4]}4`,
    `${a}${b}${c}${d}${e}${tail[4]}`,
  ]
  return candidates.find((six) => six.length === 6 && expandedSix(six) === middle) ?? ''
}
