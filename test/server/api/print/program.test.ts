/** Programs in ZPL on printers of each language behind the service. */

import t from 'tap'
import type { Printer } from '../../../../src/printing/index.ts'
import { languageTraits, type PrinterLanguage } from '../../../../src/render/language.ts'
import { readProgram, writtenProgram, type ZplDpi } from '../../../../src/zpl/index.ts'
import { playedPrinter, playedSettings } from '../../../printing/channels/loopback-languages.ts'
import type { LoopbackPrinter } from '../../../printing/channels/loopback-printer.ts'
import { type Reply, repliesIn, type Served, Wire } from '../../http/wire.ts'
import { bodyOf, checked, printService } from '../print-service.ts'

const program =
  '^XA^FO60,60^BY2^BCN,80,N^FDQZ-0001^FS^FO60,160^A0N,30^FDwords^FS^PQ2^XZ^XA^FO60,60^BQN,2,4^FDQA,QZ-0002^FS^XZ'

const allowed = 'Quietzone-Print: yes'

async function post({ port }: Served, query: string, headers: readonly string[] = [allowed]): Promise<Reply> {
  const head = [
    `POST /api/v1/print/zpl?${query} HTTP/1.1`,
    ...['Host: x', 'Connection: close', 'Content-Type: application/zpl', `Content-Length: ${program.length}`],
    ...headers,
  ]
  const wire = new Wire(port)
  await wire.send(`${head.join('\r\n')}\r\n\r\n${program}`).closed
  return checked(repliesIn(wire.received)[0]!)
}

async function withPrinter(
  language: PrinterLanguage,
  work: (service: Served, printer: Printer, paper: LoopbackPrinter) => Promise<void>,
): Promise<void> {
  const paper = await playedPrinter(language, 'ready')
  const head: Pick<Printer, 'dpi' | 'stock'> = {
    dpi: language === 'dymo' ? '300' : languageTraits[language].dpis.at(-1)!,
    stock: language === 'dymo' ? 'dymo-11354' : 'dk-22205x40',
  }
  const printer: Printer = { ...playedSettings(language, paper), ...head }
  const service = await printService([printer], { patience: { answer: 60_000, write: 60_000 } })
  try {
    await work(service, printer, paper)
  } finally {
    await Promise.all([service.close(), paper.close()])
  }
}

t.test('a program is one job in the language of the printer, with its copies', async (t) => {
  for (const language of ['tspl', 'epl', 'dymo', 'zpl'] as const) {
    await withPrinter(language, async (service, { dpi, stock }, paper) => {
      const reply = await post(service, 'printer=dock-3')
      t.match([reply.status, bodyOf(reply)], [200, { printer: 'dock-3', sent: { rows: 2, labels: 3 } }], language)
      t.equal(reply.headers.get('quietzone-verified'), 'text, quiet-zones, labels=3', language)
      const read = readProgram(Buffer.from(program), { dpi: dpi as ZplDpi, size: stock, now: new Date(0) })
      const document = Buffer.from(writtenProgram(read, { format: language }, { maxPixels: 25_000_000 }))
      t.equal(paper.printed.length, 1)
      t.ok(paper.printed[0]!.endsWith(document.toString('latin1')), `${language}: its bytes`)
    })
  }
})

t.test('one label of a program, once for a key', async (t) => {
  await withPrinter('tspl', async (service, _, paper) => {
    const headers = [allowed, 'Idempotency-Key: one']
    const reply = await post(service, 'printer=dock-3&index=1&name=label.zpl', headers)
    t.match(bodyOf(reply), { sent: { labels: 1 } })
    t.equal((await post(service, 'printer=dock-3&index=1&name=label.zpl', headers)).status, 200)
    t.equal(paper.printed.length, 1)
    t.match(await post(service, 'printer=dock-3', headers), { status: 422 })
  })
})

t.test('what is refused', async (t) => {
  await withPrinter('tspl', async (service, _, paper) => {
    t.match(await post(service, 'printer=dock-3', []), { status: 403 })
    t.match(await post(service, 'printer=dock-4'), { status: 404 })
    t.match(bodyOf(await post(service, 'printer=dock-3&index=7')), { error: { code: 'does_not_fit' } })
    t.match(bodyOf(await post(service, '')), { error: { code: 'missing_parameter' } })
    t.same(paper.printed, [])
  })
  const other = await playedPrinter('brother', 'ready')
  const printer: Printer = { ...playedSettings('brother', other), dpi: '180', stock: '12x30mm' }
  const service = await printService([printer])
  const reply = await post(service, 'printer=dock-3')
  t.match([reply.status, bodyOf(reply)], [422, { error: { code: 'does_not_fit', message: /has 180 dpi/ } }])
  await Promise.all([service.close(), other.close()])
})
