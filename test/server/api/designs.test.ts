import t from 'tap'
import { bodyOf, picturesOf, whitePng } from '../../../bench/attacks/design-pictures.ts'
import type { Answer, AnswerStep, LongAnswer } from '../../../src/answer.ts'
import { designSchema } from '../../../src/design/schema.ts'
import type { Printer } from '../../../src/printing/index.ts'
import { labels } from '../../../src/server/api/labels/index.ts'
import { pngPicture } from '../../oracle/picture.ts'
import { zplLabels } from '../../oracle/zpl.ts'
import { zxingTexts } from '../../oracle/zxing.ts'
import { loopbackPrinter } from '../../printing/channels/loopback-printer.ts'
import { printerAt } from '../../printing/printers/example-jobs.ts'
import { inLongRun } from '../../random.ts'
import { ask, errorIn, type Reply, repliesIn, type Served, served, Wire } from '../http/wire.ts'
import { exampleDesigns } from './example-designs.ts'
import { print, printService } from './print-service.ts'

async function post(service: Served, query: string, body: string, type: string): Promise<Reply> {
  const bytes = Buffer.from(body)
  const head = `POST /api/v1/labels?${query} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: ${type}\r\nContent-Length: ${bytes.length}\r\n\r\n`
  const wire = new Wire(service.port).send(head).send(bytes)
  await wire.closed
  return repliesIn(wire.received)[0]!
}

const get = (service: Served, target: string): Promise<Reply> => ask(service.port, `GET ${target}`)

const faultsOf = (reply: Reply): unknown[] =>
  (errorIn(reply).faults ?? []).map(({ parameter, code, row }) => [
    parameter,
    code,
    ...(row === undefined ? [] : [row]),
  ])

t.test('a label of a design is asked for with its fields', async (t) => {
  const service = await served({ designs: exampleDesigns })
  t.teardown(() => service.close())
  const label = '/api/v1/label?design=shelf&dpi=203'
  const drawn = await get(service, `${label}&format=png&sku=A-7&name=Bolt&unknown=1`)
  t.match(Object.fromEntries(drawn.headers), {
    'content-type': 'image/png',
    'content-disposition': 'inline; filename="label-shelf.png"',
    'cache-control': 'no-store',
    'quietzone-ignored': 'unknown',
    'x-dimension': /^0\.\d+mm$/,
  })
  const picture = pngPicture(drawn.body)
  t.same([picture.width, picture.height], [456, 256])
  t.same(await zxingTexts(picture, 'code128'), ['A-7'])
  t.equal(Object.fromEntries(drawn.headers)['quietzone-verified'], undefined)
  const proved = await get(service, `${label}&format=pdf&sku=A-7&name=Bolt&verify=true`)
  t.match(Object.fromEntries(proved.headers), { 'quietzone-verified': /^text, quiet-zones, x=/ })
  const refused = async (query: string, status: number, ...faults: unknown[]): Promise<void> => {
    const reply = await get(service, `${label}${query}`)
    t.equal(reply.status, status, query)
    t.same(faultsOf(reply), faults, query)
  }
  await refused('', 422, ['sku', 'missing_field'])
  await refused('&sku=a', 422, ['sku', 'invalid_field'])
  await refused(`&sku=A&name=${'very+long+'.repeat(20)}`, 422, ['name', 'does_not_fit'])
  await refused('&sku=A&sku=B', 400, ['sku', 'duplicate_parameter'])
  await refused('&sku=A&name=%FF', 400, ['name', 'invalid_encoding'])
  await refused('&sku=A&strict=true&text=x', 400, ['text', 'invalid_parameter'])
  const others = ['level=H', 'xdim=0.5', 'caption=x', 'layout=beside', 'size=2x1', 'orientation=portrait', 'gs1=true']
  for (const other of others) await refused(`&sku=A&${other}`, 400, [other.split('=')[0], 'invalid_parameter'])
  await refused('&sku=A&sku=B&text=x', 400, ['sku', 'duplicate_parameter'], ['text', 'invalid_parameter'])
  const posted = await post(service, 'design=shelf&level=H', 'sku\nA-1\n', 'text/csv')
  t.same([posted.status, ...faultsOf(posted)], [400, ['level', 'invalid_parameter']], 'all rows')
  const planned = await get(service, '/api/v1/plan?design=shelf&sku=A-1&title=x')
  t.match(errorIn(planned).message, /title: does not go with a design: it stands at an element of the design/)
  await refused('&sku=A&dpi=204', 400, ['dpi', 'duplicate_parameter'])
  const unknown = await get(service, '/api/v1/label?design=shelff&sku=A')
  t.equal(unknown.status, 404)
  t.match(errorIn(unknown), { code: 'design_unknown', message: /there are counted, shelf; did you mean shelf\?/ })
  t.match(errorIn(await get(service, '/api/v1/label?design=counted')), { code: 'no_counter' })
  t.equal((await get(service, '/api/v1/label?text=A&type=qr')).status, 200, 'without a design as before')
})

t.test('rows of a table are fields, and a design may be in the body', async (t) => {
  const service = await served({ designs: exampleDesigns })
  t.teardown(() => service.close())
  const zpl = 'format=zpl&dpi=203'
  const table = 'SKU;Name;qty;Remark\nA-1;Bolt;2;x\nA-2;Nut;1;y\nA-3;;0;z\n'
  const drawn = await post(service, `design=shelf&${zpl}&price=1.50`, table, 'text/csv')
  t.match(Object.fromEntries(drawn.headers), { 'quietzone-rows': '2/3; skipped=1', 'quietzone-ignored': 'Remark' })
  const labels = zplLabels(drawn.body)
  t.same(
    labels.map(({ copies }) => copies),
    [2, 1],
  )
  t.same(await Promise.all(labels.map((label) => zxingTexts(label, 'code128'))), [['A-1'], ['A-2']])
  t.notOk(drawn.headers.has('quietzone-warning'))
  const chosen = await post(service, `design=shelf&${zpl}&columns=sku=Part`, 'Part\nB-1\n', 'text/csv')
  t.same(await zxingTexts(zplLabels(chosen.body)[0]!, 'code128'), ['B-1'])
  t.equal(chosen.headers.get('quietzone-warning'), 'fields_unfilled; no column fills name, price')
  const wrong = await post(service, 'design=shelf', 'sku\nA-1\nb\n', 'text/csv')
  t.same([wrong.status, ...faultsOf(wrong)], [422, ['sku', 'invalid_field', 3]])
  const absent = await post(service, 'design=shelf', 'Part\nA-1\n', 'text/csv')
  t.same([absent.status, ...faultsOf(absent)], [400, ['sku', 'missing_parameter']])

  const design = {
    ...{ name: 'tag', size: '30x20mm', fields: { sku: {}, n: {} } },
    elements: [{ kind: 'symbol', at: [1, 1], size: [18, 18], type: 'qr', value: '{sku}/{row}' }],
  }
  const inBody = (json: object, query = zpl): Promise<Reply> =>
    post(service, query, JSON.stringify(json), 'application/json')
  const own = await inBody({ design, rows: [{ sku: 'A' }, { sku: 'B', n: 5 }] }, `${zpl}&sku=C`)
  t.equal(own.status, 200)
  t.same(await Promise.all(zplLabels(own.body).map((label) => zxingTexts(label, 'qr'))), [['A/1'], ['B/2']])
  const forAll = await inBody({ rows: [{}], design }, `${zpl}&sku=C`)
  t.same(await zxingTexts(zplLabels(forAll.body)[0]!, 'qr'), ['C/1'])
  const mistaken = await inBody({ design: { ...design, size: 1, elements: [{ kind: 'txt' }] }, rows: [{}] })
  t.same(
    [mistaken.status, ...faultsOf(mistaken)],
    [400, ['design.size', 'invalid_design'], ['design.elements[0].kind', 'invalid_design']],
  )
  for (const json of [{}, { rows: [] }, { design }, { design, rows: [{}], more: 1 }, { design, rows: {} }]) {
    const reply = await inBody(json)
    t.same([reply.status, errorIn(reply).code], [400, 'bad_request'], JSON.stringify(json).slice(0, 40))
  }
  for (const text of [
    '{',
    '{"design":1',
    '{"design":1]',
    '{"rows":[{}],"rows":[{}]}',
    '{,}',
    '{"a b":1}',
    `{"design":${'['.repeat(40)}`,
  ]) {
    const reply = await post(service, zpl, text, 'application/json')
    t.same([reply.status, errorIn(reply).code], [400, 'bad_request'], text)
  }
  const large = await inBody({ design: { ...design, title: 'x'.repeat(300_000) }, rows: [{}] })
  t.match(errorIn(large), {
    code: 'bad_request',
    message: /the design has \d+ characters; at most 262144 are accepted/,
  })
})

t.test('a design is printed on labels of its size, as they are or turned', async (t) => {
  const paper = await loopbackPrinter()
  const named = (name: string, stock: string) => ({
    ...printerAt(paper, { stock: stock as '4x6', labelsPerMinute: 10_000 }),
    name,
  })
  const printers = [named('as-is', '57x32mm'), named('turned', '32x57mm'), named('other', '4x6')]
  const service = await printService(printers, { designs: exampleDesigns })
  t.teardown(async () => {
    await service.close()
    await paper.close()
  })
  const query = 'design=shelf&sku=A-1&name=Bolt'
  const printed = await print(service, `printer=as-is&${query}`)
  t.equal(printed.status, 200)
  t.match(Object.fromEntries(printed.headers), { 'quietzone-verified': /^text/ }, 'what is printed is read back')
  t.equal((await print(service, `printer=turned&${query}&qty=2`)).status, 200)
  t.equal((await print(service, 'printer=as-is&design=shelf', { body: 'sku\nB-1\nB-2\n' })).status, 200)
  const own = {
    design: {
      name: 'own',
      size: '57x32mm',
      elements: [{ kind: 'symbol', at: [1, 1], size: [50, 30], type: 'code128', value: 'C-{row}' }],
    },
    rows: [{}, { qty: 2 }],
  }
  const inBody = await print(service, 'printer=as-is', { body: JSON.stringify(own), type: 'application/json' })
  t.match(JSON.parse(inBody.body.toString()), { sent: { rows: 2, labels: 3 } })
  const refused = await print(service, `printer=other&${query}`)
  t.same([refused.status, ...faultsOf(refused)], [400, ['design', 'invalid_parameter']])
  t.match(errorIn(refused), {
    message: /design shelf is for labels of 57x32mm, and printer other has 4x6: choose .* or change the size/,
    faults: [{ sizes: { design: '57x32mm', stock: '4x6' } }],
  })
  const [asIs, turned, ...rows] = paper.printed.flatMap((job) => zplLabels(Buffer.from(job, 'latin1')))
  t.same([asIs!.width, asIs!.height, turned!.width, turned!.height, turned!.copies], [456, 256, 256, 456, 2])
  const texts = await Promise.all(
    [asIs!, turned!, ...rows].map((label) => zxingTexts(label, 'code128', { tryRotate: true })),
  )
  t.same(texts.flat(), ['A-1', 'A-1', 'B-1', 'B-2', 'C-1', 'C-2'])
})

t.test(
  'a design is printed on labels that another box calls by inches, as it is drawn for its own',
  inLongRun,
  async (t) => {
    const paper = await loopbackPrinter()
    const named = (name: string, other: Partial<Printer>) => ({
      ...printerAt(paper, { labelsPerMinute: 10_000, ...other }),
      name,
    })
    const printers = [
      named('inches', { stock: '2.25x1.25' }),
      named('own', { stock: '57x32mm' }),
      named('turned', { stock: '1.25x2.25in' }),
      named('pdf', { stock: '2.25x1.25', language: 'pdf' }),
      named('larger', { stock: '2.5x1.25in' }),
    ]
    const service = await printService(printers, { designs: exampleDesigns })
    t.teardown(async () => {
      await service.close()
      await paper.close()
    })
    const query = 'design=shelf&sku=A-1&name=Bolt'
    for (const name of ['inches', 'own', 'turned', 'pdf']) {
      const printed = await print(service, `printer=${name}&${query}`)
      t.match([printed.status, Object.fromEntries(printed.headers)], [200, { 'quietzone-verified': /^text/ }], name)
      t.equal((await get(service, `/api/v1/plan?printer=${name}&${query}`)).status, 200, name)
    }
    const [inches, own, turned] = paper.printed.slice(0, 3).map((job) => zplLabels(Buffer.from(job, 'latin1'))[0]!)
    t.same(inches, own, 'to the dot')
    t.same([turned!.width, turned!.height], [256, 456])
    t.equal((await print(service, `printer=larger&${query}`)).status, 400)
  },
)

t.test('a printer of a maker is told of its stock, whatever the size of the design is called', inLongRun, async (t) => {
  const paper = await loopbackPrinter()
  const dk = printerAt(paper, { stock: 'dk-11209', language: 'brother', dpi: '300', labelsPerMinute: 10_000 })
  const service = await printService([{ ...dk, name: 'ql' }])
  t.teardown(async () => {
    await service.close()
    await paper.close()
  })
  const elements = [{ kind: 'symbol', at: [6, 6], size: [40, 16], type: 'code128', value: 'A-1' }]
  for (const size of ['dk-11209', '62x29mm', '62.3x28.8mm']) {
    const body = JSON.stringify({ design: { name: 'own', size, elements }, rows: [{}] })
    const printed = await print(service, 'printer=ql', { body, type: 'application/json' })
    t.equal(printed.status, 200, `${size} ${printed.body}`)
  }
  // ESC i z: die-cut labels of 62 x 29 mm, 271 lines
  for (const job of paper.printed) t.match(Buffer.from(job, 'latin1').toString('hex'), /1b697ace0b3e1d0f01/)
})

t.test('designs are listed and described', async (t) => {
  const service = await served({ designs: exampleDesigns })
  t.teardown(() => service.close())
  const json = async (target: string): Promise<unknown> => JSON.parse((await get(service, target)).body.toString())
  t.match(await json('/api/v1/designs'), {
    designs: [{ name: 'counted' }, { name: 'shelf', symbols: ['code128'] }],
    fixed: true,
  })
  t.match(await json('/api/v1/designs/shelf'), {
    fields: [{ name: 'sku', required: true }, { name: 'name' }, { default: '0.00' }],
  })
  t.equal((await get(service, '/api/v1/designs/none')).status, 404)
  t.same(await json('/api/v1/designs/schema.json'), designSchema)
})

t.test('a picture of the first row of a design in a body', async (t) => {
  const service = await served()
  t.teardown(() => service.close())
  const design = {
    name: 'tag',
    size: '40x20mm',
    fields: { sku: { required: true } },
    elements: [
      { kind: 'symbol', at: [1, 1], size: [18, 18], type: 'qr', value: '{sku}' },
      { kind: 'box', at: [15, 1], size: [10, 10] },
    ],
  }
  const drawn = (query: string, rows: unknown): Promise<Reply> =>
    post(service, query, JSON.stringify({ design, rows }), 'application/json')
  const svg = await drawn('format=svg', [{ sku: 'A-1' }])
  t.match(Object.fromEntries(svg.headers), {
    'content-type': 'image/svg+xml',
    'content-disposition': 'inline; filename="label-tag.svg"',
    'quietzone-warning': /^ink_in_quiet_zone; element 2 \(box\)/,
    'cache-control': 'no-store',
  })
  t.match(svg.body.toString(), /^<svg/)
  const png = await drawn('format=png&dpi=203', [{ sku: 'A-2' }, { sku: 'A-3' }])
  t.same(await zxingTexts(pngPicture(png.body), 'qr'), ['A-2'])
  t.same(faultsOf(await drawn('format=svg', [{}])), [['sku', 'missing_field']])
  t.equal((await drawn('format=svg', [])).status, 400)
  t.equal((await drawn('format=svg', [7])).status, 400)
})

t.test('the plan of a design', async (t) => {
  const service = await served({ designs: exampleDesigns })
  t.teardown(() => service.close())
  const plan = await get(service, '/api/v1/plan?design=shelf&sku=A-1&dpi=203&unknown=1')
  t.match(Object.fromEntries(plan.headers), { 'cache-control': 'no-store', 'quietzone-ignored': 'unknown' })
  const { symbols } = JSON.parse(plan.body.toString()) as {
    symbols: { scans: string; text: string; explain: string }[]
  }
  t.match(symbols, [{ scans: 'yes', text: 'A-1' }])
  t.equal((await get(service, symbols[0]!.explain)).status, 200)
  t.match(faultsOf(await get(service, '/api/v1/plan?design=shelf')), [['sku', 'missing_field']])
  t.equal((await get(service, '/api/v1/plan?design=none')).status, 404)
  t.match(errorIn(await get(service, '/api/v1/plan?design=counted')), { code: 'no_counter' })
})

t.test('a design in a body is drawn in a step for each element, and its pictures are kept bytes', async (t) => {
  const boxes = Array.from({ length: 30 }, (_, i) => ({ kind: 'box', at: [i, 1], size: [1, 1] }))
  const body = bodyOf([...boxes, ...picturesOf(2, (i) => whitePng(1000 + i, 1000, { depth: 8 }))])
  const sender = { principal: { key: 'a', name: 'a' }, headerOf: () => undefined, printingRefused: () => undefined }
  for (const query of ['', 'format=png', 'format=zpl']) {
    const steps = labels({ limits: { maxPixels: 25_000_000 } })(
      query,
      { mediaType: 'application/json', bytes: body },
      sender,
    ) as Generator<AnswerStep, Answer | LongAnswer>
    const kept: number[] = []
    let step = steps.next()
    for (; !step.done; step = steps.next()) kept.push(step.value.kept)
    t.equal(step.value.status, 200, query)
    t.ok(kept.filter((bytes) => bytes >= 2_001_000).length > 2 * 32, `${query}: ${kept.length} steps`)
  }
})
