import type { Client } from './client.ts'
import { amountOf, type ClientUsage, type Resource } from './client-usage.ts'
import type { Connection } from './connection.ts'
import type { ServerCounts } from './server-figures.ts'

/** The maximum use of a resource, by one client and by all together. */
export interface Limit {
  readonly client: number
  readonly total: number
}

export type ResourceLimits = Readonly<Record<Resource, Limit>>

/** The part of the room for replies up to which any may grow; the rest is not for the client that has most. */
const freeForAll = 0.75

/** The maximum number of connections that close with an error response at one time; all others are closed without a response, which costs less. */
const mostExplained = 64

export interface UsageLimitsOptions {
  readonly usage: ClientUsage
  /** Returns all that are open. */
  readonly connections: () => Iterable<Connection>
  readonly limits: ResourceLimits
  /** Where refusals are counted. */
  readonly counts: ServerCounts
}

/** Limits what clients use. Above a common limit, it closes connections of the client that uses most. */
export class UsageLimits {
  private readonly usage: ClientUsage
  private readonly connections: () => Iterable<Connection>
  private readonly limits: ResourceLimits
  private readonly counts: ServerCounts

  constructor({ usage, connections, limits, counts }: UsageLimitsOptions) {
    this.usage = usage
    this.connections = connections
    this.limits = limits
    this.counts = counts
  }

  /**
   * The reason to refuse a request of the client, or to draw nothing for it; undefined if there is none. It may close connections of
   * other clients to make room.
   */
  refusal(client: Client, resource: 'waiting' | 'unread' | 'bodies'): string | undefined {
    const { client: most, total } = this.limits[resource]
    if (amountOf(this.usage.of(client.key), resource) > most) return this.excess(resource, client)
    return this.hasRoom(resource, total, client) ? undefined : this.excess(resource)
  }

  /**
   * Whether the answer in the making for a client may grow: it waits while the client has too much to read, or until others give room;
   * otherwise the reason to give it up. It may close connections of other clients to make room.
   */
  growth(client: Client): 'grows' | 'waits' | { readonly refusal: string } {
    const { client: most, total } = this.limits.unread
    const own = this.usage.of(client.key)
    // what is made for it alone has a bound of its own
    if (own.unread > 0 && amountOf(own, 'unread') > most) return 'waits'
    if (amountOf(this.usage.total, 'unread') <= total * freeForAll) return 'grows'
    if (this.usage.largest('unread') === client.key) return { refusal: this.excess('unread') }
    return this.hasRoom('unread', total, client) ? 'grows' : 'waits'
  }

  /** Whether all clients together use at most `total`, if need be after connections of the largest of the others are closed. */
  private hasRoom(resource: Resource, total: number, { key }: Client): boolean {
    while (amountOf(this.usage.total, resource) > total) {
      const largest = this.usage.largest(resource)
      if (largest === undefined || largest === key || !this.closeLargest(resource, largest)) return false
    }
    return true
  }

  /**
   * The reason to refuse the newest connection; undefined if there is none. It closes idle connections first, those of the same client
   * before others.
   */
  refusalOfNewest({ peer, isOfProxy }: Connection): string | undefined {
    const { client: most, total } = this.limits.connections
    if (!isOfProxy && this.usage.of(peer.key).connections > most && !this.closeIdle(peer.key))
      return this.excess('connections', peer)
    while (this.usage.total.connections > total) {
      const largest = this.usage.largest('connections')
      if (largest === undefined) return this.excess('connections')
      if (this.closeIdle(largest)) continue
      if (largest === peer.key || !this.closeLargest('connections', largest)) return this.excess('connections')
    }
    return undefined
  }

  /** Whether there are so many connections that a new one is closed without a response. */
  isFlooded(peer: Client, isOfProxy: (peer: Client) => boolean): boolean {
    const { connections, excessive } = this.usage.total
    if (excessive < mostExplained) return false
    if (connections > this.limits.connections.total) return true
    return this.usage.of(peer.key).excessive >= mostExplained && !isOfProxy(peer)
  }

  /** Closes the connection with the largest share of what the client uses. */
  private closeLargest(resource: Resource, key: string): boolean {
    let found: Connection | undefined
    let most = 0
    for (const connection of this.connections()) {
      const used = connection.usedBy(resource, key)
      if (used <= most) continue
      found = connection
      most = used
    }
    if (found !== undefined) this.displace(found)
    return found !== undefined
  }

  private closeIdle(key: string): boolean {
    for (const connection of this.connections()) {
      if (connection.peer.key !== key || !connection.isIdle(0)) continue
      this.displace(connection)
      return true
    }
    return false
  }

  private displace(connection: Connection): void {
    this.counts.refusals.displaced++
    connection.abort()
  }

  private excess(resource: Resource, client?: Client): string {
    this.counts.refusals[resource]++
    return `too many ${nouns[resource]}${client === undefined ? '' : ` of ${client.address}`}`
  }
}

const nouns: Readonly<Record<Resource, string>> = {
  connections: 'connections',
  waiting: 'waiting requests',
  unread: 'bytes of replies that are unread or in the making',
  bodies: 'bytes in request bodies',
}
