/**
 * The field data of ^BC: invocation codes, start characters and the characters of three subsets, as symbol characters.
 * ZPL II Programming Guide, ^BC, "Code 128 Subsets" and table "Code 128 Invocation Characters"
 */

/** Symbol characters of a field, and what people read below it. */
export interface SymbolCharacters {
  /** Start character 103 to 105, then 0 to 102. */
  readonly values: readonly number[]
  readonly line: string
  /** What the printer leaves out, with its place in the data from 1. */
  readonly ignored: readonly { readonly text: string; readonly at: number; readonly why: string }[]
}

type Subset = 'A' | 'B' | 'C'

const starts: Readonly<Record<string, Subset>> = { '>9': 'A', '>:': 'B', '>;': 'C' }
const startValues: Readonly<Record<Subset, number>> = { A: 103, B: 104, C: 105 }
const codeValues: Readonly<Record<Subset, number>> = { A: 101, B: 100, C: 99 }

/** Characters that stand for other than themselves: ^, > and ~, and the last of each subset. */
const characterCodes: Readonly<Record<string, number>> = { '>0': 30, '><': 62, '>=': 94, '>1': 95 }
const shift = 98
/** FNC3, FNC2 and shift, in subsets A and B. */
const functionCodes: Readonly<Record<string, number>> = { '>2': 96, '>3': 97, '>4': shift }
/** The three codes that select a subset; in the subset itself >6 and >7 are FNC4. */
const subsetCodes: Readonly<Record<string, Subset>> = { '>5': 'C', '>6': 'B', '>7': 'A' }
const functionCode1 = 102

/** @param data  a character a byte */
export function symbolCharacters(data: string): SymbolCharacters {
  const reader = new FieldReader(data)
  return reader.read()
}

/** Goes through the data once; what it has found is in the order of the data. */
class FieldReader {
  readonly #data: string
  readonly #values: number[] = []
  readonly #ignored: { text: string; at: number; why: string }[] = []
  #line = ''
  #subset: Subset = 'B'
  #isShifted = false
  #at = 0

  constructor(data: string) {
    this.#data = data
  }

  read(): SymbolCharacters {
    const start = starts[this.#data.slice(0, 2)]
    if (start !== undefined) this.#at = 2
    this.#subset = start ?? 'B'
    this.#values.push(startValues[this.#subset])
    while (this.#at < this.#data.length) {
      if (this.#data[this.#at] === '>') this.#readCode()
      else if (this.#current() === 'B') this.#readCharacter()
      else this.#readPair()
    }
    return { values: this.#values, line: this.#line, ignored: this.#ignored }
  }

  /** The subset of the next character. */
  #current(): Subset {
    if (!this.#isShifted) return this.#subset
    return this.#subset === 'A' ? 'B' : 'A'
  }

  #ignore(count: number, why: string): void {
    this.#ignored.push({ text: this.#data.slice(this.#at, this.#at + count), at: this.#at + 1, why })
    this.#at += count
  }

  #readCode(): void {
    const code = this.#data.slice(this.#at, this.#at + 2)
    const why = this.#refusal(code)
    if (why !== undefined) {
      this.#ignore(Object.hasOwn(starts, code) || code in characterCodes || code in functionCodes ? 2 : 1, why)
      return
    }
    const [character, own, selected] = [characterCodes[code], functionCodes[code], subsetCodes[code]]
    if (character !== undefined) this.#pushCharacter(character)
    else if (own !== undefined) this.#pushFunction(own)
    else if (selected !== undefined) this.#select(selected)
    else this.#push(functionCode1)
    this.#at += 2
  }

  /** Why an invocation code is left out, if it is. */
  #refusal(code: string): string | undefined {
    if (code === '>8' || code in subsetCodes) return undefined
    if (code in starts) return 'a start character is the first of the data'
    if (!(code in characterCodes) && !(code in functionCodes)) return 'it is not followed by an invocation code'
    return this.#subset === 'C' ? 'subset C does not have it' : undefined
  }

  /** FNC4 where the subset is in force already; subset C has no code of its own. */
  #select(selected: Subset): void {
    if (selected === this.#subset && selected === 'C') return
    this.#push(codeValues[selected])
    this.#subset = selected
  }

  #pushFunction(value: number): void {
    this.#push(value)
    if (value === shift) this.#isShifted = true
  }

  #push(value: number): void {
    this.#values.push(value)
  }

  #pushCharacter(value: number): void {
    const inA = this.#current() === 'A'
    this.#isShifted = false
    this.#push(value)
    // control characters have no sign
    if (!inA || value < 64) this.#line += String.fromCharCode(value + 32)
  }

  #readCharacter(): void {
    const code = this.#data.charCodeAt(this.#at)
    if (code < 32 || code > 127) {
      this.#ignore(1, 'subset B has the characters from space to DEL')
      return
    }
    this.#pushCharacter(code - 32)
    this.#at += 1
  }

  /** Two digits: a character of subset A by its value, or themselves in subset C. */
  #readPair(): void {
    const [first = '', second = ''] = this.#data.slice(this.#at, this.#at + 2)
    const subset = this.#current()
    if (!isDigit(first)) {
      this.#ignore(1, `subset ${subset} is programmed in pairs of digits`)
      return
    }
    if (second === '' || second === '>') {
      this.#ignore(1, 'it is a digit without a second one')
      return
    }
    if (!isDigit(second)) {
      this.#ignore(2, `subset ${subset} is programmed in pairs of digits`)
      return
    }
    const value = Number(first + second)
    this.#at += 2
    if (subset === 'C') {
      this.#push(value)
      this.#line += first + second
    } else if (value < 96) this.#pushCharacter(value)
    else if (value < codeValues.C) this.#pushFunction(value)
    else this.#select('C')
  }
}

const isDigit = (character: string): boolean => character >= '0' && character <= '9' && character.length === 1
