import t from 'tap'
import { Counters } from '../../../src/printing/index.ts'
import { keysOf } from '../../../src/server/access/index.ts'
import { hashOf } from '../../../src/server/access/keys.ts'
import type { Scope } from '../../../src/server/route.ts'
import { pngPicture } from '../../oracle/picture.ts'
import { zxingTexts } from '../../oracle/zxing.ts'
import { exampleCounters } from '../../printing/counters/example-counters.ts'
import { storeInMemory } from '../../printing/store/example-store.ts'
import { inLongRun } from '../../random.ts'
import { ask, errorIn, type Reply, repliesIn, served, Wire } from '../http/wire.ts'
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

/** What POST /api/v1/labels answers to a table. */
async function postedTable(port: number, table: string): Promise<Reply> {
  const head = `POST /api/v1/labels?type=qr HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: text/csv\r\nContent-Length: ${table.length}\r\n\r\n`
  const wire = new Wire(port).send(`${head}${table}`)
  await wire.closed
  return repliesIn(wire.received)[0]!
}

t.test('a counter is made, set, and never goes back', inLongRun, async (t) => {
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

t.test('a preview shows the next number, does not take it, and is in no cache', inLongRun, async (t) => {
  const text = encodeURIComponent('QZ-{serial:pallet}')
  const target = `/api/v1/label?type=qr&format=png&text=${text}`
  for (let i = 0; i < 2; i++) {
    const reply = await ask(service.port, `GET ${target}`)
    t.same(await zxingTexts(pngPicture(reply.body), 'qr'), ['QZ-000004'])
    t.equal(reply.headers.get('cache-control'), 'no-store')
    t.match(reply.headers.get('quietzone-warning'), /^numbers_not_taken; numbers of pallet/)
  }
  const plan = `/api/v1/plan?type=code128&gs1=true&size=4x6&text=${encodeURIComponent('(00){sscc:pallet}')}`
  const planned = await ask(service.port, `GET ${plan}`)
  t.match([planned.status, planned.headers.get('cache-control')], [200, 'no-store'])
  t.match(planned.headers.get('quietzone-warning'), /^numbers_not_taken/)
  const barcode = await ask(service.port, `GET /api/v1/barcode?type=qr&text=${text}`)
  t.same(await zxingTexts(pngPicture(barcode.body), 'qr'), ['QZ-000004'])
  t.match(
    [barcode.headers.get('cache-control'), barcode.headers.get('quietzone-warning')],
    ['no-store', /^numbers_not_taken/],
  )
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
})

t.test(
  'no counter is drawn as text: 422 without a state, and where there is none of the name',
  inLongRun,
  async (t) => {
    const places = ['{serial:none}', '{sscc:none}', '{serial:No Name}', '{serial:}', '{serial:none|x}']
    const drawings = [
      'barcode?type=qr',
      'label?type=qr',
      'plan?type=qr',
      'label?type=code128&gs1=true',
      'barcode?type=datamatrix',
    ]
    const refused = { code: 'counter_unknown', faults: [{ parameter: 'text', code: 'counter_unknown' }] }
    for (const { port } of [service, without]) {
      for (const place of places) {
        for (const drawing of drawings) {
          const text = encodeURIComponent(drawing.includes('gs1') ? `(21)${place}` : `QZ-${place}`)
          const reply = await ask(port, `GET /api/v1/${drawing}&text=${text}`)
          t.match([reply.status, errorIn(reply)], [422, refused], `${drawing} ${place}`)
          t.equal(reply.headers.get('cache-control'), 'no-store')
        }
        const rows = await postedTable(port, `text\nplain\n"${place}"\n`)
        t.match(
          [rows.status, errorIn(rows)],
          [422, { faults: [{ row: 3, parameter: 'text', code: 'counter_unknown' }] }],
          place,
        )
        const legacy = await ask(port, `GET /api/generate-barcode?size=4x6&type=qr&text=${encodeURIComponent(place)}`)
        t.match([legacy.status, errorIn(legacy)], [422, refused], place)
      }
      for (const path of ['explain?type=qr', 'gs1?']) {
        const reply = await ask(port, `GET /api/v1/${path}&text=${encodeURIComponent('(21){serial:pallet}')}`)
        t.match([reply.status, errorIn(reply)], [422, refused], path)
      }
      const text = encodeURIComponent('{{serial:none}}')
      for (const drawing of ['barcode?type=qr', 'label?type=qr&format=png']) {
        const reply = await ask(port, `GET /api/v1/${drawing}&text=${text}`)
        t.same(await zxingTexts(pngPicture(reply.body), 'qr'), ['{serial:none}'], drawing)
      }
      const old = await ask(port, `GET /compat/qrserver/v1/create-qr-code/?data=${encodeURIComponent('{serial:a}')}`)
      t.same(await zxingTexts(pngPicture(old.body), 'qr'), ['{serial:a}'], 'other services have no counters')
    }
  },
)

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
  const damaged = new Counters({ store: other })
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
