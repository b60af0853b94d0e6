import assert from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { EncodeError, type QrLevel, type QrOptions, qr, rowsOf } from '../../../symbologies/index.ts'
import { memoize } from '../../../symbologies/memoize.ts'
import { headerBits, reachIn } from '../../../symbologies/qr/append.ts'
import { searchesFor } from '../../../symbologies/qr/choice.ts'
import { allPlanes, kindsOf } from '../../../symbologies/qr/eci.ts'
import { PlaneCosts } from '../../../symbologies/qr/path.ts'
import { runsOf } from '../../../symbologies/qr/segments.ts'
import { classOf } from '../../../symbologies/qr/versions.ts'
import { manyScripts, reads } from '../../oracle/qr-options.ts'
import { zintMissing, zintRows } from '../../oracle/qr-peers.ts'
import { readQr } from '../../oracle/qr-reader.ts'
import { digits, lower, mixedTexts, upper } from '../../oracle/qr-texts.ts'
import { forAll, inLongRun } from '../../random.ts'
import { textsOf } from '../../texts.ts'

/** All bytes of what the standard calls the input data, kanji as Shift JIS where kanji mode has them. */
const asciiParity = (text: string): number => [...text].reduce((sum, character) => sum ^ character.charCodeAt(0), 0)

t.test('structured append: the parts are the text, alike in size and parity', inLongRun, async (t) => {
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

t.test('the parts of a text are cut where they take the fewest bits', inLongRun, (t) => {
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

t.test('equals zint in every part of a structured append', { skip: zintMissing || inLongRun.skip }, async () => {
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
