/** Pictures that hold another symbology than the ten, or more than one symbol. */

import t from 'tap'
import { checkImage, type Picture } from '../../../src/reader/check/index.ts'
import { encode } from '../../../symbologies/index.ts'
import { plainPicture } from '../../oracle/picture.ts'
import { zintAbsent } from '../../oracle/zint.ts'
import { all, inLongRun, long, random } from '../../random.ts'
import { barsPicture, widthsIn } from './paint.ts'
import { otherSymbologies, ZintPictures } from './zint-samples.ts'

t.test('the symbology is detected, unless another one is asked for', async (t) => {
  const picture = plainPicture(encode('qr', 'which?'), 3)
  t.equal(checkImage(picture).symbology, 'qr')
  const other = checkImage(picture, { type: 'datamatrix' })
  t.equal(other.verdict, 'unreadable')
  t.match(other.findings[0]?.message, /datamatrix.*looks like qr/)
  const both = plainPicture(encode('upca', '036000291452'), 3)
  t.equal(checkImage(both).symbology, 'upca')
  t.equal(checkImage(both, { type: 'ean13' }).text, '0036000291452')
})

t.test('pictures of nothing are unreadable', async (t) => {
  const grey = (at: (x: number, y: number) => number): Picture => ({
    width: 60,
    height: 60,
    grey: Uint8Array.from({ length: 3600 }, (_, i) => at(i % 60, Math.floor(i / 60))),
  })
  const r = random('noise')
  const nothing = [
    grey(() => 255),
    grey(() => 0),
    grey((x) => (x < 30 ? 0 : 255)),
    grey(() => r.between(0, 255)),
    grey((x, y) => 255 * ((x + y) % 2)),
  ]
  t.same(
    nothing.map((picture) => checkImage(picture).verdict),
    nothing.map(() => 'unreadable'),
  )
  t.throws(() => checkImage({ width: 3, height: 3, grey: new Uint8Array(8) }), RangeError)
  t.throws(() => checkImage({ width: 0, height: 3, grey: new Uint8Array(0) }), RangeError)
  t.throws(() => checkImage({ width: 1e5, height: 1e5, grey: new Uint8Array(0) }), RangeError)
})

t.test('bars that are not a symbol', async (t) => {
  const even = barsPicture(new Array<number>(61).fill(3), { left: 30, right: 30 })
  t.equal(checkImage(even).verdict, 'unreadable')
  const cut = widthsIn(encode('code128', 'cut in the middle'), 2).slice(0, 61)
  t.not(checkImage(barsPicture(cut, { left: 30, right: 30 })).verdict, 'conforming')
})

t.test('no symbol of another symbology is given a name', { skip: zintAbsent || inLongRun.skip }, async (t) => {
  const zint = new ZintPictures()
  t.teardown(() => zint.remove())
  const named: string[] = []
  let count = 0
  for (const [i, [name, ...texts]] of otherSymbologies.entries()) {
    // the quick run takes every other
    if (!long && i % 2 > 0) continue
    for (const text of long ? texts : texts.slice(0, 1)) {
      for (const scale of all ? ['0.5', '1', '1.5', '2'] : long ? ['0.5', '1.5'] : ['1']) {
        const picture = await zint.picture('-b', name, '-d', text, '--quietzones', `--scale=${scale}`)
        if (picture === undefined) continue
        count++
        const { symbology, verdict } = checkImage(picture)
        if (symbology !== undefined || verdict !== 'unreadable') named.push(`${name} ${text} ${scale}: ${symbology}`)
      }
    }
  }
  t.ok(count >= (all ? 450 : long ? 220 : 22), `${count} pictures`)
  t.same(named, [])
})

t.test('Codablock F is several rows of Code 128, not one', { skip: zintAbsent || inLongRun.skip }, async (t) => {
  const zint = new ZintPictures()
  t.teardown(() => zint.remove())
  const picture = await zint.picture('-b', 'CODABLOCKF', '-d', 'CODABLOCK F Symbology', '--quietzones')
  if (picture === undefined) throw new Error('zint draws no Codablock F')
  const message =
    '6 rows of Code 128 without space between them: a stacked symbol, such as Codablock F, which is not read'
  t.match(checkImage(picture), { verdict: 'unreadable', symbols: [], findings: [{ message }] })
})
