/** What clients use of the server, the limits of that, and what it has refused. */

import type { Principal } from '../../answer.ts'

/** The counts that are kept for each principal, and for all together: connections by their addresses, all else by whose the requests are. */
export interface Usage {
  /** Open connections. */
  readonly connections: number
  /** Requests without an answer yet. */
  readonly waiting: number
  /** Bytes of responses that the client has not read yet. */
  readonly unread: number
  /** Bytes that are kept for responses in the making. */
  readonly making: number
  /** Bytes that are set aside for the bodies of requests without an answer yet. */
  readonly bodies: number
  /** Connections that are closing because the client exceeded a limit: of a request's head, or of its usage. */
  readonly excessive: number
}

/** A count that has limits. That of unread responses includes those in the making, which will be unread. */
export type Resource = 'connections' | 'waiting' | 'unread' | 'bodies'

/** How much a client, or all together, use of what has a limit. */
export function amountOf(usage: Usage, resource: Resource): number {
  return resource === 'unread' ? usage.unread + usage.making : usage[resource]
}

type MutableUsage = { -readonly [resource in keyof Usage]: number }

const empty: Usage = { connections: 0, waiting: 0, unread: 0, making: 0, bodies: 0, excessive: 0 }

/** How much of the service each client uses. Clients that use nothing are not stored. */
export class ClientUsage {
  readonly #byKey = new Map<string, MutableUsage>()
  readonly #sum: MutableUsage = { ...empty }

  get total(): Usage {
    return this.#sum
  }

  /** @param key  of the principal */
  of(key: string): Usage {
    return this.#byKey.get(key) ?? empty
  }

  /** @param amount  negative to release */
  add(key: string, resource: keyof Usage, amount: number): void {
    let own = this.#byKey.get(key)
    if (own === undefined) {
      own = { ...empty }
      this.#byKey.set(key, own)
    }
    own[resource] += amount
    this.#sum[resource] += amount
    const { connections, waiting, unread, making, bodies, excessive } = own
    if ((connections | waiting | unread | making | bodies | excessive) === 0) this.#byKey.delete(key)
  }

  /** The key of the principal that uses most; undefined if none uses any. */
  largest(resource: Resource): string | undefined {
    let found: string | undefined
    let most = 0
    for (const [key, own] of this.#byKey) {
      const amount = amountOf(own, resource)
      if (amount <= most) continue
      found = key
      most = amount
    }
    return found
  }
}

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

/** A connection, as far as limits close it. */
interface Displaceable {
  readonly peer: Principal
  readonly isOfProxy: boolean
  /** How much of what a client uses is on this connection. */
  usedBy(resource: Resource, key: string): number
  /** Whether nothing has happened for the given number of milliseconds. */
  isIdle(milliseconds: number): boolean
  /** Closes it at once, without a response. */
  abort(): void
}

interface UsageLimitsOptions {
  readonly usage: ClientUsage
  /** Returns all that are open. */
  readonly connections: () => Iterable<Displaceable>
  readonly limits: ResourceLimits
  /** Where refusals are counted. */
  readonly counts: ServerCounts
}

/** Limits what clients use. Above a common limit, it closes connections of the client that uses most. */
export class UsageLimits {
  readonly #usage: ClientUsage
  readonly #connections: () => Iterable<Displaceable>
  readonly #limits: ResourceLimits
  readonly #counts: ServerCounts

  constructor({ usage, connections, limits, counts }: UsageLimitsOptions) {
    this.#usage = usage
    this.#connections = connections
    this.#limits = limits
    this.#counts = counts
  }

  /**
   * The reason to refuse a request of the client, or to draw nothing for it; undefined if there is none. It may close connections of
   * other clients to make room.
   */
  refusal(principal: Principal, resource: 'waiting' | 'unread' | 'bodies'): string | undefined {
    const { client: most, total } = this.#limits[resource]
    if (amountOf(this.#usage.of(principal.key), resource) > most) return this.#excess(resource, principal)
    return this.#hasRoom(resource, total, principal) ? undefined : this.#excess(resource)
  }

  /**
   * Whether the answer in the making for a client may grow: it waits while the client has too much to read, or until others give room;
   * otherwise the reason to give it up. It may close connections of other clients to make room.
   */
  growth(principal: Principal): 'grows' | 'waits' | { readonly refusal: string } {
    const { client: most, total } = this.#limits.unread
    const own = this.#usage.of(principal.key)
    // what is made for it alone has a bound of its own
    if (own.unread > 0 && amountOf(own, 'unread') > most) return 'waits'
    if (amountOf(this.#usage.total, 'unread') <= total * freeForAll) return 'grows'
    if (this.#usage.largest('unread') === principal.key) return { refusal: this.#excess('unread') }
    return this.#hasRoom('unread', total, principal) ? 'grows' : 'waits'
  }

  /** Whether all clients together use at most `total`, if need be after connections of the largest of the others are closed. */
  #hasRoom(resource: Resource, total: number, { key }: Principal): boolean {
    while (amountOf(this.#usage.total, resource) > total) {
      const largest = this.#usage.largest(resource)
      if (largest === undefined || largest === key || !this.#closeLargest(resource, largest)) return false
    }
    return true
  }

  /**
   * The reason to refuse the newest connection; undefined if there is none. It closes idle connections first, those of the same client
   * before others.
   */
  refusalOfNewest({ peer, isOfProxy }: Displaceable): string | undefined {
    const { client: most, total } = this.#limits.connections
    if (!isOfProxy && this.#usage.of(peer.key).connections > most && !this.#closeIdle(peer.key))
      return this.#excess('connections', peer)
    while (this.#usage.total.connections > total) {
      const largest = this.#usage.largest('connections')
      if (largest === undefined) return this.#excess('connections')
      if (this.#closeIdle(largest)) continue
      if (largest === peer.key || !this.#closeLargest('connections', largest)) return this.#excess('connections')
    }
    return undefined
  }

  /** Whether there are so many connections that a new one is closed without a response. */
  isFlooded(peer: Principal, isOfProxy: (peer: Principal) => boolean): boolean {
    const { connections, excessive } = this.#usage.total
    if (excessive < mostExplained) return false
    if (connections > this.#limits.connections.total) return true
    return this.#usage.of(peer.key).excessive >= mostExplained && !isOfProxy(peer)
  }

  /** Closes the connection with the largest share of what the client uses. */
  #closeLargest(resource: Resource, key: string): boolean {
    let found: Displaceable | undefined
    let most = 0
    for (const connection of this.#connections()) {
      const used = connection.usedBy(resource, key)
      if (used <= most) continue
      found = connection
      most = used
    }
    if (found !== undefined) this.#displace(found)
    return found !== undefined
  }

  #closeIdle(key: string): boolean {
    for (const connection of this.#connections()) {
      if (connection.peer.key !== key || !connection.isIdle(0)) continue
      this.#displace(connection)
      return true
    }
    return false
  }

  #displace(connection: Displaceable): void {
    this.#counts.refusals.displaced++
    connection.abort()
  }

  #excess(resource: Resource, principal?: Principal): string {
    this.#counts.refusals[resource]++
    return `too many ${nouns[resource]}${principal === undefined ? '' : ` of ${principal.name}`}`
  }
}

const nouns: Readonly<Record<Resource, string>> = {
  connections: 'connections',
  waiting: 'waiting requests',
  unread: 'bytes of replies that are unread or in the making',
  bodies: 'bytes in request bodies',
}

/** Bytes of one client that are held. */
export interface Held {
  /** Changes how many they are. */
  resize(bytes: number): void
  release(): void
}

/** Bytes on one connection that count as used by clients: of responses, unread or in the making, or of requests' bodies. */
export class HeldBytes {
  readonly #usage: ClientUsage
  readonly #resource: 'unread' | 'making' | 'bodies'
  readonly #held = new Set<{ readonly key: string; bytes: number }>()

  constructor(usage: ClientUsage, resource: 'unread' | 'making' | 'bodies') {
    this.#usage = usage
    this.#resource = resource
  }

  /** Counts bytes of a client until they are released, one by one or by `releaseAll`. */
  hold(key: string, bytes: number): Held {
    const entry = { key, bytes }
    this.#held.add(entry)
    this.#usage.add(key, this.#resource, bytes)
    return {
      resize: (bytes) => {
        if (!this.#held.has(entry)) return
        this.#usage.add(key, this.#resource, bytes - entry.bytes)
        entry.bytes = bytes
      },
      release: () => {
        if (this.#held.delete(entry)) this.#usage.add(key, this.#resource, -entry.bytes)
      },
    }
  }

  /** How many bytes of one client are held. */
  of(key: string): number {
    let sum = 0
    for (const entry of this.#held) if (entry.key === key) sum += entry.bytes
    return sum
  }

  releaseAll(): void {
    for (const { key, bytes } of this.#held) this.#usage.add(key, this.#resource, -bytes)
    this.#held.clear()
  }
}

/**
 * Ways in which the server refuses work, whatever the request is about.
 *
 * - `rate_limited`: 429, the client has no token
 * - `connections`, `waiting`, `unread`, `bodies`: 503, the client or all together have too many of these
 * - `expired`: 503, the request has waited too long for its turn
 * - `malformed`: 400, 405, 408, 413, 417, 431, what came is not a request, or not in time
 * - `flooded`: closed without an answer, because the given number of connections are being refused already
 * - `displaced`: closed without an answer, to make room for others
 * - `stalled`: closed in the middle of its response, because the client did not read
 */
export type UsageRefusal = 'rate_limited' | Resource | 'expired' | 'malformed' | 'flooded' | 'displaced' | 'stalled'

/** What has happened since the server was made. */
export interface ServerCounts {
  readonly refusals: Record<UsageRefusal, number>
  /** Requests that had a token, where there is a limit. */
  admitted: number
  /** Bytes of bodies that were received whole. */
  bodyBytes: number
}

export function noCounts(): ServerCounts {
  const refusals = {
    rate_limited: 0,
    connections: 0,
    waiting: 0,
    unread: 0,
    bodies: 0,
    expired: 0,
    malformed: 0,
    flooded: 0,
    displaced: 0,
    stalled: 0,
  }
  return { refusals, admitted: 0, bodyBytes: 0 }
}

/** What a server has done and has to do, to be read at any time. */
export interface ServerFigures {
  readonly counts: Readonly<ServerCounts>
  /** Connections that were accepted, those that were closed at once included. */
  readonly accepted: number
  /** What clients use now. */
  readonly usage: Usage
  /** Connections whose next request waits for its turn: to draw one picture, to draw many, or to be answered otherwise. */
  readonly queued: Readonly<Record<'drawings' | 'batches' | 'others', number>>
}
