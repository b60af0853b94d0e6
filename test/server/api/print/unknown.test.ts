import t from 'tap'
import { printersIn } from '../../../../src/printing/index.ts'
import { keysOf } from '../../../../src/server/access/index.ts'
import { hashOf } from '../../../../src/server/access/keys.ts'
import { loopbackPrinter } from '../../../printing/channels/loopback-printer.ts'
import { inLongRun } from '../../../random.ts'
import { ask, errorIn } from '../../http/wire.ts'
import { bodyOf, print, printService } from '../print-service.ts'

/** Names that an object has of itself. */
const inherited = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty']

t.test('names that no printer has are told before a turn is waited for', inLongRun, async (t) => {
  const loopback = await loopbackPrinter()
  const row = { name: 'dock', address: `socket://127.0.0.1:${loopback.port}`, language: 'zpl', dpi: 203, stock: '2x1' }
  const service = await printService(printersIn(JSON.stringify([row])), {
    bounds: { waiting: { client: 1000, total: 1000 } },
  })
  t.teardown(() => Promise.all([service.close(), loopback.close()]))
  const rows = `text\n${Array.from({ length: 200 }, (_, i) => `QZ-${i}`).join('\n')}`
  let drawn = 0
  const load = Array.from({ length: 12 }, async () => {
    const answer = await fetch(`${service.url}/api/v1/labels?type=qr&format=zpl&size=4x6`, {
      ...{ method: 'POST', headers: { 'Content-Type': 'text/csv' }, body: rows },
    })
    await answer.arrayBuffer()
    drawn++
  })
  const answers = inherited
    .concat('dock-4')
    .flatMap((name) => [
      print(service, `printer=${name}&type=qr&text=a`),
      print(service, `printer=${name}&type=qr`, { body: rows }),
    ])
  for (const answer of await Promise.all(answers)) {
    t.match([answer.status, errorIn(answer).code], [404, 'printer_unknown'])
    t.match(errorIn(answer).message, /is not a printer of this service; there are dock$/)
  }
  t.ok(drawn < 12, `${drawn} of those that came before were drawn`)
  const grocy = await ask(service.port, 'POST /adapters/grocy?printer=constructor', ['Content-Length: 0'])
  t.equal(errorIn(grocy).code, 'printer_unknown')
  await Promise.all(load)
})

t.test('who may not print is not told which printers there are', async (t) => {
  const keys = keysOf([{ name: 'desk', hash: hashOf('desk'), may: ['jobs'], perMinute: 0 }])
  const service = await printService([], { keys })
  t.teardown(() => service.close())
  for (const [line, headers, code] of [
    ['POST /api/v1/print?printer=a', [], 'key_required'],
    ['POST /adapters/grocy?printer=a', [], 'key_required'],
    ['POST /api/v1/print?printer=a', ['Authorization: Bearer desk'], 'not_allowed'],
    ['POST /adapters/grocy?printer=a', ['Authorization: Bearer desk'], 'not_allowed'],
    ['POST /adapters/grocy?printer=a', ['Origin: http://x'], 'print_not_allowed'],
  ] as const) {
    t.equal(errorIn(await ask(service.port, line, ['Content-Length: 0', ...headers])).code, code, line)
  }
})

t.test('printers by names that an object has of itself', inLongRun, async (t) => {
  const loopback = await loopbackPrinter()
  const rows = inherited.map((name) => ({
    ...{ name, address: `socket://127.0.0.1:${loopback.port}`, language: 'zpl', dpi: 203, stock: '2x1' },
    status: false,
  }))
  const service = await printService(printersIn(JSON.stringify(rows)))
  t.teardown(() => Promise.all([service.close(), loopback.close()]))
  const { printers } = bodyOf(await ask(service.port, 'GET /api/v1/printers')) as {
    printers: readonly { name: string }[]
  }
  t.same(
    printers.map(({ name }) => name),
    inherited,
  )
  for (const name of inherited) {
    t.match(bodyOf(await print(service, `printer=${name}&type=qr&text=a`)), { printer: name, sent: { labels: 1 } })
    const state = bodyOf(await ask(service.port, `GET /api/v1/printers?printer=${name}`))
    t.match(state, { printers: [{ name, waiting: 0 }] })
  }
  const metrics = (await ask(service.port, 'GET /metrics')).body.toString()
  for (const name of inherited) t.match(metrics, `quietzone_print_labels_sent_total{printer="${name}"} 1`)
  t.match(errorIn(await print(service, 'printer=valueOf&type=qr&text=a')), { code: 'printer_unknown' })
})
