/**
 * The rows of cost tables, less their cost in ASCII. A text has only some hundreds of different ones, so what follows each
 * of them is found once: then a byte takes one look at a table instead of the columns of a row.
 */

import { c40, isDigit, isEdifact, text, x12 } from './character-sets.ts'
import {
  addBytes,
  columns,
  costAt,
  fieldStartAt,
  longField,
  reachAscii,
  setField,
  state,
  unreachable,
} from './cost-table.ts'

/** By byte: its class, 1 to 15. Bytes of a class change every row in the same way. */
export const classOf = new Uint8Array(256)
/** A byte of each class; there is no class 0. */
const examples: readonly number[] = examplesOfClasses()

function examplesOfClasses(): number[] {
  const found = [0]
  const known = new Map<string, number>()
  for (let byte = 0; byte < 256; byte++) {
    const counts = [c40, text, x12].map((set) => set.counts[byte])
    const properties = [...counts, byte < 128, isEdifact(byte), isDigit(byte)].join()
    if (!known.has(properties)) known.set(properties, found.push(byte) - 1)
    classOf[byte] = known.get(properties)!
  }
  return found
}

/** The number of the row in which ASCII has been reached, and the encodations from there. */
export const entered = 0

/** The row behind one more byte, as a number that is not 0. */
export type Step = number
const stepTo = (row: number, added: number, begins: boolean): Step => (row << 5) | ((added + 8) << 1) | Number(begins)
export const rowOf = (step: Step): number => step >> 5
/** Codewords by which ASCII costs more there. */
export const addedBy = (step: Step): number => ((step >> 1) & 15) - 8
/** Whether the cheapest Base 256 field begins with the byte. */
export const beginsField = (step: Step): boolean => (step & 1) === 1

/** A row of a cost table, whatever its costs in ASCII and the beginning of its Base 256 field. */
interface Row {
  /** By column, up to that of Base 256; in ASCII it is `level`. */
  readonly costs: Uint16Array
  /** Whether the last byte is a digit, to which another one is added for nothing. */
  readonly isPair: boolean
}

const level = 16
/**
 * A state that costs more codewords than this above ASCII is of no use. A triplet with room for two values saves four at
 * most: latch and unlatch, four thirds for the two values, and two thirds for two letters that are in ASCII until triplets
 * end where its own do. Other triplets and groups save three at most, and a new field costs three above ASCII.
 */
const highest = 3
/** No state costs less than one codeword below ASCII: if ASCII is lowered by so many, no other state is of use. */
const deepest = highest + 2

/** Bytes of a Base 256 field that one more makes shorter than `longField`, as long, longer. */
const fieldBefore = [1, longField - 1, longField]
const digit = 48
/** The position of a row in the scratch table: a field behind it may have any of the lengths. */
const here = longField
/** The rows that are kept from one text to another. */
const mostKept = 8192

/** A byte behind a row whose Base 256 field, if there is one, has so many bytes before it. */
interface Addition {
  readonly row: number
  readonly byte: number
  readonly before: number
}

/** Rows by number. */
class RowStates {
  private rows: Row[] = []
  private readonly numbers = new Map<string, number>()
  /** By row, length of the field and class of the byte; 0 if not known. */
  private steps = new Int32Array(0)
  /** By row, and codewords below `deepest`: 1 + a row; 0 if not known. */
  private lowered = new Int32Array(0)
  /** Scratch; contents are not kept between calls. */
  private readonly table = new Uint16Array((here + 2) * columns)
  private readonly bytes = new Uint8Array(here + 1)

  constructor() {
    this.clear()
  }

  /** Forgets the rows if there are many. Numbers from before are not valid then. */
  trim(): void {
    if (this.rows.length > mostKept) this.clear()
  }

  private clear(): void {
    this.rows = []
    this.numbers.clear()
    this.steps.fill(0)
    this.lowered.fill(0)
    this.table.fill(unreachable)
    reachAscii(this.table, here, level)
    this.numberOf(here, false)
  }

  /**
   * What follows a row.
   *
   * @param length bytes of its Base 256 field, if there is one, with the byte that is added
   */
  after(row: number, byteClass: number, length: number): Step {
    const kind = length < longField ? 0 : length === longField ? 1 : 2
    const at = (row * fieldBefore.length + kind) * examples.length + byteClass
    return this.steps[at] || this.stepFrom(at, { row, byte: examples[byteClass]!, before: fieldBefore[kind]! })
  }

  private stepFrom(at: number, { row, byte, before }: Addition): Step {
    const { table, bytes } = this
    const { costs, isPair } = this.rows[row]!
    bytes[here - 1] = isPair ? digit : 0
    bytes[here] = byte
    table[(here - 1) * columns] = level - 1
    table.set(costs, here * columns)
    setField(table, here, { start: here - before, cost: costs[state.base256]! })
    addBytes(table, bytes, here, here + 1)
    const added = costAt(table, here + 1, state.ascii) - level
    const next = this.numberOf(here + 1, isDigit(byte) && added > 0)
    const step = stepTo(next, added, fieldStartAt(table, here + 1) === here)
    this.steps[at] = step
    return step
  }

  /** The row with ASCII reached by so many codewords fewer, 1 or more, and the encodations from there. */
  lower(row: number, codewords: number): number {
    if (codewords >= deepest) return entered
    const at = row * deepest + codewords
    const known = this.lowered[at]!
    if (known > 0) return known - 1
    this.table.set(this.rows[row]!.costs, here * columns)
    reachAscii(this.table, here, level - codewords)
    const number = this.numberOf(here, false)
    this.lowered[at] = 1 + number
    return number
  }

  /** Writes a row with such a cost in ASCII into a cost table, without the beginning of its Base 256 field. */
  write(table: Uint16Array, position: number, { row, ascii }: { readonly row: number; readonly ascii: number }): void {
    const { costs } = this.rows[row]!
    for (let column = 0; column < costs.length; column++) {
      const cost = costs[column]!
      table[position * columns + column] = cost === unreachable ? unreachable : cost - level + ascii
    }
  }

  /** The number of the row at a position of the scratch table. */
  private numberOf(position: number, isPair: boolean): number {
    const first = position * columns
    const ascii = this.table[first]!
    const costs = this.table
      .slice(first, first + state.base256 + 1)
      .map((cost) => (cost > ascii + highest ? unreachable : cost - ascii + level))
    const key = String.fromCharCode(...costs, Number(isPair))
    const known = this.numbers.get(key)
    if (known !== undefined) return known
    const number = this.rows.push({ costs, isPair }) - 1
    this.numbers.set(key, number)
    this.steps = longer(this.steps, this.rows.length * fieldBefore.length * examples.length)
    this.lowered = longer(this.lowered, this.rows.length * deepest)
    return number
  }
}

/** The rows found so far. */
export const rowStates = new RowStates()

/** The array itself, or one with its contents that has room for as many. */
function longer(array: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  if (length <= array.length) return array
  const doubled = new Int32Array(2 * length)
  doubled.set(array)
  return doubled
}
