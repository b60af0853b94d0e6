/** A calibration, readable. */

import type { CalibratedEntry } from './advice.ts'
import type { BothWays, Calibration } from './report.ts'

export function calibrationText(found: Calibration, entry: CalibratedEntry): string {
  const { gain, scale, offset, dead, hot, unseen, darkness, light, advice } = found
  const listed = (dots: readonly number[]): string => (dots.length === 0 ? 'none' : dots.join(', '))
  const way = (name: keyof BothWays): string => `${signed(gain.mm[name])} mm (${signed(gain.dots[name])} dots)`
  return [
    'An estimate: a scanner is not a measuring instrument.',
    `gain: ${way('across')} across the head, ${way('along')} along the feed`,
    `scale: ${scale === null ? 'not known without --dpi, the resolution of the scan' : `${scale.across} across the head, ${scale.along} along the feed`}`,
    `offset: ${offset === null ? 'not known: the edges of the label do not show; lay a dark sheet behind it' : `${signed(offset.across)} mm to the right, ${signed(offset.along)} mm down`}`,
    `dead dots: ${listed(dead)}`,
    `hot dots: ${listed(hot)}`,
    ...(unseen[0] + unseen[1] > 0 ? [`not judged: ${unseen[0]} dots at the left, ${unseen[1]} at the right`] : []),
    `darkness: ${darkness} (solid ${Math.round(100 * light.solid)} %, paper ${Math.round(100 * light.paper)} % of the light)`,
    '',
    'What to change, first things first:',
    ...advice.map((each, i) => `${i + 1}. ${each}`),
    '',
    "In the printers' file:",
    ...Object.entries(entry).map(([name, [x, y]]: [string, readonly [number, number]]) => `  "${name}": [${x}, ${y}],`),
    '',
  ].join('\n')
}

const signed = (value: number): string => (value > 0 ? `+${value}` : `${value}`)
