import type { ClientUsage } from './client-usage.ts'

/** Bytes of one client that are held. */
export interface Held {
  /** Changes how many they are. */
  resize(bytes: number): void
  release(): void
}

/** Bytes on one connection that count as used by clients: of responses, unread or in the making, or of requests' bodies. */
export class HeldBytes {
  private readonly usage: ClientUsage
  private readonly resource: 'unread' | 'making' | 'bodies'
  private readonly held = new Set<{ readonly key: string; bytes: number }>()

  constructor(usage: ClientUsage, resource: 'unread' | 'making' | 'bodies') {
    this.usage = usage
    this.resource = resource
  }

  /** Counts bytes of a client until they are released, one by one or by `releaseAll`. */
  hold(key: string, bytes: number): Held {
    const entry = { key, bytes }
    this.held.add(entry)
    this.usage.add(key, this.resource, bytes)
    return {
      resize: (bytes) => {
        if (!this.held.has(entry)) return
        this.usage.add(key, this.resource, bytes - entry.bytes)
        entry.bytes = bytes
      },
      release: () => {
        if (this.held.delete(entry)) this.usage.add(key, this.resource, -entry.bytes)
      },
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
