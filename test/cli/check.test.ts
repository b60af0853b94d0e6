import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { drawBarcode } from '../../src/draw.ts'
import { listedRules, reportSchema } from '../../src/reader/check/index.ts'
import { encode, rowsOf } from '../../symbologies/index.ts'
import { plainPicture } from '../oracle/picture.ts'
import { inLongRun } from '../random.ts'
import { greyPng } from '../reader/check/png-writer.ts'
import { quietzone } from './quietzone.ts'

t.test('notes count where they are asked to', inLongRun, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'check-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'note.png'), greyPng(plainPicture(encode('code39', 'A+A'), 2)))
  const run = (...args: string[]) => quietzone(['check', 'note.png', ...args], { cwd: folder })
  for (const [args, code] of [
    [[], 0],
    [['--fail-on', 'fault'], 0],
    [['--fail-on', 'note'], 1],
    [['--strict'], 1],
    [['--strict', '--fail-on', 'fault'], 2],
    [['--fail-on', 'all'], 2],
  ] as const) {
    t.equal((await run(...args)).code, code, args.join(' '))
  }
  t.match((await run('--format', 'junit')).stdout.toString(), /failures="0"/)
  t.match((await run('--format', 'junit', '--strict')).stdout.toString(), /failures="1"[\s\S]*code39\.fullascii/)
})

t.test('rules and the schema of reports are printed', async (t) => {
  const rules = await quietzone(['check', '--rules'])
  t.match(
    [rules.code, rules.stdout.toString()],
    [0, /^code128\.quiet\.left {2}fault\n {7}10 modules or more.*\n {7}ISO/],
  )
  const json = JSON.parse((await quietzone(['check', '--rules', '--json'])).stdout.toString())
  t.same(json, { rules: listedRules() })
  const schema = await quietzone(['check', '--schema'])
  t.same([schema.code, JSON.parse(schema.stdout.toString())], [0, reportSchema])
})

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
    stdout: /^\{.*"file":"a\.png".*\n.*"file":"b\.png".*\n.*"file":"c\.png"/,
  })
  t.match(await run('?.png', 'a.png'), { code: 2, stdout: /4 pictures: 3 conforming/ })
  t.match(await run('[ab].png'), { code: 2, stdout: /file\.missing/ })
  t.match(await run('x*.png'), { code: 2, stdout: /file\.missing {2}no file has such a name/ })
  t.match(await run('*/a.png'), { code: 2, stderr: /not of a folder/ })
  t.match(await run('a.png', '--format', 'junit'), { code: 0, stdout: /tests="1" failures="0"/ })
  t.match(await run('a.png', '--format', 'sarif', '--json'), { code: 2, stderr: /two formats/ })
  t.match(await run('a.png', '--dpi', '600'), { stdout: /2 pixels at 23622 a metre/ })
  t.match(await run('a.png', '--dpi', '5'), { code: 2, stderr: /from 50 to 9600/ })
  t.match(await run('missing.png'), { code: 2, stdout: /file\.missing {2}the file does not exist/ })
  const told = await run('a.png', 'missing.png', 'c.png', 'b.png', '--json')
  t.match([told.code, told.stderr], [2, ''])
  t.match(
    told.stdout.split('\n').map((line) => (line === '' ? undefined : JSON.parse(line))),
    [
      { file: 'a.png', verdict: 'conforming' },
      { file: 'missing.png', verdict: 'unreadable', symbols: [], error: { code: 'file.missing' } },
      { file: 'c.png', verdict: 'unreadable', error: { code: 'picture.unreadable', message: /PNG/ } },
      { file: 'b.png', text: 'two', verdict: 'conforming' },
      undefined,
    ],
  )
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

t.test('modules without a picture', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'check-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const rows = rowsOf(encode('datamatrix', 'HELLO').matrix)
  writeFileSync(join(folder, 'a.json'), JSON.stringify({ matrix: rows }))
  writeFileSync(join(folder, 'b.txt'), `${rows.join('\n')}\n`)
  writeFileSync(join(folder, 'c.png'), greyPng(plainPicture(encode('datamatrix', 'HELLO'), 2)))
  const run = (...args: string[]) => quietzone(['check', '--matrix', ...args], { cwd: folder })
  for (const [args, code] of [
    [['a.json'], 0],
    [['b.txt', '--text', 'HELLO'], 0],
    [['b.txt', '--text', 'OTHER'], 1],
    [['c.png'], 2],
    [['a.json', '--dpi', '300'], 2],
    [['a.json', '--page', '2'], 2],
  ] as const) {
    t.equal((await run(...args)).code, code, args.join(' '))
  }
  t.match((await run('.')).stdout.toString(), /^a\.json: datamatrix conforming\nb\.txt: .*\n2 pictures: 2 conforming/)
})
