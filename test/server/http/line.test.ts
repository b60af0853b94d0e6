import t, { type Test } from 'tap'
import { jsonAnswer } from '../../../src/answer.ts'
import { type Running, type ServerOptions, stop } from '../../../src/server/http/server.ts'
import { type Admission, type Limiter, tokenBuckets } from '../../../src/server/limiter/index.ts'
import { drawn, forAllInBatches, inLongRun, type Random, random } from '../../random.ts'
import { corpus } from './corpus.ts'
import { type Served, served, until, Wire } from './wire.ts'

const mediaTypes = ['text/csv']
const rate = { perMinute: 60, burst: 4 }

/** A service with a path that is limited, one that is not, and one that takes a body. */
function limited(options: Partial<ServerOptions>, prepare?: (server: Running['server']) => void): Promise<Served> {
  const path = { limited: true, isDrawing: true, headers: ['X-Test', 'a'] }
  const routes = () => [
    { path: '/a', endpoint: (query: string) => jsonAnswer({ query }), ...path },
    { path: '/free', endpoint: () => jsonAnswer({ free: true }), ...path, limited: false },
    {
      path: '/body',
      endpoint: (_: string, body: { bytes: Uint8Array }) => jsonAnswer({ text: Buffer.from(body.bytes).toString() }),
      body: { limit: 1000, mediaTypes },
      ...path,
    },
  ]
  return served({ routes, rate, clock: () => 0, ...options }, prepare)
}

/** Where node's listener is another, node reads and parses the input. */
const parsedByNode = (server: Running['server']): void => {
  server.prependListener('connection', (socket) => Object.defineProperty(socket, '_paused', { set() {} }))
}

/** The same verdicts, each some turns of the event loop later. */
function delayed(limiter: Limiter, r: Random): Limiter {
  return {
    async take(client, now) {
      const verdict = limiter.take(client, now)
      const turns = r.pick([0, 1, 2, 5])
      for (let i = 0; i < turns; i++) await new Promise((resolve) => setImmediate(resolve))
      if (r.between(0, 9) === 0) await new Promise((resolve) => setTimeout(resolve, r.between(0, 10)))
      return verdict
    },
  }
}

const post = (framing: string, body: string, more = ''): string =>
  `POST /body HTTP/1.1\r\nHost: x\r\nContent-Type: text/csv\r\n${more}${framing}\r\n\r\n${body}`
const get = (target: string, more = ''): string => `GET ${target} HTTP/1.1\r\nHost: x\r\n${more}\r\n`

const requests: readonly string[] = [
  get('/a?1'),
  get('/a?2'),
  get('/free'),
  get('/a', 'X-Long: '.padEnd(900, 'x').concat('\r\n')),
  'HEAD /a HTTP/1.1\r\nHost: x\r\n\r\n',
  'OPTIONS /a HTTP/1.1\r\nHost: x\r\n\r\n',
  get('/nowhere'),
  post('Content-Length: 3', 'abc'),
  post('Content-Length: 900', 'x'.repeat(900)),
  post('Transfer-Encoding: chunked', '3\r\nabc\r\n1\r\nd\r\n0\r\n\r\n'),
  post('Content-Length: 3', 'abc', 'Expect: 100-continue\r\n'),
]
const endings: readonly string[] = [
  '',
  get('/a?last', 'Connection: close\r\n'),
  `${get('/a?last', 'Connection: close\r\n')}${get('/a?ignored')}`,
  get('/a', 'Expect: x\r\n'),
  'GET /a HTTP/1.1\r\n\r\n',
  'no request\r\n\r\n',
  'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n',
  post('Content-Length: 2000', 'x'.repeat(2000)),
  post('Transfer-Encoding: chunked', '3\r\nabc\r\nno chunk\r\n'),
  'PUT /a HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc',
]

/** What a client sends on one connection, in pieces. */
function conversationOf(r: Random): string[] {
  const all = Array.from({ length: r.between(0, 7) }, () => r.pick(requests))
  const bytes = [...all, r.pick(endings)].join('')
  if (r.between(0, 1) === 0) return [bytes]
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += pieces.at(-1)!.length) {
    pieces.push(bytes.slice(at, at + r.between(1, r.pick([20, 300, 3000]))))
  }
  return pieces
}

/** All that the server sends until it closes, without the time. */
async function answered({ port }: Served, pieces: readonly (string | Uint8Array)[], from: string): Promise<string> {
  const wire = new Wire(port, true, from)
  for (const piece of pieces) {
    wire.send(piece)
    if (pieces.length > 1) await new Promise((resolve) => setImmediate(resolve))
  }
  await wire.closed
  return wire.received.toString('latin1').replaceAll(/^Date: .*\r\n/gm, '')
}

t.test('a client is answered the same whether the limiter decides at once or later', inLongRun, async (t) => {
  const r = random('admission')
  const bounds = { linger: 200, keepAlive: 300, headers: 6000 }
  const later = (): Partial<ServerOptions> => ({ bounds, limiter: delayed(tokenBuckets(rate), r) })
  const services = await Promise.all([
    limited({ bounds }),
    limited({ bounds }, parsedByNode),
    limited(later()),
    limited(later(), parsedByNode),
  ])
  let clients = 0
  /** Why services differ in what they answer to each conversation; 20 are held at a time. */
  const differences = async (conversations: readonly (readonly (string | Uint8Array)[])[], isKnown = false) => {
    const found: (string | undefined)[] = conversations.map(() => undefined)
    const all = [...conversations.entries()]
    const worker = async (): Promise<void> => {
      for (let next = all.pop(); next !== undefined; next = all.pop()) {
        const [index, pieces] = next
        const from = `127.1.${(clients >> 8) & 255}.${clients++ & 255}`
        const [first, ...others] = await Promise.all(services.map((service) => answered(service, pieces, from)))
        // where node reads, a head of any number of lines is answered by another error
        const same = isKnown ? others.slice(1, 2) : others
        if (same.some((other) => other !== first)) found[index] = JSON.stringify({ first, others })
      }
    }
    await Promise.all(Array.from({ length: 20 }, worker))
    return found
  }
  const known = await differences(
    corpus.map(([, bytes]) => [bytes]),
    true,
  )
  t.same(
    known.filter((difference) => difference !== undefined),
    [],
  )
  await forAllInBatches(drawn(conversationOf), { count: 320, times: 5 }, (conversations) => differences(conversations))
  for (const service of services) {
    t.same(service.faults, [])
    await service.close()
  }
})

/** A limiter that decides when the test says so. */
function asked(): Limiter & { readonly waiting: ((verdict?: Partial<Admission>) => void)[] } {
  const waiting: ((verdict?: Partial<Admission>) => void)[] = []
  const admitted = { admitted: true, left: 7, waitSeconds: 1 }
  return {
    waiting,
    take: () => new Promise((resolve) => void waiting.push((verdict) => resolve({ ...admitted, ...verdict }))),
  }
}

const statuses = async (wire: Wire, count: number): Promise<number[]> =>
  (await wire.replies(count)).map(({ status }) => status)

/** @param isKnown  whether the service knows before the verdict that the clients have gone */
async function leavesNothing(t: Test, prepare: typeof parsedByNode | undefined, isKnown: boolean): Promise<void> {
  const limiter = asked()
  const bounds = { waiting: { client: 2, total: 100 } }
  const service = await limited({ limiter, bounds }, prepare)
  const gone = Array.from({ length: 5 }, () => new Wire(service.port).send(get('/a').repeat(2)))
  await until(() => limiter.waiting.length === 5)
  const closed = new Promise<void>((resolve) => {
    const look = (): void => void service.server.getConnections((_, n) => (n === 0 ? resolve() : setImmediate(look)))
    look()
  })
  for (const wire of gone) wire.socket.resetAndDestroy()
  // what is held is not read, so that the service does not know of it yet
  if (isKnown) service.server.closeAllConnections()
  for (const decide of limiter.waiting.splice(0)) decide()
  await closed
  for (const decide of limiter.waiting.splice(0)) decide()
  // each of these counts as waiting until it is decided, and then the others do
  const wires = Array.from({ length: 4 }, () => new Wire(service.port).send(get('/a')))
  await until(() => limiter.waiting.length === 4)
  const found: number[] = []
  for (const decide of limiter.waiting.splice(0)) {
    decide()
    await until(() => wires.some((wire) => wire.received.length > 0))
    const index = wires.findIndex((wire) => wire.received.length > 0)
    found.push(...(await statuses(wires[index]!, 1)))
    wires.splice(index, 1)[0]!.socket.destroy()
  }
  t.same(found, [503, 200, 200, 200])
  t.equal(service.records.length, isKnown ? 4 : 9)
  t.same(service.faults, [])
  await service.close()
}

for (const [how, prepare] of [
  ['by us', undefined],
  ['by node', parsedByNode],
] as const) {
  t.test(`input parsed ${how}: nothing of a connection goes on before the verdict`, async (t) => {
    const limiter = asked()
    const service = await limited({ limiter }, prepare)
    const expecting = post('Content-Length: 3', '', 'Expect: 100-continue\r\n')
    const wire = new Wire(service.port).send(`${get('/free')}${get('/a?1')}${get('/free')}${expecting}`)
    await until(() => limiter.waiting.length === 1)
    t.same(await statuses(wire, 1), [200])
    service.closeIdle()
    limiter.waiting.pop()!({ left: 5 })
    await until(() => limiter.waiting.length === 1)
    const [, second, ...rest] = await wire.replies(3)
    t.match([second!.headers.get('ratelimit'), JSON.parse(second!.body.toString())], ['"ip";r=5;t=1', { query: '1' }])
    t.equal(rest.length, 1)
    service.closeIdle()
    for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve))
    t.equal((await wire.replies(0)).length, 3, 'and no 100')
    limiter.waiting.pop()!()
    t.same(await statuses(wire, 4), [200, 200, 200, 100])
    wire.send('abc')
    t.same(await statuses(wire, 5), [200, 200, 200, 100, 200])
    wire.send(get('/a?2'))
    await until(() => limiter.waiting.length === 1)
    limiter.waiting.pop()!({ admitted: false, left: 0, waitSeconds: 9 })
    const refused = (await wire.replies(6)).at(-1)!
    t.match([refused.status, refused.headers.get('retry-after')], [429, '9'])
    wire.socket.destroy()
    t.same(service.faults, [])
    await service.close()
  })

  t.test(`input parsed ${how}: a client that goes before the verdict leaves nothing behind`, async (t) => {
    for (const isKnown of [true, false]) await leavesNothing(t, prepare, isKnown)
  })

  t.test(`input parsed ${how}: a server that stops answers who waits for a verdict`, async (t) => {
    const limiter = asked()
    const service = await limited({ limiter }, prepare)
    const wire = new Wire(service.port).send(get('/a'))
    await until(() => limiter.waiting.length === 1)
    const stopped = stop(service, 60_000)
    await until(() => !service.server.listening)
    limiter.waiting.pop()!()
    await stopped
    await wire.closed
    const [reply] = await wire.replies(1)
    t.match([reply!.status, reply!.headers.get('connection')], [200, 'close'])

    const late = await limited({ limiter }, prepare)
    const cut = new Wire(late.port).send(get('/a').repeat(3))
    await until(() => limiter.waiting.length === 1)
    await stop(late, 400)
    await cut.closed
    limiter.waiting.pop()!()
    await new Promise((resolve) => setImmediate(resolve))
    t.equal(cut.received.length, 0)
    t.same([...service.faults, ...late.faults, late.records.length], [0])
  })
}
