import t from 'tap'
import { assertNoExcess } from '../excesses.ts'
import { hostileKinds } from '../hostile-pngs.ts'

/** The kinds that hostile.long.test.ts has no time for: the long run has 100 pictures of each kind, with TEST_ALL 400. */
t.test('more hostile PNGs: a verdict on each, for a bounded amount of work', () =>
  assertNoExcess(hostileKinds.slice(hostileKinds.length / 2)),
)
