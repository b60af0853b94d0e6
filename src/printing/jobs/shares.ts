/** What printers and their clients share while jobs wait: places, the labels of a minute, and memory, of which a piece keeps little. */

import type { Mark, Scene } from '../../layout/scene.ts'
import type { DeliveryPiece, KeptPiece } from '../printers/delivery.ts'
import type { MadePiece } from '../printers/pieces.ts'

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

  /** What all owners have. */
  get taken(): number {
    return this.#taken
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

/** Bytes of the jobs of all printers, those that are being sent included. */
const mostBytes = 64 << 20

/** The memory of all jobs, of which neither a printer that takes nothing nor a client has more than its share. */
export class JobMemory {
  /** By the printer's name. */
  readonly #byPrinter = new Shares<string>(mostBytes)
  readonly #byClient = new Shares<string>(mostBytes)

  /** The most bytes of one job. */
  get most(): number {
    return this.#byClient.most
  }

  /** Why there is no room for the given number of bytes, to go on after the printer's name; undefined if there is. */
  refusal(printer: string, client: string, bytes: number): string | undefined {
    const [ofPrinter, ofClient] = [this.#byPrinter.held(printer), this.#byClient.held(client)]
    if (!this.#byPrinter.hasRoom(printer, bytes)) return `has jobs of ${ofPrinter} bytes already`
    if (this.#byClient.hasRoom(client, bytes)) return undefined
    return `has no room for the job: the jobs of this client have ${ofClient} bytes already, on all printers together`
  }

  take(printer: string, client: string, bytes: number): void {
    this.#byPrinter.take(printer, bytes)
    this.#byClient.take(client, bytes)
  }

  giveBack(printer: string, client: string, bytes: number): void {
    this.#byPrinter.giveBack(printer, bytes)
    this.#byClient.giveBack(client, bytes)
  }
}

const minute = 60_000

/** Rounding errors of times in ms. */
const tolerance = 1e-3

/** The labels that a printer prints a minute at most, and at once: a token bucket of one token for each label. */
export class LabelBudget {
  /** A change goes for labels from then on: those that were taken have their time. */
  perMinute: number
  /** A clock that only goes forward, in ms. */
  readonly #clock: () => number
  /** When the bucket is full again. */
  #fullAt = Number.NEGATIVE_INFINITY

  constructor(perMinute: number, clock: () => number) {
    this.perMinute = perMinute
    this.#clock = clock
  }

  /**
   * Takes `labels`, at most those of a minute, if they are there.
   *
   * @returns the whole seconds after which they will be; 0 if they were taken
   */
  take(labels: number): number {
    const now = this.#clock()
    const fullAt = Math.max(now, this.#fullAt) + this.#timeOf(labels)
    const early = fullAt - now - minute
    if (early > tolerance) return Math.ceil((early - tolerance) / 1000)
    this.#fullAt = fullAt
    return 0
  }

  /** Gives back `labels` that were taken and not printed. */
  giveBack(labels: number): void {
    this.#fullAt -= this.#timeOf(labels)
  }

  #timeOf(labels: number): number {
    return (labels * minute) / this.perMinute
  }
}

/**
 * A piece as it waits: it keeps its bytes, or the drawings that it is made from, whichever takes less memory. A large label of few modules
 * is smaller as a drawing, a small one as bytes.
 */
export function keptPiece({ piece, drawn }: MadePiece): KeptPiece {
  const { rows, labels, times, bytes } = piece
  const ofScenes = drawn?.scenes.reduce((sum, scene) => sum + bytesOfScene(scene), 0) ?? Number.POSITIVE_INFINITY
  const kept = bytesOfPiece + Math.min(bytes.length, ofScenes)
  const again = drawn === undefined || bytes.length <= ofScenes ? whole(piece) : drawn.piece
  return { rows, labels, times, kept, piece: again }
}

// a function of its own: closures in one function would keep the variables of each other, the bytes among them
const whole = (piece: DeliveryPiece) => (): DeliveryPiece => piece

// what V8 takes, by the heap of node 20 with thousands of each: the estimate of a scene is within 5 % of it
/** A piece and its rows, without its bytes. */
const bytesOfPiece = 500
/** A scene without its marks and words. */
const bytesOfBareScene = 400
/** A mark without its edges or its glyphs, a line of text included. */
const bytesOfMark = 500
const bytesOfNumber = 8
/** A glyph and its place in a line. */
const bytesOfGlyph = 80

/** About the memory that a scene takes, in bytes. Outlines of glyphs are those of the font, which all scenes share. */
function bytesOfScene({ marks, title }: Scene): number {
  return marks.reduce((sum, mark) => sum + bytesOfMark + bytesIn(mark), bytesOfBareScene + title.length)
}

function bytesIn(mark: Mark): number {
  switch (mark.kind) {
    case 'modules':
      return mark.matrix.words.byteLength + bytesOfNumber * (mark.xs.length + mark.ys.length)
    case 'text':
      return bytesOfGlyph * mark.line.glyphs.length + 2 * mark.line.text.length
    case 'placed':
      return bytesOfScene(mark.scene)
    case 'line':
      return 0
  }
}
