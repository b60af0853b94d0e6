import t from 'tap'
import { cases } from '../random.ts'
import { excessesIn } from './excesses.ts'
import { hostileKinds } from './hostile-pngs.ts'

/** As many again as in hostile.test.ts: the long run has 5,200 in all, more than one file has the time for. */
t.test('more hostile PNGs: a verdict on each, for a bounded amount of work', async (t) => {
  t.same(await excessesIn('more hostile', cases(2 * hostileKinds.length, 100)), [])
})
