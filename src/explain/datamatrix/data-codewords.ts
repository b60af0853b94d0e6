/** The data codewords of Data Matrix: what precedes the message, its encodations, pads. ISO/IEC 16022:2006, 5.2, 5.4 and 5.6, Annexes B and C */

import { characterSet, decoded, type Eci } from '../../../symbologies/eci/index.ts'
import { catalogue, type DataMatrixTrace, quoted, structure } from '../../../symbologies/index.ts'
import type { Part, Step } from '../explanation.ts'
import { binary, counted, hexadecimal, nameOf, setName } from '../notation.ts'

const { standard } = catalogue.datamatrix

/** Steps for all data codewords, in their order. */
export function dataSteps(trace: DataMatrixTrace): Step[] {
  return [...prefixSteps(trace), ...segmentSteps(trace), ...padSteps(trace)]
}

/** The steps for the codewords before the first segment, save for an ECI that others follow. */
function prefixSteps({ eci, macro, gs1, structuredAppend, reader, codewords }: DataMatrixTrace): Step[] {
  const steps: Step[] = []
  if (structuredAppend !== undefined) steps.push(appendStep(codewords, structuredAppend))
  const [first] = codewords
  const firstStep = (said: Pick<Step, 'id' | 'title' | 'clause' | 'text'>): Step => ({
    ...said,
    values: { value: first! },
    modules: { path: [[0, 8]] },
  })
  if (reader !== undefined) {
    steps.push(
      firstStep({
        id: 'reader',
        title: 'Reader programming',
        clause: `${standard}, 5.2.4.9`,
        text: `${first}: the message sets up the reader and is not transmitted.`,
      }),
    )
  }
  if (macro !== undefined) {
    steps.push(
      firstStep({
        id: 'macro',
        title: `Macro ${macro}`,
        clause: `${standard}, 5.2.4.7`,
        text: `${first} stands for the header of ISO/IEC 15434, format ${macro}, before the message, and for its trailer after it.`,
      }),
    )
  }
  if (eci !== undefined) {
    const at = structuredAppend !== undefined ? 4 : (reader ?? macro) !== undefined ? 1 : 0
    steps.push(eciStep(codewords, { eci, at, id: 'eci' }))
  }
  if (gs1) {
    steps.push(
      firstStep({
        id: 'fnc1',
        title: 'FNC1 in the first position',
        clause: `${standard}, 5.2.4.6; GS1 General Specifications, 5.6.2`,
        text: `${first}: the symbol carries GS1 element strings.`,
      }),
    )
  }
  return steps
}

function appendStep(
  codewords: Uint8Array,
  { part, parts, fileid }: NonNullable<DataMatrixTrace['structuredAppend']>,
): Step {
  return {
    id: 'structured-append',
    title: `Structured append: part ${part} of ${parts}`,
    clause: `${standard}, 5.6`,
    text: 'The text is divided among several symbols; readers join what those with the same file identification carry.',
    values: { part, parts, fileid },
    modules: { path: [[0, 32]] },
    parts: partsFrom(codewords, 0, [
      {
        title: 'structured append',
        text: 'The next codeword is the sequence indicator, the two behind it are the file identification.',
      },
      {
        title: `sequence indicator: part ${part} of ${parts}`,
        text: `16×${part - 1} + 17 − ${parts} = ${codewords[1]}.`,
      },
      { title: 'file identification, codeword 1 of 2', text: 'The same in all parts.' },
      { title: 'file identification, codeword 2 of 2', text: 'The same in all parts.' },
    ]),
  }
}

/** The codewords of an ECI, the first of them codeword `at` of the symbol, counted from 0. */
function eciStep(codewords: Uint8Array, { eci, at, id }: { eci: Eci; at: number; id: string }): Step {
  const designators =
    eci < 127
      ? [{ title: `designator ${eci}`, text: `${eci} + 1 = ${codewords[at + 1]}.` }]
      : [
          {
            title: `designator ${eci}, codeword 1 of 2`,
            text: `(${eci} − 127) divided by 254 is ${codewords[at + 1]! - 128}, plus 128.`,
          },
          {
            title: `designator ${eci}, codeword 2 of 2`,
            text: `The remainder of that is ${codewords[at + 2]! - 1}, plus 1.`,
          },
        ]
  const count = 1 + designators.length
  return {
    id,
    title: `ECI ${eci}: ${setName(eci)}`,
    clause: `${standard}, 5.4`,
    text: id === 'eci' ? `The bytes of the message are ${setName(eci)}.` : `From here on bytes are ${setName(eci)}.`,
    modules: { path: [[8 * at, 8 * (at + count)]] },
    parts: partsFrom(codewords, at, [
      { title: 'ECI', text: 'The next codeword gives the interpretation.' },
      ...designators,
    ]),
  }
}

/** Codewords from `at` on, a part each. */
function partsFrom(codewords: Uint8Array, at: number, parts: readonly Pick<Part, 'title' | 'text'>[]): Part[] {
  return parts.map((part, i) => ({
    ...part,
    values: { value: codewords[at + i]! },
    modules: { path: [[8 * (at + i), 8 * (at + i + 1)]] },
  }))
}

function segmentSteps(trace: DataMatrixTrace): Step[] {
  const { codewords, segments, ecis = [] } = trace
  const message = messageOf(trace)
  return segments.flatMap((segment, i): Step[] => {
    const declared = ecis.findIndex(({ from }) => from === segment.from)
    const step = segmentStep(segment, i, message)
    if (declared < 0) return [step]
    const { eci } = ecis[declared]!
    const at = segment.firstCodeword - eciLength(eci)
    return [eciStep(codewords, { eci, at, id: `eci-${declared + 1}` }), step]
  })
}

/** Codewords of an ECI: its own, and its number in one or two. */
const eciLength = (eci: Eci): number => (eci < 127 ? 2 : 3)

type Segment = DataMatrixTrace['segments'][number]

function segmentStep(segment: Segment, i: number, message: Message): Step {
  const { codewords } = message
  const { encodation, from, to, firstCodeword, endCodeword } = segment
  const { name, clause, about } = encodations[encodation]
  let at = firstCodeword
  return {
    id: `encodation-${i + 1}`,
    title: `${name}: ${from === to ? 'nothing' : quotedBytes(message, from, to)}`,
    clause: `${standard}, ${clause}`,
    text: `${about} ${counted(to - from, 'byte')} in ${counted(endCodeword - firstCodeword, 'codeword')}.`,
    values: {
      encodation,
      from,
      to,
      firstCodeword: firstCodeword + 1,
      codewords: Array.from(codewords.subarray(firstCodeword, endCodeword)),
    },
    modules: { path: [[8 * firstCodeword, 8 * endCodeword]] },
    parts: meaningsOf(segment, message).map(({ title, text, count, values }): Part => {
      const first = at
      at += count
      return {
        title,
        text,
        ...(values && { values }),
        ...(count > 0 && { modules: { path: [[8 * first, 8 * at]] } }),
      }
    }),
  }
}

const encodations = {
  ascii: { name: 'ASCII', clause: '5.2.3', about: 'A character plus 1, or two digits plus 130, in each codeword.' },
  c40: { name: 'C40', clause: '5.2.5', about: 'Three capital letters or digits in two codewords.' },
  text: { name: 'Text', clause: '5.2.6', about: 'Three small letters or digits in two codewords.' },
  x12: { name: 'X12', clause: '5.2.7', about: 'Three characters of ANSI X12 in two codewords.' },
  edifact: { name: 'EDIFACT', clause: '5.2.8', about: 'Four characters of six bits in three codewords.' },
  base256: {
    name: 'Base 256',
    clause: '5.2.9 and Annex B.2',
    about: 'A length, then one byte in each codeword, all randomised by position.',
  },
} as const

/** The message: its bytes, what they mean under its ECIs, and all codewords of the symbol. */
interface Message {
  readonly codewords: Uint8Array
  /** Whether the byte 29 is FNC1 where the encodation has it. */
  readonly gs1: boolean
  readonly bytes: Uint8Array
  /** The character that each byte is; undefined for a byte of a character of several. */
  readonly characters: readonly (string | undefined)[]
  /** The character that begins with each byte, and '' at the end; undefined for the later bytes of a character. */
  readonly beginnings: readonly (string | undefined)[]
}

/** Without an ECI the bytes are ISO/IEC 8859-1, or UTF-8 if that was asked for. */
function messageOf({ codewords, gs1, bytes, eci, ecis, unannounced }: DataMatrixTrace): Message {
  const ranges = ecis ?? [{ eci: eci ?? (unannounced === 'utf8' ? 26 : 3), from: 0 }]
  const [first] = ranges
  const before: [Eci, number][] = first === undefined || first.from > 0 ? [[3, 0]] : []
  const all = [...before, ...ranges.map((range): [Eci, number] => [range.eci, range.from])]
  const characters: (string | undefined)[] = []
  const beginnings: (string | undefined)[] = []
  for (const [i, [number, from]] of all.entries()) {
    const set = characterSet(number)
    for (const character of decoded(number, bytes.subarray(from, all[i + 1]?.[1])) ?? '') {
      const count = set.bytesOf(character.codePointAt(0)!)?.length ?? 1
      characters.push(count === 1 ? character : undefined)
      beginnings.push(character)
      for (let n = 1; n < count; n++) {
        characters.push(undefined)
        beginnings.push(undefined)
      }
    }
  }
  beginnings.push('')
  return { codewords, gs1: gs1 === true, bytes, characters, beginnings }
}

/** The title of a byte: its character, or its number if the character has several bytes. */
function byteName({ bytes, characters }: Message, index: number): string {
  const character = characters[index]
  return character === undefined ? hexadecimal(bytes[index]!) : nameOf(character)
}

/** Bytes `from` to `to`, quoted; in hexadecimal if a character of several bytes is incomplete. */
function quotedBytes({ bytes, beginnings }: Message, from: number, to: number): string {
  if (beginnings[from] !== undefined && beginnings[to] !== undefined) return quoted(beginnings.slice(from, to).join(''))
  return Array.from(bytes.subarray(from, to), (byte) => hexadecimal(byte)).join(' ')
}

/** Consecutive codewords with a common meaning. */
interface Meaning {
  readonly title: string
  readonly text: string
  /** How many codewords. */
  readonly count: number
  readonly values?: { readonly [name: string]: readonly number[] | number }
}

function meaningsOf(segment: Segment, message: Message): Meaning[] {
  const { encodation, firstCodeword } = segment
  if (encodation === 'ascii') return asciiMeanings(segment, message)
  const value = message.codewords[firstCodeword]!
  const latch: Meaning = {
    title: `latch to ${encodations[encodation].name}`,
    text: 'Table 2.',
    count: 1,
    values: { value },
  }
  const inside = { ...segment, firstCodeword: firstCodeword + 1 }
  switch (encodation) {
    case 'c40':
      return [latch, ...tripletMeanings(structure.c40, inside, message)]
    case 'text':
      return [latch, ...tripletMeanings(structure.textSet, inside, message)]
    case 'x12':
      return [latch, ...tripletMeanings(structure.x12, inside, message)]
    case 'edifact':
      return [latch, ...edifactMeanings(inside, message)]
    case 'base256':
      return [latch, ...fieldMeanings(inside, message)]
  }
}

/** 5.2.3 */
function asciiMeanings({ from, firstCodeword, endCodeword }: Segment, message: Message): Meaning[] {
  let byte = from
  return Array.from(message.codewords.subarray(firstCodeword, endCodeword), (value): Meaning => {
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
    const raised = message.bytes[byte]! > 127
    const sum = raised ? `${message.bytes[byte]} − 128 + 1 = ${value}` : `${message.bytes[byte]} + 1 = ${value}`
    return { title: byteName(message, byte++), text: `${sum}.`, count: 1, values: { value } }
  })
}

/** 5.2.5 to 5.2.7: three values in two codewords. */
function tripletMeanings(set: structure.TripletSet, segment: Segment, message: Message): Meaning[] {
  const tokens = tokensOf(set, segment, message)
  const meanings: Meaning[] = []
  let at = segment.firstCodeword
  for (let i = 0; i < tokens.length; i += 3, at += 2) {
    const triplet = tokens.slice(i, i + 3)
    if (triplet.length === 2) triplet.push({ value: 0, name: 'pad' })
    const [a, b, c] = triplet.map(({ value }) => value)
    const high = message.codewords[at]!
    const low = message.codewords[at + 1]!
    meanings.push({
      title: triplet.map(({ name }) => name).join(' '),
      text: `1600×${a} + 40×${b} + ${c} + 1 = ${256 * high + low} = 256×${high} + ${low}.`,
      count: 2,
      values: { values: [a!, b!, c!], codewords: [high, low] },
    })
  }
  if (at < segment.endCodeword) {
    const value = message.codewords[at]!
    meanings.push({ title: 'unlatch', text: 'Returns to ASCII.', count: segment.endCodeword - at, values: { value } })
  } else if (!segment.closed) {
    meanings.push({
      title: 'no unlatch',
      text: 'The end of the symbol, or a single codeword before it, ends the encodation.',
      count: 0,
    })
  }
  return meanings
}

/** A value of an encodation, and its meaning. */
interface Token {
  readonly value: number
  readonly name: string
}

function tokensOf({ counts, values }: structure.TripletSet, { from, to }: Segment, message: Message): Token[] {
  const tokens: Token[] = []
  for (let i = from; i < to; i++) {
    const byte = message.bytes[i]!
    if (message.gs1 && byte === 29) {
      tokens.push({ value: 1, name: 'shift 2' }, { value: 27, name: 'FNC1' })
      continue
    }
    for (let n = 0; n < counts[byte]!; n++) {
      const value = (values[byte]! >>> (8 * n)) & 255
      const shift = value === 30 && n > 0 ? 'upper shift' : `shift ${value + 1}`
      tokens.push({ value, name: n === counts[byte]! - 1 ? byteName(message, i) : shift })
    }
  }
  return tokens
}

/** 5.2.8: four values of six bits in three codewords. */
function edifactMeanings({ from, to, closed, firstCodeword, endCodeword }: Segment, message: Message): Meaning[] {
  const tokens: Token[] = []
  for (let i = from; i < to; i++) tokens.push({ value: message.bytes[i]! & 63, name: byteName(message, i) })
  if (closed) tokens.push({ value: 31, name: 'unlatch' })
  const meanings: Meaning[] = []
  let at = firstCodeword
  for (let i = 0; i < tokens.length; i += 4) {
    const group = tokens.slice(i, i + 4)
    const count = Math.min(3, endCodeword - at)
    const codewords = Array.from(message.codewords.subarray(at, at + count))
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
function fieldMeanings({ from, to, firstCodeword, endCodeword }: Segment, message: Message): Meaning[] {
  const lengths = endCodeword - firstCodeword - (to - from)
  return Array.from(message.codewords.subarray(firstCodeword, endCodeword), (value, i): Meaning => {
    const position = firstCodeword + i + 1
    const added = ((149 * position) % 255) + 1
    const plain = (value - added + 256) & 255
    const carry = plain + added > 255 ? ' − 256' : ''
    const title =
      i >= lengths
        ? byteName(message, from + i - lengths)
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

function padSteps({ padsFrom, size, codewords }: DataMatrixTrace): Step[] {
  if (padsFrom === size.data) return []
  const pads = codewords.subarray(padsFrom, size.data)
  return [
    {
      id: 'pads',
      title: counted(pads.length, 'pad codeword'),
      clause: `${standard}, 5.2.4 and Annex B.1`,
      text: 'The first is 129 and ends the message; the others are 129 randomised by position, so that no regular pattern appears.',
      values: { codewords: Array.from(pads) },
      modules: { path: [[8 * padsFrom, 8 * size.data]] },
      parts: Array.from(pads, (value, i): Part => {
        const at = padsFrom + i
        const sum = 129 + ((149 * (at + 1)) % 253) + 1
        const randomised = `129 + (149×${at + 1} mod 253) + 1${sum > 254 ? ' − 254' : ''} = ${value}.`
        return {
          title: `pad ${i + 1}`,
          text: i === 0 ? 'The end of the message.' : randomised,
          values: { value },
          modules: { path: [[8 * at, 8 * at + 8]] },
        }
      }),
    },
  ]
}
