import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { drawLabel } from '../../src/draw.ts'
import { ippChannel } from '../../src/printing/channels/ipp.ts'
import { zplLabels } from '../oracle/zpl.ts'
import { zxingTexts } from '../oracle/zxing.ts'
import { patience, piece, signal, testPrinter } from '../printing/channels/played-printer.ts'
import { inLongRun } from '../random.ts'
import { ippService } from './ipp-service.ts'

const tests = '/usr/share/cups/ipptool'
const absent = existsSync('/usr/bin/ipptool') && existsSync(tests) ? false : 'ipptool missing'

/** A label of 50 x 25 mm with a Code 128. */
const label = () =>
  drawLabel(
    {
      type: 'code128',
      text: 'QZ-0001',
      size: '50x25',
      dpi: '203',
      format: 'png',
      orientation: 'landscape',
      qty: 1,
      showtext: true,
    },
    { maxPixels: 25_000_000 },
  ).bytes

t.test("ipptool's tests of IPP 1.1, 2.0 and IPP Everywhere", { skip: absent || inLongRun.skip }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'quietzone-ipp-'))
  const service = await ippService({ stock: '50x25' })
  t.teardown(async () => {
    await service.close()
    rmSync(folder, { recursive: true })
  })
  writeFileSync(join(folder, 'label.png'), label())
  const passed: number[] = []
  for (const name of ['ipp-1.1.test', 'ipp-2.0.test', 'ipp-everywhere.test']) {
    // each includes the one before, while its own connection waits; the sample documents that follow are not a part of CUPS
    const [own] = readFileSync(join(tests, name), 'utf8').split('# Test printing all sample documents')
    writeFileSync(join(folder, name), own!.replace(/^INCLUDE .*$/m, ''))
    const args = ['-tI', '-V', '2.0', '-f', join(folder, 'label.png'), service.uri, join(folder, name)]
    const { stdout } = await promisify(execFile)('ipptool', args).catch((error: { stdout: string }) => error)
    const lines = stdout.split('\n')
    const failed = lines.filter((line) => line.includes('[FAIL]'))
    t.same(failed, [], failed.length > 0 ? stdout : name)
    passed.push(lines.filter((line) => line.includes('[PASS]')).length)
  }
  t.same(passed, [30, 1, 1])
  const [job] = service.jobs.store.list({ source: 'ipp', limit: 100 }).toReversed()
  t.match(job, { title: join(folder, 'label.png').slice(-100), state: 'done', labels: 1, first: 'QZ-0001' })
  await service.loopback.until(({ printed }) => printed.length > 0)
  const [printed] = zplLabels(Buffer.from(service.loopback.printed[0]!, 'latin1'))
  t.same(await zxingTexts(printed!, 'code128'), ['QZ-0001'])
})

t.test('our own client prints on it, as on any other printer', inLongRun, async (t) => {
  const service = await ippService({ stock: '50x25' })
  t.teardown(() => service.close())
  const printer = { ...testPrinter, language: 'png', stock: '50x25' } as const
  const channel = ippChannel(printer, { kind: 'ipp', url: service.uri.replace('ipp', 'http') }, patience())
  t.equal((await channel.condition(signal())).state, 'ready')
  const { confirmed, warnings } = await channel.send([{ ...piece(1, 'label', 2), bytes: label() }], signal())
  t.same([confirmed.labels, warnings], [2, undefined])
  t.equal(service.jobs.store.list({ limit: 9 })[0]!.labels, 2)
})
