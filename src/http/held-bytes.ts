import type { ClientUsage } from './client-usage.ts'

/** Bytes on one connection that count as used by clients: of responses that they have not read yet, or of requests' bodies. */
export class HeldBytes {
  private readonly usage: ClientUsage
  private readonly resource: 'unread' | 'bodies'
  private readonly held = new Set<{ readonly key: string; readonly bytes: number }>()

  constructor(usage: ClientUsage, resource: 'unread' | 'bodies') {
    this.usage = usage
    this.resource = resource
  }

  /** Counts bytes of a client. The returned function releases them; so does `releaseAll`. */
  hold(key: string, bytes: number): () => void {
    const entry = { key, bytes }
    this.held.add(entry)
    this.usage.add(key, this.resource, bytes)
    return () => {
      if (this.held.delete(entry)) this.usage.add(key, this.resource, -bytes)
    }
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
