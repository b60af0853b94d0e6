/** What is counted of each client and of all together. */
export interface Usage {
  /** Open connections. */
  readonly connections: number
  /** Requests that have yet to be answered. */
  readonly waiting: number
  /** Bytes of replies that the client has yet to read. */
  readonly unread: number
  /** Connections that are closing because of too much, of what was sent on them or of what the client takes up. */
  readonly excessive: number
}

/** What there are bounds for. */
export type Resource = 'connections' | 'waiting' | 'unread'

type Account = { -readonly [resource in keyof Usage]: number }

const empty: Usage = { connections: 0, waiting: 0, unread: 0, excessive: 0 }

/** Who takes up how much of the service. Only clients that take up something are remembered. */
export class Accounts {
  private readonly byClient = new Map<string, Account>()
  private readonly sum: Account = { ...empty }

  get total(): Usage {
    return this.sum
  }

  /** @param key  of the client */
  of(key: string): Usage {
    return this.byClient.get(key) ?? empty
  }

  /** @param amount  negative where something is given back */
  add(key: string, resource: keyof Usage, amount: number): void {
    let account = this.byClient.get(key)
    if (account === undefined) {
      account = { ...empty }
      this.byClient.set(key, account)
    }
    account[resource] += amount
    this.sum[resource] += amount
    const { connections, waiting, unread, excessive } = account
    if (connections === 0 && waiting === 0 && unread === 0 && excessive === 0) this.byClient.delete(key)
  }

  /** The client that takes up most; undefined where nobody takes up anything. */
  largest(resource: Resource): string | undefined {
    let found: string | undefined
    let most = 0
    for (const [key, account] of this.byClient) {
      if (account[resource] <= most) continue
      found = key
      most = account[resource]
    }
    return found
  }
}
