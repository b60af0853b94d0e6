import type { Delivery, PrintError } from '../printers/job.ts'

/** What became of a job, as it is told to whoever ordered it. */
export type Told = { readonly delivery: Delivery } | { readonly error: PrintError }
