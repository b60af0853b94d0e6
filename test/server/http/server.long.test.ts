import { readFileSync } from 'node:fs'
import t from 'tap'
import { Instance } from '../../deploy/instance.ts'
import { ask, errorIn, type Reply, Wire } from './wire.ts'

const clients = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5']

const table = (rows: number, text: (i: number) => string): string =>
  `text\n${Array.from({ length: rows }, (_, i) => text(i)).join('\n')}\n`

/** Batches within the default limits, and soon made on a slow machine too: many labels, and few that are large. */
const batches = {
  'format=pdf': table(150, (i) => `${'aB3$'.repeat(100)}${i}`),
  'format=zpl&zpl=rle&dpi=600': table(60, (i) => `${'aB3$'.repeat(400)}${i}`),
}

/** The sum of a metric's samples. */
async function metric(port: number, name: string): Promise<number> {
  const { body } = await ask(port, 'GET /metrics')
  const samples = [...body.toString().matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))]
  return samples.reduce((sum, [, value]) => sum + Number(value), 0)
}

/** The most memory that a process has had, in MB. */
const peakOf = (pid: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000

for (const [query, csv] of Object.entries(batches)) {
  t.test(`four clients that read nothing, and all later: ${query}`, { timeout: 300_000 }, async (t) => {
    const instance = await Instance.on({ NODE_OPTIONS: '--max-old-space-size=384' })
    const port = Number(instance.host.split(':')[1])
    const head = `POST /api/v1/labels?type=qr&${query} HTTP/1.1\r\nHost: x\r\nContent-Type: text/csv\r\n`
    const wires = clients.flatMap((from) => Array.from({ length: 20 }, () => new Wire(port, false, from)))
    for (const wire of wires) wire.send(`${head}Content-Length: ${csv.length}\r\n\r\n${csv}`)
    // all that is admitted is made, as far as nobody has to read before, and the rest is refused; the one that asks waits too
    let peak = 0
    do {
      peak = Math.max(peak, await metric(port, 'quietzone_unread_bytes'))
      t.equal((await ask(port, 'GET /healthz')).status, 200)
    } while ((await metric(port, 'quietzone_waiting_requests')) > 1)
    const replies = await Promise.all(wires.map(async (wire) => (await wire.read().replies(1))[0]))
    const answered = replies.filter((reply): reply is Reply => reply !== undefined)
    t.equal(answered.length, wires.length, 'each has an answer')
    const made = answered.filter(({ status }) => status === 200)
    t.ok(made.length >= clients.length, `${made.length} documents`)
    for (const reply of answered.filter(({ status }) => status !== 200)) t.equal(errorIn(reply).code, 'overloaded')
    t.ok(peak < 64 * 2 ** 20, `${peak} bytes unread`)
    t.ok(instance.isRunning)
    t.ok(peakOf(instance.pid) < 450, `${peakOf(instance.pid)} MB`)
    for (const { socket } of wires) socket.destroy()
    await instance.end('SIGKILL')
  })
}
