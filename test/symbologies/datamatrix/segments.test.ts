import assert from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { type DataMatrixTrace, dataMatrixSizes, datamatrix } from '../../../symbologies/index.ts'
import { readDataMatrix } from '../../oracle/datamatrix-reader.ts'
import { fewestCodewords } from '../../oracle/datamatrix-shortest.ts'
import { all, drawn, forAll, inLongRun, long } from '../../random.ts'
import { textsOf } from '../../texts.ts'
import { alphabets, bytesOf, fillingTexts, mixedTexts } from './texts.ts'

/** Asserts that what `text` becomes is legal and says the same. */
function saysTheText(text: string): DataMatrixTrace {
  const { trace, matrix } = datamatrix(text, { eci: 'none' })
  const read = readDataMatrix(matrix)
  assert.deepEqual([read.text, read.padsFrom], [text, trace.padsFrom])
  const lengths = trace.segments.map(({ from, to }) => to - from)
  assert.equal(
    lengths.reduce((sum, length) => sum + length),
    text.length,
  )
  return trace
}

/** Asserts that besides no size and no sequence of codewords is shorter, by plain search. */
function isShortest(text: string): DataMatrixTrace {
  const trace = saysTheText(text)
  const bytes = bytesOf(text)
  const smaller = dataMatrixSizes[dataMatrixSizes.indexOf(trace.size) - 1]
  assert.equal(smaller && fewestCodewords(bytes, smaller.data), undefined, `size: ${text}`)
  assert.equal(trace.padsFrom, fewestCodewords(bytes, trace.size.data), `codewords: ${text}`)
  return trace
}

t.test('no shorter symbol: all texts over an alphabet that reaches every encodation', async (t) => {
  const longest = all ? 6 : long ? 5 : 4
  // What is shortest for no text of up to 6 characters is still tried for each.
  const shortest = all ? ['ascii', 'base256', 'c40', 'text', 'x12'] : ['ascii', 'base256']
  let texts = ['']
  const reached = new Set<string>()
  for (let length = 1; length <= longest; length++) {
    texts = texts.flatMap((text) => Array.from('1A*a(é', (character) => text + character))
    for (const text of texts) for (const { encodation } of isShortest(text).segments) reached.add(encodation)
  }
  t.strictSame([...reached].sort(), shortest)
})

t.test('no shorter symbol: random texts', inLongRun, async (t) => {
  const reached = new Set<string>()
  const texts = fc.oneof(...[4, 8, 12].map((longest) => mixedTexts(longest).map((text) => text.slice(0, 30))))
  await forAll([texts], { count: 1500 }, (text) => {
    for (const { encodation } of isShortest(text).segments) reached.add(encodation)
  })
  t.equal(reached.size, 6, 'every encodation reached')
  for (const length of [248, 249, 250, 251, 277, 278]) {
    for (const [before, after] of ['  ', 'Aé', '1é1'].map((ends) => [ends, [...ends].reverse().join('')])) {
      const texts = textsOf('éàÿ\x80', length).map((text) => before + text + after)
      const check = length < 252 && long ? isShortest : saysTheText
      await forAll([texts], { count: 1, times: 1 }, (text) => check(text) !== undefined)
    }
  }
})

t.test('no shorter symbol: every alphabet at every short length', inLongRun, async (t) => {
  for (const alphabet of alphabets) {
    for (let length = 1; length <= 24; length++) {
      const before = fc.oneof(...alphabets.map((other) => textsOf(other, 0, 2)))
      await forAll([before, textsOf(alphabet, length)], { count: 3 }, (before, text) => {
        isShortest(before + text)
      })
    }
    t.pass(JSON.stringify(alphabet))
  }
})

t.test('long texts and texts that fill a symbol', async () => {
  const filling = fc.oneof(...Array.from({ length: 23 }, (_, index) => drawn((r) => fillingTexts(r, index))))
  await forAll([filling, mixedTexts(300)], { count: 100 }, (texts, mixed) => {
    for (const text of [...texts, mixed]) saysTheText(text)
  })
})

t.test('two long Base 256 fields, or one over the digits between them', async (t) => {
  const used = (text: string): number => datamatrix(text, { eci: 'none' }).trace.padsFrom
  const bytes = 'é'.repeat(260)
  // One field: latch, length in two codewords, the bytes. Four digits in ASCII save two codewords and cost a latch and
  // a length in two codewords; eight save four.
  t.equal(used(`${bytes}1234${bytes}`), 3 + 524)
  t.equal(used(`${bytes}12345678${bytes}`), 2 * (3 + 260) + 4)
  t.equal(used(`${bytes}1234${bytes.slice(0, 240)}`), 3 + 504)
})
