import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { encode, rowsOf } from '../../symbologies/index.ts'
import { barsOf, degraded } from '../check/photo/degraded.ts'
import { greyPng } from '../check/png-writer.ts'
import { scanned } from '../grade/scanned.ts'
import { quietzone } from './quietzone.ts'

t.test('quietzone grade', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'grade-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const run = async (...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> => {
    const { code, stdout, stderr } = await quietzone(['grade', ...args], { cwd: folder })
    return { code, stdout: stdout.toString(), stderr }
  }
  const row = rowsOf(encode('ean13', '400638133393').matrix)[0]!
  const write = (name: string, light: number): void => {
    const picture = degraded(barsOf(row, 16), { module: 8, turn: 4, dark: 15, light, margin: 12, parts: 2 })
    writeFileSync(join(folder, name), greyPng(scanned(picture)))
  }
  write('good.png', 220)
  write('faint.png', 60)
  const good = await run('good.png', '--dpi', '600', '--grade', '1.5/06/660')
  t.match(good, {
    code: 0,
    stderr: '',
    stdout:
      /^estimate: .*\nlight: the greys .*\nean13 "4006381333931"\ngrade: A \(4\.0\), by ISO\/IEC 15416; .* is met\n/,
  })
  t.match(await run('faint.png'), { code: 1, stdout: /\ngrade: F \(0\.0\)/ })
  const both = await run('good.png', 'faint.png', '--json')
  t.equal(both.code, 1)
  t.match(
    both.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
    [
      { file: 'good.png', symbols: [{ grade: 4, lines: { length: 10 } }] },
      { file: 'faint.png', symbols: [{ grade: 0 }] },
    ],
  )
  const { grey, ...size } = degraded(barsOf(row, 16), {
    module: 8,
    turn: 4,
    dark: 15,
    light: 220,
    margin: 12,
    parts: 2,
  })
  writeFileSync(join(folder, 'two.png'), greyPng({ ...size, grey: grey.map((each) => (each < 128 ? 20 : 240)) }))
  const unseen = { code: 2, stdout: /at most A \(4\.0\)[\s\S]*symbol contrast: not seen: the picture has two greys/ }
  t.match(await run('two.png', '--dpi', '600', '--grade', '1.5/06/660'), unseen, 'not known to be met')
  t.match(await run('two.png', '--dpi', '600'), unseen)
  t.match(await run('good.png', '-o', 'report.pdf'), { code: 0, stdout: /^estimate: /, stderr: '' })
  t.match(readFileSync(join(folder, 'report.pdf'), 'latin1'), /^%PDF-[\s\S]*%%EOF\s*$/)
  t.match(await run('good.png', '-o', 'report.png'), { code: 2, stderr: /report\.png: the report is a PDF/ })
  writeFileSync(join(folder, 'none.png'), 'no picture')
  t.match(await run('none.png'), { code: 2, stderr: /none\.png: not a PNG file/ })
  t.match(await run('good.png', '--type', 'qr'), { code: 2, stdout: /^no symbol was found/ })
  t.match(await run('good.png', '--grade', '1.5'), { code: 2, stderr: /--grade: "1\.5" is not a grade/ })
  t.match(await run('good.png', '--grade', '1.5/06/633'), { code: 2, stderr: /--grade: .* the light, 660 \(nm\) or W/ })
  t.match(await run(), { code: 2, stderr: /no picture given/ })
  t.match(await run('missing.png'), { code: 3, stderr: /missing\.png cannot be read/ })
})
