import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import t from 'tap'
import { inLongRun } from '../../random.ts'
import { env, folder, printer, run, zplOf } from '../printing.ts'
import { ended, started } from '../program.ts'

/** A table of rows that are QZ-1, QZ-2 and so on. */
function table(rows: number): void {
  const texts = Array.from({ length: rows }, (_, i) => `QZ-${i + 1}\n`)
  writeFileSync(join(folder, 'rows.csv'), `text\n${texts.join('')}`)
}

/** What the printer is sent for the rows from `first` to `last`. */
const rowsAsZpl = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, i) => zplOf(`QZ-${first + i}`)).join('')

t.test('a batch is printed row by row; rows that cannot be drawn are reported', async (t) => {
  const dock = await printer(t)
  writeFileSync(join(folder, 'mixed.csv'), 'text,qty,size\nQZ-1,,\nQZ-2,2,50x30\nQZ-3,,4x6\nQZ-4,x,\nQZ-5,,\n')
  const { stdout, stderr } = await run(t, ['batch', 'mixed.csv', '-t', 'code128', '--printer', 'dock-3'], 1)
  t.match(stderr, /row 4 \(line 4\): invalid_parameter: size: "4x6" is not 50x30, the stock of printer dock-3/)
  t.match(stderr, /row 5 \(line 5\): invalid_parameter: qty/)
  t.match(stderr, /3 of 5 rows drawn to printer dock-3; 2 failed: 2 invalid_parameter/)
  t.match(
    stdout.toString(),
    /^dock-3: 4 labels \(3 rows, \d+ bytes\) sent, 4 labels \(3 rows, \d+ bytes\) received, 4 labels printed\n$/,
  )
  t.same(dock.printed, [zplOf('QZ-1') + zplOf('QZ-2', 2) + zplOf('QZ-5')])
})

t.test('a batch that fails half-way names the command that goes on', inLongRun, async (t) => {
  table(40)
  const dock = await printer(t, { reads: rowsAsZpl(1, 20).length, afterwards: 'reset' })
  const batch = ['batch', 'rows.csv', '-t', 'code128', '--printer', 'dock-3', '--orientation=landscape']
  const { stderr } = await run(t, batch, 3)
  const [, row, command = ''] =
    /printed: go on from row (\d+); the rows before \1 are certain; to go on: quietzone (.*)\n$/.exec(stderr) ?? []
  t.equal(command, `batch --from ${row} ${batch.slice(1).join(' ')}`, stderr)
  const from = Number(row)
  t.ok(from > 2 && from <= 41, `row ${from}`)
  // QZ-1 is row 2
  t.ok(dock.printed[0]!.startsWith(rowsAsZpl(1, from - 2)), 'what is certain has arrived')
  dock.behaviour.reads = Number.POSITIVE_INFINITY
  const on = await run(t, command.split(' '))
  t.match(on.stderr, `${42 - from} of ${42 - from} rows drawn to printer dock-3`)
  t.equal(dock.printed[1], rowsAsZpl(from - 1, 40))
  const last = await run(t, ['batch', '--from', '42', ...batch.slice(1)])
  t.match(last.stderr, '0 of 0 rows drawn')
  t.equal(dock.printed.length, 2, 'nothing to print is no job')
})

t.test('rows that are left out keep their numbers, and are not judged', async (t) => {
  const dock = await printer(t)
  writeFileSync(join(folder, 'doubts.csv'), 'text,qty\nQZ-1,x\nQZ-2,1\nQZ-3,x\n')
  const { stderr } = await run(t, ['batch', 'doubts.csv', '-t', 'code128', '--printer', 'dock-3', '--from=3'], 1)
  t.match(stderr, /^row 4 \(line 4\): /)
  t.match(stderr, '1 of 2 rows drawn')
  t.same(dock.printed, [zplOf('QZ-2')])
})

t.test('a signal stops a batch after the label that is being printed', inLongRun, async (t) => {
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
  t.match(stdout.toString(), /^dock-3: 2 labels .* received, 2 labels printed\n$/)
  t.match(stderr, /to go on: quietzone batch --from 4 - -t code128 --printer dock-3\n/)
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

t.test('a long batch keeps nothing of the rows that the printer has', inLongRun, async (t) => {
  const thread = new Worker(new URL('./promises-kept.js', import.meta.url), { stderr: true })
  const [{ before, after, labels }] = await once(thread, 'message')
  t.ok(after < before + 100, `${before} promises after 20 rows, ${after} after 220`)
  t.equal(labels, 220)
})

t.test('parts of a text are labels of one row', async (t) => {
  const dock = await printer(t)
  const { stdout } = await run(t, ['print', '--printer', 'dock-3', '-t', 'qr', '--parts', '2', 'QZ-0001-QZ-0002'])
  t.match(stdout.toString(), /^dock-3: 2 labels \(1 row, /)
  t.equal(dock.printed[0]!.split('^XZ').length - 1, 2)
})
