/** Jobs of one printer that wait: clients in turn, the jobs of each in order, and a printer that is away is asked again after a while. */

import { Shares } from '../printers/shares.ts'
import type { Job } from './job.ts'

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
  /** Jobs by client, never empty; the client whose turn is next comes first. */
  readonly #byClient = new Map<string, number[]>()
  /** Clients one of whose jobs is with the printer's queue. */
  readonly #busy = new Set<string>()
  #length = 0
  #pause = 0
  #timer: NodeJS.Timeout | undefined
  #wakes = 0
  #isClosed = false

  constructor(options: QueueOptions) {
    this.#options = options
  }

  get length(): number {
    return this.#length
  }

  /** Why there is no place for another job of the client, to go on after the printer's name; undefined if there is. */
  fullness(client: string, most: number): string | undefined {
    const own = this.#byClient.get(client)?.length ?? 0
    const shares = new Shares<string>(most)
    shares.take(client, own)
    shares.take('', this.#length - own)
    if (shares.hasRoom(client, 1)) return undefined
    return `has ${own} jobs of this client waiting, of ${this.#length}, and keeps the places that are left for others`
  }

  add({ id, client }: Pick<Job, 'id' | 'client'>): void {
    const own = this.#byClient.get(client)
    if (own === undefined) this.#byClient.set(client, [id])
    else own.push(id)
    this.#length++
    // the constructor of its owner may not have ended yet
    setImmediate(() => this.#feed())
  }

  remove({ id, client }: Pick<Job, 'id' | 'client'>): void {
    const own = this.#byClient.get(client) ?? []
    const at = own.indexOf(id)
    if (at < 0) return
    own.splice(at, 1)
    this.#length--
    if (own.length === 0) this.#byClient.delete(client)
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
    for (const [client, [id]] of [...this.#byClient]) {
      if (this.#busy.size >= most) return
      if (!this.#busy.has(client)) void this.#hand(client, id!)
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
    } else if (wakes === this.#wakes) this.#wait(outcome === 'away' ? this.#nextPause() : outcome.pause)
    // its next turn comes after those of all others
    const own = this.#byClient.get(client)
    if (own !== undefined && outcome === 'ended') {
      this.#byClient.delete(client)
      this.#byClient.set(client, own)
    }
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
