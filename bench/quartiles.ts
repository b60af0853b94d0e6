/** Medians with their quartiles, and how they are written. */

/** The median and the quartiles of measurements. */
export interface Quartiles {
  readonly low: number
  readonly median: number
  readonly high: number
}

/** @param values one or more */
export function quartiles(values: readonly number[]): Quartiles {
  const sorted = values.toSorted((a, b) => a - b)
  return { low: at(sorted, 0.25), median: at(sorted, 0.5), high: at(sorted, 0.75) }
}

/** The value at a fraction of the sorted values, interpolated between two of them. */
function at(sorted: readonly number[], fraction: number): number {
  const place = fraction * (sorted.length - 1)
  const below = Math.floor(place)
  const share = place - below
  return sorted[below]! * (1 - share) + sorted[Math.min(below + 1, sorted.length - 1)]! * share
}

export const scaled = ({ low, median, high }: Quartiles, factor: number): Quartiles => ({
  low: low * factor,
  median: median * factor,
  high: high * factor,
})

/** Of what does not vary. */
export const exactly = (value: number): Quartiles => ({ low: value, median: value, high: value })

/** The median with the quartiles in brackets. */
export function spread({ low, median, high }: Quartiles): string {
  return `${short(median)} (${short(low)} to ${short(high)})`
}

export function times({ low, median, high }: Quartiles): string {
  return `${short(median)}x (${short(low)} to ${short(high)})`
}

/** Three significant digits. */
export function short(value: number): string {
  return value >= 1000 ? count(value) : String(Number(value.toPrecision(3)))
}

/** Large numbers in thousands and millions. */
export function count(value: number): string {
  if (value >= 1e6) return `${Number((value / 1e6).toPrecision(3))}M`
  if (value >= 1e3) return `${Number((value / 1e3).toPrecision(3))}k`
  return String(Number(value.toPrecision(3)))
}
