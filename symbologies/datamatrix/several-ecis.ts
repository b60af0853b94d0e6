/**
 * A text under several ECIs, one after the other, in the fewest codewords. ISO/IEC 16022:2006, 5.4: an ECI is declared in
 * ASCII encodation, anywhere in the message.
 *
 * Each interpretation has a cost table of its own, as if the whole text were in it. Between two characters, ASCII in any of
 * them can be reached from ASCII in the cheapest one, by the codewords that declare the ECI. Every table keeps the lowest
 * cost of every state, and a lower cost is never worse later, so no division of the text takes fewer codewords.
 */

import { characterSet, type Eci, type LengthClass, lengthClassOf, preferredEcis } from '../eci/index.ts'
import { addBytes, columns, costAt, reachAscii, state, unreachable } from './cost-table.ts'
import { c40, text as textSet } from './encodations.ts'
import { type Beginning, type Escape, eciCodewords, type Message } from './message.ts'
import { type EncodationSegment, type EndOfData, endOfDataIn, segmentsOf } from './segments.ts'
import type { DataMatrixSize } from './sizes.ts'

/** A text under the interpretations that may follow each other within it. */
export interface Mixture extends Interpretations {
  readonly beginning: Beginning
}

/** A message, and the smallest symbol size for it. */
export interface SizedMessage {
  readonly size: DataMatrixSize
  /** Codewords before the pads, the fewest in that size. */
  readonly used: number
  readonly message: () => Message
  /** The encodations that take the given number of codewords. */
  readonly segments: () => readonly EncodationSegment[]
}

/** An interpretation with its cost table. */
interface Table extends Interpretation {
  readonly costs: Uint16Array
  /** Codewords that declare it. */
  readonly declaring: number
}

/**
 * @param sizes smallest first
 * @returns undefined if no size holds the text
 */
export function severalEcis(
  { order, repertoires, beginning: { header, macro } }: Mixture,
  sizes: readonly DataMatrixSize[],
): SizedMessage | undefined {
  const tables = filledTables({ order, repertoires }, header.length)
  // An end-of-data rule saves one codeword at most.
  const least = Math.min(...tables.map(({ costs, bytes }) => costAt(costs, bytes.length, state.ascii))) - 1
  for (const size of sizes) {
    if (size.data < least) continue
    let best: { readonly table: Table; readonly endOfData: EndOfData } | undefined
    for (const table of tables) {
      const { costs, bytes } = table
      const endOfData = endOfDataIn(costs, bytes, size.data, lastFrom(table, order))
      if (endOfData && endOfData.used < (best?.endOfData.used ?? unreachable)) best = { table, endOfData }
    }
    if (best === undefined) continue
    const { table, endOfData } = best
    const runs = (): Run[] => runsOf(tables, table, endOfData)
    return {
      size,
      used: endOfData.used,
      message: () => ({ prefix: header, ...(macro && { macro }), ...joined(runs()) }),
      segments: () => joined(runs()).segments,
    }
  }
  return undefined
}

/** Each in the states that it can be in after each byte. */
function filledTables({ order, repertoires }: Interpretations, first: number): readonly Table[] {
  const tables = tablesOf(repertoires)
  const carriers = carriersOf({ order, repertoires })
  reachAscii(tables[0]!.costs, 0, first)
  let present = 1
  for (let character = 0; character < carriers.length; character++) {
    let lowest = unreachable
    for (let bits = present; bits !== 0; bits &= bits - 1) {
      const { costs, offsets } = tables[lowestBit(bits)]!
      lowest = Math.min(lowest, costAt(costs, offsets[character]!, state.ascii))
    }
    present = carriers[character]!
    for (let bits = present; bits !== 0; bits &= bits - 1) {
      const { eci, costs, bytes, offsets, declaring } = tables[lowestBit(bits)]!
      if (eci !== undefined) reachAscii(costs, offsets[character]!, lowest + declaring)
      addBytes(costs, bytes, offsets[character]!, offsets[character + 1]!)
    }
  }
  return tables
}

/** With nothing reached. Their cost tables share one buffer. */
function tablesOf(interpretations: readonly Interpretation[]): Table[] {
  const sizes = interpretations.map(({ bytes }) => (bytes.length + 1) * columns)
  const all = new Uint16Array(sizes.reduce((sum, size) => sum + size, 0)).fill(unreachable)
  let end = 0
  return interpretations.map((each, i): Table => {
    const from = end
    end += sizes[i]!
    const costs = all.subarray(from, end)
    return { ...each, costs, declaring: each.eci === undefined ? 0 : eciCodewords(each.eci).length }
  })
}

/** The first byte behind the last character that the ECI lacks. */
function lastFrom({ repertoire, offsets }: Table, order: readonly number[]): number {
  let at = order.length
  while (at > 0 && repertoire[order[at - 1]!] !== undefined) at--
  return offsets[at]!
}

/** Consecutive bytes of one interpretation. */
interface Run {
  readonly table: Table
  readonly from: number
  readonly to: number
  readonly segments: readonly EncodationSegment[]
}

/** The runs that lead to the end of data in `last`, found from there back to the first byte. */
function runsOf(tables: readonly Table[], last: Table, endOfData: EndOfData): Run[] {
  const runs: Run[] = []
  let table = last
  let to = last.bytes.length
  let end = endOfData
  for (;;) {
    const segments = segmentsOf(table.costs, table.bytes.subarray(0, to), end)
    const from = segments[0]?.from ?? to
    if (from < to) runs.unshift({ table, from, to, segments })
    if (from === 0) return runs
    const character = table.offsets.indexOf(from)
    const before = costAt(table.costs, from, state.ascii) - table.declaring
    table = tables.find(({ costs, offsets }) => costAt(costs, offsets[character]!, state.ascii) === before)!
    to = table.offsets[character]!
    end = { used: before, state: state.ascii, at: to }
  }
}

/** The bytes of all runs, with the segments and ECIs in them. */
function joined(runs: readonly Run[]): Pick<Message, 'bytes'> & {
  readonly escapes: readonly Escape[]
  readonly segments: readonly EncodationSegment[]
} {
  const bytes = new Uint8Array(runs.reduce((sum, { from, to }) => sum + to - from, 0))
  const escapes: Escape[] = []
  const segments: EncodationSegment[] = []
  let at = 0
  for (const { table, from, to, segments: own } of runs) {
    bytes.set(table.bytes.subarray(from, to), at)
    if (table.eci !== undefined) escapes.push({ eci: table.eci, from: at })
    for (const segment of own) segments.push({ ...segment, from: segment.from - from + at, to: segment.to - from + at })
    at += to - from
  }
  return { bytes, escapes, segments }
}

/** A text under one ECI, which may lack some of its characters. */
interface Interpretation {
  /** Undefined for ASCII before any ECI. */
  readonly eci: Eci | undefined
  readonly repertoire: Repertoire
  /** The bytes of all characters; `gap` zeros for a character that the ECI lacks. */
  readonly bytes: Uint8Array
  /** For each character, and for the end of the text, the first of its bytes. */
  readonly offsets: Uint32Array
}

interface Interpretations extends Repertoires {
  readonly repertoires: readonly Interpretation[]
}

/**
 * The interpretations by which a symbol for `text` may be smallest.
 *
 * @param text without lone surrogates
 * @returns ASCII before any ECI, then at least UTF-8
 */
export function interpretationsOf(text: string): Interpretations {
  const { order, repertoires } = repertoiresOf(text)
  return { order, repertoires: repertoires.map((each) => ({ ...each, ...written(each.repertoire, order) })) }
}

/** More than the two bytes by which a step of a cost table goes back at most. */
const gap = 3

/** The text in an ECI, its characters given by their place in the repertoire. */
export function written(repertoire: Repertoire, order: readonly number[]): Pick<Interpretation, 'bytes' | 'offsets'> {
  const offsets = new Uint32Array(order.length + 1)
  for (let i = 0; i < order.length; i++) offsets[i + 1] = offsets[i]! + (repertoire[order[i]!]?.length ?? gap)
  const bytes = new Uint8Array(offsets[order.length]!)
  for (let i = 0; i < order.length; i++) {
    const own = repertoire[order[i]!]
    if (own === undefined) continue
    for (let n = 0; n < own.length; n++) bytes[offsets[i]! + n] = own[n]!
  }
  return { bytes, offsets }
}

/** The bytes of each distinct character of a text, in one order for all ECIs; undefined for one that the ECI lacks. */
export type Repertoire = readonly (readonly number[] | undefined)[]

/** What a text may be written in. */
export interface Repertoires {
  /** For each character of the text, its place among the distinct ones. */
  readonly order: readonly number[]
  /** At most 32. */
  readonly repertoires: readonly {
    /** Undefined for ASCII before any ECI. */
    readonly eci: Eci | undefined
    readonly repertoire: Repertoire
  }[]
}

/**
 * Those by which a symbol for `text` may be smallest, the preferred ones first. Left out are those that have no other
 * characters than a preferred one, at the same costs.
 *
 * @param text without lone surrogates
 * @returns ASCII before any ECI, then at least UTF-8
 */
export function repertoiresOf(text: string): Repertoires {
  const { distinct, order } = charactersIn(text)
  const classes = placesByClass(distinct)
  const ascii = distinct.map((point) => (point < 0x80 ? [point] : undefined))
  const kept: { readonly eci: Eci; readonly repertoire: Repertoire }[] = []
  for (const [number, eci] of preferredEcis.entries()) {
    // the first one has all of ASCII
    if (kept.length > 0 && isAsciiAtMost(classes.keys(), number)) continue
    const { bytesOf } = characterSet(eci)
    const own: number[] = []
    const repertoire = new Array<readonly number[] | undefined>(distinct.length).fill(undefined)
    for (const [{ lengths }, places] of classes) {
      if (lengths[number] === 0) continue
      for (const place of places) {
        own.push(place)
        repertoire[place] = bytesOf(distinct[place]!)
      }
    }
    if (!kept.some((other) => covers(other.repertoire, repertoire, own))) kept.push({ eci, repertoire })
  }
  return { order, repertoires: [{ eci: undefined, repertoire: ascii }, ...kept] }
}

/** The bytes of the distinct characters of a text under these ECIs. */
export function repertoiresIn(ecis: readonly Eci[], text: string): Repertoires {
  const { distinct, order } = charactersIn(text)
  const repertoires = ecis.map((eci) => {
    const { bytesOf } = characterSet(eci)
    return { eci, repertoire: distinct.map((point) => bytesOf(point)) }
  })
  return { order, repertoires }
}

/** For each character of the text, a bit for each repertoire that has it, the first in the lowest. */
export function havingOf({ order, repertoires }: Repertoires): Int32Array {
  const bits = new Int32Array(repertoires[0]!.repertoire.length)
  for (const [i, { repertoire }] of repertoires.entries()) {
    for (let place = 0; place < bits.length; place++) if (repertoire[place] !== undefined) bits[place]! |= 1 << i
  }
  const having = new Int32Array(order.length)
  for (let i = 0; i < having.length; i++) having[i] = bits[order[i]!]!
  return having
}

/** The distinct characters of a text, and the place among them of each of its characters. */
function charactersIn(text: string): { readonly distinct: readonly number[]; readonly order: readonly number[] } {
  const places = new Map<number, number>()
  const order: number[] = []
  for (let i = 0; i < text.length; i++) {
    const point = text.codePointAt(i)!
    if (point > 0xffff) i++
    const known = places.get(point)
    order.push(known ?? places.size)
    if (known === undefined) places.set(point, places.size)
  }
  return { distinct: [...places.keys()], order }
}

/** The places of the distinct characters of each class. */
function placesByClass(distinct: readonly number[]): ReadonlyMap<LengthClass, readonly number[]> {
  const classes = new Map<LengthClass, number[]>()
  for (const [place, point] of distinct.entries()) {
    const own = lengthClassOf(point)
    const places = classes.get(own)
    if (places === undefined) classes.set(own, [place])
    else places.push(place)
  }
  return classes
}

/** Whether an ECI has no characters of these beyond those of ASCII, and those in a byte each. */
function isAsciiAtMost(classes: Iterable<LengthClass>, place: number): boolean {
  for (const { example, lengths } of classes) {
    const length = lengths[place]!
    if (length > 0 && (length > 1 || example > 0x7f)) return false
  }
  return true
}

/** Whether `a` has all that `b` has, at these places, in bytes of the same costs. */
function covers(a: Repertoire, b: Repertoire, places: readonly number[]): boolean {
  return places.every((place) => {
    const own = a[place]
    const other = b[place]!
    return own?.length === other.length && other.every((byte, n) => costClasses[byte] === costClasses[own[n]!])
  })
}

/**
 * Bytes of the same number cost the same in every encodation. Those of ASCII are all different; beyond ASCII, X12 and EDIFACT have
 * none, and C40 and Text have them in three or four values.
 */
const costClasses = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte < 0x80 ? byte : 0x80 + 8 * c40.counts[byte]! + textSet.counts[byte]!,
)

/** It has every character, and those of ASCII as single bytes. */
const utf8Eci = 26

/**
 * For each character, a bit for each interpretation that has it and may be used for it, the first in the lowest bit.
 *
 * Between two characters that not all interpretations have are characters of ASCII. An interpretation that has neither of the
 * two is entered and left in vain: the one before it, or UTF-8, costs no more. Only the first one may begin a text.
 */
export function carriersOf({ order, repertoires }: Repertoires): Int32Array {
  const having = havingOf({ order, repertoires })
  const all = repertoires.reduce((bits, _, i) => bits | (1 << i), 0)
  const always = 1 | repertoires.reduce((bits, { eci }, i) => (eci === utf8Eci ? bits | (1 << i) : bits), 0)
  const carriers = new Int32Array(having.length)
  let behind = 0
  for (let from = 0, to = 0; from < having.length; from = to) {
    while (to < having.length && having[to] === all) to++
    const ahead = having[to] ?? 0
    to = Math.min(to + 1, having.length)
    for (let i = from; i < to; i++) carriers[i] = having[i]! & (always | behind | ahead)
    behind = ahead
  }
  return carriers
}

/** The place of the lowest bit that is set. */
export const lowestBit = (bits: number): number => 31 - Math.clz32(bits & -bits)
