import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import t from 'tap'
import {
  type Answer,
  type Answering,
  type AnswerStep,
  type Body,
  type Caller,
  jsonAnswer,
} from '../../../src/answer.ts'
import { type ServerOptions, type ServerState, stop } from '../../../src/server/http/server.ts'
import { inLongRun } from '../../random.ts'
import { ask, errorIn, type Reply, repliesIn, type Served, served, until, Wire } from './wire.ts'

const mediaTypes = ['text/csv']
const [patient, other] = ['127.0.0.2', '127.0.0.3']

/** A request that awaits its answer. */
interface Awaited {
  readonly query: string
  readonly settle: (answer: Answer) => void
  readonly reject: (error: Error) => void
}

interface Awaiting extends Served {
  /** In the order in which they were begun; none leaves. */
  readonly awaited: Awaited[]
}

/** A service with paths whose answers are awaited until the test settles them, one that draws, and a private one. */
async function awaiting(options: Partial<ServerOptions> = {}): Promise<Awaiting> {
  const awaited: Awaited[] = []
  const promised = (query: string): Promise<Answer> =>
    new Promise((settle, reject) => void awaited.push({ query, settle, reject }))
  const path = { limited: false, isDrawing: true, headers: [] }
  const posted = { body: { limit: 1000, mediaTypes }, ...path }
  const routes = ({ isReady }: ServerState) => [
    { path: '/get', endpoint: promised, ...path },
    { path: '/post', endpoint: promised, ...posted },
    { path: '/steps', endpoint: stepsTo(promised), ...posted },
    { path: '/optional', endpoint: described, ...posted, body: { ...posted.body, isOptional: true } },
    { path: '/private', endpoint: described, ...posted, isPrivate: true },
    { path: '/private/read', endpoint: () => ({ ...jsonAnswer({}), maxAge: 60 }), ...path, isPrivate: true },
    { path: '/drawn', endpoint: () => jsonAnswer({ drawn: true }), ...path },
    { path: '/ready', endpoint: () => jsonAnswer({ ready: isReady() }), ...path },
  ]
  return { ...(await served({ routes, ...options })), awaited }
}

function stepsTo(promised: (query: string) => Promise<Answer>) {
  return function* (query: string): Generator<AnswerStep, Promise<Answer>> {
    yield { kept: 0 }
    yield { kept: 0 }
    return promised(query)
  }
}

function described(
  _: string,
  body: { mediaType: string | undefined; bytes: Uint8Array },
  { headerOf }: Caller,
): Answering {
  return jsonAnswer({ mediaType: body.mediaType ?? 'none', bytes: body.bytes.length, trace: headerOf('X-Trace') ?? '' })
}

/** Resolves when the service has no connection any more. */
function allGone({ server }: Served): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => void server.getConnections((_, count) => (count === 0 ? resolve() : setImmediate(look)))
    look()
  })
}

/** Resolves when the service has looked for connections that are idle or stalled, which closes one that is. */
async function looked({ port }: Served): Promise<void> {
  for (let i = 0; i < 2; i++) await new Wire(port).send(get('/ready')).closed
}

/** The server's side of the next connection. */
function socketOf({ server }: Served): Promise<Socket> {
  return new Promise((resolve) => server.once('connection', resolve))
}

const get = (target: string, headers = ''): string => `GET ${target} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`
const post = (target: string, headers = ''): string =>
  `POST ${target} HTTP/1.1\r\nHost: x\r\nContent-Type: text/csv\r\nContent-Length: 1\r\n${headers}\r\na`
const done = (name: string): Answer => jsonAnswer({ name })
const bodies = (replies: readonly Reply[]): unknown[] => replies.map(({ body }) => JSON.parse(body.toString()))

t.test('an answer that is promised is sent when it comes, and requests behind it keep their order', async (t) => {
  let now = 0
  const service = await awaiting({ clock: () => now })
  for (const request of [get('/get?1'), post('/post?1'), post('/steps?1')]) {
    const count = service.awaited.length
    const wire = new Wire(service.port).send(
      `${get('/drawn')}${request}${get('/drawn')}${get('/get?2')}${get('/ready')}`,
    )
    await until(() => service.awaited.length === count + 1)
    t.same(bodies(await wire.replies(1)), [{ drawn: true }])
    // longer than a request may wait for its turn
    now += 60_000
    service.awaited[count]!.settle(done('first'))
    await until(() => service.awaited.length === count + 2)
    t.same(bodies(await wire.replies(3)), [{ drawn: true }, { name: 'first' }, { drawn: true }])
    now += 60_000
    service.awaited[count + 1]!.settle(done('second'))
    const expected = [{ drawn: true }, { name: 'first' }, { drawn: true }, { name: 'second' }, { ready: true }]
    t.same(bodies(await wire.replies(5)), expected)
    wire.socket.destroy()
  }
  t.same(service.faults, [])
  await service.close()
})

t.test('a promise may be settled before it is awaited, and its answer to HEAD has no body', async (t) => {
  const endpoint = (): Promise<Answer> => Promise.resolve({ ...done('here'), headers: ['X-Test', 'a'] })
  const routes = () => [{ path: '/here', endpoint, limited: true, isDrawing: false, headers: [] }]
  const service = await served({ routes })
  t.same(bodies([await ask(service.port, 'GET /here')]), [{ name: 'here' }])
  const head = await ask(service.port, 'HEAD /here')
  t.match([head.status, head.headers.get('x-test'), head.headers.get('content-length')], [200, 'a', '15'])
  t.equal(head.body.length, 0)
  t.same(
    service.records.map(({ status, bytes }) => [status, bytes]),
    [
      [200, 15],
      [200, 0],
    ],
  )
  await service.close()
})

t.test('twenty answers are awaited at once while others are served', async (t) => {
  const service = await awaiting()
  const wires = Array.from({ length: 20 }, (_, i) => new Wire(service.port, true, patient).send(post(`/steps?${i}`)))
  await until(() => service.awaited.length === 20)
  t.same(bodies([await ask(service.port, 'GET /drawn')]), [{ drawn: true }])
  const mine = new Wire(service.port, true, patient).send(get('/drawn'))
  t.same(bodies(await mine.replies(1)), [{ drawn: true }], 'of the same client too')
  for (const { query, settle } of [...service.awaited].reverse()) settle(done(query))
  const replies = await Promise.all(wires.map((wire) => wire.replies(1)))
  t.same(
    replies.map(([reply]) => bodies([reply!])[0]),
    wires.map((_, i) => ({ name: String(i) })),
  )
  for (const wire of [...wires, mine]) wire.socket.destroy()
  await service.close()
})

t.test('a connection that awaits an answer is neither idle nor stalled, and is idle after it', async (t) => {
  let now = 0
  const service = await awaiting({ bounds: { keepAlive: 40 }, clock: () => now })
  const wire = new Wire(service.port).send(get('/drawn') + post('/post'))
  await until(() => service.awaited.length === 1)
  now += 600_000
  await looked(service)
  service.awaited[0]!.settle(done('late'))
  await wire.closed
  t.same(bodies(repliesIn(wire.received)), [{ drawn: true }, { name: 'late' }])
  await service.close()
})

t.test('a client that does not read an awaited answer is cut off as any other', inLongRun, async (t) => {
  let now = 0
  const service = await awaiting({ bounds: { keepAlive: 40 }, clock: () => now })
  const connected = socketOf(service)
  const wire = new Wire(service.port, false).send(post('/post'))
  const socket = await connected
  await until(() => service.awaited.length === 1)
  now += 600_000
  await looked(service)
  const count = service.records.length
  service.awaited[0]!.settle({ ...done('large'), body: new Uint8Array(32 << 20) })
  await until(() => service.records.length > count)
  await looked(service)
  now += 119_999
  const { bytesRead } = socket
  wire.send(get('/drawn'))
  await until(() => socket.bytesRead > bytesRead)
  await looked(service)
  t.notOk(socket.destroyed, 'not before two minutes')
  now += 1
  // whatever it has sent meanwhile
  await allGone(service)
  t.equal(service.records[count]?.status, 200)
  t.same(service.faults, [])
  wire.socket.destroy()
  await service.close()
})

t.test('a client that goes while its answer is awaited leaves nothing behind', async (t) => {
  const service = await awaiting({ bounds: { waiting: { client: 16, total: 20 }, bodies: { client: 8, total: 8 } } })
  for (let round = 1; round <= 5; round++) {
    const wires = Array.from({ length: 8 }, () =>
      new Wire(service.port, true, patient).send(post('/post') + get('/drawn')),
    )
    await until(() => service.awaited.length === 8 * round)
    for (const { socket } of wires) socket.resetAndDestroy()
    await allGone(service)
    if (round % 2 === 0) for (const { settle } of service.awaited.slice(-8)) settle(done('nobody'))
    else for (const { reject } of service.awaited.slice(-8)) reject(new Error('nobody'))
  }
  t.equal((await ask(service.port, 'GET /drawn')).status, 200)
  t.equal(service.records.filter(({ route }) => route === '/post').length, 0)
  await service.close()
})

t.test('awaited requests count as waiting', async (t) => {
  const service = await awaiting({ bounds: { waiting: { client: 3, total: 100 } } })
  const wires = Array.from({ length: 4 }, () => new Wire(service.port, true, patient).send(get('/get')))
  await until(() => service.awaited.length === 4)
  const refused = new Wire(service.port, true, patient).send(get('/get'))
  await refused.closed
  t.match(errorIn(repliesIn(refused.received)[0]!), { code: 'overloaded', message: /waiting requests of 127\.0\.0\.2/ })
  const served = new Wire(service.port, true, other).send(get('/drawn'))
  t.equal((await served.replies(1))[0]?.status, 200)
  for (const { settle } of service.awaited) settle(done('done'))
  for (const wire of wires) t.equal((await wire.send(get('/drawn')).replies(2))[1]?.status, 200, 'not any more')
  for (const wire of [...wires, served]) wire.socket.destroy()
  await service.close()
})

t.test('the bytes of a body are free while the answer to it is awaited', async (t) => {
  const service = await awaiting({ bounds: { bodies: { client: 2, total: 2 } } })
  const wires = Array.from({ length: 6 }, () => new Wire(service.port))
  for (const [i, wire] of wires.entries()) {
    wire.send(post('/steps'))
    await until(() => service.awaited.length === i + 1)
  }
  for (const { settle } of service.awaited) settle(done('done'))
  for (const wire of wires) t.equal((await wire.replies(1))[0]?.status, 200)
  for (const wire of wires) wire.socket.destroy()
  await service.close()
})

t.test('a rejected promise is a 500 with the id of the request, and the connection goes on', async (t) => {
  const service = await awaiting()
  const wire = new Wire(service.port).send(post('/steps') + get('/drawn'))
  await until(() => service.awaited.length === 1)
  service.awaited[0]!.reject(new TypeError('a fault on purpose'))
  const [fault, next] = await wire.replies(2)
  t.match(errorIn(fault!), { code: 'internal_error', message: new RegExp(`request id ${service.faults[0]?.id}$`) })
  t.notMatch(fault!.body.toString(), /on purpose/)
  t.equal(next?.status, 200)
  t.equal(service.faults.length, 1)
  wire.socket.destroy()
  await service.close()
})

t.test('the client is refused after the awaited answer, if what follows is no request', async (t) => {
  const service = await awaiting()
  const wire = new Wire(service.port).send(`${get('/get')}nonsense\r\n\r\n`)
  await until(() => service.awaited.length === 1)
  service.awaited[0]!.settle(done('first'))
  await wire.closed
  t.same(
    repliesIn(wire.received).map(({ status }) => status),
    [200, 400],
  )
  await service.close()
})

t.test('a service that stops waits for awaited answers, and not longer than its grace', inLongRun, async (t) => {
  const service = await awaiting()
  const wire = new Wire(service.port).send(post('/post'))
  await until(() => service.awaited.length === 1)
  const stopped = stop(service, 60_000)
  await until(() => !service.server.listening)
  service.awaited[0]!.settle(done('in time'))
  await stopped
  await wire.closed
  t.same(bodies(repliesIn(wire.received)), [{ name: 'in time' }])

  const late = await awaiting()
  const cut = new Wire(late.port).send(post('/post'))
  await until(() => late.awaited.length === 1)
  await stop(late, 400)
  await cut.closed
  late.awaited[0]!.settle(done('too late'))
  t.equal(cut.received.length, 0)
  t.same([...service.faults, ...late.faults], [])
})

t.test('a body that is optional may be left out, and then needs no media type', async (t) => {
  const service = await awaiting()
  const outcome = async (headers: readonly string[]): Promise<unknown> => {
    const reply = await ask(service.port, 'POST /optional', headers)
    return reply.status === 200 ? bodies([reply])[0] : reply.status
  }
  t.same(await outcome([]), { mediaType: 'none', bytes: 0, trace: '' })
  t.same(await outcome(['Content-Length: 0', 'Content-Type: text/plain', 'X-TRACE: a']), {
    mediaType: 'none',
    bytes: 0,
    trace: 'a',
  })
  t.same(await outcome(['Content-Length: 0', 'x-trace: a', 'X-Trace: b']), {
    mediaType: 'none',
    bytes: 0,
    trace: 'a, b',
  })
  const wire = new Wire(service.port).send(post('/optional')).send(post('/optional').replace('text/csv', 'text/html'))
  await wire.closed
  const [sent, refused] = repliesIn(wire.received)
  t.same(bodies([sent!]), [{ mediaType: 'text/csv', bytes: 1, trace: '' }])
  t.equal(errorIn(refused!).code, 'unsupported_media_type')
  const chunked = post('/optional').replace('Content-Length: 1', 'Connection: close\r\nTransfer-Encoding: chunked')
  const empty = new Wire(service.port).send(chunked.replace(/a$/, '0\r\n\r\n'))
  await empty.closed
  t.same(bodies(repliesIn(empty.received)), [{ mediaType: 'text/csv', bytes: 0, trace: '' }])
  t.equal((await ask(service.port, 'POST /post', ['Content-Length: 0'])).status, 415, 'others need it')
  await service.close()
})

t.test('no answer of a private route is for pages of other origins', async (t) => {
  const service = await awaiting()
  const foreign = 'Origin: http://evil.example\r\n'
  const sent = [
    post('/private', foreign),
    post('/private', foreign).replace('text/csv', 'text/html'),
    post('/private', `${foreign}Content-Encoding: gzip\r\n`),
    post('/private', foreign).replace('Content-Length: 1', 'Content-Length: 1001'),
    post('/private', foreign).replace('Content-Length: 1', 'Content-Length: 9'),
    post('/private', `${foreign}Host: y\r\n`),
    post('/private', `${foreign}Expect: nothing\r\n`),
    get('/private', foreign),
    get('/private/read', foreign),
    get('/private/read', `${foreign}If-None-Match: *\r\n`),
    get('/private/read', foreign).replace('GET', 'DELETE'),
  ]
  const statuses: number[] = []
  for (const bytes of sent) {
    const wire = new Wire(service.port).send(bytes)
    wire.socket.end()
    await wire.closed
    const [reply] = repliesIn(wire.received)
    statuses.push(reply!.status)
    t.same(
      [...reply!.headers.keys()].filter((name) => name.startsWith('access-control')),
      [],
      bytes,
    )
    t.equal(reply!.headers.get('cross-origin-resource-policy'), 'same-origin')
    t.equal(reply!.headers.get('x-content-type-options'), 'nosniff')
    t.ok(reply!.headers.has('content-security-policy'))
  }
  t.same(statuses, [200, 415, 415, 413, 400, 400, 417, 405, 200, 304, 405])
  const begun = new Promise<IncomingMessage>((resolve) => service.server.once('request', resolve))
  const slow = new Wire(service.port).send(sent[4]!)
  // as node does when the rest of the body does not come in time
  const timeout = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  service.server.emit('clientError', timeout, (await begun).socket)
  await slow.closed
  const [late] = repliesIn(slow.received)
  t.match([late?.status, late?.headers.has('access-control-allow-origin')], [408, false])
  for (const [path, list] of [
    ['/private', 'POST, OPTIONS'],
    ['/private/read', 'GET, HEAD, OPTIONS'],
  ]) {
    const asked = ['Origin: http://evil.example', 'Access-Control-Request-Method: POST']
    const { status, headers } = await ask(service.port, `OPTIONS ${path}`, asked)
    t.match([status, headers.get('allow')], [204, list])
    t.same(
      [...headers.keys()].filter((name) => name.startsWith('access-control')),
      [],
    )
    t.equal(headers.get('cross-origin-resource-policy'), 'same-origin')
  }
  const wire = new Wire(service.port).send(get('/private/read') + get('/drawn'))
  const [, open] = await wire.replies(2)
  t.equal(open?.headers.get('access-control-allow-origin'), '*', 'others on the same connection are public')
  wire.socket.destroy()
  await service.close()
})

t.test('an endpoint is told that the client has left, by half of its connection too', async (t) => {
  const senders: Caller[] = []
  const promised = (_query: string, _body: Body, sender: Caller): Promise<Answer> => {
    senders.push(sender)
    return new Promise((resolve) => sender.left!.addEventListener('abort', () => resolve(jsonAnswer({ left: true }))))
  }
  const path = { limited: false, isDrawing: true, headers: [] }
  const route = { path: '/awaited', endpoint: promised, body: { limit: 1000, mediaTypes }, ...path }
  const service = await served({ routes: () => [route] })
  const sent = (headers: string): string =>
    `POST /awaited HTTP/1.1\r\nHost: x\r\n${headers}Content-Type: text/csv\r\nContent-Length: 1\r\n\r\na`
  for (const headers of ['', 'Connection: close\r\n']) {
    for (const leave of ['end', 'destroy', 'resetAndDestroy'] as const) {
      const before = senders.length
      const wire = new Wire(service.port).send(sent(headers))
      await until(() => senders.length > before)
      t.equal(senders.at(-1)!.left!.aborted, false)
      wire.socket[leave]()
      await until(() => senders.at(-1)!.left!.aborted)
      if (leave !== 'end') continue
      const [reply] = await wire.replies(1)
      t.equal(reply?.status, 200, 'who still reads is answered')
      wire.socket.destroy()
    }
  }
  t.equal(senders.length, 6)
  await service.close()
})
