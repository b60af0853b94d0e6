/** Reads the symbol characters of Code 128. ISO/IEC 15417:2007, 4.3.4, table 1 */

import type { Fnc1 } from '../gs1/message.ts'

export interface Message128 {
  /** ISO 8859-1; GS (U+001D) for a function character 1 that is data (Annex B). */
  readonly text: string
  /** How FNC1 announces the format of the data, if it does (Annex B). */
  readonly fnc1: Fnc1 | undefined
  /** Has FNC3 as its first character: it programs the reader. */
  readonly programs: boolean
  /** Has FNC2, FNC3 elsewhere, or FNC1 without one in the first position, which no text expresses. */
  readonly special: boolean
  /** The symbol characters that are GS itself, not FNC1. */
  readonly separators: readonly number[]
  /** Symbol characters that have no meaning where they are. */
  readonly flaws: readonly { readonly at: number; readonly message: string }[]
}

type CodeSet = 'A' | 'B' | 'C'

/** The meanings of the values 96 to 102 in each code set; in C the values up to 99 are pairs of digits. */
const special: Readonly<Record<CodeSet, readonly string[]>> = {
  //  96      97      98       99       100      101      102
  A: ['FNC3', 'FNC2', 'shift', 'codeC', 'codeB', 'FNC4', 'FNC1'],
  B: ['FNC3', 'FNC2', 'shift', 'codeC', 'FNC4', 'codeA', 'FNC1'],
  C: ['', '', '', '', 'codeB', 'codeA', 'FNC1'],
}

const separator = '\x1d'

/** The application indicator: all that may precede an FNC1 which announces the format of the data. */
const indicator = /^([A-Za-z]|\d\d)$/

/** Reads symbol characters one by one, with the state that the standard prescribes for readers. */
class Reader {
  text = ''
  fnc1: Fnc1 | undefined
  programs = false
  special = false
  readonly separators: number[] = []
  readonly flaws: { at: number; message: string }[] = []
  #set: CodeSet
  /** The code set of the next symbol character only. */
  #shifted: CodeSet | undefined
  /** FNC4 is in force until further notice, or for the next character only. */
  #latched = false
  #once = false
  #lastWasFnc4 = false

  constructor(start: number) {
    this.#set = (['A', 'B', 'C'] as const)[start - 103]!
  }

  take(value: number, at: number): void {
    const set = this.#shifted ?? this.#set
    const wasShifted = this.#shifted !== undefined
    this.#shifted = undefined
    if (value >= 103) {
      this.flaws.push({ at, message: value === 106 ? 'stop before the end' : 'a start character inside the symbol' })
      return
    }
    if (value < (set === 'C' ? 100 : 96)) {
      this.#data(value, set, at)
      return
    }
    const meaning = special[set][value - 96]!
    if (wasShifted) this.flaws.push({ at, message: `shift before ${meaning}, which is not a data character` })
    this.#special(meaning, set, at)
  }

  end(at: number): void {
    if (this.#shifted !== undefined) this.flaws.push({ at, message: 'shift with nothing after it' })
    if (this.#once) this.flaws.push({ at, message: 'FNC4 with nothing after it' })
  }

  #data(value: number, set: CodeSet, at: number): void {
    this.#lastWasFnc4 = false
    if (set === 'C') {
      this.text += String(value).padStart(2, '0')
      return
    }
    const low = set === 'A' && value >= 64 ? value - 64 : value + 32
    const character = String.fromCharCode(low + (this.#latched !== this.#once ? 128 : 0))
    if (character === separator) this.separators.push(at)
    this.text += character
    this.#once = false
  }

  #special(meaning: string, set: CodeSet, at: number): void {
    const afterFnc4 = this.#lastWasFnc4
    this.#lastWasFnc4 = meaning === 'FNC4'
    switch (meaning) {
      case 'shift':
        this.#shifted = set === 'A' ? 'B' : 'A'
        break
      case 'codeA':
      case 'codeB':
      case 'codeC':
        this.#select(meaning.slice(-1) as CodeSet, at)
        // A code set may be selected between FNC4 and its character, and does not affect FNC4.
        break
      case 'FNC4':
        // Two in a row toggle the latch; the first of them then does not count alone.
        if (afterFnc4) this.#latched = !this.#latched
        this.#once = !afterFnc4
        this.#lastWasFnc4 = !afterFnc4
        break
      case 'FNC1':
        this.#fnc1(at)
        break
      case 'FNC3':
        if (at === 1) this.programs = true
        else this.special = true
        break
      default:
        this.special = true
    }
  }

  /** Annex B: in the first position, or in the second after an application indicator, it is not data. */
  #fnc1(at: number): void {
    if (at === 1) {
      this.fnc1 = 'first'
      return
    }
    if (this.fnc1 !== 'first') this.special = true
    if (at === 2 && indicator.test(this.text)) this.fnc1 = 'second'
    else this.text += separator
  }

  #select(set: CodeSet, at: number): void {
    if (set === this.#set) this.flaws.push({ at, message: `code set ${set} is selected while it is in force already` })
    this.#set = set
  }
}

/** @param values start and data, each 0 to 106, without check and stop */
export function messageOf(values: readonly number[]): Message128 {
  const reader = new Reader(values[0]!)
  for (let at = 1; at < values.length; at++) reader.take(values[at]!, at)
  reader.end(values.length - 1)
  const { text, fnc1, programs, special, separators, flaws } = reader
  return { text, fnc1, programs, special, separators, flaws }
}
