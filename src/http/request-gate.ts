import type { Socket } from 'node:net'
import type { ClientUsage } from './client-usage.ts'
import type { BodyState, Input } from './input.ts'

/** The connection whose requests pass the gate. */
interface GateContext {
  readonly socket: Socket
  readonly input: Input
  readonly usage: ClientUsage
  /** The body of the last request. */
  readonly body: () => BodyState
}

/**
 * Lets the requests of one connection begin in their order: the next one when the body of the last one has been delivered, and it
 * is known whether that one is admitted.
 */
export class RequestGate {
  private readonly context: GateContext
  private held: { readonly key: string | undefined } | undefined
  /** Begin the requests that node has parsed, and that must wait. */
  private readonly deferred: (() => void)[] = []
  /** Refuses the input behind all of these. */
  private refusal: (() => void) | undefined

  constructor(context: GateContext) {
    this.context = context
  }

  /** Whether the next request has to wait. */
  get isOccupied(): boolean {
    return this.held !== undefined || this.context.body() !== 'none'
  }

  /** Whether a held request counts as waiting for this client. */
  isHeldFor(key: string): boolean {
    return this.held?.key === key
  }

  /** Calls `begin`, which begins the next request, as soon as the gate is not occupied. */
  defer(begin: () => void): void {
    this.deferred.push(begin)
  }

  /**
   * Holds the last request: no more input is received, and later requests wait.
   *
   * @param key  of its client, if it counts as waiting
   * @returns a function that goes on with the request by `proceed`, unless the client has gone
   */
  hold(key?: string): (proceed: () => void) => void {
    const { socket, input, usage } = this.context
    this.held = { key }
    if (key !== undefined) usage.add(key, 'waiting', 1)
    input.stop('held')
    return (proceed) => {
      if (socket.destroyed) return
      this.release()
      proceed()
      if (this.held !== undefined) return
      input.resume('held')
      this.beginDeferred()
    }
  }

  private release(): void {
    const key = this.held?.key
    this.held = undefined
    if (key !== undefined) this.context.usage.add(key, 'waiting', -1)
  }

  /** Calls `refuse`, which closes the connection because of its input, as soon as all complete requests before that have begun. */
  refuseInput(refuse: () => void): void {
    this.refusal ??= refuse
    this.context.input.discard()
    this.beginDeferred()
  }

  /** Begins requests that were deferred, as far as they need not wait. */
  beginDeferred(): void {
    while (!this.isOccupied && this.deferred.length > 0) this.deferred.shift()!()
    const { refusal } = this
    // a complete body is delivered soon; one that is incomplete stays so, because no more input is parsed
    if (refusal === undefined || this.held !== undefined || this.context.body() === 'complete') return
    this.refusal = undefined
    refusal()
  }

  /** Drops all requests that have not begun. */
  forget(): void {
    this.release()
    this.deferred.length = 0
    this.refusal = undefined
  }
}
