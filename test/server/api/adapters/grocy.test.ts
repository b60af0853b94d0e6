/** Requests of Homebox and Grocy as their sources send them, and the labels that they get. */

import t from 'tap'
import { printersIn, printersOf } from '../../../../src/printing/index.ts'
import type { FormFault } from '../../../../src/request/form-faults.ts'
import { pngPicture } from '../../../oracle/picture.ts'
import { zxingTexts } from '../../../oracle/zxing.ts'
import { loopbackPrinter } from '../../../printing/channels/loopback-printer.ts'
import { inLongRun } from '../../../random.ts'
import { conversation, errorIn, type Reply, repliesIn, served } from '../../http/wire.ts'

const dock = await loopbackPrinter()
const described = { name: 'dock-3', address: dock.address, language: 'zpl', dpi: 203, stock: '70x50' }
const gone = { ...described, name: 'gone', address: 'socket://127.0.0.1:1' }
const printers = printersOf(printersIn(JSON.stringify([described, gone])))
const service = await served({ printing: { printers } })
t.teardown(async () => {
  await service.close()
  await printers.close()
  await dock.close()
})

async function sent(head: readonly string[], body = ''): Promise<Reply> {
  const bytes = `${[...head, 'Host: labels:8080', 'Connection: close'].join('\r\n')}\r\n\r\n${body}`
  return repliesIn(await conversation(service.port, bytes))[0]!
}

/** The label of the API with these parameters. */
const labelOf = (parameters: Readonly<Record<string, string>>): Promise<Reply> =>
  sent([`GET /api/v1/label?${new URLSearchParams(parameters)} HTTP/1.1`])

const faultsOf = (reply: Reply): unknown =>
  (errorIn(reply).faults as readonly FormFault[]).map(({ parameter, code }) => `${parameter}: ${code}`)

// Grocy 4, controllers and helpers/WebhookRunner.php: Guzzle with form_params or json; public/js/grocy.js: $.post
const stockEntry = {
  product: 'Jam (strawberry)',
  grocycode: 'grcy:p:13:60bf8b5244b04',
  'details[product][id]': '13',
  'details[product][name]': 'Jam (strawberry)',
  'stock_entry[amount]': '1',
  font_family: 'Source Sans Pro (Regular)',
  due_date: 'DD: 2026-12-31',
}

function grocy(query: string, type: string, body: string, more: readonly string[] = []): Promise<Reply> {
  const { length } = body
  const head = [`POST /adapters/grocy${query} HTTP/1.1`, `Content-Length: ${length}`, `Content-Type: ${type}`]
  return sent([...head, 'User-Agent: GuzzleHttp/7', ...more], body)
}

const form = 'application/x-www-form-urlencoded'
const asForm = (fields: Readonly<Record<string, string>>): string => `${new URLSearchParams(fields)}`
/** As json_encode writes it. */
const asJson = (value: object): string =>
  JSON.stringify(value)
    .replaceAll('/', '\\/')
    .replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

const printed = { title: 'Jam (strawberry)', caption: 'DD: 2026-12-31', layout: 'auto' }

t.test('Grocy: a stock entry, from the server and from the browser, by form and by JSON', async (t) => {
  const wanted = await labelOf({ type: 'datamatrix', text: stockEntry.grocycode, size: '50x30', ...printed })
  const { 'details[product][id]': _, 'details[product][name]': __, 'stock_entry[amount]': ___, ...flat } = stockEntry
  const json = asJson({ ...flat, details: { product: { id: 13, name: flat.product } }, stock_entry: { amount: 1 } })
  const { due_date, ...older } = flat
  for (const [title, reply] of [
    ['form', await grocy('', form, asForm(stockEntry))],
    ['json', await grocy('', 'application/json', json)],
    ['older', await grocy('', form, asForm({ ...older, duedate: due_date }))],
    ['$.post', await grocy('', `${form}; charset=UTF-8`, asForm(flat), ['Origin: http://grocy.local'])],
  ] as const) {
    t.match([reply.status, reply.headers.get('content-type')], [200, 'application/pdf'], title)
    t.ok(reply.body.equals(wanted.body), title)
    t.equal(reply.headers.get('access-control-allow-origin'), '*')
  }
})

t.test('Grocy: parameters in the URL of the webhook', async (t) => {
  const query = '?type=qr&size=62x29mm&format=png&dpi=203&level=H'
  const reply = await grocy(query, form, asForm(stockEntry))
  const others = Object.fromEntries(new URLSearchParams(query))
  t.ok(reply.body.equals((await labelOf({ ...others, text: stockEntry.grocycode, ...printed })).body))
  t.same(await zxingTexts(pngPicture(reply.body), 'qr'), [stockEntry.grocycode])
})

t.test('Grocy: products, chores, batteries and recipes', inLongRun, async (t) => {
  for (const [kind, letter] of [
    ['product', 'p'],
    ['chore', 'c'],
    ['battery', 'b'],
    ['recipe', 'r'],
  ] as const) {
    const name = 'Größe: ein sehr langer Name, der auf mehr als eine Zeile paßt'
    const body = asJson({ [kind]: name, grocycode: `grcy:${letter}:7` })
    const reply = await grocy('?format=png', 'application/json', body)
    t.equal(reply.status, 200)
    t.notOk(reply.headers.has('quietzone-warning'))
    t.same(await zxingTexts(pngPicture(reply.body), 'datamatrix'), [`grcy:${letter}:7`], kind)
  }
})

t.test('Grocy: printed on a printer of the service', async (t) => {
  const reply = await grocy('?printer=dock-3&qty=2', form, asForm(stockEntry))
  t.equal(reply.status, 200)
  const amount = { rows: 1, labels: 2, bytes: dock.printed[0]?.length }
  t.same(JSON.parse(reply.body.toString()), {
    printer: 'dock-3',
    sent: amount,
    received: amount,
    printed: amount,
    confirmed: amount,
  })
  const label = { type: 'datamatrix', text: stockEntry.grocycode, size: '70x50', dpi: '203', format: 'zpl', qty: '2' }
  t.same(dock.printed, [(await labelOf({ ...label, ...printed })).body.toString()])
  t.match(service.printed, [{ printer: 'dock-3', outcome: 'ok', labels: 2 }])
  t.equal((await grocy('?printer=dock-3&format=zpl&zpl=rle&qty=2', form, asForm(stockEntry))).status, 200)
  t.equal(dock.printed[1], (await labelOf({ ...label, ...printed, zpl: 'rle' })).body.toString())
})

t.test('Grocy: what is not printed', async (t) => {
  const before = dock.printed.length
  const refused = async (query: string, more: readonly string[] = []): Promise<unknown> => {
    const reply = await grocy(query, form, asForm(stockEntry), more)
    return [reply.status, errorIn(reply).code]
  }
  for (const header of ['Origin: http://grocy.local', 'Origin: null', 'Sec-Fetch-Site: same-origin']) {
    t.same(await refused('?printer=dock-3', [header]), [403, 'print_not_allowed'], header)
  }
  t.same(await refused('?printer=dock-4'), [404, 'printer_unknown'])
  t.same(await refused('?printer=dock-3&size=50x30'), [400, 'invalid_parameter'])
  t.same(await refused('?printer=dock-3&dpi=300'), [400, 'invalid_parameter'])
  t.same(await refused('?printer=dock-3&type=ean13'), [422, 'invalid_character'])
  t.same(await refused('?printer=gone'), [502, 'printer_unreachable'])
  t.equal(dock.printed.length, before)
})

t.test('Grocy: what is wrong, in the URL and in the body', async (t) => {
  const wrong = async (query: string, type: string, body: string): Promise<unknown> => {
    const reply = await grocy(query, type, body)
    const { code, faults } = errorIn(reply)
    return [reply.status, faults === undefined ? code : faultsOf(reply)]
  }
  t.same(await wrong('', form, 'product=x'), [400, ['grocycode: missing_parameter']])
  t.same(await wrong('', form, 'grocycode=a&grocycode=b&product=%ff'), [
    400,
    ['product: invalid_encoding', 'grocycode: duplicate_parameter'],
  ])
  t.same(await wrong('', 'application/json', '{"grocycode":7,"product":null}'), [400, ['grocycode: invalid_parameter']])
  for (const [given, said] of [
    ['7', 'a number, "7"; a string is accepted'],
    ['[7]', 'an array; a string is accepted'],
  ]) {
    const { message } = errorIn(await grocy('', 'application/json', `{"grocycode":${given}}`))
    t.equal(message, `grocycode: ${said}`)
  }
  for (const body of ['', '[]', '{"grocycode":', '"x"', 'null']) {
    t.same(await wrong('', 'application/json', body), [400, 'bad_request'], body)
  }
  t.same(await wrong('', 'application/json', '"\xff"'), [400, 'invalid_encoding'])
  t.same(await wrong('?size=9x9&type=upce', form, 'grocycode=x'), [
    400,
    ['type: invalid_parameter', 'size: invalid_parameter'],
  ])
  t.same(await wrong('?type=ean13', form, 'grocycode=grcy:p:1'), [422, ['text: invalid_character']])
  t.same(await wrong('', 'text/plain', 'x'), [415, 'unsupported_media_type'])
  const ignored = await grocy('?text=x&colour=red', form, asForm(stockEntry))
  t.match([ignored.status, ignored.headers.get('quietzone-ignored')], [200, 'text, colour'])
  t.equal((await sent(['GET /adapters/grocy HTTP/1.1'])).status, 405)
})
