/** Texts under any ECIs in turn: which characters can be written under each. ISO/IEC 18004:2015, 7.3.2 and 7.4.2 */

import { characterSet, type Eci, preferredEcis } from '../eci/index.ts'
import { type LengthClass, lengthClassOf } from '../eci/lengths.ts'
import { designatorBits } from './designator.ts'
import type { Interpretation } from './modes.ts'
import { isShared } from './runs.ts'
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
const utf8 = 26
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

/** A symbol without any ECI, and without kanji mode. @param bytesOf of a character */
const planeWithout = (bytesOf: Plane['bytesOf']): Plane => ({
  eci: undefined,
  change: 0,
  bytesOf,
  bytes: true,
  ascii: true,
  kanji: false,
  isOnly: true,
})

const asciiLength = (point: number): number => (point < 0x80 ? 1 : 0)

/** A symbol without any ECI, in which readers take bytes for Shift JIS because of kanji mode. */
const planeOfKanji = (): Plane => ({
  ...planeWithout((point) => (isShared(point) ? asciiLength(point) : 0)),
  kanji: true,
})

/** Before the first ECI. Readers disagree on kanji mode there, so that it is used only where no ECI follows. */
const planeBefore = (): Plane => ({ ...planeWithout(asciiLength), isOnly: false })

/** Kanji mode beside byte mode under another ECI. */
const kanjiPlane = (): Plane => ({ ...planeOf(kanjiEci), bytes: false })

/** An interpretation with one ECI for bytes at most, as planes. */
export function planesOf({ bytes, eci, kanji }: Interpretation): readonly Plane[] {
  if (eci !== undefined) return kanji ? [planeOf(eci), kanjiPlane()] : [planeOf(eci)]
  switch (bytes) {
    case 'shared':
      // a part of a text may be in ASCII alone
      return [planeOfKanji(), planeWithout(asciiLength)]
    case 'ascii':
      return [planeWithout(asciiLength)]
    case 'latin1':
      return [planeWithout((point) => (point < 0x100 ? 1 : 0))]
    case 'utf8':
      return [planeWithout(planeOf(utf8).bytesOf)]
  }
}

/** Everything under `eci`. */
export const planesUnder = (eci: Eci): readonly Plane[] => [planeOf(eci)]

/** A plane of `eci=auto`. */
interface PreferredPlane extends Plane {
  /** Of its ECI among the preferred ones. */
  readonly place: number
}

let preferred: readonly PreferredPlane[] | undefined

/** The planes of the preferred ECIs, made at the first call. */
function preferredPlanes(): readonly PreferredPlane[] {
  preferred ??= preferredEcis.map((eci, place) => ({
    ...planeOf(eci),
    bytesOf: (point) => lengthClassOf(point).lengths[place]!,
    alike,
    place,
  }))
  return preferred
}

/** The example of a class, which planes without an ECI carry as they carry all of the class. */
const alike = (point: number): number => lengthClassOf(point).example

/**
 * No ECI, and every one that has a character of the text beyond ASCII; the preferred first. Left out are those that carry
 * nothing that a preferred one does not carry in as few bits.
 */
export function allPlanes(text: string): readonly Plane[] {
  const classes = classesIn(text)
  const beyondAscii = classes.filter(({ example }) => example > 0x7f)
  const kept: PreferredPlane[] = []
  for (const plane of preferredPlanes()) {
    if (beyondAscii.every(({ lengths }) => lengths[plane.place] === 0)) continue
    if (!kept.some((other) => covers(other, plane, classes))) kept.push(plane)
  }
  return [{ ...planeOfKanji(), alike }, { ...planeBefore(), alike }, ...kept]
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

/** Whether `a` carries what `b` does of the classes of characters, in as few bits. */
function covers(a: PreferredPlane, b: PreferredPlane, classes: readonly LengthClass[]): boolean {
  if ((b.kanji && !a.kanji) || (b.ascii && !a.ascii)) return false
  if (a.change > b.change) return false
  return classes.every(({ lengths }) => {
    const own = lengths[a.place]!
    const other = lengths[b.place]!
    return other === 0 || (own > 0 && own <= other)
  })
}

/** In UTF-16. */
export const unitsOf = (point: number): number => (point > 0xffff ? 2 : 1)
