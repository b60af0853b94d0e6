import { EventEmitter } from 'node:events'
import t from 'tap'
import { LiveAnswers } from '../../../src/server/http/live-answers.ts'
import type { Response } from '../../../src/server/http/response.ts'

/** A response that only ends. */
class Ending extends EventEmitter {
  isEnded = false
  shouldKeepAlive = true

  end(): void {
    this.isEnded = true
    this.emit('close')
  }
}

const responseOf = (ending: Ending): Response => ending as unknown as Response

t.test('what has an end comes to it, whoever stops or is refused; what has none ends', async (t) => {
  const live = new LiveAnswers()
  const [table, stream, refused] = [new Ending(), new Ending(), new Ending()]
  live.add(responseOf(table), {}, () => false)
  live.add(responseOf(stream), { isEndless: true }, () => true)
  live.add(responseOf(refused), { isEndless: true }, () => false)
  const ended = (): readonly boolean[] => [table, stream, refused].map(({ isEnded }) => isEnded)
  live.review()
  t.same(ended(), [false, false, true], 'half a table would be taken for a whole one')
  live.stop()
  t.same(ended(), [false, true, true])
})
