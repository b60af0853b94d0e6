/**
 * A symbol in a picture, from any encoder, judged clause by clause.
 *
 * A check is an independent witness of what encoders make: its readers are written from the standards by themselves. With the
 * encoders they share tables of the standards, character sets and the rules of GS1, but nothing that makes a symbol; one file,
 * reference.ts, calls encoders, to compare a symbol with theirs.
 *
 * @module
 */

import type { Quiet, Symbology } from '../../symbologies/barcode.ts'
import type { Application } from '../../symbologies/tables.ts'
import { gs1Findings } from './gs1/findings.ts'
import { contentsOf, type Fnc1, messageIn } from './gs1/message.ts'
import { type Sighting, sightingsIn } from './photo/photo.ts'
import { Effort } from './picture/effort.ts'
import { type Box, type Ink, inkOf, overlap, type Picture } from './picture/picture.ts'
import {
  type Finding,
  type Part,
  type PicturePoint,
  type PlacedSymbol,
  type Reading,
  type Report,
  type Rows,
  reportOf,
  unreadable,
} from './report.ts'
import { sizeFindings } from './size.ts'
import { readingsIn } from './symbols.ts'

export { symbologies } from '../../symbologies/catalogue.ts'
export { applications } from '../../symbologies/tables.ts'
export type { Gs1Contents, Gs1Element, Gs1Place } from './gs1/message.ts'
export { decodableJpeg } from './jpeg/jpeg.ts'
export { cleanedPicture, jpegSize, type PictureSize } from './picture/compressed.ts'
export { Effort } from './picture/effort.ts'
export { type Box, mostPackedPixels, type Picture, packedPicture, type Resolution } from './picture/picture.ts'
export { boundFile, boundPixels, formatOf, mostFileBytes, PictureError, unreadablePng } from './png/png.ts'
export { readPng, readPngAtOnce, readPngInTurns, unpackedBytes } from './png/reader.ts'
export {
  type Finding,
  type FindingKind,
  type ModulePlace,
  type PicturePoint,
  type PlacedSymbol,
  type Report,
  type Rows,
  reportText,
  unreadable,
  type Verdict,
} from './report.ts'

export interface CheckOptions {
  /** The symbology; detected if undefined. */
  readonly type?: Symbology
  /** The text that the symbol should carry. */
  readonly text?: string
  /** The use of the symbol, whose limits its size must keep; if undefined, EAN and UPC get notes by the limits of retail. */
  readonly application?: Application
  /** Decides the century of dates with two digits for the year; if undefined, the report does not say what they mean. */
  readonly thisYear?: number
  /** Whether the picture is known to be drawn, so that it is judged to the dot or not at all; it may be a scan or a photo by default. */
  readonly isDrawn?: boolean
}

/** The symbol that was found, upright, as it was read. */
export interface Seen {
  readonly rows: Rows
  /** Modules that have to be light on each side. */
  readonly quiet: Quiet
  /** The symbol that it was compared with, if any. */
  readonly reference?: Rows
  /** The pixels of its modules, without quiet zones. */
  readonly place: Box
  /** Which part of a structured append it is, if it is one. */
  readonly append?: Part
  /** Where FNC1 stands that announces the format of the data. */
  readonly fnc1?: Fnc1
}

export interface Check {
  readonly report: Report
  /** Undefined if the picture holds no symbol. */
  readonly seen?: Seen
}

/** The report of `checked` alone. */
export function checkImage(picture: Picture, options?: CheckOptions): Report {
  return checked(picture, options).report
}

/**
 * Checks the symbol in a picture against its standard, clause by clause: in a drawn picture, whose sides are parallel to the
 * symbol's, to the dot; in a scan or a photo, where it may lie in any way, without what only a drawing shows. It may be light on
 * dark.
 *
 * A module may be any whole number of pixels wide, or a fractional number of at least 2. If one or two widths in a sharp
 * picture are not whole modules of whole pixels, they count as flaws; if more are, the modules are fractional.
 *
 * @param effort  counts the work of the search
 * @throws RangeError for a picture that is too large or whose sides do not match its data
 */
export function checked(picture: Picture, options: CheckOptions = {}, effort = new Effort()): Check {
  const { type, text, isDrawn = false } = options
  const ink = inkOf(picture)
  const { reading, others } = ink === undefined ? nothing : readingsIn(ink, { type, expected: text, effort })
  if (!isDrawn && (ink === undefined || !isSurelyDrawn(ink, reading) || areStrips(others.concat(reading ?? [])))) {
    const sightings = sightingsIn(picture, { type, expected: text, effort })
    const [first, ...more] = sightings
    const isWhole = ink !== undefined && showsWhole(ink, reading === undefined ? [] : [reading, ...others], sightings)
    if (first !== undefined && !isWhole) return photographed(first, more, options)
  }
  if (ink === undefined) return noSymbol('the picture is of one colour')
  if (reading !== undefined && others.length > 0) return { report: severalSymbols([reading, ...others].map(placed)) }
  if (reading !== undefined) return { report: reportOn(reading, options), seen: seenIn(reading) }
  const other = type === undefined ? undefined : anyIn(picture, ink, { expected: text, effort })
  const symbol = type === undefined ? 'no symbol of any of the symbologies' : `no symbol of ${type}`
  return noSymbol(`${symbol} was found${other === undefined ? '' : `; it looks like ${other.symbology}`}`, effort)
}

function reportOn(reading: Reading, { application, thisYear }: CheckOptions): Report {
  const message = messageIn(reading)
  const contents = message && contentsOf(message, thisYear)
  return reportOf(reading, contents, [
    ...sizeFindings(reading, application),
    ...gs1Findings(reading, message, application),
  ])
}

function seenIn({ rows, quiet, place, append, fnc1, findings: { reference } }: Reading): Seen {
  return { rows, quiet, place, ...(reference && { reference }), ...(append && { append }), ...(fnc1 && { fnc1 }) }
}

/** A symbol of any symbology. */
function anyIn(
  picture: Picture,
  ink: Ink,
  { expected, effort }: { expected: string | undefined; effort: Effort },
): Reading | undefined {
  const { reading } = readingsIn(ink, { type: undefined, expected, effort })
  return reading ?? sightingsIn(picture, { type: undefined, expected, effort })[0]?.reading
}

const nothing = { reading: undefined, others: [] }

/** Whether a reading of a picture as a drawing is all that can be said of it: what is soft and has faults may be a scan or a photo. */
const isSurelyDrawn = ({ soft }: Ink, reading: Reading | undefined): boolean =>
  reading?.text !== undefined && !(soft && reading.findings.faults > 0)

/** Whether some readings may be of strips of one symbol: the bars of a turned one are alike in a few lines here and there. */
const areStrips = (readings: readonly Reading[]): boolean =>
  readings.some(({ symbology, text }, i) =>
    readings.slice(0, i).some((other) => other.symbology === symbology && other.text === text),
  )

/** The most that a photo shows of the height of bars, as a multiple of what a drawing shows: guard bars are longer. */
const mostOfHeight = 1.25

/**
 * Whether sharp readings are of the whole of the symbols that were seen: each has bars that are the same from their upper to their
 * lower end, and there are no fewer than the sightings. Strips of a turned symbol are more of them, and lower.
 */
function showsWhole(
  { soft, width, height }: Ink,
  readings: readonly Reading[],
  sightings: readonly Sighting[],
): boolean {
  if (soft || readings.length !== sightings.length) return false
  return readings.every(({ symbology, place, findings }) => {
    if (findings.list.some(({ kind, code }) => kind === 'fault' && code === `${symbology}.bars`)) return false
    const seen = sightings.find(({ reading }) => overlap(reading.place, place))
    if (seen === undefined || seen.kind !== 'linear') return false
    const { left, right, top, bottom } = seen.reading.place
    // bars that end with the picture look as if they went on
    const across = Math.min(width, right) - Math.max(0, left)
    const down = Math.min(height, bottom) - Math.max(0, top)
    return across <= mostOfHeight * (place.right - place.left) && down <= mostOfHeight * (place.bottom - place.top)
  })
}

/** The symbols in a scan or a photo. */
function photographed(first: Sighting, others: readonly Sighting[], options: CheckOptions): Check {
  if (others.length > 0) {
    const symbols = [first, ...others].map(({ reading, corners }) => placedAt(reading, corners))
    return { report: severalSymbols(symbols) }
  }
  const report = reportOn(first.reading, options)
  const findings = [photoNote(first.reading), ...report.findings.filter(({ code }) => !isExact.test(code))]
  const verdict = findings.some(({ kind }) => kind === 'fault') ? 'faults' : 'conforming'
  return { report: { ...report, verdict, findings }, seen: seenIn(first.reading) }
}

/** What is judged to the dot, which a photo does not show. */
const isExact = /\.(grid|modules|widths|bars|bearer|quiet\.\w+|addon\.(gap|quiet|bars|widths))$/

const photoNote = ({ symbology }: Reading): Finding => ({
  code: `${symbology}.photo`,
  kind: 'note',
  clause: 'none',
  message: 'read as in a scan or photo: widths, modules and quiet zones are not judged to the dot',
})

const placedAt = ({ symbology, text }: Reading, corners: readonly PicturePoint[]): PlacedSymbol => ({
  symbology,
  ...(text !== undefined && { text }),
  corners: corners.map(({ x, y }) => ({ x: Math.round(10 * x) / 10, y: Math.round(10 * y) / 10 })),
})

function placed(reading: Reading): PlacedSymbol {
  const { left, right, top, bottom } = reading.place
  const at = (x: number, y: number): PicturePoint => ({ x, y })
  return placedAt(reading, [at(left, top), at(right, top), at(right, bottom), at(left, bottom)])
}

/** The report on a picture with several symbols: it would not be clear which of them a report is about. */
function severalSymbols(symbols: readonly PlacedSymbol[]): Report {
  const names = symbols.map(({ symbology }) => symbology)
  const counts = [...new Set(names)].map((name) => `${names.filter((each) => each === name).length} ${name}`)
  const message = `${symbols.length} symbols were found (${counts.join(', ')}): crop the picture to one of them`
  return { ...unreadable(message, 'none', 'picture.several'), symbols }
}

/** The report on a picture without a symbol. If candidates were skipped, it says so and gives advice. */
function noSymbol(message: string, { skipped } = new Effort()): Check {
  if (skipped === 0) return { report: unreadable(message, 'none') }
  const more = 'the picture has too many parts and lines to examine them all: crop it to the symbol'
  return { report: unreadable(`${message}; ${more}`, 'none', 'picture.limit') }
}
