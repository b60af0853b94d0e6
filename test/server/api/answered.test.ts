/** Whatever is asked for, the answer says what is wrong with the request, or is the drawing, read back: never that the service has a fault. */

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { readDesign } from '../../../src/design/files.ts'
import { root } from '../../../src/root.ts'
import { designOf } from '../../design/drawn.ts'
import { loopbackPrinter } from '../../printing/channels/loopback-printer.ts'
import { printerAt } from '../../printing/printers/example-jobs.ts'
import { cases, inLongRun, random } from '../../random.ts'
import { ask, errorIn, type Reply, served } from '../http/wire.ts'
import { print, printService } from './print-service.ts'

const folder = join(root, 'designs')
const crossed = designOf({
  name: 'crossed',
  size: '50x25mm',
  fields: { owner: {} },
  elements: [
    { kind: 'symbol', name: 'code', at: [18, 2], size: [20, 20], type: 'qr', value: 'QZ-0001' },
    { kind: 'text', name: 'owner', at: [2, 2], size: [20, 5], value: '{owner}' },
  ],
})
const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
const all = [crossed, ...files.map((file) => readDesign(join(folder, file)))]
const designs = { list: () => all, find: (name: string) => all.find((design) => design.name === name) }

const formats = ['png', 'svg', 'pdf', 'zpl', 'tspl', 'brother'] as const
const queryOf = (given: Readonly<Record<string, string>>): string => new URLSearchParams(given).toString()

/** GS1-128 with 54 characters: six more than GS1 allows. */
const long = '(00)106141411234567897(02)09506000134352(37)12(400)ABCDEFGHIJ'
const owners = [
  'Example Ltd',
  'Stadtwerke Musterstadt an der Donau GmbH & Co. KG',
  'W'.repeat(200),
  'é{}'.repeat(30),
  '日本語'.repeat(9),
]

t.test('a GS1-128 symbol that is too long is drawn and printed with a warning', inLongRun, async (t) => {
  const paper = await loopbackPrinter()
  const service = await printService([printerAt(paper, { stock: '100x150', dpi: '203' })], { designs })
  t.teardown(() => Promise.all([service.close(), paper.close()]))
  const label = { text: long, type: 'code128', gs1: 'true' }
  for (const format of formats) {
    const query = queryOf({ ...label, format, size: format === 'brother' ? '62x100' : '100x150', verify: 'true' })
    const reply = await ask(service.port, `GET /api/v1/label?${query}`)
    t.equal(reply.status, 200, format)
    t.match(reply.headers.get('quietzone-warning'), /gs1_too_long/, format)
  }
  const printed = await print(service, queryOf({ ...label, printer: 'dock-3' }))
  t.equal(printed.status, 200, printed.body.toString())
  t.match(printed.headers.get('quietzone-warning'), /gs1_too_long/)
  const strict = await print(service, queryOf({ ...label, printer: 'dock-3', strict: 'true' }))
  t.match([strict.status, errorIn(strict)], [422, { faults: [{ warning: 'gs1_too_long' }] }])
})

t.test(
  'words of any length in a design are drawn, or a fault of their field; ink in a quiet zone is one of the design',
  inLongRun,
  async (t) => {
    const service = await served({ designs })
    t.teardown(() => service.close())
    const asked = async (given: Readonly<Record<string, string>>): Promise<Reply> => {
      const reply = await ask(service.port, `GET /api/v1/label?${queryOf({ verify: 'true', ...given })}`)
      t.ok(reply.status === 200 || reply.status === 422, `${reply.status}: ${JSON.stringify(given)}`)
      return reply
    }
    for (const dpi of ['203', '300', '600']) {
      for (const format of ['pdf', 'png', 'zpl']) {
        for (const owner of owners) {
          const reply = await asked({ design: 'asset-tag', id: 'IT-004217', name: 'Notebook', owner, dpi, format })
          if (reply.status === 422) t.match(errorIn(reply).faults, [{ parameter: 'owner', code: 'does_not_fit' }])
          else t.ok(reply.headers.get('quietzone-verified'))
        }
        const reply = await asked({ design: 'crossed', owner: 'WWWWWWW', dpi, format })
        t.match(errorIn(reply).faults, [
          { parameter: 'design', code: 'does_not_fit', message: /^text "owner" has ink in symbol "code"/ },
        ])
      }
    }
  },
)

t.test(
  'captions of braces and other words that are higher or deeper are placed by the font that draws them',
  inLongRun,
  async (t) => {
    const service = await served({ designs })
    t.teardown(() => service.close())
    const r = random('captions of braces')
    for (let i = 0; i < cases(60); i++) {
      const caption = Array.from({ length: r.between(1, 12) }, () => r.pick([...'{}[]|()gjpqyÅÑ@$/', ' ', 'M8'])).join(
        '',
      )
      const type = r.pick(['ean13', 'code128', 'qr', 'datamatrix', 'ean8', 'upca'])
      const text = { ean13: '590123412345', ean8: '9638507', upca: '03600029145' }[type] ?? 'QZ-0001'
      const style = {
        layout: r.pick(['above', 'below', 'beside', 'auto']),
        orientation: r.pick(['landscape', 'portrait']),
      }
      const given = {
        type,
        text,
        caption,
        ...style,
        dpi: r.pick(['203', '300', '600']),
        size: r.pick(['50x30', '2x1', '100x50', '40x20']),
      }
      for (const format of ['pdf', 'svg']) {
        const reply = await ask(service.port, `GET /api/v1/label?${queryOf({ ...given, format, verify: 'true' })}`)
        t.ok(
          [200, 422].includes(reply.status),
          `${reply.status}: ${JSON.stringify(given)}, ${reply.body.toString().slice(0, 300)}`,
        )
        if (reply.status === 422) t.equal(errorIn(reply).faults?.[0]?.code, 'does_not_fit', JSON.stringify(given))
      }
    }
  },
)
