/** The data bit stream of QR and Micro QR. ISO/IEC 18004:2015, 7.3, 7.4 and 8 */

import { characterSet, type Eci } from '../../../symbologies/eci/index.ts'
import { catalogue, type QrSegment, type QrTextSegment, quoted, structure } from '../../../symbologies/index.ts'
import type { Part, Step } from '../explanation.ts'
import { binary, counted, hexadecimal, nameOf, setName } from '../notation.ts'

const { standard } = catalogue.qr

type Mode = QrTextSegment['mode']

/** The bit stream of the symbol, and the lengths of its fields. */
interface Stream {
  readonly text: string
  readonly segments: readonly QrSegment[]
  /** What bytes are without an ECI; ISO 8859-1 by default. */
  readonly bytesAre?: Eci
  /** All data codewords. */
  readonly codewords: Uint8Array
  /** Bits of all data codewords. */
  readonly capacity: number
  readonly indicatorBits: number
  readonly countBits: Readonly<Record<Mode, number>>
  readonly terminatorBits: number
}

/** Steps for segments, terminator and padding, in the order of the stream. */
export function streamSteps(stream: Stream): Step[] {
  const steps: Step[] = []
  let at = 0
  let eci = stream.bytesAre
  for (const segment of stream.segments) {
    steps.push(segmentStep(stream, segment, { number: steps.length + 1, at, eci }))
    if (segment.mode === 'eci') eci = segment.designator
    at += segment.bits
  }
  return [...steps, ...endSteps(stream, at)]
}

interface Place {
  /** Of the segment, from 1. */
  readonly number: number
  /** The first bit. */
  readonly at: number
  /** The ECI in force, or the one that bytes are in without any. */
  readonly eci: Eci | undefined
}

function segmentStep(stream: Stream, segment: QrSegment, { number, at, eci }: Place): Step {
  const indicator = { title: 'mode indicator', text: 'Table 2.', bits: stream.indicatorBits }
  const { fields, values, ...said } = 'count' in segment ? textOf(stream, segment, eci) : headerOf(segment)
  return {
    id: `segment-${number}`,
    ...said,
    values: { ...values, from: segment.from, to: segment.to, bits: segment.bits },
    modules: { path: [[at, at + segment.bits]] },
    parts: fieldParts(stream, at, [indicator, ...fields]),
  }
}

/** Fields that follow each other from bit `from` on. */
function fieldParts({ codewords }: Stream, from: number, fields: readonly Field[]): Part[] {
  let at = from
  return fields
    .filter(({ bits }) => bits > 0)
    .map(({ title, text, bits }): Part => {
      at += bits
      return { title, text, values: { bits: bitsIn(codewords, at - bits, at) }, modules: { path: [[at - bits, at]] } }
    })
}

/** Consecutive bits with a meaning. */
interface Field {
  readonly title: string
  readonly text: string
  readonly bits: number
}

/** What a segment is, without its place. */
interface Described extends Pick<Step, 'title' | 'clause' | 'text' | 'values'> {
  /** Those after the mode indicator. */
  readonly fields: readonly Field[]
}

type Header<Mode> = Extract<Exclude<QrSegment, QrTextSegment>, { readonly mode: Mode }>

function headerOf(segment: Exclude<QrSegment, QrTextSegment>): Described {
  switch (segment.mode) {
    case 'eci':
      return eci(segment)
    case 'structured-append':
      return structuredAppend(segment)
    case 'fnc1':
      return {
        title: 'FNC1 in the first position',
        clause: `${standard}, 7.4.8.2`,
        text: 'The message is GS1 element strings.',
        fields: [],
      }
    case 'fnc1-second':
      return fnc1Second(segment)
  }
}

function eci({ designator, bits }: Header<'eci'>): Described {
  const name = setName(designator)
  const length =
    designator < 128
      ? 'In 8 bits, as all designators below 128.'
      : 'In 16 bits, of which the first are 10, as all designators from 128 to 16383.'
  return {
    title: `ECI ${designator}: ${name}`,
    clause: `${standard}, 7.4.2`,
    text: `From here on, bytes are ${name}.`,
    fields: [{ title: `designator ${designator}`, text: length, bits: bits - 4 }],
  }
}

function structuredAppend({ part, parts, parity }: Header<'structured-append'>): Described {
  return {
    title: `Structured append: part ${part} of ${parts}`,
    clause: `${standard}, 8.2 and 8.3`,
    text: `Readers join the texts of ${parts} symbols in order; their parity says that they belong together.`,
    values: { part, parts, parity },
    fields: [
      { title: `position ${part - 1}`, text: `Part ${part}, counted from 0.`, bits: 4 },
      { title: `total ${parts - 1}`, text: `One less than ${parts} parts.`, bits: 4 },
      {
        title: `parity ${parity}`,
        text: 'All bytes of the whole message by exclusive or; kanji as Shift JIS. The same in every part.',
        bits: 8,
      },
    ],
  }
}

function fnc1Second({ indicator }: Header<'fnc1-second'>): Described {
  const code = 100 + indicator.charCodeAt(0)
  const text =
    indicator.length === 2 ? 'Two digits are their number.' : `A letter is its code in ASCII and 100: ${code}.`
  return {
    title: `FNC1 in the second position, for application ${indicator}`,
    clause: `${standard}, 7.4.8.3`,
    text: 'The message is in the format of an industry, to which AIM assigned this indicator.',
    values: { indicator },
    fields: [{ title: `application indicator ${indicator}`, text, bits: 8 }],
  }
}

function textOf(stream: Stream, segment: QrTextSegment, eci: Eci | undefined): Described {
  const { name, clause, count } = modes[segment.mode]
  const given = stream.text.slice(segment.from, segment.to)
  // FNC1 is %, and % itself is doubled
  const isEscaped = segment.mode === 'alphanumeric' && stream.segments.some(({ mode }) => mode.startsWith('fnc1'))
  const characters = isEscaped ? structure.qrEscaped(given) : given
  const of = counted(segment.count, count)
  const counter = { title: `count ${segment.count}`, text: `Of ${of}; Table 3.`, bits: stream.countBits[segment.mode] }
  return {
    title: `${name}: ${quoted(characters)}`,
    clause: `${standard}, 7.4.1 and ${clause}`,
    text: `${of} in ${segment.bits} bits.`,
    values: { mode: segment.mode, count: segment.count },
    fields: [counter, ...groupsOf(segment.mode, characters, eci)],
  }
}

const modes: Readonly<Record<Mode, { readonly name: string; readonly clause: string; readonly count: string }>> = {
  numeric: { name: 'Numeric', clause: '7.4.3', count: 'digit' },
  alphanumeric: { name: 'Alphanumeric', clause: '7.4.4', count: 'character' },
  byte: { name: 'Byte', clause: '7.4.5', count: 'byte' },
  kanji: { name: 'Kanji', clause: '7.4.6', count: 'character' },
}

/**
 * The characters of a segment, grouped as they are encoded.
 *
 * @param eci  the ECI in force, if any
 */
function groupsOf(mode: Mode, characters: string, eci: Eci | undefined): Field[] {
  switch (mode) {
    case 'numeric':
      return inGroups(characters, 3, (digits): Field => {
        const bits = [4, 7, 10][digits.length - 1]!
        return { title: digits, text: `${Number(digits)} in ${bits} bits.`, bits }
      })
    case 'alphanumeric':
      return inGroups(characters, 2, alphanumericGroup)
    case 'byte':
      return Array.from(characters, byteGroup(characters, eci))
    case 'kanji':
      return Array.from(characters, kanjiGroup)
  }
}

function inGroups(characters: string, size: number, group: (of: string) => Field): Field[] {
  const groups: Field[] = []
  for (let i = 0; i < characters.length; i += size) groups.push(group(characters.slice(i, i + size)))
  return groups
}

function alphanumericGroup(pair: string): Field {
  const [first, second] = Array.from(pair, (character) => structure.qrAlphanumericValues[character.charCodeAt(0)]!)
  if (second === undefined) return { title: quoted(pair), text: `${first} in 6 bits.`, bits: 6 }
  return { title: quoted(pair), text: `45×${first} + ${second} = ${45 * first! + second} in 11 bits.`, bits: 11 }
}

function latinGroup(character: string): Field {
  return { title: nameOf(character), text: hexadecimals[character.charCodeAt(0)]!, bits: 8 }
}

/** Every byte as two hexadecimal digits and a full stop. */
const hexadecimals = Array.from({ length: 256 }, (_, byte) => `${hexadecimal(byte)}.`)

/** Bytes under an ECI. ASCII in UTF-8 is as in ISO/IEC 8859-1, which is also what bytes are without an ECI. */
function byteGroup(characters: string, eci: Eci = 3): (character: string) => Field {
  if (eci === 3 || (eci === 26 && isAscii(characters))) return latinGroup
  const { bytesOf } = characterSet(eci)
  const name = setName(eci)
  return (character) => {
    const bytes = bytesOf(character.codePointAt(0)!)!
    const text = bytes.map((byte) => hexadecimal(byte)).join(' ')
    return { title: nameOf(character), text: `${text} in ${name}.`, bits: 8 * bytes.length }
  }
}

const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text)

function kanjiGroup(character: string): Field {
  const value = structure.qrKanjiValues()[character.charCodeAt(0)]! - 1
  const high = Math.floor(value / 0xc0)
  const low = value % 0xc0
  // codes up to 9FFC less 8140 are below 1F00, those from E040 on less C140 are not
  const subtracted = high < 0x1f ? 0x8140 : 0xc140
  const code = subtracted + 0x100 * high + low
  return {
    title: character,
    text:
      `Shift JIS ${hexadecimal(code, 4)}, less ${hexadecimal(subtracted, 4)}: ` +
      `${hexadecimal(high)} times C0 and ${hexadecimal(low)} is ${hexadecimal(value, 4)}, in 13 bits.`,
    bits: 13,
  }
}

/** 7.4.9, 7.4.10: terminator and pads after the last segment, as far as they fit. */
function endSteps({ codewords, capacity, terminatorBits }: Stream, used: number): Step[] {
  const terminated = Math.min(used + terminatorBits, capacity)
  const aligned = Math.min((terminated + 7) & ~7, capacity)
  const short = terminated - used < terminatorBits
  const pads = capacity - aligned
  const half = pads % 8 === 0 ? '' : '; the last one, of four bits, is 0000'
  const step = (from: number, to: number, said: Pick<Step, 'id' | 'title' | 'clause' | 'text'>): Step => ({
    ...said,
    values: { bits: bitsIn(codewords, from, Math.min(to, from + 8)) },
    modules: { path: [[from, to]] },
  })
  const steps: Step[] = []
  if (terminated > used) {
    steps.push(
      step(used, terminated, {
        id: 'terminator',
        title: 'Terminator',
        clause: `${standard}, 7.4.9`,
        text: `${terminatorBits} zeros end the message${short ? `; only ${terminated - used} fit` : ''}.`,
      }),
    )
  }
  if (aligned > terminated) {
    steps.push(
      step(terminated, aligned, {
        id: 'fill',
        title: 'Zeros up to the next codeword',
        clause: `${standard}, 7.4.10`,
        text: `${counted(aligned - terminated, 'bit')} to complete the last codeword.`,
      }),
    )
  }
  if (pads > 0) {
    steps.push(
      step(aligned, capacity, {
        id: 'pads',
        title: counted(Math.ceil(pads / 8), 'pad codeword'),
        clause: `${standard}, 7.4.10`,
        text: `11101100 and 00010001 (236 and 17) alternately, until all data codewords are filled${half}.`,
      }),
    )
  }
  return steps
}

/** Bits `from` to `to`, `to` not included, of codewords of eight bits, most significant first. */
function bitsIn(codewords: Uint8Array, from: number, to: number): string {
  const octets = Array.from(codewords.subarray(from >>> 3, (to + 7) >>> 3), (value) => binary(value, 8)).join('')
  return octets.slice(from & 7, (from & 7) + to - from)
}
