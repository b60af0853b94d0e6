/** Chooses the format of a symbol if the copies of its format information disagree or are wrong. */

import type { QrMessage } from './message.ts'
import type { Contents } from './reader.ts'

/** A symbol read under one format. */
export interface Tried<Format> {
  readonly format: Format
  readonly contents: Contents
  /** Undefined if the codewords have too many errors to correct. */
  readonly message: QrMessage | undefined
}

/** The most wrong bits of a copy that may still mean a format: the code corrects three (ISO/IEC 18004:2015, 7.9.1). */
const mostWrong = 3

/** The number of errors to assume in a block that cannot be corrected: the most codewords of a block. */
const uncorrectable = 255

const errorsIn = ({ contents }: Tried<unknown>): number =>
  contents.states.reduce((sum, { wrong }) => sum + (wrong === undefined ? uncorrectable : wrong.length), 0)

const faultsIn = ({ message }: Tried<unknown>): number =>
  message === undefined ? uncorrectable : message.flaws.filter(({ kind }) => kind === 'fault').length

/**
 * The format under which the symbol makes most sense: of those close to a copy, the one with the fewest errors, then with
 * the fewest faults in its message. If all have faults, any format without errors and faults is preferred.
 *
 * Faults count because the blocks of a stronger level are also free of errors under a weaker one, which takes some parity
 * for data.
 *
 * @param distance in how many bits a format differs from the nearest copy
 * @param isSound whether the codewords have no errors under a format, which is faster than to read them
 */
export function likeliest<Format>(
  formats: readonly Format[],
  distance: (format: Format) => number,
  { isSound, read }: { isSound: (format: Format) => boolean; read: (format: Format) => Tried<Format> },
): Tried<Format> {
  const distances = new Map(formats.map((format) => [format, distance(format)]))
  const nearest = formats.toSorted((a, b) => distances.get(a)! - distances.get(b)!)
  const [first, ...others] = nearest.filter((format, i) => i === 0 || distances.get(format)! <= mostWrong).map(read)
  const isBetter = (a: Tried<Format>, b: Tried<Format>): boolean =>
    errorsIn(a) - errorsIn(b) < 0 || (errorsIn(a) === errorsIn(b) && faultsIn(a) < faultsIn(b))
  const best = others.reduce((least, each) => (isBetter(each, least) ? each : least), first!)
  if (faultsIn(best) === 0) return best
  for (const format of nearest.filter(isSound)) {
    const other = read(format)
    if (errorsIn(other) === 0 && faultsIn(other) === 0) return other
  }
  return best
}
