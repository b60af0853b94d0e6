/** Engines that answer without measure. */

import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import t, { type Test } from 'tap'
import { engineAddress, engineAt, sharedLimiter } from '../../../src/server/limiter/index.ts'
import { until } from '../http/wire.ts'

const rate = { perMinute: 60, burst: 20 }
const reply = '*3\r\n:1\r\n:1700000000000\r\n:60000\r\n'
const piece = Buffer.alloc(1 << 16, 'x')

/** A played engine that decides all, until it has another answer. */
class Played {
  /** What it answers in place of a decision: these texts, each by itself, and then without end. */
  answer: readonly string[] | undefined
  isEndless = true
  port = 0
  /** Bytes that it has written to a connection that it flooded. */
  flooded = 0

  async listen(t: Test): Promise<this> {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.setNoDelay()
      // a read may end within the word
      let rest = ''
      socket.on('data', (bytes) => {
        const asked = rest + bytes.toString('latin1')
        rest = asked.slice(-('evalsha'.length - 1))
        for (const _ of asked.match(/evalsha/gi) ?? []) {
          if (this.answer === undefined) socket.write(reply)
          else void this.flood(socket, this.answer)
        }
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    t.teardown(() => server.close())
    this.port = (server.address() as { port: number }).port
    return this
  }

  private async flood(socket: Socket, texts: readonly string[]): Promise<void> {
    this.flooded = 0
    for (const text of texts) {
      await new Promise((resolve) => socket.write(text, resolve))
      await new Promise((resolve) => setImmediate(resolve))
    }
    while (this.isEndless && !socket.destroyed) {
      this.flooded += piece.length
      if (!socket.write(piece)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => {})
    }
  }
}

/** A limiter that shares its budgets by this engine, and waits for it as long as it takes: only the bound ends a decision. */
async function limiterOf(t: Test, { port }: Played) {
  const said: string[] = []
  const limiter = sharedLimiter({
    rate,
    connect: await engineAt(engineAddress(`redis://127.0.0.1:${port}`)!),
    secret: undefined,
    log: (message) => void said.push(message),
    times: { decision: 60_000, connecting: 60_000, interval: 10 },
  })
  t.teardown(() => limiter.close())
  await limiter.begun
  return { limiter, said }
}

const floods: Readonly<Record<string, readonly string[]>> = {
  'a string of a gigabyte': ['$1000000000\r\n'],
  'a string without end': ['+'],
  'an error without end': ['-ERR '],
  'a number without end': [':1'],
  'an array of thirty millions': ['*30000000\r\n'],
  'the same in two reads': ['*3', '0000000\r\n'],
  'arrays in arrays': ['*9\r\n'.repeat(40_000)],
  'a map': ['%1000000\r\n'],
}

t.test('whatever it sends without end, the connection is closed and this instance decides', async (t) => {
  const engine = await new Played().listen(t)
  const { limiter, said } = await limiterOf(t, engine)
  for (const [name, answer] of Object.entries(floods)) {
    await until(() => limiter.figures.isConnected)
    said.length = 0
    const before = process.memoryUsage().rss
    engine.answer = answer
    engine.isEndless = !/thirty|two reads|map/.test(name)
    const { admitted } = await limiter.take({ high: 1, low: 1 }, 1)
    t.ok(admitted, name)
    engine.answer = undefined
    t.match(said[0], /its answers (are too long|make no sense)/, name)
    // what the system keeps for a socket, and no more than that
    t.ok(engine.flooded < 32 << 20, `${name}: ${engine.flooded} bytes`)
    t.ok(process.memoryUsage().rss - before < 64 << 20, `${name}: memory`)
  }
})

t.test('ten thousand decisions at once are no flood', async (t) => {
  const engine = await new Played().listen(t)
  const { limiter, said } = await limiterOf(t, engine)
  const verdicts = await Promise.all(Array.from({ length: 10_000 }, (_, i) => limiter.take({ high: 2, low: i }, 1)))
  t.ok(verdicts.every(({ admitted }) => admitted))
  t.same([said, limiter.figures.local, limiter.figures.shared], [[], 0, 10_000])
})

t.test('whatever comes before the handshake has ended, the reason is told and nothing is left', async (t) => {
  for (const [begin, reason] of [
    [(socket: Socket) => socket.end(), /the connection was closed/],
    [(socket: Socket) => socket.resetAndDestroy(), /ECONNRESET/],
    [(socket: Socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'), /its answers make no sense/],
    [(socket: Socket) => socket.write('$1000000000\r\n'), /its answers are too long/],
    [(socket: Socket) => socket.write('+OK\r\n+OK\r\n+OK\r\n'), /its answers make no sense/],
    [(socket: Socket) => socket.write('-LOADING hunter2\r\n'), /it answers LOADING/],
  ] as const) {
    const sockets = new Set<Socket>()
    const server = createServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => sockets.delete(socket))
      socket.once('data', () => begin(socket))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const said: string[] = []
    const limiter = sharedLimiter({
      rate,
      connect: await engineAt(
        engineAddress(`redis://:hunter2@127.0.0.1:${(server.address() as { port: number }).port}/3`)!,
      ),
      secret: undefined,
      log: (message) => void said.push(message),
      times: { decision: 60_000, connecting: 60_000, interval: 60_000 },
    })
    await limiter.begun
    t.match(said, [reason])
    t.notMatch(said[0], /hunter2/)
    await until(() => sockets.size === 0)
    limiter.close()
    server.close()
  }
})
