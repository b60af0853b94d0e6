/** Documents are healed in a thread of their own: labels for a printer, a file of them, or a report. */

import type { ErrorCode, Fault } from '../../../answer.ts'
import type { DocumentReport, HealedLabel, HealOrder } from '../../../heal/index.ts'
import type { HealedFile, HealedFileStyle } from '../../../heal/written.ts'
import type { FailureRule } from '../../../reader/verify/failure.ts'
import { FileThread, type FileTimes } from '../file-thread.ts'

export { NotChecked } from '../file-thread.ts'

/** A document to heal, and what is wanted of it. */
export interface HealRequest {
  readonly file: Uint8Array<ArrayBuffer>
  readonly order: HealOrder
  readonly wanted: 'labels' | 'report' | 'report with pictures' | HealedFileStyle
}

/** Why a document becomes no labels. */
export interface HealRefusal {
  readonly code: ErrorCode
  readonly message: string
  readonly faults?: readonly Fault[]
}

/** A label that was read back and is not what was asked for. */
export interface Unverified {
  readonly rule: FailureRule
  readonly finding: string | undefined
  readonly label: number | undefined
}

export type HealResult =
  | { readonly labels: readonly HealedLabel[] }
  | { readonly report: DocumentReport }
  | { readonly written: HealedFile }
  | { readonly refused: HealRefusal }
  | { readonly unverified: Unverified }

/** Milliseconds for one document: about half a second a page. */
const usualTimes: FileTimes = { alone: 120_000, besideOthers: 30_000 }

/** The most bytes of a document. */
export const mostDocument = 8 << 20

const words = {
  waiting: 'other documents wait to be healed',
  tooLong: (seconds: number, beside: string) =>
    `the document has taken more than ${seconds} s${beside}: send fewer pages at once`,
}

/** Heals documents, one after the other. */
export class Healer {
  readonly #thread: FileThread<HealRequest, HealResult>

  constructor(times: FileTimes = usualTimes) {
    // beside this module, or beside the program that it is bundled into
    const entry = new URL('./healing.js', import.meta.url)
    this.#thread = new FileThread({ entry, times, mostBytes: 64 << 20, mostHeap: 384, words })
  }

  /** @throws as FileThread */
  heal(client: string, asked: HealRequest, left?: AbortSignal): Promise<HealResult> {
    return this.#thread.read(client, asked, left)
  }
}
