import t from 'tap'
import type { Answer, Body, Steps } from '../../../src/answer.ts'
import { composeLabel, drawBarcode, drawLabel, type LabelRequest } from '../../../src/draw.ts'
import { VerificationFailure } from '../../../src/reader/verify/index.ts'
import { barcode, label } from '../../../src/server/api/images.ts'
import { labels } from '../../../src/server/api/labels/index.ts'
import { jobOf } from '../../../src/server/api/print/job.ts'
import { proved, type ServedProof } from '../../../src/server/api/proof.ts'
import type { VerificationRecord } from '../../../src/server/log.ts'
import { loopbackPrinter } from '../../printing/channels/loopback-printer.ts'
import { printerAt } from '../../printing/printers/example-jobs.ts'
import { inLongRun } from '../../random.ts'
import { ask, errorIn, served } from '../http/wire.ts'
import { print, printService } from './print-service.ts'

const limits = { maxPixels: 25_000_000 }

/** What of a request is drawn with `verify`, by the policy of the service. */
function verifiedUnder(policy: ServedProof['policy'], query: string): readonly (string | undefined)[] {
  const proof = { policy, failed() {} }
  const draw = { barcode: drawBarcode, label: drawLabel, limits, proof }
  return [barcode(draw)(query), label(draw)(query)].map(
    ({ headers }) => headers[headers.indexOf('Quietzone-Verified') + 1],
  )
}

t.test('the header says what was read back, where it was', async (t) => {
  const query = 'type=code128&text=QZ-0001&dpi=203&size=4x2'
  const said = ['text, quiet-zones, x=0.375mm', 'text, quiet-zones, x=0.75mm']
  const none = ['X-Dimension', 'X-Dimension']
  t.same(verifiedUnder('all', query), said)
  t.same(verifiedUnder('print', `${query}&verify=true`), said)
  t.same(verifiedUnder('off', `${query}&verify=true`), said)
  for (const policy of ['print', 'off'] as const) t.same(verifiedUnder(policy, query), none, policy)
  t.same(verifiedUnder('all', `${query}&verify=false`), said, 'a request cannot have less')
})

t.test('what is printed is read back, by default', async (t) => {
  const paper = await loopbackPrinter()
  const service = await printService([printerAt(paper, { stock: '50x30' })])
  const reply = await print(service, 'printer=dock-3&type=code128&text=QZ-0001&qty=3')
  t.equal(reply.headers.get('quietzone-verified'), 'text, quiet-zones, labels=3')
  const rows = { body: 'type,text,qty\nqr,QZ-1,2\nean13,4006381333931,1\n', type: 'text/csv' }
  t.equal(
    (await print(service, 'printer=dock-3', rows)).headers.get('quietzone-verified'),
    'text, quiet-zones, labels=3',
  )
  await Promise.all([service.close(), paper.close()])
})

t.test('a table is read back as one document', async (t) => {
  const body = {
    mediaType: 'text/csv',
    bytes: Buffer.from('type,text,qty\nqr,QZ-1,2\nean13,4006381333931,1\ncode128,ABC,3\n'),
  }
  const sender = { principal: { key: 'a', name: 'a' }, headerOf: () => undefined, printingRefused: () => undefined }
  const answerOf = (policy: ServedProof['policy'], query: string): Answer => {
    const steps = labels({ limits, policy })(query, body, sender as never) as Steps
    for (;;) {
      const step = steps.next()
      if (step.done) return step.value as Answer
    }
  }
  for (const format of ['pdf', 'zpl', 'escpos'] as const) {
    const query = `format=${format}&size=50x30${format === 'escpos' ? '&dpi=203' : ''}`
    const { status, headers } = answerOf('off', `${query}&verify=true`)
    t.equal(status, 200)
    t.equal(headers[headers.indexOf('Quietzone-Verified') + 1], 'text, quiet-zones, labels=6', format)
    t.ok(answerOf('all', query).headers.includes('Quietzone-Verified'))
    t.notOk(answerOf('print', query).headers.includes('Quietzone-Verified'))
  }
})

t.test('labels on sheets are read back', inLongRun, async (t) => {
  const service = await served()
  t.teardown(() => service.close())
  const saidOf = async (request: string): Promise<string | undefined> => {
    const reply = await ask(service.port, request)
    t.equal(reply.status, 200, request)
    return reply.headers.get('quietzone-verified') ?? undefined
  }
  const label = 'GET /api/v1/label?type=code128&text=QZ-1&sheet=avery-l7160&first=20&qty=5&outline=true&dpi=203'
  for (const format of ['pdf', 'svg', 'png']) {
    t.match(await saidOf(`${label}&format=${format}&verify=true`), /^text, quiet-zones, x=0\.\d+mm$/, format)
    t.equal(await saidOf(`${label}&format=${format}`), undefined)
  }
  const body = { mediaType: 'text/csv', bytes: Buffer.from('text,qty\nQZ-1,2\nQZ-2,50\nQZ-3,1\n') }
  const sender = { principal: { key: 'a', name: 'a' }, headerOf: () => undefined, printingRefused: () => undefined }
  const table = (query: string, policy: ServedProof['policy']): Answer => {
    const steps = labels({ limits, policy })(query, body, sender as never) as Steps
    let count = 0
    for (;;) {
      const step = steps.next()
      if (step.done) {
        t.ok(policy === 'print' || count > 3 + 32, `${count} steps: a label each`)
        return step.value as Answer
      }
      count++
    }
  }
  const query = 'type=qr&sheet=herma-4464&first=23&outline=true'
  for (const [asked, policy] of [
    [`${query}&verify=true`, 'off'],
    [query, 'all'],
  ] as const) {
    const { status, headers } = table(asked, policy)
    t.equal(status, 200)
    t.equal(headers[headers.indexOf('Quietzone-Verified') + 1], 'text, quiet-zones, labels=53')
  }
  t.notOk(table(query, 'print').headers.includes('Quietzone-Verified'))
})

const asked: LabelRequest = {
  type: 'code128',
  text: 'QZ-0001',
  size: '50x30',
  orientation: 'landscape',
  qty: 1,
  showtext: true,
  format: 'zpl',
  dpi: '203',
}

t.test('a job that is not what was asked for is not made', async (t) => {
  const composed = composeLabel(asked, limits)
  const withWrongText = ({ symbols: [symbol], ...asked }: typeof composed.asked) => ({
    ...asked,
    symbols: [{ ...symbol!, contents: { ...symbol!.contents, text: 'QZ-0002' } }],
  })
  const wrong = { ...composed, asked: withWrongText(composed.asked) }
  for (const language of ['zpl', 'escpos', 'pdf', 'png', 'brother'] as const) {
    const style = { language, stock: '50x30', zpl: 'z64', isVerified: true } as const
    const drawn = language === 'brother' ? composeLabel({ ...asked, dpi: '300' }, limits) : composed
    t.equal(jobOf(drawn, 2, style).pieces.length, 1, language)
    t.throws(
      () => jobOf({ ...drawn, asked: withWrongText(drawn.asked) }, 2, style),
      { rule: 'text', label: 1 } as never,
      language,
    )
    t.doesNotThrow(() => jobOf(wrong, 2, { ...style, isVerified: false }))
  }
  const across = { across: 2, pitch: 52, turn: 180, offset: [1, -0.5] } as const
  const side = { language: 'zpl', stock: '50x30', zpl: 'rle', handling: across, isVerified: true } as const
  t.equal(jobOf(composed, 3, side).pieces.length, 2, 'labels side by side, turned and moved')
  t.throws(() => jobOf(wrong, 3, side), { rule: 'text' } as never)
})

function broken(): never {
  const failure = new VerificationFailure('symbol', '', 'qr.errorcorrection')
  failure.label = 3
  throw failure
}

t.test('steps and promises are refused as answers are', async (t) => {
  const told: VerificationRecord[] = []
  const style = { route: '/x', failed: (record: VerificationRecord) => void told.push(record) }
  const body = { mediaType: 'text/csv', bytes: new Uint8Array([1]) }
  const steps = proved(function* (_: string, __: Body) {
    yield { kept: 1 }
    return broken()
  }, style)('q', body)
  t.same(steps.next(), { value: { kept: 1 }, done: false })
  t.match(steps.next(), { value: { status: 500 }, done: true })
  t.match(await proved(async (_: string, __: Body) => broken(), style)('q', body), { status: 500 })
  t.match(proved((_: string, __: Body) => broken(), style)('q', body), { status: 500 })
  t.equal(new Set(told.map(({ request }) => request)).size, 1)
  t.match(told[0], { route: '/x', rule: 'symbol', finding: 'qr.errorcorrection', label: 3, request: /^[0-9a-f]{16}$/ })
  proved(() => broken(), style)('other')
  t.not(told[3]!.request, told[0]!.request)
  const fault = proved(() => {
    throw new TypeError('x')
  }, style)
  t.throws(() => fault('q'), TypeError)
  t.equal(told.length, 4)
})

t.test('a failure is answered, counted and told; after three in a minute the service says so', async (t) => {
  let now = 0
  const draw = { barcode: broken, label: broken, limits }
  const service = await served({ draw, clock: () => now })
  const failing = 'GET /api/v1/barcode?type=qr&text=a&verify=true'
  const stateOf = async (): Promise<unknown> => JSON.parse((await ask(service.port, 'GET /readyz')).body.toString())
  for (let i = 0; i < 3; i++) {
    t.same(await stateOf(), { status: 'ready' }, `${i}`)
    const reply = await ask(service.port, failing)
    t.equal(reply.status, 500)
    t.equal(errorIn(reply).code, 'verification_failed')
    t.notMatch(reply.body.toString(), 'text=a')
  }
  const degraded = await ask(service.port, 'GET /readyz')
  t.equal(degraded.status, 200)
  t.match(JSON.parse(degraded.body.toString()), { status: 'ready', degraded: /not what was asked for/ })
  const { body } = await ask(service.port, 'GET /metrics')
  t.match(body.toString(), 'quietzone_verification_failures_total{route="/api/v1/barcode",rule="symbol"} 3')
  now = 60_001
  t.same(await stateOf(), { status: 'ready' })
  t.same(service.faults, [], 'no stack is needed')
  await service.close()
})
