/** What readers of others transmit of GS1 symbols. ISO/IEC 15424: ]C1, ]d2 and ]Q3 say that the data are element strings. */

import assert from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { bracketedText } from '../../symbologies/gs1/forms.ts'
import { carried, fnc1 } from '../../symbologies/gs1/index.ts'
import { type Barcode, dataMatrixEncodations, EncodeError, encode } from '../../symbologies/index.ts'
import { forAll, forAllInBatches, inLongRun, type Runs } from '../random.ts'
import { soundMessages } from '../symbologies/gs1/messages.ts'
import { dmtxBytes, withoutDmtx } from './dmtx.ts'
import type { Gs1Symbology } from './gs1.ts'
import { plainPicture } from './picture.ts'
import { withoutZbar, zbarTexts } from './zbar.ts'
import { zxingTransmission } from './zxing.ts'

const identifiers = { code128: ']C1', datamatrix: ']d2', qr: ']Q3' } as const

/** What the symbology carries of a message, with separators or without; of GS1-128, no more than its 48 characters. */
function dataFor(symbology: Gs1Symbology): fc.Arbitrary<string> {
  const data = soundMessages(5)
    .map((pairs) => carried(symbology, bracketedText(pairs), { form: 'elements' }))
    .filter(({ doubts }) => doubts.length === 0)
    .map(({ text }) => text)
  return fc.oneof(...[true, false].map((isSeparated) => data.filter((text) => text.includes(fnc1) === isSeparated)))
}

/** Options of its symbology for a symbol. */
const optionsFor = {
  code128: fc.constant({}),
  qr: fc.record({ level: fc.constantFrom('L', 'M', 'Q', 'H'), mask: fc.nat(7) }),
  datamatrix: fc.record({
    shape: fc.constantFrom('square', 'any'),
    encodation: fc.constantFrom(...dataMatrixEncodations),
  }),
}

/** A symbol with the options, or without those that cannot carry the text. */
function symbolWith(symbology: Gs1Symbology, text: string, options: object): Barcode {
  try {
    return encode(symbology, text, { gs1: true, ...options })
  } catch (error) {
    if (!(error instanceof EncodeError)) throw error
    return encode(symbology, text, { gs1: true })
  }
}

for (const [symbology, identifier] of Object.entries(identifiers) as [Gs1Symbology, string][]) {
  t.test(`zxing-cpp reads ${identifier} with the elements and separators of ${symbology}`, async () => {
    const options = fc.oneof<fc.Arbitrary<object>[]>(fc.constant({}), optionsFor[symbology])
    await forAll([dataFor(symbology), options], { count: 80 }, async (text, options) => {
      const found = await zxingTransmission(plainPicture(symbolWith(symbology, text, options)), symbology)
      assert.deepEqual([found?.text, found?.identifier], [text, identifier])
    })
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

/** As many as readers that take long for each can read. */
const few: Runs = { count: 16, times: 3.75 }

t.test('ZBar reads the separators of GS1-128 and GS1 QR Code', { skip: withoutZbar || inLongRun.skip }, async (t) => {
  for (const symbology of ['code128', 'qr'] as const) {
    await forAllInBatches(dataFor(symbology), few, (texts) => {
      const read = zbarTexts(texts.map((text) => plainPicture(encode(symbology, text, { gs1: true }), 4)))
      return texts.map((text, i) => (read[i] === text ? undefined : `ZBar reads ${read[i]}`))
    })
    t.pass(symbology)
  }
})

t.test('libdmtx reads FNC1 at the beginning and between elements', { skip: withoutDmtx }, async () => {
  await forAllInBatches(dataFor('datamatrix'), few, (texts) => {
    const pictures = texts.map((text) => plainPicture(encode('datamatrix', text, { gs1: true }), 5))
    return dmtxBytes(pictures, fnc1.charCodeAt(0)).map((bytes, i) => {
      const read = bytes.toString('latin1')
      return read === fnc1 + texts[i]! ? undefined : `libdmtx reads ${read}`
    })
  })
})
