/** A text divided among symbols. ISO/IEC 18004:2015, clause 8 */

import { EncodeError } from '../barcode.ts'
import { characterSet, type Eci } from '../eci/index.ts'
import { codePoints } from '../messages.ts'
import { askedLevels, type Choice, capacity, mostParts, searchesFor, type Wanted } from './choice.ts'
import { type Division, divisionOf, headerBits, smallestVersion } from './division.ts'
import { leastBits } from './errors.ts'
import { type AppendSegment, isText, type Segmentation } from './segments.ts'
import { highestVersion, levels, type QrLevel } from './version.ts'
import { classOf } from './version-classes.ts'

export interface WantedPart extends Wanted {
  /** 2 to 16. */
  readonly parts: number
  /** 1 to `parts`. */
  readonly part: number
}

export interface PartChoice extends Choice {
  readonly range: NonNullable<Choice['range']>
}

/**
 * One part of `text`, in the smallest version that holds every part; without a wanted level at the highest level at
 * which it does, as a whole text is (`chosen`). The longest part takes as few codewords as it can.
 *
 * @throws EncodeError invalid_character, invalid_length (more parts than characters), data_too_long
 */
export function chosenPart(text: string, wanted: WantedPart): PartChoice {
  const { parts, part } = wanted
  requireCharacters(text, parts)
  if (leastBits(text) > parts * capacity(highestVersion, 'L')) throw tooLong(text, wanted)
  const division = divisionOf(text, wanted)
  const size = smallest(division, wanted)
  if (size === undefined) throw tooLong(text, wanted, division)
  const { version, level } = size
  const ends = division.balanced(classOf(version), capacity(version, level), parts)
  const pieces = ends.map((to, i) => text.slice(ends[i - 1] ?? 0, to))
  const segmentations = pieces.map((piece) => shortestPiece(piece, wanted, version))
  const bytesAre = wanted.eci === 'utf8' ? utf8Eci : latin1Eci
  const parity = segmentations.reduce((sum, each, i) => sum ^ parityOf(pieces[i]!, each, bytesAre), 0)
  const segmentation = withHeader(segmentations[part - 1]!, { part, parts, parity })
  return { version, level, segmentation, range: { from: ends[part - 2] ?? 0, to: ends[part - 1]! } }
}

function requireCharacters(text: string, parts: number): void {
  const characters = codePoints(text)
  if (parts <= characters) return
  const most = characters < 2 ? 'a text of 2 characters or more' : `parts up to ${characters}`
  const given = characters === 1 ? '1 character' : `${characters} characters`
  throw new EncodeError('invalid_length', `qr: parts is ${parts}, and the text has ${given}; accepted: ${most}`)
}

type Fits = (version: number, level: QrLevel, parts?: number) => boolean

/** Whether parts of a version and level hold the text. */
function fitting(division: Division, wanted: WantedPart): Fits {
  return (version, level, parts = wanted.parts) => division.fits(classOf(version), capacity(version, level), parts)
}

function smallest(division: Division, wanted: WantedPart): { version: number; level: QrLevel } | undefined {
  const fits = fitting(division, wanted)
  for (const level of askedLevels(wanted)) {
    const version = smallestVersion((version) => fits(version, level), wanted.version)
    if (version === undefined) continue
    if (wanted.level !== undefined) return { version, level }
    return { version, level: levels.findLast((higher) => fits(version, higher)) ?? level }
  }
  return undefined
}

function shortestPiece(piece: string, wanted: WantedPart, version: number): Segmentation {
  return searchesFor(piece, wanted)[0]!(classOf(version))!
}

function withHeader(
  { segments, bits }: Segmentation,
  header: Pick<AppendSegment, 'part' | 'parts' | 'parity'>,
): Segmentation {
  const segment: AppendSegment = { mode: 'structured-append', ...header, from: 0, to: 0, bits: headerBits }
  return { segments: [segment, ...segments], bits: bits + headerBits }
}

const kanjiEci = 20
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
function remediesFor(wanted: WantedPart, division: Division): string[] {
  const { parts, version = highestVersion, level = 'L' } = wanted
  const fits = fitting(division, wanted)
  const larger = smallestVersion((each) => fits(each, level))
  const lower = levels.findLast((each) => fits(version, each))
  const more = Array.from({ length: mostParts - parts }, (_, i) => parts + 1 + i).find((count) =>
    fits(version, level, count),
  )
  return [
    ...(larger === undefined ? [] : [`version=${larger}`]),
    ...(lower === undefined ? [] : [`level=${lower}`]),
    ...(more === undefined ? [] : [`parts=${more}`]),
  ]
}
