import { columns, costAt, longField, state } from './cost-table.ts'
import { endOfDataIn, longestField } from './end-of-data.ts'
import { eciCodewords } from './message.ts'
import type { Repertoire, Repertoires } from './repertoires.ts'
import { addedBy, beginsField, classOf, entered, rowOf, rowStates } from './row-states.ts'

/** Characters of which each has a byte at least. The rules for the end of data look back at four bytes, but for a long field. */
const longestTail = 6

/** The costs of a text in one interpretation, as those of a cost table. */
export class Lane {
  /** Codewords that declare the interpretation. */
  readonly declaring: number
  /** The cost in ASCII behind the last character that was added. */
  cost = 0
  private row = entered
  /** Bytes in its Base 256 field, if there is one. */
  private inField = 0
  private readonly order: readonly number[]
  private readonly repertoire: Repertoire
  private readonly classes: Uint16Array
  /** Before each character and behind the last: the cost in ASCII, the row, and the bytes in its field. */
  private readonly costs: Uint16Array
  private readonly rows: Int32Array
  private readonly fields: Uint16Array

  constructor(order: Repertoires['order'], { eci, repertoire }: Repertoires['repertoires'][number]) {
    this.declaring = eci === undefined ? 0 : eciCodewords(eci).length
    this.order = order
    this.repertoire = repertoire
    this.classes = classesOf(repertoire)
    this.costs = new Uint16Array(order.length + 1)
    this.rows = new Int32Array(order.length + 1)
    this.fields = new Uint16Array(order.length + 1)
  }

  /** Begins before a character, where ASCII is reached by so many codewords. */
  enter(character: number, cost: number): void {
    this.cost = cost
    this.row = entered
    this.keep(character)
  }

  /** Reaches ASCII before a character by so many codewords, if that is fewer. */
  lower(character: number, cost: number): void {
    if (cost >= this.cost) return
    this.row = rowStates.lower(this.row, this.cost - cost)
    this.cost = cost
    this.keep(character)
  }

  /** Adds a character: `addByte` for each of its bytes, in local variables because this takes most of the time. */
  add(character: number): void {
    let { row, cost, inField } = this
    for (let classes = this.classes[this.order[character]!]!; classes > 0; classes >>= 4) {
      const step = rowStates.after(row, classes & 15, inField + 1)
      inField = beginsField(step) ? 1 : inField + 1
      cost += addedBy(step)
      row = rowOf(step)
    }
    this.cost = cost
    this.row = row
    this.inField = inField
    this.keep(character + 1)
  }

  private addByte(byteClass: number): void {
    const step = rowStates.after(this.row, byteClass, this.inField + 1)
    this.inField = beginsField(step) ? 1 : this.inField + 1
    this.cost += addedBy(step)
    this.row = rowOf(step)
  }

  private keep(character: number): void {
    this.costs[character] = this.cost
    this.rows[character] = this.row
    this.fields[character] = this.inField
  }

  /**
   * Whether characters that cost a codeword more than `capacity` in ASCII fit by a rule for the end of data.
   *
   * @param first where the lane was entered for the last time before `end`
   */
  ends(first: number, end: number, capacity: number): boolean {
    if (this.costs[end]! > capacity + 1) return false
    const from = Math.max(first, end - longestTail)
    const bytes = Uint8Array.from(this.order.slice(from, end).flatMap((place) => this.repertoire[place]!))
    const table = new Uint16Array((bytes.length + 1) * columns)
    let at = 0
    for (let character = from; character < end; character++) {
      this.cost = this.costs[character]!
      this.row = this.rows[character]!
      this.inField = this.fields[character]!
      rowStates.write(table, at, { row: this.row, ascii: this.cost })
      for (let classes = this.classes[this.order[character]!]!; classes > 0; classes >>= 4) {
        this.addByte(classes & 15)
        rowStates.write(table, ++at, { row: this.row, ascii: this.cost })
      }
    }
    if (endOfDataIn(table, bytes, capacity) !== undefined) return true
    // the rule for a long field: of all that are long, the cheapest one is known
    const isLong = this.inField >= longField && this.inField <= longestField
    return isLong && costAt(table, at, state.base256) === capacity + 1
  }
}

/** By distinct character: four bits for the class of each of its bytes, the first in the lowest. */
function classesOf(repertoire: Repertoire): Uint16Array {
  const classes = new Uint16Array(repertoire.length)
  for (let place = 0; place < classes.length; place++) {
    const bytes = repertoire[place]
    if (bytes === undefined) continue
    for (let n = 0; n < bytes.length; n++) classes[place]! |= classOf[bytes[n]!]! << (4 * n)
  }
  return classes
}
