import t from 'tap'
import { Outbox, type Response } from '../../../src/server/http/response.ts'
import { inLongRun } from '../../random.ts'
import { ask, type Reply, type Served, served, Wire } from './wire.ts'

t.test('the responses of a turn are written at its end, and others at once', (t) => {
  const written: string[] = []
  const response = (name: string): Response =>
    ({ writeWhole: (bytes: Uint8Array) => written.push(`${name} ${bytes.length}`) }) as unknown as Response
  let isTurnDue = true
  const outbox = new Outbox(() => isTurnDue)
  outbox.take(response('a'), new Uint8Array(1))
  outbox.take(response('b'), new Uint8Array(2))
  t.same(written.splice(0), [])
  outbox.release()
  t.same(written.splice(0), ['a 1', 'b 2'])
  outbox.release()
  isTurnDue = false
  outbox.take(response('c'), new Uint8Array(3))
  t.same(written, ['c 3'])
  t.end()
})

const drawn = '/api/v1/barcode?type=code128&text=a'
const large = '/api/v1/barcode?type=qr&format=svg&scale=10&text='.concat('a'.repeat(2000))

const lines = [
  `GET ${drawn}`,
  `HEAD ${drawn}`,
  `OPTIONS ${drawn}`,
  `GET ${large}`,
  'GET /api/v1/label?type=qr&text=a&qty=3',
  'GET /api/v1/barcode?type=ean13&text=1',
  'GET /api/v1/barcode?type=nothing',
  'GET /api/generate-barcode?type=upca&text=01234567890',
  'HEAD /api/v1/openapi.json',
  'GET /healthz',
  'GET /nowhere',
  'PUT /api/v1/barcode',
]

function asked(line: string, headers: readonly string[] = []): string {
  return `${[`${line} HTTP/1.1`, 'Host: test', ...headers].join('\r\n')}\r\n\r\n`
}

/** The only reply on a connection that is kept. Of a reply to HEAD, the body is left out on the wire. */
async function kept(service: Served, line: string, headers?: readonly string[]): Promise<Reply> {
  const wire = new Wire(service.port).send(asked(line, headers))
  const [reply] = await wire.replies(1, undefined, line.startsWith('HEAD'))
  wire.socket.destroy()
  if (reply === undefined) throw new Error(`no reply to ${line}`)
  return reply
}

const ofTheConnection = new Set(['date', 'connection', 'keep-alive'])
const ofTheAnswer = ({ headers }: Reply): (readonly [string, string])[] =>
  [...headers].filter(([name]) => !ofTheConnection.has(name)).sort()

t.test('a reply sent in one piece equals the reply that node sends', inLongRun, async (t) => {
  const service = await served({ bounds: { keepAlive: 7500 } })
  const etag = (await ask(service.port, `GET ${drawn}`)).headers.get('etag')!
  const requests = [...lines.map((line) => [line, []] as const), [`GET ${drawn}`, [`If-None-Match: ${etag}`]] as const]
  for (const [line, headers] of requests) {
    const [whole, closing] = [await kept(service, line, headers), await ask(service.port, line, headers)]
    t.equal(whole.status, closing.status, line)
    t.same(ofTheAnswer(whole), ofTheAnswer(closing), line)
    t.same(whole.body, closing.body, line)
    t.equal(whole.headers.get('connection'), 'keep-alive', line)
    t.equal(whole.headers.get('keep-alive'), 'timeout=7', line)
    t.equal(closing.headers.get('connection'), 'close', line)
    const age = Date.now() - Date.parse(whole.headers.get('date') ?? '')
    t.ok(age >= 0 && age < 60_000, `${line}: ${whole.headers.get('date')}`)
    t.equal(whole.headers.get('date'), new Date(Date.parse(whole.headers.get('date')!)).toUTCString())
  }
  t.equal((await ask(service.port, `GET ${large}`)).body.length > 1 << 16, true, 'one is too large to be copied')
  await service.close()
})

t.test('replies in one piece and replies by node alternate on a connection', inLongRun, async (t) => {
  const service = await served()
  const count = 30
  const wire = new Wire(service.port)
  const statuses = Array.from({ length: count }, (_, i) => [200, 422, 404][i % 3])
  const targets = [large, '/api/v1/barcode?type=ean8&text=1', '/nowhere']
  wire.send(statuses.map((_, i) => asked(`GET ${targets[i % 3]}`)).join(''))
  t.same(
    (await wire.replies(count)).map(({ status }) => status),
    statuses,
    'all at once',
  )
  for (let i = 1; i <= 6; i++) {
    const replies = await wire.send(asked(`GET ${targets[i % 3]}`)).replies(count + i)
    t.equal(replies.at(-1)?.status, statuses[i % 3], 'one after another')
  }
  t.equal((await wire.send(asked(`GET ${drawn}`, ['Connection: close'])).replies(count + 7)).length, count + 7)
  await wire.closed
  await service.close()
})

t.test('an HTTP/1.0 connection is kept only on request', async (t) => {
  const service = await served()
  const wire = new Wire(service.port).send(`GET ${drawn} HTTP/1.0\r\nConnection: keep-alive\r\n\r\n`)
  t.equal((await wire.replies(1))[0]?.headers.get('connection'), 'keep-alive')
  const [, second] = await wire.send(`GET ${drawn} HTTP/1.0\r\n\r\n`).replies(2)
  t.equal(second?.headers.get('connection'), 'close')
  await wire.closed
  await service.close()
})
