import { deepEqual } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { forAll, inLongRun } from '../../random.ts'
import { connected, openConnections, statusFrom } from './connected.ts'
import { errorIn, repliesIn, served, until, Wire } from './wire.ts'

const barcode = '/api/v1/barcode?type=qr&text=a'
const get = (target: string, headers = ''): string => `GET ${target} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`
const [attacker, other, third] = ['127.0.0.2', '127.0.0.3', '127.0.0.4']

t.test('a reset at any stage of any request leaves the service as it was', inLongRun, async (t) => {
  const service = await served({ bounds: { linger: 100 } })
  const methods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE', 'CONNECT', 'TRACE', 'PATCH', 'PRI']
  const extras = ['', 'Upgrade: websocket\r\nConnection: Upgrade\r\n', 'Expect: 100-continue\r\nContent-Length: 5\r\n']
  const requests = methods.flatMap((method) =>
    [...extras, 'Expect: x\r\n', 'Connection: close\r\n'].map((extra) => {
      const target = method === 'CONNECT' ? 'a:80' : barcode
      return `${method} ${target} HTTP/1.1\r\nHost: a\r\n${extra}\r\nabcde`
    }),
  )
  for (const framing of ['Content-Length: 13\r\n\r\n', 'Transfer-Encoding: chunked\r\n\r\nd\r\n']) {
    const head = 'POST /api/v1/labels HTTP/1.1\r\nHost: a\r\nContent-Type: text/csv\r\nExpect: 100-continue\r\n'
    requests.push(`${head}${framing}type,text\nqr,${framing.startsWith('T') ? '\r\n0\r\n\r\n' : ''}`)
  }
  const stages = fc.oneof(
    fc.constantFrom(...requests.flatMap((one) => [one, one + get(barcode).repeat(3), get(barcode) + one])),
    fc
      .tuple(fc.constantFrom(...requests), fc.nat(400))
      .map(([request, cut]) => request.slice(0, 1 + (cut % request.length))),
  )
  const reset = fc.record({
    bytes: stages,
    isReading: fc.boolean(),
    turns: fc.nat(3),
    isReset: fc.integer({ min: 0, max: 2 }).map((n) => n < 2),
  })
  await forAll([fc.array(reset, { minLength: 26, maxLength: 26 })], { count: 32, times: 4 }, async (resets) => {
    await Promise.all(
      resets.map(async ({ bytes, isReading, turns, isReset }) => {
        const wire = new Wire(service.port, isReading)
        wire.send(bytes)
        for (let i = 0; i < turns; i++) await new Promise((resolve) => setImmediate(resolve))
        if (isReset) wire.socket.resetAndDestroy()
        else wire.socket.destroy()
      }),
    )
    deepEqual(service.faults, [])
  })
  t.equal(await statusFrom(service, other), 200)
  await service.close()
})

t.test('connections are bounded for each client, and for all together', async (t) => {
  const bounds = { connections: { client: 20, total: 24 }, linger: 100 }
  const service = await served({ bounds })
  const open = openConnections(service)
  const half = (from: string): Wire => new Wire(service.port, true, from).send('GET /healthz HTTP/1.1\r\nHos')
  const many = Array.from({ length: 20 }, () => half(attacker))
  await until(() => open(attacker) === 20)
  const refused = new Wire(service.port, true, attacker)
  await refused.closed
  const [reply] = repliesIn(refused.received)
  t.equal(reply?.status, 503)
  t.match(errorIn(reply!), { code: 'overloaded', message: /127\.0\.0\.2/ })
  t.equal(await statusFrom(service, other), 200)
  const few = Array.from({ length: 4 }, () => half(other))
  await until(() => open(other) === 4)
  t.equal(await statusFrom(service, third), 200)
  t.equal(open(attacker), 19)
  t.equal(open(other), 4)
  for (const wire of [...many, ...few]) wire.socket.destroy()
  await service.close()

  const behind = await served({ bounds, trustedProxies: ['127.0.0.2'] })
  const ofProxy = await connected(behind, 22, attacker)
  for (const wire of ofProxy) wire.send('GET /healthz HTTP/1.1\r\nHos')
  t.equal(await statusFrom(behind, attacker), 200, 'the connections of a trusted proxy are those of many clients')
  for (const wire of ofProxy) wire.socket.destroy()
  await behind.close()
})
