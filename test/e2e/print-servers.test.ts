import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { testPage } from '../../src/draw/test-page.ts'
import { composeLabel, type LabelRequest } from '../../src/draw.ts'
import { ippChannel } from '../../src/printing/channels/ipp.ts'
import { lpChannel } from '../../src/printing/channels/lp.ts'
import type { DeliveryPiece, JobFormat, Printer } from '../../src/printing/index.ts'
import { piecesOf } from '../../src/printing/printers/pieces.ts'
import { png } from '../../src/render/deflate.ts'
import { pngPicture } from '../oracle/picture.ts'
import { cupsPicture } from '../oracle/zpl.ts'
import type { Picture } from '../oracle/zxing.ts'
import { reads } from '../oracle/zxing.ts'
import { patience, piece, signal, testPrinter } from '../printing/channels/played-printer.ts'
import {
  type Cups,
  cupsAbsent,
  cupsFiltersAbsent,
  ippeveprinterAbsent,
  lprintAbsent,
  withCups,
  withIppeveprinter,
  withLprint,
} from '../printing/channels/print-servers.ts'
import { inLongRun } from '../random.ts'

const printerOf = (language: JobFormat): Printer => ({ ...testPrinter, language })

/** Labels as the printer is sent them. */
function labels(language: JobFormat): DeliveryPiece[] {
  const request = { type: 'code128', size: '4x6', orientation: 'portrait', qty: 1, showtext: true, dpi: '203' } as const
  const composed = (text: string) =>
    composeLabel({ ...request, text, format: 'png' } satisfies LabelRequest, { maxPixels: 25_000_000 }).scene
  const scenes = [composed('QZ-0001'), composed('QZ-0002'), ...testPage('4x6', '203', 'dock-3').scenes]
  const rows = scenes.map((scene, i) => ({ row: i + 1, copies: 1, scene }))
  return [...piecesOf(printerOf(language), rows)]
}

const types = ['application/pdf', 'image/png', 'application/vnd.zebra-zpl']

t.test(
  'ippeveprinter keeps what it is sent, byte for byte',
  { skip: ippeveprinterAbsent || inLongRun.skip },
  async (t) => {
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
  },
)

t.test(
  'ippeveprinter that takes PDF alone is sent nothing else',
  { skip: ippeveprinterAbsent || inLongRun.skip },
  async (t) => {
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
  },
)

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

t.test('CUPS passes ZPL on unchanged, from IPP and from lp', { skip: cupsAbsent || inLongRun.skip }, async (t) => {
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

/** The size of what is black, in dots. */
function inkOf({ width, height, grey }: Picture): { width: number; height: number } {
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let i = 0; i < grey.length; i++) {
    if (grey[i]! > 127) continue
    const [x, y] = [i % width, Math.floor(i / width)]
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  return { width: right - left + 1, height: bottom - top + 1 }
}

/** A driver for a Zebra that knows A4 alone. */
const a4 = `*PPD-Adobe: "4.3"
*FormatVersion: "4.3"
*FileVersion: "1"
*LanguageVersion: English
*LanguageEncoding: ISOLatin1
*PCFileName: "A4.PPD"
*Manufacturer: "Test"
*Product: "(A4)"
*ModelName: "A4"
*ShortNickName: "A4"
*NickName: "A4"
*PSVersion: "(3010.000) 0"
*LanguageLevel: "3"
*ColorDevice: False
*DefaultColorSpace: Gray
*FileSystem: False
*cupsVersion: 1.5
*cupsModelNumber: 18
*cupsFilter: "application/vnd.cups-raster 0 rastertolabel"
*OpenUI *PageSize/Media Size: PickOne
*OrderDependency: 10 AnySetup *PageSize
*DefaultPageSize: A4
*PageSize A4/A4: "<</PageSize[595.28 841.89]/ImagingBBox null>>setpagedevice"
*CloseUI: *PageSize
*OpenUI *PageRegion/Media Size: PickOne
*OrderDependency: 10 AnySetup *PageRegion
*DefaultPageRegion: A4
*PageRegion A4/A4: "<</PageSize[595.28 841.89]/ImagingBBox null>>setpagedevice"
*CloseUI: *PageRegion
*DefaultImageableArea: A4
*ImageableArea A4/A4: "0 0 595.28 841.89"
*DefaultPaperDimension: A4
*PaperDimension A4/A4: "595.28 841.89"
*OpenUI *Resolution/Resolution: PickOne
*OrderDependency: 20 AnySetup *Resolution
*DefaultResolution: 203dpi
*Resolution 203dpi/203 DPI: "<</HWResolution[203 203]/cupsColorSpace 3/cupsColorOrder 0/cupsBitsPerColor 1>>setpagedevice"
*CloseUI: *Resolution
`

/** The ways to a queue of CUPS. */
function waysTo(printer: Printer, queue: string, { url, queue: own }: Cups) {
  return {
    ipp: ippChannel(printer, { kind: 'ipp', url: url.replace(own, queue) }, patience()),
    lp: lpChannel(printer, { kind: 'lp', queue }, patience()),
  }
}

t.test(
  'a label comes out of CUPS in its size, whatever paper the queue has',
  { skip: cupsFiltersAbsent || inLongRun.skip },
  async (t) => {
    const text = 'QZ-0001'
    const { scene } = composeLabel(
      {
        type: 'code128',
        size: '50x30',
        orientation: 'landscape',
        qty: 1,
        showtext: true,
        dpi: '203',
        text,
        format: 'png',
      },
      { maxPixels: 25_000_000 },
    )
    const own = inkOf(pngPicture(png(scene)))
    const before = process.env.CUPS_SERVER
    await withRawPrinter(async (port, received) => {
      await withCups(port, async (cups) => {
        const { device, folder, env, command } = cups
        process.env.CUPS_SERVER = env.CUPS_SERVER
        writeFileSync(join(folder, 'a4.ppd'), a4)
        command('lpadmin', [
          '-p',
          'zebra',
          '-E',
          '-v',
          device,
          '-m',
          'drv:///sample.drv/zebra.ppd',
          '-o',
          'PageSize=w288h360',
        ])
        command('lpadmin', ['-p', 'a4', '-E', '-v', device, '-P', join(folder, 'a4.ppd')])
        try {
          for (const language of ['png', 'pdf'] as const) {
            const printer: Printer = { ...printerOf(language), stock: '50x30' }
            const pieces = [...piecesOf(printer, [{ row: 1, copies: 1, scene }])]
            for (const queue of ['zebra', 'a4']) {
              for (const [way, channel] of Object.entries(waysTo(printer, queue, cups))) {
                const what = `${queue} ${language} ${way}`
                const { confirmed, warnings = [] } = await channel.send(pieces, signal())
                t.equal(confirmed.labels, 1, what)
                const [stream = ''] = await received(1)
                const picture = cupsPicture(stream)
                const ink = inkOf(picture)
                // 203 dpi are 203 to CUPS and 203.2 to a head of 8 dots a mm; a page that lies across may be turned on other paper
                const [width, height] =
                  queue === 'a4' && ink.width < ink.height ? [ink.height, ink.width] : [ink.width, ink.height]
                t.ok(Math.abs(width - own.width) <= 1, `${what}: ${width} of ${own.width} dots`)
                t.ok(Math.abs(height - own.height) <= 1, `${what}: ${height} of ${own.height} dots`)
                if (queue === 'a4') t.match(warnings, [{ code: 'paper_size_unknown', message: /210 x 297 mm$/ }])
                else {
                  t.same(warnings, [])
                  t.ok(await reads(picture, 'code128', text), what)
                  // Ghostscript takes the driver's nearest size, here 2 x 1.25 inches, where one is within 5 points
                  t.ok(picture.width >= 399 && picture.width <= 406, `${what}: ${picture.width} dots of paper`)
                  t.ok(picture.height >= 239 && picture.height <= 254, `${what}: ${picture.height} dots of paper`)
                }
              }
            }
            const large = waysTo({ ...printer, stock: '300x300mm' }, 'a4', cups)
            for (const channel of Object.values(large)) {
              await t.rejects(channel.send(pieces, signal()), {
                code: 'printer_refused',
                message: /would cut the label/,
              })
            }
          }
          // a document that its filters cannot read is not printed, whatever the queue calls its end
          const broken = [piece(1, '%PDF-1.4\nnothing')]
          for (const channel of Object.values(waysTo({ ...printerOf('pdf'), stock: '50x30' }, 'zebra', cups))) {
            await t.rejects(channel.send(broken, signal()), {
              code: 'printer_refused',
              message: /0 labels .* received/,
            })
          }
        } finally {
          if (before === undefined) delete process.env.CUPS_SERVER
          else process.env.CUPS_SERVER = before
        }
      })
    })
  },
)

/** The dots of a label in EPL2, a row for each GW: x, y, bytes, rows, then the bytes, 0 for black. */
function eplPicture(stream: string, { width, height }: Pick<Picture, 'width' | 'height'>): Picture {
  const grey = new Uint8Array(width * height).fill(255)
  const command = /GW(\d+),(\d+),(\d+),(\d+)[,\n]/g
  for (let found = command.exec(stream); found !== null; found = command.exec(stream)) {
    const [left = 0, top = 0, bytes = 0, rows = 0] = found.slice(1).map(Number)
    for (let i = 0; i < 8 * bytes * rows; i++) {
      const [x, y] = [left + (i % (8 * bytes)), top + Math.floor(i / (8 * bytes))]
      const byte = stream.charCodeAt(command.lastIndex + (i >> 3))
      if (x < width && y < height && ((byte >> (7 - (i & 7))) & 1) === 0) grey[y * width + x] = 0
    }
    command.lastIndex += bytes * rows
  }
  return { width, height, grey }
}

t.test('LPrint prints the dots of a PNG on a printer of another language', { skip: lprintAbsent }, async (t) => {
  await withRawPrinter(async (port, received) => {
    await withLprint({ driver: 'epl2_4inch-203dpi-dt', port }, async (url) => {
      for (const size of ['2x1', '4x2', '50x30'] as const) {
        const printer: Printer = { ...printerOf('png'), stock: size }
        const request = { type: 'code128', size, orientation: 'landscape', qty: 1, showtext: true, dpi: '203' } as const
        const { scene } = composeLabel({ ...request, text: 'QZ-0001', format: 'png' }, { maxPixels: 25_000_000 })
        const pieces = [...piecesOf(printer, [{ row: 1, copies: 1, scene }])]
        const channel = ippChannel(printer, { kind: 'ipp', url }, patience({ write: 9000 }))
        t.equal((await channel.condition(signal())).state, 'ready')
        t.equal((await channel.send(pieces, signal())).confirmed.labels, 1)
        const [stream = ''] = await received(1)
        const sent = pngPicture(png(scene))
        const printed = eplPicture(stream, sent)
        t.ok(await reads(printed, 'code128', 'QZ-0001'), `${size}: read`)
        t.same(inkOf(printed), inkOf(sent), `${size}: in its size`)
      }
    })
  })
})
