/** The counts that are kept for each client, and for all together. */
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
  private readonly byClient = new Map<string, MutableUsage>()
  private readonly sum: MutableUsage = { ...empty }

  get total(): Usage {
    return this.sum
  }

  /** @param key  of the client */
  of(key: string): Usage {
    return this.byClient.get(key) ?? empty
  }

  /** @param amount  negative to release */
  add(key: string, resource: keyof Usage, amount: number): void {
    let own = this.byClient.get(key)
    if (own === undefined) {
      own = { ...empty }
      this.byClient.set(key, own)
    }
    own[resource] += amount
    this.sum[resource] += amount
    const { connections, waiting, unread, making, bodies, excessive } = own
    if ((connections | waiting | unread | making | bodies | excessive) === 0) this.byClient.delete(key)
  }

  /** The key of the client that uses most; undefined if no client uses any. */
  largest(resource: Resource): string | undefined {
    let found: string | undefined
    let most = 0
    for (const [key, own] of this.byClient) {
      const amount = amountOf(own, resource)
      if (amount <= most) continue
      found = key
      most = amount
    }
    return found
  }
}
