/**
 * Files of strangers are read in a thread of their own, one after the other: reading one may take a hundred times as long as a drawing.
 * Clients take turns by the time that their files have taken.
 */

import { Worker } from 'node:worker_threads'
import { Shares } from '../../printing/index.ts'
import { UsedTime } from './used-time.ts'

/** What a thread is asked about a file. */
export interface FileRequest {
  readonly file: Uint8Array<ArrayBuffer>
}

/** What came of it; `failed` is an error of the thread itself. */
export type ThreadAnswer<Result> = { readonly result: Result } | { readonly failed: string }

/** Why a file is not read, for the client. */
export class NotChecked extends Error {}

/** Bytes that the smallest file counts for. */
const leastBytes = 1 << 16

/** How long a file may take, in milliseconds. */
export interface FileTimes {
  /** While no other client waits. */
  readonly alone: number
  /** While another client waits. */
  readonly besideOthers: number
}

/** What a thread does with files, and its bounds. */
export interface FileWork {
  /** The module that the thread runs: it answers each message, a request, with a ThreadAnswer. */
  readonly entry: URL
  readonly times: FileTimes
  /** Bytes of the files that wait or are read, of all clients together; a client may have half of what the others leave. */
  readonly mostBytes: number
  /** Megabytes of the heap of the thread; typed arrays are outside of it. */
  readonly mostHeap: number
  /** What is said of a file: that others wait, and that it takes too long, with what to do about it. */
  readonly words: { readonly waiting: string; readonly tooLong: (seconds: number, beside: string) => string }
}

interface Waiting<Request, Result> {
  readonly client: string
  readonly asked: Request
  /** Aborted when the client has left. */
  readonly left: AbortSignal | undefined
  readonly resolve: (result: Result) => void
  readonly reject: (error: Error) => void
}

/**
 * Reads files: next is that of the client whose files have taken least time of late, and the one that came first of this client. So
 * a client waits for one file of another at most, unless that client has had less.
 *
 * Who leaves is not waited for: a file of a client that has left is given up when somebody else waits. The thread starts with the first
 * file, and again after a failure.
 */
export class FileThread<Request extends FileRequest, Result> {
  readonly #shares: Shares<string>
  /** By client, in the order in which they came. */
  readonly #waiting = new Map<string, Waiting<Request, Result>[]>()
  readonly #used = new UsedTime()
  readonly #work: FileWork
  #current: (Waiting<Request, Result> & { readonly since: number }) | undefined
  #timer: NodeJS.Timeout | undefined
  #thread: Worker | undefined

  constructor(work: FileWork) {
    this.#work = work
    this.#shares = new Shares<string>(work.mostBytes)
  }

  /**
   * @param client  the key of the client
   * @param left  aborted when the client has left
   * @throws NotChecked if too many wait, it takes too long, or the client has left while others wait; Error for a fault of the thread
   */
  async read(client: string, asked: Request, left?: AbortSignal): Promise<Result> {
    const bytes = Math.max(asked.file.length, leastBytes)
    if (!this.#shares.hasRoom(client, bytes)) throw new NotChecked(this.#work.words.waiting)
    this.#shares.take(client, bytes)
    const leaves = (): void => this.#forsaken()
    left?.addEventListener('abort', leaves)
    try {
      return await new Promise<Result>((resolve, reject) => {
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

  /** Takes those that have left out of the line, and bounds the current file by who waits for it. */
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
    const { times, words } = this.#work
    const most = isAlone ? times.alone : times.besideOthers
    const tooLong = new NotChecked(words.tooLong(most / 1000, isAlone ? '' : ' while others wait'))
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

  /** Takes the next file out of the line. */
  #taken(): Waiting<Request, Result> | undefined {
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
    const { entry, mostHeap } = this.#work
    const thread = new Worker(entry, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: mostHeap } })
    thread.on('message', (answered: ThreadAnswer<Result>) => {
      // it may have been given up meanwhile
      if (thread !== this.#thread) return
      if ('result' in answered) this.#end().resolve(answered.result)
      else this.#end().reject(new Error(answered.failed))
      this.#next()
    })
    thread.on('error', (error: NodeJS.ErrnoException) => {
      if (thread !== this.#thread) return
      this.#fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new NotChecked('the file takes too much memory') : error)
    })
    return thread
  }

  /** The current file, which is done. */
  #end(): Waiting<Request, Result> {
    clearTimeout(this.#timer)
    const current = this.#current!
    this.#current = undefined
    this.#used.add(current.client, performance.now() - current.since)
    return current
  }

  /** Gives up the file, and the thread with it. */
  #fail(error: Error): void {
    void this.#thread?.terminate()
    this.#thread = undefined
    if (this.#current !== undefined) this.#end().reject(error)
    this.#next()
  }
}

const whyLeft = 'the client has closed its connection, and others wait'

const hasLeft = ({ left }: { readonly left: AbortSignal | undefined }): boolean => left?.aborted === true
