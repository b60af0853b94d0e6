export { type Backup, backup } from './backup.ts'
export {
  type Counter,
  type CounterRefusal,
  type CounterSettings,
  Counters,
  type Gap,
  type Numbers,
} from './counters.ts'
export { isDamaged, type Job } from './job.ts'
export { type JobOrder, JobRefusal, Jobs, type JobsOptions, type Reprint } from './jobs.ts'
export { openState, type State } from './state.ts'
export { StateError } from './state-error.ts'
export { isEnded, type JobState, jobStates } from './states.ts'
export { type JobQuery, JobStore, type KnownRequest, type NewJob, type RequestKey } from './store.ts'
export type { Told } from './told.ts'
