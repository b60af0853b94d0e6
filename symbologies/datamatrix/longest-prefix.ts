/**
 * How many characters of a text fit the given number of codewords, under several ECIs in turn: for the parts of a structured append.
 *
 * The costs are those of the tables in several-ecis.ts. A text has only some hundreds of different rows in them, less their cost in
 * ASCII, so what follows each row is found once: then a byte takes one look at a table instead of sixteen columns. Texts that fill
 * sixteen 144x144 with eci=auto, in which most characters are in many ECIs, are divided in 15 to 60 ms; with the plain tables it
 * takes 60 to 280 ms.
 */

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
import { c40, isDigit, isEdifact, text, x12 } from './encodations.ts'
import { eciCodewords } from './message.ts'
import { endOfDataIn, longestField } from './segments.ts'
import { carriersOf, lowestBit, type Repertoire, type Repertoires } from './several-ecis.ts'

/** The most characters from `from` on, up to `to`, that fit `capacity` codewords. */
type LongestPrefix = (capacity: number, from: number, to: number) => number

/**
 * @param repertoires of a text; the first one is where it begins
 * @param header codewords before the first character
 */
export function longestPrefixIn({ order, repertoires }: Repertoires, header: number): LongestPrefix {
  const rows = new Rows()
  const all = repertoires.map((each) => new RunningCosts(rows, order, each))
  const carriers = carriersOf({ order, repertoires })
  /** The fewest codewords in ASCII before each character. */
  const least = new Uint16Array(carriers.length + 1)

  /** Adds characters up to the first one before which ASCII takes more than `most` codewords, and gives its place. */
  const fill = (from: number, to: number, most: number): number => {
    all[0]!.enter(from, header)
    let present = 1
    for (let character = from; ; character++) {
      let lowest = unreachable
      for (let bits = present; bits !== 0; bits &= bits - 1) {
        const { cost } = all[lowestBit(bits)]!
        if (cost < lowest) lowest = cost
      }
      least[character] = lowest
      if (character === to || lowest > most) return character
      const next = carriers[character]! & (present | ~1)
      for (let bits = next; bits !== 0; bits &= bits - 1) {
        const costs = all[lowestBit(bits)]!
        if ((present & bits & -bits) === 0) costs.enter(character, lowest + costs.declaring)
        else costs.lower(character, lowest + costs.declaring)
        costs.add(character)
      }
      present = next
    }
  }

  /** Whether the characters from `from` to `end` fit by an end-of-data rule in an interpretation, given by its place. */
  const endsIn = (place: number, from: number, end: number, capacity: number): boolean => {
    let first = end
    while (first > from && ((carriers[first - 1]! >>> place) & 1) === 1) first--
    // the first one is not entered later
    if (first === end || (place === 0 && first > from)) return false
    return all[place]!.ends(first, end, capacity)
  }

  return (capacity, from, to) => {
    // an end-of-data rule saves one codeword at most
    for (let end = fill(from, to, capacity + 1); end > from; end--) {
      if (least[end]! <= capacity) return end - from
      if (least[end]! === capacity + 1 && all.some((_, place) => endsIn(place, from, end, capacity))) return end - from
    }
    return 0
  }
}

/** Characters of which each has a byte at least. The rules for the end of data look back at four bytes, but for a long field. */
const longestTail = 6

/** The costs of a text in one interpretation, character by character. */
class RunningCosts {
  /** Codewords that declare the interpretation. */
  readonly declaring: number
  /** The cost in ASCII behind the last character that was added. */
  cost = 0
  #row = entered
  /** Bytes in its Base 256 field, if there is one. */
  #inField = 0
  readonly #known: Rows
  readonly #order: Repertoires['order']
  readonly #repertoire: Repertoire
  readonly #classes: Uint16Array
  /** Before each character and behind the last: the cost in ASCII, the row, and the bytes in its field. */
  readonly #costs: Uint16Array
  readonly #rows: Int32Array
  readonly #fields: Uint16Array

  constructor(known: Rows, order: Repertoires['order'], { eci, repertoire }: Repertoires['repertoires'][number]) {
    this.declaring = eci === undefined ? 0 : eciCodewords(eci).length
    this.#known = known
    this.#order = order
    this.#repertoire = repertoire
    this.#classes = classesOf(repertoire)
    this.#costs = new Uint16Array(order.length + 1)
    this.#rows = new Int32Array(order.length + 1)
    this.#fields = new Uint16Array(order.length + 1)
  }

  /** Begins before a character, where ASCII is reached by the given number of codewords. */
  enter(character: number, cost: number): void {
    this.cost = cost
    this.#row = entered
    this.#keep(character)
  }

  /** Reaches ASCII before a character by so many codewords, if that is fewer. */
  lower(character: number, cost: number): void {
    if (cost >= this.cost) return
    this.#row = this.#known.lower(this.#row, this.cost - cost)
    this.cost = cost
    this.#keep(character)
  }

  add(character: number): void {
    for (let classes = this.#classes[this.#order[character]!]!; classes > 0; classes >>= 4) this.#addByte(classes & 15)
    this.#keep(character + 1)
  }

  /**
   * Whether characters that cost a codeword more than `capacity` in ASCII fit by a rule for the end of data.
   *
   * @param first where the interpretation was entered for the last time before `end`
   */
  ends(first: number, end: number, capacity: number): boolean {
    if (this.#costs[end]! > capacity + 1) return false
    const from = Math.max(first, end - longestTail)
    const bytes = Uint8Array.from(this.#order.slice(from, end).flatMap((place) => this.#repertoire[place]!))
    const table = new Uint16Array((bytes.length + 1) * columns)
    let at = 0
    for (let character = from; character < end; character++) {
      this.cost = this.#costs[character]!
      this.#row = this.#rows[character]!
      this.#inField = this.#fields[character]!
      this.#known.write(table, at, this.#row, this.cost)
      for (let classes = this.#classes[this.#order[character]!]!; classes > 0; classes >>= 4) {
        this.#addByte(classes & 15)
        this.#known.write(table, ++at, this.#row, this.cost)
      }
    }
    if (endOfDataIn(table, bytes, capacity) !== undefined) return true
    // the rule for a long field: of all that are long, the cheapest one is known
    const isLong = this.#inField >= longField && this.#inField <= longestField
    return isLong && costAt(table, at, state.base256) === capacity + 1
  }

  #addByte(byteClass: number): void {
    const step = this.#known.after(this.#row, byteClass, this.#inField + 1)
    this.#inField = beginsField(step) ? 1 : this.#inField + 1
    this.cost += addedBy(step)
    this.#row = rowOf(step)
  }

  #keep(character: number): void {
    this.#costs[character] = this.cost
    this.#rows[character] = this.#row
    this.#fields[character] = this.#inField
  }
}

/** By byte: its class, 1 to 15. Bytes of a class change every row in the same way. */
const classOf = new Uint8Array(256)
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

/** By distinct character: four bits for the class of each of its bytes, the first in the lowest. */
function classesOf(repertoire: Repertoire): Uint16Array {
  return Uint16Array.from(repertoire, (bytes) =>
    (bytes ?? []).reduce((all, byte, n) => all | (classOf[byte]! << (4 * n)), 0),
  )
}

/** The row behind one more byte, as a number that is not 0. */
type Step = number
const stepTo = (row: number, added: number, begins: boolean): Step => (row << 5) | ((added + 8) << 1) | Number(begins)
const rowOf = (step: Step): number => step >> 5
/** Codewords by which ASCII costs more there. */
const addedBy = (step: Step): number => ((step >> 1) & 15) - 8
/** Whether the cheapest Base 256 field begins with the byte. */
const beginsField = (step: Step): boolean => (step & 1) === 1

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

/** The number of the row in which ASCII has been reached, and the encodations from there. */
const entered = 0

/** The rows found so far, by number, and what follows them. */
class Rows {
  readonly #rows: Row[] = []
  readonly #numbers = new Map<string, number>()
  /** By row, length of the field and class of the byte; 0 if not known. */
  #steps = new Int32Array(0)
  /** By row, and codewords below `deepest`: 1 + a row; 0 if not known. */
  #lowered = new Int32Array(0)
  /** Scratch; contents are not kept between calls. */
  readonly #table = new Uint16Array((here + 2) * columns).fill(unreachable)
  readonly #bytes = new Uint8Array(here + 1)

  constructor() {
    reachAscii(this.#table, here, level)
    this.#numberOf(here, false)
  }

  /**
   * What follows a row.
   *
   * @param length bytes of its Base 256 field, if there is one, with the byte that is added
   */
  after(row: number, byteClass: number, length: number): Step {
    const kind = length < longField ? 0 : length === longField ? 1 : 2
    const at = (row * fieldBefore.length + kind) * examples.length + byteClass
    const known = this.#steps[at]!
    if (known !== 0) return known
    const step = this.#stepFrom(row, examples[byteClass]!, fieldBefore[kind]!)
    this.#steps[at] = step
    return step
  }

  /** @param before bytes of the row's Base 256 field, if there is one */
  #stepFrom(row: number, byte: number, before: number): Step {
    const table = this.#table
    const bytes = this.#bytes
    const { costs, isPair } = this.#rows[row]!
    bytes[here - 1] = isPair ? digit : 0
    bytes[here] = byte
    table[(here - 1) * columns] = level - 1
    table.set(costs, here * columns)
    setField(table, here, { start: here - before, cost: costs[state.base256]! })
    addBytes(table, bytes, here, here + 1)
    const added = costAt(table, here + 1, state.ascii) - level
    const next = this.#numberOf(here + 1, isDigit(byte) && added > 0)
    return stepTo(next, added, fieldStartAt(table, here + 1) === here)
  }

  /** The row with ASCII reached by the given number of codewords fewer, 1 or more, and the encodations from there. */
  lower(row: number, codewords: number): number {
    if (codewords >= deepest) return entered
    const at = row * deepest + codewords
    const known = this.#lowered[at]!
    if (known > 0) return known - 1
    this.#table.set(this.#rows[row]!.costs, here * columns)
    reachAscii(this.#table, here, level - codewords)
    const number = this.#numberOf(here, false)
    this.#lowered[at] = 1 + number
    return number
  }

  /** Writes a row with such a cost in ASCII into a cost table, without the beginning of its Base 256 field. */
  write(table: Uint16Array, position: number, row: number, ascii: number): void {
    const shifted = this.#rows[row]!.costs.map((cost) => (cost === unreachable ? unreachable : cost - level + ascii))
    table.set(shifted, position * columns)
  }

  /** The number of the row at a position of the scratch table. */
  #numberOf(position: number, isPair: boolean): number {
    const first = position * columns
    const ascii = this.#table[first]!
    const costs = this.#table
      .slice(first, first + state.base256 + 1)
      .map((cost) => (cost > ascii + highest ? unreachable : cost - ascii + level))
    const key = String.fromCharCode(...costs, Number(isPair))
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    const number = this.#rows.push({ costs, isPair }) - 1
    this.#numbers.set(key, number)
    this.#steps = longer(this.#steps, this.#rows.length * fieldBefore.length * examples.length)
    this.#lowered = longer(this.#lowered, this.#rows.length * deepest)
    return number
  }
}

/** The array itself, or one with its contents that has room for as many. */
function longer(array: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  if (length <= array.length) return array
  const doubled = new Int32Array(2 * length)
  doubled.set(array)
  return doubled
}
