import assert from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { darken, lightMatrix, type QrLevel, type QrOptions, qr } from '../../../symbologies/index.ts'
import { bwipRows, zintMissing, zintRows } from '../../oracle/qr-peers.ts'
import { readQr } from '../../oracle/qr-reader.ts'
import { fewestBits, type HeaderBits } from '../../oracle/qr-shortest.ts'
import { alphanumerics, digits, kanji, latin, lower, mixedTexts, upper } from '../../oracle/qr-texts.ts'
import { forAll, forAllInBatches, inLongRun } from '../../random.ts'

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

t.test('segments are the shortest there are', inLongRun, async () => {
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

t.test('never larger than bwip-js or zint at the same level', { skip: zintMissing || inLongRun.skip }, async (t) => {
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
