import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { testPage } from '../../src/draw/test-page.ts'
import { composeLabel, type LabelRequest } from '../../src/draw.ts'
import type { Language, Piece, Printer } from '../../src/printers/index.ts'
import { ippChannel } from '../../src/printers/ipp.ts'
import { lpChannel } from '../../src/printers/lp.ts'
import { piecesOf } from '../../src/printers/pieces.ts'
import { patience, piece, signal, testPrinter } from '../printers/played-printer.ts'
import { cupsAbsent, ippeveprinterAbsent, withCups, withIppeveprinter } from '../printers/print-servers.ts'

const printerOf = (language: Language): Printer => ({ ...testPrinter, language })

/** Labels as the printer is sent them. */
function labels(language: Language): Piece[] {
  const request = { type: 'code128', size: '4x6', orientation: 'portrait', qty: 1, showtext: true, dpi: '203' } as const
  const composed = (text: string) =>
    composeLabel({ ...request, text, format: 'png' } satisfies LabelRequest, { maxPixels: 25_000_000 }).scene
  const scenes = [composed('QZ-0001'), composed('QZ-0002'), ...testPage('4x6', '203', 'dock-3').scenes]
  const rows = scenes.map((scene, i) => ({ row: i + 1, copies: 1, scene }))
  return [...piecesOf(printerOf(language), rows)]
}

const types = ['application/pdf', 'image/png', 'application/vnd.zebra-zpl']

t.test('ippeveprinter keeps what it is sent, byte for byte', { skip: ippeveprinterAbsent }, async (t) => {
  await withIppeveprinter(types, async ({ url, spool }) => {
    // by the number of the job, which is before the first hyphen; what the printing command writes is in files of its own
    const kept = (): Buffer[] =>
      readdirSync(spool)
        .filter((name) => !name.endsWith('.prn'))
        .toSorted((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
        .map((name) => readFileSync(join(spool, name)))
    let jobs = 0
    for (const language of ['zpl', 'pdf', 'png'] as const) {
      // it takes one job at a time: while it is busy, it is tried again each tenth of a second
      const channel = ippChannel(printerOf(language), { kind: 'ipp', url }, patience({ write: 9000 }))
      t.equal((await channel.condition(signal())).state, 'ready')
      const pieces = labels(language)
      const { confirmed, from } = await channel.send(pieces, signal())
      t.same([confirmed.rows, from], [3, undefined])
      const found = kept().slice(jobs)
      jobs += pieces.length
      t.equal(found.length, pieces.length)
      for (const [i, { bytes }] of pieces.entries()) t.ok(found[i]?.equals(Buffer.from(bytes)), `${language} ${i}`)
    }
  })
})

t.test('ippeveprinter that takes PDF alone is sent nothing else', { skip: ippeveprinterAbsent }, async (t) => {
  await withIppeveprinter(['application/pdf'], async ({ url, spool }) => {
    const channel = ippChannel(printerOf('png'), { kind: 'ipp', url }, patience())
    await t.rejects(channel.send([piece(1, 'label')], signal()), {
      code: 'printer_refused',
      message: /application\/pdf/,
    })
    const elsewhere = ippChannel(printerOf('pdf'), { kind: 'ipp', url: url.replace('print', 'nothing') }, patience())
    t.match(await elsewhere.condition(signal()), { state: 'unknown', message: /path/ })
    t.same(readdirSync(spool), [])
  })
})

/** A printer behind the print server: what it has received, a text for each connection. */
async function withRawPrinter<T>(
  work: (port: number, received: (count: number) => Promise<readonly string[]>) => Promise<T>,
): Promise<T> {
  const jobs: string[] = []
  let wake = (): void => {}
  const server = createServer((socket) => {
    const chunks: Buffer[] = []
    socket
      .on('data', (chunk) => chunks.push(chunk))
      .on('end', () => {
        jobs.push(Buffer.concat(chunks).toString('latin1'))
        wake()
      })
      .on('error', () => {})
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  const received = async (count: number): Promise<readonly string[]> => {
    while (jobs.length < count) await new Promise<void>((resolve) => (wake = resolve))
    return jobs.splice(0)
  }
  try {
    return await work(typeof address === 'object' && address !== null ? address.port : 0, received)
  } finally {
    await new Promise((resolve) => server.close(resolve))
  }
}

t.test('CUPS passes ZPL on unchanged, from IPP and from lp', { skip: cupsAbsent }, async (t) => {
  await withRawPrinter(async (port, received) => {
    await withCups(port, async ({ url, queue, env, command }) => {
      const before = process.env.CUPS_SERVER
      process.env.CUPS_SERVER = env.CUPS_SERVER
      try {
        const printer = printerOf('zpl')
        const ways = [
          ippChannel(printer, { kind: 'ipp', url }, patience()),
          lpChannel(printer, { kind: 'lp', queue }, patience()),
        ]
        const pieces = labels('zpl')
        const sent = pieces.map(({ bytes }) => Buffer.from(bytes).toString('latin1'))
        for (const channel of ways) {
          t.equal((await channel.condition(signal())).state, 'ready')
          t.equal((await channel.send(pieces, signal())).confirmed.rows, pieces.length)
          t.same(await received(pieces.length), sent)
        }
        command('cupsdisable', [queue])
        for (const channel of ways) {
          t.equal((await channel.condition(signal())).state, 'paused')
          await t.rejects(channel.send(pieces, signal()), { code: 'printer_refused', message: /nothing was sent/ })
        }
        command('cupsenable', [queue])
        command('cupsreject', [queue])
        for (const channel of ways) {
          await t.rejects(channel.send(pieces, signal()), { code: 'printer_refused', message: /accepts no jobs/ })
        }
        const nowhere = lpChannel(printer, { kind: 'lp', queue: 'nowhere' }, patience())
        await t.rejects(nowhere.send(pieces, signal()), { code: 'printer_unreachable', message: /no such queue/ })
      } finally {
        if (before === undefined) delete process.env.CUPS_SERVER
        else process.env.CUPS_SERVER = before
      }
    })
  })
})
