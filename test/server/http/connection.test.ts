import { deepEqual } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { jsonAnswer } from '../../../src/answer.ts'
import { drawn, forAll, inLongRun, type Random } from '../../random.ts'
import { chunked, receiving, repliesTo } from './bodies.ts'
import { ask, errorIn, type Reply, repliesIn, served, until, Wire } from './wire.ts'

const limit = 1 << 20

const [attacker, other] = ['127.0.0.2', '127.0.0.3']

const csv = 'Content-Type: text/csv\r\n'
const head = (headers: string, line = 'POST /body'): string => `${line} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`
const sized = (text: string, headers = csv): string => head(`${headers}Content-Length: ${text.length}\r\n`) + text
const none = head('', 'GET /none')

const textIn = ({ body }: Reply): unknown => (JSON.parse(body.toString()) as { text?: unknown; none?: unknown }).text

/** Four bodies with requests around them, in pieces; some wait for a turn of the event loop behind them. */
function conversationOf({ between, pick, text }: Random) {
  const bodies = Array.from({ length: 4 }, () => {
    const lines = text('ab,;"\n', between(0, 40)).repeat(between(1, pick([1, 30, 2000])))
    return { lines, sent: pick([sized(lines), chunked(lines, between(1, pick([3, 4000])))]) }
  })
  const bytes = bodies.map(({ sent }) => none + sent).join('') + none
  const pieces: { readonly piece: string; readonly waits: boolean }[] = []
  for (let at = 0; at < bytes.length; at += pieces.at(-1)!.piece.length) {
    const piece = bytes.slice(at, at + between(1, pick([20, 3000, 100_000])))
    pieces.push({ piece, waits: pick([true, false]) })
  }
  return { texts: bodies.map(({ lines }) => lines), pieces }
}

t.test('bodies in both framings, cut anywhere, with requests before and after them', async () => {
  const service = await receiving(undefined, { bounds: { bodies: { client: 1 << 30, total: 1 << 30 } } })
  const atOnce = fc.array(drawn(conversationOf), { minLength: 5, maxLength: 5 })
  await forAll([atOnce], { count: 12 }, async (conversations) => {
    const heard = await Promise.all(
      conversations.map(async ({ pieces }) => {
        const wire = new Wire(service.port)
        for (const { piece, waits } of pieces) {
          wire.send(piece)
          if (waits) await new Promise((resolve) => setImmediate(resolve))
        }
        const replies = await wire.replies(9)
        wire.socket.destroy()
        return replies.map(textIn)
      }),
    )
    deepEqual(
      heard,
      conversations.map(({ texts }) => [...texts.flatMap((text) => [undefined, text]), undefined]),
    )
    deepEqual(service.faults, [])
  })
  await service.close()
})

t.test('a connection is closed after its last body, and is idle after any', async (t) => {
  const service = await receiving(undefined, { bounds: { keepAlive: 300 } })
  const [last] = await repliesTo(service, sized('a', `${csv}Connection: close\r\n`) + none)
  t.equal(textIn(last!), 'a')
  const lines = 'b\n'.repeat(20_000)
  const [idle] = await repliesTo(service, sized(lines))
  t.equal(textIn(idle!), lines, 'the server closes the connection by itself')
  const [old] = await repliesTo(service, sized('c').replace('1.1', '1.0'))
  t.equal(textIn(old!), 'c', 'HTTP/1.0')
  const empty = await ask(service.port, 'POST /body', ['Content-Type: text/csv'])
  t.equal(textIn(empty), '', 'no length is an empty body')
  await service.close()
})

t.test('a connection is not idle while its request waits for something long to be drawn', inLongRun, async (t) => {
  const connections = 8
  const keepAlive = 300
  let count = 0
  const service = await served({ bounds: { keepAlive } }, (server) =>
    server.on('connection', () => {
      // the requests have arrived, and none has been read
      const end = performance.now() + (++count === connections ? 2 * keepAlive : 0)
      while (performance.now() < end);
    }),
  )
  const replies = await Promise.all(Array.from({ length: connections }, () => ask(service.port, 'GET /healthz')))
  t.same(new Set(replies.map(({ status }) => status)), new Set([200]))
  await service.close()
})

t.test('a body that is too large is refused by its length, or as soon as it is', inLongRun, async (t) => {
  let calls = 0
  const service = await receiving(() => {
    calls++
    return jsonAnswer({})
  })
  const within = await repliesTo(service, sized('a'.repeat(limit), `${csv}Connection: close\r\n`))
  t.equal(within[0]?.status, 200)
  for (const bytes of [
    head(`${csv}Content-Length: ${limit + 1}\r\n`),
    sized('a'.repeat(5 * limit)),
    chunked('a'.repeat(limit + 1), 70_000),
    chunked('a'.repeat(5 * limit), 1000),
    chunked('a'.repeat(limit), 1),
  ]) {
    const [reply, ...others] = await repliesTo(service, bytes + none)
    t.match(errorIn(reply!), { code: 'body_too_large', message: /at most 1048576|send larger chunks/ })
    t.equal(reply?.headers.get('connection'), 'close')
    t.same(others, [])
  }
  t.equal(calls, 1)
  await service.close()
})

t.test('an answer to a body is not cached, whatever its endpoint says', async (t) => {
  const service = await receiving(() => ({ ...jsonAnswer({}), maxAge: 60 }))
  const [reply] = await repliesTo(service, sized('a', `${csv}If-None-Match: *\r\nConnection: close\r\n`))
  t.match([reply?.status, reply?.headers.get('cache-control'), reply?.headers.has('etag')], [200, 'no-store', false])
  await service.close()
})

t.test('100 Continue is sent only where the body will be taken', async (t) => {
  const service = await receiving(undefined, { rate: { perMinute: 60, burst: 8 }, clock: () => 0 })
  const expecting = `${csv}Expect: 100-continue\r\n`
  const wire = new Wire(service.port).send(none + head(`${expecting}Content-Length: 3\r\n`))
  t.same(
    (await wire.replies(2)).map(({ status }) => status),
    [200, 100],
    'in its order',
  )
  wire.send(`abc${none}`)
  const replies = await wire.replies(4)
  t.same(
    replies.map(({ status }) => status),
    [200, 100, 200, 200],
  )
  t.equal(textIn(replies[2]!), 'abc')
  wire.socket.destroy()
  const refused = async (headers: string, line?: string): Promise<number[]> =>
    (await repliesTo(service, head(headers, line))).map(({ status }) => status)
  t.same(await refused(`${expecting}Content-Length: ${limit + 1}\r\n`), [413])
  t.same(await refused('Expect: 100-continue\r\nContent-Length: 3\r\n'), [415])
  t.same(await refused(`${csv}Expect: 200-ok\r\nContent-Length: 3\r\n`), [417])
  t.same(await refused(`${expecting}Content-Length: 3\r\n`, 'GET /body'), [405])
  t.same(await refused(`${expecting}Content-Length: 3\r\n`, 'POST /nowhere'), [404])
  const old = await repliesTo(service, sized('a', expecting).replace('1.1', '1.0'))
  t.same(
    old.map(({ status }) => status),
    [200],
    'a client of HTTP/1.0 knows no 100',
  )
  t.same(await refused(`${expecting}Content-Length: 3\r\n`), [429])
  await service.close()
})

t.test('a body that stops is answered 408, one that is broken off is forgotten', inLongRun, async (t) => {
  let calls = 0
  const service = await receiving(
    () => {
      calls++
      return jsonAnswer({})
    },
    { bounds: { headers: 300, request: 300, linger: 200 } },
  )
  const half = head(`${csv}Content-Length: 6\r\n`)
  const halfChunk = `${head(`${csv}Transfer-Encoding: chunked\r\n`)}6\r\nabc`
  for (const bytes of [half, `${half}abc`, halfChunk, none + half]) {
    const replies = await repliesTo(service, bytes)
    t.equal(errorIn(replies.at(-1)!).code, 'request_timeout')
  }
  for (const bytes of [`${half}abc`, halfChunk]) {
    const wire = new Wire(service.port).send(bytes)
    wire.socket.end()
    await wire.closed
    t.match(errorIn(repliesIn(wire.received)[0]!), { code: 'bad_request' }, 'closed by the client')
    const reset = new Wire(service.port).send(none + bytes)
    await reset.replies(1)
    reset.socket.resetAndDestroy()
  }
  const slow = new Wire(service.port).send(`${half}abc`)
  await slow.replies(1)
  slow.send(`def${none}`)
  await slow.closed
  t.equal(repliesIn(slow.received).length, 1, 'the rest is not a request')
  t.equal(calls, 0)
  t.same(service.faults, [])
  await service.close()
})

t.test('bodies are bounded for a client and in all, and others are served', inLongRun, async (t) => {
  const bounds = { bodies: { client: 4 * limit, total: 6 * limit }, request: 60_000 }
  const service = await receiving(undefined, { bounds })
  const half = `${head(`${csv}Content-Length: ${limit}\r\n`)}${'a'.repeat(limit / 2)}`
  const statusesOf = (wires: readonly Wire[]) => wires.map(({ received }) => repliesIn(received)[0]?.status)
  const wires = Array.from({ length: 100 }, () => new Wire(service.port, true, attacker).send(half))
  await until(() => statusesOf(wires).filter((status) => status === 503).length === 96)
  const [reply] = repliesIn(wires.find(({ received }) => received.length > 0)!.received)
  t.match(errorIn(reply!), { code: 'overloaded', message: /bytes in request bodies of 127\.0\.0\.2/ })
  t.equal(reply?.headers.get('retry-after'), '1')
  const kept = wires.filter(({ received }) => received.length === 0)
  const posted = async (from: string): Promise<unknown> => {
    const wire = new Wire(service.port, true, from).send(sized('abc', `${csv}Connection: close\r\n`))
    await wire.closed
    return textIn(repliesIn(wire.received)[0]!)
  }
  t.equal(await posted(other), 'abc')
  const others = Array.from({ length: 3 }, () => new Wire(service.port, true, other).send(half))
  await until(() => kept.some(({ socket }) => socket.destroyed))
  t.equal(kept.filter(({ socket }) => socket.destroyed).length, 1, 'the client with most gives way')
  kept.find(({ socket }) => !socket.destroyed)!.socket.resetAndDestroy()
  for (const wire of others)
    t.equal(
      textIn((await wire.send('b'.repeat(limit / 2)).replies(1))[0]!),
      `${'a'.repeat(limit / 2)}${'b'.repeat(limit / 2)}`,
    )
  let last: unknown
  for (let i = 0; i < 200 && last !== 'abc'; i++) last = await posted(attacker)
  t.equal(last, 'abc', 'what was set aside for a body that is gone is free again')
  for (const wire of [...wires, ...others]) wire.socket.destroy()
  const one = new Wire(service.port)
  for (let count = 1; count <= 6; count++) {
    const replies = await one.send(chunked('abc', 3)).replies(count)
    t.equal(replies.map(textIn).join(), Array(count).fill('abc').join(), 'free again after each answer')
  }
  one.socket.destroy()
  await service.close()
})

t.test('a refused request whose body is malformed gets its answer', async (t) => {
  const service = await receiving()
  const broken = `${head('Content-Type: text/html\r\nTransfer-Encoding: chunked\r\n')}zz${'x'.repeat(200_000)}`
  let resets = 0
  const replies = Array.from({ length: 20 }, async () => {
    const wire = new Wire(service.port)
    wire.socket.on('error', () => resets++)
    await wire.send(broken).closed
    return errorIn(repliesIn(wire.received)[0]!).code
  })
  t.same(new Set(await Promise.all(replies)), new Set(['unsupported_media_type']))
  t.equal(resets, 0)
  await service.close()
})

t.test('a body that comes while the listener closes arrives whole', async (t) => {
  const service = await receiving()
  const lines = 'abc\n'.repeat(20_000)
  const wire = new Wire(service.port).send(none)
  await wire.replies(1)
  service.drain()
  const closing = service.closeListener()
  wire.send(sized(lines))
  const { ended } = await closing
  await Promise.all([ended, wire.closed])
  t.same(repliesIn(wire.received).map(textIn), [undefined, lines])
  await service.close()
})

const barcode = '/api/v1/barcode?type=qr&text=a'
const get = (target: string, headers = ''): string => `GET ${target} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`

t.test('bytes after a request with Connection: close are ignored', async (t) => {
  const service = await served()
  const close = get(barcode, 'Connection: close\r\n')
  const behind = [
    'garbage\r\n\r\n',
    get(barcode),
    '\0'.repeat(5000),
    get(barcode).repeat(100),
    'GET / HTTP/1.1\r\nA b\r\n\r\n',
  ]
  for (const bytes of behind) {
    for (const before of ['', get('/healthz'), get(barcode)]) {
      const count = service.records.length
      const wire = new Wire(service.port).send(before + close + bytes)
      await wire.closed
      const expected = before === '' ? [200] : [200, 200]
      t.same(
        repliesIn(wire.received).map(({ status }) => status),
        expected,
      )
      t.equal(service.records.length, count + expected.length)
    }
  }
  await service.close()
})
