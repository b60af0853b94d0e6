/** Pictures are checked in a thread of their own, one after the other: a check may take a hundred times as long as a drawing. */

import { Worker } from 'node:worker_threads'
import type { CheckOptions, Report } from '../../../check/index.ts'
import type { GradeOptions, GradeReport } from '../../../grade/index.ts'
import { Shares } from '../../../printers/index.ts'

/** A picture to check. */
export interface Asked {
  readonly file: Uint8Array<ArrayBuffer>
  /** Pixels an inch; what the file says if undefined. */
  readonly dpi: number | undefined
  readonly options: CheckOptions
  /** How its symbols are graded; they are not if undefined. */
  readonly grading?: GradeOptions | undefined
  /** The day that a PDF has instead of the report; there is none if undefined. */
  readonly day?: string | undefined
}

/** A report, and the grades of what can be graded, if they are asked for and the file is a picture. */
export type Judged = Report & { readonly grades?: GradeReport }

/** What came of it; `failed` is an error of the checker itself. */
export type Answered = { readonly report: Judged } | { readonly pdf: Uint8Array } | { readonly failed: string }

/** Why a picture is not checked, for the client. */
export class NotChecked extends Error {}

/** Bytes of the pictures that wait or are checked, of all clients together; a client may have half of what the others leave. */
const mostBytes = 32 << 20
/** Bytes that the smallest picture counts for. */
const leastBytes = 1 << 16
/** Milliseconds for one picture. */
const longest = 20_000
/** Megabytes of the heap of the thread; pictures are outside of it. */
const mostHeap = 256

interface Waiting {
  readonly asked: Asked
  readonly resolve: (judged: Judged | Uint8Array) => void
  readonly reject: (error: Error) => void
}

/** Checks pictures, in the order in which they come. The thread starts with the first, and again after a failure. */
export class Checker {
  readonly #shares = new Shares<string>(mostBytes)
  readonly #waiting: Waiting[] = []
  readonly #longest: number
  #current: Waiting | undefined
  #timer: NodeJS.Timeout | undefined
  #thread: Worker | undefined

  /** @param ms  that one picture may take */
  constructor(ms = longest) {
    this.#longest = ms
  }

  /**
   * @param client  the key of the client
   * @returns the report, or the bytes of a PDF
   * @throws NotChecked if too many wait, or it takes too long; Error for a fault of the checker
   */
  async check(client: string, asked: Asked): Promise<Judged | Uint8Array> {
    const bytes = Math.max(asked.file.length, leastBytes)
    if (!this.#shares.hasRoom(client, bytes)) throw new NotChecked('other pictures wait to be checked')
    this.#shares.take(client, bytes)
    try {
      return await new Promise<Judged | Uint8Array>((resolve, reject) => {
        this.#waiting.push({ asked, resolve, reject })
        this.#next()
      })
    } finally {
      this.#shares.giveBack(client, bytes)
    }
  }

  #next(): void {
    if (this.#current !== undefined) return
    this.#current = this.#waiting.shift()
    if (this.#current === undefined) {
      // an idle thread keeps no process alive
      this.#thread?.unref()
      return
    }
    const seconds = this.#longest / 1000
    const tooLong = new NotChecked(`the picture has taken more than ${seconds} s: crop it to its symbol`)
    this.#timer = setTimeout(() => this.#fail(tooLong), this.#longest)
    this.#thread ??= this.#started()
    this.#thread.ref()
    this.#thread.postMessage(this.#current.asked)
  }

  #started(): Worker {
    // beside this module, or beside the program that it is bundled into
    const entry = new URL('./checking.js', import.meta.url)
    const thread = new Worker(entry, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: mostHeap } })
    thread.on('message', (answered: Answered) => {
      if ('report' in answered) this.#end().resolve(answered.report)
      else if ('pdf' in answered) this.#end().resolve(answered.pdf)
      else this.#end().reject(new Error(answered.failed))
      this.#next()
    })
    thread.on('error', (error) => thread === this.#thread && this.#fail(error))
    return thread
  }

  /** The current picture, which is done. */
  #end(): Waiting {
    clearTimeout(this.#timer)
    const current = this.#current!
    this.#current = undefined
    return current
  }

  /** Gives up the picture, and the thread with it. */
  #fail(error: Error): void {
    void this.#thread?.terminate()
    this.#thread = undefined
    if (this.#current !== undefined) this.#end().reject(error)
    this.#next()
  }
}
