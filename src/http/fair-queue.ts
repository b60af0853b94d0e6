/** An entry of a queue; it stands in one queue at a time, once. */
export interface QueuedRequest {
  /** The client's. */
  readonly key: string
  /** Whether the client has gone. */
  readonly isAbandoned: boolean
  /** Milliseconds that it has waited for others. */
  waited(): number
  answer(): void
  /** Answers that the request has waited too long. */
  expire(): void
}

/** What a queue needs of the server. */
export interface QueueContext {
  /** Milliseconds of a monotonic clock. */
  now(): number
  /** How many connections have been accepted so far. */
  accepted(): number
  /** Called when the queue has become empty. */
  idle(): void
}

/** Milliseconds after which a turn ends. A turn of the event loop costs a fifth of what a small barcode does. */
const budget = 1

/** Milliseconds after which a request is answered that it has waited too long. */
const longestWait = 5000

/** Milliseconds between two searches for requests that have waited too long. */
const expiryInterval = 250

/**
 * Answers one request a turn of the event loop, or several that take a millisecond together: clients take turns, and each
 * client's requests keep their order.
 *
 * Between two turns the event loop serves everything else, so that nothing else waits longer than for one of them.
 */
export class FairQueue {
  /** In the order of their turns. Clients without requests stay until their turn comes. */
  private readonly byClient = new Map<string, QueuedRequest[]>()
  private length = 0
  private readonly context: QueueContext
  private acceptedBefore = 0
  private isScheduled = false
  /** Milliseconds: when the last turn ended, and how long it took. */
  private lastDone = 0
  private lastTook = 0
  private lastExpiry = 0
  private readonly turn = (): void => this.takeTurn()

  constructor(context: QueueContext) {
    this.context = context
  }

  /** Whether no turn is scheduled. */
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
    const now = this.context.now()
    try {
      if (!this.yieldsToAccepts(now)) this.answerSome(now)
    } finally {
      this.isScheduled = this.length > 0
      if (this.isScheduled) setImmediate(this.turn)
      else this.context.idle()
    }
  }

  private answerSome(from: number): void {
    const { context } = this
    if (from - this.lastExpiry >= expiryInterval) this.expire(from)
    let now = from
    for (let request = this.next(); request !== undefined; request = this.next()) {
      if (request.waited() > longestWait) {
        request.expire()
        continue
      }
      request.answer()
      now = context.now()
      if (now - from >= budget) break
    }
    this.lastDone = now
    this.lastTook = now - from
  }

  /**
   * Whether this turn is left to new connections, for as long as the last turn took: the event loop accepts one a turn, and
   * the last of many must not wait for a drawing with each of those before it.
   */
  private yieldsToAccepts(now: number): boolean {
    const accepted = this.context.accepted()
    const isAccepting = accepted !== this.acceptedBefore
    this.acceptedBefore = accepted
    return isAccepting && now - this.lastDone < this.lastTook
  }

  /** Removes the next request from the queue; its client's next turn comes after those of all others. */
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
    this.lastExpiry = now
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
