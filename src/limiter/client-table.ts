import type { ClientKey } from './limiter.ts'

/** Slots of one shard, at first and at most. Shards grow fourfold, so that few arrays are discarded. */
const fewestSlots = 1 << 10
const mostSlots = 1 << 14
/** The largest share of slots in use, which keeps linear probing short. */
const maxLoadFactor = 0.86
const shards = 64

/**
 * A hash table with one time for each of up to some 900,000 clients, 12 bytes per slot.
 *
 * It uses open addressing over packed arrays; nothing is ever removed. The arrays are split into 64 shards that grow one by one,
 * so that no request waits until all have grown. Measured with a million clients, two bounded Maps keep 42 MB (numbers as keys),
 * 51 MB (bigints) or at least 82 MB (strings) instead of 25, add at least 88 MB of resident memory instead of 37, and a full
 * garbage collection takes at least 50 ms instead of 6 to 10.
 */
export interface ClientTable {
  /** All times are stored relative to this one, in 32 bits. */
  readonly start: number
  readonly size: number
  /** Whether a shard is full and cannot grow. */
  readonly isFull: boolean
  get(client: ClientKey): number | undefined
  /** @param time  1 to 2^32 - 1 after `start` */
  set(client: ClientKey, time: number): void
}

interface Shard {
  readonly highs: Uint32Array
  readonly lows: Uint32Array
  /** Times after the start; 0: the slot is free. */
  readonly times: Uint32Array
  size: number
}

export interface TableOptions {
  /** How many clients are expected. */
  readonly expected: number
  /** A secret, so that clients cannot choose addresses that collide. */
  readonly seed: number
}

/** An empty table. @param start  before all times that it will hold */
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
      if (shard.size >= maxLoadFactor * shard.times.length) {
        if (shard.times.length < mostSlots) shard = grown(shard, seed)
        else isFull = true
      }
      all[hash % shards] = shard
      const sizeBefore = shard.size
      put(shard, slotOf(shard, high, low, hash), { high, low, time: time - start })
      size += shard.size - sizeBefore
    },
  }
}

function firstSlots(expected: number): number {
  let slots = fewestSlots
  while (slots < mostSlots && slots * maxLoadFactor < expected) slots *= 4
  return slots
}

function shardOf(slots: number): Shard {
  return { highs: new Uint32Array(slots), lows: new Uint32Array(slots), times: new Uint32Array(slots), size: 0 }
}

/** The index of the client's slot, or of the free slot that it would get. */
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
