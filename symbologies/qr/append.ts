/**
 * Structured append: a text divided among symbols, each of which carries a piece of it. ISO/IEC 18004:2015, clause 8, leaves to
 * the encoder where to divide.
 */

import { EncodeError } from '../barcode.ts'
import { characterSet, type Eci } from '../eci/index.ts'
import { leastNear } from '../least.ts'
import { memoize } from '../memoize.ts'
import { codePoints } from '../messages.ts'
import {
  alternativesFor,
  askedLevels,
  asPlanes,
  type Choice,
  type ChoiceOptions,
  capacity,
  fnc1Of,
  mostParts,
  searchesFor,
} from './choice.ts'
import { type CharacterKind, kindsOf, leastBitsOf, type Plane } from './eci.ts'
import { PlaneCosts } from './path.ts'
import { type AppendSegment, isText, kanjiEci, leastBits, type ModeRun, runsOf, type Segmentation } from './segments.ts'
import { classOf, highestVersion, levels, type QrLevel, type VersionClass } from './versions.ts'

interface WantedPart extends ChoiceOptions {
  /** 2 to 16. */
  readonly parts: number
  /** 1 to `parts`. */
  readonly part: number
}

/**
 * One part of `text`, in the smallest version that holds every part; without a wanted level at the highest level at
 * which it does, as a whole text is (`chosen`). The longest part takes as few codewords as it can.
 *
 * @throws EncodeError invalid_character, invalid_length (more parts than characters), data_too_long
 */
export function chosenPart(text: string, wanted: WantedPart): Choice {
  const { parts, part } = wanted
  requireCharacters(text, parts)
  if (leastBits(text) > parts * capacity(highestVersion, 'L')) throw tooLong(text, wanted)
  const division = divisionOf(text, wanted)
  const size = smallest(division, wanted)
  if (size === undefined) throw tooLong(text, wanted, division)
  const { version, level } = size
  const ends = division.balanced(version, level, parts)
  const pieces = ends.map((to, i) => text.slice(ends[i - 1] ?? 0, to))
  const segmentations = pieces.map((piece) => searchesFor(piece, wanted)[0]!(classOf(version))!)
  const bytesAre = wanted.eci === 'utf8' ? utf8Eci : latin1Eci
  const parity = segmentations.reduce((sum, each, i) => sum ^ parityOf(pieces[i]!, each, bytesAre), 0)
  const header: AppendSegment = { mode: 'structured-append', part, parts, parity, from: 0, to: 0, bits: headerBits }
  const { segments, bits } = segmentations[part - 1]!
  const segmentation = { segments: [header, ...segments], bits: headerBits + bits }
  return { version, level, segmentation, range: { from: ends[part - 2] ?? 0, to: ends[part - 1]! } }
}

function requireCharacters(text: string, parts: number): void {
  const characters = codePoints(text)
  if (parts <= characters) return
  const most = characters < 2 ? 'a text of 2 characters or more' : `parts up to ${characters}`
  const given = characters === 1 ? '1 character' : `${characters} characters`
  throw new EncodeError('invalid_length', `qr: parts is ${parts}, and the text has ${given}; accepted: ${most}`)
}

function smallest({ fits }: Division, wanted: WantedPart): { version: number; level: QrLevel } | undefined {
  const { parts } = wanted
  for (const level of askedLevels(wanted)) {
    const version = smallestVersion((version) => fits(version, level, parts), wanted.version)
    if (version === undefined) continue
    if (wanted.level !== undefined) return { version, level }
    return { version, level: levels.findLast((higher) => fits(version, higher, parts)) ?? level }
  }
  return undefined
}

/** The first version that fits, of all or of `forced` alone. One that is too small is found out soon. */
function smallestVersion(fits: (version: number) => boolean, forced?: number): number | undefined {
  for (let version = forced ?? 1; version <= (forced ?? highestVersion); version++) if (fits(version)) return version
  return undefined
}

/** The mode indicator, the number of the symbol, how many there are, four bits each, and the parity in eight (8.2, 8.3). */
export const headerBits = 20

const latin1Eci = 3
const utf8Eci = 26

/** The bytes of a piece by exclusive or (8.3); kanji mode stands for Shift JIS. @param bytesAre what they are without an ECI */
function parityOf(piece: string, { segments }: Segmentation, bytesAre: Eci): number {
  let parity = 0
  let eci = bytesAre
  for (const segment of segments) {
    if (segment.mode === 'eci') eci = segment.designator
    if (!isText(segment)) continue
    const set = characterSet(segment.mode === 'kanji' ? kanjiEci : segment.mode === 'byte' ? eci : latin1Eci)
    for (const byte of set.encode(piece.slice(segment.from, segment.to))!) parity ^= byte
  }
  return parity
}

function tooLong(text: string, wanted: WantedPart, division?: Division): EncodeError {
  const { parts, version = highestVersion, level = 'L' } = wanted
  const bits = capacity(version, level)
  const remedies = division === undefined ? [] : remediesFor(wanted, division)
  const advice = remedies.length > 0 ? `${remedies.join(' or ')} holds it` : partsNeeded(text, division !== undefined)
  return new EncodeError(
    'data_too_long',
    `qr: ${codePoints(text)} characters do not fit into ${parts} symbols of version ${version}-${level}, ` +
      `which hold ${bits} bits each; ${advice}`,
  )
}

/** What is said if no single option would hold the text, or if that was not looked for because the text is so long. */
function partsNeeded(text: string, isKnown: boolean): string {
  const needed = Math.ceil(leastBits(text) / (capacity(highestVersion, 'L') - headerBits))
  if (isKnown || needed > mostParts) return `${mostParts} of them do not hold it either`
  return `it needs parts=${needed} or more, of version 40-L`
}

/** Options that hold the text, each on its own. */
function remediesFor({ parts, version = highestVersion, level = 'L' }: WantedPart, { fits }: Division): string[] {
  const larger = smallestVersion((each) => fits(each, level, parts))
  const lower = levels.findLast((each) => fits(version, each, parts))
  const more = Array.from({ length: mostParts - parts }, (_, i) => parts + 1 + i).find((count) =>
    fits(version, level, count),
  )
  return [
    ...(larger === undefined ? [] : [`version=${larger}`]),
    ...(lower === undefined ? [] : [`level=${lower}`]),
    ...(more === undefined ? [] : [`parts=${more}`]),
  ]
}

/** The divisions of a text. */
interface Division {
  /** Whether the given number of symbols of a version and level hold the text. */
  readonly fits: (version: number, level: QrLevel, parts: number) => boolean
  /** UTF-16 indices at which the pieces for symbols that hold the text end. The longest of them takes the fewest codewords. */
  readonly balanced: (version: number, level: QrLevel, parts: number) => readonly number[]
}

/**
 * Divides by taking as much as fits into each piece. That is the best: a piece never takes fewer bits for having more
 * characters.
 */
function divisionOf(text: string, wanted: ChoiceOptions): Division {
  const fnc1 = fnc1Of(wanted)
  const runs = runsOf(text, 'qr', fnc1 !== undefined)
  const [alternatives = []] = alternativesFor(text, runs, wanted)
  const overhead = headerBits + (fnc1?.bits ?? 0)
  const ways = alternatives.map(asPlanes).map((planes) => ({ planes, kinds: kindsOf(text, runs, planes) }))
  const bounds = boundsOf(text, runs, ways)
  const { count } = bounds
  const leastFrom = (versions: VersionClass, at: number, parts: number): number =>
    Math.ceil(bounds.between(versions, at, count) / parts) + overhead
  const reachesIn = memoize(({ headers }: VersionClass) =>
    ways.map(({ planes, kinds }) => reachIn(kinds, new PlaneCosts(planes, headers))),
  )
  const reached = (versions: VersionClass, { from, limit, bits }: Room): number => {
    let at = from
    for (const reach of reachesIn(versions)) at = Math.max(at, reach({ from, limit, bits: bits - overhead }))
    return at
  }
  const filled = (versions: VersionClass, bits: number, parts: number): readonly number[] => {
    if (bounds.ofAll / parts + overhead > bits) return []
    const ends: number[] = []
    let at = 0
    for (let left = parts - 1; left >= 0; left--) {
      if (leastFrom(versions, at, left + 1) > bits) return []
      const from = at
      // every piece that is left has a character at least
      at = reached(versions, { from, limit: count - left, bits })
      if (at === from) return []
      ends.push(at)
    }
    return at === count ? ends : []
  }
  const known = new Map<string, readonly number[]>()
  const ends = (versions: VersionClass, bits: number, parts: number): readonly number[] => {
    const key = `${versions.first} ${bits} ${parts}`
    const found = known.get(key) ?? filled(versions, bits, parts)
    known.set(key, found)
    return found
  }
  const fits: Division['fits'] = (version, level, parts) =>
    ends(classOf(version), capacity(version, level), parts).length > 0
  const balanced: Division['balanced'] = (version, level, parts) => {
    const versions = classOf(version)
    const low = Math.ceil(leastFrom(versions, 0, parts) / 8)
    // each piece probably takes as much above its bound as the first of them
    const first = reached(versions, { from: 0, limit: count, bits: 8 * low })
    const above = 8 * low - overhead - bounds.between(versions, 0, first)
    const range = { low, high: capacity(version, level) / 8, guess: low + Math.floor(above / 8) }
    const codewords = leastNear(range, (fewer) => ends(versions, 8 * fewer, parts).length > 0)
    return ends(versions, 8 * codewords, parts).map(indexIn(text))
  }
  return { fits, balanced }
}

/** A way to write a text. */
interface Way {
  readonly planes: readonly Plane[]
  /** Of each character. */
  readonly kinds: readonly CharacterKind[]
}

/** What characters of a text take at least, in one piece or in several. */
interface Bounds {
  /** The characters of the text. */
  readonly count: number
  /** Bits of all of them, in any version. */
  readonly ofAll: number
  between(versions: VersionClass, from: number, to: number): number
}

function boundsOf(text: string, runs: readonly ModeRun[], ways: readonly Way[]): Bounds {
  const planes = ways.flatMap(({ planes }) => planes).map(freed)
  const [first, ...others] = ways
  // planes that are freed carry the same
  const kinds = others.length === 0 ? first!.kinds : kindsOf(text, runs, planes)
  const upTo = memoize(({ headers }: VersionClass) => bitsUpTo(kinds, new PlaneCosts(planes, headers)))
  return {
    count: kinds.length,
    ofAll: leastBitsOf(kinds),
    between: (versions, from, to) => upTo(versions)[to]! - upTo(versions)[from]!,
  }
}

/**
 * A plane that may follow others for nothing if it is that without an ECI. Among such planes, pieces one after another are a
 * way to write the text that they are pieces of, so that they take no fewer bits than it.
 */
const freed = (plane: Plane): Plane => (plane.eci === undefined ? { ...plane, eci: 3, isOnly: false } : plane)

/** The bits of the given number of characters from the first on. */
function bitsUpTo(kinds: readonly CharacterKind[], costs: PlaneCosts): Int32Array {
  const bits = new Int32Array(kinds.length + 1)
  for (let i = 0; i < kinds.length; i++) {
    costs.add(kinds[i]!, 1)
    bits[i + 1] = costs.bits
  }
  return bits
}

/** The UTF-16 index at which the given number of characters of a text end. */
function indexIn(text: string): (characters: number) => number {
  const ends = [0]
  for (const character of text) ends.push(ends.at(-1)! + character.length)
  return (characters) => ends[characters]!
}

/** From character `from` on. */
interface Room {
  readonly from: number
  /** The first character that is not asked for. */
  readonly limit: number
  readonly bits: number
}

/** Characters between two checkpoints. */
const interval = 16

/**
 * A state of the costs before a character whose number is a multiple of `interval`. Wherever a piece begins, it soon has the
 * same costs as others, but for a difference that is the same in all states: what follows is then known from them.
 */
interface Checkpoint {
  readonly relative: Int32Array
  following: Following | undefined
}

interface Following {
  /** The bits that one character more takes, two characters more, and so on up to the next checkpoint. */
  readonly bits: readonly number[]
  readonly next: Checkpoint
}

/**
 * Finds how far a number of bits goes: the first character that does not fit with those before it, `limit` if all do.
 *
 * @param kinds of each character
 * @param costs scratch; contents are not kept between calls
 */
export function reachIn(kinds: readonly CharacterKind[], costs: PlaneCosts): (room: Room) => number {
  const checkpoints = Array.from({ length: Math.floor(kinds.length / interval) + 2 }, (): Checkpoint[] => [])

  /** The checkpoint before character `at` that has the present costs. */
  const checkpointBefore = (at: number): Checkpoint => {
    const here = checkpoints[Math.ceil(at / interval)]!
    const relative = costs.relative()
    const known = here.find((each) => isEqual(each.relative, relative))
    if (known !== undefined) return known
    const checkpoint = { relative, following: undefined }
    here.push(checkpoint)
    return checkpoint
  }

  const followingOf = (checkpoint: Checkpoint, at: number): Following => {
    costs.restore(checkpoint.relative)
    const end = Math.min(at + interval, kinds.length)
    const bits: number[] = []
    for (let i = at; i < end; i++) {
      costs.add(kinds[i]!, 1)
      bits.push(costs.bits)
    }
    return { bits, next: checkpointBefore(end) }
  }

  return ({ from, limit, bits }) => {
    costs.clear()
    let at = from
    for (; at % interval !== 0 && at < limit; at++) {
      costs.add(kinds[at]!, 1)
      if (costs.bits > bits) return at
    }
    if (at === limit) return limit
    let used = costs.bits
    for (let checkpoint = checkpointBefore(at); at < limit; ) {
      checkpoint.following ??= followingOf(checkpoint, at)
      const { bits: more, next } = checkpoint.following
      const whole = used + more.at(-1)!
      if (whole > bits || at + more.length > limit) {
        const exceeding = more.findIndex((each) => used + each > bits)
        return exceeding < 0 ? limit : Math.min(at + exceeding, limit)
      }
      used = whole
      at += more.length
      checkpoint = next
    }
    return limit
  }
}

function isEqual(a: Int32Array, b: Int32Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}
