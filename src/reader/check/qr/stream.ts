/** Reads the bit stream of a symbol in order. ISO/IEC 18004:2015, 7.4 */

import type { Eci } from '../../../../symbologies/eci/index.ts'
import type { Fnc1 } from '../gs1/message.ts'
import type { FunctionCharacter, Part } from '../report.ts'
import { besideKanji, guessed, textUnder } from '../text.ts'

/** What the bit stream is judged by, in this order. */
export const streamRules = [
  'mode',
  'append',
  'fnc1',
  'count',
  'characters',
  'eci',
  'bytes',
  'terminator',
  'fill',
  'pad',
] as const

export type StreamRule = (typeof streamRules)[number]

/** Something wrong with bits `from` to `to` of the data codewords, `to` not included. */
export interface StreamFlaw {
  readonly rule: StreamRule
  readonly kind: 'fault' | 'note'
  readonly message: string
  readonly from: number
  readonly to: number
}

export type StreamMode = 'numeric' | 'alphanumeric' | 'byte' | 'kanji'

/** The format of the bit stream, which differs between versions. */
export interface Dialect {
  readonly indicatorBits: number
  /** Micro QR: at most four modes, numbered from 0. */
  readonly micro: boolean
  readonly countBits: Readonly<Record<StreamMode, number>>
  readonly terminatorBits: number
  /** The character sets that readers try on bytes without an ECI. */
  readonly guesses: readonly Eci[]
}

/** Takes bits in order and collects text, ECIs and flaws. */
export class Stream {
  at = 0
  text = ''
  readonly flaws: StreamFlaw[] = []
  readonly ecis: number[] = []
  special = false
  /** FNC1, by the codewords in which its mode indicators begin. */
  readonly fnc: FunctionCharacter[] = []
  /** The place of the symbol in a structured append. */
  part: Part | undefined
  /** If FNC1 has been read, % has a special meaning in alphanumeric mode. */
  fnc1: Fnc1 | undefined
  /** The application indicator of FNC1 in the second position: a letter or two digits. */
  indicator: string | undefined
  readonly bits: Uint8Array
  readonly dialect: Dialect
  /** Bytes under the ECI in force that are not text yet: a character may continue in the next segment. */
  #bytes: number[] = []
  #bytesFrom = 0
  #unknown = new Set<number>()
  /** Whether there is kanji mode without an ECI. */
  hasPlainKanji = false
  /** Bytes without an ECI that Shift JIS has for other characters than ASCII. */
  readonly #disputed: { readonly bytes: Uint8Array; readonly from: number; readonly to: number }[] = []

  constructor(bits: Uint8Array, dialect: Dialect) {
    this.bits = bits
    this.dialect = dialect
  }

  get left(): number {
    return this.bits.length - this.at
  }

  /** No character has been read. */
  get isEmpty(): boolean {
    return this.text === '' && this.#bytes.length === 0
  }

  get eci(): number | undefined {
    return this.ecis[this.ecis.length - 1]
  }

  take(count: number): number {
    let value = 0
    for (const end = this.at + count; this.at < end; this.at++) value = 2 * value + (this.bits[this.at] ?? 0)
    return value
  }

  areZero(count: number): boolean {
    return this.bits.subarray(this.at, this.at + count).every((bit) => bit === 0)
  }

  fault(rule: StreamRule, message: string, from: number): void {
    this.flaws.push({ rule, kind: 'fault', message, from, to: this.at })
  }

  note(rule: StreamRule, message: string, from: number): void {
    this.flaws.push({ rule, kind: 'note', message, from, to: this.at })
  }

  append(text: string): void {
    this.flush()
    this.text += text
  }

  appendByte(byte: number): void {
    if (this.#bytes.length === 0) this.#bytesFrom = this.at - 8
    this.#bytes.push(byte)
  }

  flush(): void {
    if (this.#bytes.length === 0) return
    const bytes = Uint8Array.from(this.#bytes)
    this.#bytes = []
    const remark = this.eci === undefined ? guessed(bytes, this.dialect) : undefined
    if (remark !== undefined) this.note('bytes', remark, this.#bytesFrom)
    else if (this.eci === undefined && bytes.some(isDisputed))
      this.#disputed.push({ bytes, from: this.#bytesFrom, to: this.#bytesFrom + 8 * bytes.length })
    const { text, known } = textUnder(this.eci, bytes)
    if (!known && this.eci !== undefined && !this.#unknown.has(this.eci)) {
      this.#unknown.add(this.eci)
      this.note('eci', `ECI ${this.eci} is not known here; bytes are shown as ISO 8859-1`, this.#bytesFrom)
    }
    if (text === undefined) this.fault('eci', `the bytes are invalid under ECI ${this.eci}`, this.#bytesFrom)
    this.text += text ?? Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  }

  /** Notes bytes that readers take for Shift JIS because there is kanji mode too. */
  judgeBesideKanji(): void {
    if (!this.hasPlainKanji) return
    for (const { bytes, from, to } of this.#disputed)
      this.flaws.push({ rule: 'bytes', kind: 'note', message: besideKanji(bytes), from, to })
  }
}

const isDisputed = (byte: number): boolean => byte === 0x5c || byte === 0x7e || byte >= 0x80
