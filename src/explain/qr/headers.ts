/** The parts of the data bit stream that carry no text. ISO/IEC 18004:2015, 7.4.2, 7.4.8 and 8 */

import type { QrSegment, QrTextSegment } from '../../../symbologies/index.ts'
import type { Step } from '../explanation.ts'
import { setName } from '../names.ts'
import { standard } from './patterns.ts'

/** Consecutive bits with a meaning. */
export interface Field {
  readonly title: string
  readonly text: string
  readonly bits: number
}

/** What a segment is, without its place. */
export interface Described extends Pick<Step, 'title' | 'clause' | 'text' | 'values'> {
  /** Those after the mode indicator. */
  readonly fields: readonly Field[]
}

type Header<Mode> = Extract<Exclude<QrSegment, QrTextSegment>, { readonly mode: Mode }>

export function headerOf(segment: Exclude<QrSegment, QrTextSegment>): Described {
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
