/** Something that waits for its turn, in one place of one queue at a time. */
export interface QueuedRequest {
  /** Of the client. */
  readonly key: string
  /** Whether nobody is left to answer. */
  readonly isAbandoned: boolean
  /** Milliseconds that it has waited for others. */
  waited(): number
  answer(): void
  /** Answers that it has waited too long. */
  expire(): void
}

export interface Surroundings {
  /** Milliseconds of a clock that never goes back. */
  now(): number
  /** How many connections have been accepted so far. */
  accepted(): number
  /** Called when all that was in the queue is answered. */
  idle(): void
}

/** Milliseconds after which no more requests are answered in a turn: a turn costs a fifth of what a small barcode does. */
const budget = 1

/** Milliseconds after which a request is answered that it has waited too long. */
const longestWait = 5000

/** Milliseconds between two looks for requests that have waited too long. */
const lookInterval = 250

/**
 * One request a turn of the event loop, or a few that take a millisecond together, from each client in turn and from one client
 * in their order.
 *
 * Between two turns everything else is served that is ready, so that nothing waits longer than for one of them.
 */
export class FairQueue {
  /** Whose turn is next comes first. Clients without requests stay until their turn comes. */
  private readonly byClient = new Map<string, QueuedRequest[]>()
  private length = 0
  private readonly surroundings: Surroundings
  private acceptedBefore = 0
  private isScheduled = false
  /** Milliseconds: when the last turn was over, and how long it took. */
  private lastDone = 0
  private lastTook = 0
  private lastLook = 0
  private readonly turn = (): void => this.takeTurn()

  constructor(surroundings: Surroundings) {
    this.surroundings = surroundings
  }

  /** Whether no turn is to come. */
  get isIdle(): boolean {
    return !this.isScheduled
  }

  add(request: QueuedRequest): void {
    const queue = this.byClient.get(request.key)
    if (queue === undefined) this.byClient.set(request.key, [request])
    else queue.push(request)
    this.length++
    if (this.isScheduled) return
    this.isScheduled = true
    setImmediate(this.turn)
  }

  private takeTurn(): void {
    const now = this.surroundings.now()
    try {
      if (!this.standsBack(now)) this.answerSome(now)
    } finally {
      this.isScheduled = this.length > 0
      if (this.isScheduled) setImmediate(this.turn)
      else this.surroundings.idle()
    }
  }

  private answerSome(from: number): void {
    const { surroundings } = this
    if (from - this.lastLook >= lookInterval) this.expire(from)
    let now = from
    for (let request = this.next(); request !== undefined; request = this.next()) {
      if (request.waited() > longestWait) {
        request.expire()
        continue
      }
      request.answer()
      now = surroundings.now()
      if (now - from >= budget) break
    }
    this.lastDone = now
    this.lastTook = now - from
  }

  /**
   * Connections come in first, for as long as the last turn took: the event loop accepts one a turn, and whoever comes
   * behind many others must not wait for a drawing with each of them.
   */
  private standsBack(now: number): boolean {
    const accepted = this.surroundings.accepted()
    const isComingIn = accepted !== this.acceptedBefore
    this.acceptedBefore = accepted
    return isComingIn && now - this.lastDone < this.lastTook
  }

  /** Takes the next request out of the queue; its client has the last turn then. */
  private next(): QueuedRequest | undefined {
    while (this.length > 0) {
      const [key, queue] = this.byClient.entries().next().value!
      const request = queue.shift()
      if (request === undefined || this.byClient.size > 1) this.byClient.delete(key)
      if (request === undefined) continue
      this.byClient.set(key, queue)
      this.length--
      if (!request.isAbandoned) return request
    }
    return undefined
  }

  private expire(now: number): void {
    this.lastLook = now
    const expired: QueuedRequest[] = []
    for (const [key, queue] of this.byClient) {
      const kept: QueuedRequest[] = []
      for (const request of queue) {
        if (!request.isAbandoned) (request.waited() > longestWait ? expired : kept).push(request)
      }
      this.length -= queue.length - kept.length
      if (kept.length === 0) this.byClient.delete(key)
      else this.byClient.set(key, kept)
    }
    for (const request of expired) request.expire()
  }
}
