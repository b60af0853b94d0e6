/** Structured append, FNC1 in the second position, and all options at once. */

import assert from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { ecis } from '../../symbologies/eci/index.ts'
import { EncodeError, type QrLevel, type QrOptions, qr, rowsOf } from '../../symbologies/index.ts'
import { memoize } from '../../symbologies/memoize.ts'
import { headerBits, reachIn } from '../../symbologies/qr/append.ts'
import { searchesFor } from '../../symbologies/qr/choice.ts'
import { allPlanes, kindsOf } from '../../symbologies/qr/eci.ts'
import { PlaneCosts } from '../../symbologies/qr/path.ts'
import { runsOf } from '../../symbologies/qr/segments.ts'
import { classOf } from '../../symbologies/qr/versions.ts'
import { manyScripts, plainTexts, reads, segmentsOf } from '../oracle/qr-options.ts'
import { zintMissing, zintRows } from '../oracle/qr-peers.ts'
import { readQr } from '../oracle/qr-reader.ts'
import { digits, lower, mixedTexts, upper } from '../oracle/qr-texts.ts'
import { drawn, forAll } from '../random.ts'
import { textsOf } from '../texts.ts'

/** All bytes of what the standard calls the input data, kanji as Shift JIS where kanji mode has them. */
const asciiParity = (text: string): number => [...text].reduce((sum, character) => sum ^ character.charCodeAt(0), 0)

t.test('structured append: the parts are the text, alike in size and parity', async (t) => {
  const texts = manyScripts(40).map((text) => `ab${text}`)
  const ecis = fc.constantFrom<QrOptions['eci'][]>(undefined, 'auto', 26)
  const levels = fc.constantFrom<(QrLevel | undefined)[]>(undefined, 'L', 'Q')
  await forAll([texts, fc.nat(14), ecis, levels, fc.nat(15)], { count: 60 }, async (text, more, eci, level, at) => {
    const parts = Math.min(2 + more, [...text].length)
    const options = { parts, ...(eci && { eci }), ...(level && { level }) }
    const symbols = Array.from({ length: parts }, (_, i) => qr(text, { ...options, part: i + 1 }))
    const readings = symbols.map(({ matrix }) => readQr(matrix))
    assert.equal(readings.map((each) => each.text).join(''), text)
    assert.deepEqual(
      readings.flatMap(({ faults }) => faults),
      [],
    )
    assert.equal(new Set(readings.map(({ version, level }) => `${version}-${level}`)).size, 1, 'sizes')
    assert.equal(new Set(readings.map(({ append }) => append?.parity)).size, 1, 'parities')
    for (const [i, { append, text }] of readings.entries()) {
      assert.deepEqual([append?.index, append?.parts], [i, parts])
      assert.ok(text !== '' && text.isWellFormed(), 'half of a pair')
    }
    const { version } = readings[0]!
    const isTooLarge = version > 1 && fits(text, { ...options, version: version - 1, level: level ?? 'M' })
    assert.ok(!isTooLarge, 'version too large')
    const index = at % parts
    const found = await reads(text, { ...options, part: index + 1 })
    assert.equal(found?.text, readings[index]!.text)
    assert.deepEqual(found.sequence, { index, size: parts, id: `${readings[index]!.append?.parity}` })
  })
  const [header] = qr('ABCDEFGHIJ', { parts: 3, part: 2 }).trace.segments
  const parity = asciiParity('ABCDEFGHIJ')
  t.strictSame(header, { mode: 'structured-append', part: 2, parts: 3, parity, from: 0, to: 0, bits: 20 })
  t.equal(readQr(qr('漢字', { parts: 2, part: 1 }).matrix).append?.parity, 0x8a ^ 0xbf ^ 0x8e ^ 0x9a, 'Shift JIS')
  t.equal(readQr(qr('éa', { parts: 2, part: 1, eci: 26 }).matrix).append?.parity, 0xc3 ^ 0xa9 ^ 0x61, 'UTF-8')
})

function fits(text: string, options: Omit<QrOptions, 'part'>): boolean {
  try {
    qr(text, { ...options, part: 1 })
    return true
  } catch (error) {
    if (error instanceof EncodeError && error.code === 'data_too_long') return false
    throw error
  }
}

t.test('the parts of a text are cut where they take the fewest bits', (t) => {
  const lengths = (text: string, options: QrOptions, parts: number): number[] =>
    Array.from({ length: parts }, (_, i) => {
      const { range } = qr(text, { ...options, parts, part: i + 1 }).trace
      return range!.to - range!.from
    })
  t.same(lengths('a'.repeat(60), {}, 4), [15, 15, 15, 15])
  t.same(lengths('ab', {}, 2), [1, 1])
  t.same(lengths('😀😀😀', {}, 3), [2, 2, 2])
  // 122 digits need 407 bits, and 3-L has 406 of them behind both headers
  t.same(lengths('0'.repeat(242), { version: 3, level: 'L' }, 2), [121, 121])
  t.throws(() => qr('0'.repeat(243), { version: 3, level: 'L', parts: 2, part: 1 }), { code: 'data_too_long' })
  const most = qr('0'.repeat(16 * 7083), { parts: 16, part: 16 }).trace
  t.same(
    [most.range, most.version, most.level],
    [{ from: 15 * 7083, to: 16 * 7083 }, 40, 'L'],
    'the most digits there are',
  )
  t.throws(() => qr('0'.repeat(16 * 7083 + 1), { parts: 16, part: 1 }), { code: 'data_too_long' })
  t.end()
})

t.test('structured append: the longest part takes as few codewords as in an exhaustive search', async () => {
  const texts = mixedTexts(['01', 'AB', 'ab\\~', 'é÷', 'ž', 'Жш', '漢字', '한', '😀'], 6, 5)
  const options = fc.constantFrom<QrOptions>({ version: 5 }, { version: 5, eci: 'auto' })
  await forAll([texts, fc.constantFrom(2, 3), options], { count: 80 }, (text, most, options) => {
    const parts = Math.min(most, [...text].length)
    fc.pre(parts > 1)
    const ours = Array.from({ length: parts }, (_, part) => {
      const { segments } = qr(text, { ...options, parts, part: part + 1 }).trace
      return codewordsOf(segments.reduce((sum, { bits }) => sum + bits, 0))
    })
    const piece = memoize((piece: string) =>
      codewordsOf(searchesFor(piece, options)[0]!(classOf(5))!.bits + headerBits),
    )
    const fewest = Math.min(
      ...cutsOf([...text], parts).map((pieces) => Math.max(...pieces.map((each) => piece(each.join(''))))),
    )
    assert.equal(Math.max(...ours), fewest)
  })
})

const codewordsOf = (bits: number): number => Math.ceil(bits / 8)

/** All divisions into so many pieces of one character or more. */
function cutsOf<Item>(items: readonly Item[], parts: number): Item[][][] {
  if (parts === 1) return [[[...items]]]
  return Array.from({ length: items.length - parts + 1 }, (_, i) => i + 1).flatMap((end) =>
    cutsOf(items.slice(end), parts - 1).map((rest) => [items.slice(0, end), ...rest]),
  )
}

t.test('as many characters fit as if each was added to those before it', async () => {
  const texts = manyScripts(300).map((text) => `ž${text}`)
  const asked = fc.tuple(fc.nat(), fc.nat(), fc.integer({ min: 1, max: 2000 }))
  const twelve = fc.array(asked, { minLength: 12, maxLength: 12 })
  await forAll([texts, fc.integer({ min: 1, max: 40 }), twelve], { count: 60 }, (text, version, twelve) => {
    const planes = allPlanes(text)
    const kinds = kindsOf(text, runsOf(text, 'qr'), planes)
    const { headers } = classOf(version)
    const reach = reachIn(kinds, new PlaneCosts(planes, headers))
    for (const [start, length, bits] of twelve) {
      const from = start % kinds.length
      const limit = from + 1 + (length % (kinds.length - from))
      const costs = new PlaneCosts(planes, headers)
      const exceeding = kinds.slice(from, limit).findIndex((kind) => {
        costs.add(kind, 1)
        return costs.bits > bits
      })
      const expected = exceeding < 0 ? limit : from + exceeding
      assert.equal(reach({ from, limit, bits }), expected, `of ${from} to ${limit} in ${bits} bits`)
    }
  })
})

t.test('equals zint in every part of a structured append', { skip: zintMissing }, async () => {
  const texts = fc.oneof(...[digits, upper, lower].map((alphabet) => textsOf(alphabet, 20, 200)))
  const count = fc.integer({ min: 2, max: 16 })
  await forAll([texts, count, fc.nat(15)], { count: 40 }, (text, parts, at) => {
    const part = 1 + (at % parts)
    const { matrix, trace } = qr(text, { parts, part })
    const { version, level, mask, range } = trace
    const append = [part, parts, asciiParity(text)] as const
    const [zint] = zintRows(false, [text.slice(range!.from, range!.to)], { version, level, mask, append })
    assert.deepEqual(rowsOf(matrix), zint)
  })
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

t.test('any options at once: the text comes back, or an error says what to do', async (t) => {
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
