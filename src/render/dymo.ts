/** Labels for the DYMO LabelWriter 300 and 400 series. */

import { FitError } from '../layout/fit.ts'
import { byteRows, isBlank, joined } from './bitmap.ts'
import { type Commands, type FedLabel, type Handling, type MeasuredLabel, mediaOf } from './language.ts'

/** Bytes a line: of the 4XL, and of all others (LabelWriter 400 Series Technical Reference Manual, p. 15). */
const [wideHead, head] = [156, 84] as const

const esc = 0x1b
/** ESC L, ESC B, ESC D, ESC h, ESC f: letters after the escape. */
const [wayToNext, tab, lineLength, textMode, skip] = [0x4c, 0x42, 0x44, 0x68, 0x66] as const
/** ESC c, d, e, g: light, medium, normal, dark. */
const densities = [0x63, 0x64, 0x65, 0x67] as const
/** SYN: a line of dots. */
const lineOfDots = 0x16
/** ESC G: a short feed to the next label; ESC E: to the tear bar (p. 10). */
const [shortFeed, tearOff] = [0x47, 0x45] as const

/** More escapes than a line has bytes, which fill one that was begun, and ESC @. */
const reset = [...new Array<number>(wideHead + 1).fill(esc), esc, 0x40]

/**
 * A label for a LabelWriter: lines of dots, in which 1 is black and the first bit is left, 300 x 300 dpi.
 *
 * The printer does not look at the length of a label (p. 10), which is that of the dots.
 */
export function dymoLabel(printed: FedLabel, handling: Handling): Commands {
  const { dots, copies, resolution } = printed
  const { darkness } = handling
  const media = mediaOf(printed, handling)
  const { rowLength, bytes } = byteRows(dots)
  const settings = [
    // the high byte first; a negative number if there is no next label to look for
    ...[esc, wayToNext, ...highLow(media === 'continuous' ? 0xffff : dots.height + Math.round(resolution.perInch))],
    ...[esc, tab, 0, esc, lineLength, rowLength, esc, textMode],
    ...(darkness === undefined ? [] : [esc, densities[darkness]!]),
  ]
  return {
    first: joined([reset]),
    next: new Uint8Array(),
    label: joined([settings, ...linesOf(bytes, rowLength)]),
    between: joined([[esc, shortFeed]]),
    last: joined([[esc, tearOff]]),
    times: copies,
  }
}

/** @throws FitError for a label that is wider than the print head */
export function refuseTooWide({ dots, resolution }: MeasuredLabel, { model }: Handling): void {
  const most = 8 * (model === undefined || model === 'LabelWriter 4XL' ? wideHead : head)
  if (dots.width <= most) return
  const widest = Math.floor((10 * most) / resolution.perMillimetre) / 10
  throw new FitError('size', `${model ?? 'a LabelWriter 4XL'} prints labels that are at most ${widest} mm wide`)
}

const highLow = (value: number): readonly [number, number] => [(value >>> 8) & 0xff, value & 0xff]

/** Every line as it is, blank ones by their number. */
function linesOf(bytes: Uint8Array, rowLength: number): readonly (readonly number[] | Uint8Array)[] {
  const lines: (readonly number[] | Uint8Array)[] = []
  let blank = 0
  const skipBlank = (): void => {
    for (; blank > 0; blank -= Math.min(blank, 255)) lines.push([esc, skip, 1, Math.min(blank, 255)])
  }
  for (let at = 0; at < bytes.length; at += rowLength) {
    const line = bytes.subarray(at, at + rowLength)
    if (isBlank(line)) blank++
    else {
      skipBlank()
      lines.push([lineOfDots], line)
    }
  }
  skipBlank()
  return lines
}
