import t from 'tap'
import { drawBarcode } from '../../../../src/draw.ts'
import { Checker } from '../../../../src/server/api/check/checker.ts'

const picture = (text: string): Uint8Array<ArrayBuffer> =>
  drawBarcode(
    { text, type: 'qr', format: 'png', includetext: false, scale: 2, height: 10, rotate: 'N' },
    { maxPixels: 1e6 },
  ).bytes
const asked = (file: Uint8Array<ArrayBuffer>) => ({ file, dpi: undefined, options: {} })

t.test('pictures of several clients are checked one after the other', async (t) => {
  const checker = new Checker()
  const texts = Array.from({ length: 20 }, (_, i) => `text ${i}`)
  const reports = await Promise.all(texts.map((text, i) => checker.check(`client ${i % 3}`, asked(picture(text)))))
  t.same(
    reports.map((report) => ('text' in report ? report.text : undefined)),
    texts,
  )
})

t.test('a client has half of the room that others leave, and gives it back', async (t) => {
  const checker = new Checker()
  const large = new Uint8Array(9 << 20)
  const first = checker.check('a', asked(large))
  await t.rejects(checker.check('a', asked(large)), { message: /other pictures wait/ })
  const second = checker.check('b', asked(large))
  t.match(await first, { verdict: 'unreadable' })
  t.match(await second, { verdict: 'unreadable' })
  t.match(await checker.check('a', asked(large)), { verdict: 'unreadable' })
})

t.test('a picture that takes too long is given up, and the next one is checked', async (t) => {
  const checker = new Checker(0)
  await t.rejects(checker.check('a', asked(picture('slow'))), { name: 'Error', message: /crop it to its symbol/ })
  const patient = new Checker()
  const lost = patient.check('a', { ...asked(picture('x')), file: 1 as never })
  await t.rejects(lost, { name: 'Error' }, 'a fault of the checker is one')
  t.match(await patient.check('a', asked(picture('next'))), { text: 'next' })
})
