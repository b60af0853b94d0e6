import { columns } from './cost-table.ts'
import { endOfDataIn } from './end-of-data.ts'
import type { Interpretation } from './interpretations.ts'
import { eciCodewords } from './message.ts'
import { addedBy, beginsField, classOf, entered, rowOf, rowStates } from './row-states.ts'

/** The rows that the rules for the end of data look at in full: they look back at four bytes at most. */
const lastRows = 6

/** The cost table of a text in one interpretation, its rows given by their numbers. */
export class Lane {
  /** Codewords that declare the interpretation; Infinity if it cannot be declared. */
  readonly declaring: number
  /** Of the last row. */
  cost = 0
  private row = entered
  /** The first byte of the cheapest Base 256 field. */
  private fieldStart = 0
  private readonly bytes: Uint8Array
  private readonly classes: Uint8Array
  private readonly offsets: Uint32Array
  /** Before each byte and at the end: the cost in ASCII, and the row. */
  private readonly costs: Uint16Array
  private readonly rows: Int32Array

  constructor({ eci, bytes, offsets }: Interpretation) {
    this.declaring = eci === undefined ? Infinity : eciCodewords(eci).length
    this.bytes = bytes
    this.classes = bytes.map((byte) => classOf[byte]!)
    this.offsets = offsets
    this.costs = new Uint16Array(bytes.length + 1)
    this.rows = new Int32Array(bytes.length + 1)
  }

  /** Begins where ASCII is reached by so many codewords. */
  enter(cost: number): void {
    this.cost = cost
    this.row = entered
  }

  /** Reaches ASCII by so many codewords, if that is fewer. */
  lower(cost: number): void {
    if (cost >= this.cost) return
    this.row = rowStates.lower(this.row, this.cost - cost)
    this.cost = cost
  }

  /** Adds the bytes of a character. */
  add(character: number): void {
    const { classes, offsets, costs, rows } = this
    let { cost, row, fieldStart } = this
    let i = offsets[character]!
    costs[i] = cost
    rows[i] = row
    for (const end = offsets[character + 1]!; i < end; ) {
      const step = rowStates.after(row, classes[i]!, i + 1 - fieldStart)
      if (beginsField(step)) fieldStart = i
      cost += addedBy(step)
      row = rowOf(step)
      i++
      costs[i] = cost
      rows[i] = row
    }
    this.cost = cost
    this.row = row
    this.fieldStart = fieldStart
  }

  /** Whether a symbol of `capacity` codewords ends with the character before `end`, the lane having been entered at `first`. */
  ends(first: number, end: number, capacity: number): boolean {
    const from = this.offsets[first]!
    const to = this.offsets[end]!
    if (this.costs[to]! > capacity + 1) return false
    const table = new Uint16Array((to - from + 1) * columns)
    for (let at = from; at <= to; at++) {
      const ascii = this.costs[at]!
      if (to - at < lastRows) rowStates.write(this.rows[at]!, ascii, { costs: table, position: at - from })
      else table[(at - from) * columns] = ascii
    }
    return endOfDataIn(table, this.bytes.subarray(from, to), capacity) !== undefined
  }
}
