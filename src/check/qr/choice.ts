/** The format of a symbol when the copies of its format information disagree or are wrong. */

import type { QrMessage } from './message.ts'
import type { Contents } from './reader.ts'

/** A symbol read under one format. */
export interface Tried<Format> {
  readonly format: Format
  readonly contents: Contents
  /** Undefined where the codewords have more errors than can be told. */
  readonly message: QrMessage | undefined
}

/** Bits that a copy may have wrong for a format to be what it means: the code tells three (ISO/IEC 18004:2015, 7.9.1). */
const mostWrong = 3

/** Codewords in blocks whose errors cannot be told count as much as a block has at most. */
const untold = 255

const errorsIn = ({ contents }: Tried<unknown>): number =>
  contents.states.reduce((sum, { wrong }) => sum + (wrong === undefined ? untold : wrong.length), 0)

const faultsIn = ({ message }: Tried<unknown>): number =>
  message === undefined ? untold : message.flaws.filter(({ kind }) => kind === 'fault').length

/**
 * The format under which the symbol makes sense: of those that a copy may mean the one with the fewest errors, then with
 * the fewest faults in what it says; and where none is without, one that no copy means and that is.
 *
 * Faults count because the parity of a stronger level is that of a weaker one too, with some of it taken for data.
 *
 * @param distance in how many bits a format differs from the copy that is nearest to it
 * @param isSound whether the codewords of a format have no errors: that is soon told, where reading takes long
 */
export function likeliest<Format>(
  formats: readonly Format[],
  distance: (format: Format) => number,
  { isSound, read }: { isSound: (format: Format) => boolean; read: (format: Format) => Tried<Format> },
): Tried<Format> {
  const nearest = formats.toSorted((a, b) => distance(a) - distance(b))
  const [first, ...others] = nearest.filter((format, i) => i === 0 || distance(format) <= mostWrong).map(read)
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
