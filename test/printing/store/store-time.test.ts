import t from 'tap'
import { migrate } from '../../../src/printing/store/migration.ts'
import { Sqlite } from '../../../src/printing/store/sqlite.ts'
import { StoreTime } from '../../../src/printing/store/store-time.ts'
import { testTime } from './example-store.ts'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000] as const

/** A store whose clocks are set by the test, and services that begin on it. */
function clocks() {
  const database = new Sqlite(':memory:')
  migrate(database)
  const now = { clock: testTime, passed: 5000 }
  const begin = (): StoreTime => new StoreTime(database, { clock: () => now.clock, passed: () => now.passed })
  return { database, now, begin }
}

t.test('between two services a day passes at most, and a jump is said', async (t) => {
  const cases = [
    { gap: 11 * minute, counted: 11 * minute, said: undefined },
    { gap: 20 * hour, counted: 20 * hour, said: undefined },
    { gap: 120 * day, counted: day, said: /120 days after/ },
    { gap: -11 * minute, counted: 0, said: /11 minutes before/ },
    { gap: -400 * day, counted: 0, said: /400 days before/ },
  ]
  for (const { gap, counted, said } of cases) {
    const { now, begin } = clocks()
    const first = begin()
    t.equal(first.now, testTime, 'a new store begins with the clock')
    t.equal(first.jump, undefined)
    now.clock += gap
    now.passed = 70
    const next = begin()
    t.equal(next.now - testTime, counted, `${gap}`)
    if (said === undefined) t.equal(next.jump, undefined)
    else t.match(next.jump, said)
    t.equal(begin().now - testTime, counted, 'the next service does not count it again')
  }
})

t.test('while a service runs, what passes counts, however its clock is set', async (t) => {
  for (const set of [120 * day, -11 * minute, 11 * minute]) {
    const { now, begin } = clocks()
    const time = begin()
    now.clock += set + minute
    now.passed += minute
    t.match(time.look(), set > 0 ? /set forward by/ : /set back by/)
    t.equal(time.now - testTime, minute)
    now.clock += hour
    now.passed += hour
    t.equal(time.look(), undefined, 'it is said once')
    t.equal(begin().now - testTime, hour + minute)
  }
})

t.test('a key is not older by the time between two services', async (t) => {
  const { database, now, begin } = clocks()
  const first = begin()
  database.exec('PRAGMA foreign_keys = off')
  database.run("INSERT INTO answer VALUES ('a', 'k', 'f', 1, ?, NULL)", first.now + 10 * minute)
  now.clock += 11 * minute
  const left = (time: StoreTime): number => database.number('SELECT until FROM answer') - time.now
  t.equal(left(begin()), 10 * minute)
  now.clock += 120 * day
  t.equal(left(begin()), 10 * minute)
})
