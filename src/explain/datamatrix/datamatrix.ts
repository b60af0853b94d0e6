import {
  type Barcode,
  type DataMatrixOptions,
  type DataMatrixTrace,
  datamatrix,
  isDmre,
} from '../../../symbologies/index.ts'
import { counted } from '../bits.ts'
import type { Explanation, Part, Step } from '../explanation.ts'
import { framed, quietZone } from '../linear.ts'
import { bytesOf, quotedBytes } from './bytes.ts'
import { blockSteps, pathOf, placementStep } from './codewords.ts'
import { meaningsOf, type Source } from './encodations.ts'
import { patternSteps, standard } from './patterns.ts'
import { eciLength, eciStep, prefixSteps } from './prefix.ts'

export function explainDataMatrix(text: string, options: DataMatrixOptions = {}): Explanation {
  const barcode = datamatrix(text, options)
  const { size, padsFrom } = barcode.trace
  const { carried = text } = barcode
  return framed(barcode, {
    text: carried,
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

/** Data Matrix rectangular extension */
const dmre = 'ISO/IEC 21471:2020'

function sizeStep(
  { trace: { size, padsFrom, structuredAppend, unannounced, bytes } }: Barcode<DataMatrixTrace>,
  { modules: asked, shape = 'square' }: DataMatrixOptions,
): Step {
  const among = {
    square: 'of the squares',
    rectangle: 'of the rectangles',
    dmre: 'of the rectangles, the extended ones among them,',
    any: 'of all sizes',
  }[shape]
  const held = structuredAppend === undefined ? 'them' : 'each of the parts'
  const isGuessed = unannounced === 'utf8' && bytes.some((byte) => byte > 0x7f)
  const set = isGuessed ? ' Bytes are UTF-8, which no ECI announces, so that readers guess it.' : ''
  return {
    id: 'size',
    title: `${size.rows} × ${size.columns} modules`,
    clause: isDmre(size) ? `${dmre}; ${standard}, 5.5` : `${standard}, 5.5 and Table 7`,
    text:
      `The message takes ${counted(padsFrom, 'codeword')}; ${size.rows} × ${size.columns} holds ${size.data} and ` +
      `${size.errorCorrection} for error correction. It is ${asked ? 'the requested size' : `the smallest ${among} that holds ${held}`}.${set}`,
    values: {
      rows: size.rows,
      columns: size.columns,
      used: padsFrom,
      capacity: size.data,
      errorCorrection: size.errorCorrection,
    },
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

function segmentSteps({ trace }: Barcode<DataMatrixTrace>): Step[] {
  const { codewords, segments, ecis = [] } = trace
  const source: Source = { codewords, ...bytesOf(trace), gs1: trace.gs1 === true }
  return segments.flatMap((segment, i): Step[] => {
    const declared = ecis.findIndex(({ from }) => from === segment.from)
    const step = segmentStep(segment, i, source)
    if (declared < 0) return [step]
    const { eci } = ecis[declared]!
    const at = segment.firstCodeword - eciLength(eci)
    return [eciStep(codewords, { eci, at, id: `eci-${declared + 1}` }), step]
  })
}

function segmentStep(segment: DataMatrixTrace['segments'][number], i: number, source: Source): Step {
  const { codewords } = source
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
