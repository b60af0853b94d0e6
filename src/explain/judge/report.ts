/** What is said of a program that is judged: classes, treatments and failures, with all that belongs to them. */

import type { GivenOptions, Symbology } from '../../../symbologies/index.ts'

/** How an answer of an encoder is classed, the best first. */
export const classes = [
  'right',
  'rightByAnotherChoice',
  'largerThanNeeded',
  'wrong',
  'refusesWhatItMustDraw',
  'drawsWhatItMustRefuse',
  'noAnswer',
  'unsupported',
] as const
export type Class = (typeof classes)[number]

/** How an answer of a decoder is classed, the best first. */
export const decoderClasses = [
  'reads',
  'refuses',
  'readsByLuck',
  'missesByChoice',
  'misses',
  'readsOtherwise',
  'noAnswer',
  'unsupported',
] as const
export type DecoderClass = (typeof decoderClasses)[number]

/**
 * What is done to a symbol:
 * - `sound`: nothing
 * - `limit`: each block of error correction has as many wrong codewords as the standard corrects
 * - `beyond`: one block has one more
 * - `format`: format and version information have three wrong bits in each copy
 * - `character`: one symbol character of a linear symbol is none of its table
 * - `check`: another check digit or character
 * - `turned`: by quarters; of a linear symbol by half a turn
 * - `upended`: a linear symbol whose bars lie
 * - `tilted`: by a few degrees
 * - `mirrored`, `inverted`: rows and columns exchanged; light on dark
 */
export const treatments = [
  'sound',
  'limit',
  'beyond',
  'format',
  'character',
  'check',
  'turned',
  'upended',
  'tilted',
  'mirrored',
  'inverted',
] as const
export type Treatment = (typeof treatments)[number]

/** Cases of one class, symbology and code: the smallest of them that was found. */
export interface Failure<Name extends string = string> {
  readonly class: Name
  readonly type: Symbology
  readonly text: string
  /** As requests have them: `{ "level": "H" }`; `gs1` is `true` for a message of GS1. */
  readonly options: GivenOptions & { readonly gs1?: 'true' }
  /** What the case is for. */
  readonly kind: string
  /** What was done to the symbol that a decoder was shown. */
  readonly treatment?: Treatment
  /** What a decoder was shown: a PNG. */
  readonly png?: Uint8Array
  /** Standard, edition and clause; `none` where no standard is broken. */
  readonly clause: string
  /** The code of check's finding, of the refusal, of the treatment, or why there was no answer. */
  readonly code: string
  readonly message: string
  /** In how many cases. */
  readonly cases: number
}

export interface Report<Name extends string = string> {
  readonly seed: number
  readonly cases: number
  readonly classes: Readonly<Record<Name, number>>
  /** By symbology, those that occur. */
  readonly types: Readonly<Partial<Record<Symbology, Readonly<Record<Name, number>>>>>
  readonly failures: readonly Failure<Name>[]
}

/** Whether something was judged, and none of it is in a class that counts as a failure: a program without support for any case shows nothing. */
export function passes(
  { cases, classes }: { readonly cases: number; readonly classes: Readonly<Record<string, number>> },
  failing: readonly string[],
): boolean {
  return cases > classes.unsupported! && failing.every((name) => classes[name] === 0)
}
