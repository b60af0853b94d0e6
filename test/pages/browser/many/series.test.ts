/** The series of the label page, without a browser. */

import { deepEqual, ok } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { longestSeries, type SeriesFields, seriesOf } from '../../../../src/pages/browser/many/series.ts'
import { forAll } from '../../../random.ts'

const empty: SeriesFields = { prefix: '', first: '', last: '', step: '', digits: '', suffix: '' }

function textsOf(fields: Partial<SeriesFields>): string[] {
  const series = seriesOf({ ...empty, ...fields })
  if ('kind' in series) throw new Error(JSON.stringify(series))
  return Array.from({ length: series.length }, (_, i) => series.text(i))
}

t.test('prefix, numbers, suffix', async (t) => {
  t.same(textsOf({ prefix: 'QZ-', first: '8', last: '11', suffix: '/B' }), ['QZ-8/B', 'QZ-9/B', 'QZ-10/B', 'QZ-11/B'])
  t.same(textsOf({ first: '1', last: '10', step: '4', digits: '3' }), ['001', '005', '009'], 'the last is a bound')
  t.same(textsOf({ first: '3', last: '1' }), ['3', '2', '1'], 'down')
  t.same(textsOf({ first: '5', last: '5' }), ['5'])
  t.same(textsOf({ first: ' 0098 ', last: '0101' }), ['0098', '0099', '0100', '0101'], 'as many digits as the first')
  t.same(textsOf({ first: '0098', last: '99', digits: '2' }), ['98', '99'], 'unless it is said')
  t.same(textsOf({ prefix: ' 1', first: '0', last: '0', suffix: ' ' }), [' 10 '], 'blanks around are part of the text')
})

t.test('numbers beyond those of doubles are exact', async (t) => {
  const first = '900719925474099267'
  t.same(textsOf({ first, last: '900719925474099269' }), [first, '900719925474099268', '900719925474099269'])
})

t.test('what is no series says why', async (t) => {
  const fault = (fields: Partial<SeriesFields>) => seriesOf({ ...empty, ...fields })
  t.same(fault({}), { kind: 'numbers', fields: ['first', 'last'] })
  t.same(fault({ first: 'A', last: '-1', step: '0', digits: '19' }), {
    kind: 'numbers',
    fields: ['first', 'last', 'step', 'digits'],
  })
  t.same(fault({ first: '1', last: '1.5' }), { kind: 'numbers', fields: ['last'] })
  t.same(fault({ first: '1', last: '9'.repeat(19) }), { kind: 'numbers', fields: ['last'] })
  t.same(fault({ first: '1', last: '9'.repeat(10_000) }), { kind: 'numbers', fields: ['last'] })
  t.same(fault({ first: '0', last: `${longestSeries}` }), { kind: 'too long', length: BigInt(longestSeries) + 1n })
  t.equal(textsOf({ first: '1', last: `${longestSeries}` }).length, longestSeries)
  t.same(fault({ first: '0', last: '9'.repeat(18) }), { kind: 'too long', length: 10n ** 18n })
})

t.test('each number is a step from the one before, and the next would be past the last', async () => {
  const firsts = fc
    .tuple(fc.oneof(fc.constant(1n), fc.bigInt(0n, 2n ** 31n)), fc.nat(8))
    .map(([number, zeros]) => number * 10n ** BigInt(zeros))
  const distances = fc.bigInt(-3000n, 3000n)
  await forAll([firsts, distances, fc.bigInt(1n, 70n)], { count: 400 }, (first, distance, step) => {
    const last = first + distance
    if (last < 0n) return
    const numbers = textsOf({ first: `${first}`, last: `${last}`, step: `${step}` }).map(BigInt)
    const up = last < first ? -step : step
    const past = (number: bigint): boolean => (up > 0n ? number > last : number < last)
    deepEqual(
      numbers,
      numbers.map((_, i) => first + BigInt(i) * up),
    )
    ok(!past(numbers.at(-1)!) && past(numbers.at(-1)! + up))
  })
})
