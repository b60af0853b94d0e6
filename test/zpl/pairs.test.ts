import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { root } from '../../src/root.ts'
import { inLongRun } from '../random.ts'
import { darkHere, darkThere, differences, drawnPair, extents, pairs } from './labelary.ts'
import { pairRows } from './pair-table.ts'

const drawn = await Promise.all(pairs.map(drawnPair))

for (const pair of drawn) {
  const { name, exact = [], words = [], isDown } = pair.pair
  t.test(`${name}: as Labelary draws it`, async (t) => {
    for (const area of exact) t.equal(differences(pair, area), 0, `dots of ${area}`)
    for (const area of words) {
      const { here, there } = extents(pair, area, isDown)
      t.ok(Math.abs(here.length / there.length - 1) <= 0.03, `${area}: ${here.length} dots, and ${there.length} there`)
      t.ok(
        Math.abs(here.start - there.start) <= Math.max(3, 0.01 * there.length),
        `${area}: begins at ${here.start}, and ${there.start} there`,
      )
    }
  })
}

t.test('a slanting line has the dots that are dark there, and at most one more in each row', async (t) => {
  const line = drawn.find(({ pair }) => pair.name === 'gd_thin_l')!
  for (let y = 0; y < 300; y++) {
    let more = 0
    for (let x = 0; x < 300; x++) {
      const [ours, theirs] = [darkHere(line, x, y), darkThere(line, x, y)]
      if (theirs && !ours) t.fail(`${x},${y} is light`)
      if (ours && !theirs) more++
    }
    if (more > 1) t.fail(`row ${y} has ${more} more`)
  }
  t.ok(darkHere(line, 55, 54))
})

t.test('docs/zpl.md has the table of the pairs', inLongRun, async (t) => {
  const rows = readFileSync(join(root, 'docs/zpl.md'), 'utf8').match(/^\| `[a-z]\w+` \| \d.*\|$/gm) ?? []
  t.same(rows, pairRows(drawn))
})
