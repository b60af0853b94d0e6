import { expectedScans, type JobStore, Scans } from '../../../src/printing/index.ts'
import { encodeRequest } from '../../../symbologies/index.ts'
import { newJob } from '../store/example-store.ts'

/** The scans of the examples in openapi.json: a job of three labels, the first of which was read. */
export function exampleScans(store: JobStore): Scans {
  const scans = new Scans({ store })
  const labels = [1, 2, 3].map((n) => [{ ...encodeRequest({ type: 'code128', text: `QZ-000${n}` }), isDivided: false }])
  const { id } = store.accept(newJob(3, { beside: scans.rowsOf(expectedScans(labels)) }))
  scans.scan(id, 'QZ-0001', 0)
  return scans
}
