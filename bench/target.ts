import type { Quartiles } from './quartiles.ts'
import type { Run } from './run.ts'

/** One figure that a target asks for. */
export interface Part {
  readonly what: string
  readonly needed: string
  /** Why there is no figure, or the figure, which is `met` or not if there is a target. */
  readonly measured: { readonly absent: string } | (Quartiles & { readonly unit: string; readonly met?: boolean })
}

export interface Target {
  readonly path: string
  readonly wanted: string
  readonly parts: readonly Part[]
  readonly state: 'met' | 'not met' | 'not measured' | 'no target'
}

const notMeasured = { absent: 'not measured' }

export function target(path: string, wanted: string, parts: readonly Part[]): Target {
  const measured = parts.map((part) => part.measured)
  if (measured.some((each) => 'met' in each && !each.met)) return { path, wanted, parts, state: 'not met' }
  if (measured.some((each) => 'absent' in each)) return { path, wanted, parts, state: 'not measured' }
  return { path, wanted, parts, state: measured.some((each) => 'met' in each) ? 'met' : 'no target' }
}

/** A figure that has to be at most `most`. */
export function below(what: string, found: Quartiles | undefined, most: number, unit: string): Part {
  const needed = `${most} ${unit}`
  return { what, needed, measured: found ? { ...found, unit, met: found.median <= most } : notMeasured }
}

/** A figure that has to be at least `least`. */
export function above(what: string, found: Quartiles | undefined, least: number, unit: string): Part {
  const needed = `${least} ${unit}`
  return { what, needed, measured: found ? { ...found, unit, met: found.median >= least } : notMeasured }
}

/** A figure without a target. */
export function shown(what: string, found: Quartiles | undefined, unit: string): Part {
  return { what, needed: '', measured: found ? { ...found, unit } : notMeasured }
}

/** How many times faster ours is than a peer, or than the fastest JavaScript package in that workload. */
export function atLeast({ workloads }: Run, workload: string, peer: string, least: number): Part {
  const what = `${workload} / ${peer}`
  const needed = `${Number(least.toFixed(2))}`
  const results = workloads[workload]
  if (results === undefined) return { what, needed, measured: notMeasured }
  const packages = Object.entries(results).filter(([, { kind }]) => kind === 'javascript')
  const name = peer !== 'best JavaScript' ? peer : bestOf(packages.map(([name, { rate }]) => [name, rate?.median ?? 0]))
  const found = results[name]
  if (found?.ratio === undefined) return { what, needed, measured: { absent: found?.absent ?? 'not measured' } }
  const to = peer === name ? what : `${what}, ${name}`
  return { what: to, needed, measured: { ...found.ratio, unit: 'x', met: found.ratio.median >= least } }
}

function bestOf(rates: readonly (readonly [string, number])[]): string {
  return rates.toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? ''
}

export function scaled({ low, median, high }: Quartiles, factor: number): Quartiles {
  return { low: low * factor, median: median * factor, high: high * factor }
}

/** Of what does not vary. */
export const exactly = (value: number): Quartiles => ({ low: value, median: value, high: value })
