import assert from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { darken, EncodeError, lightMatrix, type QrLevel, type QrOptions, qr } from '../../symbologies/index.ts'
import { plainPicture } from '../oracle/picture.ts'
import { bwipRows, zintMissing, zintRows } from '../oracle/qr-peers.ts'
import { readQr } from '../oracle/qr-reader.ts'
import { fewestBits, type HeaderBits } from '../oracle/qr-shortest.ts'
import { alphanumerics, digits, emoji, kanji, latin, lower, mixedTexts, upper } from '../oracle/qr-texts.ts'
import { zxingTexts } from '../oracle/zxing.ts'
import { forAll, forAllInBatches } from '../random.ts'
import { textsOf } from '../texts.ts'

const ascii = `${lower}${alphanumerics}!"#&'()<=>?@[]^_{|}~`

/** The classes of texts that are encoded and read back. */
const classes: Record<string, fc.Arbitrary<string>> = {
  digits: textsOf(digits, 1, 60),
  alphanumeric: textsOf(alphanumerics, 1, 60),
  'Latin-1': textsOf(ascii + latin + latin, 1, 40),
  kanji: textsOf(kanji, 1, 40),
  mixed: mixedTexts([digits, upper, lower, ascii, latin, kanji, emoji], 12),
  emoji: textsOf(emoji + ascii, 1, 30),
  long: mixedTexts([digits, alphanumerics, ascii, latin, kanji], 120),
}

t.test('the reader from the standard finds the text and no fault', async (t) => {
  for (const [name, texts] of Object.entries(classes)) {
    await forAll([texts], { count: name === 'long' ? 40 : 150 }, (text) => {
      const { matrix, trace } = qr(text)
      const { version, level, mask, segments, ...reading } = readQr(matrix)
      assert.equal(reading.text, text)
      assert.deepEqual(reading.faults, [])
      assert.deepEqual([version, level, mask], [trace.version, trace.level, trace.mask])
      const traced = trace.segments.map((each) => [
        each.mode,
        each.mode === 'eci' ? each.designator : 'count' in each && each.count,
      ])
      assert.deepEqual(
        segments.map(({ mode, count }) => [mode, count]),
        traced,
      )
    })
    t.pass(name)
  }
})

t.test('zxing-cpp reads every class of texts', async (t) => {
  for (const [name, texts] of Object.entries(classes)) {
    await forAll([texts], { count: 60, times: 34 }, async (text) => {
      assert.deepEqual(await zxingTexts(plainPicture(qr(text), 2), 'qr'), [text])
    })
    t.pass(name)
  }
})

t.test('zxing-cpp gives back every character of kanji mode', async (t) => {
  const characters = [...kanji]
  t.equal(characters.length, 6879 - 7, 'JIS X 0208 without the seven that readers dispute')
  const faults: string[] = []
  for (let i = 0; i < characters.length; i += 200) {
    // Without ECI, bytes would be chosen for those that ISO 8859-1 has; the numeral keeps all others in kanji mode.
    const text = characters.slice(i, i + 200).join('')
    const { trace, ...barcode } = qr(text, { eci: 'none' })
    if (text.match(/[\x80-\xff]/) === null && trace.segments.length !== 1) faults.push(`segments from ${i}`)
    const [read] = await zxingTexts(plainPicture({ ...barcode, trace }, 2), 'qr')
    if (read !== text) faults.push(`${text} read as ${read}`)
  }
  t.same(faults, [])
  for (const character of '＼～∥－￠￡￢①Ⅷ㈱') {
    t.notOk(
      qr(character).trace.segments.some(({ mode }) => mode === 'kanji'),
      `${character} in bytes`,
    )
  }
})

/** Mode indicator and count by version class: Table 3. */
const headers: readonly [number, QrLevel, HeaderBits][] = [
  [9, 'L', { numeric: 14, alphanumeric: 13, byte: 12, kanji: 12 }],
  [26, 'L', { numeric: 16, alphanumeric: 15, byte: 20, kanji: 14 }],
  [40, 'L', { numeric: 18, alphanumeric: 17, byte: 20, kanji: 16 }],
]
const isKanji = new RegExp(`[${kanji}]`)
const utf8Bytes = (character: string): number => new TextEncoder().encode(character).length
const latinByte = (character: string): number | undefined => (character <= '\xff' ? 1 : undefined)
const asciiByte = (character: string): number | undefined => (character <= '\x7f' ? 1 : undefined)

t.test('segments are the shortest there are', async () => {
  const alphabets = ['0123', '0123', 'AB', 'ab', '\\~', 'é÷', '漢字', 'λ', '😀']
  const texts = fc.oneof(...[2, 4, 9].map((longest) => mixedTexts(alphabets, longest)))
  await forAll([texts, fc.constantFrom(...headers)], { count: 1200 }, (text, [version, level, header]) => {
    const said = [
      fewestBits(text, header, { bytes: asciiByte }, isKanji),
      fewestBits(text, header, { bytes: latinByte, eci: 3 }, isKanji),
      fewestBits(text, header, { bytes: utf8Bytes, eci: 26 }, isKanji),
    ]
    const { kanji: _, ...withoutKanji } = header
    const options: [QrOptions, number][] = [
      [{}, Math.min(...said)],
      [{ eci: 26 }, fewestBits(text, withoutKanji, { bytes: utf8Bytes, eci: 26 }, isKanji)],
      [{ eci: 3 }, fewestBits(text, withoutKanji, { bytes: latinByte, eci: 3 }, isKanji)],
      [{ eci: 'none' }, fewestBits(text, header, { bytes: latinByte }, isKanji)],
      [{ eci: 'utf8' }, fewestBits(text, withoutKanji, { bytes: utf8Bytes }, isKanji)],
    ]
    for (const [option, wanted] of options) {
      if (wanted === Infinity) {
        const suggestion = { eci: option.eci === 'none' ? 'utf8' : 'auto' }
        assert.throws(() => qr(text, option), { code: 'invalid_character', suggestion })
        continue
      }
      const { segments } = qr(text, { version, level, mask: 0, ...option }).trace
      const bits = segments.reduce((sum, segment) => sum + segment.bits, 0)
      assert.equal(bits, wanted, `${bits} bits under ${JSON.stringify(option)}, shortest ${wanted}`)
    }
  })
})

const ecis = (text: string, options?: QrOptions): number[] =>
  qr(text, options).trace.segments.flatMap((segment) => (segment.mode === 'eci' ? segment.designator : []))

t.test('ECI: none for ASCII, 3 or 26 for other bytes, 20 for kanji beside them', (t) => {
  t.same(ecis('plain ASCII ~'), [])
  t.same(ecis('Straße'), [3])
  t.same(ecis('Ελλάδα ώ'), [26])
  t.same(ecis('漢字 and ASCII'), [])
  t.same(ecis('😀漢字漢字漢字'), [26, 20])
  t.same(ecis('漢字漢字漢字é'), [20, 3])
  t.same(ecis('ASCII', { eci: 26 }), [26])
  t.same(ecis('12345', { eci: 3 }), [3])
  t.same(ecis('Straße', { eci: 'none' }), [])
  t.same(ecis('é'.repeat(2952)), [3], 'the most that fit under an ECI')
  t.same(ecis('é'.repeat(2953)), [], 'left out where 40-L would not hold the text otherwise')
  t.equal(readQr(qr('é'.repeat(2953)).matrix).text, 'é'.repeat(2953))
  t.throws(() => qr('é'.repeat(2954)), { code: 'data_too_long' })
  t.throws(() => qr('é'.repeat(2953), { level: 'M' }), { code: 'data_too_long' })
  t.throws(() => qr('é'.repeat(2953), { eci: 3 }), { code: 'data_too_long' })
  t.end()
})

/**
 * Whether the symbol of these rows carries `text` by the standard. To save some bits zint puts kanji into byte mode as Shift
 * JIS without an ECI, which says other characters to all readers that do not guess.
 */
function saysInFull(rows: readonly string[], text: string): boolean {
  const matrix = lightMatrix(rows.length, rows.length)
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) if (row[x] === '1') darken(matrix, x, y)
  })
  return readQr(matrix).text === text
}

t.test('never larger than bwip-js or zint at the same level', { skip: zintMissing }, async (t) => {
  const classes: [string, fc.Arbitrary<string>, { eci?: 3 | 26 }][] = [
    ['ASCII', mixedTexts([digits, upper, lower, alphanumerics], 40), {}],
    ['kanji', mixedTexts([digits, upper, kanji.slice(200)], 20), {}],
    ['Latin-1', mixedTexts([digits, upper, latin, lower], 20).map((text) => `é${text}`), { eci: 3 }],
    ['UTF-8', mixedTexts([digits, upper, '€ßあ😀', lower], 20).map((text) => `€${text}`), { eci: 26 }],
  ]
  for (const [name, texts, eci] of classes) {
    for (const level of ['L', 'M', 'Q', 'H'] as const) {
      const width = (text: string): number => qr(text, { level }).matrix.width
      await forAllInBatches(texts, { count: 60 }, (batch) => {
        const zint = zintRows(false, batch, { level, ...eci })
        return batch.map((text, i) => {
          const isLarger = width(text) > zint[i]!.length && saysInFull(zint[i]!, text)
          return isLarger ? `${level}: ${width(text)}, zint ${zint[i]!.length}` : undefined
        })
      })
      if (name === 'ASCII')
        await forAll([texts], { count: 10 }, (text) => width(text) <= bwipRows(false, text, { level }).length)
    }
    t.pass(name)
  }
})

t.test('refusals', (t) => {
  const refused = (text: string, options: QrOptions, wanted: { code: string; at?: number; message?: RegExp }): void => {
    t.throws(() => qr(text, options), wanted)
    t.throws(() => qr(text, options), EncodeError)
  }
  refused('a\ud83d', {}, { code: 'invalid_character', at: 2, message: /^qr: "\\ud83d" \(U\+D83D\) at position 2; / })
  refused('😀\ude00b', {}, { code: 'invalid_character', at: 2 })
  refused('\ude00\ude00', {}, { code: 'invalid_character', at: 1 })
  refused('a€', { eci: 3 }, { code: 'invalid_character', at: 2, message: /ISO 8859-1/ })
  refused('x😀', { eci: 'none' }, { code: 'invalid_character', at: 2 })
  refused('', {}, { code: 'invalid_length', message: /^qr: the text is empty; accepted: 1 character or more$/ })
  refused(
    '1'.repeat(7090),
    {},
    { code: 'data_too_long', message: /7090.*version 40-L holds at most 23648 bits: 7089 digits/ },
  )
  refused('A'.repeat(4297), {}, { code: 'data_too_long', message: /^qr: 4297 alphanumeric .* 4296 alphanumeric/ })
  refused('a'.repeat(2954), {}, { code: 'data_too_long', message: /^qr: 2954 bytes .* 2953 bytes/ })
  refused('漢'.repeat(1818), {}, { code: 'data_too_long', message: /^qr: 1818 kanji .* 1817 kanji/ })
  refused('a'.repeat(1e6), {}, { code: 'data_too_long', message: /^qr: 1000000 characters/ })
  refused(
    'a'.repeat(15),
    { version: 1, level: 'M' },
    { code: 'data_too_long', message: /version 1-M holds at most 128 bits: .* 14 bytes/ },
  )
  for (const version of [0, 41, 1.5, Number.NaN]) t.throws(() => qr('a', { version }), RangeError)
  for (const mask of [-1, 8, 0.5]) t.throws(() => qr('a', { mask }), RangeError)
  t.throws(() => qr('a', { mask: 8 }), { message: 'qr: mask is "8"; accepted: 0, 1, 2, 3, 4, 5, 6, 7' })
  t.end()
})
