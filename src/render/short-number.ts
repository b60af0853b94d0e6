/** A number with at most so many decimals, without zeros at its ends: .05 and 12. */
export function shortNumber(value: number, decimals = 2): string {
  const scale = 10 ** decimals
  const text = `${Math.round(value * scale) / scale}`
  return value < 1 && value > -1 ? text.replace('0.', '.') : text
}
