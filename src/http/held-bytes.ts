import type { ClientUsage } from './client-usage.ts'

/** Bytes that count as used by the client with this key. */
export interface Holding {
  readonly key: string
  readonly bytes: number
}

/** Bytes on one connection that count as used by clients: of responses that they have not read yet, or of requests' bodies. */
export class HeldBytes {
  private readonly usage: ClientUsage
  private readonly resource: 'unread' | 'bodies'
  private readonly held = new Set<Holding>()

  constructor(usage: ClientUsage, resource: 'unread' | 'bodies') {
    this.usage = usage
    this.resource = resource
  }

  /** Counts bytes of a client until they are released. */
  hold(key: string, bytes: number): Holding {
    const holding = { key, bytes }
    this.held.add(holding)
    this.usage.add(key, this.resource, bytes)
    return holding
  }

  /** Releases bytes, unless they have been released. */
  release(holding: Holding): void {
    if (this.held.delete(holding)) this.usage.add(holding.key, this.resource, -holding.bytes)
  }

  /** How many bytes of one client are held. */
  of(key: string): number {
    let sum = 0
    for (const entry of this.held) if (entry.key === key) sum += entry.bytes
    return sum
  }

  releaseAll(): void {
    for (const { key, bytes } of this.held) this.usage.add(key, this.resource, -bytes)
    this.held.clear()
  }
}
