/** What of a calibration goes into the file of printers. */

import { worth } from './advice.ts'
import type { Calibration } from './report.ts'

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
