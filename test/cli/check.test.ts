import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { drawBarcode } from '../../src/draw.ts'
import { encode } from '../../symbologies/index.ts'
import { greyPng } from '../check/png-writer.ts'
import { plainPicture } from '../oracle/picture.ts'
import { inLongRun } from '../random.ts'
import { quietzone } from './quietzone.ts'

t.test('quietzone check', inLongRun, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'check-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const png = (name: string, text: string): void => {
    const { bytes } = drawBarcode(
      { text, type: 'qr', format: 'png', includetext: false, scale: 2, height: 10, rotate: 'N' },
      { maxPixels: 1e6 },
    )
    writeFileSync(join(folder, name), bytes)
  }
  const run = async (...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> => {
    const { code, stdout, stderr } = await quietzone(['check', ...args], { cwd: folder })
    return { code, stdout: stdout.toString(), stderr }
  }
  png('a.png', 'one')
  png('b.png', 'two')
  t.match(await run('a.png'), { code: 0, stdout: /^qr: conforming/, stderr: '' })
  t.match(await run('a.png', '--text', 'two'), { code: 1, stdout: /qr\.text/ })
  t.match(await run('a.png', '--type', 'ean8'), { code: 2, stdout: /looks like qr/ })
  t.match(JSON.parse((await run('a.png', '--json')).stdout), { symbology: 'qr', text: 'one', verdict: 'conforming' })
  t.match(await run('--all', '.'), {
    code: 0,
    stdout: /a\.png: qr conforming\nb\.png: qr conforming\n2 pictures: 2 conforming/,
  })
  writeFileSync(join(folder, 'c.png'), 'no picture')
  t.match(await run('--all', '.'), {
    code: 2,
    stdout: /c\.png: - unreadable picture\.unreadable\n3 pictures: 2 conforming, 0 faults, 1 unreadable/,
  })
  t.match(await run('*.png', '--json'), {
    code: 2,
    stdout: /^\{"file":"a\.png".*\n\{"file":"b\.png".*\n\{"file":"c\.png"/,
  })
  t.match(await run('?.png', 'a.png'), { code: 2, stdout: /4 pictures: 3 conforming/ })
  t.match(await run('[ab].png'), { code: 3 })
  t.match(await run('x*.png'), { code: 3, stderr: /no file has such a name/ })
  t.match(await run('*/a.png'), { code: 2, stderr: /not of a folder/ })
  t.match(await run('a.png', '--format', 'junit'), { code: 0, stdout: /tests="1" failures="0"/ })
  t.match(await run('a.png', '--format', 'sarif', '--json'), { code: 2, stderr: /two formats/ })
  t.match(await run('a.png', '--dpi', '600'), { stdout: /2 pixels at 23622 a metre/ })
  t.match(await run('a.png', '--dpi', '5'), { code: 2, stderr: /from 50 to 9600/ })
  t.match(await run('missing.png'), { code: 3, stderr: /missing\.png cannot be read/ })
  t.match(await run('a.png', '--type', 'pdf417'), { code: 2, stderr: /accepted: code128/ })
  t.match(await run('a.png'), { stdout: /\nX: 0\.169 mm \(2 pixels at 11811 a metre\)\n/ })
  t.match(await run('a.png', '--application', 'other'), {
    code: 1,
    stdout: /^fault {2}qr\.x\.minimum {2}X is 0\.169 mm/m,
  })
  t.match(await run('a.png', '--application', 'healthcare'), { code: 1, stdout: /^fault {2}qr\.application/m })
  t.match(await run('a.png', '--application', 'shop'), { code: 2, stderr: /--application: "shop"; accepted: retail, / })
  const gs1 = plainPicture(encode('qr', '010950600013435217261231', { gs1: true }), 3)
  writeFileSync(join(folder, 'gs1.png'), greyPng(gs1))
  t.match(await run('gs1.png', '--text', '(01)09506000134352(17)261231'), {
    code: 0,
    stdout: /\nGS1: "\(01\)09506000134352\(17\)261231"\n {2}\(01\) GTIN: .*\n {2}\(17\) .*, 2026-12-31\n/,
  })
  t.match(JSON.parse((await run('gs1.png', '--json')).stdout), {
    gs1: { form: 'elements', raw: '^010950600013435217261231' },
  })
  rmSync(join(folder, 'gs1.png'))
  t.match(await run(), { code: 2, stderr: /no picture given/ })
  const huge = Buffer.concat([
    execFileSync('head', ['-c', '16', join(folder, 'a.png')]),
    Buffer.from([0, 1, 0, 0, 0, 1, 0, 0]),
    Buffer.alloc(20),
  ])
  writeFileSync(join(folder, 'huge.png'), huge)
  t.match(await run('huge.png'), { code: 2, stdout: /more than the/ })
})
