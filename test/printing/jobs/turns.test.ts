import fc from 'fast-check'
import t from 'tap'
import { Turns } from '../../../src/printing/jobs/turns.ts'
import { forAll } from '../../random.ts'

t.test('turns: clients in turn, each in its order, whatever is taken out meanwhile', async () => {
  const clients = ['a', 'b', 'c']
  const step = fc.record({ does: fc.constantFrom('add', 'add', 'turn', 'remove'), client: fc.constantFrom(...clients) })
  await forAll([fc.array(step, { maxLength: 60, size: 'max' })], { count: 200 }, (steps) => {
    const turns = new Turns<number>()
    // the slow twin: a list of all, and when each client last had its turn
    let waiting: { client: string; entry: number }[] = []
    let order: string[] = []
    for (const [entry, { does, client }] of steps.entries()) {
      const own = waiting.filter((each) => each.client === client)
      if (does === 'add') {
        turns.add(client, entry)
        if (own.length === 0) order.push(client)
        waiting.push({ client, entry })
      } else if (does === 'remove') {
        const last = own.at(-1)
        turns.remove(client, last?.entry ?? -1)
        waiting = waiting.filter((each) => each !== last)
      } else {
        const [next] = order
        const first = waiting.find((each) => each.client === next)
        if (turns.next() !== first?.entry) return false
        if (first !== undefined) {
          turns.remove(next!, first.entry)
          turns.end(next!)
          waiting = waiting.filter((each) => each !== first)
          order = [...order.slice(1), next!]
        }
      }
      order = order.filter((each) => waiting.some(({ client }) => client === each))
      const firsts = order.map((each) => [each, waiting.find(({ client }) => client === each)!.entry])
      if (JSON.stringify(turns.firsts()) !== JSON.stringify(firsts) || turns.length !== waiting.length) return false
      if (turns.held(client) !== waiting.filter((each) => each.client === client).length) return false
    }
    return turns.clear().length === waiting.length && turns.length === 0
  })
})
