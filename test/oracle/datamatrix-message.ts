import { decoded, type Eci } from '../../symbologies/eci/index.ts'

/** What the data codewords of a symbol say. */
export interface DataMatrixReading {
  readonly bytes: Uint8Array
  readonly text: string
  /** The first ECI. */
  readonly eci: number | undefined
  /** All ECIs, each with the first of its bytes. */
  readonly ecis: readonly { readonly eci: number; readonly from: number }[]
  /** Position from 0, number of symbols, and file identification. */
  readonly append: readonly [number, number, number, number] | undefined
  /** Whether the symbol programs the reader. */
  readonly programming: boolean
  /** Whether the first codeword is FNC1. */
  readonly gs1: boolean
  /** How many FNC1 there are behind it; each is the byte 29. */
  readonly separators: number
  /** Index of the first pad; the number of data codewords if there is none. */
  readonly padsFrom: number
  /** One letter a byte: Ascii, C40, Text, X12, Edifact, Base 256. */
  readonly modes: string
}

type Mode = 'A' | 'C' | 'T' | 'X' | 'E' | 'B'

const refuse = (what: string): never => {
  throw new Error(what)
}

/**
 * Reads data codewords and refuses whatever ISO/IEC 16022:2006, 5.2 does not allow, the rules for the end of the
 * data included.
 */
export function readMessage(codewords: readonly number[]): DataMatrixReading {
  const reader = new MessageReader(codewords)
  reader.read()
  const inner = Uint8Array.from(reader.bytes)
  const body = [{ eci: 3, from: 0 }, ...reader.ecis]
    .map(({ eci, from }, i) => decodedAs(eci, inner.subarray(from, reader.ecis[i]?.from)))
    .join('')
  const text = reader.macro ? `[)>\x1e${reader.macro}\x1d${body}\x1e\x04` : body
  const { ecis, append, programming, gs1, separators, padsFrom, modes } = reader
  return { bytes: inner, text, eci: ecis[0]?.eci, ecis, append, programming, gs1, separators, padsFrom, modes }
}

const latin1 = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')

function decodedAs(eci: number, bytes: Uint8Array): string {
  if (eci === 3) return latin1(bytes)
  if (eci === 26) return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  return decoded(eci as Eci, bytes) ?? refuse(`bytes that ECI ${eci} does not have`)
}

const digits = '0123456789'
const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const letters = 'abcdefghijklmnopqrstuvwxyz'
const controls = Array.from({ length: 32 }, (_, i) => String.fromCharCode(i)).join('')
const punctuation = '!"#$%&\'()*+,-./:;<=>?@[\\]^_'

// Table C.1 and C.2: the basic set from value 3 on, then the sets of Shift 1, 2 and 3
const sets = {
  C: [` ${digits}${capitals}`, controls, punctuation, `\`${letters}{|}~\x7f`],
  T: [` ${digits}${letters}`, controls, punctuation, `\`${capitals}{|}~\x7f`],
} as const
const x12Set = `\r*> ${digits}${capitals}`

class MessageReader {
  readonly bytes: number[] = []
  readonly ecis: { readonly eci: number; readonly from: number }[] = []
  append: [number, number, number, number] | undefined
  programming = false
  macro: string | undefined
  padsFrom: number
  modes = ''
  gs1 = false
  separators = 0
  private at = 0
  private readonly codewords: readonly number[]

  constructor(codewords: readonly number[]) {
    this.codewords = codewords
    this.padsFrom = codewords.length
  }

  private get left(): number {
    return this.codewords.length - this.at
  }

  private next(): number {
    if (this.left === 0) refuse('data ends in the middle')
    return this.codewords[this.at++]!
  }

  private add(mode: Mode, byte: number): void {
    this.bytes.push(byte)
    this.modes += mode
  }

  /** 5.2.4.6, 5.2.5: FNC1 behind the first position. */
  private addFnc1(mode: Mode): void {
    if (!this.gs1) refuse('FNC1 in a symbol that does not begin with it')
    this.separators++
    this.add(mode, 29)
  }

  read(): void {
    while (this.left > 0) {
      const codeword = this.next()
      if (codeword === 129) this.readPads()
      else if (codeword === 230) this.readShifted('C')
      else if (codeword === 239) this.readShifted('T')
      else if (codeword === 238) this.readX12()
      else if (codeword === 240) this.readEdifact()
      else if (codeword === 231) this.readBase256()
      else this.readAscii(codeword)
    }
  }

  /** Table 2 */
  private readAscii(codeword: number): void {
    if (codeword >= 1 && codeword <= 128) this.add('A', codeword - 1)
    else if (codeword >= 130 && codeword <= 229) {
      for (const digit of String(codeword - 130).padStart(2, '0')) this.add('A', digit.charCodeAt(0))
    } else if (codeword === 235) {
      const shifted = this.next()
      if (shifted < 1 || shifted > 128) refuse(`upper shift before ${shifted}`)
      this.add('A', shifted + 127)
    } else if (codeword === 241) this.readEci()
    else if (codeword === 236 || codeword === 237) {
      if (this.at !== 1) refuse('macro that is not first')
      this.macro = codeword === 236 ? '05' : '06'
    } else if (codeword === 233) this.readAppend()
    else if (codeword === 234) {
      if (this.at !== 1) refuse('reader programming that is not first')
      this.programming = true
    } else if (codeword === 232 && this.at === 1) this.gs1 = true
    else if (codeword === 232) this.addFnc1('A')
    else refuse(`codeword ${codeword} in ASCII`)
  }

  /** 5.6.2: position and 17 minus the number of symbols, then two codewords of 1 to 254. */
  private readAppend(): void {
    if (this.at !== 1) refuse('structured append that is not first')
    const indicator = this.next()
    this.append = [indicator >> 4, 17 - (indicator & 15), this.next(), this.next()]
    const [position, count, ...id] = this.append
    if (count < 2 || count > 16 || position >= count) refuse(`sequence indicator ${indicator}`)
    if (id.some((number) => number < 1 || number > 254)) refuse(`file identification ${id}`)
  }

  /** 5.4.1: one codeword up to 126, two up to 16382. */
  private readEci(): void {
    const first = this.next()
    if (first < 1 || first > 191) refuse(`ECI of ${first}`)
    const eci = first < 128 ? first - 1 : (first - 128) * 254 + this.next() - 1 + 127
    this.ecis.push({ eci, from: this.bytes.length })
  }

  /** Annex B.1 */
  private readPads(): void {
    this.padsFrom = this.at - 1
    while (this.left > 0) {
      const position = this.at + 1
      const random = ((149 * position) % 253) + 1
      const expected = 129 + random <= 254 ? 129 + random : 129 + random - 254
      const pad = this.next()
      if (pad !== expected) refuse(`pad ${pad} at ${position}, not ${expected}`)
    }
  }

  private triplet(): [number, number, number] {
    const value = this.next() * 256 + this.next() - 1
    if (value < 0 || value > 63999) refuse(`triplet of ${value}`)
    return [Math.floor(value / 1600), Math.floor(value / 40) % 40, value % 40]
  }

  /** 5.2.5 and 5.2.6 */
  private readShifted(mode: 'C' | 'T'): void {
    let set = 0
    let upper = 0
    while (this.left > 0) {
      const whole = set === 0 && upper === 0
      if (this.codewords[this.at] === 254) {
        if (!whole) refuse('unlatch after a shift')
        this.at++
        return
      }
      if (this.left === 1) {
        if (!whole) refuse('last codeword after a shift')
        this.readLast(mode, sets[mode][0])
        return
      }
      const values = this.triplet()
      for (const [i, value] of values.entries()) {
        if (set === 0 && value < 3) {
          const fills = this.left === 0 && i === 2
          if (fills && value !== 0) refuse(`fill value ${value}`)
          if (!fills) set = value + 1
        } else if (set === 2 && value === 30) {
          if (upper) refuse('upper shift twice')
          upper = 128
          set = 0
        } else if (set === 2 && value === 27) {
          this.addFnc1(mode)
          upper = set = 0
        } else {
          const character = sets[mode][set as 0 | 1 | 2 | 3][set === 0 ? value - 3 : value]
          if (character === undefined) refuse(`value ${value} in set ${set}`)
          this.add(mode, character!.charCodeAt(0) + upper)
          upper = set = 0
        }
      }
    }
    if (set !== 0 || upper !== 0) refuse('data ends after a shift')
  }

  /** 5.2.5.2 d): one codeword left, for one character that has one value; it is in ASCII. */
  private readLast(mode: Mode, set: string): void {
    const codeword = this.next()
    const character = String.fromCharCode(codeword - 1)
    if (codeword > 128 || !set.includes(character)) refuse(`last codeword ${codeword} without unlatch from ${mode}`)
    this.add('A', codeword - 1)
  }

  /** 5.2.7 */
  private readX12(): void {
    while (this.left > 0) {
      if (this.codewords[this.at] === 254) {
        this.at++
        return
      }
      if (this.left === 1) this.readLast('X', x12Set)
      else for (const value of this.triplet()) this.add('X', x12Set.charCodeAt(value))
    }
  }

  /** 5.2.8 */
  private readEdifact(): void {
    while (this.left > 2) {
      let bits = 0
      let count = 0
      for (let i = 0; i < 4; i++) {
        if (count < 6) {
          bits = (bits << 8) | this.next()
          count += 8
        }
        count -= 6
        const value = bits >> count
        bits &= (1 << count) - 1
        if (value === 31) {
          if (bits !== 0) refuse('bits after the EDIFACT unlatch')
          return
        }
        this.add('E', value < 32 ? value + 64 : value)
      }
    }
  }

  /** 5.2.9, Annex B.2 */
  private readBase256(): void {
    const byte = (): number => {
      const position = this.at + 1
      const value = this.next() - (((149 * position) % 255) + 1)
      return value < 0 ? value + 256 : value
    }
    let length = byte()
    if (length === 0) length = this.left
    else if (length >= 250) length = (length - 249) * 250 + byte()
    if (length > this.left || length > 1555) refuse(`Base 256 field of ${length} bytes`)
    for (let i = 0; i < length; i++) this.add('B', byte())
  }
}
