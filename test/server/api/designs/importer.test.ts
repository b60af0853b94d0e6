/** Files of gLabels that are sent to become designs. */

import { gzipSync } from 'node:zlib'
import t, { type Test } from 'tap'
import { pictureInUri } from '../../../../src/design/picture-source.ts'
import { designIn } from '../../../../src/design/reader.ts'
import { importOperation } from '../../../../src/server/api/designs/importer.ts'
import { document, text } from '../../../design/glabels/files.ts'
import { inLongRun } from '../../../random.ts'
import { errorIn, type Reply, repliesIn, type Served, served, Wire } from '../../http/wire.ts'

const place = ['10mm', '10mm', '30mm', '8mm'] as const
const file = Buffer.from(document([text(place, 'Bolt'), text(place, 'x').replace('italic="False"', 'italic="True"')]))

async function shop(t: Test): Promise<Served> {
  const service = await served()
  t.teardown(() => service.close())
  return service
}

async function send(service: Served, body: Uint8Array, query = '', type = 'application/octet-stream'): Promise<Reply> {
  const head = [`POST /api/v1/designs/import${query} HTTP/1.1`, 'Host: x', 'Connection: close', `Content-Type: ${type}`]
  const wire = new Wire(service.port)
  wire.send(`${[...head, `Content-Length: ${body.length}`, '', ''].join('\r\n')}`).send(body)
  await wire.closed
  return repliesIn(wire.received)[0]!
}

t.test('a file becomes a design, packed or not, with what could not be taken over', inLongRun, async (t) => {
  const service = await shop(t)
  for (const [body, query, name] of [
    [file, '?name=Shelf%20one', 'Shelf-one'],
    [gzipSync(file), '', 'label'],
  ] as const) {
    const reply = await send(service, body, query)
    t.equal(reply.status, 200, reply.body.toString())
    const { design, notes } = JSON.parse(reply.body.toString()) as { design: object; notes: object[] }
    t.match(design, { name, elements: [{ kind: 'text', value: 'Bolt' }, { kind: 'text' }] })
    t.match(notes, [{ message: /^object 2, text "x": its letters are italic/ }])
    t.doesNotThrow(() => designIn(JSON.stringify(design), pictureInUri))
  }
})

t.test(
  'a file that gives no design is refused, with why; the service answers others meanwhile',
  inLongRun,
  async (t) => {
    const service = await shop(t)
    for (const [body, message] of [
      ['^XA^XZ', /^the file is ZPL, the language of Zebra printers/],
      ['<DieCutLabel/>', /DYMO Label/],
      ['', /is not XML/],
      ['<a><b></a>', /ends with/],
    ] as const) {
      const reply = await send(service, Buffer.from(body))
      t.match([reply.status, errorIn(reply)], [400, { code: 'invalid_design', message }])
    }
    const bomb = gzipSync(Buffer.alloc(25 << 20, 0x20))
    t.match(errorIn(await send(service, bomb)), { message: /unpacks to more than 24 MiB/ })
    t.equal((await send(service, Buffer.alloc((4 << 20) + 1))).status, 413)
    t.equal((await send(service, file, '', 'text/csv')).status, 415)
    const [one, two] = await Promise.all([send(service, file), send(service, file)])
    t.same([one.status, two.status].toSorted(), [200, 503], 'one at a time')
    t.equal((await send(service, file)).status, 200)
  },
)

t.test('a file that takes too long is given up', async (t) => {
  const { endpoint } = importOperation(0)
  const sender = { principal: { key: 'k', name: 'k' }, headerOf: () => undefined, printingRefused: () => undefined }
  const answer = await (endpoint as (...given: unknown[]) => Promise<{ status: number; body: Uint8Array }>)(
    '',
    { mediaType: 'application/octet-stream', bytes: new Uint8Array(file) },
    sender,
  )
  t.match([answer.status, Buffer.from(answer.body).toString()], [400, /takes more than 0 s/])
})
