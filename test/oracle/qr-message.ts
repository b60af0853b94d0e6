/** The data bit stream of QR and Micro QR, read by ISO/IEC 18004:2015, 7.4. */

import { decoded, ecis } from '../../symbologies/eci/index.ts'

export interface Message {
  readonly text: string
  /** Mode and count of each segment; an ECI's count is its designator, FNC1's is 0, and that of a structured append its parity. */
  readonly segments: readonly { readonly mode: string; readonly count: number }[]
  readonly faults: readonly string[]
  /** Which part of a structured append it is, counted from 0, how many there are, and the parity of all. */
  readonly append?: { readonly index: number; readonly parts: number; readonly parity: number }
  /** After FNC1 in the second position: a letter or two digits. */
  readonly indicator?: string
}

export interface Stream {
  readonly bits: readonly number[]
  readonly version: number
  readonly micro: boolean
}

const alphanumerics = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'

/** Table 2, by indicator. */
const fullModes: Readonly<Record<number, string>> = {
  1: 'numeric',
  2: 'alphanumeric',
  3: 'structured-append',
  4: 'byte',
  5: 'fnc1',
  7: 'eci',
  8: 'kanji',
  9: 'fnc1-second',
}
const microModes = ['numeric', 'alphanumeric', 'byte', 'kanji']

/** Table 3: bits of the count by mode, for versions 1 to 9, 10 to 26, 27 to 40; and for M1 to M4, 0 where it has none. */
const fullCounts: Readonly<Record<string, readonly number[]>> = {
  numeric: [10, 12, 14],
  alphanumeric: [9, 11, 13],
  byte: [8, 16, 16],
  kanji: [8, 10, 12],
}
const microCounts: Readonly<Record<string, readonly number[]>> = {
  numeric: [3, 4, 5, 6],
  alphanumeric: [0, 3, 4, 5],
  byte: [0, 0, 4, 5],
  kanji: [0, 0, 3, 4],
}

export function messageOf({ bits, version, micro }: Stream): Message {
  let at = 0
  const read = (count: number): number => {
    if (at + count > bits.length) throw new Error('the bit stream ends inside a segment')
    let value = 0
    for (const end = at + count; at < end; at++) value = 2 * value + bits[at]!
    return value
  }
  const zerosOnly = (count: number): boolean => !bits.slice(at, at + count).includes(1)
  const terminator = micro ? 2 * version + 1 : 4
  const indicatorBits = micro ? version - 1 : 4
  const segments: { mode: string; count: number }[] = []
  let text = ''
  let eci: number | undefined
  let hasFnc1 = false
  let append: Message['append']
  let indicator: string | undefined
  while (at < bits.length && !zerosOnly(terminator)) {
    const number = read(indicatorBits)
    const mode = micro ? microModes[number] : fullModes[number]
    if (mode === undefined) throw new Error(`mode indicator ${number}`)
    if (mode === 'eci') {
      eci = designator(read)
      segments.push({ mode, count: eci })
      continue
    }
    if (mode === 'structured-append') {
      if (segments.length > 0) throw new Error('a structured append that is not the first header')
      append = { index: read(4), parts: read(4) + 1, parity: read(8) }
      segments.push({ mode, count: append.parity })
      continue
    }
    if (mode === 'fnc1' || mode === 'fnc1-second') {
      if (hasFnc1 || segments.some((segment) => !['eci', 'structured-append'].includes(segment.mode))) {
        throw new Error('FNC1 that is not in first position')
      }
      hasFnc1 = true
      if (mode === 'fnc1-second') indicator = indicatorOf(read(8))
      segments.push({ mode, count: 0 })
      continue
    }
    const sizes = (micro ? microCounts : fullCounts)[mode]!
    const length = sizes[micro ? version - 1 : version < 10 ? 0 : version < 27 ? 1 : 2]!
    if (length === 0) throw new Error(`M${version} has no ${mode} mode`)
    const count = read(length)
    segments.push({ mode, count })
    const own = characters(mode, count, read, eci)
    text += hasFnc1 && mode === 'alphanumeric' ? withFnc1(own) : own
  }
  const faults = padFaults(bits, at + terminator)
  return { text, segments, faults, ...(append && { append }), ...(indicator && { indicator }) }
}

/** Table 4: 0 and seven bits, 10 and fourteen, or 110 and twenty-one. */
function designator(read: (bits: number) => number): number {
  const first = read(8)
  if (first < 0x80) return first
  if (first >= 0xc0) throw new Error('a designator above 16383')
  const value = ((first & 0x3f) << 8) | read(8)
  if (value < 0x80) throw new Error('a designator that is too long')
  return value
}

/** 7.4.8.3: 00 to 99, or 100 more than the ASCII code of a letter. */
function indicatorOf(value: number): string {
  if (value < 100) return String(value).padStart(2, '0')
  const letter = String.fromCharCode(value - 100)
  if (!/[A-Za-z]/.test(letter)) throw new Error(`application indicator ${value}`)
  return letter
}

/** 7.4.8.1: in alphanumeric mode, % is FNC1, and %% is %. */
const withFnc1 = (text: string): string => text.replace(/%%?/g, (found) => (found === '%' ? '\x1d' : '%'))

function characters(mode: string, count: number, read: (bits: number) => number, eci?: number): string {
  let text = ''
  if (mode === 'numeric') {
    for (let left = count; left > 0; left -= 3) {
      const digits = Math.min(left, 3)
      const value = read([0, 4, 7, 10][digits]!)
      if (value >= 10 ** digits) throw new Error(`${value} for ${digits} digits`)
      text += String(value).padStart(digits, '0')
    }
  } else if (mode === 'alphanumeric') {
    for (let left = count; left > 0; left -= 2) {
      const value = read(left > 1 ? 11 : 6)
      if (value >= (left > 1 ? 45 * 45 : 45)) throw new Error(`alphanumeric ${value}`)
      text += left > 1 ? alphanumerics[Math.floor(value / 45)]! + alphanumerics[value % 45]! : alphanumerics[value]!
    }
  } else if (mode === 'byte') {
    const bytes = Uint8Array.from({ length: count }, () => read(8))
    if (eci === 26) return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    if (eci !== undefined && eci !== 3) return textUnder(eci, bytes)
    return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  } else {
    if (eci !== undefined && eci !== 20) throw new Error(`kanji under ECI ${eci}`)
    for (let i = 0; i < count; i++) text += kanjiOf(read(13))
  }
  return text
}

/** By the house's own tables, which have witnesses of their own (test/symbologies/qr/eci.test.ts). */
function textUnder(eci: number, bytes: Uint8Array): string {
  const known = ecis.find((each) => each === eci)
  const text = known === undefined ? undefined : decoded(known, bytes)
  if (text === undefined) throw new Error(`bytes under ECI ${eci}`)
  return text
}

/** 7.4.6 backwards. */
function kanjiOf(value: number): string {
  const offset = Math.floor(value / 0xc0) * 256 + (value % 0xc0)
  const code = offset + (offset + 0x8140 <= 0x9ffc ? 0x8140 : 0xc140)
  return new TextDecoder('shift_jis', { fatal: true }).decode(Uint8Array.of(code >> 8, code & 255))
}

/** 7.4.9, 7.4.10: behind the terminator, zeros to the end of the codeword, then pad codewords; four last bits are zero. */
function padFaults(bits: readonly number[], end: number): string[] {
  if (end >= bits.length) return []
  const codeword = 8 * Math.ceil(end / 8)
  if (bits.slice(end, codeword).includes(1)) return ['bits between terminator and pads']
  const wanted = Array.from({ length: Math.max(0, bits.length - codeword) }, (_, i) => {
    const pad = Math.floor(i / 8) % 2 === 0 ? '11101100' : '00010001'
    return bits.length - codeword - (i - (i % 8)) < 8 ? 0 : Number(pad[i % 8])
  })
  return wanted.some((bit, i) => bit !== bits[codeword + i]) ? ['pad codewords'] : []
}
