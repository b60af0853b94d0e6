import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { inLongRun } from '../../random.ts'
import { sideBySide } from '../program.ts'
import { quietzone } from '../quietzone.ts'
import { isBad, writeTable } from './shard-table.ts'

const label = ['--as', 'label', '--size', '2x1']

t.test('shards side by side, joined: the bytes of one run', inLongRun, async (t) => {
  const cwd = t.testdir({ one: {} })
  writeTable(join(cwd, 'items.csv'), 2100)
  const all = await quietzone(['batch', 'items.csv', ...label, '-o', 'one/all.pdf'], { cwd })
  t.match(all, { code: 1, stderr: /2098 of 2100 rows drawn to one\/all.pdf; 2 failed/ })
  await sideBySide([1, 2], async (shard) => {
    const run = await quietzone(['batch', 'items.csv', ...label, '--shard', `${shard}/2`, '-o', 'part-%d.pdf'], { cwd })
    t.match(run, {
      code: 1,
      stderr: new RegExp(
        `1049 of 1050 rows drawn to part-${shard}.pdf; 1 failed: .*; see part-${shard}.pdf.manifest.json\n$`,
      ),
    })
    t.equal(run.stderr.split('\n').filter((line) => /^row \d+ \(line /.test(line)).length, 1)
  })
  t.same(readdirSync(cwd).toSorted(), [
    'items.csv',
    'one',
    ...[1, 2].flatMap((n) => [`part-${n}.pdf`, `part-${n}.pdf.manifest.json`]),
  ])
  const joined = await quietzone(['batch', '--join', 'part-2.pdf', 'part-1.pdf', '-o', 'all.pdf'], { cwd })
  t.match(joined, {
    code: 0,
    stderr: '2098 rows of 2 parts joined to all.pdf; 2 rows failed: the manifests of the parts name them\n',
  })
  t.ok(readFileSync(join(cwd, 'all.pdf')).equals(readFileSync(join(cwd, 'one/all.pdf'))))
  const manifest = JSON.parse(readFileSync(join(cwd, 'part-2.pdf.manifest.json'), 'utf8'))
  t.match(manifest, {
    shard: { number: 2, of: 2, first: 1051, last: 2100 },
    input: { name: 'items.csv', rows: 2100 },
    drawn: 1049,
  })
  t.same(
    manifest.bad.map(({ row }: { row: number }) => [row, isBad(row - 1)]),
    [[1995, true]],
    'as the spreadsheet numbers it: row 1 has the headings',
  )
  const again = await quietzone(['batch', 'items.csv', ...label, '--shard', '2/2', '-o', 'part-%d.pdf'], { cwd })
  t.match(again, {
    code: 1,
    stderr: /^finished earlier, and whole: 1049 of 1050 rows .*, all told earlier; see part-2.pdf.manifest.json\n$/,
  })
})

t.test('more shards than rows: those without any have a manifest alone', inLongRun, async (t) => {
  const cwd = t.testdir({ 'x.csv': 'text\nA\nB\n' })
  const shards = [1, 2, 3]
  const draw = ['batch', 'x.csv', ...label, '--type', 'qr', '-o', 'p-%d.pdf']
  await sideBySide(shards, async (shard) => {
    t.match(await quietzone([...draw, '--shard', `auto/3`], { cwd, env: { JOB_COMPLETION_INDEX: `${shard - 1}` } }), {
      code: 0,
    })
  })
  t.same(
    readdirSync(cwd).filter((name) => name.endsWith('.pdf')),
    ['p-2.pdf', 'p-3.pdf'],
  )
  t.match(await quietzone(['batch', '--join', 'p-%d.pdf', '-o', 'all.pdf'], { cwd }), {
    code: 0,
    stderr: /^2 rows of 3 parts joined/,
  })
})
