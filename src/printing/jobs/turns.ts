/** What waits for a printer: clients in turn, and what each of them has in its order. */
export class Turns<Entry> {
  /** Never empty; the client whose turn is next comes first. */
  readonly #byClient = new Map<string, Entry[]>()
  #length = 0

  /** All that waits. */
  get length(): number {
    return this.#length
  }

  /** What waits of one client. */
  held(client: string): number {
    return this.#byClient.get(client)?.length ?? 0
  }

  add(client: string, entry: Entry): void {
    const own = this.#byClient.get(client)
    if (own === undefined) this.#byClient.set(client, [entry])
    else own.push(entry)
    this.#length++
  }

  /** The first of each client, in the order of their turns. */
  firsts(): readonly (readonly [client: string, entry: Entry])[] {
    return [...this.#byClient].map(([client, [entry]]) => [client, entry!])
  }

  /** The first of the next client, among the clients whose first is accepted. */
  next(accepts: (entry: Entry) => boolean = () => true): Entry | undefined {
    for (const [entry] of this.#byClient.values()) if (accepts(entry!)) return entry
    return undefined
  }

  /** Takes out what waits; nothing if it does not. */
  remove(client: string, entry: Entry): void {
    const own = this.#byClient.get(client) ?? []
    const at = own.indexOf(entry)
    if (at < 0) return
    own.splice(at, 1)
    this.#length--
    if (own.length === 0) this.#byClient.delete(client)
  }

  /** The client has had its turn: it comes after all others, those that came during its turn included. */
  end(client: string): void {
    const own = this.#byClient.get(client)
    if (own === undefined) return
    this.#byClient.delete(client)
    this.#byClient.set(client, own)
  }

  /** Takes out all. */
  clear(): Entry[] {
    const all = [...this.#byClient.values()].flat()
    this.#byClient.clear()
    this.#length = 0
    return all
  }
}
