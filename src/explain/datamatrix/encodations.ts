/** The meanings of data codewords in each encodation. ISO/IEC 16022:2006, 5.2.3 to 5.2.9, Annexes B and C */

import { type DataMatrixTrace, structure } from '../../../symbologies/index.ts'
import { binary } from '../bits.ts'
import { type Bytes, namesOf } from './bytes.ts'

type Segment = DataMatrixTrace['segments'][number]

/** Consecutive codewords with a common meaning. */
export interface Meaning {
  readonly title: string
  readonly text: string
  /** How many codewords. */
  readonly count: number
  readonly values?: { readonly [name: string]: readonly number[] | number }
}

/** The message, with all codewords of the symbol. */
export interface Source extends Bytes {
  /** Whether the byte 29 is FNC1 where the encodation has it. */
  readonly gs1: boolean
  readonly codewords: Uint8Array
}

const latchNames = { c40: 'C40', text: 'Text', x12: 'X12', edifact: 'EDIFACT', base256: 'Base 256' } as const

export function meaningsOf(segment: Segment, source: Source): Meaning[] {
  const { encodation, firstCodeword, endCodeword } = segment
  if (encodation === 'ascii') return asciiMeanings(segment, source)
  const value = source.codewords[firstCodeword]!
  const name = latchNames[encodation]
  const latch: Meaning = { title: `latch to ${name}`, text: 'Table 2.', count: 1, values: { value } }
  const inside = { ...segment, firstCodeword: firstCodeword + 1 }
  switch (encodation) {
    case 'c40':
    case 'text':
    case 'x12':
      return [latch, ...tripletMeanings(inside, source, endCodeword)]
    case 'edifact':
      return [latch, ...edifactMeanings(inside, source)]
    case 'base256':
      return [latch, ...fieldMeanings(inside, source)]
  }
}

/** 5.2.3 */
function asciiMeanings({ from, firstCodeword, endCodeword }: Segment, source: Source): Meaning[] {
  const names = namesOf(source)
  let byte = from
  return Array.from(source.codewords.subarray(firstCodeword, endCodeword), (value): Meaning => {
    if (value === 235)
      return { title: 'upper shift', text: 'Adds 128 to the next codeword.', count: 1, values: { value } }
    if (value === 232) {
      byte++
      return { title: 'FNC1', text: 'Ends the value before it.', count: 1, values: { value } }
    }
    if (value >= 130) {
      byte += 2
      const digits = String(value - 130).padStart(2, '0')
      return { title: `digits ${digits}`, text: `${digits} + 130 = ${value}.`, count: 1, values: { value } }
    }
    const raised = source.bytes[byte]! > 127
    const sum = raised ? `${source.bytes[byte]} − 128 + 1 = ${value}` : `${source.bytes[byte]} + 1 = ${value}`
    return { title: names(byte++), text: `${sum}.`, count: 1, values: { value } }
  })
}

/** A value of an encodation, and its meaning. */
interface Token {
  readonly value: number
  readonly name: string
}

const tripletSets = { c40: structure.c40, text: structure.textSet, x12: structure.x12 }

function tokensOf({ from, to, encodation }: Segment, source: Source): Token[] {
  if (encodation !== 'c40' && encodation !== 'text' && encodation !== 'x12') return []
  const { counts, values } = tripletSets[encodation]
  const names = namesOf(source)
  const tokens: Token[] = []
  for (let i = from; i < to; i++) {
    const byte = source.bytes[i]!
    if (source.gs1 && byte === 29) {
      tokens.push({ value: 1, name: 'shift 2' }, { value: 27, name: 'FNC1' })
      continue
    }
    for (let n = 0; n < counts[byte]!; n++) {
      const value = (values[byte]! >>> (8 * n)) & 255
      const shift = value === 30 && n > 0 ? 'upper shift' : `shift ${value + 1}`
      tokens.push({ value, name: n === counts[byte]! - 1 ? names(i) : shift })
    }
  }
  return tokens
}

/** 5.2.5 to 5.2.7: three values in two codewords. */
function tripletMeanings(segment: Segment, source: Source, end: number): Meaning[] {
  const tokens = tokensOf(segment, source)
  const meanings: Meaning[] = []
  let at = segment.firstCodeword
  for (let i = 0; i < tokens.length; i += 3, at += 2) {
    const triplet = tokens.slice(i, i + 3)
    if (triplet.length === 2) triplet.push({ value: 0, name: 'pad' })
    const [a, b, c] = triplet.map(({ value }) => value)
    const high = source.codewords[at]!
    const low = source.codewords[at + 1]!
    meanings.push({
      title: triplet.map(({ name }) => name).join(' '),
      text: `1600×${a} + 40×${b} + ${c} + 1 = ${256 * high + low} = 256×${high} + ${low}.`,
      count: 2,
      values: { values: [a!, b!, c!], codewords: [high, low] },
    })
  }
  if (at < end) {
    const value = source.codewords[at]!
    meanings.push({ title: 'unlatch', text: 'Returns to ASCII.', count: end - at, values: { value } })
  } else if (!segment.closed) {
    meanings.push({
      title: 'no unlatch',
      text: 'The end of the symbol, or a single codeword before it, ends the encodation.',
      count: 0,
    })
  }
  return meanings
}

/** 5.2.8: four values of six bits in three codewords. */
function edifactMeanings({ from, to, closed, firstCodeword, endCodeword }: Segment, source: Source): Meaning[] {
  const names = namesOf(source)
  const tokens: Token[] = []
  for (let i = from; i < to; i++) tokens.push({ value: source.bytes[i]! & 63, name: names(i) })
  if (closed) tokens.push({ value: 31, name: 'unlatch' })
  const meanings: Meaning[] = []
  let at = firstCodeword
  for (let i = 0; i < tokens.length; i += 4) {
    const group = tokens.slice(i, i + 4)
    const count = Math.min(3, endCodeword - at)
    const codewords = Array.from(source.codewords.subarray(at, at + count))
    meanings.push({
      title: group.map(({ name }) => name).join(' '),
      text: `${group.map(({ value }) => binary(value, 6)).join(' ')}, regrouped as ${codewords.map((value) => binary(value, 8)).join(' ')}.`,
      count,
      values: { values: group.map(({ value }) => value), codewords },
    })
    at += count
  }
  return meanings
}

/** 5.2.9 and Annex B.2: the length, then the bytes, all of them randomised by their position. */
function fieldMeanings({ from, to, firstCodeword, endCodeword }: Segment, source: Source): Meaning[] {
  const names = namesOf(source)
  const lengths = endCodeword - firstCodeword - (to - from)
  return Array.from(source.codewords.subarray(firstCodeword, endCodeword), (value, i): Meaning => {
    const position = firstCodeword + i + 1
    const added = ((149 * position) % 255) + 1
    const plain = (value - added + 256) & 255
    const carry = plain + added > 255 ? ' − 256' : ''
    const title =
      i >= lengths
        ? names(from + i - lengths)
        : plain === 0 && lengths === 1
          ? 'length 0: to the end of the symbol'
          : `length ${to - from}`
    return {
      title: i < lengths && lengths === 2 ? `${title}, codeword ${i + 1} of 2` : title,
      text: `${plain}, randomised: ${plain} + (149×${position} mod 255) + 1${carry} = ${value}.`,
      count: 1,
      values: { value, plain },
    }
  })
}
