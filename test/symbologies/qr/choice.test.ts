/** Structured append, FNC1 in the second position, and all options at once. */

import assert from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { ecis } from '../../../symbologies/eci/index.ts'
import { EncodeError, type QrLevel, type QrOptions, qr } from '../../../symbologies/index.ts'
import { manyScripts, plainTexts, reads, segmentsOf } from '../../oracle/qr-options.ts'
import { readQr } from '../../oracle/qr-reader.ts'
import { qrTables } from '../../oracle/qr-tables.ts'
import { upTo } from '../../oracle/qr-texts.ts'
import { drawn, forAll, inLongRun } from '../../random.ts'
import { textsOf } from '../../texts.ts'

const levels = ['L', 'M', 'Q', 'H'] as const

t.test('by default the smallest version at M, then its highest level; L if 40-M is too small', inLongRun, async (t) => {
  const holds = (version: number, level: string, count: number): boolean =>
    qrTables.rows.find(([v, l]) => v === version && l === level)![6] >= count
  await forAll([fc.integer({ min: 1, max: 2953 })], { count: 150 }, (count) => {
    const asked = count > 2331 ? 'L' : 'M'
    const version = upTo(40).find((v) => holds(v + 1, asked, count))! + 1
    const level = levels.findLast((each) => holds(version, each, count))
    const { trace } = qr('~'.repeat(count))
    assert.deepEqual([trace.version, trace.level], [version, level])
  })
  t.match(qr('1'.repeat(7089)).trace, { version: 40, level: 'L' })
  t.match(qr('~'.repeat(100), { level: 'H' }).trace, { version: 10, level: 'H' })
  t.match(qr('~'.repeat(100), { version: 40 }).trace, { version: 40, level: 'H' })
  t.match(qr('~'.repeat(2332), { version: 40 }).trace, { version: 40, level: 'L' })
})

t.test('FNC1 in the second position', async (t) => {
  const alphabets = ['AB12%\x1d', 'ab%\x1d', '0123\x1d', 'aé\x1d%AB', '%\x1d']
  const texts = fc.oneof(...alphabets.map((alphabet) => textsOf(alphabet, 1, 30)))
  const indicators = fc.constantFrom('00', '37', '99', 'A', 'z')
  const ecis = fc.constantFrom<QrOptions>({}, {}, { eci: 'auto' })
  await forAll([texts, indicators, ecis], { count: 60 }, async (text, indicator, eci) => {
    const options: QrOptions = { fnc1: 'second', indicator, ...eci }
    const reading = readQr(qr(text, options).matrix)
    assert.deepEqual([reading.text, reading.indicator, reading.faults], [text, indicator, []])
    const found = await reads(text, options)
    assert.equal(found?.text, indicator + text)
    assert.match(found.identifier, /^\]Q[56]$/)
  })
  t.equal(segmentsOf('AB%12\x1dAB', { fnc1: 'second', indicator: '37' }), 'fnc1-second false, alphanumeric 9')
  const modes = (text: string, options: QrOptions): string[] => qr(text, options).trace.segments.map(({ mode }) => mode)
  const all = { fnc1: 'second', indicator: 'a', eci: 7, parts: 2, part: 1 } as const
  t.same(modes('ЖЖЖЖ', all), ['structured-append', 'eci', 'fnc1-second', 'byte'], 'the order of headers')
})

t.test('options that cannot hold the text name those that can', (t) => {
  const refused = (text: string, options: QrOptions, message: RegExp): void => {
    t.throws(() => qr(text, options), { code: 'data_too_long', message })
  }
  refused('a'.repeat(20), { version: 1, level: 'H' }, /version 1-H holds .*; version=3 holds it$/)
  refused('a'.repeat(11), { version: 1, level: 'H' }, /; level=Q or version=2 holds it$/)
  refused('a'.repeat(2000), { level: 'H' }, /; level=M holds it$/)
  refused('a'.repeat(3000), {}, /; parts divides a text among up to 16 symbols$/)
  refused('a'.repeat(300), { version: 2, parts: 2, part: 1 }, /version 2-L, which .*; version=7 or parts=10 holds it$/)
  refused('a'.repeat(12000), { parts: 2, part: 1 }, /; parts=5 holds it$/)
  refused('0'.repeat(70000), { parts: 2, part: 1 }, /; it needs parts=10 or more, of version 40-L$/)
  refused('0'.repeat(120000), { parts: 2, part: 1 }, /; 16 of them do not hold it either$/)
  const short = {
    code: 'invalid_length',
    message: 'qr: parts is 5, and the text has 3 characters; accepted: parts up to 3',
  }
  t.throws(() => qr('a😀b', { parts: 5, part: 1 }), short)
  t.throws(() => qr('a', { parts: 2, part: 1 }), { message: /1 character; accepted: a text of 2 characters or more$/ })
  t.end()
})

t.test('options that do not go together', (t) => {
  const refused: [QrOptions, RegExp][] = [
    [{ parts: 2 }, /parts needs part, 1 to 2/],
    [{ part: 2 }, /part needs parts/],
    [{ parts: 2, part: 3 }, /part is 3 of 2 parts/],
    [{ parts: 17, part: 1 }, /parts is "17"/],
    [{ fnc1: 'second' }, /needs indicator/],
    [{ indicator: 'a' }, /needs fnc1/],
    [{ fnc1: 'second', indicator: 'ab' }, /indicator is "ab"; accepted: a letter or two digits/],
    [{ fnc1: 'second', indicator: 'a', gs1: true }, /first position/],
    [{ fnc1: 'second', indicator: 'a', eci: 25 }, /eci 25 does not go with fnc1/],
    [{ parts: 2, part: 1, gs1: true }, /gs1 does not go with parts/],
    [{ gs1: true, eci: 26 }, /no ECI/],
  ]
  for (const [options, message] of refused) {
    t.throws(() => qr('abc', options), RangeError)
    t.throws(() => qr('abc', options), { message })
  }
  t.end()
})

/** Options of every kind at once. */
const optionsUnder = (eci: QrOptions['eci']): fc.Arbitrary<QrOptions> =>
  drawn((r) => {
    const maybe = <T>(choices: ArrayLike<T>): T | undefined => (r.between(0, 2) === 2 ? r.pick(choices) : undefined)
    const parts = maybe([2, 3, 5, 16])
    const level: QrLevel | undefined = maybe(['L', 'M', 'Q', 'H'] as const)
    const version = maybe([1, 2, 5, 9, 10, 26, 27, 40])
    const mask = maybe([0, 3, 7])
    // UTF-16 and UTF-32 do not go with an indicator
    const indicator = eci === 25 || eci === 35 ? undefined : maybe(['a', '42'])
    return {
      ...(eci !== undefined && { eci }),
      ...(parts !== undefined && { parts, part: r.between(1, parts) }),
      ...(level !== undefined && { level }),
      ...(version !== undefined && { version }),
      ...(mask !== undefined && { mask }),
      ...(indicator !== undefined && { fnc1: 'second', indicator }),
    }
  })

/** A text and options for it. */
const someEci = fc.oneof<fc.Arbitrary<QrOptions['eci']>[]>(
  fc.constantFrom(undefined, 'none', 'auto'),
  fc.constantFrom(...ecis),
)
const requests = someEci.chain((eci) => {
  const some = fc.oneof(...[5, 30, 200].map(manyScripts))
  const own = typeof eci === 'number' ? plainTexts(eci) : some
  const texts = fc.oneof(some, own, own)
  return fc.tuple(texts, optionsUnder(eci)).map(([text, options]) => ({ text, options }))
})

t.test('any options at once: the text comes back, or an error says what to do', inLongRun, async (t) => {
  let refusals = 0
  await forAll([requests], { count: 200 }, async ({ text, options }) => {
    const symbol = symbolOrRefusal(text, options)
    if (symbol instanceof EncodeError) {
      refusals++
      const remedy =
        /; (accepted: |.* holds it$|parts divides|it needs parts=|16 of them do not hold it either)|holds at most/
      assert.match(symbol.message, remedy)
      return
    }
    const { matrix, trace } = symbol
    const { eci, indicator, level = trace.level, version = trace.version } = options
    const carried = trace.range === undefined ? text : text.slice(trace.range.from, trace.range.to)
    const reading = readQr(matrix)
    assert.deepEqual([reading.text, reading.faults], [carried, []])
    assert.deepEqual([reading.level, reading.version], [level, version])
    // zxing-cpp guesses the character set of bytes that no ECI declares
    if (eci === 'none' || (eci === undefined && reading.version === 40)) return
    assert.equal((await reads(text, options))?.text, (indicator ?? '') + carried)
  })
  t.ok(refusals > 0, `${refusals} refusals`)
})

function symbolOrRefusal(text: string, options: QrOptions): ReturnType<typeof qr> | EncodeError {
  try {
    return qr(text, options)
  } catch (error) {
    if (error instanceof EncodeError) return error
    throw error
  }
}
