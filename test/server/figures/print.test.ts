/** Print jobs, by printer and outcome, on printers of the tests. */

import t from 'tap'
import { hostStatus, loopbackPrinter } from '../../printing/channels/loopback-printer.ts'
import { dock, printerAt } from '../../printing/printers/example-jobs.ts'
import { client, print, printService } from '../api/print-service.ts'
import { ask } from '../http/wire.ts'
import { scraped, scrapeOf } from './scrape.ts'

t.test('jobs, labels and bytes are those of the log and of the printer', async (t) => {
  const [paper, gone] = [await loopbackPrinter(), await loopbackPrinter()]
  await gone.close()
  const printers = [
    printerAt(paper),
    printerAt(gone, { name: 'lab' }),
    printerAt(paper, { name: 'small', labelsPerMinute: 1 }),
    printerAt(paper, { name: 'idle' }),
  ]
  const service = await printService(printers)
  for (const qty of [1, 3]) t.equal((await print(service, `printer=dock-3&type=qr&text=a&qty=${qty}`)).status, 200)
  t.equal((await print(service, 'printer=lab&type=qr&text=a')).status, 502)
  t.equal((await print(service, 'printer=small&type=qr&text=a&qty=2')).status, 422)
  t.equal((await print(service, 'printer=small&type=qr&text=a')).status, 200)
  t.equal((await print(service, 'printer=small&type=qr&text=a')).status, 429)
  t.equal((await print(service, 'printer=nobody&type=qr&text=a')).status, 404)
  const scrape = await scraped(service)
  const jobs = (printer: string, outcome: string): number | undefined =>
    scrape.value('quietzone_print_jobs_total', { printer, outcome })
  t.same([jobs('dock-3', 'ok'), jobs('lab', 'printer_unreachable'), jobs('small', 'ok')], [2, 1, 1])
  t.same([jobs('small', 'too_many_labels'), jobs('small', 'rate_limited'), jobs('idle', 'ok')], [1, 1, 0])
  t.equal(scrape.sum('quietzone_print_jobs_total'), service.printed.length)
  t.equal(scrape.families.get('quietzone_print_jobs_total')?.series.length, 4 * 9, 'printers times outcomes')
  for (const { name } of printers) {
    const those = service.printed.filter(({ printer }) => printer === name)
    const sum = (of: (record: (typeof those)[number]) => number): number =>
      those.reduce((total, record) => total + of(record), 0)
    const labels = { printer: name }
    t.equal(
      scrape.value('quietzone_print_labels_sent_total', labels),
      sum((record) => record.labels),
      name,
    )
    t.equal(
      scrape.value('quietzone_print_labels_confirmed_total', labels),
      sum(({ confirmed }) => confirmed),
      name,
    )
    t.equal(
      scrape.value('quietzone_print_sent_bytes_total', labels),
      sum(({ bytes }) => bytes),
      name,
    )
    t.equal(scrape.value('quietzone_print_duration_seconds_count', labels), those.length, name)
    t.equal(scrape.value('quietzone_print_queue_jobs', labels), 0, name)
  }
  t.equal(scrape.value('quietzone_print_labels_confirmed_total', { printer: 'dock-3' }), 4)
  const arrived = paper.jobs.reduce((total, { text }) => total + Buffer.byteLength(text, 'latin1'), 0)
  t.equal(scrape.sum('quietzone_print_sent_bytes_total'), arrived)
  await Promise.all([service.close(), paper.close()])
})

t.test('jobs that wait or run are counted, and no address of a printer is shown', async (t) => {
  const paper = await loopbackPrinter({ answer: () => undefined })
  const service = await printService([printerAt(paper)])
  const jobs = Array.from({ length: 3 }, () =>
    print(service, 'printer=dock-3&type=qr&text=SECRET4711', { from: client }),
  )
  const labels = { printer: 'dock-3' }
  let scrape = await scraped(service)
  for (let i = 0; i < 1000 && scrape.value('quietzone_print_queue_jobs', labels) !== 3; i++) {
    scrape = await scraped(service)
  }
  t.equal(scrape.value('quietzone_print_queue_jobs', labels), 3)
  t.equal(scrape.value('quietzone_waiting_requests'), 4, 'and the scrape')
  const { body } = await ask(service.port, 'GET /metrics')
  t.notMatch(body.toString(), /127\.0\.0|SECRET|socket:/)
  t.notMatch(body.toString(), String(paper.port))
  scrapeOf(body.toString())
  paper.behaviour.answer = () => hostStatus()
  await service.printers.close(0)
  await Promise.all(jobs)
  scrape = await scraped(service)
  t.equal(scrape.value('quietzone_print_queue_jobs', labels), 0)
  t.equal(scrape.sum('quietzone_print_jobs_total', labels), 3)
  await Promise.all([service.close(), paper.close()])
})

t.test('what was sent and what is confirmed are told apart', async (t) => {
  const service = await printService([dock])
  const record = { printer: dock.name, by: 'dock', rows: 3, labels: 5, bytes: 700, confirmed: 2, milliseconds: 70_000 }
  service.log.print({ ...record, outcome: 'printer_timeout' })
  const scrape = await scraped(service)
  const of = (name: string, labels = {}): number | undefined => scrape.value(name, { printer: dock.name, ...labels })
  t.equal(of('quietzone_print_jobs_total', { outcome: 'printer_timeout' }), 1)
  t.equal(of('quietzone_print_labels_sent_total'), 5)
  t.equal(of('quietzone_print_labels_confirmed_total'), 2)
  t.equal(of('quietzone_print_sent_bytes_total'), 700)
  t.equal(of('quietzone_print_duration_seconds_sum'), 70)
  t.same(service.printed, [{ ...record, outcome: 'printer_timeout' }], 'and the log has it')
  await service.close()
})

t.test(
  'a printer that is added is shown from the beginning, and one that has gone stays with what it printed',
  async (t) => {
    const service = await printService([dock])
    service.printers.replace([{ ...dock, name: 'dock-4' }])
    const scrape = await scraped(service)
    t.equal(scrape.value('quietzone_print_jobs_total', { printer: 'dock-4', outcome: 'printer_timeout' }), 0)
    t.equal(scrape.value('quietzone_print_queue_jobs', { printer: 'dock-4' }), 0)
    t.equal(scrape.value('quietzone_print_labels_sent_total', { printer: dock.name }), 0)
    t.equal(scrape.value('quietzone_print_queue_jobs', { printer: dock.name }), undefined)
    await service.close()
  },
)
