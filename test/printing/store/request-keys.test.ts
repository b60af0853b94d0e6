import t from 'tap'
import { migrate } from '../../../src/printing/store/migration.ts'
import { RequestKeys } from '../../../src/printing/store/request-keys.ts'
import { Sqlite } from '../../../src/printing/store/sqlite.ts'

t.test(
  'keys of jobs that have ended are bounded: those of the client that has most go first, the oldest of them',
  async (t) => {
    const database = new Sqlite(':memory:')
    migrate(database)
    database.exec('PRAGMA foreign_keys = off')
    let now = 0
    const keys = new RequestKeys(database, () => now, 300)
    let job = 0
    const ordered = (client: string, key: string): void => {
      now++
      keys.add({ client, key, fingerprint: 'f' }, ++job)
      keys.finish(job, { text: key }, true)
    }
    const known = (client: string, key: string): string | undefined => keys.known({ client, key })?.answer
    ordered('a', 'first')
    keys.add({ client: 'b', key: 'going on', fingerprint: 'f' }, ++job)
    for (let i = 0; i < 1000; i++) ordered('b', `${i}`)
    t.ok(database.number('SELECT count(*) FROM answer') <= 502, 'without a look in between')
    keys.forget()
    t.equal(database.number('SELECT count(*) FROM answer'), 301)
    t.equal(known('a', 'first'), 'first', 'another client keeps its own')
    t.same([known('b', '0'), known('b', '999')], [undefined, '999'])
    t.match(keys.known({ client: 'b', key: 'going on' }), { answer: undefined }, 'one whose job goes on stays')
    now += 600_000
    keys.forget()
    t.equal(database.number('SELECT count(*) FROM answer'), 1)
    database.close()
  },
)
