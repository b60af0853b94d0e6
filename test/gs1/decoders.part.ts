/** What readers of others transmit of GS1 symbols. ISO/IEC 15424: ]C1, ]d2 and ]Q3 say that the data are element strings. */

import t from 'tap'
import { carried, fnc1 } from '../../symbologies/gs1/index.ts'
import { bracketedText } from '../../symbologies/gs1/message.ts'
import { type Barcode, dataMatrixEncodations, EncodeError, encode } from '../../symbologies/index.ts'
import { dmtxBytes, withoutDmtx } from '../oracle/dmtx.ts'
import type { Gs1Symbology } from '../oracle/gs1.ts'
import { plainPicture } from '../oracle/picture.ts'
import { withoutZbar, zbarTexts } from '../oracle/zbar.ts'
import { zxingTransmission } from '../oracle/zxing.ts'
import { cases, long, type Random, random } from '../random.ts'
import { soundPairs } from './messages.ts'

const identifiers = { code128: ']C1', datamatrix: ']d2', qr: ']Q3' } as const

/** What the symbology carries of a random message, with separators or without; of GS1-128, no more than its 48 characters. */
function randomData(r: Random, symbology: Gs1Symbology, isSeparated: boolean): string {
  for (;;) {
    const { text, doubts } = carried(symbology, bracketedText(soundPairs(r, 5)), { form: 'elements' })
    if (doubts.length === 0 && text.includes(fnc1) === isSeparated) return text
  }
}

/** A symbol with random options of its symbology, without those that cannot carry the text. */
function randomSymbol(r: Random, symbology: Gs1Symbology, text: string): Barcode {
  const gs1 = true
  if (symbology === 'code128') return encode(symbology, text, { gs1 })
  try {
    if (symbology === 'qr')
      return encode(symbology, text, { gs1, level: r.pick(['L', 'M', 'Q', 'H']), mask: r.between(0, 7) })
    return encode(symbology, text, { gs1, shape: r.pick(['square', 'any']), encodation: r.pick(dataMatrixEncodations) })
  } catch (error) {
    if (!(error instanceof EncodeError)) throw error
    return encode(symbology, text, { gs1 })
  }
}

for (const [symbology, identifier] of Object.entries(identifiers) as [Gs1Symbology, string][]) {
  t.test(`zxing-cpp reads ${identifier} with the elements and separators of ${symbology}`, async (t) => {
    const r = random(`zxing gs1 ${symbology}`)
    const wrong: unknown[] = []
    for (let i = 0; i < cases(80, 63); i++) {
      const text = randomData(r, symbology, i % 2 === 0)
      const symbol = r.between(0, 1) === 0 ? encode(symbology, text, { gs1: true }) : randomSymbol(r, symbology, text)
      const found = await zxingTransmission(plainPicture(symbol), symbology)
      if (found?.text !== text || found.identifier !== identifier) wrong.push({ text, found, trace: symbol.trace })
    }
    t.same(wrong.slice(0, 3), [])
  })
}

t.test('text that is no message is carried exactly as well, or refused', async (t) => {
  const texts = [`01${fnc1}${fnc1}10`, `01${fnc1}%A%`, `A%%${fnc1}${fnc1}%`, `10AB%${fnc1}11`]
  for (const symbology of ['qr', 'datamatrix'] as const) {
    for (const text of texts) {
      const found = await zxingTransmission(plainPicture(encode(symbology, text, { gs1: true })), symbology)
      t.strictSame([found?.text, found?.identifier], [text, identifiers[symbology]], text)
    }
    for (const text of ['01é', '倉', 'a\u{1f4d3}']) {
      t.throws(() => encode(symbology, text, { gs1: true }), { code: 'invalid_character', message: /ASCII/ }, text)
    }
    t.throws(() => encode(symbology, '01', { gs1: true, eci: 26 }), RangeError)
  }
})

const few = long ? 60 : 4

t.test('ZBar reads the separators of GS1-128 and GS1 QR Code', { skip: withoutZbar }, async (t) => {
  const r = random('zbar gs1')
  for (const symbology of ['code128', 'qr'] as const) {
    const texts = Array.from({ length: few }, (_, i) => randomData(r, symbology, i % 2 === 0))
    const read = zbarTexts(texts.map((text) => plainPicture(encode(symbology, text, { gs1: true }), 4)))
    t.same(read, texts)
  }
})

t.test('libdmtx reads FNC1 at the beginning and between elements', { skip: withoutDmtx }, async (t) => {
  const r = random('dmtx gs1')
  const texts = Array.from({ length: few }, (_, i) => randomData(r, 'datamatrix', i % 2 === 0))
  const pictures = texts.map((text) => plainPicture(encode('datamatrix', text, { gs1: true }), 5))
  const read = dmtxBytes(pictures, fnc1.charCodeAt(0))
  t.same(
    read.map((bytes) => bytes.toString('latin1')),
    texts.map((text) => fnc1 + text),
  )
})
