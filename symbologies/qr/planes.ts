/** Texts under any ECIs in turn: which characters can be written under each. ISO/IEC 18004:2015, 7.3.2 and 7.4.2 */

import { characterSet, type Eci, preferredEcis } from '../eci/index.ts'
import { type LengthClass, lengthClassOf } from '../eci/lengths.ts'
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
  /** Of many planes: one of few characters, of which every plane carries it in as many bytes. */
  readonly alike?: (codePoint: number) => number
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

/** Whose lengths are those of a character under every ECI, and in ASCII and ISO 8859-1 without one. */
const alike = (point: number): number => lengthClassOf(point).example

/**
 * No ECI, and every one that has a character of the text beyond ASCII; the preferred first. Left out are those that carry
 * nothing that a preferred one does not carry in as few bits.
 */
export function allPlanes(text: string): readonly Plane[] {
  const classes = classesIn(text)
  const kept: Candidate[] = []
  for (const [i, eci] of preferredEcis.entries()) {
    const candidate = { plane: planeOf(eci), lengths: classes.map(({ lengths }) => lengths[i]!) }
    if (!candidate.lengths.some((length, n) => length > 0 && classes[n]!.example > 0x7f)) continue
    if (!kept.some((other) => covers(other, candidate))) kept.push(candidate)
  }
  const planes = [planeWithout(0x80), planeBefore(), ...kept.map(({ plane }) => plane)]
  return planes.map((plane) => ({ ...plane, alike }))
}

/** The classes of the characters of a text. */
function classesIn(text: string): readonly LengthClass[] {
  const classes = new Set<LengthClass>()
  for (let i = 0; i < text.length; ) {
    const point = text.codePointAt(i)!
    classes.add(lengthClassOf(point))
    i += unitsOf(point)
  }
  return [...classes]
}

/** A plane, and how many bytes each class of characters takes in it. */
interface Candidate {
  readonly plane: Plane
  readonly lengths: readonly number[]
}

/** Whether `a` carries what `b` does of the text's characters, in as few bits. */
function covers(a: Candidate, b: Candidate): boolean {
  if ((b.plane.kanji && !a.plane.kanji) || (b.plane.ascii && !a.plane.ascii)) return false
  if (a.plane.change > b.plane.change) return false
  return b.lengths.every((other, i) => other === 0 || (a.lengths[i]! > 0 && a.lengths[i]! <= other))
}

/** Consecutive characters of one kind. */
export interface PlaneRun {
  readonly kind: CharacterKind
  readonly from: number
  to: number
  /** Code points. */
  characters: number
}

/** Characters that every plane carries at the same price; one object for each kind in a text. */
export interface CharacterKind {
  /** As those of a `Run`. */
  readonly carriers: number
  /** Bytes of each character, by plane; 0 if the plane does not carry it. */
  readonly lengths: readonly number[]
}

/** The runs divided where the bytes of a character change in any plane. */
export function planeRuns(text: string, runs: readonly Run[], planes: readonly Plane[]): PlaneRun[] {
  const kindOf = kindsIn(planes)
  const divided: PlaneRun[] = []
  for (const { carriers, from, to } of runs) {
    let run: PlaneRun | undefined
    for (let i = from; i < to; ) {
      const point = text.codePointAt(i)!
      const kind = kindOf(point, carriers)
      if (run?.kind !== kind) {
        run = { kind, from: i, to: i, characters: 0 }
        divided.push(run)
      }
      i += unitsOf(point)
      run.to = i
      run.characters++
    }
  }
  return divided
}

/** The kind of each character of a text that has these runs. */
export function kindsOf(text: string, runs: readonly Run[], planes: readonly Plane[]): CharacterKind[] {
  const kindOf = kindsIn(planes)
  const kinds: CharacterKind[] = []
  for (const { carriers, from, to } of runs) {
    for (let i = from; i < to; ) {
      const point = text.codePointAt(i)!
      kinds.push(kindOf(point, carriers))
      i += unitsOf(point)
    }
  }
  return kinds
}

/** In UTF-16. */
const unitsOf = (point: number): number => (point > 0xffff ? 2 : 1)

/** More than the carriers of any character. */
const carriersLimit = 64

function kindsIn(planes: readonly Plane[]): (point: number, carriers: number) => CharacterKind {
  const { alike = (point: number): number => point } = planes[0]!
  const byCharacter = new Map<number, CharacterKind>()
  const byValue = new Map<string, CharacterKind>()
  return (codePoint, carriers) => {
    const point = alike(codePoint)
    const character = carriersLimit * point + carriers
    const known = byCharacter.get(character)
    if (known !== undefined) return known
    const lengths = planes.map(({ bytesOf }) => bytesOf(point))
    const value = String.fromCharCode(carriers, ...lengths)
    const kind = byValue.get(value) ?? { carriers, lengths }
    byValue.set(value, kind)
    byCharacter.set(character, kind)
    return kind
  }
}
