/** Labels straight to a printer by command line, one at a time and from a table. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { queryObjects } from 'node:v8'
import t, { type Test } from 'tap'
import { composeRow, printerOutput } from '../../src/cli/batch/targets.ts'
import { endpoints } from '../../src/cli/endpoints.ts'
import { labelsOf } from '../../src/cli/printers.ts'
import { testPage } from '../../src/draw/test-page.ts'
import { composeLabel, type LabelRequest } from '../../src/draw.ts'
import { zpl } from '../../src/render/deflate.ts'
import { pngPicture } from '../oracle/picture.ts'
import { printerAt } from '../printers/jobs.ts'
import { type Behaviour, hostStatus, type LoopbackPrinter, loopbackPrinter } from '../printers/loopback-printer.ts'
import { type Ended, ended, quietzone, started } from './program.ts'

const folder = mkdtempSync(join(tmpdir(), 'quietzone-print-'))
t.teardown(() => rmSync(folder, { recursive: true }))

/** What the printers of the tests print: a small label, as it is fed. */
const label = { type: 'code128', size: '50x30', orientation: 'landscape', dpi: '203', showtext: true } as const

/** The ZPL of a label. */
function zplOf(text: string, copies = 1): string {
  const request: LabelRequest = { ...label, text, qty: copies, format: 'zpl' }
  return Buffer.from(zpl(composeLabel(request, { maxPixels: 25_000_000 }).scene, copies)).toString('latin1')
}

/** A printer named dock-3, and the file that names it; it is gone after the test. */
async function printer(t: Test, behaviour: Partial<Behaviour> = {}, fields: object = {}): Promise<LoopbackPrinter> {
  const printer = await loopbackPrinter(behaviour)
  t.teardown(() => printer.close())
  const { address } = printer
  const described = { name: 'dock-3', address, language: 'zpl', dpi: 203, stock: '50x30', ...fields }
  writeFileSync(join(folder, 'printers.json'), JSON.stringify([described]))
  return printer
}

const env = { QZ_PRINTERS: 'printers.json' }

async function run(t: Test, args: readonly string[], code = 0): Promise<Ended> {
  const done = await quietzone(args, { cwd: folder, env })
  t.equal(done.code, code, `quietzone ${args.join(' ')}: ${done.stderr}`)
  return done
}

/** A table of rows that are QZ-1, QZ-2 and so on. */
function table(rows: number): void {
  const texts = Array.from({ length: rows }, (_, i) => `QZ-${i + 1}\n`)
  writeFileSync(join(folder, 'rows.csv'), `text\n${texts.join('')}`)
}

/** What the printer is sent for the rows from `first` to `last`. */
const rowsAsZpl = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, i) => zplOf(`QZ-${first + i}`)).join('')

t.test('a label is drawn as the printer needs it, and sent', async (t) => {
  const { printed, jobs } = await sent(t, ['--type', 'code128', 'QZ-1', '--qty', '3'])
  t.same(printed, [zplOf('QZ-1', 3)])
  t.ok(jobs[0]!.asked > 0)
  const tall = await sent(t, [
    '--type',
    'code128',
    '--orientation',
    'portrait',
    'QZ-1',
    '--dpi',
    '203',
    '--size',
    '50x30',
  ])
  t.match(tall.printed, [/\^PW400\^LL240\n/])
})

/** The printer after a label was printed on it. */
async function sent(t: Test, args: readonly string[]): Promise<LoopbackPrinter> {
  const dock = await printer(t)
  const { stdout, stderr } = await run(t, ['print', '--printer', 'DOCK-3', ...args])
  t.match(stdout.toString(), /^dock-3: ([13] labels? \(1 row, \d+ bytes\)) sent, \1 confirmed\n$/)
  t.equal(stderr, '')
  return dock
}

t.test('the test page of a printer', async (t) => {
  const dock = await printer(t)
  const { stdout, stderr } = await run(t, ['print', '--printer', 'dock-3', '--test'])
  const { scenes } = testPage('50x30', '203', 'dock-3')
  t.equal(dock.printed.join(''), scenes.map((scene) => Buffer.from(zpl(scene, 1)).toString('latin1')).join(''))
  t.match(stdout.toString(), /^dock-3: 4 labels \(1 row, \d+ bytes\) sent, 4 labels/)
  t.equal(stderr, '')
  const small = await printer(t, {}, { stock: '25x10' })
  t.equal(
    (await run(t, ['print', '--printer', 'dock-3', '--test'])).stderr,
    'quietzone: 25x10 has no room for EAN-13, Code 39, ITF-14, UPC-A\n',
  )
  t.equal(small.printed.join('').split('^PW200^LL80').length, 9)
  const misplaced = await run(t, ['print', '--printer', 'dock-3', '--test', '--type', 'qr', 'QZ-1'], 2)
  t.match(misplaced.stderr, /--test prints no label of yours: leave the text out/)
  t.match((await run(t, ['print', '--list', '--test'], 2)).stderr, /leave --test out/)
})

t.test('printers are listed, with their states if that is asked for', async (t) => {
  await printer(t, { answer: () => hostStatus({ paperOut: true }) })
  t.equal((await run(t, ['print', '--list'])).stdout.toString(), 'dock-3  zpl  203 dpi  50x30\n')
  const { stdout } = await run(t, ['print', '--list', '--state', '--printers', 'printers.json'])
  t.match(stdout.toString(), /^dock-3 {2}zpl {2}203 dpi {2}50x30 {2}paper_out {2}\S.*\n$/)
})

t.test('what cannot be printed is said before anything is sent', async (t) => {
  const dock = await printer(t)
  const refusals: readonly (readonly [args: readonly string[], why: RegExp])[] = [
    [['QZ-1'], /no printer given; name one with --printer/],
    [['--printer', 'dock-4', 'QZ-1'], /printer_unknown: "dock-4" is no printer here; there are dock-3/],
    [
      ['--printer', 'dock-3', '--dpi', '300', 'QZ-1'],
      /invalid_parameter: dpi: "300" is not 203, the resolution of printer dock-3/,
    ],
    [['--printer', 'dock-3', '--size', '4x6', 'QZ-1'], /size: "4x6" is not 50x30, the stock of printer dock-3/],
    [['--printer', 'dock-3', '--format', 'pdf', 'QZ-1'], /format: "pdf" is not zpl, the language of printer dock-3/],
    [['--list', '--printer', 'dock-3'], /--list is about all printers: leave --printer out/],
    [['--state', '--printer', 'dock-3', 'QZ-1'], /--state works only with --list/],
  ]
  for (const [args, why] of refusals) t.match((await run(t, ['print', '-t', 'code128', ...args], 2)).stderr, why)
  t.match((await run(t, ['print', '-t', 'ean13', '--printer', 'dock-3', 'x'], 1)).stderr, /invalid_character/)
  t.match((await run(t, ['print', '--list', '--printers', 'none.json'], 3)).stderr, /none\.json: cannot be read/)
  const without = await quietzone(['print', '--list'], { cwd: folder })
  t.match(without.stderr, /no printers: name their file in QZ_PRINTERS, or with --printers FILE/)
  t.same(dock.jobs, [])
})

t.test('bitmaps are packed as the printer needs it, or as it is said', async (t) => {
  const dock = await printer(t, {}, { zpl: 'rle' })
  const one = ['print', '--printer', 'dock-3', '-t', 'code128', 'QZ-1']
  for (const more of [[], ['--zpl', 'z64'], ['--zpl', 'rle']]) await run(t, [...one, ...more])
  t.same(
    dock.printed.map((text) => text.includes(':Z64:')),
    [false, true, false],
  )
  writeFileSync(join(folder, 'packed.csv'), 'text,zpl\nQZ-1,rle\nQZ-2,z64\n')
  const { stderr } = await run(t, ['batch', 'packed.csv', '-t', 'code128', '--printer', 'dock-3', '--zpl', 'z64'], 1)
  t.match(stderr, /row 1 \(line 2\): invalid_parameter: zpl: "rle" is not z64/)
})

t.test('the test page, on the printer and in a file', async (t) => {
  const dock = await printer(t, {}, { stock: '4x6' })
  const { stdout } = await run(t, ['print', '--test', '--printer', 'dock-3'])
  t.match(stdout.toString(), /^dock-3: 1 label /)
  t.match(dock.printed, [/\^PW813\^LL1219\n/])
  await run(t, ['print', '--test', '--printer', 'dock-3', '-o', 'test.zpl'])
  t.same([readFileSync(join(folder, 'test.zpl')).toString('latin1')], dock.printed)
  await run(t, ['print', '--test', '--printer', 'dock-3', '-o', 'test.png'])
  const { width, height } = pngPicture(readFileSync(join(folder, 'test.png')))
  t.same([width, height], [813, 1219])
  await run(t, ['print', '--test', '--size', '50x30', '--dpi', '300', '-o', 'test.pdf'])
  t.match(readFileSync(join(folder, 'test.pdf')).toString('latin1'), /^%PDF-/)
  t.equal(dock.printed.length, 1)
  const assumed = await run(t, ['print', '--test', '--size', '4x6', '-o', 'test.zpl'])
  t.match(assumed.stderr, /^quietzone: warning: dpi_assumed; .* 300 dpi/)
  t.match(readFileSync(join(folder, 'test.zpl')).toString('latin1'), /\^PW1200\^LL1800\n/)
  t.equal((await run(t, ['print', '--test', '--size', '4x6', '--dpi', '300', '-o', 'test.zpl'])).stderr, '')
  for (const [args, why] of [
    [['--printer', 'dock-3', 'QZ-1'], /--test prints no label of yours: leave the text out/],
    [['--printer', 'dock-3', '--qty', '2'], /--test prints no label of yours: leave --qty out/],
    [['--printer', 'dock-3', '--dpi', '300'], /dpi: "300" is not 203, the resolution of printer dock-3/],
    [['--size', '1x1', '-o', 'x.pdf'], /size: "1x1" is not/],
    [['--size', '4x6', '-o', 'x.svg'], /a test page is zpl, pdf, png/],
    [['--size', '25x10', '-o', 'x.png'], /the test page is \d+ labels of this size, a PNG each; give -o test-%d\.png/],
    [['--list'], /--list is about all printers: leave --test out/],
  ] as const) {
    t.match((await run(t, ['print', '--test', ...args], 2)).stderr, why)
  }
  t.match((await run(t, ['print', '-t', 'qr', 'QZ', '--printer', 'dock-3', '-o', 'x'], 2)).stderr, '-o works only with')
})

t.test('a label, a table and a printer have the same ZPL, as it is fed', async (t) => {
  const dock = await printer(t, {}, { stock: '4x6' })
  const drawn = ['-t', 'qr', '--dpi', '203', '--size', '4x6']
  writeFileSync(join(folder, 'one.csv'), 'text\nQC-2\n')
  await run(t, ['label', ...drawn, '-o', 'label.zpl', 'QC-2'])
  const ofTable = await run(t, ['batch', 'one.csv', '--as', 'label', ...drawn, '-o', 'rows.zpl'])
  writeFileSync(join(folder, 'named.csv'), 'file,text\neach.zpl,QC-2\n')
  await run(t, ['batch', 'named.csv', '--as', 'label', ...drawn, '-o', '.'])
  await run(t, ['print', '--printer', 'dock-3', '-t', 'qr', 'QC-2'])
  const files = ['label.zpl', 'rows.zpl', 'each.zpl'].map((name) => readFileSync(join(folder, name), 'latin1'))
  for (const file of [...files, dock.printed[0]]) t.equal(file, files[0])
  t.match(files[0], /\^PW813\^LL1219\n/)
  t.notMatch(ofTable.stderr, /warning/)
  for (const args of [
    ['label', '-t', 'qr', 'QC-2', '-o', 'label.zpl'],
    ['batch', 'one.csv', '--as', 'label', '-t', 'qr', '-o', 'rows.zpl'],
  ]) {
    t.match((await run(t, args)).stderr, /warning: dpi_assumed; .* 300 dpi/)
    t.match((await run(t, [...args, '--strict'], 1)).stderr, /not_conforming: .* 300 dpi/)
  }
})

t.test('a printer that does not print is an error with its code', async (t) => {
  await printer(t, { answer: () => hostStatus({ headUp: true }) })
  const one = ['print', '--printer', 'dock-3', '-t', 'code128', 'QZ-1']
  t.match((await run(t, one, 3)).stderr, /^quietzone: printer_refused: printer dock-3 .*; nothing was sent\n$/)
  await (await printer(t)).close()
  t.match((await run(t, one, 3)).stderr, /^quietzone: printer_unreachable: .*; nothing was sent\n$/)
})

t.test('a batch is printed row by row; rows that cannot be drawn are reported', async (t) => {
  const dock = await printer(t)
  writeFileSync(join(folder, 'mixed.csv'), 'text,qty,size\nQZ-1,,\nQZ-2,2,50x30\nQZ-3,,4x6\nQZ-4,x,\nQZ-5,,\n')
  const { stdout, stderr } = await run(t, ['batch', 'mixed.csv', '-t', 'code128', '--printer', 'dock-3'], 1)
  t.match(stderr, /row 3 \(line 4\): invalid_parameter: size: "4x6" is not 50x30, the stock of printer dock-3/)
  t.match(stderr, /row 4 \(line 5\): invalid_parameter: qty/)
  t.match(stderr, /3 of 5 rows drawn to printer dock-3; 2 failed: 2 invalid_parameter/)
  t.match(
    stdout.toString(),
    /^dock-3: 4 labels \(3 rows, \d+ bytes\) sent, 4 labels \(3 rows, \d+ bytes\) confirmed\n$/,
  )
  t.same(dock.printed, [zplOf('QZ-1') + zplOf('QZ-2', 2) + zplOf('QZ-5')])
})

t.test('a batch that fails half-way names the command that goes on', async (t) => {
  table(40)
  const dock = await printer(t, { reads: rowsAsZpl(1, 20).length, afterwards: 'reset' })
  const batch = ['batch', 'rows.csv', '-t', 'code128', '--printer', 'dock-3', '--orientation=landscape']
  const { stderr } = await run(t, batch, 3)
  const [, row, command = ''] =
    /confirmed: go on from row (\d+); the rows before \1 are certain; to go on: quietzone (.*)\n$/.exec(stderr) ?? []
  t.equal(command, `batch --from ${row} ${batch.slice(1).join(' ')}`, stderr)
  const from = Number(row)
  t.ok(from > 1 && from <= 40, `row ${from}`)
  t.ok(dock.printed[0]!.startsWith(rowsAsZpl(1, from - 1)), 'what is certain has arrived')
  dock.behaviour.reads = Number.POSITIVE_INFINITY
  const on = await run(t, command.split(' '))
  t.match(on.stderr, `${41 - from} of ${41 - from} rows drawn to printer dock-3`)
  t.equal(dock.printed[1], rowsAsZpl(from, 40))
  const last = await run(t, ['batch', '--from', '41', ...batch.slice(1)])
  t.match(last.stderr, '0 of 0 rows drawn')
  t.equal(dock.printed.length, 2, 'nothing to print is no job')
})

t.test('rows that are left out keep their numbers, and are not judged', async (t) => {
  const dock = await printer(t)
  writeFileSync(join(folder, 'doubts.csv'), 'text,qty\nQZ-1,x\nQZ-2,1\nQZ-3,x\n')
  const { stderr } = await run(t, ['batch', 'doubts.csv', '-t', 'code128', '--printer', 'dock-3', '--from=2'], 1)
  t.match(stderr, /^row 3 \(line 4\): /)
  t.match(stderr, '1 of 2 rows drawn')
  t.same(dock.printed, [zplOf('QZ-2')])
})

t.test('a signal stops a batch after the label that is being printed', async (t) => {
  const dock = await printer(t)
  const args = ['batch', '-', '-t', 'code128', '--printer', 'dock-3']
  const child = started(args, env, folder)
  const done = ended(child)
  child.stdin!.write('text\nQZ-1\nQZ-2\n')
  const two = rowsAsZpl(1, 2)
  await dock.until(({ printed }) => printed[0]?.length === two.length)
  child.kill('SIGTERM')
  const { code, stderr, stdout } = await done
  t.equal(code, 130)
  t.match(stdout.toString(), /^dock-3: 2 labels .* confirmed\n$/)
  t.match(stderr, /to go on: quietzone batch --from 3 - -t code128 --printer dock-3\n/)
  t.match(stderr, /stopped before the last row\n$/)
  t.same(dock.printed, [two])
})

t.test('options of a batch that do not go together', async (t) => {
  await printer(t)
  table(1)
  for (const [args, why] of [
    [['--printer', 'dock-3', '-o', 'out'], /-o and --printer are two places; give one of them/],
    [['--from', '3', '-o', 'out'], /--from works only with --printer/],
    [['--printers', 'printers.json', '-o', 'out'], /--printers works only with --printer/],
    [['--printer', 'dock-3', '--from', '0'], /--from: "0" is not the number of a row, from 1/],
    [['--printer', 'dock-3', '--as', 'barcode'], /--printer prints labels only; leave --as out/],
    [['--printer', 'dock-3', '--size', '4x6'], /size: "4x6" is not 50x30, the stock of printer dock-3/],
  ] as const) {
    t.match((await run(t, ['batch', 'rows.csv', '-t', 'code128', ...args], 2)).stderr, why)
  }
})

t.test('a printer of PDF gets all rows in one document', async (t) => {
  const dock = await printer(t, {}, { language: 'pdf' })
  table(3)
  const { stdout } = await run(t, ['batch', 'rows.csv', '-t', 'code128', '--printer', 'dock-3'])
  t.match(stdout.toString(), /^dock-3: 3 labels \(3 rows, /)
  t.match(dock.printed, [/^%PDF-[\s\S]*\/Count 3[\s\S]*%%EOF\s*$/])
})

t.test('a long batch keeps nothing of the rows that the printer has', async (t) => {
  const loopback = await printer(t)
  const dock = printerAt(loopback, { stock: '50x30' })
  const labels = labelsOf(dock, {})
  const limits = { maxPixels: 25_000_000 }
  const output = printerOutput({ printer: dock, labels, commandFrom: String })
  const given = { type: ['qr'], text: ['QZ'] }
  const put = async (first: number, last: number): Promise<number> => {
    for (let number = first; number <= last; number++) {
      const row = { number, given, hasLostLineFeed: false, file: undefined }
      await output.put(number, composeRow(row, { labels, endpoint: endpoints.label, limits }))
    }
    return queryObjects(Promise, { format: 'count' })
  }
  const before = await put(1, 20)
  const after = await put(21, 220)
  t.ok(after < before + 100, `${before} promises after 20 rows, ${after} after 220`)
  await output.finish()
  t.equal(loopback.printed[0]!.split('^XZ').length - 1, 220)
})

t.test('parts of a text are labels of one row', async (t) => {
  const dock = await printer(t)
  const { stdout } = await run(t, ['print', '--printer', 'dock-3', '-t', 'qr', '--parts', '2', 'QZ-0001-QZ-0002'])
  t.match(stdout.toString(), /^dock-3: 2 labels \(1 row, /)
  t.equal(dock.printed[0]!.split('^XZ').length - 1, 2)
})
