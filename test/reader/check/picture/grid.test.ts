import { deepEqual } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { checkImage, type Picture } from '../../../../src/reader/check/index.ts'
import { encode, symbologies } from '../../../../symbologies/index.ts'
import { turnedClockwise } from '../../../oracle/paint.ts'
import { forAll, inLongRun, long } from '../../../random.ts'
import { textsFor } from '../../../texts.ts'
import { objections } from '../objections.ts'
import { fractions, scaledPicture } from '../paint.ts'

/**
 * A plain drawing has no bearer bars; six digits of UPC-E that suppression does not give are carried all the same; nothing
 * in Micro QR Code says what its bytes mean, and nothing in Code 39 which characters are a check character or pairs.
 */
const unavoidable = ['itf14.bearer', 'upce.zeros', 'microqr.bytes', 'code39.check', 'code39.fullascii']

const quarterTurns = fc.nat(3)

const turned = (picture: Picture, quarters: number): Picture =>
  quarters === 0 ? picture : turned(turnedClockwise({ ...picture, grey: Uint8Array.from(picture.grey) }), quarters - 1)

t.test('modules that are not whole pixels: blurred edges as in a photo, and sharp edges', async () => {
  for (const type of symbologies) {
    await forAll([textsFor[type], fractions, quarterTurns], { count: 4 }, (text, { way, module }, quarters) => {
      const barcode = encode(type, text)
      const report = checkImage(turned(scaledPicture(barcode, module, way), quarters), { text })
      // bars of unequal dots are told, and are a fault where they are more than a quarter of X off
      deepEqual(objections(report, barcode, [...unavoidable, `${type}.x.fractional`]), [])
    })
  }
})

t.test(
  'modules that are not whole pixels in the smallest symbols, which have the fewest edges',
  inLongRun,
  async (t) => {
    const wrong: string[] = []
    for (const [type, text] of [
      ['microqr', '1'],
      ['microqr', '4203'],
      ['microqr', 'QZ'],
      ['datamatrix', 'A'],
      ['qr', '1'],
    ] as const) {
      const barcode = encode(type, text)
      for (
        let hundredths = 230;
        hundredths <= 570;
        hundredths = hundredths % 100 === 70 ? hundredths + 60 : hundredths + 1
      ) {
        if (!long && hundredths % 4 !== 0) continue
        const report = checkImage(scaledPicture(barcode, hundredths / 100, 'nearest'), { text })
        for (const objection of objections(report, barcode, [...unavoidable, `${type}.x.fractional`]))
          wrong.push(`${text} ${hundredths}: ${objection}`)
      }
    }
    t.same(wrong, [])
  },
)
