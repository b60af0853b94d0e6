/** The time that each client has used of late: what is older counts for less. */

/** Milliseconds after which a time that was used counts for half. */
const halfLife = 60_000

/** Milliseconds below which a time is forgotten. */
const least = 1

/** Clients that are known; above, the one that has used least is forgotten. */
const mostClients = 1000

export class UsedTime {
  /** The time of each client as it counted when it was added to last. */
  readonly #byClient = new Map<string, { readonly time: number; readonly at: number }>()
  readonly #clock: () => number

  /** @param clock  in milliseconds, which only goes forward */
  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock
  }

  /** Milliseconds that a client has used, as they count now. */
  of(client: string): number {
    const known = this.#byClient.get(client)
    return known === undefined ? 0 : known.time * 2 ** ((known.at - this.#clock()) / halfLife)
  }

  /** @param time  in milliseconds */
  add(client: string, time: number): void {
    const sum = this.of(client) + time
    this.#byClient.delete(client)
    this.#byClient.set(client, { time: sum, at: this.#clock() })
    if (this.#byClient.size > mostClients) this.#forget()
  }

  #forget(): void {
    const used = [...this.#byClient.keys()].map((client) => [client, this.of(client)] as const)
    const [[smallest]] = used.toSorted(([, a], [, b]) => a - b) as [readonly [string, number]]
    for (const [client, time] of used) if (time < least || client === smallest) this.#byClient.delete(client)
  }

  get size(): number {
    return this.#byClient.size
  }
}
