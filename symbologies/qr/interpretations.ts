/** What the bytes of a text may mean. ISO/IEC 18004:2015, 7.3.2 and 7.4.2 */

import { type EncodeError, invalidCharacter } from '../barcode.ts'
import { characterSet, type Eci, eciNames, preferredEcis } from '../eci/index.ts'
import { gs1Characters, requireNoEci } from '../gs1/fnc1.ts'
import { planeRuns } from './kinds.ts'
import type { Headers, Interpretation } from './modes.ts'
import { shortestInPlanes } from './plane-path.ts'
import { allPlanes, type Plane, planesOf, planesUnder } from './planes.ts'
import { ascii, kanji, latin1, type Run, requireCarried } from './runs.ts'
import { type Segmentation, shortestSegments } from './segments.ts'
import type { QrLevel } from './version.ts'
import { highestVersion } from './version.ts'

/** The options that interpretations depend on. */
export interface Declared {
  readonly level?: QrLevel
  readonly version?: number
  readonly eci?: Eci | 'none' | 'auto'
  readonly gs1?: boolean
  readonly fnc1?: 'second'
}

/** One ECI at most for bytes, or several in turn. */
export type Alternative = Interpretation | readonly Plane[]

const withoutUtf8 = 'ISO 8859-1 and the kanji of JIS X 0208; eci=26 or eci=auto carries every character'

/** By the standard, bytes are ISO 8859-1 without an ECI (7.3.2). */
const withoutEci: Interpretation = { bytes: 'latin1' }

/** For characters beyond ASCII: kanji mode, or bytes under an ECI. */
const declared: Interpretation[] = [{ bytes: 'ascii' }, { bytes: 'latin1', eci: 3 }, { bytes: 'utf8', eci: 26 }]

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
    return [[{ bytes: 'ascii' }]]
  }
  if (eci === 26) return [[{ bytes: 'utf8', eci }]]
  if (eci === 3 || eci === 'none') {
    requireCarried(text, runs, { by: latin1 | kanji, symbology: 'qr', accepted: withoutUtf8 })
    return [[eci === 3 ? { bytes: 'latin1', eci } : withoutEci]]
  }
  if (typeof eci === 'number') {
    requireIn(eci, text)
    return [[planesUnder(eci)]]
  }
  // ASCII is the same under all interpretations and needs no ECI.
  if (runs.every(({ carriers }) => carriers & ascii)) return [[{ bytes: 'ascii' }]]
  const first = eci === 'auto' ? [planesFor(text, wanted)] : declared
  return level === 'L' && version === highestVersion ? [first, [withoutEci]] : [first]
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
  return invalidCharacter('qr', text, index, accepted)
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
