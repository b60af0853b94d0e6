import type { Client } from './client.ts'
import type { ClientUsage, Resource } from './client-usage.ts'
import type { Connection } from './connection.ts'

/** How much of a resource one client may use, and all together. */
export interface Bound {
  readonly client: number
  readonly total: number
}

export type ResourceBounds = Readonly<Record<Resource, Bound>>

/** Connections that close with an explanation at one time; all others are closed without one, which costs less. */
const mostExplained = 64

/** Keeps what clients use within bounds. Past the common bound, connections of the client that uses most are closed. */
export class Admission {
  private readonly usage: ClientUsage
  private readonly connections: () => Iterable<Connection>
  private readonly bounds: ResourceBounds

  /** @param connections  all that are open */
  constructor(usage: ClientUsage, connections: () => Iterable<Connection>, bounds: ResourceBounds) {
    this.usage = usage
    this.connections = connections
    this.bounds = bounds
  }

  /** Why no request of the client is accepted or drawn now; undefined where it may be. */
  refusal(client: Client, resource: 'waiting' | 'unread'): string | undefined {
    const { client: most, total } = this.bounds[resource]
    if (this.usage.of(client.key)[resource] > most) return excess(resource, client)
    while (this.usage.total[resource] > total) {
      const largest = this.usage.largest(resource)
      if (largest === undefined || largest === client.key || !this.closeLargest(resource, largest))
        return excess(resource)
    }
    return undefined
  }

  /** Why the newest connection is not kept; undefined where it is. Idle connections are closed first, its own client's before others. */
  refusalOfNewest({ peer, isOfProxy }: Connection): string | undefined {
    const { client: most, total } = this.bounds.connections
    if (!isOfProxy && this.usage.of(peer.key).connections > most && !this.closeIdle(peer.key))
      return excess('connections', peer)
    while (this.usage.total.connections > total) {
      const largest = this.usage.largest('connections')
      if (largest === undefined) return excess('connections')
      if (this.closeIdle(largest)) continue
      if (largest === peer.key || !this.closeLargest('connections', largest)) return excess('connections')
    }
    return undefined
  }

  /** Whether there are so many connections that a new one is closed without an explanation. */
  isFlooded(peer: Client, isOfProxy: (peer: Client) => boolean): boolean {
    const { connections, excessive } = this.usage.total
    if (excessive < mostExplained) return false
    if (connections > this.bounds.connections.total) return true
    return this.usage.of(peer.key).excessive >= mostExplained && !isOfProxy(peer)
  }

  /** Closes the connection that uses most of what the client uses. */
  private closeLargest(resource: Resource, key: string): boolean {
    let found: Connection | undefined
    let most = 0
    for (const connection of this.connections()) {
      const held = connection.usedBy(resource, key)
      if (held <= most) continue
      found = connection
      most = held
    }
    found?.abort()
    return found !== undefined
  }

  private closeIdle(key: string): boolean {
    for (const connection of this.connections()) {
      if (connection.peer.key !== key || !connection.isIdle(0)) continue
      connection.abort()
      return true
    }
    return false
  }
}

function excess(resource: Resource, client?: Client): string {
  return `too many ${nouns[resource]}${client === undefined ? '' : ` of ${client.address}`}`
}

const nouns: Readonly<Record<Resource, string>> = {
  connections: 'connections',
  waiting: 'waiting requests',
  unread: 'unread replies',
}
