import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { root } from '../../src/root.ts'
import { run } from '../cli/program.ts'
import { inLongRun } from '../random.ts'
import { toolsAbsent } from './installed.ts'

t.test('docs/api is what the declarations say', { skip: inLongRun.skip || toolsAbsent }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'quietzone-api-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  run(root, process.execPath, 'docs/api.mjs', folder)
  const documents = join(root, 'docs/api')
  t.same(readdirSync(folder), readdirSync(documents))
  for (const name of readdirSync(folder)) {
    const made = readFileSync(join(folder, name), 'utf8')
    t.ok(made === readFileSync(join(documents, name), 'utf8'), `${name}: npm run build && node docs/api.mjs`)
  }
})
