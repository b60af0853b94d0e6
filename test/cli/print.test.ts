/** Labels straight to a printer by command line, one at a time and from a table. */

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { testPage } from '../../src/draw/test-page.ts'
import { zpl } from '../../src/render/deflate.ts'
import { pngPicture } from '../oracle/picture.ts'
import { hostStatus, type LoopbackPrinter } from '../printing/channels/loopback-printer.ts'
import { inLongRun } from '../random.ts'
import { folder, printer, run, zplOf } from './printing.ts'
import { quietzone } from './quietzone.ts'

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
  t.match(stdout.toString(), /^dock-3: ([13] labels? \(1 row, \d+ bytes\)) sent, \1 received, [13] labels? printed\n$/)
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
  mkdirSync(join(folder, 'quietzone-state'))
  copyFileSync(join(folder, 'printers.json'), join(folder, 'quietzone-state', 'printers.json'))
  const kept = await quietzone(['print', '--list'], { cwd: folder })
  t.match(kept.stdout.toString(), /^dock-3 /, 'those that a service here keeps')
  const off = await quietzone(['print', '--list'], { cwd: folder, env: { QZ_STATE: 'off' } })
  t.match(off.stderr, /no printers/)
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
  t.match(stderr, /row 2 \(line 2\): invalid_parameter: zpl: "rle" is not z64/)
})

t.test('the test page, on the printer and in a file', inLongRun, async (t) => {
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
    [['--size', '4x6', '-o', 'x.svg'], /a test page is zpl, tspl, epl, cpcl, escpos, brother, dymo, pdf, png/],
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
