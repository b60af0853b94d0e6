/** Pictures are checked in a thread of their own. */

import type { ReportReader } from '../../../draw/grades/report.ts'
import type { CheckOptions, Picture, Report } from '../../../reader/check/index.ts'
import type { GradeOptions, GradeReport } from '../../../reader/grade/index.ts'
import { FileThread, type FileTimes } from '../file-thread.ts'

export { NotChecked } from '../file-thread.ts'

/** A picture to check. */
export interface CheckRequest {
  readonly file: Uint8Array<ArrayBuffer>
  /** Pixels an inch; what the file says if undefined. */
  readonly dpi: number | undefined
  /** Of a PDF, from 1; the first if undefined. */
  readonly page?: number | undefined
  /** Whether the file has modules instead of a picture. */
  readonly isMatrix?: boolean | undefined
  readonly options: CheckOptions
  /** How its symbols are graded; they are not if undefined. */
  readonly grading?: GradeOptions | undefined
  /** Whether the picture comes with the report, as a page was drawn. */
  readonly isPictured?: boolean
  /** Whom a PDF is for that comes instead of the report, and what its file is called; there is none if undefined. */
  readonly filed?: (ReportReader & { readonly name?: string | undefined }) | undefined
}

/** A report, and the grades of what can be graded, if they are asked for and the file is a picture. */
export type JudgedBody = Report & {
  readonly grades?: GradeReport
  /** What the report is on, if it is asked for. */
  readonly picture?: Picture
}

/** Milliseconds for one picture. */
const usualTimes: FileTimes = { alone: 20_000, besideOthers: 10_000 }

const words = {
  waiting: 'other pictures wait to be checked',
  tooLong: (seconds: number, beside: string) =>
    `the picture has taken more than ${seconds} s${beside}: crop it to its symbol`,
}

/** Checks pictures. */
export class Checker {
  readonly #thread: FileThread<CheckRequest, JudgedBody | Uint8Array>

  constructor(times: FileTimes = usualTimes) {
    // beside this module, or beside the program that it is bundled into
    const entry = new URL('./checking.js', import.meta.url)
    this.#thread = new FileThread({ entry, times, mostBytes: 32 << 20, mostHeap: 256, words })
  }

  /** The report, or the bytes of a PDF. @throws as FileThread */
  check(client: string, asked: CheckRequest, left?: AbortSignal): Promise<JudgedBody | Uint8Array> {
    return this.#thread.read(client, asked, left)
  }
}
