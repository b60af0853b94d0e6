/** What to change at a printer, first things first, in plain words, and what goes into the file of printers. */

import type { Calibration } from './report.ts'

/** The least that is worth a change: a share of length, dots, and mm. */
export const worth = { scale: 0.003, gain: 0.5, offset: 0.25 } as const

export function adviceOf({
  dead,
  hot,
  unseen,
  darkness,
  scale,
  gain,
  offset,
}: Omit<Calibration, 'advice'>): readonly string[] {
  const advice: string[] = []
  if (darkness === 'too high') {
    advice.push(
      'Lower the darkness by a step or two, or print faster, and print the page again. What gain remains goes into the file.',
    )
  }
  if (darkness === 'too low') {
    advice.push(
      'Raise the darkness by a step or two, or print slower, and print the page again before anything else is changed.',
    )
  }
  if (dead.length > 0) {
    const first = darkness === 'too low' ? 'If it stays so with more darkness, clean' : 'Clean'
    advice.push(
      `${first} the print head: ${named(dead)} printed nothing. If that does not help, the head is worn; lay no symbol there.`,
    )
  }
  if (hot.length > 0) {
    const first = darkness === 'too high' ? 'If it stays so with less darkness, have' : 'Have'
    advice.push(`${first} the head replaced: it prints ${named(hot)} all the time.`)
  }
  if (scale !== null) {
    const { across, along } = scale
    for (const [way, value] of [
      ['across the head', across],
      ['along the feed', along],
    ] as const) {
      if (Math.abs(value - 1) < worth.scale) continue
      const percent = `${Math.round(1000 * Math.abs(value - 1)) / 10} % too ${value > 1 ? 'long' : 'short'}`
      advice.push(`All is ${percent} ${way}: put scale into the file, or set the feed of the printer.`)
    }
  }
  if (Math.max(Math.abs(gain.dots.across), Math.abs(gain.dots.along)) >= worth.gain) {
    const isWider = gain.dots.across + gain.dots.along > 0
    advice.push(
      `Bars are ${isWider ? 'wider' : 'narrower'} than drawn: put gain into the file, so that they are drawn ${isWider ? 'narrower' : 'wider'}.`,
    )
  }
  if (offset !== null && Math.max(Math.abs(offset.across), Math.abs(offset.along)) >= worth.offset) {
    advice.push(
      'The print is not in the middle of the label: put offset into the file, or calibrate the sensor of the printer.',
    )
  }
  if (unseen.some((count) => count > 0) && offset === null) {
    advice.push(
      `Lay a dark sheet behind the label and scan it again: of ${besides(unseen)} nothing is on the label, or the head prints nothing there.`,
    )
  }
  if (advice.length === 0) advice.push('Nothing: the printer prints as it should.')
  return advice
}

/** The most dots that are named one by one. */
const mostNamed = 12

function named(dots: readonly number[]): string {
  const shown = dots.slice(0, mostNamed).join(', ')
  const more = dots.length > mostNamed ? ` and ${dots.length - mostNamed} more` : ''
  return `${dots.length === 1 ? 'dot' : 'dots'} ${shown}${more}`
}

const besides = ([left, right]: Calibration['unseen']): string =>
  [
    ...(left > 0 ? [`the first ${left === 1 ? 'dot' : `${left} dots`}`] : []),
    ...(right > 0 ? [`the last ${right === 1 ? 'dot' : `${right} dots`}`] : []),
  ].join(' and ')

/** The fields of a printer that have to change, as its entry has them. */
export interface CalibratedEntry {
  readonly gain?: readonly [number, number]
  readonly scale?: readonly [number, number]
  readonly offset?: readonly [number, number]
}

/** What the file accepts of both ways: it has no more. */
const bounds = { gain: 1, scale: [0.9, 1.1] } as const

/** @param printer  its offset so far, with which the page was printed, and whether it is sent commands: others have gain alone */
export function entryOf(
  { gain, scale, offset }: Calibration,
  printer: { readonly offset?: readonly [number, number] | undefined; readonly isLanguage: boolean },
): CalibratedEntry {
  const clamped = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))
  const { across, along } = gain.mm
  const plain = (value: number): number => (Math.abs(value - 1) < worth.scale ? 1 : clamped(value, ...bounds.scale))
  const scales = scale === null ? undefined : ([plain(scale.across), plain(scale.along)] as const)
  const [x, y] = printer.offset ?? [0, 0]
  const moved = offset !== null && Math.max(Math.abs(offset.across), Math.abs(offset.along)) >= worth.offset
  return {
    gain: [clamped(across, -bounds.gain, bounds.gain), clamped(along, -bounds.gain, bounds.gain)],
    ...(printer.isLanguage && scales !== undefined && { scale: scales }),
    ...(printer.isLanguage && moved && { offset: [hundredth(x - offset.across), hundredth(y - offset.along)] }),
  }
}

const hundredth = (mm: number): number => Math.round(100 * mm) / 100 + 0
