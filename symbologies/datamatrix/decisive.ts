/** The interpretations that decide how many codewords a text takes. ISO/IEC 16022:2006, 5.4 */

import { costClasses, gap, type Interpretation, type Repertoire, repertoiresOf, written } from './interpretations.ts'

const utf16Eci = 25
const utf32Eci = 35

/**
 * The interpretations of a text, without all characters in a row that another one has at the same costs, and more beside
 * them: where the former could be declared, the latter could be as well, for two codewords like every ECI here. So the
 * fewest codewords for any part of the text are those of `interpretationsOf`, though not the ways to write it, and far fewer
 * costs have to be computed.
 *
 * @param text without lone surrogates
 */
export function decisiveOf(text: string): Interpretation[] {
  const { order, repertoires } = repertoiresOf(text)
  const [ascii, ...declared] = repertoires
  const having = bitsOfThoseThatHave(declared, order)
  const alike = bitsOfThoseAlike(declared)
  return [
    // where it begins, it has to have the rows of what it lacks
    { eci: undefined, ...written(ascii!.repertoire, order) },
    ...declared.map(({ eci, repertoire }, i) => {
      const has = decisiveIn(i, { order, having, alike: alike[i]! })
      return { eci, ...writtenIn(repertoire, order, has) }
    }),
  ]
}

interface Declared {
  readonly eci: number | undefined
  readonly repertoire: Repertoire
}

/** For each character of the text: a bit for each interpretation that has it. At the end, none. */
function bitsOfThoseThatHave(declared: readonly Declared[], order: readonly number[]): Int32Array {
  const bits = new Int32Array(declared[0]!.repertoire.length)
  for (const [i, { repertoire }] of declared.entries()) {
    for (let place = 0; place < bits.length; place++) if (repertoire[place] !== undefined) bits[place]! |= 1 << i
  }
  const having = new Int32Array(order.length + 1)
  for (let i = 0; i < order.length; i++) having[i] = bits[order[i]!]!
  return having
}

/** For each interpretation and each distinct character that it has: a bit for each in which that costs the same or less. */
function bitsOfThoseAlike(declared: readonly Declared[]): Int32Array[] {
  const { length } = declared[0]!.repertoire
  const all = declared.map(() => new Int32Array(length))
  const costs = declared.map(() => 0)
  const having: number[] = []
  for (let place = 0; place < length; place++) {
    having.length = 0
    for (let i = 0; i < costs.length; i++) {
      const bytes = declared[i]!.repertoire[place]
      if (bytes === undefined) continue
      costs[i] = costOf(bytes)
      having.push(i)
    }
    for (const i of having) {
      for (const other of having) if (costs[other] === costs[i]) all[i]![place]! |= 1 << other
    }
  }
  addUtf16(declared, all)
  return all
}

/** A number for the bytes of a character, the same for bytes of the same costs. */
function costOf(bytes: readonly number[]): number {
  let cost = 0
  for (let n = 0; n < bytes.length; n++) cost = 256 * cost + costClasses[bytes[n]!]! + 1
  return cost
}

/**
 * UTF-32 has the two bytes of a character of the Basic Multilingual Plane as well, and two zeros, which take a codeword each at
 * least. In ASCII encodation, UTF-16 takes fewer codewords. In others, characters in UTF-32 take three each at least and one
 * for the latch; in UTF-16 a single one takes four at most, in ASCII encodation, and several take two each and three for a
 * Base 256 field at most.
 */
function addUtf16(declared: readonly Declared[], alike: readonly Int32Array[]): void {
  const utf16 = declared.findIndex(({ eci }) => eci === utf16Eci)
  const utf32 = declared.findIndex(({ eci }) => eci === utf32Eci)
  if (utf16 < 0 || utf32 < 0) return
  for (const [place, bytes] of declared[utf32]!.repertoire.entries()) {
    if (bytes?.[2] === 0) alike[utf32]![place]! |= 1 << utf16
  }
}

interface Others {
  readonly order: readonly number[]
  readonly having: Int32Array
  /** By distinct character. */
  readonly alike: Int32Array
}

/**
 * For an interpretation, 1 for each character in a row of characters that no other one has at the same costs together with
 * more; of several that have the same row, only for the first.
 */
function decisiveIn(i: number, { order, having, alike }: Others): Uint8Array {
  const own = 1 << i
  const has = new Uint8Array(order.length)
  for (let from = 0, to = 0; from < order.length; from = to + 1) {
    let others = ~own
    for (to = from; (having[to]! & own) !== 0; to++) others &= alike[order[to]!]!
    if (to === from) continue
    const longer = others & ((having[from - 1] ?? 0) | having[to]!)
    const earlier = others & (own - 1)
    if ((longer | earlier) === 0) has.fill(1, from, to)
  }
  return has
}

/** The characters for which `has` is 1, and one gap for all others in a row. */
function writtenIn(repertoire: Repertoire, order: readonly number[], has: Uint8Array): Omit<Interpretation, 'eci'> {
  const offsets = new Uint32Array(order.length + 1)
  const bytes: number[] = []
  for (let i = 0; i < order.length; i++) {
    offsets[i] = bytes.length
    if (has[i] === 1) for (const byte of repertoire[order[i]!]!) bytes.push(byte)
    else if (i === 0 || has[i - 1] === 1) for (let n = 0; n < gap; n++) bytes.push(0)
  }
  offsets[order.length] = bytes.length
  return { bytes: Uint8Array.from(bytes), offsets, has, isWhole: !has.includes(0) }
}
