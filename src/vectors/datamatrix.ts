/** The vectors of Data Matrix: a text for each feature, then every size full, nearly full and nearly empty. */

import {
  type Barcode,
  catalogue,
  type DataMatrixOptions,
  type DataMatrixTrace,
  dataMatrixEncodations,
  dataMatrixSizes,
} from '../../symbologies/index.ts'
import { capitals, digits, hex, repeated, setOf, small, type Vector, type VectorSet, type Wanted } from './vector.ts'

export const dataMatrixSet = (): VectorSet => setOf('datamatrix', dataMatrixWanted(), dataMatrixDetails)

function dataMatrixWanted(): Wanted<'datamatrix'>[] {
  const every = dataMatrixSizes.flatMap(({ name, data }): Wanted<'datamatrix'>[] => {
    const options: DataMatrixOptions = { modules: name }
    return [
      { name: `${name}, full of digits`, text: repeated(digits, 2 * data), options },
      { name: `${name}, full but for one codeword`, text: repeated(digits, 2 * data - 2), options },
      { name: `${name}, all pads but one`, text: 'A', options },
    ]
  })
  const forced = dataMatrixEncodations.flatMap((encodation) =>
    [3, 4, 5, 6, 7, 8].map(
      (length): Wanted<'datamatrix'> => ({
        name: `${encodation}, ${length} characters`,
        text: capitals.slice(0, length),
        options: { encodation },
      }),
    ),
  )
  return [
    { name: 'the standard’s example', text: '123456', source: `${catalogue.datamatrix.standard}, Annex O, the text` },
    { name: 'capitals', text: capitals },
    { name: 'small letters', text: small },
    { name: 'X12', text: 'ABC*DEF>123\r456*GHI' },
    { name: 'EDIFACT', text: '.A.B.C.D.E.F!(1)' },
    { name: 'control characters', text: '\x00\x01\x1d\x1e\x7f' },
    { name: 'the upper half without an ECI', text: 'äöüß', options: { eci: 'none' } },
    { name: 'the upper half under ECI 3', text: 'äöüß', options: { eci: 3 } },
    { name: 'UTF-8 under ECI 26', text: 'αβγ한글😀' },
    { name: 'macro 05', text: '[)>\x1e05\x1d123ABC\x1e\x04' },
    { name: 'macro 06', text: '[)>\x1e06\x1d123ABC\x1e\x04' },
    { name: 'macro 05 before ECI 3', text: '[)>\x1e05\x1d123ä\x1e\x04' },
    { name: 'macro 06 before ECI 26', text: '[)>\x1e06\x1d123Ж\x1e\x04' },
    { name: 'no macro before UTF-16', text: '[)>\x1e06\x1d123Ж\x1e\x04', options: { eci: 25 } },
    { name: 'UTF-8 without an ECI', text: 'äЖ', options: { eci: 'utf8' } },
    { name: 'encodations that change', text: `${digits.repeat(2)}${capitals}${small}\x80\x81\x82\x83\x84\x85` },
    { name: 'a Base 256 field of 249 bytes', text: repeated('\x80\xff\x9f', 249), options: { eci: 'none' } },
    { name: 'a Base 256 field of 250 bytes', text: repeated('\x80\xff\x9f', 250), options: { eci: 'none' } },
    { name: 'the smallest rectangle', text: '1234', options: { shape: 'rectangle' } },
    { name: 'more than 144x144 holds', text: repeated(digits, 3117) },
    { name: 'half of a surrogate pair', text: 'a\ud800' },
    { name: 'no text', text: '' },
    ...dataMatrixExtras(),
    ...forced,
    ...every,
  ]
}

const dividedText = 'A text that is divided among several symbols, 12345678.'

/** Structured append, reader programming, ECIs other than 3 and 26, and the rectangular extension. */
function dataMatrixExtras(): Wanted<'datamatrix'>[] {
  const parts = [2, 3, 16].flatMap((parts) =>
    Array.from({ length: parts }, (_, i): Wanted<'datamatrix'> => {
      return { name: `part ${i + 1} of ${parts}`, text: dividedText, options: { parts, part: i + 1 } }
    }),
  )
  const declared = eciSamples.map(([eci, text]): Wanted<'datamatrix'> => {
    return { name: `ECI ${eci}`, text, options: { eci } }
  })
  return [
    ...parts,
    ...declared,
    { name: 'a file identification', text: dividedText, options: { parts: 2, part: 1, fileid: '5,254' } },
    { name: 'parts of a given size', text: dividedText, options: { parts: 4, part: 2, modules: '26x26' } },
    { name: 'parts with an ECI each', text: 'äöü äöü αβγ αβγ', options: { parts: 2, part: 2 } },
    { name: 'more parts than characters', text: 'abc', options: { parts: 4, part: 1 } },
    { name: 'too long in parts', text: repeated(digits, 100), options: { parts: 2, part: 1, modules: '12x12' } },
    { name: 'reader programming', text: 'SET 1', options: { reader: 'init' } },
    { name: 'reader programming instead of a macro', text: '[)>\x1e05\x1d1\x1e\x04', options: { reader: 'init' } },
    { name: 'the shortest ECI: none', text: small, options: { eci: 'auto' } },
    { name: 'the shortest ECI: 3', text: 'äöü', options: { eci: 'auto' } },
    { name: 'the shortest ECI: 7', text: 'Москва', options: { eci: 'auto' } },
    { name: 'the shortest ECIs: 7 and 9', text: 'Москва, Москва; Αθήνα, Αθήνα', options: { eci: 'auto' } },
    { name: 'a character that ECI 7 lacks', text: 'Aé', options: { eci: 7 } },
    { name: 'the smallest of DMRE', text: repeated(capitals, 60), options: { shape: 'dmre' } },
    { name: 'more than DMRE holds', text: repeated(digits, 237), options: { shape: 'dmre' } },
  ]
}

/** A text for each form of ECI: a byte a character, several bytes, and a number in two codewords. */
const eciSamples = [
  [2, 'Ç'],
  [7, 'Москва'],
  [9, 'Αθήνα'],
  [17, '5 €'],
  [20, '漢字'],
  [25, 'aΩ'],
  [29, '汉字'],
  [32, '汉字'],
  [170, 'ABC'],
  [899, 'ÿ'],
] as const

export function dataMatrixDetails({ trace }: Barcode): Vector['details'] {
  const { size, eci, ecis, macro, structuredAppend, segments, codewords, padsFrom } = trace as DataMatrixTrace
  return {
    size: size.name,
    ...(eci !== undefined && { eci }),
    ...(ecis !== undefined && { ecis }),
    ...(structuredAppend !== undefined && { structuredAppend }),
    ...(macro !== undefined && { macro }),
    segments: segments.map(({ encodation, from, to }) => ({ encodation, from, to })),
    padsFrom,
    codewords: hex(codewords),
  }
}
