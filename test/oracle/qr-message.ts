/** The data bit stream of QR and Micro QR, read by ISO/IEC 18004:2015, 7.4. */

export interface Message {
  readonly text: string
  /** Mode and count of each segment; an ECI's count is its designator, FNC1's is 0. */
  readonly segments: readonly { readonly mode: string; readonly count: number }[]
  readonly faults: readonly string[]
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
  4: 'byte',
  5: 'fnc1',
  7: 'eci',
  8: 'kanji',
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
  const indicator = micro ? version - 1 : 4
  const segments: { mode: string; count: number }[] = []
  let text = ''
  let eci: number | undefined
  let gs1 = false
  while (at < bits.length && !zerosOnly(terminator)) {
    const number = read(indicator)
    const mode = micro ? microModes[number] : fullModes[number]
    if (mode === undefined) throw new Error(`mode indicator ${number}`)
    if (mode === 'eci') {
      eci = read(8)
      if (eci > 127) throw new Error('a designator above 127')
      segments.push({ mode, count: eci })
      continue
    }
    if (mode === 'fnc1') {
      if (segments.some((segment) => segment.mode !== 'eci')) throw new Error('FNC1 that is not in first position')
      gs1 = true
      segments.push({ mode, count: 0 })
      continue
    }
    const sizes = (micro ? microCounts : fullCounts)[mode]!
    const length = sizes[micro ? version - 1 : version < 10 ? 0 : version < 27 ? 1 : 2]!
    if (length === 0) throw new Error(`M${version} has no ${mode} mode`)
    const count = read(length)
    segments.push({ mode, count })
    const own = characters(mode, count, read, eci)
    text += gs1 && mode === 'alphanumeric' ? withFnc1(own) : own
  }
  return { text, segments, faults: padFaults(bits, at + terminator) }
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
    if (eci !== undefined && eci !== 3) throw new Error(`bytes under ECI ${eci}`)
    return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  } else {
    if (eci !== undefined && eci !== 20) throw new Error(`kanji under ECI ${eci}`)
    for (let i = 0; i < count; i++) text += kanjiOf(read(13))
  }
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
