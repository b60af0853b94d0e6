/**
 * A number of places, or of bytes, of which each owner has a share: at most half of what the others leave, rounded up. So a single
 * owner can have half, and there is room for another as long as there is any.
 */
export class Shares<Owner> {
  readonly #size: number
  #taken = 0
  readonly #held = new Map<Owner, number>()

  constructor(size: number) {
    this.#size = size
  }

  /** The most that an owner can have. */
  get most(): number {
    return Math.ceil(this.#size / 2)
  }

  /** What the owner has. */
  held(owner: Owner): number {
    return this.#held.get(owner) ?? 0
  }

  /** Whether `amount` more is within the owner's share. */
  hasRoom(owner: Owner, amount: number): boolean {
    const held = this.held(owner)
    const left = this.#size - (this.#taken - held)
    return held + amount <= Math.ceil(left / 2)
  }

  take(owner: Owner, amount: number): void {
    this.#held.set(owner, this.held(owner) + amount)
    this.#taken += amount
  }

  giveBack(owner: Owner, amount: number): void {
    const left = this.held(owner) - amount
    if (left > 0) this.#held.set(owner, left)
    else this.#held.delete(owner)
    this.#taken -= amount
  }
}
