import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { tool } from '../../../src/reader/check/tool.ts'
import { root } from '../../../src/root.ts'

t.test('reports name the version of the program', async (t) => {
  t.equal(tool.version, JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version)
})
