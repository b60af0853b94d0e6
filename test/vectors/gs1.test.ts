/** The vectors of GS1 messages, read by those who did not make them. */

import t from 'tap'
import { type Gs1Vector, gs1VectorSet } from '../../src/explain/vectors/index.ts'
import { type Gs1ErrorCode, gs1Message } from '../../symbologies/gs1/index.ts'
import { codePoints, encode, type Matrix } from '../../symbologies/index.ts'
import { matrixOfRows } from '../oracle/gs1.ts'
import { matrixOf, modulesOfWidths } from '../oracle/linear.ts'
import { plainPicture } from '../oracle/picture.ts'
import { zxingTransmission } from '../oracle/zxing.ts'
import { inLongRun } from '../random.ts'

const { vectors } = gs1VectorSet()
const drawn = vectors.filter(({ quiet }) => quiet !== undefined)

const identifiers: { readonly [symbology: string]: string } = { code128: ']C1', datamatrix: ']d2', qr: ']Q3' }

/** The matrix that the vector alone gives. */
const matrixFrom = ({ rows, widths }: Gs1Vector): Matrix =>
  rows === undefined ? matrixOf(modulesOfWidths(Array.from(widths!, Number))) : matrixOfRows(rows)

/** Messages that are right, but that no symbol of the symbology carries. */
const notCarried = [
  'ean13, more than a GTIN',
  'ean13, a GTIN of 14 digits',
  'ean8, a GTIN of 13 digits',
  'upca, a GTIN of 13 digits',
  'upce, a GTIN without the zeros',
  'itf14, a serial number',
  'microqr, a GTIN',
  'code39, a GTIN',
  'code128, a URI',
  'qr, a URI without a key',
  'qr, too much for the version',
  'ean13, a GTIN of 8 digits',
]

t.test('messages that are right have symbols, the others faults', async (t) => {
  const names = vectors.map(({ name }) => name)
  const refused = [...names.filter((name) => name.startsWith('refused: ')), ...notCarried]
  t.same(
    drawn.map(({ name }) => name),
    names.filter((name) => !refused.includes(name)),
  )
  const wrong = vectors.filter(({ faults }) => faults !== undefined && faults.length > 0)
  t.same(
    wrong.map(({ name }) => name),
    refused,
  )
  t.equal(new Set(names).size, vectors.length, 'names are different')
  const codes: readonly Gs1ErrorCode[] = [
    'gs1_carrier',
    'gs1_excluded_ai',
    'gs1_invalid_value',
    'gs1_missing_ai',
    'gs1_syntax',
    'gs1_unknown_ai',
  ]
  t.same([...new Set(wrong.flatMap(({ faults }) => faults!.map(({ code }) => code)))].sort(), codes)
  t.same([...new Set(drawn.flatMap(({ warnings = [] }) => warnings.map(({ code }) => code)))].sort(), [
    'gs1_missing_ai',
    'gs1_too_long',
  ])
  for (const { name, text, faults } of wrong) {
    if (faults!.some(({ from, to }) => from < 1 || from > to || to > codePoints(text))) t.fail(name)
  }
})

t.test('zxing-cpp transmits the data of every vector with the identifier of its symbology', inLongRun, async (t) => {
  for (const vector of drawn) {
    const { name, symbology, data, fnc1 } = vector
    // a plain symbol of the same symbology lends its quiet zones and captions
    const lent = encode(
      symbology,
      symbology === 'code128' || symbology === 'qr' || symbology === 'datamatrix' ? '1' : data!,
    )
    const found = await zxingTransmission(
      plainPicture({ ...lent, quiet: vector.quiet!, matrix: matrixFrom(vector) }),
      symbology,
    )
    const isUpc = symbology === 'upca' || symbology === 'upce'
    t.equal(found?.text, isUpc ? `0${data}` : data, name)
    if (fnc1 !== undefined) t.equal(found?.identifier, identifiers[symbology], name)
    else t.not(found?.identifier, identifiers[symbology], name)
    const separators = Array.from(data!, (character, i) => (character === '\x1d' ? i + 1 : 0)).filter((at) => at > 0)
    if (fnc1 !== undefined) t.same(fnc1, [0, ...separators], name)
  }
})

t.test('the forms of each vector say the same elements', inLongRun, async (t) => {
  for (const { name, elements, bracketed, raw, link } of drawn) {
    for (const form of [bracketed!, raw!]) t.same(pairsIn(form), elements, name)
    if (typeof link === 'string') t.same(pairsIn(link).sort(byAi), [...elements!].sort(byAi), name)
  }
})

const pairsIn = (text: string) => gs1Message(text).elements.map(({ ai, value }) => ({ ai, value }))
const byAi = (a: { ai: string }, b: { ai: string }): number => (a.ai < b.ai ? -1 : 1)
