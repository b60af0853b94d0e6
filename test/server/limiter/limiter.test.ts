import t from 'tap'
import { tokenBuckets } from '../../../src/server/limiter/index.ts'
import { cases, random } from '../../random.ts'
import { Model } from './model.ts'

t.test('the memory of one instance decides as the model does', async (t) => {
  const r = random('memory')
  const differences: unknown[] = []
  for (let i = 0; i < cases(1000); i++) {
    const rate = { perMinute: r.between(1, r.pick([100, 1_000_000])), burst: r.between(1, r.pick([3, 10_000])) }
    const limiter = tokenBuckets(rate)
    const model = new Model(rate)
    let now = r.between(0, 10 ** 9)
    for (let step = 0; step < 100; step++) {
      now += r.pick([0, 0, 1, Math.ceil(60_000 / rate.perMinute), r.between(0, 100_000)])
      const [ours, theirs] = [limiter.take('192.0.1.2', now), model.take(now)]
      if (JSON.stringify(ours) !== JSON.stringify(theirs)) differences.push({ rate, step, ours, theirs })
    }
  }
  t.same(differences.slice(0, 2), [])
})
