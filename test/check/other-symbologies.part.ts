/** Pictures that hold another symbology than the ten, or more than one symbol. */

import t from 'tap'
import { checkImage, type Picture } from '../../src/check/index.ts'
import { encode, type Symbology } from '../../symbologies/index.ts'
import { plainPicture } from '../oracle/picture.ts'
import { zintAbsent } from '../oracle/zint.ts'
import { long } from '../random.ts'
import { besidePicture, framedPicture, stackedPicture } from './paint.ts'
import { otherSymbologies, ZintPictures } from './zint-samples.ts'

t.test('no symbol of another symbology is given a name', { skip: zintAbsent }, async (t) => {
  const zint = new ZintPictures()
  t.teardown(() => zint.remove())
  const named: string[] = []
  let count = 0
  for (const [name, ...texts] of otherSymbologies) {
    for (const text of long ? texts : texts.slice(0, 1)) {
      for (const scale of long ? ['0.5', '1', '1.5', '2'] : ['1']) {
        const picture = await zint.picture('-b', name, '-d', text, '--quietzones', `--scale=${scale}`)
        if (picture === undefined) continue
        count++
        const { symbology, verdict } = checkImage(picture)
        if (symbology !== undefined || verdict !== 'unreadable') named.push(`${name} ${text} ${scale}: ${symbology}`)
      }
    }
  }
  t.ok(count >= (long ? 450 : 45), `${count} pictures`)
  t.same(named, [])
})

t.test('Codablock F is several rows of Code 128, not one', { skip: zintAbsent }, async (t) => {
  const zint = new ZintPictures()
  t.teardown(() => zint.remove())
  const picture = await zint.picture('-b', 'CODABLOCKF', '-d', 'CODABLOCK F Symbology', '--quietzones')
  if (picture === undefined) throw new Error('zint draws no Codablock F')
  const several = { code: 'picture.several', message: /^6 symbols were found \(6 code128\)/ }
  t.match(checkImage(picture), { verdict: 'unreadable', findings: [several] })
})

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
