import type { ClientKey } from './client.ts'

/** Slots of one shelf: at first, and at most. Growing four times at once leaves little behind. */
const fewest = 1 << 10
const mostSlots = 1 << 14
/** Slots are at most this full: a search with linear probing stays short. */
const fullest = 0.86
const shelves = 64

/**
 * A time for each of up to some 900,000 clients, in 12 bytes a slot: a Map takes about a hundred bytes an entry.
 *
 * Open addressing over packed arrays, and nothing is ever taken out. The arrays stand on 64 shelves that grow one by one, so
 * that no request ever waits for all of them.
 */
export interface Generation {
  /** Times are kept relative to this one, in 32 bits. */
  readonly start: number
  readonly size: number
  /** Whether it is time for another generation. */
  readonly isFull: boolean
  get(client: ClientKey): number | undefined
  /** @param time  after `start`, and at most 2^32 - 1 later */
  set(client: ClientKey, time: number): void
}

interface Shelf {
  readonly highs: Uint32Array
  readonly lows: Uint32Array
  /** Time after the start; 0: the slot is free. */
  readonly times: Uint32Array
  size: number
}

export interface Room {
  /** How many clients there may come to be. */
  readonly expected: number
  /** Unknown to clients, so that none can choose addresses that collide. */
  readonly seed: number
}

export function generation(start: number, { expected, seed }: Room): Generation {
  const first = firstSlots(expected / shelves)
  const all: (Shelf | undefined)[] = new Array(shelves).fill(undefined)
  let size = 0
  let isFull = false
  return {
    start,
    get size() {
      return size
    },
    get isFull() {
      return isFull
    },
    get({ high, low }) {
      const hash = mixed(high, low, seed)
      const shelf = all[hash % shelves]
      const time = shelf === undefined ? 0 : shelf.times[slotOf(shelf, high, low, hash)]!
      return time === 0 ? undefined : start + time
    },
    set({ high, low }, time) {
      const hash = mixed(high, low, seed)
      let shelf = all[hash % shelves] ?? shelfOf(first)
      if (shelf.size >= fullest * shelf.times.length) {
        if (shelf.times.length < mostSlots) shelf = grown(shelf, seed)
        else isFull = true
      }
      all[hash % shelves] = shelf
      const before = shelf.size
      put(shelf, slotOf(shelf, high, low, hash), { high, low, time: time - start })
      size += shelf.size - before
    },
  }
}

function firstSlots(expected: number): number {
  let slots = fewest
  while (slots < mostSlots && slots * fullest < expected) slots *= 4
  return slots
}

function shelfOf(slots: number): Shelf {
  return { highs: new Uint32Array(slots), lows: new Uint32Array(slots), times: new Uint32Array(slots), size: 0 }
}

/** The slot of the client, or the free one where it belongs. */
function slotOf({ highs, lows, times }: Shelf, high: number, low: number, hash: number): number {
  const mask = times.length - 1
  let slot = (hash >>> 6) & mask
  while (times[slot] !== 0 && (lows[slot] !== low || highs[slot] !== high)) slot = (slot + 1) & mask
  return slot
}

function put(shelf: Shelf, slot: number, { high, low, time }: ClientKey & { readonly time: number }): void {
  if (shelf.times[slot] === 0) shelf.size++
  shelf.highs[slot] = high
  shelf.lows[slot] = low
  shelf.times[slot] = time
}

function grown(shelf: Shelf, seed: number): Shelf {
  const { highs, lows, times } = shelf
  const larger = shelfOf(4 * times.length)
  for (let i = 0; i < times.length; i++) {
    const [high, low, time] = [highs[i]!, lows[i]!, times[i]!]
    if (time !== 0) put(larger, slotOf(larger, high, low, mixed(high, low, seed)), { high, low, time })
  }
  return larger
}

/** 32 bits that depend on every bit of the address and of the seed: multiply and fold, three times. */
function mixed(high: number, low: number, seed: number): number {
  let hash = Math.imul(high ^ seed, 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 15) ^ low, 0xc2b2ae35)
  hash = Math.imul(hash ^ (hash >>> 13) ^ seed, 0x27d4eb2f)
  return (hash ^ (hash >>> 16)) >>> 0
}
