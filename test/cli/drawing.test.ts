import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { encode, rowsOf } from '../../symbologies/index.ts'
import { inLongRun } from '../random.ts'
import { quietzone } from './quietzone.ts'

// Each command of the built program in its simplest forms; the long run has all others.
const folder = mkdtempSync(join(tmpdir(), 'quietzone-commands-'))
t.teardown(() => rmSync(folder, { recursive: true }))

/** Runs the program, which has to end with `code`; what it printed, or its complaint. */
async function run(t: Test, args: readonly string[], code = 0): Promise<string> {
  const ended = await quietzone(args, { cwd: folder })
  t.equal(ended.code, code, `quietzone ${args.join(' ')}: ${ended.stderr}`)
  return code === 0 ? ended.stdout.toString() : ended.stderr
}

t.test('warnings, strict, plan', inLongRun, async (t) => {
  const doubtful = ['barcode', '--type', 'ean13', '--text', '590123412345', '-o', 'b.png']
  t.match(await run(t, [...doubtful, '--strict=maybe'], 2), '"maybe" is not true or false')
  writeFileSync(join(folder, 'doubts.csv'), 'type,text\nqr,"one\n"\nean13,590123412345\n')
  const batch = await quietzone(['batch', 'doubts.csv', '-o', 'doubts'], { cwd: folder })
  t.equal(batch.code, 0)
  t.match(batch.stderr, /^row 3 \(line 4\): warning: x_below_minimum; .*\nrow 3 \(line 4\): warning: bars_too_low; /)
  t.match(
    batch.stderr,
    /2 of 2 rows .*; warnings: 1 x_below_minimum, 1 bars_too_low; a line feed at the end of 1 text was removed/,
  )
  t.match(
    await run(t, ['batch', 'doubts.csv', '-o', 'strict', '--strict'], 1),
    /row 3 .*not_conforming[\s\S]*1 of 2 rows/,
  )
  const fed = await quietzone(['matrix', '--type', 'qr', '--text', '-'], { cwd: folder, input: 'QZ\r\n' })
  t.match(fed.stderr, 'one line feed at the end of the text was removed')
  t.same(fed.stdout.toString().trim().split('\n'), rowsOf(encode('qr', 'QZ').matrix))
  const plan = ['plan', '--type', 'ean13', '--text', '590123412345', '--size', '40x20', '--dpi', '203']
  const planned = await quietzone(plan, { cwd: folder })
  t.equal(planned.code, 1)
  t.match(
    planned.stdout.toString(),
    /^EAN-13 on 40x20 .*203 dpi, for retail\nscans: doubtful\n[\s\S]*nearest change: size=70x50/,
  )
  t.match(JSON.parse(await run(t, ['plan', '--type', 'qr', '--text', 'QZ', '--json'])), { scans: 'yes', nearest: null })
})

t.test('plan for a printer of the file, of a symbol and of a design', inLongRun, async (t) => {
  const ql = {
    address: 'socket://192.0.2.1:9100',
    language: 'brother',
    dpi: 300,
    stock: '62x100mm',
    model: 'QL-820NWB',
  }
  const shelf = {
    ...{ name: 'shelf', size: '62x100mm', fields: {} },
    elements: [{ kind: 'symbol', name: 'code', at: [10, 10], size: [30, 30], type: 'qr', value: 'QZ-1' }],
  }
  const cwd = t.testdir({
    'printers.json': JSON.stringify([
      { ...ql, name: 'dock' },
      { ...ql, name: 'askew', offset: [-30, 0] },
    ]),
    'shelf.json': JSON.stringify(shelf),
  })
  const plan = (printer: string, ...args: string[]) =>
    quietzone(['plan', '--printers', 'printers.json', '--printer', printer, ...args], { cwd })
  for (const args of [
    ['-t', 'ean13', '590123412345', '--orientation', 'portrait'],
    ['--design', 'shelf.json'],
  ]) {
    const [sound, moved] = [await plan('dock', ...args), await plan('askew', ...args)]
    t.match(sound, { code: 0, stdout: / on 62x100mm .*at 300 dpi/ }, args.join(' '))
    t.match(moved, { code: 1, stdout: /scans: no[\s\S]*does_not_fit; the printer's offset, -30,0, would cut/ })
  }
  t.match(await plan('dock', '-t', 'qr', 'a', '--dpi', '203'), {
    code: 2,
    stderr: /is not 300, the resolution of printer/,
  })
  t.match(await plan('lab', '-t', 'qr', 'a'), { code: 2, stderr: /printer_unknown/ })
  const alone = await quietzone(['plan', '--printers', 'printers.json', '-t', 'qr', 'a'], { cwd })
  t.match(alone, { code: 2, stderr: /--printers works only with --printer/ })
})

t.test('a warning, strict', async (t) => {
  const doubtful = ['barcode', '--type', 'ean13', '--text', '590123412345', '-o', 'b.png']
  const warned = await quietzone([...doubtful, '--xdim', '0.33', '--dpi', '203'], { cwd: folder })
  t.same([warned.code, warned.stderr], [0, 'quietzone: warning: bars_too_low; bars of 15 mm are lower than 26 mm\n'])
  t.match(await run(t, [...doubtful, '--strict'], 1), /^quietzone: not_conforming: EAN-13 at 0\.254 mm/)
})

t.test("counters are the service's: their numbers are not drawn as text", async (t) => {
  const refused = { code: 1, stderr: /counter_unknown: .*"\{serial:pallet\}" stands for a number of a counter/ }
  for (const command of ['barcode', 'label', 'plan', 'matrix', 'explain']) {
    t.match(await quietzone([command, '-t', 'qr', 'QZ-{serial:pallet}'], { cwd: folder }), refused, command)
  }
  const message = ['label', '-t', 'code128', '--gs1', 'true', '(00){sscc:pallet}']
  t.match(await quietzone(message, { cwd: folder }), { code: 1, stderr: /counter_unknown/ })
  writeFileSync(join(folder, 'counted.csv'), 'type,text\nqr,{serial:pallet}\n')
  const batch = await quietzone(['batch', 'counted.csv', '-o', 'counted'], { cwd: folder })
  t.match(batch, { code: 1, stderr: /stands for a number of a counter/ })
  t.match(await quietzone(['barcode', '-t', 'qr', '{{serial:pallet}}', '-o', '-'], { cwd: folder }), { code: 0 })
})

t.test('the design of a label draws to the same file', async (t) => {
  const label = ['--type', 'qr', '--text', 'A{1}', '--title', 'Store', '--size', '50x30']
  const drawn = ['--dpi', '203', '--gain', '0.1']
  t.equal(await run(t, ['label', ...label, '--as-design', '-o', 'store.json']), '')
  await run(t, ['design', 'store.json', ...drawn, '-o', 'design.png'])
  await run(t, ['label', ...label, ...drawn, '-o', 'label.png'])
  t.same(readFileSync(join(folder, 'design.png')), readFileSync(join(folder, 'label.png')))
  t.match(JSON.parse(await run(t, ['label', ...label, '--as-design'])), { elements: [{ value: 'A{{1}' }] })
  t.match(await run(t, ['label', '--type', 'ean13', '--text', 'x', '--as-design'], 1), 'invalid_character')
  t.match(await run(t, ['label', ...label, '--parts', '2', '--as-design'], 2), '--as-design is of one label')
})
