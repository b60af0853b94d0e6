import t from 'tap'
import { checkImage, type Picture } from '../../../../src/reader/check/index.ts'
import { encode, type Symbology } from '../../../../symbologies/index.ts'
import { plainPicture } from '../../../oracle/picture.ts'
import { inLongRun } from '../../../random.ts'
import { besidePicture, framedPicture, stackedPicture } from '../paint.ts'

t.test('each of several symbols is judged to the dot', inLongRun, async (t) => {
  const of = (type: Symbology, text: string): Picture => plainPicture(encode(type, text), 3)
  const [one, two, ean, qr] = [
    of('code128', 'one'),
    of('code128', 'and two'),
    of('ean13', '590123412345'),
    of('qr', 'Q'),
  ]
  const cases: readonly (readonly [name: string, picture: Picture, symbols: readonly string[]])[] = [
    ['below each other', stackedPicture(one, two), ['code128 one', 'code128 and two']],
    ['the same twice', stackedPicture(one, one), ['code128 one', 'code128 one']],
    ['three', stackedPicture(stackedPicture(one, ean), two), ['code128 one', 'code128 and two', 'ean13 5901234123457']],
    ['beside each other', besidePicture(one, two), ['code128 one', 'code128 and two']],
    ['a matrix symbol above bars', stackedPicture(qr, one), ['qr Q', 'code128 one']],
    ['two matrix symbols', besidePicture(qr, of('datamatrix', 'D')), ['qr Q', 'datamatrix D']],
  ]
  for (const [name, picture, symbols] of cases) {
    const report = checkImage(picture)
    t.match(report, { verdict: 'conforming', findings: [] }, name)
    t.notOk('symbology' in report || 'text' in report, name)
    const found = report.symbols.map(({ symbology, text }) => `${symbology} ${text}`)
    t.same(found.toSorted(), symbols.toSorted(), name)
    for (const { findings } of report.symbols)
      t.notOk(
        findings.some(({ code }) => /photo/.test(code)),
        name,
      )
  }
  const isFlipped = (i: number): boolean =>
    [42, 43, 44].includes(i % qr.width) && [45, 46, 47].includes(Math.floor(i / qr.width))
  const other = { ...qr, grey: qr.grey.map((grey, i) => (isFlipped(i) ? 255 - grey : grey)) }
  t.match(checkImage(stackedPicture(one, other)).verdict, 'faults', 'the worst verdict')
  t.equal(checkImage(stackedPicture(one, two), { text: 'one' }).verdict, 'conforming', 'one has the text')
  t.equal(checkImage(stackedPicture(one, two), { text: 'three' }).verdict, 'faults', 'none has the text')
  const noted = checkImage(stackedPicture(qr, one), { text: 'three' }).symbols
  t.ok(
    noted.every(({ findings }) => findings.some(({ kind, code }) => kind === 'fault' && code.endsWith('.text'))),
    'each says that it has another',
  )
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
