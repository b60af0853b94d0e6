import t from 'tap'
import { hashOf, keysOf, newKey } from '../../../src/server/access/keys.ts'
import { pdfOf, symbolAt } from '../../heal/documents.ts'
import { zplLabels } from '../../oracle/zpl.ts'
import { zxingTexts } from '../../oracle/zxing.ts'
import { inLongRun } from '../../random.ts'
import { served } from '../http/wire.ts'
import { badLabelOf, labelOf, type Receiving, receiving } from './example-receiving.ts'

/** A service whose print server takes documents for the printer of `kept`. */
async function printServer(kept: Receiving, more: Partial<Parameters<typeof served>[0]> = {}) {
  const { printers, jobs, receiver } = kept
  const service = await served({ printing: { printers, jobs }, receiver, ...more })
  const post = async (body: string | Uint8Array, headers: Record<string, string> = {}, name = 'dock-3') => {
    const answer = await fetch(`${service.url}/printers/${name}/pstprnt`, {
      method: 'POST',
      body: Buffer.from(body),
      headers,
    })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, text, json: text.startsWith('{') ? JSON.parse(text) : {} }
  }
  const close = async (): Promise<void> => {
    await service.close()
    await kept.close()
  }
  return { ...service, post, close }
}

t.test('pstprnt: a program is a job when the answer comes, of whatever media type', async (t) => {
  const kept = await receiving({ receive: { onFault: 'hold' } })
  const service = await printServer(kept)
  const types = [{}, { 'Content-Type': 'text/plain' }, { 'Content-Type': 'application/x-www-form-urlencoded' }]
  for (const [i, headers] of types.entries()) {
    const answer = await service.post(labelOf(`QZ-${i}`), headers)
    t.match(answer, { status: 200, json: { job: { id: i + 1, source: 'pstprnt', first: `QZ-${i}`, by: '127.0.0.1' } } })
    t.equal(answer.headers.get('location'), `../../api/v1/jobs/${i + 1}`)
  }
  t.match(await service.post(badLabelOf('QZ-8')), { json: { job: { state: 'held', reason: /^ink_in_quiet_zone/ } } })
  t.match(await service.post('~SD20'), { status: 200, json: { job: null } })
  const { text } = await service.post(`${labelOf('QZ-9')}~HS`)
  t.match(text.split('\r\n')[0]?.slice(1, -1), /^030,0,0,1219,00\d,/, 'as a printer answers')
  t.match(await service.post('SIZE 4,6\r\nCLS\r\n'), {
    status: 415,
    json: { error: { code: 'unsupported_media_type' } },
  })
  t.match(await service.post('^XA^FDhalf'), { status: 400, json: { error: { code: 'bad_request' } } })
  t.equal(kept.all().length, 5)
  await service.close()
})

t.test('a program is drawn by gain and scale of the entry, as one of the API', inLongRun, async (t) => {
  const kept = await receiving({ printer: { handling: { gain: [0.13, 0.13], scale: [1, 1.02] } } })
  const service = await printServer(kept)
  const body = labelOf('QZ-0001')
  await service.post(body)
  t.match(await kept.jobs.settled(1), { state: 'done' })
  const headers = { 'Quietzone-Print': 'yes', 'Content-Type': 'application/zpl' }
  await fetch(`${service.url}/api/v1/print/zpl?printer=dock-3`, { method: 'POST', body, headers })
  await kept.loopback.until(({ printed }) => printed.length > 1)
  const [received, ordered] = kept.loopback.printed
  t.equal(received, ordered)
  kept.printers.replace([{ ...kept.printer, handling: {} }])
  await service.post(body)
  t.match(await kept.jobs.settled(3), { state: 'done' })
  t.not(kept.loopback.printed[2], received, 'which is not what it is without them')
  t.same(kept.faults, [])
  await service.close()
})

t.test('pstprnt: a PDF and a picture are healed', inLongRun, async (t) => {
  const kept = await receiving({ printer: { stock: '50x30' } })
  const service = await printServer(kept)
  const symbols = [symbolAt('code128', 'QZ-0001', { x: 6, y: 8 })]
  const pdf = pdfOf({ width: 50, height: 30, symbols, words: [] })
  t.match(await service.post(pdf), { status: 200, json: { job: { id: 1, source: 'pstprnt', first: 'QZ-0001' } } })
  const headers = { 'Content-Type': 'application/pdf' }
  const png = await fetch(`${service.url}/api/v1/heal?size=50x30`, { method: 'POST', body: pdf, headers })
  t.match(await service.post(new Uint8Array(await png.arrayBuffer())), { json: { job: { id: 2, first: 'QZ-0001' } } })
  t.match(await kept.jobs.settled(2), { state: 'done' })
  const labels = zplLabels(Buffer.from(kept.loopback.printed.join(''), 'latin1'))
  for (const label of labels) t.strictSame(await zxingTexts(label, 'code128'), ['QZ-0001'])
  t.equal(labels.length, 2)
  t.same(kept.faults, [])
  t.match(await service.post('%PDF-1.4 and nothing'), { status: 422, json: { error: { code: 'invalid_document' } } })
  await service.close()
})

t.test('pstprnt: who may', async (t) => {
  const kept = await receiving()
  const service = await printServer(kept)
  const label = labelOf('QZ-1')
  t.match(await service.post(label, {}, 'dock-4'), { status: 404, json: { error: { code: 'printer_unknown' } } })
  const page = await service.post(label, { Origin: service.url })
  t.match(page, { status: 403, json: { error: { code: 'print_not_allowed' } } })
  const hidden = await service.post(label, { 'X-Forwarded-For': '127.0.0.1' })
  t.match(hidden, { status: 403, json: { error: { code: 'not_allowed' } } }, 'a proxy that nobody trusts')
  const { printer, printers } = kept
  printers.replace([{ ...printer, receive: { from: ['192.0.2.0/24'] } }])
  t.match(await service.post(label), { status: 403, json: { error: { code: 'not_allowed', message: /127\.0\.0\.1/ } } })
  printers.replace([{ ...printer, receive: undefined }])
  t.match(await service.post(label), { status: 403, json: { error: { message: /receives nothing/ } } })
  t.same(kept.all(), [])
  await service.close()
})

t.test('pstprnt: where there are keys, one that may print is needed besides, and from stays', async (t) => {
  const [kept, key, other] = [await receiving(), newKey(), newKey()]
  const keys = keysOf([
    { name: 'dock', hash: hashOf(key), may: ['print'], perMinute: 0 },
    { name: 'office', hash: hashOf(other), may: ['jobs'], perMinute: 0 },
  ])
  const service = await printServer(kept, { keys, trustedProxies: ['127.0.0.1'] })
  const label = labelOf('QZ-1')
  t.match(await service.post(label), { status: 401 })
  t.match(await service.post(label, { Authorization: `Bearer ${other}` }), { status: 403 })
  t.match(await service.post(label, { Authorization: `Bearer ${key}` }), { json: { job: { by: 'dock' } } })
  const basic = { Authorization: `Basic ${Buffer.from(`x:${key}`).toString('base64')}` }
  t.match(await service.post(label, basic), { status: 200 })
  const beyond = { Authorization: `Bearer ${key}`, 'X-Forwarded-For': '203.0.113.9' }
  t.match(await service.post(label, beyond), { status: 403, json: { error: { code: 'not_allowed' } } })
  kept.printers.replace([{ ...kept.printer, receive: { from: ['203.0.113.0/24'] } }])
  t.match(await service.post(label, beyond), { status: 200 }, 'through a proxy that is trusted')
  t.match(await service.post(label, basic), { status: 403 }, 'from is not for keys alone')
  await service.close()
})
