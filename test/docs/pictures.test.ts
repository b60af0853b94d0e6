import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import t from 'tap'
import { root } from '../../src/root.ts'
import { run } from '../cli/program.ts'
import { inLongRun } from '../random.ts'

t.test('the pictures of labels and symbols are what the program draws, to the dot', inLongRun, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'quietzone-pictures-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  run(root, process.execPath, 'docs/make.mjs', folder)
  const names = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.png') && name !== 'page.png')
  t.same(readdirSync(folder).sort(), names.sort(), 'each is drawn by docs/make.mjs')
  for (const name of names) {
    // other processors may pack the same dots into other bytes
    const [made, shown] = [folder, join(root, 'docs')].map((from) => PNG.sync.read(readFileSync(join(from, name))))
    t.same([shown!.width, shown!.height], [made!.width, made!.height], name)
    t.ok(shown!.data.equals(made!.data), `${name}: npm run build && node docs/make.mjs`)
  }
})
