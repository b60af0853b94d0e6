import type { ClientKey } from './client.ts'

const fewest = 1024
/** Slots are at most this full: a search in a table with linear probing stays short. */
const fullest = 0.86

/**
 * A time for each of up to some 900,000 clients, in 12 bytes a slot.
 *
 * Open addressing with linear probing over three packed arrays; nothing is ever taken out. A Map takes about a hundred
 * bytes an entry.
 */
export interface Generation {
  /** Times are kept relative to this one, in 32 bits. */
  readonly start: number
  readonly size: number
  get(client: ClientKey): number | undefined
  /** @param time  after `start`, and at most 2^32 - 1 later */
  set(client: ClientKey, time: number): void
  /** An empty generation from `start` on with room for `expected` clients, in this one's memory if that fits. */
  renewed(start: number, expected: number): Generation
}

interface Slots {
  readonly highs: Uint32Array
  readonly lows: Uint32Array
  /** Time after the start; 0: the slot is free. */
  readonly times: Uint32Array
}

/** @param seed  unknown to clients, so that none can choose addresses that collide */
export function generation(start: number, expected: number, seed: number, memory?: Slots): Generation {
  let slots = memory ?? freeSlots(expected)
  let size = 0

  /** The slot of the client, or the free one where it belongs. */
  const slotOf = ({ high, low }: ClientKey, { highs, lows, times }: Slots): number => {
    const mask = times.length - 1
    let slot = mixed(high, low, seed) & mask
    while (times[slot] !== 0 && (lows[slot] !== low || highs[slot] !== high)) slot = (slot + 1) & mask
    return slot
  }

  const grow = (): void => {
    const { highs, lows, times } = slots
    const larger = slotsFor(2 * times.length)
    for (let i = 0; i < times.length; i++) {
      if (times[i] !== 0)
        put(larger, slotOf({ high: highs[i]!, low: lows[i]! }, larger), [highs[i]!, lows[i]!, times[i]!])
    }
    slots = larger
  }

  return {
    start,
    get size() {
      return size
    },
    get(client) {
      const time = slots.times[slotOf(client, slots)]!
      return time === 0 ? undefined : start + time
    },
    set(client, time) {
      if (size >= fullest * slots.times.length) grow()
      const slot = slotOf(client, slots)
      if (slots.times[slot] === 0) size++
      put(slots, slot, [client.high, client.low, time - start])
    },
    renewed(newStart, newExpected) {
      const { times } = slots
      if (times.length !== slotsWanted(newExpected)) return generation(newStart, newExpected, seed)
      times.fill(0)
      return generation(newStart, newExpected, seed, slots)
    },
  }
}

function put({ highs, lows, times }: Slots, slot: number, [high, low, time]: readonly [number, number, number]): void {
  highs[slot] = high
  lows[slot] = low
  times[slot] = time
}

function slotsWanted(expected: number): number {
  let count = fewest
  while (count * fullest < expected) count *= 2
  return count
}

function freeSlots(expected: number): Slots {
  return slotsFor(slotsWanted(expected))
}

function slotsFor(count: number): Slots {
  return { highs: new Uint32Array(count), lows: new Uint32Array(count), times: new Uint32Array(count) }
}

/** 32 bits that depend on every bit of the address and of the seed: multiply and fold, three times. */
function mixed(high: number, low: number, seed: number): number {
  let hash = Math.imul(high ^ seed, 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 15) ^ low, 0xc2b2ae35)
  hash = Math.imul(hash ^ (hash >>> 13) ^ seed, 0x27d4eb2f)
  return (hash ^ (hash >>> 16)) >>> 0
}
