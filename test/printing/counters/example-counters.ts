import { Counters, type JobStore } from '../../../src/printing/index.ts'
import { newJob } from '../store/example-store.ts'

/** The counter of the examples in openapi.json: three numbers are given, and the job of the last was cancelled. */
export function exampleCounters(store: JobStore): Counters {
  const counters = new Counters({ store })
  counters.set('pallet', { width: 6, prefix: '0614141' })
  const numbers = counters.take(new Map([['pallet', 3]]))
  if ('code' in numbers) throw new Error(numbers.message)
  for (const label of [1, 2, 3]) numbers.give(['pallet'], label)
  const { id } = store.accept(newJob(3, { also: (job) => counters.record(numbers, job) }))
  store.change(id, { state: 'cancelled', sent: 2, confirmed: 2, printed: 2 })
  return counters
}
