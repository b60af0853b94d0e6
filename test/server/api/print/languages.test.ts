/** Printers of each language behind the service, with labels as they are drawn: whole jobs once, and states in the answers. */

import t from 'tap'
import type { Printer } from '../../../../src/printing/index.ts'
import { languageTraits, type PrinterLanguage, printerLanguages } from '../../../../src/render/language.ts'
import {
  brotherStatus,
  playedLanguages,
  playedPrinter,
  playedSettings,
} from '../../../printing/channels/loopback-languages.ts'
import type { LoopbackPrinter } from '../../../printing/channels/loopback-printer.ts'
import { inLongRun } from '../../../random.ts'
import { repliesIn, Wire } from '../../http/wire.ts'
import { bodyOf, checked, got, print, printService } from '../print-service.ts'

const body = 'text,qty\nQZ-0001,1\nQZ-0002,2\n'

/** The printer in the file of printers. */
function settingsOf(language: PrinterLanguage, paper: LoopbackPrinter, others: Partial<Printer> = {}): Printer {
  const dpi = language === 'brother' || language === 'dymo' ? '300' : languageTraits[language].dpis.at(-1)!
  const stock = language === 'escpos' ? '50x30' : language === 'dymo' ? 'dymo-11354' : 'dk-22205x40'
  return { ...playedSettings(language, paper), dpi, stock, ...others }
}

/** A service with a printer, until `work` is done. */
async function withPrinter(
  language: PrinterLanguage,
  paper: LoopbackPrinter,
  work: (service: Awaited<ReturnType<typeof printService>>, settings: Printer) => Promise<void>,
  others: Partial<Printer> = {},
): Promise<void> {
  const settings = settingsOf(language, paper, others)
  const service = await printService([settings], { patience: { answer: 60_000, write: 60_000 } })
  try {
    await work(service, settings)
  } finally {
    await Promise.all([service.close(), paper.close()])
  }
}

t.test(
  'a table is one job, whole and once, with the bytes of the document; a slow printer gets the same',
  inLongRun,
  async (t) => {
    for (const language of printerLanguages) {
      for (const reads of [Number.POSITIVE_INFINITY, 600]) {
        const paper = await playedPrinter(language, 'ready', { reads })
        await withPrinter(language, paper, async (service, { dpi, stock }) => {
          const query = `type=qr&format=${language}&dpi=${dpi}&size=${stock}`
          const wire = new Wire(service.port)
          const request = `POST /api/v1/labels?${query} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: text/csv\r\nContent-Length: ${body.length}\r\n\r\n${body}`
          await wire.send(request).closed
          const document = repliesIn(wire.received)[0]!
          t.equal(document.status, 200, language)
          const printing = print(service, 'printer=dock-3&type=qr', { body })
          if (reads < Number.POSITIVE_INFINITY) {
            await paper.until(({ jobs }) => jobs.some(({ bytes }) => bytes >= reads))
            paper.readUpTo(Number.POSITIVE_INFINITY)
          }
          t.match(bodyOf(await printing), { confirmed: { rows: 2, labels: 3 } }, language)
          t.equal(paper.printed.length, 1, `${language}: one job`)
          t.ok(paper.printed[0]!.endsWith(document.body.toString('latin1')), `${language}: its bytes`)
        })
      }
    }
  },
)

t.test('a printer without paper or open is sent nothing, and its answers say so', inLongRun, async (t) => {
  for (const [language, { open }] of Object.entries(playedLanguages)) {
    const played = [['paper_out', 'paper_out'] as const, ...(open === undefined ? [] : [['cover_open', open] as const])]
    for (const [state, told] of played) {
      const paper = await playedPrinter(language, state)
      await withPrinter(language as PrinterLanguage, paper, async (service) => {
        const listed = bodyOf(checked(await got(service, '/api/v1/printers?printer=dock-3')))
        t.match(listed, { printers: [{ name: 'dock-3', language, state: told }] })
        const reply = await print(service, 'printer=dock-3&type=qr&text=A')
        t.match([reply.status, bodyOf(reply)], [502, { error: { code: 'printer_refused', sent: { labels: 0 } } }])
        t.notOk(
          paper.printed.some((text) => text.length > 300),
          `${language}: nothing of a label`,
        )
      })
    }
  }
})

t.test(
  'a printer that is gone in the middle got its job once, and no more is confirmed than it told',
  inLongRun,
  async (t) => {
    const rows = Array.from({ length: 60 }, (_, i) => `QZ-${i}`)
    for (const language of printerLanguages) {
      const paper = await playedPrinter(language, 'ready', { reads: 4000, afterwards: 'reset' })
      await withPrinter(language, paper, async (service) => {
        const reply = await print(service, 'printer=dock-3&type=qr', { body: `text\n${rows.join('\n')}\n` })
        const { error } = bodyOf(reply) as { error: { code: string; confirmed: { labels: number }; from: number } }
        t.match([reply.status, error.code], [502, 'printer_refused'], language)
        // ZPL alone is asked what has arrived
        t.ok(language === 'zpl' ? error.confirmed.labels < 10 : error.confirmed.labels === 0, language)
        t.equal(error.from, error.confirmed.labels + 2, `${language}: the header is row 1`)
        t.equal(paper.jobs.filter(({ length }) => length > 0).length, 1, `${language}: once`)
      })
    }
  },
)

t.test('other tape than the stock is refused before printing, with what is in it', async (t) => {
  const loaded = { width: 62, length: 0 }
  const answer = () => brotherStatus('ready', loaded.width, loaded.length)
  const one = { name: 'dock-3', language: 'brother', dpi: 300, stock: 'dk-11201' }
  const paper = await playedPrinter('brother', 'ready', { answer })
  await withPrinter(
    'brother',
    paper,
    async (service) => {
      const stateOf = async () => bodyOf(checked(await got(service, '/api/v1/printers?printer=dock-3')))
      t.match(await stateOf(), {
        printers: [{ ...one, state: 'wrong_media', media: { loaded: '62 mm', wanted: '29 x 90 mm' } }],
      })
      const reply = await print(service, 'printer=dock-3&type=qr&text=A')
      t.match(bodyOf(reply), {
        error: {
          code: 'printer_refused',
          message: /it has tape of 62 mm, and its labels are 29 x 90 mm; nothing was sent/,
        },
      })
      t.notOk(paper.printed.some((text) => text.includes('\x1biz')))
      Object.assign(loaded, { width: 29, length: 90 })
      t.match(await stateOf(), { printers: [{ ...one, state: 'ready', message: 'ready' }] })
      t.match(bodyOf(await print(service, 'printer=dock-3&type=qr&text=A')), { confirmed: { labels: 1 } })
      t.ok(paper.printed.at(-1)!.includes('\x1biz'))
    },
    { stock: 'dk-11201' },
  )
})
