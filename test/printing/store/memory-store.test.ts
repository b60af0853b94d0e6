import t from 'tap'
import { keyLifetime, memoryStore } from '../../../src/printing/index.ts'
import { inLongRun, long } from '../../random.ts'
import { pieceOf } from '../printers/example-jobs.ts'
import { newJob } from './example-store.ts'

t.test(
  'a job in memory has no labels there, and is known after its end only by the key of its request',
  inLongRun,
  async (t) => {
    let now = 0
    const store = memoryStore({ clock: () => 0, passed: () => now })
    const request = (key: string) => ({ client: 'a', key, fingerprint: 'f' })
    const texts = [{ text: 'QZ-0001', words: [], labels: 1 }]
    let drawn = 0
    function* drawing() {
      drawn++
      yield pieceOf(1)
    }
    t.same(await store.draft(newJob(1), drawing()), [])
    t.equal(drawn, 0, 'labels are drawn when the printer takes them')
    const ordered = (key?: string): number => {
      const { id } = store.accept(newJob(1, { pieces: [], texts, ...(key && { request: request(key) }) }))
      store.finish(id, { state: 'done' }, { text: key ?? '' })
      return id
    }
    const open = store.accept(newJob(1, { pieces: [], texts }))
    t.same(store.labels(open.id, 1, 1), [], 'what its label says is not written')
    const kept = ordered('first')
    for (let i = 0; i < 1000; i++) ordered()
    const count = (): number => store.database.number('SELECT count(*) FROM job')
    t.ok(count() <= 202, `${count()} jobs: without a key they go`)
    t.match([store.get(open.id), store.get(kept)], [{ state: 'waiting' }, { state: 'done' }])
    t.equal(store.known(request('first'))?.answer, 'first')
    now = keyLifetime - 1
    while (store.forget(0));
    t.equal(store.known(request('first'))?.answer, 'first', 'for ten minutes')
    now = keyLifetime
    while (store.forget(0));
    t.equal(store.known(request('first')), undefined)
    t.same([count(), store.counts.get('waiting'), store.counts.get('done')], [1, 1, 0], 'what has not ended stays')
    store.close()
  },
)

t.test('a store in memory is bounded, however many jobs with keys end', (t) => {
  const store = memoryStore({ clock: () => 0, passed: () => 0 })
  const text = 'x'.repeat(500)
  for (let i = 0; i < (long ? 25_000 : 500); i++) {
    const { id } = store.accept(
      newJob(1, { pieces: [], request: { client: `${i % 7}`, key: `${i}`, fingerprint: 'f' } }),
    )
    store.finish(id, { state: 'done' }, { text })
  }
  t.ok(store.database.number('SELECT count(*) FROM job') <= 10_600)
  t.ok(store.bytes < 32 << 20, `${store.bytes} bytes`)
  store.close()
  t.end()
})
