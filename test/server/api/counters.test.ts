import t from 'tap'
import { Counters } from '../../../src/jobs/index.ts'
import { keysOf, type Scope } from '../../../src/server/access/index.ts'
import { hashOf } from '../../../src/server/access/keys.ts'
import { exampleCounters } from '../../jobs/example-counters.ts'
import { storeInMemory } from '../../jobs/example-store.ts'
import { pngPicture } from '../../oracle/picture.ts'
import { zxingTexts } from '../../oracle/zxing.ts'
import { ask, errorIn, type Reply, served } from '../http/wire.ts'
import { examplePrinters } from './example-printers.ts'

const store = storeInMemory()
const counters = exampleCounters(store)
const service = await served({ printing: { printers: examplePrinters(), counters } })
const without = await served({ printing: { printers: examplePrinters() } })
t.teardown(async () => {
  await Promise.all([service.close(), without.close()])
  store.close()
})

const json = (reply: Reply): unknown => JSON.parse(reply.body.toString())
const set = (query: string, headers = ['Quietzone-Print: yes']): Promise<Reply> =>
  ask(service.port, `POST /api/v1/counters/${query}`, headers)

t.test('a counter is made, set, and never goes back', async (t) => {
  t.match(json(await set('box?start=7&step=2&width=4&limit=99')), {
    name: 'box',
    next: 7,
    text: '0007',
    limit: 99,
    sscc: null,
  })
  t.match(json(await set('box?width=3')), { next: 7, step: 2, width: 3, text: '007' })
  t.match(json(await set('box?prefix=0614141&extension=3')), { sscc: '306141410000000075' })
  t.match(errorIn(await set('pallet?start=2')), { code: 'counter_used', message: /is at 4 and never goes back/ })
  t.match(json(await set('box?start=99')), { next: 99 })
  t.match(json(await set('box?limit=9')), { limit: 9, text: null, sscc: null })
  const listed = json(await ask(service.port, 'GET /api/v1/counters')) as { counters: { name: string }[] }
  t.same(
    listed.counters.map(({ name }) => name),
    ['box', 'pallet'],
  )
  for (const [query, code] of [
    ['Box', 'invalid_parameter'],
    ['box?step=0', 'invalid_parameter'],
    ['box?prefix=061', 'invalid_parameter'],
    ['box?width=21', 'invalid_parameter'],
    ['box?start=1000000000000', 'invalid_parameter'],
    ['box?strict=true&steps=2', 'invalid_parameter'],
  ] as const)
    t.equal(errorIn(await set(query)).code, code, query)
  t.equal(errorIn(await set('box', [])).code, 'print_not_allowed')
  t.equal(errorIn(await ask(service.port, 'GET /api/v1/counters?counter=none')).code, 'counter_unknown')
  t.equal(errorIn(await ask(service.port, 'GET /api/v1/counters?counter=A%20B')).code, 'invalid_parameter')
  for (const path of ['counters', 'counters?counter=pallet'])
    t.equal(errorIn(await ask(without.port, `GET /api/v1/${path}`)).code, 'no_state')
  t.equal(errorIn(await ask(without.port, 'POST /api/v1/counters/a', ['Quietzone-Print: yes'])).code, 'no_state')
})

t.test('a preview shows the next number, does not take it, and is in no cache', async (t) => {
  const text = encodeURIComponent('QZ-{serial:pallet}')
  const target = `/api/v1/label?type=qr&format=png&text=${text}`
  for (let i = 0; i < 2; i++) {
    const reply = await ask(service.port, `GET ${target}`)
    t.same(await zxingTexts(pngPicture(reply.body), 'qr'), ['QZ-000004'])
    t.equal(reply.headers.get('cache-control'), 'no-store')
  }
  const plan = `/api/v1/plan?type=code128&gs1=true&size=4x6&text=${encodeURIComponent('(00){sscc:pallet}')}`
  t.match(await ask(service.port, `GET ${plan}`), { status: 200 })
  t.match(json(await ask(service.port, 'GET /api/v1/counters?counter=pallet')), { counters: [{ next: 4 }] })
  const literal = await ask(
    service.port,
    `GET /api/v1/label?type=qr&format=png&escapes=true&text=${encodeURIComponent('\\x7bserial:none}')}`,
  )
  t.same(await zxingTexts(pngPicture(literal.body), 'qr'), ['{serial:none}'])
  t.match(literal.headers.get('cache-control'), /max-age/)
  t.match(
    errorIn(await ask(service.port, `GET /api/v1/label?type=qr&title=${encodeURIComponent('{serial:none}')}&text=a`)),
    {
      code: 'counter_unknown',
      message: 'title: there is no counter none',
      faults: [{ parameter: 'title', code: 'counter_unknown' }],
    },
  )
  const asBefore = await ask(without.port, `GET ${target}`)
  t.same(await zxingTexts(pngPicture(asBefore.body), 'qr'), ['QZ-{serial:pallet}'], 'without a state it is a text')
})

t.test('with keys, a counter is seen by one that may see jobs, and set by one that may set counters', async (t) => {
  const all: readonly Scope[] = ['print', 'printers', 'jobs', 'counters']
  const keys = keysOf(all.map((scope) => ({ name: scope, hash: hashOf(scope), may: [scope], perMinute: 0 })))
  const locked = await served({ keys, printing: { printers: examplePrinters(), counters } })
  for (const scope of all) {
    const bearer = `Authorization: Bearer ${scope}`
    t.equal((await ask(locked.port, 'GET /api/v1/counters', [bearer])).status, scope === 'jobs' ? 200 : 403)
    const reply = await ask(locked.port, 'POST /api/v1/counters/pallet', [bearer, 'Quietzone-Print: yes'])
    t.equal(reply.status, scope === 'counters' ? 200 : 403)
  }
  t.equal((await ask(locked.port, 'GET /api/v1/counters')).status, 401)
  await locked.close()
})

t.test('a counter that is damaged is told, and shown to nobody', async (t) => {
  const other = storeInMemory()
  const damaged = new Counters(other.database)
  damaged.set('a', {})
  other.database.run('UPDATE counter SET next = 0')
  const here = await served({ printing: { printers: examplePrinters(), counters: damaged } })
  for (const line of [
    'GET /api/v1/counters',
    `GET /api/v1/label?type=qr&text=${encodeURIComponent('{serial:a}')}`,
    'POST /api/v1/counters/a',
  ])
    t.match(errorIn(await ask(here.port, line, ['Quietzone-Print: yes'])), {
      code: 'state_failed',
      message: /counter a does not match/,
    })
  await here.close()
  other.close()
})
