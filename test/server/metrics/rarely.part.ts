/** An answer that costs no token takes no more than its share of the time. */

import t from 'tap'
import { jsonAnswer } from '../../../src/answer.ts'
import { rarely } from '../../../src/server/figures/index.ts'
import { cases, random } from '../../random.ts'

t.test('an answer is given again for twenty times as long as it took', async (t) => {
  let now = 5
  let made = 0
  const endpoint = rarely(
    () => {
      now += 2
      return jsonAnswer({ made: ++made })
    },
    () => now,
  )
  const asked = (): string => Buffer.from(endpoint().body).toString()
  t.equal(asked(), '{"made":1}')
  t.equal(now, 7)
  now = 46
  t.equal(asked(), '{"made":1}')
  now = 47
  t.equal(asked(), '{"made":2}')
  t.equal(asked(), '{"made":2}')
})

t.test('whoever asks without end takes a twentieth of the time, whatever an answer costs', async (t) => {
  const { between } = random('rarely')
  let now = 0
  let spent = 0
  const endpoint = rarely(
    () => {
      const cost = between(1, 40) / 10
      now += cost
      spent += cost
      return jsonAnswer({})
    },
    () => now,
  )
  for (let i = cases(40_000); i > 0; i--) {
    endpoint()
    now += between(0, 20) / 10
  }
  t.ok(spent > 0)
  t.ok(spent < 0.06 * now, `${spent} of ${now} ms`)
})
