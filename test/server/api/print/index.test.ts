import t from 'tap'
import { pngPicture } from '../../../oracle/picture.ts'
import { hostStatus, loopbackPrinter } from '../../../printing/channels/loopback-printer.ts'
import { printerAt } from '../../../printing/printers/example-jobs.ts'
import { inLongRun } from '../../../random.ts'
import { errorIn, type Reply, repliesIn, until, Wire } from '../../http/wire.ts'
import { bodyOf, checked, client, got, other, print, printRequest, printService } from '../print-service.ts'

/** Lies as it is read, so that nothing is turned. */
const stock = '50x30'
const drawn = `format=zpl&dpi=203&size=${stock}`

const amount = (rows: number, labels: number, text: string) => ({ rows, labels, bytes: Buffer.byteLength(text) })

t.test('a label is printed as GET draws it for the printer, and the answer says what was sent', async (t) => {
  const paper = await loopbackPrinter()
  const service = await printService([printerAt(paper, { stock })])
  const query = 'type=code128&text=QZ-0001&qty=3&title=Hex+bolt'
  const { body } = await got(service, `/api/v1/label?${query}&${drawn}`)
  const reply = await print(service, `printer=dock-3&${query}`)
  t.equal(reply.status, 200)
  const sent = amount(1, 3, body.toString())
  t.same(bodyOf(reply), { printer: 'dock-3', sent, received: sent, printed: sent, confirmed: sent })
  t.same(paper.printed, [body.toString()])
  t.match(Object.fromEntries(reply.headers), { 'content-type': 'application/json', 'cache-control': 'no-store' })
  t.notOk(reply.headers.has('quietzone-rows'))
  t.match(service.printed, [{ printer: 'dock-3', outcome: 'ok', rows: 1, labels: 3, bytes: body.length, confirmed: 3 }])
  // what the printer has may be given
  t.equal((await print(service, `printer=dock-3&${query}&${drawn}`)).status, 200)
  t.equal(paper.printed[1], paper.printed[0])
  const rle = await print(service, `printer=dock-3&${query}&zpl=rle`)
  t.equal(rle.status, 200)
  t.equal(paper.printed[2], (await got(service, `/api/v1/label?${query}&${drawn}&zpl=rle`)).body.toString())
  await Promise.all([service.close(), paper.close()])
})

t.test('warnings, ignored names and strict requests are as those of a label', async (t) => {
  const paper = await loopbackPrinter()
  const service = await printService([printerAt(paper, { stock })])
  const query = 'type=ean13&text=4006381333931&xdim=0.125'
  const label = await got(service, `/api/v1/label?${query}&${drawn}&colour=red`)
  const reply = await print(service, `printer=dock-3&${query}&colour=red`)
  for (const name of ['quietzone-warning', 'quietzone-ignored']) {
    t.type(label.headers.get(name), 'string')
    t.equal(reply.headers.get(name), label.headers.get(name))
  }
  t.equal(errorIn(await print(service, `printer=dock-3&${query}&strict=true`)).code, 'not_conforming')
  t.match(errorIn(await print(service, 'printer=dock-3&type=qr&text=a&strict=true&colour=red')).message, /colour/)
  t.equal(errorIn(await print(service, 'printer=dock-3&type=ean13&text=1')).code, 'invalid_length')
  t.equal(paper.printed.length, 1)
  await Promise.all([service.close(), paper.close()])
})

t.test(
  'the rows of CSV, TSV and JSON, from any of them on, and without those that cannot be drawn',
  inLongRun,
  async (t) => {
    const paper = await loopbackPrinter()
    const service = await printService([printerAt(paper, { stock })])
    const labelOf = async (text: string, qty = 1): Promise<string> =>
      (await got(service, `/api/v1/label?type=code128&text=${text}&qty=${qty}&${drawn}`)).body.toString()
    const [a, b, c] = [await labelOf('A', 2), await labelOf('B'), await labelOf('C')]
    const query = 'printer=dock-3&type=code128'
    const json = JSON.stringify([{ text: 'A', qty: 2 }, { text: 'B' }, { text: 'C' }])
    for (const posted of [
      { body: 'text,qty\nA,2\nB,\nC,\n' },
      { body: 'text\tqty\nA\t2\nB\t\nC\t\n', type: 'text/tab-separated-values' },
      { body: json, type: 'application/json' },
    ]) {
      const reply = await print(service, query, posted)
      t.match(bodyOf(reply), { sent: amount(3, 4, a + b + c), confirmed: amount(3, 4, a + b + c) })
      t.equal(reply.headers.get('quietzone-rows'), '3/3')
      t.equal(paper.printed.at(-1), a + b + c)
    }
    const columns = `printer=dock-3&columns=${encodeURIComponent('text=Wert,type=Art')}&delimiter=semicolon`
    await print(service, columns, { body: 'Art;Wert;qty\ncode128;A;2\n' })
    t.equal(paper.printed.at(-1), a)
    const later = await print(service, `${query}&from=3`, { body: 'text,qty\nA,2\nB,\nC,\n' })
    t.match([bodyOf(later), later.headers.get('quietzone-rows')], [{ sent: { rows: 2, labels: 2 } }, '2/2'])
    t.equal(paper.printed.at(-1), b + c)
    const wrong = 'text\nA\né🂡\nC\n'
    const refused = errorIn(await print(service, query, { body: wrong }))
    t.match(refused, { code: 'invalid_rows', faults: [{ row: 3 }] })
    t.equal((await print(service, `${query}&from=4`, { body: wrong })).status, 200, 'rows before are not judged')
    t.equal(paper.printed.at(-1), c)
    const partial = await print(service, `${query}&partial=true`, { body: wrong })
    t.match([bodyOf(partial), partial.headers.get('quietzone-rows')], [{ sent: { rows: 2, labels: 2 } }, '2/3'])
    const past = errorIn(await print(service, `${query}&from=5`, { body: wrong }))
    t.match(past, { code: 'invalid_parameter', message: 'from: 5 is after the last row, 4' })
    t.match(errorIn(await print(service, `${query}&text=a&from=2`)).message, 'from: 2 is after the last row, 1')
    const empty = await print(service, query, { body: 'text\n' })
    t.match(errorIn(empty).message, /there are no rows/)
    t.match(errorIn(await print(service, query, { body: `text\n${'a\n'.repeat(501)}` })).code, 'too_many_labels')
    const printed = paper.printed.length
    for (const [type, body] of [
      ['text/csv', `text\n${'a\n'.repeat(501)}`],
      ['application/json', JSON.stringify(Array(501).fill({ text: 'a' }))],
    ] as const) {
      const most = errorIn(await print(service, `${query}&from=2`, { body, type }))
      t.match(most, { code: 'too_many_labels', message: /^501 rows; at most 500 / }, 'no row is lost in silence')
    }
    t.equal(paper.printed.length, printed)
    await Promise.all([service.close(), paper.close()])
  },
)

t.test(
  'a printer has its resolution, stock and language; what differs is refused, and all faults are named',
  async (t) => {
    const paper = await loopbackPrinter()
    const dock = printerAt(paper, { stock })
    const service = await printService([dock, { ...dock, name: 'pdf', language: 'pdf', status: false }])
    const messageOf = (reply: Reply): string => {
      t.match([reply.status, errorIn(reply).code], [400, 'invalid_parameter'])
      return errorIn(reply).message
    }
    const message = messageOf(await print(service, 'printer=dock-3&type=qr&text=a&dpi=300&size=4x6&format=pdf'))
    t.equal(
      message,
      'size: "4x6" is not 50x30, the stock of printer dock-3; leave it out; ' +
        'format: "pdf" is not zpl, the language of printer dock-3; leave it out; ' +
        'dpi: "300" is not 203, the resolution of printer dock-3; leave it out',
    )
    const query = 'printer=dock-3&type=qr'
    t.equal(
      messageOf(await print(service, `${query}&dpi=300`, { body: 'text\na\n' })),
      message.split('; ').slice(-2).join('; '),
    )
    const rows = errorIn(await print(service, query, { body: 'text,dpi,zpl\na,203,z64\na,300,rle\n' }))
    t.match(rows, {
      code: 'invalid_rows',
      faults: [
        { parameter: 'zpl', row: 3 },
        { parameter: 'dpi', row: 3 },
      ],
    })
    const [fault, ...others] = errorIn(await print(service, query, { body: 'text,dpi\na,1\n' })).faults ?? []
    t.match([fault, others], [{ parameter: 'dpi', message: /^"1" is not 203/ }, []], 'one fault of each value')
    t.match(messageOf(await print(service, 'printer=pdf&type=qr&text=a&zpl=rle')), /^zpl: .*format/)
    const several = await print(service, 'printer=dock-3&qty=0&dpi=1&columns=x', {
      headers: ['Quietzone-Print: yes', 'Idempotency-Key: a b'],
    })
    t.same(
      errorIn(several).faults?.map(({ parameter }) => parameter),
      ['text', 'type', 'qty', 'dpi', 'columns', 'Idempotency-Key'],
    )
    t.match(errorIn(await print(service, 'printer=&type=qr&text=a')), { code: 'missing_parameter' })
    t.match(errorIn(await print(service, 'type=qr&text=a&qty=0')).faults, [
      { parameter: 'printer' },
      { parameter: 'qty' },
    ])
    t.match(errorIn(await print(service, 'printer=dock-3&printer=pdf&type=qr&text=a')), { code: 'duplicate_parameter' })
    t.same(paper.jobs, [])
    await Promise.all([service.close(), paper.close()])
  },
)

t.test(
  'a PDF printer gets one document of all rows, a PNG printer each label as often as it has copies',
  inLongRun,
  async (t) => {
    const paper = await loopbackPrinter()
    const page = printerAt(paper, { name: 'page', stock, language: 'pdf', status: false })
    const service = await printService([page, { ...page, name: 'image', language: 'png' }])
    const body = 'text,qty\nA,2\nB,1\n'
    t.match(bodyOf(await print(service, 'printer=page&type=qr', { body })), { confirmed: { rows: 2, labels: 3 } })
    t.match(paper.printed[0], /^%PDF-.*%%EOF\s*$/s)
    t.match(paper.printed[0], /\/Count 3\b/)
    t.match(bodyOf(await print(service, 'printer=image&type=qr', { body })), { confirmed: { rows: 2, labels: 3 } })
    const drawn = await got(service, `/api/v1/label?type=qr&text=A&format=png&dpi=203&size=${stock}`)
    const pages = paper.printed[1]!.split(/(?<=IEND....)/s).map((page) => pngPicture(Buffer.from(page, 'latin1')))
    t.equal(pages.length, 3)
    for (const page of pages.slice(0, 2)) t.same(page, pngPicture(drawn.body))
    await Promise.all([service.close(), paper.close()])
  },
)

t.test('only who sends Quietzone-Print prints, and unknown printers are told', async (t) => {
  const paper = await loopbackPrinter()
  const names = Array.from({ length: 30 }, (_, i) => `dock-${i}`)
  const service = await printService(names.map((name) => printerAt(paper, { name })))
  const query = 'printer=dock-3&type=qr&text=a'
  for (const headers of [[], ['Quietzone-Print: no'], ['Quietzone-Print: yes, yes'], ['X-Quietzone-Print: yes']]) {
    const reply = await print(service, query, { headers })
    t.match([reply.status, errorIn(reply).code], [403, 'print_not_allowed'])
  }
  t.equal(
    errorIn(await print(service, 'printer=nowhere&qty=0', { headers: [] })).code,
    'print_not_allowed',
    'comes first',
  )
  const unknown = await print(service, 'printer=Dock-3&type=qr&text=a')
  t.match([unknown.status, errorIn(unknown).code], [404, 'printer_unknown'])
  t.match(
    errorIn(unknown).message,
    /^printer: "Dock-3" is not .*; there are dock-0, .*dock-19 and 10 more; did you mean dock-3\?$/,
  )
  t.match(errorIn(await print(service, `printer=${'x'.repeat(2000)}&type=qr&text=a`)).message.length, /^\d{3}$/)
  const none = await printService([])
  t.match(errorIn(await print(none, query)), { code: 'printer_unknown', message: /QZ_PRINTERS/ })
  t.same(bodyOf(checked(await got(none, '/api/v1/printers'))), { printers: [], fixed: true })
  for (const path of ['print', 'printers']) {
    const wire = new Wire(service.port, true, client)
    const asked =
      'Origin: http://evil.example\r\nAccess-Control-Request-Method: POST\r\nAccess-Control-Request-Headers: quietzone-print'
    await wire.send(`OPTIONS /api/v1/${path} HTTP/1.1\r\nHost: x\r\n${asked}\r\nConnection: close\r\n\r\n`).closed
    t.equal(checked(repliesIn(wire.received)[0]!).status, 204)
  }
  t.same(paper.jobs, [])
  await Promise.all([service.close(), none.close(), paper.close()])
})

/** `count` rows, each a label. */
const rowsOf = (count: number): string => `text\n${Array.from({ length: count }, (_, i) => `R${i + 1}\n`).join('')}`

t.test(
  'each way in which a printer fails has its code, and tells what was sent and what is certain',
  inLongRun,
  async (t) => {
    const paper = await loopbackPrinter()
    const gone = await loopbackPrinter()
    const list = [printerAt(paper, { stock }), printerAt(gone, { name: 'gone' })]
    await gone.close()
    const service = await printService(list, { patience: { write: 1000, answer: 1000, close: 1000 } })
    const failure = async (query: string, body?: string) => {
      const reply = await print(service, query, body === undefined ? {} : { body })
      return { status: reply.status, ...errorIn(reply) }
    }
    const none = { rows: 0, labels: 0, bytes: 0 }
    const query = 'printer=dock-3&type=code128'
    const unreachable = await failure('printer=gone&type=qr&text=a')
    t.match(unreachable, {
      status: 502,
      code: 'printer_unreachable',
      printer: 'gone',
      sent: none,
      confirmed: none,
      from: 1,
    })
    paper.behaviour.answer = () => hostStatus({ paperOut: true })
    const refused = await failure(`${query}&from=3`, rowsOf(5))
    t.match(refused, {
      status: 502,
      code: 'printer_refused',
      sent: none,
      from: 3,
      message: /out of paper.*nothing was sent/,
    })
    paper.behaviour.answer = () => undefined
    t.match(await failure(`${query}&text=a`), { status: 504, code: 'printer_timeout', sent: none, from: 1 })
    // it answers as long as nothing is printed, and after four labels
    paper.behaviour.answer = (n) => (n <= 2 ? hostStatus() : undefined)
    const half = await failure(query, rowsOf(20))
    t.match(half, { status: 504, code: 'printer_timeout', confirmed: { rows: 4, labels: 4 }, from: 6 })
    t.ok(half.sent!.rows > 4 && half.sent!.rows < 20 && half.sent!.bytes > half.confirmed!.bytes)
    t.match(half.message, /go on from row 6/)
    paper.behaviour.answer = (n) => hostStatus({ paperOut: n > 2 })
    t.match(await failure(query, rowsOf(20)), { status: 502, code: 'printer_refused', message: /out of paper/ })
    paper.behaviour.answer = () => hostStatus()
    paper.behaviour.reads = 1000
    paper.behaviour.afterwards = 'reset'
    t.match(await failure(query, rowsOf(20)), { status: 502, code: 'printer_refused' })
    t.same(
      service.printed.map(({ outcome }) => outcome),
      ['unreachable', 'refused', 'timeout', 'timeout', 'refused', 'refused'].map((code) => `printer_${code}`),
    )
    t.notMatch(JSON.stringify([service.printed, service.records]), /127\.0\.0\.1|socket/)
    t.same(service.faults, [])
    await Promise.all([service.close(), paper.close()])
  },
)

t.test('a printer has a queue and a number of labels a minute', async (t) => {
  const paper = await loopbackPrinter({ answer: () => undefined })
  const list = [printerAt(paper, { stock }), printerAt(paper, { name: 'slow', labelsPerMinute: 3 })]
  const service = await printService(list, { clock: () => 0 })
  const post = (from: string): Wire =>
    new Wire(service.port, true, from).send(printRequest('printer=dock-3&type=qr&text=a'))
  const wires = Array.from({ length: 32 }, () => post(client))
  await until(() => service.printers.waiting(list[0]!) === 32)
  const full = await print(service, 'printer=dock-3&type=qr&text=a')
  const message = /^printer dock-3 has 32 jobs of this client already/
  t.match([full.status, errorIn(full)], [503, { code: 'overloaded', message, sent: { labels: 0 }, from: 1 }])
  t.match(full.headers.get('retry-after'), /^[0-9]+$/)
  const unmade = await print(service, 'printer=dock-3&type=ean13&from=2', { body: 'text\nx\nx\n' })
  t.match([unmade.status, errorIn(unmade)], [503, { code: 'overloaded', from: 2 }], 'before its rows are drawn')
  wires.push(post(other))
  await until(() => service.printers.waiting(list[0]!) === 33)
  t.match(bodyOf(checked(await got(service, '/api/v1/printers'))), { printers: [{ name: 'dock-3' }, { name: 'slow' }] })
  for (const wire of wires) wire.socket.destroy()
  paper.behaviour.answer = () => hostStatus()
  const many = await print(service, 'printer=slow&type=qr&text=a&qty=4')
  t.match([many.status, errorIn(many)], [422, { code: 'too_many_labels', printer: 'slow' }])
  t.equal((await print(service, 'printer=slow&type=qr&text=a&qty=3')).status, 200)
  const limited = await print(service, 'printer=slow&type=qr&text=a')
  t.match(
    [limited.status, errorIn(limited)],
    [429, { code: 'rate_limited', printer: 'slow', message: /3 labels a minute/ }],
  )
  t.match(limited.headers.get('retry-after'), /^[0-9]+$/)
  await Promise.all([service.close(), paper.close()])
})

t.test('the list of printers, and the state of one', async (t) => {
  const paper = await loopbackPrinter()
  const gone = await loopbackPrinter()
  const list = [
    printerAt(paper, { stock }),
    printerAt(gone, { name: 'gone', dpi: '600', language: 'pdf', status: false }),
  ]
  await gone.close()
  const service = await printService(list)
  const impatient = await printService(list, { patience: { answer: 300 } })
  const [dock, lost] = [
    { name: 'dock-3', language: 'zpl', dpi: 203, stock },
    { name: 'gone', language: 'pdf', dpi: 600, stock: '4x6' },
  ]
  const all = checked(await got(service, '/api/v1/printers?colour=red'))
  t.same(bodyOf(all), { printers: [dock, lost], fixed: true })
  t.match([all.headers.get('cache-control'), all.headers.get('quietzone-ignored')], ['no-store', 'colour'])
  const one = async (name: string) => bodyOf(checked(await got(service, `/api/v1/printers?printer=${name}`)))
  t.same(await one('dock-3'), { printers: [{ ...dock, state: 'ready', message: 'ready', waiting: 0 }] })
  paper.behaviour.answer = () => hostStatus({ headUp: true })
  t.match(await one('dock-3'), { printers: [{ state: 'head_open' }] })
  paper.behaviour.answer = () => undefined
  const silent = await got(impatient, '/api/v1/printers?printer=dock-3')
  t.match(bodyOf(checked(silent)), { printers: [{ state: 'silent' }] })
  t.match(await one('gone'), { printers: [{ ...lost, state: 'unreachable' }] })
  t.match(await one('dock-4'), { error: { code: 'printer_unknown' } })
  const head = new Wire(service.port, true, other)
  await head.send('HEAD /api/v1/printers?printer=gone HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n').closed
  t.equal(checked(repliesIn(head.received, true)[0]!).status, 200)
  t.equal((await got(service, '/api/v1/printers?strict=true&colour=red')).status, 400)
  await Promise.all([service.close(), impatient.close(), paper.close()])
})
