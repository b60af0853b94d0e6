import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { type BarcodeRequest, drawBarcode } from '../../../../src/draw.ts'
import { reportSchema } from '../../../../src/reader/check/index.ts'
import { encode, rowsOf } from '../../../../symbologies/index.ts'
import { quietzone } from '../../../cli/quietzone.ts'
import { inLongRun, random } from '../../../random.ts'
import { hostileKinds, hostilePng } from '../../../reader/check/hostile-pngs.ts'
import { ask, conversation, errorIn, type Reply, repliesIn, type Served, served } from '../../http/wire.ts'

const drawn = (request: Partial<BarcodeRequest>): Uint8Array =>
  drawBarcode(
    { text: 'HELLO', type: 'qr', format: 'png', includetext: false, scale: 4, height: 10, rotate: 'N', ...request },
    { maxPixels: 1e7 },
  ).bytes

async function asked({ port }: Served, query: string, body: Uint8Array, type = 'image/png'): Promise<Reply> {
  const lines = [`POST /api/v1/check?${query} HTTP/1.1`, 'Host: x', 'Connection: close', `Content-Type: ${type}`]
  const head = Buffer.from(`${[...lines, `Content-Length: ${body.length}`].join('\r\n')}\r\n\r\n`)
  return repliesIn(await conversation(port, Buffer.concat([head, body])))[0]!
}

const reportIn = ({ body }: Reply) => JSON.parse(body.toString())

const service = await served()
t.teardown(() => service.close())

t.test('a picture is judged as the command line judges it', inLongRun, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'quietzone-check-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  for (const [query, options, request] of [
    ['', [], {}],
    ['text=other', ['--text', 'other'], {}],
    ['type=qr&application=other&dpi=600', ['--type', 'qr', '--application', 'other', '--dpi', '600'], {}],
    ['', [], { type: 'ean13', text: '4006381333931', scale: 2 }],
    ['type=qr', ['--type', 'qr'], { type: 'code128' }],
    ['', [], { type: 'datamatrix', text: '(01)09506000134352(17)261231', gs1: 'true' }],
  ] as const) {
    const picture = drawn(request)
    const reply = await asked(service, query, picture)
    t.equal(reply.status, 200)
    const file = join(folder, 'picture.png')
    writeFileSync(file, picture)
    const { stdout } = await quietzone(['check', file, '--json', ...options])
    const { schema, tool, ...report } = reportIn(reply)
    t.same({ schema, tool, file, ...report }, JSON.parse(stdout.toString()), JSON.stringify([query, request]))
  }
})

t.test('PDFs and SVGs are judged as the command line judges them', inLongRun, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'quietzone-check-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  for (const [query, options, format, type] of [
    ['page=1', ['--page', '1'], 'pdf', 'application/pdf'],
    ['page=2', ['--page', '2'], 'pdf', 'application/pdf'],
    ['dpi=300&text=HELLO', ['--dpi', '300', '--text', 'HELLO'], 'svg', 'image/svg+xml'],
  ] as const) {
    const page = drawn({ format })
    const file = join(folder, `page.${format}`)
    writeFileSync(file, page)
    const { stdout, code } = await quietzone(['check', file, '--json', ...options])
    const { schema, tool, ...report } = reportIn(await asked(service, query, page, type))
    t.same({ schema, tool, file, ...report }, JSON.parse(stdout.toString()), query)
    t.equal(code, query === 'page=2' ? 2 : 0)
  }
  t.equal((await asked(service, 'page=0', drawn({ format: 'pdf' }), 'application/pdf')).status, 400)
  const graded = reportIn(await asked(service, 'grade=true', drawn({ format: 'pdf' }), 'application/pdf'))
  t.match(graded, { verdict: 'conforming', grades: { symbols: [{ text: 'HELLO' }] } })
  t.same(graded.grades.drawn, graded.drawn)
  t.match(graded.drawn, { page: 1, pages: 1, dpi: Number, width: Number, height: Number })
})

t.test('modules of symbols where they are asked for, as the command line prints them', inLongRun, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'quietzone-check-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const rows = rowsOf(encode('qr', 'HELLO').matrix)
  for (const [format, type] of [
    ['png', 'image/png'],
    ['pdf', 'application/pdf'],
  ] as const) {
    const page = drawn({ format })
    const { schema, tool, ...report } = reportIn(await asked(service, 'modules=true', page, type))
    t.match(report.symbols, [{ modules: { rows, reference: rows, quiet: { left: 4, top: 4, right: 4, bottom: 4 } } }])
    t.same(report.modules, report.symbols[0].modules)
    t.notOk('modules' in reportIn(await asked(service, '', page, type)).symbols[0])
    const file = join(folder, `page.${format}`)
    writeFileSync(file, page)
    const { stdout } = await quietzone(['check', file, '--json', '--modules'])
    t.same({ schema, tool, file, ...report }, JSON.parse(stdout.toString()))
  }
  t.match(await quietzone(['check', 'page.png', '--modules']), { code: 2, stderr: /--modules is for --json/ })
})

t.test('grades are those of the command line, beside the report', inLongRun, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'quietzone-check-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  for (const [query, options, request] of [
    ['grade=true', [], { scale: 8 }],
    ['grade=1.5/06/660&dpi=600', ['--grade', '1.5/06/660', '--dpi', '600'], { type: 'ean13', scale: 8 }],
  ] as const) {
    const picture = drawn({ text: '4006381333931', ...request })
    const { grades, ...report } = reportIn(await asked(service, query, picture))
    const file = join(folder, 'picture.png')
    writeFileSync(file, picture)
    const { stdout } = await quietzone(['grade', file, '--json', ...options])
    t.same({ file, ...grades }, JSON.parse(stdout.toString()))
    t.same(report, reportIn(await asked(service, query.replace(/grade=[^&]*/, 'grade=false'), picture)))
  }
  const given = reportIn(await asked(service, 'grade=4.0/06/660', drawn({ scale: 8 })))
  t.match(given.grades, { estimate: true, asked: { grade: 4 }, symbols: [{ letter: 'A', isBound: true, isMet: null }] })
  t.notOk('grades' in reportIn(await asked(service, 'grade=true', Buffer.from('no picture'))))
  for (const wrong of ['4.1/06/660', '1.5/06/633', '1.5', 'yes']) {
    const reply = await asked(service, `grade=${wrong}`, drawn({}))
    t.match([reply.status, errorIn(reply).faults], [400, [{ parameter: 'grade', code: 'invalid_parameter' }]])
  }
})

t.test('grades as a PDF', inLongRun, async (t) => {
  for (const picture of [drawn({ scale: 8 }), Buffer.from('no picture')]) {
    const reply = await asked(service, 'format=pdf&grade=1.5/06/660&dpi=600', picture)
    t.equal(reply.status, 200)
    t.equal(reply.headers.get('content-type'), 'application/pdf')
    t.equal(reply.headers.get('content-disposition'), 'inline; filename="grades.pdf"')
    t.match(reply.body.toString('latin1'), /^%PDF-[\s\S]*%%EOF\s*$/)
  }
  t.equal((await asked(service, 'format=svg', drawn({}))).status, 400)
})

t.test('what is no picture is unreadable, and what cannot be read is refused', async (t) => {
  const nothing = Buffer.from('no picture')
  t.match(reportIn(await asked(service, '', nothing)), {
    verdict: 'unreadable',
    findings: [{ code: 'picture.unreadable' }],
  })
  t.match(reportIn(await asked(service, '', nothing, 'image/jpeg')), { verdict: 'unreadable' })
  const wrong = await asked(service, 'type=foo&dpi=1&application=shop&size=1', drawn({}))
  t.equal(wrong.status, 400)
  t.same(
    errorIn(wrong).faults?.map(({ parameter }) => parameter),
    ['type', 'application', 'dpi'],
  )
  t.equal(wrong.headers.get('quietzone-ignored'), 'size')
  t.equal((await asked(service, '', drawn({}), 'image/gif')).status, 415)
  t.equal((await asked(service, '', new Uint8Array((8 << 20) + 1))).status, 413)
})

t.test('the schema of reports', async (t) => {
  const lines = ['GET /api/v1/check/schema.json HTTP/1.1', 'Host: x', 'Connection: close']
  const [reply] = repliesIn(await conversation(service.port, Buffer.from(`${lines.join('\r\n')}\r\n\r\n`)))
  t.same([reply!.status, reportIn(reply!)], [200, reportSchema])
})

t.test('a check costs a token', inLongRun, async (t) => {
  const service = await served({ rate: { perMinute: 60, burst: 1 }, clock: () => 0 })
  t.teardown(() => service.close())
  t.equal((await asked(service, '', drawn({}))).status, 200)
  t.equal((await asked(service, '', drawn({}))).status, 429)
})

t.test('hostile pictures: a report on each, and other clients are answered meanwhile', inLongRun, async (t) => {
  const r = random('hostile bodies')
  for (let i = 0; i < 20 * hostileKinds.length; i++) {
    const { kind, file } = hostilePng(i, r, { pixels: 4_000_000, chunks: 10_000, bytes: 8_000_000 })
    if (file.length > 8 << 20) continue
    const checked = asked(service, '', file)
    t.equal((await ask(service.port, 'GET /healthz')).status, 200)
    t.match(reportIn(await checked), { verdict: /^(conforming|faults|unreadable)$/ }, `${i}: ${kind}`)
  }
})
