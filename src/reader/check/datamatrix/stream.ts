/** Reads the data codewords of a symbol in order. ISO/IEC 16022:2006, 5.2 */

import type { Fnc1 } from '../gs1/message.ts'
import type { FunctionCharacter, Part } from '../report.ts'
import { textUnder } from '../text.ts'

/** What the data codewords are judged by, in this order. */
export const dataRules = [
  'codeword',
  'first',
  'append',
  'programming',
  'fnc1',
  'values',
  'shift',
  'length',
  'end',
  'eci',
  'pad',
] as const

export type DataRule = (typeof dataRules)[number]

/** Something wrong with data codewords `from` to `to`, `to` not included, from 0. */
export interface DataFlaw {
  readonly rule: DataRule
  readonly kind: 'fault' | 'note'
  readonly message: string
  readonly from: number
  readonly to: number
}

/** A part of a structured append. */
export interface Append extends Part {
  readonly fileid: readonly [number, number]
}

/** Takes codewords in order and collects text, ECIs and flaws. */
export class DataStream {
  at = 0
  text = ''
  readonly flaws: DataFlaw[] = []
  readonly ecis: number[] = []
  fnc1: Fnc1 | undefined
  programs = false
  append: Append | undefined
  special = false
  /** FNC1, by its codewords, or the first of the triplet that it is in. */
  readonly fnc: FunctionCharacter[] = []
  trailer = ''
  readonly codewords: Uint8Array
  #bytes: number[] = []
  #bytesFrom = 0

  constructor(codewords: Uint8Array) {
    this.codewords = codewords
  }

  get left(): number {
    return this.codewords.length - this.at
  }

  take(): number {
    return this.codewords[this.at++] ?? 0
  }

  fault(rule: DataRule, message: string, from: number): void {
    this.flaws.push({ rule, kind: 'fault', message, from, to: Math.max(this.at, from + 1) })
  }

  note(rule: DataRule, message: string, from: number): void {
    this.flaws.push({ rule, kind: 'note', message, from, to: Math.max(this.at, from + 1) })
  }

  byte(value: number): void {
    if (this.#bytes.length === 0) this.#bytesFrom = Math.max(0, this.at - 1)
    this.#bytes.push(value)
  }

  flush(): void {
    const bytes = Uint8Array.from(this.#bytes)
    this.#bytes = []
    const eci = this.ecis[this.ecis.length - 1]
    const { text, known } = textUnder(eci, bytes)
    if (!known) this.note('eci', `ECI ${eci} is not known here; bytes are shown as ISO 8859-1`, this.#bytesFrom)
    if (text === undefined) this.fault('eci', `the bytes are invalid under ECI ${eci}`, this.#bytesFrom)
    this.text += text ?? Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  }
}
