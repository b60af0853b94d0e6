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
