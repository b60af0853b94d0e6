import { execFile, execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { drawLabel } from '../../src/draw.ts'
import { zplLabels } from '../oracle/zpl.ts'
import { zxingTexts } from '../oracle/zxing.ts'
import { cupsFiltersAbsent, withCups } from '../printing/channels/print-servers.ts'
import { ippService } from './ipp-service.ts'

const run = promisify(execFile)

const label = (format: 'png' | 'pdf') =>
  drawLabel(
    {
      type: 'code128',
      text: 'QZ-0001',
      size: '4x6',
      dpi: '203',
      format,
      orientation: 'portrait',
      qty: 1,
      showtext: true,
    },
    { maxPixels: 25_000_000 },
  ).bytes

t.test("CUPS' queue without a driver: PDF, PNG, text and rasters", { skip: cupsFiltersAbsent }, async (t) => {
  const service = await ippService({ stock: '4x6' })
  t.teardown(() => service.close())
  await withCups(service.loopback.port, async ({ folder, env }) => {
    // commands that wait for the service, which is in this process
    const command = (name: string, ...args: string[]) =>
      run(name, args, { env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin`, ...env } })
    await command('lpadmin', '-p', 'labels', '-E', '-v', service.uri, '-m', 'everywhere')
    const file = (name: string): string => join(folder, name)
    writeFileSync(file('label.pdf'), label('pdf'))
    writeFileSync(file('label.png'), label('png'))
    writeFileSync(file('label.txt'), 'Shelf 42\n')
    const raster = (device: string, name: string, space: number): void => {
      const options = ['-q', '-dNOPAUSE', '-dBATCH', '-r203', `-dcupsColorSpace=${space}`, '-dcupsBitsPerColor=8']
      execFileSync('gs', [...options, `-sDEVICE=${device}`, `-sOutputFile=${file(name)}`, file('label.pdf')], {
        stdio: 'pipe',
      })
    }
    raster('pwgraster', 'label.pwg', 18)
    raster('urf', 'label.urf', 19)
    let id = 0
    const printed = async (name: string): Promise<string> => {
      const before = service.loopback.printed.length
      await service.ended(++id)
      await service.loopback.until((printer) => printer.printed.length > before - 1)
      const job = service.jobs.store.get(id)
      t.match(job, { state: 'done', source: 'ipp' }, name)
      return job?.first ?? ''
    }
    for (const [name, symbol] of [
      ['label.pdf', 'QZ-0001'],
      ['label.png', 'QZ-0001'],
      ['label.txt', ''],
    ] as const) {
      const known = new Set(service.jobs.store.list({ limit: 100 }).map((job) => job.id))
      const arrives = new Promise<number>((resolve) => {
        const end = service.jobs.store.onChange((job) => {
          if (known.has(job.id)) return
          end()
          resolve(job.id)
        })
      })
      await command('lp', '-d', 'labels', '-t', name, file(name))
      id = (await arrives) - 1
      t.equal(await printed(name), symbol, name)
    }
    for (const [name, type] of [
      ['label.pwg', 'image/pwg-raster'],
      ['label.urf', 'image/urf'],
    ] as const) {
      writeFileSync(
        file('print.test'),
        `{ OPERATION Print-Job
GROUP operation-attributes-tag ATTR charset attributes-charset utf-8 ATTR naturalLanguage attributes-natural-language en
ATTR uri printer-uri $uri ATTR name requesting-user-name $user ATTR mimeMediaType document-format ${type}
FILE ${file(name)} STATUS successful-ok EXPECT job-id }`,
      )
      await run('ipptool', ['-tI', service.uri, file('print.test')])
      id = service.jobs.store.list({ limit: 1 })[0]!.id - 1
      t.equal(await printed(name), 'QZ-0001', name)
    }
  })
  const labels = service.loopback.printed.flatMap((text) => zplLabels(Buffer.from(text, 'latin1')))
  t.equal(labels.length, 5)
  const texts = await Promise.all(labels.map((each) => zxingTexts(each, 'code128')))
  t.same(texts.flat(), Array(4).fill('QZ-0001'))
})
