import t from 'tap'
import { UsedTime } from '../../../src/server/api/used-time.ts'
import { inLongRun } from '../../random.ts'

t.test('a time counts for half after a minute, and is added to', async (t) => {
  let now = 0
  const used = new UsedTime(() => now)
  t.equal(used.of('a'), 0)
  used.add('a', 800)
  now = 60_000
  t.equal(used.of('a'), 400)
  used.add('a', 100)
  t.equal(used.of('a'), 500)
  now = 180_000
  t.equal(used.of('a'), 125)
  t.equal(used.of('b'), 0)
})

t.test('a thousand clients are known: those that used least are forgotten', inLongRun, async (t) => {
  let now = 0
  const used = new UsedTime(() => now)
  used.add('large', 1e6)
  for (let i = 0; i < 5000; i++) {
    now++
    used.add(`${i}`, 1 + (i % 7))
    if (used.size > 1000) t.fail(`${used.size} clients`)
  }
  t.ok(used.of('large') > 9e5)
  now += 3_600_000
  for (let i = 0; i < 2000; i++) used.add(`later ${i}`, 2)
  t.ok(used.size <= 1000)
})
