import type { ClientKey } from './client.ts'

/** Slots of one shard: at first, and at most. Growing four times at once leaves little behind. */
const fewest = 1 << 10
const mostSlots = 1 << 14
/** The largest share of slots in use: a search with linear probing stays short. */
const fullest = 0.86
const shards = 64

/**
 * A time for each of up to some 900,000 clients, in 12 bytes a slot.
 *
 * Open addressing over packed arrays, and nothing is ever removed. The arrays are split into 64 shards that grow one by one,
 * so that no request waits for all of them. Two bounded Maps, measured with a million clients, keep 42 MB (numbers as keys),
 * 51 MB (bigints) or 82 MB and more (strings) instead of 25, add 88 MB and more of resident memory instead of 37, and make
 * every full garbage collection 50 ms and more instead of 6 to 10.
 */
export interface ClientTable {
  /** Times are kept relative to this one, in 32 bits. */
  readonly start: number
  readonly size: number
  /** Whether it is time for a new table. */
  readonly isFull: boolean
  get(client: ClientKey): number | undefined
  /** @param time  after `start`, and at most 2^32 - 1 later */
  set(client: ClientKey, time: number): void
}

interface Shard {
  readonly highs: Uint32Array
  readonly lows: Uint32Array
  /** Time after the start; 0: the slot is free. */
  readonly times: Uint32Array
  size: number
}

export interface TableOptions {
  /** How many clients are expected. */
  readonly expected: number
  /** Secret, so that no client can choose addresses that collide. */
  readonly seed: number
}

/** An empty table. @param start  the earliest time that it will hold */
export function clientTable(start: number, { expected, seed }: TableOptions): ClientTable {
  const first = firstSlots(expected / shards)
  const all: (Shard | undefined)[] = new Array(shards).fill(undefined)
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
      const shard = all[hash % shards]
      const time = shard === undefined ? 0 : shard.times[slotOf(shard, high, low, hash)]!
      return time === 0 ? undefined : start + time
    },
    set({ high, low }, time) {
      const hash = mixed(high, low, seed)
      let shard = all[hash % shards] ?? shardOf(first)
      if (shard.size >= fullest * shard.times.length) {
        if (shard.times.length < mostSlots) shard = grown(shard, seed)
        else isFull = true
      }
      all[hash % shards] = shard
      const before = shard.size
      put(shard, slotOf(shard, high, low, hash), { high, low, time: time - start })
      size += shard.size - before
    },
  }
}

function firstSlots(expected: number): number {
  let slots = fewest
  while (slots < mostSlots && slots * fullest < expected) slots *= 4
  return slots
}

function shardOf(slots: number): Shard {
  return { highs: new Uint32Array(slots), lows: new Uint32Array(slots), times: new Uint32Array(slots), size: 0 }
}

/** The slot of the client, or the free one that it would get. */
function slotOf({ highs, lows, times }: Shard, high: number, low: number, hash: number): number {
  const mask = times.length - 1
  let slot = (hash >>> 6) & mask
  while (times[slot] !== 0 && (lows[slot] !== low || highs[slot] !== high)) slot = (slot + 1) & mask
  return slot
}

function put(shard: Shard, slot: number, { high, low, time }: ClientKey & { readonly time: number }): void {
  if (shard.times[slot] === 0) shard.size++
  shard.highs[slot] = high
  shard.lows[slot] = low
  shard.times[slot] = time
}

function grown(shard: Shard, seed: number): Shard {
  const { highs, lows, times } = shard
  const larger = shardOf(4 * times.length)
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
