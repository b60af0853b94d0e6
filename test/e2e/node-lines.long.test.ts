import { execFileSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import t from 'tap'
import { root } from '../../src/root.ts'
import { seed } from '../random.ts'
import { digests } from './digests.ts'

/** Other nodes to compare with: the paths of their programs, as PATH has folders. */
const nodes = (process.env.NODE_LINES ?? '').split(delimiter).filter((path) => path !== '')
const alone = nodes.length === 0 && 'NODE_LINES names no other node'

t.test('pictures are the same on every line of node', { skip: alone }, async (t) => {
  const expected = digests()
  for (const node of nodes) {
    const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()
    const env = { PATH: process.env.PATH, TEST_SEED: `${seed}` }
    const script = join(root, 'build/test/e2e/digests.js')
    const lines = execFileSync(node, [script], { encoding: 'utf8', env }).trim().split('\n')
    t.same(JSON.parse(lines.at(-1)!), expected, version)
  }
})
