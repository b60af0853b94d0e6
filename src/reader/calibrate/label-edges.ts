/** Where the edges of the label are on the page that was printed on it, and so how far the print is off its place. */

import type { CalibrationPattern } from './pattern.ts'
import { crossingsOf, type LocatedPage, lightAlong, type Probe } from './sheet.ts'

/** In dots of the page, of which 0 and its width and height are the edges of the label; undefined where they do not show. */
export interface LabelEdges {
  readonly left: number | undefined
  readonly right: number | undefined
  readonly top: number | undefined
  readonly bottom: number | undefined
}

/** How far beyond its place an edge is looked for, in mm. */
const reach = 4
/** The least difference of light between paper and what is behind the label. */
const leastContrast = 0.2

/** @param perMillimetre  dots */
export function labelEdges(sheet: LocatedPage, pattern: CalibrationPattern, perMillimetre: number): LabelEdges {
  const { width, height, marks, module, stairs, beside } = pattern
  const far = reach * perMillimetre
  // where the page has no ink from one edge to the other: above the dashes; beside the first mark; between the last two
  const level = { way: 'u', side: stairs.y - module, spread: 0.6 * module } as const
  const upper = { way: 'v', side: beside.x - module, spread: 0.5 * module } as const
  const lower = { way: 'v', side: (marks[2].u + marks[3].u) / 2, spread: 3 * module } as const
  const below = marks[3].v - 2 * module
  return {
    left: edgeOf(sheet, { ...level, from: -far, to: far }, 'first'),
    right: edgeOf(sheet, { ...level, from: width - far, to: width + far }, 'last'),
    top: edgeOf(sheet, { ...upper, from: -far, to: far }, 'first'),
    bottom: edgeOf(sheet, { ...lower, from: Math.max(below, height - far), to: height + far }, 'last'),
  }
}

/** The edge along a probe, at whose beginning or end the label does not lie any more. */
function edgeOf(sheet: LocatedPage, probe: Probe, outside: 'first' | 'last'): number | undefined {
  const light = lightAlong(sheet, probe)
  const tenth = Math.max(1, Math.floor(light.length / 10))
  const mean = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length
  const [first, last] = [mean(light.subarray(0, tenth)), mean(light.subarray(-tenth))]
  if (Math.abs(first - last) < leastContrast) return undefined
  const crossings = crossingsOf(light, probe.from, (first + last) / 2)
  return crossings.at(outside === 'first' ? -1 : 0)?.at
}
