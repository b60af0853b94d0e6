import t from 'tap'
import { checkImage, type Picture } from '../../../src/check/index.ts'
import { encode, type Symbology } from '../../../symbologies/index.ts'
import { plainPicture } from '../../oracle/picture.ts'
import { besidePicture, framedPicture, stackedPicture } from '../paint.ts'

t.test('several symbols are counted and refused', async (t) => {
  const of = (type: Symbology, text: string): Picture => plainPicture(encode(type, text), 3)
  const [one, two, ean, qr] = [
    of('code128', 'one'),
    of('code128', 'and two'),
    of('ean13', '590123412345'),
    of('qr', 'Q'),
  ]
  const cases: readonly (readonly [name: string, picture: Picture, message: RegExp])[] = [
    ['below each other', stackedPicture(one, two), /^2 symbols were found \(2 code128\)/],
    ['the same twice', stackedPicture(one, one), /^2 symbols were found \(2 code128\)/],
    ['three', stackedPicture(stackedPicture(one, ean), two), /^3 symbols were found \(2 code128, 1 ean13\)/],
    ['beside each other', besidePicture(one, two), /^2 symbols were found \(2 code128\)/],
    ['a matrix symbol above bars', stackedPicture(qr, one), /^2 symbols were found \(1 qr, 1 code128\)/],
    ['two matrix symbols', besidePicture(qr, of('datamatrix', 'D')), /^2 symbols were found/],
  ]
  for (const [name, picture, message] of cases) {
    const { verdict, symbology, findings } = checkImage(picture)
    t.match({ verdict, findings }, { verdict: 'unreadable', findings: [{ code: 'picture.several', message }] }, name)
    t.equal(symbology, undefined)
  }
  t.equal(checkImage(stackedPicture(qr, one), { type: 'qr' }).text, 'Q', 'the one that was asked for')
})

t.test('a frame does not hide a symbol', async (t) => {
  for (const [type, text] of [
    ['qr', 'framed'],
    ['datamatrix', 'framed'],
    ['microqr', '12345'],
    ['code128', 'framed'],
    ['ean13', '590123412345'],
  ] as const) {
    for (const margin of [0, 7]) {
      const picture = framedPicture(plainPicture(encode(type, text), 3), { thickness: 5, margin })
      t.match(checkImage(picture), { symbology: type, verdict: 'conforming' }, `${type}, ${margin} pixels outside`)
    }
  }
})
