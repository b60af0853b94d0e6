import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { loopbackPrinter } from '../printing/channels/loopback-printer.ts'
import { type Instance, instances } from './instance.ts'
import { type Answered, type Asked, failures, Load } from './load.ts'
import { absent, adminSocket, haproxy, nginx, running, type ShippedProxy } from './proxy.ts'

const drawn = ['/api/v1/barcode', '/api/v1/labels'] as const
const clients = 16

let serial = 0

/** Three pictures, then three labels in a body; no two requests are equal. */
function drawing(): Asked {
  const n = serial++
  return n % 4 === 3
    ? {
        method: 'POST',
        path: '/api/v1/labels?type=code128&size=2x1',
        headers: { 'Content-Type': 'text/csv' },
        body: `text\na-${n}\nb-${n}\nc-${n}\n`,
      }
    : { method: 'GET', path: `/api/v1/barcode?type=qr&text=${n}` }
}

const printing = (): Asked => ({
  method: 'POST',
  path: `/api/v1/print?printer=dock&type=code128&text=${serial++}`,
  headers: { 'Quietzone-Print': 'yes' },
})

interface Site {
  readonly folder: string
  readonly port: number
  readonly instances: readonly Instance[]
}

/** Four instances behind the proxy with the file of deploy/, until the test ends. */
async function site(t: Tap, proxy: ShippedProxy, environment: NodeJS.ProcessEnv = {}): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), 'quietzone-instances-'))
  const all = await instances(4, { QZ_RATE_PER_MINUTE: '0', QZ_TRUSTED_PROXIES: '127.0.0.1', ...environment })
  const { child, port } = await running(
    proxy,
    folder,
    all.map(({ host }) => host),
  )
  t.teardown(async () => {
    const gone = once(child, 'close')
    child.kill('SIGKILL')
    await Promise.all([gone, ...all.map((instance) => instance.end('SIGKILL'))])
    rmSync(folder, { recursive: true })
  })
  return { folder, port, instances: all }
}

type Tap = Pick<typeof t, 'teardown'>

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0)

/** Drawings that the instances have answered, whoever got the answers. */
async function answeredBy(all: readonly Instance[]): Promise<number> {
  await Promise.all(all.map((each) => each.logged()))
  return sum(all.map((each) => each.answered(...drawn)))
}

for (const proxy of [haproxy, nginx]) {
  t.test(`${proxy.command}: an instance is killed, stopped and started under load`, async (t) => {
    const tools = absent([proxy.command, proxy.from])
    if (tools.length > 0) return void t.fail(`not installed: ${tools}`)
    const { port, instances } = await site(t, proxy)

    await t.test('killed: no more than the requests in its hands are lost or sent again', async (t) => {
      const load = new Load(port, clients, drawing)
      await load.more(200)
      await instances[2]!.end('SIGKILL')
      await load.more(400)
      await instances[2]!.start()
      await load.more(400)
      const answers = await load.stop()
      // nginx sends again what dies at once
      const lost = answers.filter(({ status }) => proxy === haproxy && (status === undefined || status === 502))
      t.ok(lost.length <= clients, `${lost.length} lost`)
      t.same(failures(answers.filter((answer) => !lost.includes(answer))), {})
      t.ok(
        Math.abs((await answeredBy(instances)) - answers.length) <= clients,
        'answered twice, or by the one that was killed',
      )
    })

    await t.test('stopped: no request is lost, and none is sent again', async (t) => {
      const before = await answeredBy(instances)
      const load = new Load(port, clients, drawing)
      await load.more(200)
      await instances[1]!.end('SIGTERM')
      await load.more(200)
      await instances[1]!.start()
      await load.more(400)
      const answers = await load.stop()
      t.same(failures(answers), {})
      t.equal((await answeredBy(instances)) - before, answers.length)
    })

    await t.test('all four, one after the other: no request is lost', async (t) => {
      const load = new Load(port, clients, drawing)
      for (const instance of instances) {
        await load.more(100)
        await instance.end('SIGTERM')
        await instance.start()
        await load.more(100)
      }
      const answers = await load.stop()
      t.same(failures(answers), {})
    })
  })

  t.test(`${proxy.command}: the instance that prints is killed and stopped under load`, async (t) => {
    const tools = absent([proxy.command, proxy.from])
    if (tools.length > 0) return void t.fail(`not installed: ${tools}`)
    const printer = await loopbackPrinter()
    t.teardown(() => printer.close())
    const folder = mkdtempSync(join(tmpdir(), 'quietzone-printers-'))
    t.teardown(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'printers.json')
    const dock = { name: 'dock', address: printer.address, language: 'zpl', dpi: 203, stock: '2x1', status: false }
    writeFileSync(file, JSON.stringify([{ ...dock, labelsPerMinute: 10_000 }]))
    const { port, instances } = await site(t, proxy, { QZ_PRINTERS: file })
    const [first] = instances
    const isWhole = (text: string): boolean => text.trimEnd().endsWith('^XZ')
    const whole = (): string[] => printer.printed.filter(isWhole)

    for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
      await t.test(`${signal}: no label is printed twice`, async (t) => {
        const before = whole().length
        const load = new Load(port, 4, printing)
        await load.more(20)
        if (signal === 'SIGKILL') {
          // the printer has a whole label, and the instance cannot know it yet
          printer.behaviour.atEnd = 'nothing'
          await printer.until(({ jobs }) => jobs.some(({ socket, text }) => !socket.writableEnded && isWhole(text)))
        }
        await first!.end(signal)
        printer.behaviour.atEnd = 'end'
        await first!.start()
        await load.more(40)
        const answers = await load.stop()
        const labels = whole()
        t.equal(new Set(labels).size, labels.length)
        const done = answers.filter(({ status }) => status === 200).length
        t.ok(labels.length - before >= done, 'what is answered is printed')
        const others = answers.filter(({ status }) => status !== 200)
        if (signal === 'SIGTERM') t.equal(labels.length - before, done, 'what is refused is not printed')
        if (proxy === haproxy) {
          // a process that is killed lets go of connections before its port: clients that come again at once may meet it still
          const isExpected = ({ status, why }: Answered): boolean =>
            (status === 503 && /the service stops/.test(why)) ||
            (signal === 'SIGKILL' && (status === undefined || status === 502))
          t.same(failures(others.filter((answer) => !isExpected(answer))), {}, 'others wait until it is back')
        }
      })
    }
    t.equal(sum(instances.slice(1).map((each) => each.answered('/api/v1/print'))), 0, 'no other instance prints')
  })
}

/** The state of each server of the backend `quietzone`, by its name. */
async function states(folder: string): Promise<ReadonlyMap<string, string>> {
  const socket = connect(adminSocket(folder)).end('show stat\n')
  let table = ''
  for await (const chunk of socket) table += chunk
  const rows = table.split('\n').map((line) => line.split(','))
  const at = rows[0]!.indexOf('status')
  return new Map(rows.filter(([backend]) => backend === 'quietzone').map((row) => [row[1]!, row[at]!]))
}

t.test('haproxy: an instance that stops is taken out, and comes back', async (t) => {
  const tools = absent([haproxy.command, haproxy.from])
  if (tools.length > 0) return void t.fail(`not installed: ${tools}`)
  const { folder, instances } = await site(t, haproxy)
  const soon = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, 20))
  const is = async (state: RegExp): Promise<void> => {
    while (!state.test((await states(folder)).get('8084') ?? '')) await soon()
  }
  while (!existsSync(adminSocket(folder))) await soon()
  await is(/^UP/)
  const last = instances[3]!
  // it has to wait for the rest of a request
  const slow = connect(last.port, '127.0.0.1')
  slow.write(
    'POST /api/v1/labels?type=qr HTTP/1.1\r\nHost: a\r\nContent-Type: text/csv\r\nContent-Length: 7\r\n\r\ntext\n',
  )
  last.signal('SIGTERM')
  await is(/^DOWN/)
  t.ok(last.isRunning, 'while it still answers what it has')
  slow.write('a\n')
  const [answer] = await once(slow, 'data')
  t.match(`${answer}`, /^HTTP\/1\.1 200 /)
  slow.destroy()
  await last.end('SIGTERM')
  await last.start()
  await is(/^UP/)
})

/** A Redis that keeps nothing, until the test ends. @returns the setting that names it */
async function redis(t: Tap): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'quietzone-redis-'))
  const socket = join(folder, 'redis.sock')
  const child = spawn('redis-server', ['--port', '0', '--unixsocket', socket, '--save', '', '--dir', folder])
  t.teardown(async () => {
    const gone = once(child, 'close')
    child.kill('SIGKILL')
    await gone
    rmSync(folder, { recursive: true })
  })
  let said = ''
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    said += chunk
    if (/ready to accept connections/i.test(said)) break
  }
  child.stdout.resume()
  return `unix://${socket}`
}

for (const proxy of [haproxy, nginx]) {
  t.test(`${proxy.command}: four instances and 10,000 requests of one client`, async (t) => {
    const tools = absent([proxy.command, proxy.from], ['redis-server', 'redis-server'])
    if (tools.length > 0) return void t.fail(`not installed: ${tools}`)
    const [burst, interval] = [100, 60_000]
    const { port, instances } = await site(t, proxy, {
      QZ_LIMITER: await redis(t),
      QZ_RATE_BURST: `${burst}`,
      QZ_RATE_PER_MINUTE: `${60_000 / interval}`,
    })
    const away = (): number => instances.flatMap(({ lines }) => lines.filter((line) => / is away /.test(line))).length
    for (let client = 2; ; client++) {
      // one that still limits alone since the client before would not say so again
      await Promise.all(instances.map((each) => each.sharing()))
      const before = away()
      const began = performance.now()
      const load = new Load(port, 16, () => ({ method: 'GET', path: '/api/v1/gs1?text=x' }), `127.0.0.${client}`)
      await load.more(10_000)
      const answers = await load.stop()
      await Promise.all(instances.map((each) => each.logged()))
      // an instance that gets no turn of the processor for 50 ms limits alone, as it should, with a bucket of its own: then it is another client's turn
      const alone = away() - before
      if (alone > 0 && client < 4) continue
      const refilled = Math.floor((performance.now() - began) / interval)
      const refused = answers.filter(({ status }) => status === 429).length
      const admitted = answers.filter(({ status }) => status === 422).length
      t.equal(admitted + refused, answers.length)
      const most = burst * (1 + alone) + refilled + 1
      t.ok(admitted >= burst && admitted <= most, `${admitted} of ${answers.length} admitted, ${alone} buckets apart`)
      for (const each of instances) t.ok(each.answered('/api/v1/gs1') > burst, 'each instance has its part')
      return
    }
  })
}
