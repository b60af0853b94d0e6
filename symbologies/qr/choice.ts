/**
 * The version, level and segments of a QR symbol, among all that its bytes may mean.
 * ISO/IEC 18004:2015, 7.1 to 7.3 and 7.4.2
 */

import { type EncodeError, invalidCharacter } from '../barcode.ts'
import { characterSet, type Eci, eciNames, preferredEcis } from '../eci/index.ts'
import { gs1Characters, requireNoEci } from '../gs1/fnc1.ts'
import { allPlanes, type Plane, planeRuns, planesOf, planeUnder } from './eci.ts'
import { shortestInPlanes, shortestSegments } from './path.ts'
import {
  ascii,
  dataTooLong,
  type Fnc1SecondSegment,
  type Fnc1Segment,
  type Headers,
  type Interpretation,
  kanji,
  latin1,
  leastBits,
  type ModeRun,
  requireCarried,
  runsOf,
  type Segmentation,
  shared,
} from './segments.ts'
import {
  blockPlan,
  classOf,
  highestVersion,
  levels,
  type QrLevel,
  type VersionClass,
  versionClasses,
} from './versions.ts'

/** The options that the choice depends on. */
export interface ChoiceOptions {
  readonly level?: QrLevel
  readonly version?: number
  readonly eci?: Eci | 'none' | 'utf8' | 'auto'
  readonly gs1?: boolean
  readonly fnc1?: 'second'
  /** With `fnc1`: a letter or two digits. */
  readonly indicator?: string
}

export interface Choice {
  readonly version: number
  readonly level: QrLevel
  readonly segmentation: Segmentation
  /** The characters of a part of the text: UTF-16 indices, `to` not included. */
  readonly range?: { readonly from: number; readonly to: number }
}

/**
 * The smallest symbol for `text`, and in it the highest level: the smallest at level M if no level is wanted, or at L
 * if version 40-M does not hold the text.
 *
 * @throws EncodeError invalid_character, data_too_long
 */
export function chosen(text: string, wanted: ChoiceOptions): Choice {
  if (leastBits(text) > capacity(highestVersion, 'L')) throw tooLong(text, undefined, wanted)
  const searches = searchesFor(text, wanted)
  for (const shortest of searches) {
    for (const level of askedLevels(wanted)) {
      const found = smallest(shortest, level, wanted.version)
      if (found !== undefined) return wanted.level === undefined ? raised(found) : found
    }
  }
  throw tooLong(text, searches[0], wanted)
}

/** The smallest version that holds the text at `level`; only `forced` if it is given. */
function smallest(shortest: Shortest, level: QrLevel, forced?: number): Choice | undefined {
  let least = 0
  for (const versions of versionClasses) {
    const first = forced ?? versions.first
    const last = forced ?? versions.last
    // Counts grow with the version, so a text that is too long in a lower class is no shorter in a higher one.
    if (first < versions.first || last > versions.last || capacity(last, level) < least) continue
    const segmentation = shortest(versions)
    if (segmentation === undefined) return undefined
    least = segmentation.bits
    for (let version = first; version <= last; version++) {
      if (capacity(version, level) >= least) return { version, level, segmentation }
    }
  }
  return undefined
}

/** The same version at the highest level that holds the same segments. */
function raised({ version, level, segmentation }: Choice): Choice {
  const highest = levels.findLast((higher) => capacity(version, higher) >= segmentation.bits)
  return { version, level: highest ?? level, segmentation }
}

/** The shortest segmentation in a class of versions. */
type Shortest = (versions: VersionClass) => Segmentation | undefined

/** The searches to try in turn. @throws EncodeError invalid_character */
export function searchesFor(text: string, wanted: ChoiceOptions): Shortest[] {
  const fnc1 = fnc1Of(wanted)
  const runs = runsOf(text, 'qr', fnc1 !== undefined)
  const shortest = shortestUnder(text, runs)
  return alternativesFor(text, runs, wanted).map((alternatives) => shortestByClass(shortest, alternatives, fnc1))
}

/** The shortest segmentation in each class of versions under any of `alternatives`, the first one at a tie. */
function shortestByClass(
  shortest: ShortestUnder,
  alternatives: readonly Alternative[],
  fnc1: Fnc1Segment | Fnc1SecondSegment | undefined,
): Shortest {
  const known = new Map<VersionClass, Segmentation | undefined>()
  return (versions) => {
    if (!known.has(versions)) {
      let best: Segmentation | undefined
      for (const alternative of alternatives) {
        const most = best === undefined ? Infinity : best.bits - 1
        best = shortest(alternative, versions.headers, most) ?? best
      }
      known.set(versions, best === undefined || fnc1 === undefined ? best : withFnc1(best, fnc1))
    }
    return known.get(versions)
  }
}

/** The fewest bits for a text under an alternative, undefined if it cannot be carried or takes more than `most`. */
type ShortestUnder = (alternative: Alternative, headers: Headers, most: number) => Segmentation | undefined

function shortestUnder(text: string, runs: readonly ModeRun[]): ShortestUnder {
  return (alternative, headers, most) => {
    if ('bytes' in alternative) return shortestSegments(runs, headers, alternative, most)
    const found = shortestInPlanes(planeRuns(text, runs, alternative), headers, alternative)
    return found === undefined || found.bits > most ? undefined : found
  }
}

/** An alternative as planes. */
export const asPlanes = (alternative: Alternative): readonly Plane[] =>
  'bytes' in alternative ? planesOf(alternative) : alternative

/** One ECI at most for bytes, or several in turn. */
type Alternative = Interpretation | readonly Plane[]

/**
 * The alternatives to choose from, then those to fall back on if no symbol holds the text under the first.
 *
 * @throws EncodeError invalid_character
 */
export function alternativesFor(text: string, runs: readonly ModeRun[], wanted: ChoiceOptions): Alternative[][] {
  const { eci, level = 'L', version = highestVersion } = wanted
  if (wanted.gs1) {
    requireNoEci(typeof eci === 'number' ? eci : 'none')
    requireCarried(text, runs, { by: ascii, symbology: 'qr', accepted: gs1Characters })
    return [[plain]]
  }
  if (eci === 26) return [[{ bytes: 'utf8', eci, kanji: false }]]
  if (typeof eci === 'number') {
    requireIn(eci, text)
    return [[eci === 3 ? { bytes: 'latin1', eci, kanji: false } : [planeUnder(eci)]]]
  }
  if (isCarried(runs, ascii)) return [[plain]]
  if (eci === 'utf8') return [[{ bytes: 'utf8', kanji: false }]]
  if (eci === 'none') {
    requireWithoutEci(text, runs)
    return [withoutEci]
  }
  const first = eci === 'auto' ? [planesFor(text, wanted)] : runs.some(isBeyondShared) ? declaredBeyondShared : declared
  return level === 'L' && version === highestVersion ? [first, withoutEci] : [first]
}

const isCarried = (runs: readonly ModeRun[], by: number): boolean => runs.every(({ carriers }) => carriers & by)

const isBeyondShared = ({ carriers }: ModeRun): boolean => (carriers & (ascii | shared)) === ascii

/** @throws EncodeError invalid_character if a text is neither in ISO 8859-1 nor in kanji and what may stand beside them */
function requireWithoutEci(text: string, runs: readonly ModeRun[]): void {
  if (isCarried(runs, latin1)) return
  const accepted =
    'ISO 8859-1, or kanji of JIS X 0208 and ASCII without \\ and ~; eci=utf8 carries every character without an ECI, ' +
    'eci=26 or eci=auto with one'
  const suggestion = { eci: 'utf8' }
  requireCarried(text, runs, { by: latin1 | kanji, symbology: 'qr', accepted, suggestion })
  requireCarried(text, runs, { by: shared | kanji, symbology: 'qr', accepted, suggestion })
}

/** Readers take an application indicator for text under the first ECI, so that this has to agree with ASCII. */
function planesFor(text: string, { fnc1 }: ChoiceOptions): readonly Plane[] {
  return allPlanes(text).filter(({ ascii }) => ascii || fnc1 === undefined)
}

/** @throws EncodeError invalid_character for the first character that the set of `eci` lacks */
function requireIn(eci: Eci, text: string): void {
  const { bytesOf } = characterSet(eci)
  let at = 0
  for (const character of text) {
    if (bytesOf(character.codePointAt(0)!) === undefined) throw notIn(eci, text, at)
    at += character.length
  }
}

/** Names a set of one byte a character that carries the whole text, if there is one, and UTF-8. */
function notIn(eci: Eci, text: string, index: number): EncodeError {
  const small = preferredEcis.find((other) => characterSet(other).encode(text)?.length === [...text].length)
  const others: readonly Eci[] = small === undefined ? [26] : [small, 26]
  const names = others.map((other) => `eci=${other} (${eciNames[other]})`).join(' or ')
  const accepted = `the characters of ${eciNames[eci]} under eci=${eci}; ${names} carries the whole text`
  return invalidCharacter('qr', text, index, accepted, { eci: 'auto' })
}

/** ASCII is the same under all interpretations and needs no ECI. */
const plain: Interpretation = { bytes: 'ascii', kanji: false }

/** Without an ECI readers take the bytes beside kanji mode for Shift JIS, so that these have to be what both mean alike. */
const besideKanji: Interpretation = { bytes: 'shared', kanji: true }

/** By the standard, bytes are ISO 8859-1 without an ECI (7.3.2). */
const withoutEci: Interpretation[] = [{ bytes: 'latin1', kanji: false }, besideKanji]

const underLatin1: Interpretation = { bytes: 'latin1', eci: 3, kanji: true }
const underUtf8: Interpretation = { bytes: 'utf8', eci: 26, kanji: true }

/** For characters beyond ASCII: kanji mode, or bytes under an ECI. */
const declared: Interpretation[] = [besideKanji, underLatin1, underUtf8]

/** The same for a text with a backslash or a tilde, which takes UTF-8 if it is as short as ISO 8859-1. */
const declaredBeyondShared: Interpretation[] = [besideKanji, underUtf8, underLatin1]

/** The segment that says that U+001D is FNC1. */
export function fnc1Of({ gs1, indicator }: ChoiceOptions): Fnc1Segment | Fnc1SecondSegment | undefined {
  if (gs1) return { mode: 'fnc1', from: 0, to: 0, bits: 4 }
  return indicator === undefined ? undefined : { mode: 'fnc1-second', indicator, from: 0, to: 0, bits: 12 }
}

/** The segmentation with FNC1 in it: after an ECI at the beginning, before all text (7.4.8). */
function withFnc1({ segments, bits }: Segmentation, fnc1: Fnc1Segment | Fnc1SecondSegment): Segmentation {
  const at = segments[0]?.mode === 'eci' ? 1 : 0
  return { segments: [...segments.slice(0, at), fnc1, ...segments.slice(at)], bits: bits + fnc1.bits }
}

function tooLong(text: string, shortest: Shortest | undefined, wanted: ChoiceOptions): EncodeError {
  const version = wanted.version ?? highestVersion
  const level = wanted.level ?? 'L'
  const { headers } = classOf(version)
  const limit = { name: `version ${version}-${level}`, bits: capacity(version, level), headers }
  const segmentation = shortest?.(classOf(version))
  const others = shortest === undefined ? [] : otherValues(shortest, wanted)
  const bits = segmentation?.bits ?? mostBits(text)
  const hasParts = !wanted.gs1 && bits <= mostParts * (capacity(version, level) - partOverhead)
  const divided = hasParts ? `parts divides a text among up to ${mostParts} symbols` : ''
  const remedy = others.length > 0 ? `${others.join(' or ')} holds it` : divided
  return dataTooLong('qr', text, segmentation, { ...limit, remedy })
}

/** The values of single options that hold the text: the strongest level in the version wanted, a version of the level wanted. */
function otherValues(shortest: Shortest, { version, level }: ChoiceOptions): string[] {
  const weaker = levels.map((each) => smallest(shortest, each, version)).findLast((each) => each !== undefined)
  const larger = version === undefined ? undefined : (smallest(shortest, level ?? 'M') ?? smallest(shortest, 'L'))
  return [
    ...(weaker === undefined ? [] : [`level=${weaker.level}`]),
    ...(larger === undefined ? [] : [`version=${larger.version}`]),
  ]
}

/** The most symbols that a text is divided among (8.1). */
export const mostParts = 16

/** More bits than a part takes besides its share of the text: its headers, and a character that it has no more room for. */
const partOverhead = 96

/** No text takes more bits: UTF-8 has at most three bytes for each UTF-16 code unit. */
const mostBits = (text: string): number => 24 * text.length

/** Bits that the data codewords of a symbol hold. */
export const capacity = (version: number, level: QrLevel): number => 8 * blockPlan(version, level).capacity

/** The levels to try in turn. Without one that is wanted: M, or L if version 40-M is too small. */
export const askedLevels = ({ level }: ChoiceOptions): readonly QrLevel[] =>
  level === undefined ? ['M', 'L'] : [level]
