import type { Symbology } from '../../symbologies/index.ts'
import { linearReading } from './bars.ts'
import { type Ink, inkOf, inverted, type Picture } from './picture.ts'
import { type Reading, type Report, reportOf } from './report.ts'
import { matrixReading } from './squares.ts'

export type { Picture } from './picture.ts'
export { type Finding, type FindingKind, type ModulePlace, type Report, reportText, type Verdict } from './report.ts'

export interface CheckOptions {
  /** The symbology; found by itself where it is not said. */
  readonly type?: Symbology
  /** What the symbol should say. */
  readonly text?: string
}

/**
 * Looks at the symbol in a clean picture whose sides are parallel to the symbol's, at any size, upright or turned by
 * quarters, dark on light or light on dark, and tells clause by clause what of its standard it keeps.
 *
 * @throws RangeError for a picture whose sizes are not those of its data, or too large
 */
export function checkImage(picture: Picture, { type, text }: CheckOptions = {}): Report {
  const ink = inkOf(picture)
  if (ink === undefined) return unreadable('the picture is of one colour')
  const reading = readingIn(ink, type, text)
  if (reading !== undefined) return reportOf(reading)
  const other = type === undefined ? undefined : readingIn(ink, undefined, text)
  if (type === undefined) return unreadable('no symbol of any of the symbologies was found')
  return unreadable(`no symbol of ${type} was found${other === undefined ? '' : `; it looks like ${other.symbology}`}`)
}

/** A matrix symbol rather than bars, as bars can be seen in anything; and dark on light rather than light on dark. */
function readingIn(ink: Ink, type: Symbology | undefined, text: string | undefined): Reading | undefined {
  for (const read of [matrixReading, linearReading]) {
    const usual = read(ink, type, text)
    if (usual !== undefined) {
      usual.findings.pass('polarity')
      return usual
    }
    const reversed = read(inverted(ink), type, text)
    if (reversed === undefined) continue
    const message = 'the symbol is light on dark'
    if (reversed.reversible === true) reversed.findings.note('polarity', message)
    else reversed.findings.fault('polarity', message)
    return reversed
  }
  return undefined
}

function unreadable(message: string): Report {
  return { verdict: 'unreadable', findings: [{ code: 'picture.unreadable', kind: 'fault', clause: 'none', message }] }
}
