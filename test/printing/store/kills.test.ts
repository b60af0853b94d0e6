import t from 'tap'
import { inLongRun, random } from '../../random.ts'
import { killedService } from './kill-harness.ts'

t.test('a service that is killed: each label is on paper once, or is named uncertain', inLongRun, async (t) => {
  const { between } = random('kills')
  const { faults, ...counts } = await killedService(6, between)
  t.comment(JSON.stringify(counts))
  t.same(faults, [])
  t.ok(counts.orders > 0)
})
