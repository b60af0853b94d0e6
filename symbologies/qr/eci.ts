/**
 * Texts under any ECIs in turn: the planes, in each of which an ECI is in force or none, and what every character takes in them.
 * ISO/IEC 18004:2015, 7.3.2, 7.4 and 7.4.2
 */

import { characterSet, type Eci, type LengthClass, lengthClassOf, preferredEcis } from '../eci/index.ts'
import {
  alphanumeric,
  byteCost,
  digit,
  digitCost,
  doubled,
  type Interpretation,
  isShared,
  kanji,
  kanjiCost,
  kanjiEci,
  letterCost,
  type Mode,
  type ModeRun,
  modes,
  sixths,
  unreachable,
} from './segments.ts'
import { modeIndicatorBits } from './versions.ts'

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

/** An interpretation with one ECI for bytes at most, as planes. */
export function planesOf({ bytes, eci, kanji }: Interpretation): readonly Plane[] {
  if (eci !== undefined) return kanji ? [planeUnder(eci), kanjiPlane()] : [planeUnder(eci)]
  switch (bytes) {
    case 'shared':
      // a part of a text may be in ASCII alone
      return [planeOfKanji(), planeWithout(asciiLength)]
    case 'ascii':
      return [planeWithout(asciiLength)]
    case 'latin1':
      return [planeWithout((point) => (point < 0x100 ? 1 : 0))]
    case 'utf8':
      return [planeWithout(planeUnder(utf8).bytesOf)]
  }
}

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

/** A plane of `eci=auto`. */
interface PreferredPlane extends Plane {
  /** Of its ECI among the preferred ones. */
  readonly place: number
}

let preferred: readonly PreferredPlane[] | undefined

/** The planes of the preferred ECIs, made at the first call. */
function preferredPlanes(): readonly PreferredPlane[] {
  preferred ??= preferredEcis.map((eci, place) => ({
    ...planeUnder(eci),
    bytesOf: (point) => lengthClassOf(point).lengths[place]!,
    alike,
    place,
  }))
  return preferred
}

/** The example of a class, which planes without an ECI carry as they carry all of the class. */
const alike = (point: number): number => lengthClassOf(point).example

/** What is written under `eci`. */
export function planeUnder(eci: Eci): Plane {
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

const utf16 = 25
const utf8 = 26
const utf32 = 35

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
const kanjiPlane = (): Plane => ({ ...planeUnder(kanjiEci), bytes: false })

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
  readonly prices: Prices
}

/** The runs divided where the bytes of a character change in any plane. */
export function planeRuns(text: string, runs: readonly ModeRun[], planes: readonly Plane[]): PlaneRun[] {
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
export function kindsOf(text: string, runs: readonly ModeRun[], planes: readonly Plane[]): CharacterKind[] {
  const kinds: CharacterKind[] = []
  for (const { kind, characters } of planeRuns(text, runs, planes)) {
    for (let i = 0; i < characters; i++) kinds.push(kind)
  }
  return kinds
}

/** Bits that characters take at least, whatever stands before and behind them. */
export function leastBitsOf(kinds: readonly CharacterKind[]): number {
  return kinds.reduce((sum, { prices }) => sum + prices.least, 0) / sixths
}

/** More than the carriers of any character. */
const carriersLimit = 128

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
    const kind = byValue.get(value) ?? { carriers, lengths, prices: pricesIn(planes, carriers, lengths) }
    byValue.set(value, kind)
    byCharacter.set(character, kind)
    return kind
  }
}

/** In UTF-16. */
const unitsOf = (point: number): number => (point > 0xffff ? 2 : 1)

/** States are pairs of a plane and a mode. */
const stateOf = (plane: number, mode: number): number => modes.length * plane + mode
export const planeOf = (state: number): number => Math.floor(state / modes.length)
export const modeOf = (state: number): Mode => modes[state % modes.length]!

/** The states in which a kind of characters can be written, and the price of a character in each. */
interface Prices {
  /** The planes that have such states, in rising order. */
  readonly planes: readonly number[]
  /** By plane that has any: how many of the states are in it or in one before it. */
  readonly upTo: readonly number[]
  /** In rising order, so that those of a plane follow each other. */
  readonly states: readonly number[]
  readonly each: readonly number[]
  /** The lowest price. */
  readonly least: number
}

/** Of a character that has these carriers and takes the given number of bytes in each plane. */
function pricesIn(planes: readonly Plane[], carriers: number, lengths: readonly number[]): Prices {
  const carrying: number[] = []
  const upTo: number[] = []
  const states: number[] = []
  const each: number[] = []
  for (let p = 0; p < planes.length; p++) {
    const plane = planes[p]!
    const length = lengths[p]!
    // most planes lack most characters
    if (length === 0 && !(plane.kanji && carriers & kanji)) continue
    const before = states.length
    for (let mode = 0; mode < modes.length; mode++) {
      const price = priceOf(modes[mode]!, plane, carriers, length)
      if (price === unreachable) continue
      states.push(stateOf(p, mode))
      each.push(price)
    }
    if (states.length === before) continue
    carrying.push(p)
    upTo.push(states.length)
  }
  return { planes: carrying, upTo, states, each, least: Math.min(...each) }
}

/** The cost of a character of the given number of bytes in a mode. */
function priceOf(mode: Mode, plane: Plane, carriers: number, length: number): number {
  switch (mode) {
    case 'numeric':
      return plane.ascii && carriers & digit && length > 0 ? digitCost : unreachable
    case 'alphanumeric': {
      const isCarried = plane.ascii && carriers & alphanumeric && length > 0
      return isCarried ? letterCost * (carriers & doubled ? 2 : 1) : unreachable
    }
    case 'byte':
      return plane.bytes && length > 0 ? byteCost * length : unreachable
    default:
      return plane.kanji && carriers & kanji ? kanjiCost : unreachable
  }
}

/** 7.4.2, Table 4: designators below this take one byte, those above up to 16383 two. */
const oneByte = 128

/** Bits of a designator, without mode indicator. */
export const designatorBits = (eci: Eci): number => (eci < oneByte ? 8 : 16)
