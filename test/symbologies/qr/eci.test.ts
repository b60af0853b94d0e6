/** Forced ECIs, and several ECIs in one text. */

import assert from 'node:assert/strict'
import t from 'tap'
import { characterSet, type Eci, eciNames, ecis } from '../../../symbologies/eci/index.ts'
import { type QrOptions, qr, rowsOf } from '../../../symbologies/index.ts'
import { isKanji, manyScripts, plainTexts, reads, segmentsOf } from '../../oracle/qr-options.ts'
import { zintMissing, zintRows } from '../../oracle/qr-peers.ts'
import { readQr } from '../../oracle/qr-reader.ts'
import { fewestBitsOfAny } from '../../oracle/qr-shortest.ts'
import { digits, lower, mixedTexts, upper } from '../../oracle/qr-texts.ts'
import { forAll, forAllInBatches, inLongRun } from '../../random.ts'

t.test('a forced ECI declares its set, and designators above 127 take two bytes', (t) => {
  t.equal(segmentsOf('Привет', { eci: 7 }), 'eci 7, byte 6')
  t.equal(segmentsOf('Привет', { eci: 25 }), 'eci 25, byte 12')
  t.equal(segmentsOf('12345', { eci: 25 }), 'eci 25, byte 10', 'digits are two bytes in UTF-16')
  t.equal(segmentsOf('12345', { eci: 22 }), 'eci 22, numeric 5')
  t.equal(segmentsOf('漢字漢字漢字ｱｲ', { eci: 20 }), 'eci 20, kanji 6, byte 2', 'bytes and kanji under Shift JIS')
  t.equal(segmentsOf('漢字', { eci: 28 }), 'eci 28, byte 4')
  const [declared] = qr('aé', { eci: 899 }).trace.segments
  t.strictSame(declared, { mode: 'eci', designator: 899, from: 0, to: 0, bits: 20 })
  t.same(
    Array.from(qr('a', { eci: 899 }).trace.data[0]!.slice(0, 3)),
    [0x78, 0x38, 0x34],
    '0111 10 00001110000011 0100',
  )
  t.same(Array.from(qr('a', { eci: 170 }).trace.data[0]!.slice(0, 3)), [0x78, 0x0a, 0xa4])
  t.end()
})

t.test('a character that the set lacks', (t) => {
  const at = (text: string, eci: Eci, position: number, message: RegExp): void => {
    t.throws(() => qr(text, { eci }), { code: 'invalid_character', at: position, message })
    t.throws(() => qr(text, { eci, parts: 2, part: 1 }), { code: 'invalid_character', at: position })
  }
  at(
    'aЖ',
    4,
    2,
    /^qr: "Ж" \(U\+0416\) at position 2; .* ISO 8859-2 under eci=4; eci=7 \(ISO 8859-5\) or eci=26 \(UTF-8\) carries/,
  )
  at('😀漢a', 20, 1, /Shift JIS under eci=20; eci=26 \(UTF-8\) carries the whole text/)
  at('漢a#', 170, 1, /ISO 646/)
  at('12$', 170, 3, /eci=3 \(ISO 8859-1\)/)
  at('C:\\', 20, 3, /eci=3 \(ISO 8859-1\)/)
  t.end()
})

t.test('equals zint under every ECI that it has', { skip: zintMissing || inLongRun.skip }, async (t) => {
  for (const eci of ecis.filter((eci) => ![1, 2, 899].includes(eci))) {
    const forced = { eci, version: 4 + (eci % 9), level: 'L', mask: eci % 8 } as const
    await forAllInBatches(plainTexts(eci), { count: 8 }, (texts) => {
      const zint = zintRows(false, texts, forced)
      return texts.map((text, i) =>
        rowsOf(qr(text, forced).matrix).join() === zint[i]!.join() ? undefined : `zint differs under ${eci}`,
      )
    })
    t.pass(eciNames[eci])
  }
})

t.test('under a single-byte ECI never larger than zint', { skip: zintMissing }, async (t) => {
  for (const [eci, letters] of [
    [7, 'ЖэшфиЯ'],
    [9, 'αβγδωΩ'],
    [4, 'žřšěŁ'],
    [13, 'กขคง'],
    [22, 'Жэшфи№'],
    [170, 'xyz'],
  ] as const) {
    await forAllInBatches(mixedTexts([digits, upper, lower, letters, letters, ' -./:'], 30), { count: 40 }, (texts) => {
      const zint = zintRows(false, texts, { level: 'M', eci })
      return texts.map((text, i) => {
        const widths = [eci, 'auto' as const].map((asked) => qr(text, { level: 'M', eci: asked }).matrix.width)
        return Math.max(...widths) > zint[i]!.length ? `${widths}, zint ${zint[i]!.length}` : undefined
      })
    })
    t.pass(eciNames[eci])
  }
})

t.test('eci=auto: the shortest there is, never longer than any single ECI', async (t) => {
  const headers = { numeric: 14, alphanumeric: 13, byte: 12, kanji: 12 }
  const candidates = [3, 4, 7, 9, 20, 25, 26, 30] as const
  const alphabets = ['01', 'AB', 'ab', 'é÷', 'ž', 'Жш', 'αω', '漢字', '한', '😀']
  const bytesIn = (eci: number | undefined, character: string): number | undefined => {
    const known = ecis.find((each) => each === eci)
    if (known !== undefined) return characterSet(known).encode(character)?.length
    return character <= '\x7f' ? 1 : undefined
  }
  await forAll([mixedTexts(alphabets, 5, 4)], { count: 100 }, (text) => {
    const { segments } = qr(text, { eci: 'auto', version: 9, level: 'L' }).trace
    const bits = segments.reduce((sum, segment) => sum + segment.bits, 0)
    const wanted = fewestBitsOfAny(text, headers, { ecis: candidates, bytesIn }, isKanji)
    const used = segments.flatMap((segment) => (segment.mode === 'eci' ? segment.designator : []))
    const known = used.every((eci) => candidates.some((each) => each === eci))
    assert.ok(known ? bits === wanted : bits <= wanted, `${bits} bits, shortest ${wanted}`)
  })
  t.equal(segmentsOf('Привет Ελλάδα', { eci: 'auto' }), 'eci 7, byte 6, eci 9, byte 7')
  t.equal(segmentsOf('plain', { eci: 'auto' }), 'byte 5')
  t.equal(segmentsOf('漢字', { eci: 'auto' }), 'kanji 2')
  t.equal(segmentsOf('é', { eci: 'auto' }), 'eci 3, byte 1', 'ISO 8859-1 among all that have it')
  t.equal(segmentsOf('×', { eci: 'auto' }), 'kanji 1', 'no ECI before any')
  t.equal(segmentsOf('€', { eci: 'auto' }), 'eci 9, byte 1', 'the lower number')
  t.equal(segmentsOf('😀', { eci: 'auto' }), 'eci 26, byte 4', 'UTF-8 before UTF-16')
  t.equal(segmentsOf('12345678Ж', { eci: 'auto' }), 'numeric 8, kanji 1')
  t.equal(
    segmentsOf('é'.repeat(2953), { eci: 'auto' }),
    'byte 2953',
    'as without the option, where 40-L would not hold it',
  )
})

t.test('zxing-cpp reads several ECIs in one text', async (t) => {
  let several = 0
  await forAll([manyScripts(20)], { count: 80 }, async (text) => {
    const { trace, matrix } = qr(text, { eci: 'auto' })
    if (trace.segments.filter(({ mode }) => mode === 'eci').length > 1) several++
    assert.equal((await reads(text, { eci: 'auto' }))?.text, text)
    const reading = readQr(matrix)
    assert.equal(reading.text, text)
    assert.deepEqual(reading.faults, [])
    assert.ok(matrix.width <= qr(text).matrix.width, 'larger')
  })
  t.ok(several > 0, `${several} texts with several ECIs`)
})

const ecisOf = (text: string, options?: QrOptions): number[] =>
  qr(text, options).trace.segments.flatMap((segment) => (segment.mode === 'eci' ? segment.designator : []))

t.test('ECI: none for ASCII, 3 or 26 for other bytes, 20 for kanji beside them', (t) => {
  t.same(ecisOf('plain ASCII ~'), [])
  t.same(ecisOf('Straße'), [3])
  t.same(ecisOf('Ελλάδα ώ'), [26])
  t.same(ecisOf('漢字 and ASCII'), [])
  t.same(ecisOf('😀漢字漢字漢字'), [26, 20])
  t.same(ecisOf('漢字漢字漢字é'), [20, 3])
  t.same(ecisOf('ASCII', { eci: 26 }), [26])
  t.same(ecisOf('12345', { eci: 3 }), [3])
  t.same(ecisOf('Straße', { eci: 'none' }), [])
  t.same(ecisOf('é'.repeat(2952)), [3], 'the most that fit under an ECI')
  t.same(ecisOf('é'.repeat(2953)), [], 'left out where 40-L would not hold the text otherwise')
  t.equal(readQr(qr('é'.repeat(2953)).matrix).text, 'é'.repeat(2953))
  t.throws(() => qr('é'.repeat(2954)), { code: 'data_too_long' })
  t.throws(() => qr('é'.repeat(2953), { level: 'M' }), { code: 'data_too_long' })
  t.throws(() => qr('é'.repeat(2953), { eci: 3 }), { code: 'data_too_long' })
  t.end()
})
