/** Texts under any ECIs in turn: which characters can be written under each. ISO/IEC 18004:2015, 7.3.2 and 7.4.2 */

import { characterSet, type Eci, preferredEcis } from '../eci/index.ts'
import { designatorBits } from './designator.ts'
import type { Interpretation } from './modes.ts'
import type { Run } from './runs.ts'
import { modeIndicatorBits } from './version-classes.ts'

/** What may be written while an ECI is in force, or none. */
export interface Plane {
  /** Undefined: none has been declared. Such a plane is not entered again. */
  readonly eci: Eci | undefined
  /** Bits that declare it. */
  readonly change: number
  /** How many bytes a character takes, by its code point; 0 if it cannot be written. */
  readonly bytesOf: (codePoint: number) => number
  /** Whether it has byte mode. */
  readonly bytes: boolean
  /** Whether digits and alphanumeric characters are written as in ASCII, so that their modes can be used. */
  readonly ascii: boolean
  readonly kanji: boolean
  /** Whether no other plane may follow. */
  readonly isOnly: boolean
}

const kanjiEci = 20
const utf16 = 25
const utf32 = 35

function planeOf(eci: Eci): Plane {
  const set = characterSet(eci)
  return {
    eci,
    change: modeIndicatorBits + designatorBits(eci),
    bytesOf: (point) => set.bytesOf(point)?.length ?? 0,
    bytes: true,
    ascii: eci !== utf16 && eci !== utf32,
    kanji: eci === kanjiEci,
    isOnly: false,
  }
}

/** A symbol without any ECI. @param limit the characters of a byte are those below this */
const planeWithout = (limit: number): Plane => ({
  eci: undefined,
  change: 0,
  bytesOf: (point) => (point < limit ? 1 : 0),
  bytes: true,
  ascii: true,
  kanji: true,
  isOnly: true,
})

/** Before the first ECI. Readers disagree on kanji mode there, so that it is used only where no ECI follows. */
const planeBefore = (): Plane => ({ ...planeWithout(0x80), kanji: false, isOnly: false })

/** Kanji mode beside byte mode under another ECI. */
const kanjiPlane = (): Plane => ({ ...planeOf(kanjiEci), bytes: false })

/** An interpretation with one ECI for bytes, as planes. */
export function planesOf({ bytes, eci }: Interpretation): readonly Plane[] {
  if (eci === undefined) return [planeWithout(bytes === 'latin1' ? 0x100 : 0x80)]
  return [planeOf(eci), kanjiPlane()]
}

/** Everything under `eci`. */
export const planesUnder = (eci: Eci): readonly Plane[] => [planeOf(eci)]

/** No ECI, and every one that has a character of the text beyond ASCII; the preferred first. */
export function allPlanes(text: string): readonly Plane[] {
  const beyond = Array.from(new Set(text), (character) => character.codePointAt(0)!).filter((point) => point > 0x7f)
  const useful = preferredEcis.map(planeOf)
  return [
    planeWithout(0x80),
    planeBefore(),
    ...useful.filter(({ bytesOf }) => beyond.some((point) => bytesOf(point) > 0)),
  ]
}

/** Consecutive characters that every plane carries at the same price. */
export interface PlaneRun {
  /** As those of a `Run`. */
  readonly carriers: number
  readonly from: number
  to: number
  /** Code points. */
  characters: number
  /** Bytes of each character, by plane; 0 if the plane does not carry it. */
  readonly lengths: readonly number[]
}

/**
 * The runs divided where the bytes of a character change in any plane.
 *
 * @param one whether each character is a run of its own
 */
export function planeRuns(text: string, runs: readonly Run[], planes: readonly Plane[], one = false): PlaneRun[] {
  const lengthsOf = lengthsIn(planes)
  const divided: PlaneRun[] = []
  for (const { carriers, from, to } of runs) {
    let run: PlaneRun | undefined
    for (let i = from; i < to; ) {
      const point = text.codePointAt(i)!
      const units = point > 0xffff ? 2 : 1
      const lengths = lengthsOf(point)
      if (one || run?.lengths !== lengths) {
        run = { carriers, from: i, to: i, characters: 0, lengths }
        divided.push(run)
      }
      run.to += units
      run.characters++
      i += units
    }
  }
  return divided
}

/** Lengths by code point; equal ones are the same array. */
function lengthsIn(planes: readonly Plane[]): (point: number) => readonly number[] {
  const byPoint = new Map<number, readonly number[]>()
  const byValue = new Map<string, readonly number[]>()
  return (point) => {
    const known = byPoint.get(point)
    if (known !== undefined) return known
    const own = planes.map(({ bytesOf }) => bytesOf(point))
    const lengths = byValue.get(own.join()) ?? own
    byValue.set(own.join(), lengths)
    byPoint.set(point, lengths)
    return lengths
  }
}
