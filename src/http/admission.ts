import type { Accounts, Resource } from './accounts.ts'
import type { Client } from './client.ts'
import type { Connection } from './connection.ts'

/** How much of a resource one client may take up, and all together. */
export interface Bound {
  readonly client: number
  readonly total: number
}

export type ResourceBounds = Readonly<Record<Resource, Bound>>

/** Connections that are told of too much, at one time; all others are cut, which costs less. */
const mostTold = 64

/** Keeps what clients take up within bounds. Past the common bound, the client that takes up most gives way. */
export class Admission {
  private readonly accounts: Accounts
  private readonly connections: () => Iterable<Connection>
  private readonly bounds: ResourceBounds

  /** @param connections  all that are open */
  constructor(accounts: Accounts, connections: () => Iterable<Connection>, bounds: ResourceBounds) {
    this.accounts = accounts
    this.connections = connections
    this.bounds = bounds
  }

  /** Why no request of the client's is taken or drawn now, if so. */
  refusal(client: Client, resource: 'waiting' | 'unread'): string | undefined {
    const { client: most, total } = this.bounds[resource]
    if (this.accounts.of(client.key)[resource] > most) return excess(resource, client)
    while (this.accounts.total[resource] > total) {
      const largest = this.accounts.largest(resource)
      if (largest === undefined || largest === client.key || !this.cut(resource, largest)) return excess(resource)
    }
    return undefined
  }

  /** Why the newest connection is not kept, if so. Idle ones give way to it, its own client's first. */
  refusalOfNewest({ peer, isOfProxy }: Connection): string | undefined {
    const { client: most, total } = this.bounds.connections
    if (!isOfProxy && this.accounts.of(peer.key).connections > most && !this.cutIdle(peer.key))
      return excess('connections', peer)
    while (this.accounts.total.connections > total) {
      const largest = this.accounts.largest('connections')
      if (largest === undefined) return excess('connections')
      if (this.cutIdle(largest)) continue
      if (largest === peer.key || !this.cut('connections', largest)) return excess('connections')
    }
    return undefined
  }

  /** Whether there are so many connections that no other can be told that there are too many. */
  isFlooded(peer: Client, isOfProxy: (peer: Client) => boolean): boolean {
    const { connections, excessive } = this.accounts.total
    if (excessive < mostTold) return false
    if (connections > this.bounds.connections.total) return true
    return this.accounts.of(peer.key).excessive >= mostTold && !isOfProxy(peer)
  }

  /** Cuts the connection that holds most of what the client takes up. */
  private cut(resource: Resource, key: string): boolean {
    let found: Connection | undefined
    let most = 0
    for (const connection of this.connections()) {
      const held = connection.holds(resource, key)
      if (held <= most) continue
      found = connection
      most = held
    }
    found?.cut()
    return found !== undefined
  }

  private cutIdle(key: string): boolean {
    for (const connection of this.connections()) {
      if (connection.peer.key !== key || !connection.isIdle(0)) continue
      connection.cut()
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
