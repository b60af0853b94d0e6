export { channelOf, usualPatience } from './channels/channel-of.ts'
export {
  type Counter,
  type CounterRefusal,
  type CounterSettings,
  Counters,
  type Gap,
  type NumberRun,
  type Numbers,
} from './counters/counters.ts'
export { isEnded, type JobSource, type JobState, jobSources, jobStates } from './job-states.ts'
export { type JobOrder, Jobs, type JobsOptions, type Reprint } from './jobs/jobs.ts'
export { type Printers, type PrintersOptions, printersOf } from './jobs/printers.ts'
export { Shares } from './jobs/shares.ts'
export {
  type Amount,
  type Delivery,
  type DeliveryPiece,
  deliveryInWords,
  type KeptPiece,
  nothing,
  PrintError,
  type PrintErrorCode,
  type PrintJob,
  printWarningText,
} from './printers/delivery.ts'
export {
  type Address,
  type Channel,
  type Condition,
  type JobFormat,
  languages,
  needsAttention,
  type Packing,
  type Patience,
  type Printer,
  type PrinterState,
  packings,
} from './printers/printer.ts'
export { PrinterFileError, printersIn, printersName, readPrinters } from './printers/printers-file.ts'
export type { Receive, ServicePlace } from './printers/receive.ts'
export { type Admitted, admittedBy, isLoopback } from './printers/receive-field.ts'
export { type ExpectedScan, expectedScans, type ScannedSymbol } from './scans/scan-text.ts'
export { type ScanProgress, type ScanResult, Scans } from './scans/scans.ts'
export { type Backup, backup } from './store/backup.ts'
export { isDamaged, type Job, JobRefusal, type JobResult } from './store/job.ts'
export type { LabelText } from './store/label-texts.ts'
export { memoryStore } from './store/memory-store.ts'
export { type KnownRequest, keyLifetime, type RequestKey, RequestTaken } from './store/request-keys.ts'
export { openState, type StateFolder, stateToMake } from './store/state.ts'
export { StateError } from './store/state-error.ts'
export { type JobQuery, JobStore, type NewJob, type StoreOptions } from './store/store.ts'
export { verification } from './store/verification.ts'
