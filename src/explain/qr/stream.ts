/** The data bit stream of QR and Micro QR. ISO/IEC 18004:2015, 7.3 and 7.4 */

import type { Eci } from '../../../symbologies/eci/index.ts'
import { type QrSegment, type QrTextSegment, quoted, structure } from '../../../symbologies/index.ts'
import { bitsIn, counted } from '../bits.ts'
import type { Part, Step } from '../explanation.ts'
import { groupsOf } from './groups.ts'
import { type Described, type Field, headerOf } from './headers.ts'
import { standard } from './patterns.ts'

type Mode = QrTextSegment['mode']

/** The bit stream of the symbol, and the lengths of its fields. */
export interface Stream {
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

const modes: Readonly<Record<Mode, { readonly name: string; readonly clause: string; readonly count: string }>> = {
  numeric: { name: 'Numeric', clause: '7.4.3', count: 'digit' },
  alphanumeric: { name: 'Alphanumeric', clause: '7.4.4', count: 'character' },
  byte: { name: 'Byte', clause: '7.4.5', count: 'byte' },
  kanji: { name: 'Kanji', clause: '7.4.6', count: 'character' },
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
  readonly number: number
  /** The first bit. */
  readonly at: number
  /** The ECI in force, or the one that bytes are in without any. */
  readonly eci: Eci | undefined
}

function segmentStep(stream: Stream, segment: QrSegment, place: Place): Step {
  const { number, at } = place
  const indicator = { title: 'mode indicator', text: 'Table 2.', bits: stream.indicatorBits }
  const { fields, values, ...said } = 'count' in segment ? textOf(stream, segment, place.eci) : headerOf(segment)
  const parts = fieldsOf(stream, at, [indicator, ...fields])
  return {
    id: `segment-${number}`,
    ...said,
    values: { ...values, from: segment.from, to: segment.to, bits: segment.bits },
    modules: { path: [[at, at + segment.bits]] },
    parts,
  }
}

/** Fields that follow each other from bit `from` on. */
function fieldsOf({ codewords }: Stream, from: number, fields: readonly Field[]): Part[] {
  let at = from
  return fields
    .filter(({ bits }) => bits > 0)
    .map(({ title, text, bits }): Part => {
      at += bits
      return { title, text, values: { bits: bitsIn(codewords, at - bits, at) }, modules: { path: [[at - bits, at]] } }
    })
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

/** 7.4.9, 7.4.10: terminator and pads after the last segment, as far as they fit. */
function endSteps({ codewords, capacity, terminatorBits }: Stream, used: number): Step[] {
  const terminated = Math.min(used + terminatorBits, capacity)
  const aligned = Math.min((terminated + 7) & ~7, capacity)
  const end = (
    id: string,
    title: string,
    rest: Pick<Step, 'clause' | 'text'>,
    [from, to]: readonly [number, number],
  ) =>
    to > from
      ? [
          {
            id,
            title,
            ...rest,
            values: { bits: bitsIn(codewords, from, Math.min(to, from + 8)) },
            modules: { path: [[from, to] as const] },
          },
        ]
      : []
  const short = terminated - used < terminatorBits
  const pads = capacity - aligned
  const half = pads % 8 === 0 ? '' : '; the last one, of four bits, is 0000'
  return [
    ...end(
      'terminator',
      'Terminator',
      {
        clause: `${standard}, 7.4.9`,
        text: `${terminatorBits} zeros end the message${short ? `; only ${terminated - used} fit` : ''}.`,
      },
      [used, terminated],
    ),
    ...end(
      'fill',
      'Zeros up to the next codeword',
      {
        clause: `${standard}, 7.4.10`,
        text: `${counted(aligned - terminated, 'bit')} to complete the last codeword.`,
      },
      [terminated, aligned],
    ),
    ...end(
      'pads',
      counted(Math.ceil(pads / 8), 'pad codeword'),
      {
        clause: `${standard}, 7.4.10`,
        text: `11101100 and 00010001 (236 and 17) alternately, until all data codewords are filled${half}.`,
      },
      [aligned, capacity],
    ),
  ]
}
