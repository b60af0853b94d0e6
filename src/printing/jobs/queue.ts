/** Jobs of one printer that wait: clients in turn, the jobs of each in order, and a printer that is away is asked again after a while. */

import type { Job } from '../store/job.ts'
import { Shares } from './shares.ts'
import { Turns } from './turns.ts'

interface QueueOptions {
  /** Prints a job. away: its printer took nothing; pause: it was not its turn, and it is asked again after so many ms. */
  readonly run: (id: number) => Promise<'ended' | 'away' | { readonly pause: number }>
  /** After which a printer that is away is asked again: at first, and at most. In ms. */
  readonly pauses: { readonly first: number; readonly longest: number }
}

/** Clients whose jobs are with the printer's own queue at a time, where they take their turns with those that are waited for. */
const mostAtOnce = 8

export class Queue {
  readonly #options: QueueOptions
  /** Jobs that wait, those with the printer's queue included, by number. */
  readonly #waiting = new Turns<number>()
  /** Clients one of whose jobs is with the printer's queue. */
  readonly #busy = new Set<string>()
  #pause = 0
  #timer: NodeJS.Timeout | undefined
  #wakes = 0
  #isClosed = false

  constructor(options: QueueOptions) {
    this.#options = options
  }

  get length(): number {
    return this.#waiting.length
  }

  /** Why there is no place for another job of the client, to go on after the printer's name; undefined if there is. */
  fullness(client: string, most: number): string | undefined {
    const own = this.#waiting.held(client)
    const shares = new Shares<string>(most)
    shares.take(client, own)
    shares.take('', this.length - own)
    if (shares.hasRoom(client, 1)) return undefined
    return `has ${own} jobs of this client waiting, of ${this.length}, and keeps the places that are left for others`
  }

  add({ id, client }: Pick<Job, 'id' | 'client'>): void {
    this.#waiting.add(client, id)
    // the constructor of its owner may not have ended yet
    setImmediate(() => this.#feed())
  }

  remove({ id, client }: Pick<Job, 'id' | 'client'>): void {
    this.#waiting.remove(client, id)
  }

  /** Tries a printer that was away at once, and again one that turns out to be away for a job in hand: it may be another one now. */
  wake(): void {
    this.#wakes++
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#pause = 0
    this.#feed()
  }

  /** No job begins any more. */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  /** Hands jobs over, one of each client; one in all to a printer that was away when it was asked last. */
  #feed(): void {
    if (this.#isClosed || this.#timer !== undefined) return
    const most = this.#pause > 0 ? 1 : mostAtOnce
    for (const [client, id] of this.#waiting.firsts()) {
      if (this.#busy.size >= most) return
      if (!this.#busy.has(client)) void this.#hand(client, id)
    }
  }

  async #hand(client: string, id: number): Promise<void> {
    this.#busy.add(client)
    const wakes = this.#wakes
    const outcome = await this.#options.run(id)
    this.#busy.delete(client)
    if (this.#isClosed) return
    if (outcome === 'ended') {
      this.#pause = 0
      this.remove({ id, client })
      // its next turn comes after those of all others
      this.#waiting.end(client)
    } else if (wakes === this.#wakes) this.#wait(outcome === 'away' ? this.#nextPause() : outcome.pause)
    this.#feed()
  }

  #nextPause(): number {
    if (this.#timer !== undefined) return this.#pause
    const { first, longest } = this.#options.pauses
    this.#pause = Math.min(longest, Math.max(first, 2 * this.#pause))
    return this.#pause
  }

  #wait(ms: number): void {
    if (this.#timer !== undefined) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#feed()
    }, ms)
  }
}
