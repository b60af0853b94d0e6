/** A page of another origin, in the browser of somebody who may: it gets no leave to set anything up, and what it sends all the same changes nothing. */

import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { absent, closed, visit } from '../../pages/browser.ts'
import { type LoopbackPrinter, loopbackPrinter } from '../../printing/channels/loopback-printer.ts'
import { machineAt } from '../example-setup.ts'
import { errorIn, type Reply, repliesIn, type Served, served, Wire } from '../http/wire.ts'

const foreign = 'Origin: http://evil.example'

const entry = { name: 'evil', address: 'socket://192.0.2.66:9100', language: 'zpl', dpi: 203, stock: '4x6' }
const design = { name: 'evil', size: '57x32mm', elements: [] }

/** All that sets something up, with what it would take. */
const changes: readonly (readonly [method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object])[] = [
  ['POST', '/api/v1/keys', { name: 'evil', may: ['admin'] }],
  ['DELETE', '/api/v1/keys/office'],
  ['POST', '/api/v1/printers', entry],
  ['DELETE', '/api/v1/printers/dock-3'],
  ['POST', '/api/v1/printers/dock-3/test'],
  ['PUT', '/api/v1/state/setup', { version: 1, printers: [entry], keys: [], designs: [], counters: [] }],
  ['PUT', '/api/v1/designs/evil', design],
  ['PUT', '/api/v1/designs/shelf', { ...design, name: 'shelf' }],
  ['DELETE', '/api/v1/designs/shelf'],
  ['POST', '/api/v1/counters/pallet?start=900'],
  ['POST', '/api/v1/print?printer=dock-3&type=qr&text=A'],
]

/** Outlives the services in it. */
const folders = t.testdir()
let count = 0

interface Shop {
  readonly service: Served
  /** Of somebody who may do everything. */
  readonly key: string
  readonly paper: LoopbackPrinter
  /** All that is set up, as it is now. */
  kept(): object
}

/** A service that is set up: a printer, a key that may do everything, a design, and a counter. */
async function shop(t: Test): Promise<Shop> {
  const paper = await loopbackPrinter()
  const machine = await machineAt(join(folders, `${++count}`))
  const { folder, counters, printers, printerEntries, setup, designs, setupCopy } = machine
  const service = await served({
    ...{ printing: { printers, counters }, printerEntries, keys: setup, keysMade: setup, designs, setupCopy },
  })
  t.teardown(async () => {
    await service.close()
    await machine.close()
    await paper.close()
  })
  const send = async (path: string, body: object, key: string): Promise<Reply> => {
    const headers = ['Quietzone-Print: yes', 'Content-Type: application/json', `Authorization: Bearer ${key}`]
    return sent(service, ['POST', path, body], headers)
  }
  const code = setup.code!
  t.equal((await send('/api/v1/printers', { ...entry, name: 'dock-3', address: paper.address }, code)).status, 201)
  counters.set('pallet', { width: 6 })
  designs.save!('shelf', designs.definition!('shelf')!)
  const may = ['print', 'jobs', 'counters', 'designs', 'admin']
  const made = await send('/api/v1/keys', { name: 'office', may }, code)
  const { key } = JSON.parse(made.body.toString()) as { key: string }
  /** By their paths, the files that people may read; counters tell what is in the database. */
  const filesIn = (path: string): readonly (readonly [string, string])[] =>
    readdirSync(path, { recursive: true, encoding: 'utf8' })
      .filter((name) => name === 'setup-code' || name.endsWith('.json'))
      .map((name) => [name, readFileSync(join(path, name), 'utf8')])
  const kept = (): object => ({
    files: filesIn(folder),
    printers: printers.list.map(({ name }) => name),
    keys: setup.rows.map(({ name }) => name),
    counters: counters.list(),
    designs: designs.list().map(({ name }) => name),
  })
  return { service, key, paper, kept }
}

/** What is answered to a request with these headers. */
async function sent(
  { port }: Served,
  [method, path, body]: readonly [method: string, path: string, body?: object | undefined],
  headers: readonly string[],
): Promise<Reply> {
  const text = body === undefined ? '' : JSON.stringify(body)
  const always = ['Host: x', 'Connection: close', `Content-Length: ${text.length}`]
  const wire = new Wire(port).send(
    `${[`${method} ${path} HTTP/1.1`, ...always, ...headers, '', ''].join('\r\n')}${text}`,
  )
  await wire.closed
  return repliesIn(wire.received)[0]!
}

t.test('a browser that asks on behalf of another origin gets no leave', async (t) => {
  const { service, kept } = await shop(t)
  const before = kept()
  for (const [method, path] of changes) {
    const asked = [
      `Access-Control-Request-Method: ${method}`,
      'Access-Control-Request-Headers: quietzone-print,authorization,content-type',
    ]
    for (const origin of [foreign, 'Origin: null']) {
      const { headers } = await sent(service, ['OPTIONS', path], [origin, ...asked])
      const leave = [...headers].filter(([name]) => name.startsWith('access-control-allow-'))
      t.same(leave, [], `${method} ${path}`)
    }
  }
  t.same(kept(), before)
})

t.test('what it sends without leave changes nothing, though a key came with it', async (t) => {
  const { service, key, paper, kept } = await shop(t)
  const before = kept()
  const isOfPage = ['print_not_allowed', 'unsupported_media_type']
  for (const [method, path, body] of changes) {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/json',
    ]) {
      const headers = [foreign, `Content-Type: ${type}`, `Authorization: Bearer ${key}`]
      const reply = await sent(service, [method, path, body], body === undefined ? headers.toSpliced(1, 1) : headers)
      t.ok([403, 415].includes(reply.status) && isOfPage.includes(errorIn(reply).code), `${method} ${path} ${type}`)
      t.equal(reply.headers.get('access-control-allow-origin'), undefined)
    }
  }
  t.same(kept(), before)
  t.same(paper.printed, [])
})

t.test('a browser with such a page open changes nothing either', absent, async (t) => {
  t.teardown(closed)
  const { service, key, paper, kept } = await shop(t)
  const before = kept()
  const evil = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Win a printer</title>')
  })
  await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve))
  t.teardown(() => void evil.close())
  const { port } = evil.address() as { port: number }
  const here = await visit(`http://127.0.0.1:${port}/`)
  const outcomes = await here.page.evaluate(
    async ({ url, list, bearer }) => {
      const own = await fetch('/')
      const tries: string[] = [`${own.type} ${own.status}`]
      for (const [method, path, body] of list) {
        const text = body === undefined ? {} : { body: JSON.stringify(body) }
        const all = { 'Quietzone-Print': 'yes', Authorization: `Bearer ${bearer}`, 'Content-Type': 'application/json' }
        for (const options of [
          { method, ...text, headers: all },
          { method, ...text },
          { method, ...text, mode: 'no-cors' as const },
        ]) {
          const told = await fetch(url + path, options).then(
            (response) => `${response.type} ${response.status}`,
            () => 'no answer',
          )
          tries.push(told)
        }
      }
      return [...new Set(tries)].sort()
    },
    { url: service.url, list: changes, bearer: key },
  )
  await here.close()
  t.same(outcomes, ['basic 200', 'no answer'], 'only its own server tells it anything')
  t.same(kept(), before)
  t.same(paper.printed, [])
})
