import { once } from 'node:events'
import { renameSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { Jobs, printersIn, printersOf } from '../../src/printing/index.ts'
import { keysIn, keysOf } from '../../src/server/access/index.ts'
import { hashOf, type KeyRow, newKey } from '../../src/server/access/keys.ts'
import type { Scope } from '../../src/server/route.ts'
import { SettingsWatch } from '../../src/server/settings-watch.ts'
import { loopbackPrinter } from '../printing/channels/loopback-printer.ts'
import { dock, endless } from '../printing/printers/example-jobs.ts'
import { exampleStore, printersThatWait } from '../printing/store/example-store.ts'
import { cases, inLongRun } from '../random.ts'
import { served } from './http/wire.ts'

const key = newKey()
const rowOf = (may: readonly Scope[], more: Partial<KeyRow> = {}): KeyRow => {
  return { name: 'office', hash: hashOf(key), may, perMinute: 0, ...more }
}

t.test('files change under load: no request fails, and none sees a half of two', inLongRun, async (t) => {
  const loopback = await loopbackPrinter()
  const folder = t.testdir({})
  const hex = (secret: string): string => `sha256:${Buffer.from(hashOf(secret)).toString('hex')}`
  const versions = ['a', 'b'].map((version, i) => ({
    printers: ['dock', ...Array.from({ length: 50 }, (_, n) => `${version}${n}`)].map((name) => ({
      ...{ name, language: 'zpl', dpi: 203, stock: '2x1', status: false, labelsPerMinute: 9000 + i },
      address: `socket://127.0.0.1:${loopback.port}`,
    })),
    keys: [
      { name: 'office', hash: hex(key), may: ['print', 'jobs'], perMinute: 0 },
      { name: version, hash: hex(version), may: ['print'] },
    ],
  }))
  const write = (file: 'printers' | 'keys', version: number): string => {
    const text = JSON.stringify(versions[version]![file])
    writeFileSync(join(folder, 'draft'), text)
    renameSync(join(folder, 'draft'), join(folder, file))
    return text
  }
  const texts = { printers: write('printers', 0), keys: write('keys', 0) }
  const printers = printersOf(printersIn(texts.printers), { patience: endless })
  const keys = keysOf(keysIn(texts.keys))
  const wrong: string[] = []
  const taken = { printers: 0, keys: 0 }
  const fileOf = (file: 'printers' | 'keys', take: (text: string) => void) => ({
    ...{ setting: file, path: join(folder, file), content: file, text: texts[file] },
    take: (text: string) => {
      take(text)
      return `${taken[file]++}`
    },
  })
  const files = [
    fileOf('printers', (text) => printers.replace(printersIn(text))),
    fileOf('keys', (text) => keys.replace(keysIn(text))),
  ]
  const watch = new SettingsWatch(files, { event: () => {}, problem: (message) => wrong.push(message) })
  const service = await served({ keys, printing: { printers } })
  const headers = { Authorization: `Bearer ${key}`, 'Quietzone-Print': 'yes' }
  const lists = versions.map((version) => version.printers.map(({ name }) => name).join())
  let isDone = false
  const answered = { printers: 0, print: 0 }
  const asking = async (): Promise<void> => {
    while (!isDone) {
      const answer = await fetch(`${service.url}/api/v1/printers`, { headers })
      const { printers: list } = (await answer.json()) as { printers?: readonly { name: string }[] }
      const names = list?.map(({ name }) => name).join()
      if (names === undefined || !lists.includes(names)) wrong.push(`${answer.status} ${names}`)
      answered.printers++
    }
  }
  const printing = async (): Promise<void> => {
    while (!isDone) {
      const query = 'printer=dock&type=code128&text=QZ-1'
      const answer = await fetch(`${service.url}/api/v1/print?${query}`, { method: 'POST', headers })
      if (!answer.ok) wrong.push(await answer.text())
      else await answer.arrayBuffer()
      answered.print++
    }
  }
  const clients = [asking(), asking(), printing(), printing(), printing()]
  const changes = cases(20)
  for (let i = 1; i <= changes; i++) {
    write('printers', i % 2)
    write('keys', i % 2)
    await watch.look()
    // as many requests as are on their way see the change
    await (await fetch(`${service.url}/healthz`)).arrayBuffer()
  }
  isDone = true
  await Promise.all(clients)
  await Promise.all([printers.close(), service.close(), loopback.close()])
  t.same(wrong, [])
  t.same(taken, { printers: changes, keys: changes })
  t.ok(Math.min(answered.printers, answered.print) >= 5, `${answered.printers} and ${answered.print} answers`)
})

/** A service with jobs, the keys that it has, and a way to open a stream of events with our key. */
async function shop(rows: readonly KeyRow[], now?: () => number) {
  const store = exampleStore()
  const jobs = new Jobs({
    ...{ store, printers: printersThatWait([dock]), answerTo: () => undefined },
    ...{ record: () => {}, log: () => {} },
  })
  const keys = keysOf(rows, new Map(), now)
  const open: ServerResponse[] = []
  const service = await served(
    { keys, printing: { jobs, printers: jobs.printers }, bounds: { keepAlive: 200 } },
    (server) => server.on('request', (_request, response) => open.push(response)),
  )
  t.teardown(async () => {
    await jobs.close(0)
    await service.close()
    store.close()
  })
  const stream = async (): Promise<Socket> => {
    const socket = connect(service.port, '127.0.0.1')
    socket.write(`GET /api/v1/jobs/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`)
    for (let text = ''; !text.includes(': jobs'); ) text += String((await once(socket, 'data'))[0])
    return socket
  }
  return { service, keys, stream, open }
}

/** What comes until the stream has its end. */
async function restOf(socket: Socket): Promise<string> {
  let text = ''
  while (!text.endsWith('0\r\n\r\n')) text += String((await once(socket, 'data'))[0])
  socket.destroy()
  return text
}

t.test('a key that is taken back ends its streams at once, and those of others go on', async (t) => {
  const other = newKey()
  const rows = [rowOf(['jobs']), { ...rowOf(['jobs']), name: 'other', hash: hashOf(other) }]
  const { service, keys, stream, open } = await shop(rows)
  const all = [await stream(), await stream()]
  keys.replace([rowOf(['jobs', 'print']), rows[1]!])
  const ends = all.map(restOf)
  t.same(
    open.map(({ writableEnded }) => writableEnded),
    [false, false],
    'it may still',
  )
  keys.replace([rowOf(['print']), rows[1]!])
  t.same(
    open.map(({ writableEnded }) => writableEnded),
    [true, true],
    'at once',
  )
  await Promise.all(ends)
  const ask = async (secret: string): Promise<number> =>
    (await fetch(`${service.url}/api/v1/jobs`, { headers: { Authorization: `Bearer ${secret}` } })).status
  t.same([await ask(key), await ask(other)], [403, 200])
  keys.replace([])
  t.same([await ask(key), await ask(other)], [401, 401])
})

t.test('a key that expires ends its streams, and its requests are refused with words of their own', async (t) => {
  const expires = Date.UTC(2027, 0, 31)
  let now = expires - 1
  const { service, stream } = await shop([rowOf(['jobs'], { expires })], () => now)
  const socket = await stream()
  const end = restOf(socket)
  now = expires
  await end
  const answer = await fetch(`${service.url}/api/v1/jobs`, { headers: { Authorization: `Bearer ${key}` } })
  t.equal(answer.status, 401)
  t.equal(answer.headers.get('www-authenticate'), 'Bearer error="invalid_token"')
  t.match(await answer.json(), {
    error: { code: 'key_expired', message: /^the key office has expired at 2027-01-31T00:00:00\.000Z/ },
  })
  const drawing = `${service.url}/api/v1/barcode?type=qr&text=a`
  t.equal((await fetch(drawing, { headers: { Authorization: `Bearer ${key}` } })).status, 200, 'drawing needs no key')
  now = expires - 1
  t.equal(
    (await fetch(`${service.url}/api/v1/jobs`, { headers: { Authorization: `Bearer ${key}` } })).status,
    200,
    'a clock that goes back',
  )
})
