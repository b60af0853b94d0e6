import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { encode, rowsOf } from '../../symbologies/index.ts'
import { inLongRun } from '../random.ts'
import { barsOf, degraded } from '../reader/check/photo/degraded.ts'
import { greyPng } from '../reader/check/png-writer.ts'
import { scanned } from '../reader/grade/scanned.ts'
import { quietzone } from './quietzone.ts'

/** An SVG in greys whose modules do not lie on pixels: their edges are grey by antialiasing. */
function greySvg(rows: readonly string[], offset: number): string {
  const modules = rows.flatMap((row, y) =>
    [...row].map((module, x) =>
      module === '1' ? `<rect x="${x + offset}" y="${y + offset}" width="1" height="1"/>` : '',
    ),
  )
  const [width, height] = [rows[0]!.length + 10, rows.length + 10]
  const size = `width="${width / 2}mm" height="${height / 2}mm" viewBox="-5 -5 ${width} ${height}"`
  const paper = `<rect x="-5" y="-5" width="${width}" height="${height}" fill="#e8e8e8"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${paper}<g fill="#202020">${modules.join('')}</g></svg>`
}

t.test('pages of a PDF, and an SVG, drawn as for a check', inLongRun, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'grade-pages-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const run = async (...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> => {
    const { code, stdout, stderr } = await quietzone(args, { cwd: folder })
    return { code, stdout: stdout.toString(), stderr }
  }
  await run('label', '-t', 'qr', 'QZ-0001', '--size', '50x30', '--qty', '2', '-o', 'labels.pdf')
  const page = { drawn: { page: 2, pages: 2 }, symbols: [{ text: 'QZ-0001', letter: 'A', isBound: true }] }
  for (const [args, drawn] of [
    [[], {}],
    [['--dpi', '300'], { dpi: 300, width: 591, height: 354 }],
  ] as const) {
    const { code, stdout } = await run('grade', 'labels.pdf', '--page', '2', '--json', ...args)
    t.equal(code, 2)
    const report = JSON.parse(stdout)
    t.match(report, { ...page, drawn: { ...page.drawn, ...drawn } })
    const { width, height, dpi } = report.drawn
    t.ok(Math.abs(width / height - 5 / 3) < 0.01 && Math.abs((width / dpi) * 25.4 - 50) < 0.2, `${width}, ${dpi} dpi`)
  }
  t.match(await run('grade', 'labels.pdf', '--dpi', '300'), {
    code: 2,
    stdout: /\ndrawn: Page 1\/2 of the PDF was drawn at 300 dpi, as 591 × 354 pixels\.\n/,
  })
  t.match(await run('grade', 'labels.pdf', '--page', '3'), { code: 2, stderr: /labels\.pdf: the PDF has 2 pages/ })
  t.match(await run('grade', 'labels.pdf', '--page', '0'), { code: 2, stderr: /--page: "0" is not a number/ })
  t.match(await run('grade', 'labels.pdf', '-o', 'report.pdf'), { code: 2, stderr: '' })
  t.match(readFileSync(join(folder, 'report.pdf'), 'latin1'), /^%PDF-[\s\S]*%%EOF\s*$/)
  for (const offset of [0, 0.37]) {
    writeFileSync(join(folder, 'grey.svg'), greySvg(rowsOf(encode('qr', 'QZ-0001').matrix), offset))
    const { code, stdout } = await run('grade', 'grey.svg', '--grade', '1.5/06/660', '--json')
    const [symbol] = JSON.parse(stdout).symbols
    const contrast = symbol.parameters.find(({ name }: { name: string }) => name === 'contrast')
    t.match({ code, contrast }, { code: 2, contrast: { value: null, reason: offset === 0 ? 'two_greys' : 'drawing' } })
    t.match(symbol, { isBound: true, isMet: null, text: 'QZ-0001' })
  }
  // a scan in a page has noise, and contrast
  const rows = rowsOf(encode('qr', 'QZ-0001').matrix)
  const scan = degraded(rows, { module: 10, dark: 20, light: 220, blur: 0.6, margin: 12, parts: 2, noise: 3 })
  const png = Buffer.from(greyPng(scanned(scan))).toString('base64')
  const image = `<image width="${scan.width}" height="${scan.height}" href="data:image/png;base64,${png}"/>`
  const size = `width="${scan.width}" height="${scan.height}"`
  writeFileSync(join(folder, 'scan.svg'), `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${image}</svg>`)
  const { stdout, stderr } = await run('grade', 'scan.svg')
  t.match({ stdout, stderr }, { stderr: /picture|image/ }, 'an SVG with a picture is not drawn')
})

t.test('quietzone grade', inLongRun, async (t) => {
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
