import t from 'tap'
import { pngPicture } from '../../oracle/picture.ts'
import { tsplLabels } from '../../oracle/text-printers.ts'
import { conversation, errorIn, type Reply, repliesIn, type Served, served } from '../http/wire.ts'

const program = '^XA^FO50,50^A0N,40,40^FDQZ-0001^FS^FO50,110^BY2^BCN,80^FDQZ-0001^FS^XZ'

/** Sends a program. */
async function post({ port }: Served, query: string, body: string, type = 'application/zpl'): Promise<Reply> {
  const head = [
    `POST /api/v1/zpl${query} HTTP/1.1`,
    ...['Host: test', 'Connection: close', `Content-Type: ${type}`, `Content-Length: ${Buffer.byteLength(body)}`],
  ]
  return repliesIn(await conversation(port, Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`)))[0]!
}

t.test('a program is answered as picture, page, job and report', async (t) => {
  const service = await served({})
  t.teardown(() => service.close())
  const png = await post(service, '?size=4x6', program)
  t.same([png.status, png.headers.get('content-type')], [200, 'image/png'])
  t.match(pngPicture(png.body), { width: 813, height: 1219 })
  t.equal(png.headers.get('quietzone-warning'), undefined)
  const pdf = await post(service, '?format=pdf', program, 'application/x-www-form-urlencoded')
  t.same([pdf.status, pdf.body.subarray(0, 5).toString()], [200, '%PDF-'])
  const svg = await post(service, '?format=svg', program, 'text/plain')
  t.match(svg.body.toString(), /^<svg|^<\?xml/)
  const tspl = await post(service, '?format=tspl&dpi=203', '^XA^FO9,9^SN1,1^FS^PQ3^XZ')
  t.equal(tsplLabels(tspl.body, 8).length, 3)
  const report = await post(service, '?format=json', `^XA^FO60,110^ZQ${program.slice(3)}`)
  t.match(JSON.parse(report.body.toString()), {
    labels: [{ index: 0, symbols: [{ type: 'code128', text: 'QZ-0001', x: 0.25 }] }],
    findings: [{ code: 'unknown_command', command: '^ZQ', offset: 12, line: 1 }],
  })
})

t.test('findings are headers of pictures, in ASCII', async (t) => {
  const service = await served({})
  t.teardown(() => service.close())
  const reply = await post(service, '', '^XA^FO10,10^FDM\u00fcller^FS^XZ')
  t.match(reply.headers.get('quietzone-warning'), /^utf8_without_ci28; \^FD at byte 11: the data is UTF-8/)
})

t.test('what is not drawn is refused', async (t) => {
  const service = await served({})
  t.teardown(() => service.close())
  for (const [query, body, status, code] of [
    ['', '', 422, 'does_not_fit'],
    ['?index=1', program, 422, 'does_not_fit'],
    ['?dpi=180', program, 400, 'invalid_parameter'],
    ['?format=brother&dpi=203', program, 400, 'invalid_parameter'],
    ['?format=tspl', program.replace('^XZ', '^PQ501^XZ'), 422, 'does_not_fit'],
  ] as const) {
    const reply = await post(service, query, body)
    t.match([reply.status, errorIn(reply)], [status, { code }], query)
  }
  const type = await post(service, '', program, 'image/png')
  t.equal(type.status, 415)
  const large = await post(service, '', 'x'.repeat((1 << 20) + 1))
  t.equal(large.status, 413)
})
