/** What common readers make of texts beyond ASCII: with kanji mode, and without an ECI that announces their bytes. */

import assert from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { explain } from '../../src/explain/index.ts'
import { checkImage } from '../../src/reader/check/index.ts'
import { ecis } from '../../symbologies/eci/index.ts'
import { type Encoded, encodeContent, type QrOptions, qr } from '../../symbologies/index.ts'
import { forAll, forAllInBatches, inLongRun, seed } from '../random.ts'
import { textsOf } from '../texts.ts'
import { dmtxBytes, withoutDmtx } from './dmtx.ts'
import { plainPicture } from './picture.ts'
import { isKanji, plainTexts, segmentsOf } from './qr-options.ts'
import { readQr } from './qr-reader.ts'
import { withoutZbar, zbarQrTexts } from './zbar.ts'
import { zxingResults, zxingTexts } from './zxing.ts'

const from = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, i) => String.fromCharCode(first + i))

/** ASCII, and in it what Shift JIS has not; kanji, kana of both widths, Greek, Cyrillic, signs in Shift JIS and in ISO 8859-1. */
const alphabets = [
  from(0x20, 0x7e),
  from(0x20, 0x7e),
  from(0x30, 0x39),
  ['\\', '~'],
  [...'図面倉庫二階部品番号漢字東京大阪'],
  from(0x3041, 0x3093),
  from(0x30a1, 0x30f6),
  from(0xff66, 0xff9d),
  from(0x3b1, 0x3c9),
  from(0x410, 0x44f),
  [...'±×÷°§¶℃№→←■○★…′″∞∴—‖〜＼￥－①㈱€'],
  from(0xa0, 0xff),
]
const runs = fc.oneof(...alphabets.map((alphabet) => textsOf(alphabet.join(''), 1, 8)))
const textsIn = (most: number): fc.Arbitrary<string> =>
  fc.array(runs, { minLength: 1, maxLength: most }).map((all) => all.join(''))
const texts = textsIn(6)

/** The codes of the doubts, but for blanks at the ends of a text. */
const aboutCharacterSet = ({ doubts }: Pick<Encoded, 'doubts'>): readonly string[] =>
  doubts.map(({ code }) => code).filter((code) => code !== 'invisible_character')

const doubtsAbout = (content: string, options?: QrOptions): readonly string[] =>
  aboutCharacterSet(encodeContent('qr', { text: content }, options))

t.test(
  'zxing-cpp and ZBar read what was written, and nothing is warned about',
  { skip: withoutZbar || inLongRun.skip },
  async () => {
    await forAllInBatches(texts, { count: 400, size: 100 }, async (batch) => {
      const pictures = batch.map((each) => plainPicture(qr(each), 4))
      const byZbar = zbarQrTexts(pictures)
      const byZxing = await Promise.all(pictures.map((picture) => zxingTexts(picture, 'qr')))
      return batch.map((written, i) => {
        const read = [byZxing[i]![0], byZbar[i]]
        if (read.some((text) => text !== written)) return `zxing-cpp and ZBar read ${read}`
        return doubtsAbout(written).length > 0 ? 'warned about' : undefined
      })
    })
  },
)

t.test('ZBar reads a backslash and a tilde beside kanji, and the symbol is UTF-8', { skip: withoutZbar }, (t) => {
  const texts = ['D:\\図面\\A7', 'WIFI:T:WPA;S:倉庫二階;P:a\\;b~c\\\\d;;', '-5℃~+8℃', `${'漢字'.repeat(20)}~`, 'αβγ\\']
  t.same(zbarQrTexts(texts.map((each) => plainPicture(qr(each), 4))), texts)
  for (const each of texts) t.match(segmentsOf(each, {}), /eci 26/, each)
  t.equal(segmentsOf('図面 A7', {}), 'kanji 2, alphanumeric 3', 'as before where there is neither')
  t.equal(segmentsOf('Straße\\', {}), 'eci 3, byte 7', 'ISO 8859-1 where it is shorter')
  t.equal(segmentsOf('αβγ~', { eci: 'auto' }), 'eci 9, byte 4')
  t.end()
})

t.test(
  'without an ECI kanji mode is only beside bytes that ASCII and Shift JIS have in common',
  inLongRun,
  async () => {
    const options = fc.constantFrom<QrOptions>({}, { eci: 'none' }, { eci: 'auto' }, { version: 40, level: 'L' })
    const parts = fc.constantFrom<QrOptions>({}, { parts: 2, part: 1 }, { parts: 2, part: 2 })
    await forAll([texts, options, parts], { count: 800, times: 8 }, (written, chosen, part) => {
      // the choice of a mask has nothing to do with segments, and takes most of the time
      const both = { ...chosen, ...part, mask: 0 } as const
      fc.pre([...written].length > 1)
      const { suggestion, barcode } = attempted(written, both)
      if (barcode === undefined) return chosen.eci === 'none' && suggestion?.eci === 'utf8'
      const { segments } = readQr(barcode.matrix)
      const carried = barcode.carried ?? written
      const bytes = barcode.trace.segments.flatMap(({ mode, from, to }) =>
        mode === 'byte' ? carried.slice(from, to) : [],
      )
      const has = (mode: string): boolean => segments.some((each) => each.mode === mode)
      return has('eci') || !has('kanji') || /^[\0-[\]-}\x7f]*$/.test(bytes.join(''))
    })
  },
)

function attempted(
  written: string,
  options: QrOptions,
): { barcode?: ReturnType<typeof qr>; suggestion?: { readonly [name: string]: string } } {
  try {
    return { barcode: qr(written, options) }
  } catch (error) {
    return error instanceof Error && 'suggestion' in error ? { suggestion: { ...(error.suggestion as object) } } : {}
  }
}

t.test('an ECI that is asked for is the one that is announced, for all of the text', inLongRun, async (t) => {
  for (const symbology of ['qr', 'datamatrix'] as const) {
    for (const eci of ecis) {
      const [plain] = fc.sample(plainTexts(eci), { seed, numRuns: 1 })
      const texts = [`${plain}12 AB`, '12345', ...(eci === 26 ? ['αβγ', '漢字漢字漢字', '図~'] : [])]
      for (const written of texts) {
        const { barcode } = encodeContent(symbology, { text: written }, { eci })
        const { trace } = barcode
        const announced =
          'size' in trace ? [trace.eci] : trace.segments.flatMap((each) => (each.mode === 'eci' ? each.designator : []))
        t.same(announced, [eci], `${symbology} ${eci} ${written}`)
        // zxing-cpp does not know all of them
        if (eci === 26) t.same(await zxingTexts(plainPicture(barcode, 4), symbology), [written])
      }
    }
    for (const eci of [3, 7, 22] as const) {
      const wanted = { code: 'invalid_character', suggestion: { eci: 'auto' } }
      t.throws(() => encodeContent(symbology, { text: 'A-7 倉庫' }, { eci }), wanted, `${symbology} ${eci}`)
    }
  }
})

t.test('eci=utf8: bytes in UTF-8, no ECI, and a warning for text beyond ASCII', async () => {
  await forAll([texts], { count: 100 }, async (written) => {
    for (const symbology of ['qr', 'datamatrix'] as const) {
      const { barcode, doubts } = encodeContent(symbology, { text: written }, { eci: 'utf8' })
      const [read] = await zxingResults(plainPicture(barcode, 4), symbology, { characterSet: 'UTF8' })
      assert.deepEqual(Buffer.from(read!.bytes), Buffer.from(written), symbology)
      assert.deepEqual([read!.hasECI, read!.symbologyIdentifier], [false, symbology === 'qr' ? ']Q1' : ']d1'])
      const codes = /[^\0-\x7f]/.test(written) ? ['unannounced_charset'] : []
      assert.deepEqual(aboutCharacterSet({ doubts }), codes)
      if (/[^\0-\x7f]/.test(written)) continue
      assert.deepEqual(barcode.matrix, encodeContent(symbology, { text: written }).barcode.matrix, 'ASCII is as ever')
    }
  })
})

t.test('eci=utf8 in parts: the bytes of all of them, with their parity', async (t) => {
  const written = 'Verein Überlauf, 漢字かな 12,50 €'
  for (const symbology of ['qr', 'datamatrix'] as const) {
    const bytes: number[] = []
    for (const part of [1, 2, 3]) {
      const { barcode, doubts } = encodeContent(symbology, { text: written }, { eci: 'utf8', parts: 3, part })
      const [read] = await zxingResults(plainPicture(barcode, 4), symbology, { characterSet: 'UTF8' })
      bytes.push(...read!.bytes)
      t.equal(read!.sequenceSize, 3)
      if (symbology === 'qr') t.equal(read!.sequenceId, String(Buffer.from(written).reduce((sum, byte) => sum ^ byte)))
      t.equal(aboutCharacterSet({ doubts }).length, /[^\0-\x7f]/.test(barcode.carried!) ? 1 : 0)
    }
    t.same(Buffer.from(bytes).toString(), written)
  }
})

t.test('no ECI: what is warned about, and what is refused with a way out', async (t) => {
  t.same(doubtsAbout('21 °C', { eci: 'none' }), ['unannounced_charset'])
  t.same(doubtsAbout('漢字', { eci: 'none' }), ['unannounced_charset'])
  t.same(doubtsAbout('漢字'), [], 'kanji mode says its character set')
  t.same(doubtsAbout('plain', { eci: 'none' }), [])
  t.same(doubtsAbout('é'.repeat(2953)), ['unannounced_charset'], 'too long for an ECI')
  for (const symbology of ['qr', 'datamatrix'] as const) {
    const wanted = { code: 'invalid_character', message: /eci=utf8 .*eci=26/, suggestion: { eci: 'utf8' } }
    t.throws(() => encodeContent(symbology, { text: '3 × Żur' }, { eci: 'none' }), wanted)
    t.same(aboutCharacterSet(encodeContent(symbology, { text: 'é' }, { eci: 'none' })), ['unannounced_charset'])
  }
  t.throws(() => qr('漢字~', { eci: 'none' }), { code: 'invalid_character', at: 3, suggestion: { eci: 'utf8' } })
  t.throws(() => qr('é漢字', { eci: 'none' }), { code: 'invalid_character', at: 1, suggestion: { eci: 'utf8' } })
  t.equal(segmentsOf('漢字°', { eci: 'none' }), 'kanji 3')
})

t.test('Micro QR: another mode, or a warning', async (t) => {
  const codes = (content: string): readonly string[] => aboutCharacterSet(encodeContent('microqr', { text: content }))
  await forAll([textsIn(2).map((text) => text.slice(0, 6))], { count: 2000 }, (written) => {
    fc.pre([...written].every((character) => character <= '\xff' || isKanji.test(character)))
    const { barcode } = encodeContent('microqr', { text: written })
    const bytes = barcode.trace.segments.flatMap(({ mode, from, to }) =>
      mode === 'byte' ? written.slice(from, to) : [],
    )
    const isKanjiUsed = barcode.trace.segments.some(({ mode }) => mode === 'kanji')
    const isDisputed = /[^\0-\x7f]/.test(bytes.join('')) || (isKanjiUsed && /[\\~]/.test(bytes.join('')))
    const couldBe =
      /^[\0-\xff]*$/.test(written) || [...written].every((c) => isKanji.test(c) || /[\0-[\]-}\x7f]/.test(c))
    if (isKanjiUsed && isDisputed && couldBe) return false
    return codes(written).length === (isDisputed ? 1 : 0)
  })
  t.same(codes('漢~'), ['unannounced_charset'])
  t.same(codes('漢\\'), ['unannounced_charset'])
  t.same(codes('漢é'), ['latin1_in_microqr'])
  t.same(codes('漢°a'), [])
  t.same(codes('a~'), [])
})

t.test('explain says why kanji mode was not taken', async (t) => {
  const said = (content: string, options: QrOptions = {}): string =>
    explain('qr', content, options).steps.find(({ id }) => id === 'version-and-level')!.text!
  t.match(said('図面\\7'), /Kanji mode is not taken: .* a backslash for the yen sign and a tilde for the overline\.$/)
  t.match(said(`${'漢字'.repeat(20)}~`), /Kanji mode is under ECI 20: .* a backslash for the yen sign/)
  t.match(said('αβγ', { eci: 26 }), /Kanji mode, .* is not taken: the whole text is under ECI 26, as requested\.$/)
  t.match(said('αβγ', { eci: 'utf8' }), /Bytes are UTF-8, .* Kanji mode, which is Shift JIS, is not taken\.$/)
  t.match(said('äöü', { eci: 'utf8' }), /Bytes are UTF-8, which no ECI announces, so that readers guess it\.$/)
  t.match(said('ab×'), /Kanji mode takes no fewer bits\.$/)
  t.notMatch(said('図面'), /Kanji mode/)
  t.notMatch(said('A\\~'), /Kanji mode/)
  const parts = explain('qr', 'ä', { eci: 'utf8' }).steps.find(({ id }) => id === 'segment-1')!.parts!
  t.match(parts.at(-1), { title: 'ä', text: 'C3 A4 in UTF-8.' })
})

t.test('libdmtx shows an ECI as a character before the text', { skip: withoutDmtx }, async (t) => {
  const shown = (options: QrOptions): string => {
    const { barcode } = encodeContent('datamatrix', { text: 'café' }, options)
    return dmtxBytes([plainPicture(barcode, 4)])[0]!.toString('latin1')
  }
  t.equal(shown({}), '\x03café')
  t.equal(shown({ eci: 'none' }), 'café')
  t.equal(Buffer.from(shown({ eci: 'utf8' }), 'latin1').toString(), 'café')
})

t.test('check notes kanji mode beside bytes that readers take for others, in the symbols of anyone', async (t) => {
  const notes = (picture: { width: number; height: number; grey: Uint8Array }): string[] =>
    checkImage(picture).findings.flatMap(({ kind, code, message }) =>
      kind === 'note' && code.endsWith('.bytes') ? message : [],
    )
  t.same(notes(plainPicture(encodeContent('microqr', { text: '漢~' }).barcode, 4)), [
    'beside kanji mode without an ECI common readers take bytes for Shift JIS: "~" for "‾"',
  ])
  t.same(notes(plainPicture(qr('図面 7'), 4)), [])
  t.same(notes(plainPicture(qr('図面~'), 4)), [])
})
