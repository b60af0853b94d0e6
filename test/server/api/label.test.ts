/** Logistic labels by HTTP: what goes together, what is told, and what a client gets. */

import t from 'tap'
import { parameters } from '../../../src/request/params.ts'
import { pngPicture } from '../../oracle/picture.ts'
import { zxingTexts } from '../../oracle/zxing.ts'
import { inLongRun } from '../../random.ts'
import { conversation, errorIn, type Reply, repliesIn, served } from '../http/wire.ts'
import { readerOf } from './reader.ts'

const service = await served()
t.teardown(() => service.close())

const sscc = '(00)395011015300000011'
const usual = `${sscc}(02)09501101530010(15)261231(10)AB-12(37)50`
const settings = 'type=code128&gs1=true&layout=logistics&orientation=portrait'

async function ask(text: string, others: string): Promise<Reply> {
  const target = `/api/v1/label?text=${encodeURIComponent(text)}&${others}`
  const head = `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`
  return repliesIn(await conversation(service.port, head))[0]!
}

t.test('a label as PNG and as PDF', inLongRun, async (t) => {
  const image = await ask(usual, `${settings}&format=png&dpi=203&size=100x150&strict=true`)
  t.match([image.status, image.headers.get('x-dimension')], [200, '0.5mm'])
  t.same((await zxingTexts(pngPicture(image.body), 'code128')).toSorted(), [
    '00395011015300000011',
    '02095011015300103750',
    '1526123110AB-12',
  ])
  const pages = await ask(usual, `${settings}&qty=3`)
  t.match([pages.status, pages.headers.get('content-type')], [200, 'application/pdf'])
  t.match(pages.body.toString('latin1'), /\/Count 3\b/)
})

t.test('the same label from each form of the message', async (t) => {
  const wanted = await ask(`${sscc}(403)12`, `${settings}&format=png`)
  for (const text of ['^0039501101530000001140312', 'https://id.gs1.org/00/395011015300000011?403=12']) {
    t.same((await ask(text, `${settings}&format=png`)).body, wanted.body, text)
  }
})

t.test('what does not go with a logistic label is a 400 that says so', async (t) => {
  const read = readerOf(parameters.label)
  const messages = (query: string): unknown => {
    const faults = read(`text=a&layout=logistics&${query}`)
    return Array.isArray(faults) ? faults.map(({ parameter, code, message }) => [parameter, code, message]) : 'accepted'
  }
  const fault = (what: string, accepted: string): string[] => {
    // one value is named with its parameter
    const named = accepted.includes(', ') ? accepted : what.replace(/=.*/, `=${accepted}`)
    return ['layout', 'invalid_parameter', `"logistics" does not go with ${what}; accepted with it: ${named}`]
  }
  t.same(messages('type=code128&gs1=true&orientation=portrait'), 'accepted')
  t.same(messages('type=code128&gs1=true&orientation=portrait&size=100x150'), 'accepted')
  t.same(messages('type=code128&gs1=true'), [fault('orientation=landscape', 'portrait')])
  t.same(messages('type=code128&gs1=link&orientation=portrait'), [
    fault('gs1=link', 'true'),
    ['gs1', 'invalid_parameter', '"link" does not go with type=code128; accepted with it: qr, datamatrix'],
  ])
  t.same(messages('type=qr&size=4x4'), [
    fault('type=qr', 'code128'),
    fault('size=4x4', '4x6, 100x150'),
    fault('orientation=landscape', 'portrait'),
    fault('gs1=false', 'true'),
  ])
  const reply = await ask(usual, 'type=code128&layout=logistics&gs1=true')
  t.match([reply.status, errorIn(reply).faults], [400, [{ parameter: 'layout' }]])
})

t.test('a message without an SSCC, or with too much for the label, is a 422', async (t) => {
  const without = await ask('(02)09501101530010(37)50', settings)
  t.match(
    [without.status, errorIn(without)],
    [422, { code: 'gs1_missing_ai', faults: [{ ai: '00', parameter: 'text' }] }],
  )
  const much = await ask(`${usual}(3102)001234`, settings)
  const faults = [{ parameter: 'text', code: 'does_not_fit', message: /leave out \(\d+\)$/ }]
  t.match([much.status, errorIn(much)], [422, { code: 'does_not_fit', faults }])
})

t.test('warnings: a module width out of the limits for logistic units, companions that are missing', async (t) => {
  const warnings = async (text: string, others: string): Promise<string | undefined> =>
    (await ask(text, `${settings}&${others}`)).headers.get('quietzone-warning')
  t.equal(await warnings(sscc, 'dpi=300'), undefined)
  t.equal(await warnings(sscc, 'dpi=300&xdim=0.25'), 'x_below_minimum; Code 128 at 0.254 mm is below 0.495 mm')
  t.equal(await warnings(sscc, 'dpi=300&xdim=0.25&application=identification'), undefined)
  t.match(await warnings(sscc, 'application=retail'), /^not_in_application; /)
  t.match(await warnings(`${sscc}(10)AB`, 'dpi=203'), /^gs1_missing_ai; AI \(10\) BATCH\/LOT needs /)
  const strict = await ask(`${sscc}(10)AB`, `${settings}&strict=true`)
  t.match([strict.status, errorIn(strict).code], [422, 'not_conforming'])
})
