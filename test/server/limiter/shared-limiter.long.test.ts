import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import t, { type Test } from 'tap'
import { addressOf, started } from '../../cli/program.ts'
import { inLongRun } from '../../random.ts'
import { Engine, engineAbsent } from './engine-process.ts'
import { FaultyProxy } from './faulty-proxy.ts'

const password = 'hunter2@:/é'
const burst = 4
const instances = 2
/** Requests of one client over all instances: twice as many as their budgets together. */
const asked = 2 * burst * (instances + 1)

/** A running service, and all that it says. */
interface Service {
  readonly child: ChildProcess
  readonly url: string
  said(): string
  /** Its messages about the limiter. */
  messages(): string[]
}

async function serviceWith(limiter: string): Promise<Service> {
  const settings = { QZ_RATE_PER_MINUTE: '1', QZ_RATE_BURST: String(burst), QZ_TRUSTED_PROXIES: '127.0.0.1' }
  const child = started(['serve', '--port', '0'], { QZ_LIMITER: limiter, ...settings })
  let said = ''
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.on('data', (chunk) => {
      said += chunk
    })
  }
  const url = await addressOf(child)
  const messages = (): string[] => [...said.matchAll(/"message":"(limiter: [^"]*)"/g)].map(([, message]) => message!)
  return { child, url, said: () => said, messages }
}

let clients = 0
let slowest = 0

/** The statuses of the requests of one new client, which asks the instances in turn, or all at once. */
async function statuses(services: readonly Service[], isAtOnce: boolean): Promise<number[]> {
  clients++
  const headers = { 'X-Forwarded-For': `203.0.${clients >> 8}.${clients & 255}` }
  const ask = async (i: number): Promise<number> => {
    const from = performance.now()
    const reply = await fetch(`${services[i % services.length]!.url}/api/v1/openapi.json`, { headers, method: 'HEAD' })
    slowest = Math.max(slowest, performance.now() - from)
    return reply.status
  }
  if (isAtOnce) return Promise.all(Array.from({ length: asked }, (_, i) => ask(i)))
  const found: number[] = []
  for (let i = 0; i < asked; i++) found.push(await ask(i))
  return found
}

/** Asks as new clients, until so many requests of one are admitted; every request until then is admitted or refused. */
async function untilAdmitted(t: Test, services: readonly Service[], wanted: number): Promise<void> {
  for (let turn = 0; ; turn++) {
    const found = await statuses(services, turn % 2 === 0)
    const others = found.filter((status) => status !== 200 && status !== 429)
    if (others.length > 0) t.fail(`statuses ${others}`)
    const admitted = found.filter((status) => status === 200).length
    if (admitted === wanted) return
    // while the instances change from one to the other, a client may get both
    if (admitted < burst || admitted > burst * (instances + 1)) t.fail(`${admitted} admitted`)
  }
}

/** Whether the engine is away for the service, as far as it has said so: it says in turn that it is away and that it is back. */
const isAway = (service: Service): boolean => service.messages().length % 2 === 1

interface Fault {
  readonly name: string
  readonly begin: () => unknown
  readonly end: () => unknown
  /** The reasons that the log may give. */
  readonly reason: RegExp
}

t.test('whatever happens to the engine', { skip: inLongRun.skip || engineAbsent, timeout: 600_000 }, async (t) => {
  const engine = new Engine('--requirepass', password)
  engine.password = password
  await engine.start()
  const proxy = await new FaultyProxy(() => engine.port).start()
  const url = `redis://:${encodeURIComponent(password)}@127.0.0.1:${proxy.port}/1`
  const services = await Promise.all(Array.from({ length: instances }, () => serviceWith(url)))
  t.teardown(async () => {
    for (const { child } of services) child.kill('SIGKILL')
    await proxy.stop()
    await engine.end()
  })
  const killClients = (): Promise<unknown> => engine.run('CLIENT', 'KILL', 'TYPE', 'normal')
  const faults: readonly Fault[] = [
    {
      name: 'hangs (SIGSTOP)',
      begin: () => engine.signal('SIGSTOP'),
      end: () => engine.signal('SIGCONT'),
      reason: /no answer in/,
    },
    {
      name: 'is killed, and started again',
      begin: () => engine.kill(),
      end: () => engine.start(),
      reason: /closed|ECONN|EPIPE|no answer/,
    },
    {
      name: 'answers 200 ms later',
      begin: () => {
        proxy.behaviour = { delay: 200 }
      },
      end: () => {
        proxy.behaviour = { delay: 0 }
      },
      reason: /no answer in/,
    },
    {
      name: 'is full',
      begin: () => engine.run('CONFIG', 'SET', 'maxmemory', '1'),
      end: () => engine.run('CONFIG', 'SET', 'maxmemory', '0'),
      reason: /it answers OOM/,
    },
    {
      name: 'asks for another password',
      begin: async () => {
        await engine.run('CONFIG', 'SET', 'requirepass', 'another')
        engine.password = 'another'
        await killClients()
      },
      end: async () => {
        await engine.run('CONFIG', 'SET', 'requirepass', password)
        engine.password = password
      },
      reason: /closed|ECONN|WRONGPASS|NOAUTH/,
    },
    {
      name: 'becomes a replica of none',
      begin: () => engine.run('REPLICAOF', '127.0.0.1', '1'),
      end: () => engine.run('REPLICAOF', 'NO', 'ONE'),
      reason: /READONLY/,
    },
    {
      name: 'closes all connections',
      begin: () => proxy.stop(),
      end: () => proxy.start(),
      reason: /closed|ECONN|EPIPE/,
    },
    {
      name: 'answers what is no RESP',
      begin: () => {
        proxy.behaviour = 'garbage'
      },
      end: () => {
        proxy.behaviour = { delay: 0 }
      },
      reason: /make no sense/,
    },
    {
      name: 'accepts and never answers',
      begin: () => {
        proxy.behaviour = 'silence'
      },
      end: () => {
        proxy.behaviour = { delay: 0 }
      },
      reason: /no answer in/,
    },
  ]
  await untilAdmitted(t, services, burst)
  slowest = 0
  for (let i = 0; i < 20; i++) await untilAdmitted(t, services, burst)
  t.comment(`well: the slowest request took ${slowest.toFixed(0)} ms`)

  for (const { name, begin, end, reason } of faults) {
    await t.test(name, async (t) => {
      const before = services.map((service) => service.messages().length)
      const recent = (service: Service): string[] => service.messages().slice(before[services.indexOf(service)])
      slowest = 0
      await begin()
      // each instance by itself; a request that hung would hold the test up
      await untilAdmitted(t, services, burst * instances)
      for (let i = 0; i < 3; i++) await untilAdmitted(t, services, burst * instances)
      const worst = slowest
      await end()
      const from = performance.now()
      await untilAdmitted(t, services, burst)
      const back = performance.now() - from
      // a busy machine may be late once more, and then that is told as well
      while (services.some((service) => isAway(service))) await untilAdmitted(t, services, burst)
      t.ok(worst < 5000, `the slowest request took ${worst.toFixed(0)} ms`)
      t.ok(back < 20_000, `shared again after ${back.toFixed(0)} ms`)
      t.comment(`slowest ${worst.toFixed(0)} ms, shared again after ${back.toFixed(0)} ms`)
      for (const service of services) {
        const found = recent(service)
        t.ok(
          found.some((message) => reason.test(message)),
          found.join(),
        )
        for (const [i, message] of found.entries()) t.match(message, i % 2 === 0 ? / is away / : / is back; /)
      }
    })
  }

  t.test('forgets its scripts: that is no fault', async (t) => {
    await untilAdmitted(t, services, burst)
    await engine.run('SCRIPT', 'FLUSH')
    await untilAdmitted(t, services, burst)
  })

  t.test('holds nothing but hashes, and everything expires', async (t) => {
    const keys = (await engine.run('EVAL', 'redis.call("SELECT", 1) return redis.call("KEYS", "*")', '0')) as string[]
    t.ok(keys.length > 0)
    t.same(
      keys.filter((key) => !/^quietzone:[\w-]{22}$/.test(key) && key !== 'quietzone:probe'),
      [],
    )
    const script =
      'redis.call("SELECT", 1) local n = 0 for _, k in ipairs(redis.call("KEYS", "*")) do if redis.call("PTTL", k) == -1 then n = n + 1 end end return n'
    t.equal(await engine.run('EVAL', script, '0'), 0)
  })

  t.test('the password is in nothing that is said', async (t) => {
    for (const service of services) {
      service.child.kill('SIGTERM')
      await once(service.child, 'close')
      t.equal(service.child.exitCode, 0)
      t.match(service.said(), /stopped"}\n$/)
      t.notMatch(service.said(), /hunter2/)
      t.notMatch(service.said(), /fault|crash/)
    }
  })
})
