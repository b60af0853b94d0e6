/** What the bytes of a text may mean. ISO/IEC 18004:2015, 7.3.2 and 7.4.2 */

import { type EncodeError, invalidCharacter } from '../barcode.ts'
import { characterSet, type Eci, eciNames, preferredEcis } from '../eci/index.ts'
import { gs1Characters, requireNoEci } from '../gs1/fnc1.ts'
import { planeRuns } from './kinds.ts'
import type { Headers, Interpretation } from './modes.ts'
import { shortestInPlanes } from './plane-path.ts'
import { allPlanes, type Plane, planesOf, planesUnder } from './planes.ts'
import { ascii, kanji, latin1, type Run, requireCarried, shared } from './runs.ts'
import { type Segmentation, shortestSegments } from './segments.ts'
import type { QrLevel } from './version.ts'
import { highestVersion } from './version.ts'

/** The options that interpretations depend on. */
export interface Declared {
  readonly level?: QrLevel
  readonly version?: number
  readonly eci?: Eci | 'none' | 'utf8' | 'auto'
  readonly gs1?: boolean
  readonly fnc1?: 'second'
}

/** One ECI at most for bytes, or several in turn. */
export type Alternative = Interpretation | readonly Plane[]

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

/**
 * The alternatives to choose from, then those to fall back on if no symbol holds the text under the first.
 *
 * @throws EncodeError invalid_character
 */
export function alternativesFor(text: string, runs: readonly Run[], wanted: Declared): Alternative[][] {
  const { eci, level = 'L', version = highestVersion } = wanted
  if (wanted.gs1) {
    requireNoEci(typeof eci === 'number' ? eci : 'none')
    requireCarried(text, runs, { by: ascii, symbology: 'qr', accepted: gs1Characters })
    return [[plain]]
  }
  if (eci === 26) return [[{ bytes: 'utf8', eci, kanji: false }]]
  if (typeof eci === 'number') {
    requireIn(eci, text)
    return [[eci === 3 ? { bytes: 'latin1', eci, kanji: false } : planesUnder(eci)]]
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

const isCarried = (runs: readonly Run[], by: number): boolean => runs.every(({ carriers }) => carriers & by)

const isBeyondShared = ({ carriers }: Run): boolean => (carriers & (ascii | shared)) === ascii

/** @throws EncodeError invalid_character if a text is neither in ISO 8859-1 nor in kanji and what may stand beside them */
function requireWithoutEci(text: string, runs: readonly Run[]): void {
  if (isCarried(runs, latin1)) return
  const accepted =
    'ISO 8859-1, or kanji of JIS X 0208 and ASCII without \\ and ~; eci=utf8 carries every character without an ECI, ' +
    'eci=26 or eci=auto with one'
  const suggestion = { eci: 'utf8' }
  requireCarried(text, runs, { by: latin1 | kanji, symbology: 'qr', accepted, suggestion })
  requireCarried(text, runs, { by: shared | kanji, symbology: 'qr', accepted, suggestion })
}

/** Readers take an application indicator for text under the first ECI, so that this has to agree with ASCII. */
function planesFor(text: string, { fnc1 }: Declared): readonly Plane[] {
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

/** The fewest bits for a text under an alternative, undefined if it cannot be carried or takes more than `most`. */
export type ShortestUnder = (alternative: Alternative, headers: Headers, most: number) => Segmentation | undefined

export function shortestUnder(text: string, runs: readonly Run[]): ShortestUnder {
  return (alternative, headers, most) => {
    if ('bytes' in alternative) return shortestSegments(runs, headers, alternative, most)
    const found = shortestInPlanes(planeRuns(text, runs, alternative), headers, alternative)
    return found === undefined || found.bits > most ? undefined : found
  }
}

/** An alternative as planes. */
export const asPlanes = (alternative: Alternative): readonly Plane[] =>
  'bytes' in alternative ? planesOf(alternative) : alternative
