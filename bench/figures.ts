import type { Quartiles } from './quartiles.ts'

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
