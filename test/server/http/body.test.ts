import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { mock } from 'node:test'
import t, { type Test } from 'tap'
import type { Answer } from '../../../src/answer.ts'
import { leastRate, longestReceiving, receivedBody } from '../../../src/server/http/body.ts'
import { inLongRun } from '../../random.ts'
import { receiving, repliesTo } from './bodies.ts'
import { errorIn, served } from './wire.ts'

const mebibyte = 1 << 20
const patience = 30_000
const rule = { limit: 8 * mebibyte, mediaTypes: ['image/png'] }
/** Milliseconds of a tick of these tests. */
const tick = 256

/** Stops the clock for one test, since other files of the room share the process. */
function stopClock(t: Test): void {
  mock.timers.enable({ apis: ['setInterval'] })
  t.teardown(() => mock.timers.reset())
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** What comes of a body of `length` bytes that arrives with `rate` bytes a second, and after how many seconds. */
async function outcome(
  length: number,
  rate: number,
  isAwaited = true,
): Promise<{ readonly status: number; readonly bytes: number; readonly seconds: number }> {
  const request = new Readable({ read() {} })
  let result: Uint8Array | Answer | undefined
  const receiving = { patience, isAwaited: () => isAwaited }
  void receivedBody(request as IncomingMessage, rule, receiving).then((received) => {
    result = received
  })
  let [sent, ticks] = [0, 0]
  for (; result === undefined && ticks < 2400; ticks++) {
    const now = Math.min(length, Math.floor((rate * tick * (ticks + 1)) / 1000))
    if (now > sent) request.push(new Uint8Array(now - sent))
    if (now === length && now > sent) request.push(null)
    sent = now
    await turn()
    await turn()
    mock.timers.tick(tick)
    await turn()
  }
  const isBody = result instanceof Uint8Array
  const status = isBody ? 200 : ((result as Answer | undefined)?.status ?? 0)
  return { status, bytes: isBody ? (result as Uint8Array).length : sent, seconds: (ticks * tick) / 1000 }
}

t.test('a body has half a minute, and beyond that comes at 32 KB/s', inLongRun, async (t) => {
  stopClock(t)
  t.equal(leastRate, 32_000)
  t.match(await outcome(8 * mebibyte, 32_000), { status: 200, bytes: 8 * mebibyte }, 'the largest, as slow as may be')
  t.match(await outcome(8 * mebibyte, 1_000_000), { status: 200, bytes: 8 * mebibyte })
  t.match(await outcome(1000, 34), { status: 200, bytes: 1000 }, 'a small one in 29.4 s')
  const slow = await outcome(8 * mebibyte, 20_000)
  t.equal(slow.status, 408)
  t.ok(slow.seconds > 70 && slow.seconds < 90, `${slow.seconds} s: 30 and those of what had come`)
  const small = await outcome(1000, 20)
  t.equal(small.status, 408)
  t.ok(small.seconds >= 30 && small.seconds < 31, `${small.seconds} s`)
  const none = await outcome(8 * mebibyte, 0)
  t.equal(none.status, 408)
  t.ok(none.seconds >= 30 && none.seconds < 31, `${none.seconds} s`)
  t.ok(longestReceiving(8 * mebibyte, patience) < 293_000)
})

t.test('what the service has not read yet makes no client slow', async (t) => {
  stopClock(t)
  t.match(await outcome(1000, 5, false), { status: 200, seconds: 200.192 })
})

t.test(
  'a body of 8 MiB in chunks is received, whatever their framing takes; a megabyte in chunks of a byte is not',
  inLongRun,
  async (t) => {
    stopClock(t)
    const { pathname } = new URL('http://x/body')
    const endpoint = (_: string, { bytes }: { readonly bytes: Uint8Array }) => ({
      status: 200,
      type: 'application/json' as const,
      body: Buffer.from(`${bytes.length}`),
      maxAge: 0,
      headers: [],
    })
    const free = { limited: true, isDrawing: true, headers: [] }
    const service = await served({
      routes: () => [{ path: pathname, endpoint, body: { limit: 8 * mebibyte, mediaTypes: ['text/csv'] }, ...free }],
    })
    const chunk = `1000\r\n${'a'.repeat(4096)}\r\n`
    const head =
      'POST /body HTTP/1.1\r\nHost: x\r\nContent-Type: text/csv\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n'
    const [reply] = await repliesTo(service, `${head}${chunk.repeat(2048)}0\r\n\r\n`)
    t.match([reply!.status, reply!.body.toString()], [200, `${8 * mebibyte}`])
    await service.close()
    const small = await receiving()
    const [refused] = await repliesTo(small, `${head}${'1\r\na\r\n'.repeat(mebibyte)}0\r\n\r\n`)
    t.match(errorIn(refused!), { code: 'body_too_large', message: /more than 4194304 bytes with the sizes/ })
    await small.close()
  },
)
