/** Format information, and the format under which a symbol makes most sense. ISO/IEC 18004:2015, 7.9 */

import { areWrong, type Modules, moduleAt } from '../picture/modules.ts'
import type { Findings } from '../report.ts'
import type { SymbolContents } from './codewords.ts'
import type { QrMessage } from './message.ts'
import type { QrStructure } from './structure.ts'

/** The copies of format information, each as a number of 15 bits. */
export function formatCopies(modules: Modules, { format }: QrStructure): number[] {
  return format.map((places) => places.reduce((bits, { row, column }) => 2 * bits + moduleAt(modules, row, column), 0))
}

export function onesIn(value: number): number {
  let count = 0
  for (let rest = value; rest !== 0; rest &= rest - 1) count++
  return count
}

/** Compares every copy with the right bits. */
export function judgeFormat(
  findings: Findings<'format.copy1' | 'format.copy2'>,
  modules: Modules,
  structure: QrStructure,
  { bits, nameOf }: { bits: number; nameOf: (bits: number) => string },
): void {
  const rules = ['format.copy1', 'format.copy2'] as const
  for (const [copy, found] of formatCopies(modules, structure).entries()) {
    const places = structure.format[copy]!
    const wrong = places.filter((_, i) => ((found ^ bits) >>> (14 - i)) & 1)
    const message = (): string => `${nameOf(found)}; ${areWrong(wrong.length)}: it should be ${nameOf(bits)}`
    findings.judge(rules[copy]!, wrong.length === 0 ? [] : [{ message: message(), modules: wrong }])
  }
}

/** A symbol read under one format. */
export interface Tried<Format> {
  readonly format: Format
  readonly contents: SymbolContents
  /** Undefined if the codewords have too many errors to correct. */
  readonly message: QrMessage | undefined
}

/** The most wrong bits of a copy that may still mean a format: the code corrects three (ISO/IEC 18004:2015, 7.9.1). */
const mostWrong = 3

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

/** The number of errors to assume in a block that cannot be corrected: the most codewords of a block. */
const uncorrectable = 255

const errorsIn = ({ contents }: Tried<unknown>): number =>
  contents.states.reduce((sum, { wrong }) => sum + (wrong === undefined ? uncorrectable : wrong.length), 0)

const faultsIn = ({ message }: Tried<unknown>): number =>
  message === undefined ? uncorrectable : message.flaws.filter(({ kind }) => kind === 'fault').length
