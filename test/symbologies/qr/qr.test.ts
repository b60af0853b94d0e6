import fc from 'fast-check'
import t from 'tap'
import { EncodeError, type QrLevel, type QrOptions, qr, rowsOf } from '../../../symbologies/index.ts'
import { bwipRows, zintMissing, zintRows } from '../../oracle/qr-peers.ts'
import { qrTables, readVectors } from '../../oracle/qr-tables.ts'
import { digits, kanji, lower, upper } from '../../oracle/qr-texts.ts'
import { inLongRun, long, seed } from '../../random.ts'
import { textsOf } from '../../texts.ts'

const levels = ['L', 'M', 'Q', 'H'] as const
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex').toUpperCase()

interface Vector {
  source: string
  symbology: string
  text: string
  options: QrOptions
  mask?: number
  data: string[]
  errorCorrection: string[]
  rows?: string[]
}

const { vectors }: { vectors: Vector[] } = JSON.parse(readVectors('qr.json'))

t.test('worked examples', (t) => {
  for (const vector of vectors.filter(({ symbology }) => symbology === 'qr')) {
    const { matrix, trace } = qr(vector.text, vector.options)
    t.same(trace.data.map(hex), vector.data, vector.source)
    t.same(trace.errorCorrection.map(hex), vector.errorCorrection, vector.source)
    if (vector.mask !== undefined) t.equal(trace.mask, vector.mask, vector.source)
    if (vector.rows !== undefined) t.same(rowsOf(matrix), vector.rows, vector.source)
  }
  t.end()
})

/** Texts of a single mode, for which no encoder has a choice of segments: Table 7's four capacities. */
const plainAlphabets = [digits, upper, lower, kanji]

/** Texts for version and level that fill half of the symbol to all of it. */
function fillingTexts(version: number, level: QrLevel, mode: number): fc.Arbitrary<string> {
  const row = qrTables.rows.find(([v, l]) => v === version && l === level)!
  const most = [row[4], row[5], row[6], row[7]][mode]!
  return textsOf(plainAlphabets[mode]!, Math.ceil(most / 2), most)
}

const same = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((row, i) => row === b[i])

t.test('equals zint under every version, level and mask', { skip: zintMissing || inLongRun.skip }, async (t) => {
  let compared = 0
  for (let version = 1; version <= 40; version++) {
    for (const [l, level] of levels.entries()) {
      for (let mask = 0; mask < 8; mask++) {
        // npm test takes two of the 32 pairs for each version, others for the next, so that all pairs occur
        if (!long && (8 * l + mask + 7 * version) % 16 !== 0) continue
        const forced = { level, version, mask }
        const [text] = fc.sample(fillingTexts(version, level, compared % 4), { seed: seed + compared, numRuns: 1 })
        const isSame = same(rowsOf(qr(text!, forced).matrix), zintRows(false, [text!], forced)[0]!)
        if (!isSame) t.fail(`${version}-${level} mask ${mask} ${text}`)
        compared++
      }
    }
  }
  t.ok(compared >= (long ? 1280 : 80), `${compared} symbols`)
})

t.test('equals bwip-js under every version, level and mask', inLongRun, async (t) => {
  const seen = new Set<string>()
  for (let version = 1; version <= 40; version++) {
    for (const [l, level] of levels.entries()) {
      for (let mask = 0; mask < 8; mask++) {
        if (!long && (8 * l + mask + 5 * version) % 32 !== 0) continue
        const forced = { level, version, mask }
        const texts = fillingTexts(version, level, (version + l + mask) % 3)
        const [text] = fc.sample(texts, { seed: seed + seen.size, numRuns: 1 })
        const isSame = same(rowsOf(qr(text!, forced).matrix), bwipRows(false, text!, forced))
        if (!isSame) t.fail(`${version}-${level} mask ${mask} ${text}`)
        seen.add(`${level}${mask}`).add(`${version}`)
      }
    }
  }
  t.ok(seen.size >= (long ? 72 : 64), `${seen.size} versions and pairs of level and mask`)
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
