import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { root } from '../../src/root.ts'
import { run } from '../cli/program.ts'
import { inLongRun } from '../random.ts'
import { tool } from './installed.ts'

const absent = tool('rollup') === undefined && 'not installed: npm ci --prefix test/package'

/** The sizes in a table of docs/package.md, in KB, by what is loaded. */
function sizesIn(document: string): ReadonlyMap<string, readonly number[]> {
  const [table = ''] = /^\| KB by gzip.*\n(?:\|.*\n)*/m.exec(readFileSync(document, 'utf8')) ?? []
  const rows = table.trimEnd().split('\n').slice(2)
  return new Map(
    rows.map((row) => {
      const [what, ...sizes] = row.slice(2, -2).split(' | ')
      return [what!, sizes.map(Number)]
    }),
  )
}

t.test('what pages load of the package is what docs/package.md says', { skip: inLongRun.skip || absent }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'quietzone-sizes-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  run(root, process.execPath, 'docs/sizes.mjs', join(folder, 'package.md'))
  const measured = sizesIn(join(folder, 'package.md'))
  const told = sizesIn(join(root, 'docs/package.md'))
  t.same([...told.keys()], [...measured.keys()])
  for (const [what, sizes] of measured) {
    t.equal(sizes.length, 3, 'three bundlers')
    for (const [i, size] of sizes.entries()) {
      // a line of code more, or another zlib, is no other size
      t.ok(Math.abs(size / told.get(what)![i]! - 1) < 0.05, `${what}: ${size} KB: node docs/sizes.mjs`)
    }
  }
  t.ok(Math.max(...measured.get('all of `quietzone/element`')!) < 60, 'before a symbol is asked for')
  t.ok(Math.max(...measured.get('`quietzone/element` and a QR Code')!) < 110, 'a QR Code without words')
})
