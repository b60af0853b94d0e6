/**
 * Pictures are checked in a thread of their own, one after the other: a check may take a hundred times as long as a drawing. Clients take
 * turns by the time that their checks have taken.
 */

import { Worker } from 'node:worker_threads'
import type { ReportReader } from '../../../draw/grades/report.ts'
import { Shares } from '../../../printing/index.ts'
import type { CheckOptions, Picture, Report } from '../../../reader/check/index.ts'
import type { GradeOptions, GradeReport } from '../../../reader/grade/index.ts'
import { UsedTime } from './used-time.ts'

/** A picture to check. */
export interface CheckRequest {
  readonly file: Uint8Array<ArrayBuffer>
  /** Pixels an inch; what the file says if undefined. */
  readonly dpi: number | undefined
  /** Of a PDF, from 1; the first if undefined. */
  readonly page?: number | undefined
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

/** What came of it; `failed` is an error of the checker itself. */
export type Answered = { readonly report: JudgedBody } | { readonly pdf: Uint8Array } | { readonly failed: string }

/** Why a picture is not checked, for the client. */
export class NotChecked extends Error {}

/** Bytes of the pictures that wait or are checked, of all clients together; a client may have half of what the others leave. */
const mostBytes = 32 << 20
/** Bytes that the smallest picture counts for. */
const leastBytes = 1 << 16
/** Milliseconds for one picture: while no other client waits, and while one does. */
const usualTimes: CheckTimes = { alone: 20_000, besideOthers: 10_000 }
/** Megabytes of the heap of the thread; pictures are outside of it. */
const mostHeap = 256

/** How long a check may take, in milliseconds. */
export interface CheckTimes {
  /** While no other client waits. */
  readonly alone: number
  /** While another client waits. */
  readonly besideOthers: number
}

interface Waiting {
  readonly client: string
  readonly asked: CheckRequest
  /** Aborted when the client has left. */
  readonly left: AbortSignal | undefined
  readonly resolve: (judged: JudgedBody | Uint8Array) => void
  readonly reject: (error: Error) => void
}

/**
 * Checks pictures: next is that of the client whose checks have taken least time of late, and the one that came first of this client. So
 * a client waits for one check of another at most, unless that client has had less.
 *
 * Who leaves is not waited for: a check of a client that has left is given up when somebody else waits. The thread starts with the first
 * picture, and again after a failure.
 */
export class Checker {
  readonly #shares = new Shares<string>(mostBytes)
  /** By client, in the order in which they came. */
  readonly #waiting = new Map<string, Waiting[]>()
  readonly #used = new UsedTime()
  readonly #times: CheckTimes
  #current: (Waiting & { readonly since: number }) | undefined
  #timer: NodeJS.Timeout | undefined
  #thread: Worker | undefined

  constructor(times: CheckTimes = usualTimes) {
    this.#times = times
  }

  /**
   * @param client  the key of the client
   * @param left  aborted when the client has left
   * @returns the report, or the bytes of a PDF
   * @throws NotChecked if too many wait, it takes too long, or the client has left while others wait; Error for a fault of the checker
   */
  async check(client: string, asked: CheckRequest, left?: AbortSignal): Promise<JudgedBody | Uint8Array> {
    const bytes = Math.max(asked.file.length, leastBytes)
    if (!this.#shares.hasRoom(client, bytes)) throw new NotChecked('other pictures wait to be checked')
    this.#shares.take(client, bytes)
    const leaves = (): void => this.#forsaken()
    left?.addEventListener('abort', leaves)
    try {
      return await new Promise<JudgedBody | Uint8Array>((resolve, reject) => {
        const own = this.#waiting.get(client) ?? []
        own.push({ client, asked, left, resolve, reject })
        this.#waiting.set(client, own)
        this.#forsaken()
        this.#next()
      })
    } finally {
      left?.removeEventListener('abort', leaves)
      this.#shares.giveBack(client, bytes)
    }
  }

  /** Takes those that have left out of the line, and bounds the current check by who waits for it. */
  #forsaken(): void {
    if (this.#current === undefined) return
    for (const [client, own] of this.#waiting) {
      const [gone, here] = [own.filter(hasLeft), own.filter((one) => !hasLeft(one))]
      if (here.length === 0) this.#waiting.delete(client)
      else this.#waiting.set(client, here)
      for (const { reject } of gone) reject(new NotChecked(whyLeft))
    }
    if (hasLeft(this.#current) && this.#waiting.size > 0) this.#fail(new NotChecked(whyLeft))
    else this.#bound(this.#current)
  }

  #bound({ client, since }: { readonly client: string; readonly since: number }): void {
    const isAlone = [...this.#waiting.keys()].every((other) => other === client)
    const most = isAlone ? this.#times.alone : this.#times.besideOthers
    const beside = isAlone ? '' : ' while others wait'
    const tooLong = new NotChecked(`the picture has taken more than ${most / 1000} s${beside}: crop it to its symbol`)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#fail(tooLong), Math.max(0, since + most - performance.now()))
  }

  #next(): void {
    if (this.#current !== undefined) return
    const next = this.#taken()
    if (next === undefined) {
      // an idle thread keeps no process alive
      this.#thread?.unref()
      return
    }
    this.#current = { ...next, since: performance.now() }
    this.#bound(this.#current)
    this.#thread ??= this.#started()
    this.#thread.ref()
    this.#thread.postMessage(next.asked)
  }

  /** Takes the next picture out of the line. */
  #taken(): Waiting | undefined {
    let client: string | undefined
    for (const other of this.#waiting.keys()) {
      if (client === undefined || this.#used.of(other) < this.#used.of(client)) client = other
    }
    if (client === undefined) return undefined
    const own = this.#waiting.get(client)!
    const next = own.shift()
    if (own.length === 0) this.#waiting.delete(client)
    return next
  }

  #started(): Worker {
    // beside this module, or beside the program that it is bundled into
    const entry = new URL('./checking.js', import.meta.url)
    const thread = new Worker(entry, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: mostHeap } })
    thread.on('message', (answered: Answered) => {
      // it may have been given up meanwhile
      if (thread !== this.#thread) return
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
    this.#used.add(current.client, performance.now() - current.since)
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

const whyLeft = 'the client has closed its connection, and others wait'

const hasLeft = ({ left }: Waiting): boolean => left?.aborted === true
