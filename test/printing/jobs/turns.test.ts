import fc from 'fast-check'
import t from 'tap'
import { Turns } from '../../../src/printing/jobs/turns.ts'
import { forAll } from '../../random.ts'

t.test('turns: clients in turn, each in its order, whatever is taken out meanwhile', async () => {
  const clients = ['a', 'b', 'c']
  const step = fc.record({
    does: fc.constantFrom('add', 'add', 'first', 'turn', 'remove'),
    client: fc.constantFrom(...clients),
  })
  await forAll([fc.array(step, { maxLength: 60, size: 'max' })], { count: 200 }, (steps) => {
    const turns = new Turns<number>()
    // the slow twin: a list of all, and when each client last had its turn
    let waiting: { client: string; entry: number }[] = []
    let order: string[] = []
    const firsts = new Set<number>()
    for (const [entry, { does, client }] of steps.entries()) {
      const own = waiting.filter((each) => each.client === client)
      if (does === 'add' || does === 'first') {
        if (does === 'first') firsts.add(entry)
        turns.add(client, entry, does === 'add' ? undefined : (other) => !firsts.has(other))
        if (own.length === 0) order.push(client)
        const later =
          does === 'add' ? -1 : waiting.findIndex((each) => each.client === client && !firsts.has(each.entry))
        waiting.splice(later < 0 ? waiting.length : later, 0, { client, entry })
      } else if (does === 'remove') {
        const last = own.at(-1)
        if (turns.remove(client, last?.entry ?? -1) !== (last !== undefined)) return false
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
      // every client's turn, without taking it
      const next = order.map((each) => waiting.find(({ client }) => client === each)!.entry)
      const found: number[] = []
      turns.next((each) => !found.push(each))
      if (JSON.stringify(found) !== JSON.stringify(next) || turns.length !== waiting.length) return false
    }
    return turns.clear().length === waiting.length && turns.length === 0
  })
})
