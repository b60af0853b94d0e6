/** The modules of a linear vector: widths of bars and spaces in turn, one digit each or a number between blanks. */
export function rowOfWidths(widths: string): string {
  const numbers = (widths.match(/ \d+ |\d/g) ?? []).map(Number)
  return numbers.map((width, i) => (i % 2 === 0 ? '1' : '0').repeat(width)).join('')
}
