import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import type { Answer } from '../../../../src/answer.ts'
import { root } from '../../../../src/root.ts'
import { labels } from '../../../../src/server/api/labels/index.ts'
import { addressOf, started } from '../../../cli/program.ts'
import { pagesOf, pdfToolsAbsent, qpdfComplaints } from '../../../oracle/pdf.ts'
import { zplLabels } from '../../../oracle/zpl.ts'
import { cases, inLongRun, random, seed } from '../../../random.ts'
import { labelsPdf } from '../../../table/labels.ts'
import { spreadsheets } from '../../../table/spreadsheets.ts'
import { ask, errorIn, type Reply, repliesIn, type Served, served, Wire } from '../../http/wire.ts'

const csv = 'text/csv'
const json = 'application/json'

async function post(service: Served, query: string, body: string | Uint8Array, type = csv): Promise<Reply> {
  const bytes = Buffer.from(body)
  const head = `POST /api/v1/labels?${query} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: ${type}\r\nContent-Length: ${bytes.length}\r\n\r\n`
  const wire = new Wire(service.port).send(head).send(bytes)
  await wire.closed
  return repliesIn(wire.received)[0]!
}

/** The words of each page, and its size in points. */
function pages(bytes: Uint8Array) {
  const folder = mkdtempSync(join(tmpdir(), 'quietzone-'))
  const file = join(folder, 'labels.pdf')
  writeFileSync(file, bytes)
  try {
    return pagesOf(file).map(({ width, height, words }) => ({
      size: `${Math.round(width)}x${Math.round(height)}`,
      text: words.map(({ text }) => text).join(' '),
    }))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

t.test('a name of a JSON row that is not a parameter is told where the parameter is missing', async (t) => {
  const service = await served()
  const reply = await post(
    service,
    'size=2x1&dpi=203',
    JSON.stringify([
      { Text: 'A-1', Type: 'qr' },
      { text: 'A-2', type: 'qr', Note: 1 },
      { data: { a: 1 }, type: 'qr' },
    ]),
    json,
  )
  t.equal(reply.status, 422)
  const missing = 'required, and absent or empty'
  t.same(
    errorIn(reply).faults?.map(({ row, parameter, message, suggestion }) => [row, parameter, message, suggestion]),
    [
      [1, 'text', `${missing}; "Text" is not a parameter`, { text: 'A-1' }],
      [1, 'type', `${missing}; "Type" is not a parameter`, { type: 'qr' }],
      [3, 'text', `${missing}; "data" is not a parameter`, undefined],
    ],
  )
  t.equal(reply.headers.get('quietzone-ignored'), 'Text, Type, Note, data')
  await service.close()
})

t.test(
  'one document in the order of the rows, with the copies of each',
  { skip: pdfToolsAbsent || inLongRun.skip },
  async (t) => {
    const service = await served()
    const { between, pick } = random('labels')
    const rows = Array.from({ length: 120 }, (_, i) => ({
      type: pick(['code128', 'qr', 'datamatrix']),
      text: `QZ-${i}`,
      size: pick(['50x30', '4x2', '57x32mm', '']),
      qty: pick([1, 1, 2, between(1, 5)]),
      caption: pick(['', `Part ${i}`]),
    }))
    const lines = rows.map(({ type, text, size, qty, caption }) => [type, text, size, qty, caption].join(';'))
    const reply = await post(service, 'size=2x1', `Type;Text;Size;Qty;Caption\r\n${lines.join('\r\n')}\r\n`)
    t.match(Object.fromEntries(reply.headers), {
      'content-type': 'application/pdf',
      'content-disposition': 'inline; filename="labels.pdf"',
      'cache-control': 'no-store',
      'quietzone-rows': '120/120',
    })
    t.equal(qpdfComplaints(reply.body), '')
    const sizes: Record<string, string> = { '50x30': '142x85', '4x2': '288x144', '57x32mm': '162x91', '': '144x72' }
    const expected = rows.flatMap(({ text, size, qty, caption }) =>
      Array.from({ length: qty }, () => ({ size: sizes[size], text: caption || text })),
    )
    t.same(pages(reply.body), expected)
    await service.close()
  },
)

t.test('a workbook is a table', { skip: pdfToolsAbsent || inLongRun.skip }, async (t) => {
  const service = await served()
  const file = (name: string): Uint8Array => readFileSync(join(root, 'test/table/files', name))
  const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  const query = 'type=ean13&size=70x50'
  const reply = await post(service, query, file('german.xlsx'), xlsx)
  t.equal(reply.status, 200)
  t.same(
    pages(reply.body).map(({ text }) => text.replace(/ 4 .*| 5 .*/, '')),
    [
      'Textmarker, gelb',
      ...Array.from({ length: 2 }, () => 'Käse „Allgäu“ 400 g'),
      ...Array.from({ length: 3 }, () => 'Müsli &amp; Nüsse'),
      ...Array.from({ length: 4 }, () => 'Bürste 3 cm'),
      ...Array.from({ length: 5 }, () => 'Öl kaltgepresst'),
    ],
  )
  const other = await post(
    service,
    `${query}&worksheet=Alt&header=false&type=code128`.replace('type=ean13&', ''),
    file('german.xlsx'),
    xlsx,
  )
  t.equal(other.headers.get('quietzone-rows'), '2/2')
  const ods = 'application/vnd.oasis.opendocument.spreadsheet'
  t.equal((await post(service, `${query}&caption=x`, file('lager.ods'), ods)).headers.get('quietzone-rows'), '5/5')
  t.match(errorIn(await post(service, `${query}&worksheet=x`, file('german.xlsx'), csv)), {
    code: 'invalid_parameter',
    message: /no worksheet "x"/,
  })
  const { code, message } = errorIn(await post(service, query, file('formulas.xlsx'), xlsx))
  t.equal(code, 'invalid_rows')
  t.match(message, /"#DIV\/0!" is an error of the spreadsheet/)
  t.match(errorIn(await post(service, query, 'PK\x03\x04', xlsx)), {
    code: 'unsupported_media_type',
    message: /CSV UTF-8/,
  })
  await service.close()
})

t.test('ZPL for a printer: each label as it is alone, with its copies', inLongRun, async (t) => {
  const service = await served()
  const table = 'type;text;qty;caption\ncode128;QZ-1;3;^XZ~JR\nqr;QZ-2;;\ndatamatrix;QZ-3;2;Bolt\n'
  const stock = 'size=50x30&dpi=203&format=zpl'
  const alone = async (query: string, zpl: string): Promise<Buffer> =>
    (await ask(service.port, `GET /api/v1/label?${stock}&zpl=${zpl}&${query}`)).body
  for (const zpl of ['z64', 'rle']) {
    const reply = await post(service, `${stock}${zpl === 'rle' ? '&zpl=rle' : ''}`, table)
    t.match(Object.fromEntries(reply.headers), {
      'content-type': 'application/zpl',
      'content-disposition': 'inline; filename="labels.zpl"',
      'quietzone-rows': '3/3',
      'content-security-policy': /sandbox/,
    })
    t.same(
      zplLabels(reply.body).map(({ width, height, copies }) => [width, height, copies]),
      [3, 1, 2].map((copies) => [400, 240, copies]),
    )
    const labels = [
      await alone(`type=code128&text=QZ-1&qty=3&caption=${encodeURIComponent('^XZ~JR')}`, zpl),
      await alone('type=qr&text=QZ-2', zpl),
      await alone('type=datamatrix&text=QZ-3&qty=2&caption=Bolt', zpl),
    ]
    t.ok(reply.body.equals(Buffer.concat(labels)), zpl)
  }
  const single = await ask(service.port, `GET /api/v1/label?${stock}&type=qr&text=a`)
  t.match(Object.fromEntries(single.headers), {
    'content-type': 'application/zpl',
    'content-disposition': 'inline; filename="label-50x30-qr.zpl"',
    'x-dimension': /mm$/,
    etag: /^"/,
  })
  const faults = async (query: string, body: string) =>
    errorIn(await post(service, query, body)).faults?.map(({ row, parameter, message }) => [row, parameter, message])
  // a row cannot have a form of its own
  const rows = 'type,text,format,zpl\nqr,a,zpl,\nqr,a,pdf,rle\nqr,a,,z64\n'
  t.same(await faults('format=zpl', rows), [
    [3, 'format', '"pdf" is not one of zpl'],
    [3, 'zpl', '"rle" is not one of z64'],
  ])
  t.match(await faults('type=qr', 'text,format\na,zpl\n'), [[2, 'format', '"zpl" is not one of pdf']])
  t.match(await faults('type=qr&zpl=rle', 'text\na\n'), [[undefined, 'zpl', /does not go with format=pdf/]])
  await service.close()
})

t.test('ten spreadsheets give the labels that they mean, byte for byte', inLongRun, async (t) => {
  const service = await served()
  for (const { source, bytes, rows } of spreadsheets) {
    const { status, body } = await post(service, '', bytes)
    t.equal(status, 200, source)
    t.ok(body.equals(labelsPdf(rows, 'labels')), source)
  }
  await service.close()
})

t.test('CSV, TSV and JSON give the same document, and the query what the rows leave out', inLongRun, async (t) => {
  const service = await served()
  const query = 'type=ean13&size=50x30&qty=2&dpi=203&caption=Bolt'
  const table = 'text,caption,qty\n590123412345,,\n400638133393,"Nut, M8",3\n'
  const objects = [{ text: '590123412345' }, { text: 400638133393, caption: 'Nut, M8', qty: 3, size: null }]
  const first = await post(service, query, table)
  t.equal(first.status, 200)
  const others = [
    await post(service, query, table.replace(/,(?! )/g, '\t'), 'text/tab-separated-values'),
    await post(service, query, `\ufeff${table.replace(/,(?! )/g, ';')}`, 'text/csv; charset=utf-8'),
    await post(service, query, Buffer.from(`\ufeff${table}`, 'utf16le'), 'text/csv; charset=utf-16'),
    await post(service, query, JSON.stringify(objects), json),
    await post(
      service,
      'size=50x30&dpi=203',
      'type,text,caption,qty\nean13,590123412345,Bolt,2\nean13,400638133393,"Nut, M8",3\n',
    ),
    await post(service, `${query}&columns=text=Part,caption=What`, table.replace('text,caption', 'Part,What')),
    await post(
      service,
      `${query}&columns=${encodeURIComponent('text="Part, ""no""",caption=What')}`,
      table.replace('text,caption', '"Part, ""no""",What'),
    ),
  ]
  for (const [i, { body }] of others.entries()) t.ok(body.equals(first.body), `form ${i}`)
  const bare = await post(service, `${query}&columns=caption=`, table)
  t.notOk(bare.body.equals(first.body), 'a column that is not to be used')
  await service.close()
})

t.test('rows that cannot be drawn: all of them are named, and nothing is drawn', async (t) => {
  const service = await served()
  const table =
    'type,text,size,qty\nean13,590123412345,,\nean13,59012x,,\nqr,,,\nqr,a,9x9,501\n\nean13,123,,\nqr,a\\,"b"c\nqr,5.9E+11,,\n'
  const refused = await post(service, 'size=50x30', table)
  t.equal(refused.status, 422)
  const { code, message, faults } = errorIn(refused)
  t.equal(code, 'invalid_rows')
  t.match(
    message,
    /^6 of 7 rows cannot be drawn, so nothing is: row 3: .*; row 4: text: required.*; row 9: text: .*; partial=true leaves them out and draws the other 1$/s,
  )
  t.same(
    faults?.map(({ row, parameter, code, position }) => [row, parameter, code, position]),
    [
      [3, 'text', 'invalid_character', 6],
      [4, 'text', 'missing_parameter', undefined],
      [5, 'size', 'invalid_parameter', undefined],
      [5, 'qty', 'invalid_parameter', undefined],
      [7, 'text', 'invalid_length', undefined],
      [8, 'row', 'bad_request', undefined],
      [9, 'text', 'invalid_parameter', undefined],
    ],
  )
  const single = errorIn(await ask(service.port, 'GET /api/v1/label?type=qr&text=a&size=9x9&qty=501')).faults
  t.same(
    faults?.filter(({ row }) => row === 5).map(({ row: _, ...fault }) => fault),
    single,
    'a row has the faults that a label has',
  )
  const partial = await post(service, 'size=50x30&partial=true', table)
  t.match([partial.status, partial.headers.get('quietzone-rows')], [200, '1/7'])
  const alone = await post(service, 'size=50x30', table.split('\n').slice(0, 2).join('\n'))
  t.ok(partial.body.equals(alone.body), 'the others are drawn as if alone')
  const none = await post(service, 'type=ean13&partial=true', 'text\nx\ny\n')
  t.match(errorIn(none), { code: 'invalid_rows', message: /^2 of 2 rows/ })
  const many = errorIn(await post(service, 'type=ean13', `text\n${'x\n'.repeat(150)}123\n`))
  t.equal(many.faults?.length, 100)
  t.match(
    many.message,
    /151 of 151 rows .*rows 2, 3, 4, 5, 6 and 145 more: .*; the first 100 of 151 faults are listed$/,
  )
  const utf8 = errorIn(await post(service, 'type=qr&encoding=utf-8', Buffer.from('text\na\xe9\n', 'latin1')))
  t.match(utf8.faults, [{ code: 'invalid_encoding', row: 2, parameter: 'text' }])
  await service.close()
})

t.test('500 labels, no more', inLongRun, async (t) => {
  const service = await served()
  const outcome = async (query: string, body: string, type?: string): Promise<unknown> => {
    const reply = await post(service, `type=code128&size=50x30&${query}`, body, type)
    return reply.status === 200 ? reply.headers.get('quietzone-rows') : [errorIn(reply).code, errorIn(reply).message]
  }
  const rows = (count: number): string => `text\n${Array.from({ length: count }, (_, i) => `QZ-${i}\n`).join('')}`
  t.equal(await outcome('', rows(500)), '500/500')
  t.match(await outcome('', rows(501)), ['too_many_labels', /^501 rows; at most 500/])
  t.match(await outcome('partial=true', rows(100_000)), ['too_many_labels', /^100000 rows/])
  t.equal(await outcome('qty=250', rows(2)), '2/2')
  t.match(await outcome('qty=250', `${rows(2)}c\n`), ['too_many_labels', /^3 rows that make 750 labels/])
  t.match(await outcome('', JSON.stringify(Array(501).fill({ text: 'a' })), json), ['too_many_labels', /^501 rows/])
  t.match(await outcome('', 'text\n\n,\n'), ['bad_request', /no rows/])
  t.match(await outcome('', '[]', json), ['bad_request', /no rows/])
  t.match(await outcome('', ''), ['bad_request', /empty/])
  await service.close()
})

// asked for step by step: a service refuses a request that its machine would be too long at
t.test('a document of 16 MiB, no more', inLongRun, async (t) => {
  const captions = Array.from({ length: 300 }, (_, i) => ({
    text: 'a',
    caption: Array.from({ length: 400 }, (_, k) => String.fromCodePoint(0x4e00 + ((400 * i + k) % 20_000))).join(''),
  }))
  const body = { mediaType: json, bytes: new TextEncoder().encode(JSON.stringify(captions)) }
  const sender = { principal: { key: '', name: '' }, headerOf: () => undefined, printingRefused: () => undefined }
  const steps = labels({ limits: { maxPixels: 25_000_000 } })('type=qr', body, sender) as Iterator<unknown, Answer>
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  const { code, message } = JSON.parse(Buffer.from(step.value.body).toString()).error
  t.match([code, message], ['too_many_labels', /^the labels up to row \d+ make a PDF of more than 16 MiB/])
})

t.test('JSON that is none, or no array, and values of each kind', async (t) => {
  const service = await served()
  const error = async (body: string | Uint8Array) => errorIn(await post(service, 'type=qr', body, json))
  t.match(await error('[{"text":"a"}'), { code: 'bad_request', message: /not JSON in row 1; an array of objects/ })
  t.match(await error('{"text":"a"}'), { code: 'bad_request', message: /no array/ })
  t.match(await error(Buffer.from('["\xe9"]', 'latin1')), { code: 'invalid_encoding', message: /byte 3 / })
  t.match(await error('['.repeat(1 << 20)), { code: 'bad_request' })
  const rows = [1, null, [], 'a', { text: ['a'] }, { text: {} }, { text: 1e20 }, { text: true, qty: 1.5 }]
  const { faults } = await error(JSON.stringify(rows))
  t.same(
    faults?.map(({ row, parameter, code }) => [row, parameter, code]),
    [
      ...[1, 2, 3, 4].map((row) => [row, 'row', 'bad_request']),
      ...[5, 6, 7].map((row) => [row, 'text', 'invalid_parameter']),
      [8, 'qty', 'invalid_parameter'],
    ],
  )
  const good = await post(
    service,
    '',
    '[{"type":"qr","text":true,"gs1":false,"__proto__":{"text":"x"},"toString":1}]',
    json,
  )
  t.match([good.status, good.headers.get('quietzone-ignored')], [200, '__proto__, toString'])
  await service.close()
})

t.test('names that are no parameters, and the form of the query', async (t) => {
  const service = await served()
  const table = await post(service, 'type=qr&x=1', 'text,Shelf,\na,3,\n')
  t.equal(table.headers.get('quietzone-ignored'), 'x, Shelf')
  const objects = JSON.stringify([{ text: 'a' }, { text: 'a', Shelf: 1 }])
  t.equal((await post(service, 'type=qr', objects, json)).headers.get('quietzone-ignored'), 'Shelf')
  const strict = errorIn(await post(service, 'type=qr&strict=true', objects, json))
  t.match(strict.faults, [{ row: 2, parameter: 'Shelf', code: 'invalid_parameter' }])
  t.equal((await post(service, 'type=qr&strict=true', 'text,Shelf\na,3\n')).status, 200, 'a column for other uses')
  t.match(errorIn(await post(service, 'type=qr&strict=true&x=1', 'text\na\n')), { code: 'invalid_parameter' })
  const form = errorIn(
    await post(service, 'size=9x9&qty=501&partial=yes&columns=text&delimiter=x&format=bmp', 'text\na\n'),
  )
  t.same(
    form.faults?.map(({ parameter }) => parameter),
    ['size', 'qty', 'format', 'partial', 'columns', 'delimiter'],
  )
  t.match(errorIn(await post(service, 'type=qr&columns=text=a,text=b', 'a,b\n1,2\n')), { message: /columns: .*twice/ })
  t.match(errorIn(await post(service, 'type=qr&columns=x=a', 'a,b\n1,2\n')), { code: 'invalid_parameter' })
  t.match(errorIn(await post(service, 'type=qr', 'EAN,Barcode\n1,2\n')), { message: /with columns=text=HEADER/ })
  // what an option needs may be in the rows
  const company = await post(
    service,
    'gs1=true&layout=logistics&orientation=portrait',
    'type,text\ncode128,(00)395011015300000011\n',
  )
  t.equal(company.status, 200)
  await service.close()
})

t.test('warnings name their rows, and are bounded; strict rows are refused', async (t) => {
  const service = await served({ rate: { perMinute: 60, burst: 20 } })
  const rows = `text,size\n590123412345,4x6\n${'590123412345,25x10\n'.repeat(30)}`
  const reply = await post(service, 'type=ean13', rows)
  const warnings = reply.headers.get('quietzone-warning')?.split('\n') ?? []
  t.match(warnings, [
    /^x_below_minimum; row 3: EAN-13 at .*; 30 such rows: 3, 4, 5, 6, 7 and 25 more$/,
    /^bars_too_low; row 3: .*; 30 such rows: 3, 4, 5, 6, 7 and 25 more$/,
  ])
  const alone = await post(service, '', 'type,text\nean8,7351204\nqr,a\ncode128,é\n')
  t.match(alone.headers.get('quietzone-warning')?.split('\n'), [
    /^complete_already; row 2: 7351204 ends in its own check digit already; /,
    /^latin1_in_code128; row 4: /,
  ])
  const pallets = 'type=code128&gs1=true&size=105x148mm&profile=gs1-logistic&showtext=false'
  const held = await post(service, pallets, 'text\n(01)09506000134352\n(01)09506000134369\n')
  t.match(
    held.headers.get('quietzone-warning')?.split('\n'),
    [
      /^profile_rule; row 2: gs1-logistic\.sscc: .*; 2 such rows: 2, 3$/,
      /^profile_rule; row 2: gs1-logistic\.hri: .*; 2 such rows: 2, 3$/,
    ],
    'one for each rule of a published label',
  )
  t.match(reply.headers.get('ratelimit'), /r=19;/, 'all of it costs one token')
  const strict = errorIn(await post(service, 'type=ean13&strict=true', rows))
  t.match(strict.faults?.[0], { row: 3, code: 'not_conforming', warning: 'x_below_minimum' })
  await service.close()
})

t.test('the repair of a row, which draws', async (t) => {
  const service = await served()
  const rows: readonly [query: string, body: string, faults: readonly object[]][] = [
    ['', 'type,text\nqr,one\nean13,4012345123459\n', [{ row: 3, suggestion: { text: '4012345123456' } }]],
    [
      '',
      'type,text\nQR,one\ngs1-128,(01)09501101530003\n',
      [
        { row: 2, suggestion: { type: 'qr' } },
        { row: 3, suggestion: { type: 'code128', gs1: 'true' } },
      ],
    ],
    ['type=ean13&escapes=true', 'text\n4012\\x33\n', [{ row: 2, suggestion: undefined }]],
    ['type=code128&escapes=true', 'text\nA\\tB–\n', [{ row: 2, suggestion: { text: 'A\\tB-' } }]],
  ]
  for (const [query, body, faults] of rows) {
    const error = errorIn(await post(service, query, body))
    t.match(error, { code: 'invalid_rows', faults }, body)
    t.equal(error.faults?.length, faults.length)
  }
  const json = errorIn(await post(service, '', '[{"type":"upca","text":"073512906842"}]', 'application/json'))
  t.match(json.faults, [{ row: 1, suggestion: { text: '073512906849' } }])
  await service.close()
})

t.test('whatever the body, the answer is a document or an error of the client', inLongRun, async (t) => {
  const service = await served()
  const cell = fc.oneof(
    fc.constantFrom(
      '',
      'a',
      '"',
      '""',
      '"a\n"',
      '5.9E+11',
      '590123412345',
      'qr',
      'ean13',
      '50x30',
      '3',
      'true',
      '\ud800',
    ),
    fc.string({ unit: 'binary', maxLength: 12 }),
  )
  const header = fc.constantFrom('text', 'Text', 'EAN', 'type', 'Menge', 'size', 'caption', 'x', '', 'sep=;')
  const line = fc.array(cell, { maxLength: 4 })
  const table = fc
    .tuple(fc.array(header, { maxLength: 4 }), fc.array(line, { maxLength: 6 }), fc.constantFrom(',', ';', '\t'))
    .map(([names, rows, delimiter]) => [names, ...rows].map((cells) => cells.join(delimiter)).join('\n'))
  const value = fc.oneof(
    cell,
    fc.integer(),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.jsonValue({ maxDepth: 2 }),
  )
  const object = fc.dictionary(fc.constantFrom('text', 'type', 'qty', 'caption', 'x', '__proto__'), value)
  const array = fc
    .array(fc.oneof({ weight: 5, arbitrary: object }, value), { maxLength: 6 })
    .map((all) => JSON.stringify(all))
  const broken = fc.uint8Array({ maxLength: 60 })
  const queries = fc.constantFrom(
    '',
    'type=qr',
    'type=code128&size=50x30&partial=true',
    'text=a&type=qr',
    'strict=true',
  )
  const bodies = fc.tuple(
    queries,
    fc.constantFrom(csv, 'text/tab-separated-values', json),
    fc.oneof(table, array, broken),
  )
  const seen = new Set<number>()
  for (const [query, type, body] of fc.sample(bodies, { seed, numRuns: cases(800, 4) })) {
    const reply = await post(service, query, Buffer.from(body as string), type)
    seen.add(reply.status)
    if (reply.status !== 200) errorIn(reply)
  }
  t.same([...seen].sort(), [200, 400, 422])
  t.same(service.faults, [])
  await service.close()
})

/** Megabytes that a process has resident, now and at most since `resetPeak`, as Linux counts them. */
function resident(pid: number): { readonly now: number; readonly peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const [now, peak] = ['VmRSS', 'VmHWM'].map(
    (name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024,
  )
  return { now: now!, peak: peak! }
}

function resetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

t.test('500 labels take less than 20 MB', { skip: process.platform !== 'linux' || inLongRun.skip }, async (t) => {
  const child = started(['serve', '--port', '0'], { QZ_RATE_PER_MINUTE: '0' })
  t.teardown(() => child.kill())
  const at = await addressOf(child)
  child.stdout!.resume()
  const types = ['code128', 'qr', 'datamatrix', 'ean13']
  const rows = (count: number): string => {
    const lines = Array.from({ length: count }, (_, i) => [types[i % 4], 590_123_400_000 + i, `Part number ${i}`])
    return ['type,text,caption', ...lines.map((cells) => cells.join())].join('\n')
  }
  const posted = async (count: number): Promise<number> => {
    const headers = { 'content-type': csv }
    const response = await fetch(`${at}/api/v1/labels?size=50x30`, { method: 'POST', headers, body: rows(count) })
    t.equal(response.headers.get('quietzone-rows'), `${count}/${count}`)
    return (await response.arrayBuffer()).byteLength
  }
  // fonts are open and code is compiled; requests are answered only after the service has warmed up by itself
  for (let i = 0; i < 5; i++) await posted(20)
  // the engine may choose any of them to let its heap grow: what a request needs, it needs each time
  const needed: number[] = []
  for (let i = 0; i < 3; i++) {
    const idle = resident(child.pid!).now
    resetPeak(child.pid!)
    const bytes = await posted(500)
    const { peak } = resident(child.pid!)
    t.comment(`${bytes} bytes; ${(peak - idle).toFixed(1)} MB above ${idle.toFixed(1)}`)
    needed.push(peak - idle)
  }
  t.ok(Math.min(...needed) < 20, `${needed.join(', ')} MB`)
})

t.test('tables as people have them', async (t) => {
  const service = await served()
  const words = async (query: string, body: string | Uint8Array) => {
    const reply = await post(service, `type=qr&size=4x2&showtext=true&${query}`, body)
    return reply.status === 200
      ? [reply.headers.get('quietzone-rows'), reply.headers.get('quietzone-warning'), reply.body.length > 0]
      : [errorIn(reply).code, errorIn(reply).message, errorIn(reply).faults?.map(({ row }) => row)]
  }
  t.same(await words('header=false&columns=text=1', 'SN-01\nSN-02\nSN-03\n'), ['3/3', null, true])
  t.same(await words('header=false', 'SN-01\r="007"\r'), ['2/2', null, true])
  t.match(await words('header=false', 'a,b\n'), ['missing_parameter', /with columns=text=1 in the query/])
  t.match(await words('', 'SN-01\n'), ['missing_parameter', /columns=text=HEADER .*header=false if the first row/])
  t.same(await words('', 'text,qty\nA,1\nB,0\nC,2\n'), ['2/3; skipped=1', null, true])
  t.match(await words('', 'text,qty\nA,0\n'), ['bad_request', /no label is wanted/])
  t.match(await words('', 'text\nA\n#N/A\nB\n'), ['invalid_rows', /"#N\/A" is an error/, [3]])
  const latin1 = Buffer.from('text\nSchl\xfcssel\n', 'latin1')
  const note = 'encoding_guessed; the table is read as windows-1252; its first word beyond ASCII is Schl\\u00fcssel'
  t.same(await words('', latin1), ['1/1', note, true])
  t.same(await words('encoding=windows-1252', latin1), ['1/1', null, true])
  t.match(await words('', 'PK\x03\x04xl/workbook.xml'), [
    'unsupported_media_type',
    /workbook cannot be read.*CSV UTF-8/,
  ])
  const table = 'No,Name,Place\nSN-11,Washer,Aisle\n'
  t.same(await words('columns=text=No,caption=Name%2BPlace', table), ['1/1', null, true])
  t.match(await words('columns=text=No,caption=Name+Place', table), ['invalid_parameter', /Name%2BPlace/])
  const label = (body: string, columns: string) => post(service, `type=qr&size=4x2&columns=${columns}`, body)
  const [both, typed] = [
    await label(table, 'text=No,caption=Name%2BPlace'),
    await label('No,Words\nSN-11,"Washer\nAisle"\n', 'text=No,caption=Words'),
  ]
  t.ok(both.body.equals(typed.body), 'a line for each column')
  await service.close()
})
