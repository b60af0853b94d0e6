export { type Backup, backup } from './backup.ts'
export {
  type Counter,
  type CounterRefusal,
  type CounterSettings,
  Counters,
  type Gap,
  type NumberRun,
  type Numbers,
} from './counters.ts'
export { isDamaged, type Job, JobRefusal, type Told } from './job.ts'
export { type JobOrder, Jobs, type JobsOptions, type Reprint } from './jobs.ts'
export type { LabelText } from './label-texts.ts'
export { memoryStore } from './memory-store.ts'
export { type KnownRequest, keyLifetime, type RequestKey, RequestTaken } from './request-keys.ts'
export { type ExpectedScan, expectedScan } from './scan-text.ts'
export { type ScanProgress, type ScanResult, Scans } from './scans.ts'
export { openState, type State } from './state.ts'
export { StateError } from './state-error.ts'
export { isEnded, type JobState, jobStates } from './states.ts'
export { type JobQuery, JobStore, type NewJob, type StoreOptions } from './store.ts'
export { verification } from './verification.ts'
