/** Every way in which the service refuses work for its own sake is counted, by its reason and no other. */

import { connect, type Socket } from 'node:net'
import t from 'tap'
import type { ServerOptions } from '../../../src/server/http/server.ts'
import { inLongRun } from '../../random.ts'
import { drawnBy, type Served, served, until, Wire } from '../http/wire.ts'
import { scrapeOf } from './scrape.ts'

const barcode = '/api/v1/barcode?type=code128&text=QZ-0001'
const few = { client: 1, total: 1000 }
const plenty = { client: 1e9, total: 1e9 }

/** Not the client that is refused. */
const scraper = '127.0.0.9'

const get = (target: string): string => `GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`

/** The reasons that have been counted, and how often. */
async function reasonsOf(service: Served): Promise<Readonly<Record<string, number>>> {
  const wire = new Wire(service.port, true, scraper)
  wire.send('GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  const [reply] = await wire.replies(1)
  const { series = [] } = scrapeOf(reply!.body.toString()).families.get('quietzone_refusals_total') ?? {}
  return Object.fromEntries(series.flatMap(({ labels, value }) => (value === 0 ? [] : [[labels.get('reason'), value]])))
}

interface Watched extends Served {
  /** The server's side of its connections so far. */
  readonly sockets: readonly Socket[]
}

async function watched(options: Parameters<typeof served>[0] & Partial<ServerOptions>): Promise<Watched> {
  const sockets: Socket[] = []
  const service = await served(options, (server) => server.on('connection', (socket: Socket) => sockets.push(socket)))
  return { ...service, sockets }
}

t.test('none at first', async (t) => {
  const service = await served()
  t.same(await reasonsOf(service), {})
  await service.close()
})

t.test('connections: one more than the client may have', async (t) => {
  const service = await watched({ bounds: { connections: few } })
  const busy = new Wire(service.port).send('GET /healthz HTTP/1.1\r\nHos')
  await until(() => (service.sockets[0]?.bytesRead ?? 0) > 0)
  const [reply] = await new Wire(service.port).send(get('/healthz')).replies(1)
  t.equal(reply?.status, 503)
  t.same(await reasonsOf(service), { connections: 1 })
  busy.socket.destroy()
  await service.close()
})

t.test('displaced: an idle connection makes room', async (t) => {
  const service = await served({ bounds: { connections: few } })
  const idle = new Wire(service.port).send(get('/healthz'))
  await idle.replies(1)
  const [reply] = await new Wire(service.port).send(get('/healthz')).replies(1)
  t.equal(reply?.status, 200)
  await idle.closed
  t.same(await reasonsOf(service), { displaced: 1 })
  await service.close()
})

t.test('flooded: so many are being refused that the next gets no answer', async (t) => {
  const service = await watched({ bounds: { connections: few, linger: 60_000 } })
  const busy = new Wire(service.port).send('GET /healthz HTTP/1.1\r\nHos')
  await until(() => (service.sockets[0]?.bytesRead ?? 0) > 0)
  const refused: Socket[] = []
  for (let i = 0; i < 70; i++) {
    const socket = connect({ port: service.port, host: '127.0.0.1', allowHalfOpen: true })
    refused.push(socket)
    // the answer, or the end without one
    await new Promise<void>((resolve) => {
      socket.on('error', () => resolve()).on('data', () => resolve())
      socket.on('end', () => resolve()).on('close', () => resolve())
    })
  }
  const { connections = 0, flooded = 0, ...others } = await reasonsOf(service)
  t.same(others, {})
  t.same([connections, flooded], [64, 6])
  for (const socket of [...refused, busy.socket]) socket.destroy()
  await service.close()
})

t.test('waiting, bodies: more than the client may have', async (t) => {
  const waiting = await served({ bounds: { waiting: few } })
  await new Wire(waiting.port).send(get(barcode).repeat(10)).closed
  t.same(await reasonsOf(waiting), { waiting: 1 })
  await waiting.close()

  const bodies = await served({ bounds: { bodies: few } })
  const head = 'POST /api/v1/labels HTTP/1.1\r\nHost: x\r\nContent-Type: text/csv\r\nContent-Length: 1000\r\n\r\n'
  await new Wire(bodies.port).send(head).closed
  t.same(await reasonsOf(bodies), { bodies: 1 })
  await bodies.close()
})

t.test('unread: more than the client may leave unread', async (t) => {
  const bounds = { unread: { client: 1000, total: 1e9 } }
  const service = await served({ draw: drawnBy(30_000_000), bounds })
  const deaf = new Wire(service.port, false).send(get(barcode))
  await until(() => service.records.length === 1)
  const [reply] = await new Wire(service.port).send(get(barcode)).replies(1)
  t.equal(reply?.status, 503)
  t.same(await reasonsOf(service), { unread: 1 })
  deaf.socket.destroy()
  await service.close()
})

t.test('stalled: a client that does not read for too long', inLongRun, async (t) => {
  const service = await served({ draw: drawnBy(30_000_000), bounds: { unread: plenty, stalled: 5000 } })
  const deaf = new Wire(service.port, false).send(get(barcode))
  await until(() => service.records.length === 1)
  for (let i = 0; i < 600 && (await reasonsOf(service)).stalled === undefined; i++) {
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  t.same(await reasonsOf(service), { stalled: 1 })
  deaf.socket.destroy()
  await service.close()
})

t.test('malformed: no request, or not in time', inLongRun, async (t) => {
  const service = await served({ bounds: { headers: 1000, request: 1000 } })
  await new Wire(service.port).send('GET / HTTP').closed
  t.same(await reasonsOf(service), { malformed: 1 })
  await new Wire(service.port).send('\0').closed
  t.same(await reasonsOf(service), { malformed: 2 })
  const late = 'POST /api/v1/labels HTTP/1.1\r\nHost: x\r\nContent-Type: text/csv\r\nContent-Length: 9\r\n\r\ntext'
  await new Wire(service.port).send(late).closed
  t.same(await reasonsOf(service), { malformed: 3 })
  t.equal(service.records.filter(({ status }) => status === 408 || status === 400).length, 3)
  await service.close()
})

t.test('expired: what has waited for five seconds', async (t) => {
  let now = 0
  const service = await served({
    clock: () => now,
    draw: drawnBy(100, () => (now += 6000)),
    bounds: { unread: plenty },
  })
  await new Wire(service.port).send(get(barcode).repeat(4)).replies(4)
  const expired = service.records.filter(({ status }) => status === 503).length
  t.ok(expired > 0)
  t.same(await reasonsOf(service), { expired })
  await service.close()
})
