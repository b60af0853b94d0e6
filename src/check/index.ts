import type { Quiet, Symbology } from '../../symbologies/barcode.ts'
import { linearReading } from './linear-symbols.ts'
import { matrixReading } from './matrix-symbols.ts'
import { Effort } from './picture/effort.ts'
import { type Ink, inkOf, invertedInk, type Picture, transposedInk } from './picture/picture.ts'
import { invertedWay, type Way, wayOf } from './picture/scan.ts'
import { meritOf, type Reading, type Report, type Rows, reportOf, unreadable } from './report.ts'
import type { Wanted } from './wanted.ts'

export { symbologies } from '../../symbologies/barcode.ts'
export { Effort } from './picture/effort.ts'
export type { Picture } from './picture/picture.ts'
export { boundFile, mostFileBytes, PictureError, unreadablePng } from './png/png.ts'
export { readPng } from './png/reader.ts'
export {
  type Finding,
  type FindingKind,
  type ModulePlace,
  type Report,
  type Rows,
  reportText,
  type Verdict,
} from './report.ts'

export interface CheckOptions {
  /** The symbology; found by itself where it is not said. */
  readonly type?: Symbology
  /** What the symbol should say. */
  readonly text?: string
}

/** The symbol that was found, upright, as it was read. */
export interface Seen {
  readonly rows: Rows
  /** Modules that have to be light on each side. */
  readonly quiet: Quiet
  /** The symbol that it was compared with, where there is one. */
  readonly reference?: Rows
}

export interface Check {
  readonly report: Report
  /** Undefined where the picture holds no symbol. */
  readonly seen?: Seen
}

/** As `checked`, without what there is to look at. */
export function checkImage(picture: Picture, options?: CheckOptions): Report {
  return checked(picture, options).report
}

/**
 * Looks at the symbol in a clean picture whose sides are parallel to the symbol's, upright or turned by quarters, dark on
 * light or light on dark, and tells clause by clause what of its standard it keeps.
 *
 * Modules may be any whole number of pixels, or a fraction from 2 on. Where a sharp picture has no more than two widths
 * that are not whole modules of whole pixels, these are taken for flaws; where it has more, for fractions.
 *
 * @param effort  counts what the search costs
 * @throws RangeError for a picture whose sizes are not those of its data, or too large
 */
export function checked(picture: Picture, { type, text }: CheckOptions = {}, effort = new Effort()): Check {
  const ink = inkOf(picture)
  if (ink === undefined) return nothing('the picture is of one colour')
  const reading = readingIn(ink, { type, expected: text, effort })
  if (reading !== undefined) return { report: reportOf(reading), seen: seenIn(reading) }
  const other = type === undefined ? undefined : readingIn(ink, { type: undefined, expected: text, effort })
  const symbol = type === undefined ? 'no symbol of any of the symbologies' : `no symbol of ${type}`
  return nothing(`${symbol} was found${other === undefined ? '' : `; it looks like ${other.symbology}`}`, effort)
}

/**
 * The first reading without a fault: as a matrix symbol or as bars, dark on light or light on dark. Where all have
 * faults, the one of most merit: the others are what can be seen in anything.
 */
function readingIn(ink: Ink, wanted: Wanted): Reading | undefined {
  let best: Reading | undefined
  let ways: readonly Way[] | undefined
  for (const polarity of ['usual', 'reversed'] as const) {
    const seen = polarity === 'usual' ? ink : invertedInk(ink)
    const readers = [
      () => matrixReading(seen, wanted),
      () => {
        ways = ways?.map(invertedWay) ?? [seen, transposedInk(seen)].map((way) => wayOf(way, wanted.effort))
        return linearReading(ways, wanted)
      },
    ]
    for (const read of readers) {
      const reading = read()
      if (reading === undefined) continue
      const isSound = reading.findings.faults === 0
      judgePolarity(reading, polarity)
      if (isSound) return reading
      if (best === undefined || meritOf(reading) > meritOf(best)) best = reading
    }
  }
  return best
}

function judgePolarity({ findings, reversible }: Reading, polarity: 'usual' | 'reversed'): void {
  const message = 'the symbol is light on dark'
  if (polarity === 'usual') findings.pass('polarity')
  else if (reversible === true) findings.note('polarity', message)
  else findings.fault('polarity', message)
}

function seenIn({ rows, quiet, findings: { reference } }: Reading): Seen {
  return { rows, quiet, ...(reference && { reference }) }
}

/** Where candidates were left out, that is the reason, and there is something to be done about it. */
function nothing(message: string, { skipped } = new Effort()): Check {
  if (skipped === 0) return { report: unreadable(message, 'none') }
  const more = 'the picture has more parts and lines than are looked at: cut it down to the symbol'
  return { report: unreadable(`${message}; ${more}`, 'none', 'picture.limit') }
}
