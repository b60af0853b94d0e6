/** An entry of a queue; it is in at most one queue at a time, once. */
export interface QueuedRequest {
  /** The client's key. */
  readonly key: string
  /** Whether the client has gone. */
  readonly isAbandoned: boolean
  /** Milliseconds that it has waited for other requests. @param now  of the queue's clock */
  waited(now: number): number
  /** Answers, or takes a step towards the answer and enters the queue again, before the client's other requests. */
  answer(): void
  /** Answers 503, because the request has waited too long. */
  expire(): void
}

/** The parts of the server that a queue needs. */
interface QueueContext {
  /** Milliseconds of a monotonic clock. */
  now(): number
  /** How many connections have been accepted so far. */
  accepted(): number
  /** Called after each turn. */
  turnEnded(): void
}

/** Milliseconds after which a turn ends. A turn of the event loop costs a fifth of a small barcode. */
const budget = 1

/** Milliseconds after which a waiting request expires. */
const longestWait = 5000

/** Requests of which the time of the next is guessed. */
const smoothing = 16

/** Milliseconds between two searches for expired requests. */
const expiryInterval = 250

/**
 * Answers requests in turn: each turn of the event loop answers one, or several that together take a millisecond. Clients take
 * turns, and each client's requests keep their order: the oldest takes all of its steps before the next begins.
 *
 * Between two turns the event loop serves everything else, which so never waits longer than one turn.
 */
export class FairQueue {
  /** Clients in the order of their turns. Clients without requests stay until their turn. */
  readonly #byClient = new Map<string, QueuedRequest[]>()
  #count = 0
  readonly #context: QueueContext
  #acceptedBefore = 0
  #isScheduled = false
  /** Milliseconds: when the last turn ended, and how long it took. */
  #lastDone = 0
  #lastTook = 0
  #lastExpiry = 0
  /** Milliseconds that a request, or a step of one, takes: a moving average. */
  #usualTime = 0
  readonly #turn = (): void => this.#takeTurn()

  constructor(context: QueueContext) {
    this.#context = context
  }

  /** Whether no turn is scheduled. */
  get isIdle(): boolean {
    return !this.#isScheduled
  }

  /** How many requests are in it; of those whose client has gone, not all have left it yet. */
  get length(): number {
    return this.#count
  }

  /** Milliseconds between two turns of a client, with the clients and the work of now. */
  get round(): number {
    return Math.max(1, this.#byClient.size) * this.#usualTime
  }

  /** @param isBegun  whether the request has taken a step already, and is the oldest of its client */
  add(request: QueuedRequest, isBegun = false): void {
    const queue = this.#byClient.get(request.key)
    if (queue === undefined) this.#byClient.set(request.key, [request])
    else if (isBegun) queue.unshift(request)
    else queue.push(request)
    this.#count++
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(this.#turn)
  }

  #takeTurn(): void {
    const now = this.#context.now()
    try {
      if (!this.#yieldsToAccepts(now)) this.#answerSome(now)
    } finally {
      this.#isScheduled = this.#count > 0
      if (this.#isScheduled) setImmediate(this.#turn)
      this.#context.turnEnded()
    }
  }

  #answerSome(from: number): void {
    const context = this.#context
    if (from - this.#lastExpiry >= expiryInterval) this.#expire(from)
    let now = from
    for (let request = this.#next(); request !== undefined; request = this.#next()) {
      if (request.waited(now) > longestWait) {
        request.expire()
        continue
      }
      request.answer()
      const before = now
      now = context.now()
      this.#usualTime += (now - before - this.#usualTime) / smoothing
      if (now - from >= budget) break
    }
    this.#lastDone = now
    this.#lastTook = now - from
  }

  /**
   * Whether to skip this turn in favour of new connections, for as long as the last turn took. The event loop accepts one connection
   * per turn, and the last of many must not wait for one drawing per connection before it.
   */
  #yieldsToAccepts(now: number): boolean {
    const accepted = this.#context.accepted()
    const isAccepting = accepted !== this.#acceptedBefore
    this.#acceptedBefore = accepted
    return isAccepting && now - this.#lastDone < this.#lastTook
  }

  /** Removes the next request from the queue; the client's next turn comes after those of all other clients. */
  #next(): QueuedRequest | undefined {
    while (this.#count > 0) {
      const [key, queue] = this.#byClient.entries().next().value!
      const request = queue.shift()
      if (request === undefined) {
        this.#byClient.delete(key)
        continue
      }
      if (this.#byClient.size > 1) {
        this.#byClient.delete(key)
        this.#byClient.set(key, queue)
      }
      this.#count--
      if (!request.isAbandoned) return request
    }
    return undefined
  }

  #expire(now: number): void {
    this.#lastExpiry = now
    const expired: QueuedRequest[] = []
    for (const [key, queue] of this.#byClient) {
      const kept: QueuedRequest[] = []
      for (const request of queue) {
        if (!request.isAbandoned) (request.waited(now) > longestWait ? expired : kept).push(request)
      }
      this.#count -= queue.length - kept.length
      if (kept.length === 0) this.#byClient.delete(key)
      else this.#byClient.set(key, kept)
    }
    for (const request of expired) request.expire()
  }
}

/**
 * What waits for its turn: answers that are drawn in one step; those that are drawn in many, of which a client's own drawings need not
 * wait for; and all others.
 */
export type Queues = Readonly<Record<'drawings' | 'batches' | 'others', FairQueue>>
