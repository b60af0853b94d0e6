import type { Quiet, Symbology } from '../../symbologies/index.ts'
import { linearReading } from './linear/bars.ts'
import { type Ink, inkOf, inverted, type Picture } from './picture/picture.ts'
import { meritOf, type Reading, type Report, type Rows, reportOf, unreadable } from './report.ts'
import { matrixReading } from './squares.ts'

export { symbologies } from '../../symbologies/index.ts'
export type { Picture } from './picture/picture.ts'
export { mostFileBytes, PictureError, unreadablePng } from './png/png.ts'
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
 * @throws RangeError for a picture whose sizes are not those of its data, or too large
 */
export function checked(picture: Picture, { type, text }: CheckOptions = {}): Check {
  const ink = inkOf(picture)
  if (ink === undefined) return nothing('the picture is of one colour')
  const reading = readingIn(ink, type, text)
  if (reading !== undefined) return { report: reportOf(reading), seen: seenIn(reading) }
  const other = type === undefined ? undefined : readingIn(ink, undefined, text)
  if (type === undefined) return nothing('no symbol of any of the symbologies was found')
  return nothing(`no symbol of ${type} was found${other === undefined ? '' : `; it looks like ${other.symbology}`}`)
}

/**
 * The first reading without a fault: as a matrix symbol or as bars, dark on light or light on dark. Where all have
 * faults, the one of most merit: the others are what can be seen in anything.
 */
function readingIn(ink: Ink, type: Symbology | undefined, text: string | undefined): Reading | undefined {
  let best: Reading | undefined
  for (const polarity of ['usual', 'reversed'] as const) {
    const seen = polarity === 'usual' ? ink : inverted(ink)
    for (const read of [matrixReading, linearReading]) {
      const reading = read(seen, type, text)
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

function nothing(message: string): Check {
  return { report: unreadable(message, 'none') }
}
