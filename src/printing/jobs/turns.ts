/** What waits for a printer: clients in turn, and what each of them has in its order. */
export class Turns<Entry> {
  /** Never empty; the client whose turn is next comes first. */
  readonly #byClient = new Map<string, Entry[]>()
  #length = 0

  /** All that waits. */
  get length(): number {
    return this.#length
  }

  /** @param isLater  whether another of the client comes after it, though it was there before: none by default */
  add(client: string, entry: Entry, isLater: (other: Entry) => boolean = () => false): void {
    const own = this.#byClient.get(client)
    this.#length++
    if (own === undefined) return void this.#byClient.set(client, [entry])
    const later = own.findIndex(isLater)
    own.splice(later < 0 ? own.length : later, 0, entry)
  }

  /** The first of the next client, among the clients whose first is accepted. */
  next(accepts: (entry: Entry) => boolean = () => true): Entry | undefined {
    for (const [entry] of this.#byClient.values()) if (accepts(entry!)) return entry
    return undefined
  }

  /** Takes out what waits. @returns whether it did wait */
  remove(client: string, entry: Entry): boolean {
    const own = this.#byClient.get(client) ?? []
    const at = own.indexOf(entry)
    if (at < 0) return false
    own.splice(at, 1)
    this.#length--
    if (own.length === 0) this.#byClient.delete(client)
    return true
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
