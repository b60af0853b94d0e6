/** Labels in the languages of printers, by HTTP. */

import t from 'tap'
import { brotherPages, dymoLabels } from '../../oracle/byte-printers.ts'
import { tsplLabels } from '../../oracle/text-printers.ts'
import { inLongRun } from '../../random.ts'
import { conversation, errorIn, type Reply, repliesIn, served } from '../http/wire.ts'

const service = await served()
t.teardown(() => service.close())

async function ask(query: string, rows?: string): Promise<Reply> {
  const body = rows === undefined ? '' : `Content-Type: text/csv\r\nContent-Length: ${rows.length}\r\n`
  const start = rows === undefined ? `GET /api/v1/label?${query}` : `POST /api/v1/labels?${query}`
  const head = `${start} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${body}\r\n${rows ?? ''}`
  return repliesIn(await conversation(service.port, head))[0]!
}

const one = 'type=qr&text=QZ-0001&size=50x30'

t.test('a label is a file of its language', async (t) => {
  const reply = await ask(`${one}&format=tspl&dpi=203&qty=2`)
  t.match([reply.status, reply.headers.get('content-type')], [200, 'application/octet-stream'])
  t.equal(reply.headers.get('content-disposition'), 'inline; filename="label-50x30-qr.tspl"')
  t.notOk(reply.headers.has('quietzone-warning'))
  t.match(tsplLabels(reply.body, 8), [{ width: 400, height: 240, copies: 2 }])
})

t.test('without dpi a label is for the head that is assumed, and a warning says so', async (t) => {
  const dymo = await ask(`${one}&format=dymo`)
  t.match(dymo.headers.get('quietzone-warning'), /^dpi_assumed; .* print head of 300 dpi/)
  const escpos = await ask(`${one}&format=escpos`)
  t.match([escpos.status, escpos.headers.get('quietzone-warning')], [200, /^dpi_assumed; .* print head of 203 dpi/])
})

t.test('a resolution that a language does not have is a 400 with one that it has', async (t) => {
  for (const [language, dpi, other] of [
    ['escpos', '300', '180'],
    ['dymo', '203', '300'],
    ['epl', '600', '203'],
    ['zpl', '180', '152'],
  ]) {
    const reply = await ask(`${one}&format=${language}&dpi=${dpi}`)
    t.equal(reply.status, 400)
    t.match(errorIn(reply), {
      code: 'invalid_parameter',
      faults: [{ parameter: 'format', message: new RegExp(`does not go with dpi=${dpi}`), suggestion: { dpi: other } }],
    })
    t.equal((await ask(`${one}&format=${language}&dpi=${other}`)).status, 200, 'the suggestion draws')
  }
})

t.test('a label that a print head does not reach is a 422 with the size that it reaches', async (t) => {
  const wide =
    'type=code128&text=QZ-1&size=62x20mm&dpi=300&format=brother&title=Sechskantschraube%20M8%20x%2040%20verzinkt,%20DIN%20933,%20in%20L%C3%A4nge'
  const error = errorIn(await ask(wide))
  t.match(error, {
    code: 'does_not_fit',
    faults: [{ parameter: 'size', suggestion: { size: /^58\.9\d*x\d+\.\d+mm$/ } }],
  })
})

t.test('copies of a language that has none are bounded', async (t) => {
  const error = errorIn(await ask('type=qr&text=A&size=100x150&dpi=300&format=dymo&qty=500'))
  t.match(error, { code: 'does_not_fit', faults: [{ parameter: 'qty', message: /more than 16777216: qty=\d+ fits/ }] })
})

t.test('many labels are one job', inLongRun, async (t) => {
  const rows = 'text,qty\r\nA,2\r\nB,1\r\n'
  const reply = await ask('type=qr&size=50x30&format=dymo&dpi=300', rows)
  t.match([reply.status, reply.headers.get('content-type')], [200, 'application/octet-stream'])
  t.same(
    dymoLabels(reply.body).map(({ end }) => end),
    ['next label', 'next label', 'tear bar'],
  )
  const pages = brotherPages((await ask('type=qr&size=62x29mm&format=brother&dpi=300', rows)).body, 720)
  t.same(
    pages.map(({ media, end }) => [media.page, end]),
    [
      [0, 'next page'],
      [1, 'next page'],
      [1, 'last page'],
    ],
  )
  const long = await ask('type=qr&size=100x150&format=dymo&dpi=300', 'text,qty\r\nA,400\r\n')
  t.match(errorIn(long), { code: 'too_many_labels' })
})
