/** Jobs that change, as server-sent events (WHATWG HTML, 9.2): each change on disk is told, and whoever was cut off goes on where it was. */

import { type Answer, errorAnswer, type Live, type LiveAnswer } from '../../../answer.ts'
import { type JobStore, type Jobs, Shares } from '../../../printing/index.ts'
import { jobJson } from './job-json.ts'

/** Streams that are open at a time, of which each client has its share. */
const mostStreams = 64
/** Jobs that are read from the store at once. */
const atOnce = 50
/** Milliseconds after which a proxy that hears nothing might close the connection. */
const silence = 15_000

const encoder = new TextEncoder()
const greeting = encoder.encode(': jobs\nretry: 2000\n\n')
const heartbeat = encoder.encode(':\n\n')

export class EventStreams {
  readonly #jobs: Jobs
  readonly #open = new Shares<string>(mostStreams)

  constructor(jobs: Jobs) {
    this.#jobs = jobs
  }

  get #store(): JobStore {
    return this.#jobs.store
  }

  /**
   * @param last  the value of Last-Event-ID: the event after which the stream begins; without it, it begins with the next change. One of
   *              another history of the store, or that has not been, tells nothing of what its reader knows: all jobs are told
   */
  answer(client: string, last: string | undefined): Answer | LiveAnswer {
    if (!this.#open.hasRoom(client, 1)) {
      const message = `${this.#open.held(client)} streams of this client are open, and the places that are left are for others`
      return errorAnswer('overloaded', message, ['Retry-After', '5'])
    }
    this.#open.take(client, 1)
    const body = this.#stream(last === undefined ? this.#store.changed : this.#changeOf(last), () =>
      this.#open.giveBack(client, 1),
    )
    // nginx would keep events until there are enough of them
    return { status: 200, type: 'text/event-stream', body, maxAge: 0, headers: ['X-Accel-Buffering', 'no'] }
  }

  /** The change that an event's id names; 0 if it names none of this store. */
  #changeOf(id: string): number {
    const [, epoch, number] = /^([0-9a-f]{16})-([0-9]{1,15})$/.exec(id) ?? []
    const change = Number(number)
    return epoch === this.#store.epoch && change <= this.#store.changed ? change : 0
  }

  /** Nothing of it is kept: what a slow reader has not got yet is read from the store when it has room. */
  #stream(from: number, closed: () => void): Live {
    const store = this.#store
    const { epoch } = store
    let after = from
    let isGreeted = false
    let isLate = false
    let wake = (): void => {}
    const end = store.onChange(() => wake())
    const timer = setInterval(() => {
      isLate = true
      wake()
    }, silence).unref()
    return {
      isEndless: true,
      next() {
        if (!isGreeted) {
          isGreeted = true
          return greeting
        }
        const changes = store.changedSince(after, atOnce)
        if (changes.length === 0) {
          if (!isLate) return 'later'
          isLate = false
          return heartbeat
        }
        isLate = false
        after = changes.at(-1)!.change
        const events = changes.map(
          ({ change, job }) => `id: ${epoch}-${change}\ndata: ${JSON.stringify(jobJson(job))}\n\n`,
        )
        return encoder.encode(events.join(''))
      },
      onMore(listener) {
        wake = listener
      },
      close() {
        end()
        clearInterval(timer)
        closed()
      },
    }
  }
}
