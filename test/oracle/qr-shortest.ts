/** The shortest QR bit stream by trying every division into segments of any length: for short texts. */

/** Table 3 for a version class, and for M1 to M4: mode indicator and count together, by mode; absent: no such mode. */
export type HeaderBits = Partial<Record<'numeric' | 'alphanumeric' | 'byte' | 'kanji', number>>

export interface Bytes {
  /** Which characters byte mode carries, and in how many bytes; undefined: not at all. */
  readonly bytes: (character: string) => number | undefined
  /** The ECI of byte mode; then kanji mode needs ECI 20, at 12 bits for every change. */
  readonly eci?: number
}

/** The characters whose bytes readers take for the same in ASCII and, because of kanji mode, in Shift JIS. */
const isAlike = (character: string): boolean => character <= '\x7f' && character !== '\\' && character !== '~'

/** @returns bits, or Infinity if the text cannot be encoded; without an ECI kanji mode is only beside bytes that are alike */
export function fewestBits(text: string, headers: HeaderBits, bytes: Bytes, isKanji: RegExp): number {
  if (bytes.eci !== undefined) return fewestBitsOfAnyMix(text, headers, bytes, isKanji)
  const { kanji, ...others } = headers
  const alike = { bytes: (character: string) => (isAlike(character) ? bytes.bytes(character) : undefined) }
  return Math.min(fewestBitsOfAnyMix(text, others, bytes, isKanji), fewestBitsOfAnyMix(text, headers, alike, isKanji))
}

/** The same with kanji mode beside any bytes. */
export function fewestBitsOfAnyMix(text: string, headers: HeaderBits, { bytes, eci }: Bytes, isKanji: RegExp): number {
  const characters = [...text]
  const bodies: Record<keyof HeaderBits, (part: string[]) => number | undefined> = {
    numeric: (part) =>
      part.every((c) => /[0-9]/.test(c)) ? 10 * Math.floor(part.length / 3) + [0, 4, 7][part.length % 3]! : undefined,
    alphanumeric: (part) =>
      part.every((c) => /[0-9A-Z $%*+\-./:]/.test(c))
        ? 11 * Math.floor(part.length / 2) + 6 * (part.length % 2)
        : undefined,
    byte: (part) => {
      const sizes = part.map(bytes)
      return sizes.includes(undefined) ? undefined : 8 * sizes.reduce<number>((sum, size) => sum + size!, 0)
    },
    kanji: (part) => (part.every((c) => isKanji.test(c)) ? 13 * part.length : undefined),
  }
  // An ECI stays in force until the next; digits and alphanumeric characters are the same under all.
  const known = new Map<string, number>()
  const rest = (from: number, inForce: number | undefined): number => {
    const key = `${from} ${inForce}`
    const bits = known.get(key) ?? fewestFrom(from, inForce)
    known.set(key, bits)
    return bits
  }
  const fewestFrom = (from: number, inForce: number | undefined): number => {
    if (from === characters.length) return eci !== undefined && inForce === undefined ? 12 : 0
    let best = Infinity
    for (const mode of ['numeric', 'alphanumeric', 'byte', 'kanji'] as const) {
      const header = headers[mode]
      if (header === undefined) continue
      const needed =
        eci === undefined || mode === 'numeric' || mode === 'alphanumeric' ? inForce : mode === 'byte' ? eci : 20
      const change = needed === inForce ? 0 : 12
      for (let to = from + 1; to <= characters.length; to++) {
        const body = bodies[mode](characters.slice(from, to))
        if (body === undefined) break
        best = Math.min(best, change + header + body + rest(to, needed))
      }
    }
    return best
  }
  return rest(0, undefined)
}

/**
 * The same for any ECIs in turn, none at the beginning; kanji mode is under ECI 20, or without an ECI in all of the symbol.
 *
 * @param bytesIn how many bytes a character takes under an ECI, or without one; undefined: it cannot be written
 */
export function fewestBitsOfAny(
  text: string,
  headers: Required<HeaderBits>,
  {
    ecis,
    bytesIn,
  }: { ecis: readonly number[]; bytesIn: (eci: number | undefined, character: string) => number | undefined },
  isKanji: RegExp,
): number {
  const isNone = /[^\s\S]/
  const alikeIn: Meaning['bytesIn'] = (eci, character) => (isAlike(character) ? bytesIn(eci, character) : undefined)
  return Math.min(
    fewestOf(text, headers, [], { bytesIn, isKanji: isNone }),
    fewestOf(text, headers, [], { bytesIn: alikeIn, isKanji }),
    fewestOf(text, headers, ecis, { bytesIn, isKanji }),
  )
}

interface Meaning {
  readonly bytesIn: (eci: number | undefined, character: string) => number | undefined
  readonly isKanji: RegExp
}

function fewestOf(
  text: string,
  headers: Required<HeaderBits>,
  ecis: readonly number[],
  { bytesIn, isKanji }: Meaning,
): number {
  const kanjiUnder = ecis.length === 0 ? undefined : 20
  const characters = [...text]
  const known = new Map<string, number>()
  const body = (mode: keyof HeaderBits, inForce: number | undefined, part: readonly string[]): number | undefined => {
    const sizes = part.map((character) => bytesIn(inForce, character))
    const isAscii = !sizes.includes(undefined) && inForce !== 25 && inForce !== 35
    const all = (pattern: RegExp): boolean => part.every((character) => pattern.test(character))
    const digits = 10 * Math.floor(part.length / 3) + [0, 4, 7][part.length % 3]!
    if (mode === 'numeric') return isAscii && all(/[0-9]/) ? digits : undefined
    const letters = 11 * Math.floor(part.length / 2) + 6 * (part.length % 2)
    if (mode === 'alphanumeric') return isAscii && all(/[0-9A-Z $%*+\-./:]/) ? letters : undefined
    if (mode === 'kanji') return inForce === kanjiUnder && all(isKanji) ? 13 * part.length : undefined
    return sizes.includes(undefined) ? undefined : 8 * sizes.reduce<number>((sum, size) => sum + size!, 0)
  }
  const rest = (from: number, inForce: number | undefined): number => {
    if (from === characters.length) return 0
    const key = `${from} ${inForce}`
    let best = known.get(key) ?? Infinity
    if (known.has(key)) return best
    for (const eci of [inForce, ...ecis]) {
      const change = eci === inForce ? 0 : eci! < 128 ? 12 : 20
      for (const mode of ['numeric', 'alphanumeric', 'byte', 'kanji'] as const) {
        for (let to = from + 1; to <= characters.length; to++) {
          const bits = body(mode, eci, characters.slice(from, to))
          if (bits === undefined) break
          best = Math.min(best, change + headers[mode] + bits + rest(to, eci))
        }
      }
    }
    known.set(key, best)
    return best
  }
  return rest(0, undefined)
}
