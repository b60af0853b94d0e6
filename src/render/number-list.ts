const blockBits = 12
const blockLength = 1 << blockBits

/** Numbers in their order. They stand in blocks, so that no long array is copied to grow: memory is that of the numbers. */
export class NumberList {
  readonly #blocks: number[][] = []
  #length = 0

  get length(): number {
    return this.#length
  }

  /** Returns the new length. */
  push(value: number): number {
    if (this.#length % blockLength === 0) this.#blocks.push([])
    this.#blocks.at(-1)!.push(value)
    return ++this.#length
  }

  /** @param index  of a number that is there */
  set(index: number, value: number): void {
    this.#blocks[index >> blockBits]![index % blockLength] = value
  }

  /** The numbers, as many at a time as a block has. */
  blocks(): readonly (readonly number[])[] {
    return this.#blocks
  }
}
