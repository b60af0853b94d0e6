/** What precedes the message, and the ECIs within it. ISO/IEC 16022:2006, 5.2.4, 5.4 and 5.6 */

import type { Eci } from '../../../symbologies/eci/index.ts'
import type { Barcode, DataMatrixTrace } from '../../../symbologies/index.ts'
import type { Part, Step } from '../explanation.ts'
import { setName } from '../names.ts'
import { standard } from './patterns.ts'

/** Codewords from `at` on, a part each. */
function partsFrom(codewords: Uint8Array, at: number, parts: readonly Pick<Part, 'title' | 'text'>[]): Part[] {
  return parts.map((part, i) => ({
    ...part,
    values: { value: codewords[at + i]! },
    modules: { path: [[8 * (at + i), 8 * (at + i + 1)]] },
  }))
}

/** The steps for the codewords before the first segment, save for an ECI that others follow. */
export function prefixSteps({ trace }: Barcode<DataMatrixTrace>): Step[] {
  const { eci, macro, gs1, structuredAppend, reader, codewords } = trace
  const steps: Step[] = []
  if (structuredAppend !== undefined) steps.push(appendStep(codewords, structuredAppend))
  if (reader !== undefined) {
    steps.push({
      id: 'reader',
      title: 'Reader programming',
      clause: `${standard}, 5.2.4.9`,
      text: `${codewords[0]}: the message sets up the reader and is not transmitted.`,
      values: { value: codewords[0]! },
      modules: { path: [[0, 8]] },
    })
  }
  if (macro !== undefined) {
    steps.push({
      id: 'macro',
      title: `Macro ${macro}`,
      clause: `${standard}, 5.2.4.7`,
      text: `${codewords[0]} stands for the header of ISO/IEC 15434, format ${macro}, before the message, and for its trailer after it.`,
      values: { value: codewords[0]! },
      modules: { path: [[0, 8]] },
    })
  }
  if (eci !== undefined) {
    const at = structuredAppend !== undefined ? 4 : (reader ?? macro) !== undefined ? 1 : 0
    steps.push(eciStep(codewords, { eci, at, id: 'eci' }))
  }
  if (gs1) {
    steps.push({
      id: 'fnc1',
      title: 'FNC1 in the first position',
      clause: `${standard}, 5.2.4.6; GS1 General Specifications, 5.6.2`,
      text: `${codewords[0]}: the symbol carries GS1 element strings.`,
      values: { value: codewords[0]! },
      modules: { path: [[0, 8]] },
    })
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
export function eciStep(codewords: Uint8Array, { eci, at, id }: { eci: Eci; at: number; id: string }): Step {
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

/** Codewords of an ECI: its own, and its number in one or two. */
export const eciLength = (eci: Eci): number => (eci < 127 ? 2 : 3)
