/** AIs whose fourth digit is the number of decimals of their value: weights, sizes, areas, volumes and amounts. */

/** The last of the fourth digits, by the beginning of the AI. GS1 General Specifications, 3.2 and 3.6 */
const lastDigits: readonly (readonly [start: RegExp, last: number])[] = [
  [/^3(?:1[0-6]|2\d|3[0-7]|4\d|5[0-7]|6\d)/, 5],
  [/^39[0-3]/, 9],
  [/^394/, 3],
  [/^395/, 5],
]

/**
 * The first and the last AI that three digits are the beginning of: `3100` and `3105` of `310`.
 *
 * @returns undefined for other than three digits, and where the fourth is not a number of decimals
 */
export function aisOfMeasure(start: string): readonly [first: string, last: string] | undefined {
  const [, last] = start.length === 3 ? (lastDigits.find(([form]) => form.test(start)) ?? []) : []
  return last === undefined ? undefined : [`${start}0`, `${start}${last}`]
}
