/** The design of a label by HTTP: it draws as the label does, and what draws no label has none. */

import t from 'tap'
import { conversation, errorIn, type Reply, repliesIn, served } from '../http/wire.ts'

const service = await served()
t.teardown(() => service.close())

async function ask(target: string, body?: object): Promise<Reply> {
  const text = body === undefined ? '' : JSON.stringify(body)
  const sent =
    body === undefined ? '' : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n`
  const head = `${body === undefined ? 'GET' : 'POST'} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${sent}\r\n`
  return repliesIn(await conversation(service.port, head + text))[0]!
}

t.test('the design that comes of a label draws the same picture', async (t) => {
  const label =
    'type=code128&text=QZ-{1}&size=62x29mm&orientation=portrait&title=Store%207&layout=auto&caption=Hex%20bolt'
  const found = await ask(`/api/v1/label/design?${label}`)
  t.match([found.status, found.headers.get('content-type')], [200, 'application/json'])
  const design = JSON.parse(found.body.toString())
  t.match(design, { size: '62x29mm', orientation: 'portrait', elements: [{ kind: 'label', value: 'QZ-{{1}' }] })
  const others = 'format=png&dpi=203&gain=0.1'
  const drawn = await ask(`/api/v1/labels?${others}`, { design, rows: [{}] })
  t.equal(drawn.status, 200, drawn.body.toString())
  t.same(drawn.body, (await ask(`/api/v1/label?${label}&${others}`)).body)
})

t.test('what draws no label has no design, for the same reason', async (t) => {
  for (const label of ['type=ean13&text=ABC', 'type=qr', `type=qr&size=25x10&text=${'x'.repeat(1000)}`]) {
    const [design, drawn] = [await ask(`/api/v1/label/design?${label}`), await ask(`/api/v1/label?${label}`)]
    t.ok(design.status >= 400, label)
    t.same([design.status, errorIn(design)], [drawn.status, errorIn(drawn)])
  }
})
