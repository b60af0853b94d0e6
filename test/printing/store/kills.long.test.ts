import t from 'tap'
import { all, inLongRun, random } from '../../random.ts'
import { killedService } from './kill-harness.ts'

t.test('a service that is killed hundreds of times, with slow, absent and dying printers', inLongRun, async (t) => {
  const { between } = random('kills')
  for (let i = 0; i < (all ? 250 : 4); i++) {
    const { faults, ...counts } = await killedService(20, between)
    t.comment(JSON.stringify(counts))
    t.same(faults, [])
  }
})
