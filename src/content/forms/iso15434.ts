/** A message of ISO/IEC 15434: elements of one format, with the envelope round them. */

import { bracketedText, gs1Message, rawText } from '../../../symbologies/gs1/index.ts'
import { readIso15434 } from '../iso15434.ts'
import { linesOf } from '../texts.ts'
import { type Content, type ContentField, filled } from './form.ts'

type Name = 'envelope' | 'elements'

const fields: readonly ContentField<Name>[] = [
  { name: 'envelope', kind: 'choice', choices: ['06', '05', '12'] },
  { name: 'elements', kind: 'lines', isRequired: true, longest: 2000 },
]

const [gs, rs, eot] = ['\x1d', '\x1e', '\x04']

/** Of GS1's format the lines have AIs in brackets; of the others an element is as it is, its identifier first. */
export const iso15434: Content<Name> = {
  standard: 'ISO/IEC 15434:2019, ANS MH10.8.2',
  fields,
  // Data Matrix has a macro character for all that is round the data of formats 05 and 06
  types: () => ['datamatrix', 'qr'],
  write: ({ envelope, elements }) => {
    const lines = linesOf(elements).filter((line) => line !== '')
    return `[)>${rs}${envelope}${gs}${envelope === '05' ? elementStrings(lines) : lines.join(gs)}${rs}${eot}`
  },
  read: (text) => {
    const [envelope = '', data = ''] = [text.slice(4, 6), text.slice(7, -2)]
    if (!['05', '06', '12'].includes(envelope) || /[\p{Cc}]/u.test(data.replaceAll(gs!, ''))) return undefined
    if (readIso15434(text).faults.length > 0) return undefined
    const lines = envelope === '05' ? bracketedLines(data) : data.split(gs)
    const values = filled(fields, { envelope, elements: lines.join('\n') })
    return iso15434.write(values) === text ? values : undefined
  },
  check: (values) => {
    const { envelope, elements } = values
    const isRight = envelope !== '05' || gs1Message(linesOf(elements).join('')).faults.length === 0
    const { faults } = readIso15434(iso15434.write(values))
    return isRight && faults.length === 0 ? [] : [{ field: 'elements', code: 'elements' }]
  },
  caption: () => '',
}

/** Lines of AIs in brackets as a symbol has them, GS for FNC1. */
const elementStrings = (lines: readonly string[]): string =>
  rawText(gs1Message(lines.join('')).elements)
    .slice(1)
    .replaceAll('^', gs!)

/** A reader's prefix makes a message of element strings. */
const bracketedLines = (data: string): readonly string[] =>
  gs1Message(`]d2${data}`).elements.map((element) => bracketedText([element]))
