/** A request that waits for its drawing. */
export interface QueuedDrawing {
  /** Of the client. */
  readonly key: string
  /** Whether nobody is left to draw for. */
  readonly isAbandoned: boolean
  /** Milliseconds that it has waited for others. */
  waited(): number
  draw(): void
  /** Answers that it has waited too long. */
  expire(): void
}

export interface Surroundings {
  /** Milliseconds of a clock that never goes back. */
  now(): number
  /** How many connections have been accepted so far. */
  accepted(): number
  /** Called when all that was in the queue is drawn. */
  idle(): void
}

/** Milliseconds after which a request is answered that it has waited too long. */
const longestWait = 5000

/** Milliseconds between two looks for requests that have waited too long. */
const lookInterval = 250

/**
 * One drawing a turn of the event loop, taken from each client in turn and from one client in the order of its requests.
 *
 * Between two drawings everything else is served that is ready, so that nothing waits longer than for one of them.
 */
export class DrawingQueue {
  /** Whose turn is next comes first. */
  private readonly byClient = new Map<string, QueuedDrawing[]>()
  private readonly surroundings: Surroundings
  private acceptedBefore = 0
  private isScheduled = false
  /** Milliseconds: when the last drawing was done, and how long it took. */
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

  add(drawing: QueuedDrawing): void {
    const queue = this.byClient.get(drawing.key)
    if (queue === undefined) this.byClient.set(drawing.key, [drawing])
    else queue.push(drawing)
    if (this.isScheduled) return
    this.isScheduled = true
    setImmediate(this.turn)
  }

  private takeTurn(): void {
    const now = this.surroundings.now()
    try {
      if (!this.standsBack(now)) this.drawNext(now)
    } finally {
      this.isScheduled = this.byClient.size > 0
      if (this.isScheduled) setImmediate(this.turn)
      else this.surroundings.idle()
    }
  }

  private drawNext(now: number): void {
    if (now - this.lastLook >= lookInterval) this.expire(now)
    for (let drawing = this.next(); drawing !== undefined; drawing = this.next()) {
      if (drawing.waited() <= longestWait) {
        drawing.draw()
        break
      }
      drawing.expire()
    }
    this.lastDone = this.surroundings.now()
    this.lastTook = this.lastDone - now
  }

  /**
   * Connections come in first, for as long as the last drawing took: the event loop accepts one a turn, and whoever comes
   * behind many others must not wait for a drawing with each of them.
   */
  private standsBack(now: number): boolean {
    const accepted = this.surroundings.accepted()
    const isComingIn = accepted !== this.acceptedBefore
    this.acceptedBefore = accepted
    return isComingIn && now - this.lastDone < this.lastTook
  }

  /** Takes the next drawing out of the queue; its client has the last turn then. */
  private next(): QueuedDrawing | undefined {
    for (const [key, queue] of this.byClient) {
      const drawing = queue.shift()
      if (queue.length === 0) this.byClient.delete(key)
      else if (this.byClient.size > 1) {
        this.byClient.delete(key)
        this.byClient.set(key, queue)
      }
      if (drawing?.isAbandoned === false) return drawing
    }
    return undefined
  }

  private expire(now: number): void {
    this.lastLook = now
    for (const [key, queue] of this.byClient) {
      const kept: QueuedDrawing[] = []
      const expired: QueuedDrawing[] = []
      for (const drawing of queue) {
        if (!drawing.isAbandoned) (drawing.waited() > longestWait ? expired : kept).push(drawing)
      }
      if (kept.length === 0) this.byClient.delete(key)
      else this.byClient.set(key, kept)
      for (const drawing of expired) drawing.expire()
    }
  }
}
