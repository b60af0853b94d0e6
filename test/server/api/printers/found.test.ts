import t from 'tap'
import type { FoundPrinter } from '../../../../src/printing/finding/found.ts'
import { placeOf } from '../../../../src/printing/printers/entries.ts'
import { keysOf } from '../../../../src/server/access/index.ts'
import { hashOf } from '../../../../src/server/access/keys.ts'
import { loopbackPrinter } from '../../../printing/channels/loopback-printer.ts'
import { ask, errorIn, served } from '../../http/wire.ts'

const keys = keysOf([
  { name: 'office', hash: hashOf('office'), may: ['admin'], perMinute: 0 },
  { name: 'dock', hash: hashOf('dock'), may: ['print'], perMinute: 0 },
])
const [admin, dock] = ['Authorization: Bearer office', 'Authorization: Bearer dock']
const path = '/api/v1/printers/found'

t.test('printers are looked for once for all who ask, and by those alone who may', async (t) => {
  let end: (list: readonly FoundPrinter[]) => void = () => {}
  let searches = 0
  const found = (): Promise<readonly FoundPrinter[]> => {
    searches++
    return new Promise((resolve) => (end = resolve))
  }
  const service = await served({ keys, printerSearch: { isOwn: () => false, found } })
  const unguarded = await served()
  t.teardown(() => Promise.all([service.close(), unguarded.close()]))
  for (const [headers, status, code] of [
    [[], 401, 'key_required'],
    [[dock], 403, 'not_allowed'],
  ] as const) {
    const reply = await ask(service.port, `GET ${path}`, headers)
    t.same([reply.status, errorIn(reply).code], [status, code])
  }
  t.same(errorIn(await ask(unguarded.port, `GET ${path}?address=socket://192.0.2.10`)).code, 'not_allowed')
  t.equal(searches, 0)
  const asked = [ask(service.port, `GET ${path}`, [admin]), ask(service.port, `GET ${path}`, [admin])]
  // both are in hand once a later request is answered
  await ask(service.port, 'GET /healthz')
  end([{ name: 'labels', address: 'lp:labels', from: 'queue' }])
  for (const reply of await Promise.all(asked)) {
    t.same(JSON.parse(reply.body.toString()), {
      printers: [
        {
          ...{ name: 'labels', address: 'lp:labels', from: 'queue' },
          ...{ model: null, language: null, dpi: null, stock: null, media: null },
        },
      ],
    })
  }
  t.equal(searches, 1)
})

t.test('a printer at an address is asked what it is; the service itself is not', async (t) => {
  const printer = await loopbackPrinter({
    questions: ['~HI', '^XA^HH^XZ'],
    answer: (_, question) =>
      question === '~HI' ? '\x02ZD421,V93,8,8192KB\x03' : '\x02\r\n  832  PRINT WIDTH\r\n  1225  LABEL LENGTH\r\n\x03',
  })
  const service = await served({ keys, printerSearch: { isOwn: (address) => placeOf(address)?.port === 8080 } })
  t.teardown(() => Promise.all([service.close(), printer.close()]))
  const asked = async (address: string) =>
    ask(service.port, `GET ${path}?address=${encodeURIComponent(address)}`, [admin])
  t.same(JSON.parse((await asked(printer.address)).body.toString()), {
    printers: [
      {
        ...{ name: null, address: printer.address, from: 'address', model: 'ZD421' },
        ...{ language: 'zpl', dpi: 203, stock: '4x6', media: null },
      },
    ],
  })
  const refused = async (address: string): Promise<unknown> => {
    const reply = await asked(address)
    return [reply.status, errorIn(reply).code]
  }
  t.same(await refused('socket://127.0.0.1:8080'), [400, 'own_address'])
  t.same(await refused('http://192.0.2.10'), [400, 'invalid_parameter'])
  await printer.close()
  t.same(await refused(printer.address), [502, 'printer_unreachable'])
})
