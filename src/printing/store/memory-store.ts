import { JobStore, type StoreOptions } from './store.ts'

/** Bytes of the jobs in hand, without their labels, and of the answers to requests with a key. */
const mostBytes = 128 << 20

/**
 * The store of a service that keeps nothing: a database in memory, which ends with the process. It has the jobs that are printed, and the
 * answers to at most 10,000 requests with a key, each for ten minutes after its job.
 */
export function memoryStore(clocks: Pick<StoreOptions, 'clock' | 'passed'> = {}): JobStore {
  return new JobStore(':memory:', {
    most: mostBytes,
    free: () => Number.POSITIVE_INFINITY,
    keepsJobs: false,
    ...clocks,
  })
}
