import { type Barcode, type DataMatrixOptions, type DataMatrixTrace, datamatrix } from '../../../symbologies/index.ts'
import { counted } from '../bits.ts'
import type { Explanation, Part, Step } from '../explanation.ts'
import { framed, quietZone } from '../linear.ts'
import { quotedBytes } from './bytes.ts'
import { blockSteps, pathOf, placementStep } from './codewords.ts'
import { meaningsOf, type Source } from './encodations.ts'
import { patternSteps, standard } from './patterns.ts'

export function explainDataMatrix(text: string, options: DataMatrixOptions = {}): Explanation {
  const barcode = datamatrix(text, options)
  const { size, padsFrom } = barcode.trace
  return framed(barcode, {
    text,
    summary: `${size.rows} × ${size.columns}, ${padsFrom} of ${size.data} data codewords used`,
    path: pathOf(barcode),
    steps: [
      sizeStep(barcode, options),
      ...prefixSteps(barcode),
      ...segmentSteps(barcode),
      ...padSteps(barcode),
      ...blockSteps(barcode),
      placementStep(barcode),
      quietZone(barcode, `${standard}, 5.8.4`),
      ...patternSteps(size),
    ],
  })
}

function sizeStep(
  { trace: { size, padsFrom } }: Barcode<DataMatrixTrace>,
  { size: asked, shape = 'square' }: DataMatrixOptions,
): Step {
  const among = shape === 'any' ? 'of all sizes' : `of the ${shape}s`
  return {
    id: 'size',
    title: `${size.rows} × ${size.columns} modules`,
    clause: `${standard}, 5.5 and Table 7`,
    text:
      `The message takes ${counted(padsFrom, 'codeword')}; ${size.rows} × ${size.columns} holds ${size.data} and ` +
      `${size.errorCorrection} for error correction. It is ${asked ? 'the requested size' : `the smallest ${among} that holds them`}.`,
    values: {
      rows: size.rows,
      columns: size.columns,
      used: padsFrom,
      capacity: size.data,
      errorCorrection: size.errorCorrection,
    },
  }
}

const interpretations = { 3: 'ISO/IEC 8859-1', 26: 'UTF-8' } as const

function prefixSteps({ trace: { eci, macro, gs1, codewords } }: Barcode<DataMatrixTrace>): Step[] {
  if (eci !== undefined) {
    return [
      {
        id: 'eci',
        title: `ECI ${eci}: ${interpretations[eci]}`,
        clause: `${standard}, 5.4`,
        text: `The bytes of the message are ${interpretations[eci]}.`,
        modules: { path: [[0, 16]] },
        parts: [
          {
            title: 'ECI',
            text: 'The next codeword gives the interpretation.',
            values: { value: codewords[0]! },
            modules: { path: [[0, 8]] },
          },
          {
            title: `designator ${eci}`,
            text: `${eci} + 1 = ${codewords[1]}.`,
            values: { value: codewords[1]! },
            modules: { path: [[8, 16]] },
          },
        ],
      },
    ]
  }
  if (gs1) {
    return [
      {
        id: 'fnc1',
        title: 'FNC1 in the first position',
        clause: `${standard}, 5.2.4.6; GS1 General Specifications, 5.6.2`,
        text: `${codewords[0]}: the symbol carries GS1 element strings.`,
        values: { value: codewords[0]! },
        modules: { path: [[0, 8]] },
      },
    ]
  }
  if (macro === undefined) return []
  return [
    {
      id: 'macro',
      title: `Macro ${macro}`,
      clause: `${standard}, 5.2.4.7`,
      text: `${codewords[0]} stands for the header of ISO/IEC 15434, format ${macro}, before the message, and for its trailer after it.`,
      values: { value: codewords[0]! },
      modules: { path: [[0, 8]] },
    },
  ]
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

function segmentSteps({ trace }: Barcode<DataMatrixTrace>): Step[] {
  const { bytes, codewords, segments } = trace
  const source: Source = { codewords, bytes, utf8: trace.eci === 26, gs1: trace.gs1 === true }
  return segments.map((segment, i): Step => {
    const { encodation, from, to, firstCodeword, endCodeword } = segment
    const { name, clause, about } = encodations[encodation]
    let at = firstCodeword
    return {
      id: `encodation-${i + 1}`,
      title: `${name}: ${from === to ? 'nothing' : quotedBytes(source, from, to)}`,
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
      parts: meaningsOf(segment, source).map(({ title, text, count, values }): Part => {
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
  })
}

function padSteps({ trace: { padsFrom, size, codewords } }: Barcode<DataMatrixTrace>): Step[] {
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
