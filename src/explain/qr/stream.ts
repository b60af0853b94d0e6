/** The data bit stream of QR and Micro QR. ISO/IEC 18004:2015, 7.3 and 7.4 */

import { type QrSegment, quoted, structure } from '../../../symbologies/index.ts'
import { bitsIn, counted } from '../bits.ts'
import type { Part, Step } from '../explanation.ts'
import { groupsOf } from './groups.ts'
import { standard } from './patterns.ts'

type Mode = Exclude<QrSegment['mode'], 'eci' | 'fnc1'>

/** The bit stream of the symbol, and the lengths of its fields. */
export interface Stream {
  readonly text: string
  readonly segments: readonly QrSegment[]
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

const interpretations: Readonly<Record<number, string>> = { 3: 'ISO/IEC 8859-1', 20: 'Shift JIS', 26: 'UTF-8' }

/** Steps for segments, terminator and padding, in the order of the stream. */
export function streamSteps(stream: Stream): Step[] {
  const steps: Step[] = []
  let at = 0
  for (const segment of stream.segments) {
    steps.push(segmentStep(stream, segment, { number: steps.length + 1, at }))
    at += segment.bits
  }
  return [...steps, ...endSteps(stream, at)]
}

interface Place {
  readonly number: number
  /** The first bit. */
  readonly at: number
}

function segmentStep(stream: Stream, segment: QrSegment, { number, at }: Place): Step {
  const field = (title: string, text: string, from: number, to: number): Part => ({
    title,
    text,
    values: { bits: bitsIn(stream.codewords, from, to) },
    modules: { path: [[from, to]] },
  })
  const id = `segment-${number}`
  const place = {
    values: { from: segment.from, to: segment.to, bits: segment.bits },
    modules: { path: [[at, at + segment.bits]] },
  } as const
  const indicated = at + stream.indicatorBits
  const indicator = field('mode indicator', 'Table 2.', at, indicated)
  if (segment.mode === 'eci') {
    const { designator } = segment
    const name = interpretations[designator] ?? 'another interpretation'
    return {
      id,
      title: `ECI ${designator}: ${name}`,
      clause: `${standard}, 7.4.2`,
      text: `From here on, bytes are ${name}.`,
      ...place,
      parts: [
        indicator,
        field(`designator ${designator}`, 'In 8 bits, as all designators below 128.', indicated, at + segment.bits),
      ],
    }
  }
  if (segment.mode === 'fnc1') {
    return {
      id,
      title: 'FNC1 in the first position',
      clause: `${standard}, 7.4.8.2`,
      text: 'The message is GS1 element strings.',
      ...place,
      parts: [indicator],
    }
  }
  const { name, clause, count } = modes[segment.mode]
  const countEnd = indicated + stream.countBits[segment.mode]
  const given = stream.text.slice(segment.from, segment.to)
  // FNC1 is %, and % itself is doubled
  const isEscaped = segment.mode === 'alphanumeric' && stream.segments[0]!.mode === 'fnc1'
  const characters = isEscaped ? structure.qrEscaped(given) : given
  const groups = groupsOf(segment.mode, characters, segment.count)
  let from = countEnd
  return {
    id,
    title: `${name}: ${quoted(characters)}`,
    clause: `${standard}, 7.4.1 and ${clause}`,
    text: `${counted(segment.count, count)} in ${segment.bits} bits.`,
    ...place,
    values: { mode: segment.mode, count: segment.count, ...place.values },
    parts: [
      ...(stream.indicatorBits > 0 ? [indicator] : []),
      field(`count ${segment.count}`, `Of ${counted(segment.count, count)}; Table 3.`, indicated, countEnd),
      ...groups.map(({ title, text, bits }): Part => {
        from += bits
        return field(title, text, from - bits, from)
      }),
    ],
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
