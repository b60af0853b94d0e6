import t from 'tap'
import { Sqlite } from '../../../src/printing/store/sqlite.ts'
import { StateError } from '../../../src/printing/store/state-error.ts'

const faultOf = (work: () => unknown): unknown => {
  try {
    return work()
  } catch (error) {
    return error instanceof StateError ? error.kind : error
  }
}

t.test('a statement that failed on a full disk works once there is room again', async (t) => {
  const database = new Sqlite(':memory:')
  database.exec('CREATE TABLE each (id INTEGER PRIMARY KEY, bytes BLOB)')
  const insert = (): number => database.run('INSERT INTO each (bytes) VALUES (?)', new Uint8Array(4000))
  database.exec('PRAGMA max_page_count = 10')
  while (faultOf(insert) !== 'full');
  const had = database.number('SELECT count(*) FROM each')
  t.equal(
    faultOf(() => database.transaction(insert)),
    'full',
  )
  database.exec('PRAGMA max_page_count = 1000')
  t.equal(insert(), had + 1)
  t.equal(database.transaction(insert), had + 2)
  database.close()
})

t.test('whatever the package throws is a fault of the state', async (t) => {
  const database = new Sqlite(':memory:')
  t.equal(
    faultOf(() => database.run('INSERT INTO none VALUES (1)')),
    'unwritable',
  )
  t.equal(
    faultOf(() => database.all('SELECT ?', Symbol('no value') as unknown as string)),
    'unwritable',
  )
  t.equal(
    faultOf(() => database.transaction(() => database.exec('COMMIT; COMMIT'))),
    'unwritable',
  )
  t.equal(
    database.transaction(() => database.number('SELECT 7')),
    7,
    'the next transaction begins',
  )
  database.close()
  t.equal(
    faultOf(() => database.number('SELECT 1')),
    'unwritable',
    'a closed one',
  )
})
