import { EncodeError, requireText } from '../barcode.ts'
import { codePoints } from '../messages.ts'
import { divided, rangesOf } from './division.ts'
import { charactersOf, requireCharacters, type SymbolText } from './fit.ts'
import { type DataMatrixOptions, fileIdOf, mostParts, sizesFor } from './options.ts'

/** What a symbol of a structured append says of it. */
export interface StructuredAppend {
  /** From 1. */
  readonly part: number
  readonly parts: number
  /** File identification, the same in all parts: two numbers of 1 to 254. */
  readonly fileid: readonly [number, number]
  /** The characters of this part. */
  readonly text: string
}

const structuredAppendCodeword = 233

/**
 * ISO/IEC 16022:2006, 5.6: the codewords that a part begins with. The sequence indicator has the position from 0 in its
 * high four bits and 17 minus the number of parts in its low four.
 */
export function appendHeader({ part, parts, fileid }: Omit<StructuredAppend, 'text'>): number[] {
  return [structuredAppendCodeword, ((part - 1) << 4) | (17 - parts), ...fileid]
}

/**
 * The file identification of a text: a hash of its UTF-16 code units (FNV-1a of 32 bits), each half modulo 254 plus 1.
 */
function fileIdFor(text: string): readonly [number, number] {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return [((hash >>> 16) % 254) + 1, ((hash & 0xffff) % 254) + 1]
}

/** One part of a text, and its place among the others. */
export interface AppendedText {
  readonly wanted: SymbolText
  readonly append: StructuredAppend
}

/**
 * One part of a text that is divided among symbols of the same size, the smallest that the options allow and that works.
 *
 * All parts have the same number of characters, give or take one. If some part does not fit a size so, each part has as
 * many characters as fit.
 *
 * @param options with `parts` and `part`
 * @returns undefined if no size works
 * @throws EncodeError invalid_length for more parts than characters, invalid_character
 */
export function partOf(text: string, options: DataMatrixOptions): AppendedText | undefined {
  const { parts = 2, part = 1, fileid } = options
  requireText('datamatrix', text)
  const count = codePoints(text)
  if (count < parts) throw moreThanParts(count, parts)
  const sizes = sizesFor(options)
  const largest = sizes[sizes.length - 1]!
  if (text.length > parts * 2 * largest.data) return undefined
  requireCharacters(text, charactersOf(text).latin1, options)
  const place = { part, parts, fileid: fileid === undefined ? fileIdFor(text) : fileIdOf(fileid) }
  const header = appendHeader(place)
  const starts = startsOf(text)
  const found = divided({ count, parts, ...rangesOf({ text, starts, header }, options) }, sizes)
  if (found === undefined) return undefined
  const portion = text.slice(starts[found.bounds[part - 1]!], starts[found.bounds[part]!])
  return { wanted: { header, sizes: [found.size], text: portion }, append: { ...place, text: portion } }
}

/**
 * The fewest parts of the largest size that hold a text: each has as many characters as fit.
 *
 * @returns undefined if it takes more than a structured append has, or if an encodation is given: then nothing tells how many characters fit
 */
export function fewestParts(text: string, options: DataMatrixOptions): number | undefined {
  const starts = startsOf(text)
  const header = appendHeader({ part: 1, parts: mostParts, fileid: fileIdFor(text) })
  const { prefix } = rangesOf({ text, starts, header }, options)
  const size = sizesFor(options).at(-1)!
  const count = starts.length - 1
  let from = 0
  for (let parts = 1; prefix !== undefined && parts <= mostParts; parts++) {
    const length = prefix(size, from, count)
    from += length
    if (from === count) return parts
    if (length === 0) return undefined
  }
  return undefined
}

/** Tells whether the given number of parts hold a text, whose characters the options allow. */
export function partsThatHold(text: string, options: DataMatrixOptions): (parts: number) => boolean {
  const starts = startsOf(text)
  // as long as that of any part
  const header = appendHeader({ part: 1, parts: mostParts, fileid: fileIdFor(text) })
  const ranges = rangesOf({ text, starts, header }, options)
  const sizes = sizesFor(options)
  return (parts) => divided({ count: starts.length - 1, parts, ...ranges }, sizes) !== undefined
}

function startsOf(text: string): number[] {
  const starts = [0]
  let at = 0
  for (const character of text) {
    at += character.length
    starts.push(at)
  }
  return starts
}

/** @param count characters of the text */
function moreThanParts(count: number, parts: number): EncodeError {
  const given = count === 1 ? '1 character' : `${count} characters`
  const accepted = count === 1 ? 'a text of 2 characters or more' : `parts up to ${count}`
  return new EncodeError(
    'invalid_length',
    `datamatrix: parts is ${parts}, and the text has ${given}; accepted: ${accepted}`,
  )
}
