import assert from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { microQrStructure } from '../../../src/reader/check/qr/structure.ts'
import {
  EncodeError,
  isDark,
  type MicroQrOptions,
  microQrCodewordModules,
  microqr,
  rowsOf,
  structure,
} from '../../../symbologies/index.ts'
import { plainPicture } from '../../oracle/picture.ts'
import { bwipRows, zintMissing, zintRows } from '../../oracle/qr-peers.ts'
import { microScoreOf } from '../../oracle/qr-penalty.ts'
import { readQr } from '../../oracle/qr-reader.ts'
import { fewestBits, fewestBitsOfAnyMix, type HeaderBits } from '../../oracle/qr-shortest.ts'
import { readVectors } from '../../oracle/qr-tables.ts'
import { alphanumerics, digits, kanji, latin, lower, mixedTexts, upper } from '../../oracle/qr-texts.ts'
import { checkRoles, firstDifference } from '../../oracle/roles.ts'
import { zxingTexts } from '../../oracle/zxing.ts'
import { forAll, forAllInBatches, inLongRun } from '../../random.ts'
import { textsOf } from '../../texts.ts'

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex').toUpperCase()

interface Vector {
  source: string
  symbology: string
  text: string
  options: MicroQrOptions
  mask: number
  data: string[]
  errorCorrection: string[]
  rows: string[]
}

const { vectors }: { vectors: Vector[] } = JSON.parse(readVectors('qr.json'))

t.test('worked examples', (t) => {
  for (const vector of vectors.filter(({ symbology }) => symbology === 'microqr')) {
    const { matrix, trace } = microqr(vector.text, vector.options)
    t.equal(hex(trace.data), vector.data[0], vector.source)
    t.equal(hex(trace.errorCorrection), vector.errorCorrection[0], vector.source)
    t.equal(trace.mask, vector.mask, vector.source)
    t.same(rowsOf(matrix), vector.rows, vector.source)
  }
  t.end()
})

/** ISO/IEC 18004:2015, Table 7: digits, alphanumeric characters, bytes, kanji; 0 if the version lacks the mode. */
const capacities = [
  [1, undefined, 5, 0, 0, 0],
  [2, 'L', 10, 6, 0, 0],
  [2, 'M', 8, 5, 0, 0],
  [3, 'L', 23, 14, 9, 6],
  [3, 'M', 18, 11, 7, 4],
  [4, 'L', 35, 21, 15, 9],
  [4, 'M', 30, 18, 13, 8],
  [4, 'Q', 21, 13, 9, 5],
] as const

type Row = (typeof capacities)[number]

const optionsOf = ([version, level]: Row): MicroQrOptions => (level === undefined ? { version } : { version, level })

t.test('capacity of every version and level in every mode, and one more', (t) => {
  for (const row of capacities) {
    const [version, level, ...counts] = row
    for (const [mode, most] of counts.entries()) {
      const name = `M${version}-${level} ${mode}`
      const character = '7A~漢'[mode]!
      if (most === 0) {
        t.throws(() => microqr(character, optionsOf(row)), { code: 'invalid_character', at: 1 }, name)
        continue
      }
      const { segments } = microqr(character.repeat(most), optionsOf(row)).trace
      t.same(
        segments.map((segment) => segment.mode),
        [['numeric', 'alphanumeric', 'byte', 'kanji'][mode]],
        name,
      )
      const message = new RegExp(` ${most} `)
      t.throws(() => microqr(character.repeat(most + 1), optionsOf(row)), { code: 'data_too_long', message }, name)
    }
  }
  t.end()
})

const alphabets = [digits, upper, lower, kanji.slice(200)]

/** Texts of a single mode that fit, for which no encoder has a choice of segments. */
const plainTexts = (row: Row): fc.Arbitrary<string> =>
  fc.oneof(
    ...alphabets.flatMap((alphabet, mode) => {
      const most = row[2 + mode]
      return typeof most === 'number' && most > 0 ? textsOf(alphabet, 1, most) : []
    }),
  )

t.test(
  'equals bwip-js and zint under every version, level and mask',
  { skip: zintMissing || inLongRun.skip },
  async (t) => {
    for (const row of capacities) {
      for (let mask = 0; mask < 4; mask++) {
        const forced = { ...optionsOf(row), mask }
        await forAllInBatches(plainTexts(row), { count: 25 }, (texts) => {
          const zint = zintRows(true, texts, forced)
          return texts.map((text, i) => {
            const rows = rowsOf(microqr(text, forced).matrix).join()
            if (rows !== zint[i]!.join()) return 'zint differs'
            return i % 5 === 0 && text <= '~' && rows !== bwipRows(true, text, forced).join()
              ? 'bwip-js differs'
              : undefined
          })
        })
        t.pass(JSON.stringify(forced))
      }
    }
  },
)

/** Texts of any kinds that M4 holds. */
const anyTexts = mixedTexts([digits, alphanumerics, lower, latin, kanji, '\\~', '°×漢a'], 9, 3).filter(
  (text) => shortest(text, 4) <= 128,
)

/** Tables 2 and 3. */
const headers: readonly HeaderBits[] = [
  { numeric: 3 },
  { numeric: 5, alphanumeric: 4 },
  { numeric: 7, alphanumeric: 6, byte: 6, kanji: 5 },
  { numeric: 9, alphanumeric: 8, byte: 8, kanji: 7 },
]
const isKanji = new RegExp(`[${kanji}]`)
const bytes = (character: string): number | undefined => (character <= '\xff' ? 1 : undefined)

/** Kanji mode is beside bytes that readers take for others where a text can be written in no other way. */
function shortest(text: string, version: number): number {
  const isAlike = fewestBits(text, headers[3]!, { bytes }, isKanji) < Infinity
  return (isAlike ? fewestBits : fewestBitsOfAnyMix)(text, headers[version - 1]!, { bytes }, isKanji)
}
const dataBits = [[20], [40, 32], [84, 68], [128, 112, 80]]

t.test('the smallest version, its highest level, the shortest segments, and a reader finds no fault', async () => {
  await forAll([fc.oneof(anyTexts, ...capacities.map(plainTexts))], { count: 800 }, (text) => {
    const { matrix, trace } = microqr(text)
    const version = [1, 2, 3, 4].find((each) => shortest(text, each) <= dataBits[each - 1]![0]!)!
    const bits = shortest(text, version)
    const level = ['L', 'M', 'Q'][dataBits[version - 1]!.findLastIndex((room) => room >= bits)]
    assert.deepEqual([trace.version, trace.level], [version, version === 1 ? undefined : level])
    assert.equal(
      trace.segments.reduce((sum, segment) => sum + segment.bits, 0),
      bits,
    )
    const reading = readQr(matrix)
    assert.deepEqual([reading.text, reading.faults], [text, []])
    assert.deepEqual([reading.version, reading.mask], [version, trace.mask])
    assert.equal(hex(Uint8Array.from(reading.data)), hex(trace.data))
  })
})

t.test('scores are those of the standard, and the highest wins', async () => {
  await forAll([anyTexts], { count: 300 }, (text) => {
    const { trace } = microqr(text)
    const wanted = [0, 1, 2, 3].map((mask) => microScoreOf(rowsOf(microqr(text, { mask }).matrix)))
    assert.deepEqual(trace.scores, wanted)
    const totals = wanted.map(({ total }) => total)
    assert.equal(trace.mask, totals.indexOf(Math.max(...totals)))
  })
})

t.test('zxing-cpp reads every version, level and mask', async (t) => {
  for (const row of capacities) {
    for (let mask = 0; mask < 4; mask++) {
      const options = { ...optionsOf(row), mask }
      await forAll([plainTexts(row)], { count: 16, times: 5 }, async (text) => {
        assert.deepEqual(await zxingTexts(plainPicture(microqr(text, options), 3), 'microqr'), [text])
      })
      t.pass(JSON.stringify(options))
    }
  }
})

t.test('codewords are in the modules of microQrCodewordModules', (t) => {
  for (const row of capacities) {
    // Mask 0 turns even rows.
    const { matrix, trace } = microqr('1234', { ...optionsOf(row), mask: 0 })
    const modules = microQrCodewordModules(trace.version, trace.level)
    const read = modules.map((places) =>
      places.reduce((value, { x, y }, i) => value | (Number(isDark(matrix, x, y) !== (y % 2 === 0)) << (7 - i)), 0),
    )
    t.same(read, [...trace.data, ...trace.errorCorrection], `M${trace.version}-${trace.level}`)
    t.equal(modules.flat().length, [36, 80, 132, 192][trace.version - 1])
  }
  t.throws(() => microQrCodewordModules(1, 'L'), RangeError)
  t.end()
})

t.test('refusals', (t) => {
  const refused = (
    text: string,
    options: MicroQrOptions,
    wanted: { code: string; at?: number; message?: RegExp },
  ): void => {
    t.throws(() => microqr(text, options), wanted)
    t.throws(() => microqr(text, options), EncodeError)
  }
  refused('', {}, { code: 'invalid_length' })
  refused(
    'ab€',
    {},
    {
      code: 'invalid_character',
      at: 3,
      message: /^microqr: "€" \(U\+20AC\) at position 3; accepted: ISO 8859-1 and .*; qr carries every character$/,
    },
  )
  refused('a\udc00', {}, { code: 'invalid_character', at: 2 })
  refused('12a', { version: 1 }, { code: 'invalid_character', at: 3, message: /accepted: digits/ })
  refused('A1a', { version: 2 }, { code: 'invalid_character', at: 3 })
  refused(
    '1'.repeat(36),
    {},
    {
      code: 'data_too_long',
      message: /^microqr: 36 digits .*M4-L holds at most 128 bits: 35 digits.*; qr holds more$/,
    },
  )
  refused('x'.repeat(16), {}, { code: 'data_too_long', message: /^microqr: 16 bytes / })
  refused('x'.repeat(10), { level: 'Q' }, { code: 'data_too_long', message: /M4-Q holds at most 80 bits: .* 9 bytes/ })
  refused('x'.repeat(1e6), {}, { code: 'data_too_long', message: /^microqr: 1000000 characters / })
  t.throws(() => microqr('1', { version: 1, level: 'L' }), RangeError)
  t.throws(() => microqr('1', { version: 3, level: 'Q' }), RangeError)
  for (const version of [0, 5, 2.5]) t.throws(() => microqr('1', { version }), RangeError)
  for (const mask of [-1, 4]) t.throws(() => microqr('1', { mask }), RangeError)
  t.end()
})

t.test('every module of every Micro QR version has the role that check derives', async (t) => {
  for (const kind of structure.microQrKinds) {
    const checked = microQrStructure(kind.version)
    const wanted = checkRoles(checked, checked.data.length)
    t.equal(firstDifference(structure.microQrRoles(kind), wanted), undefined, `M${kind.version}-${kind.level}`)
  }
})
