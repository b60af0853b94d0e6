/** How far a number of bits goes in a text, from many characters on. */

import type { CharacterKind } from './kinds.ts'
import type { PlaneCosts } from './plane-costs.ts'

/** From character `from` on. */
export interface Room {
  readonly from: number
  /** The first character that is not asked for. */
  readonly limit: number
  readonly bits: number
}

/** Characters between two checkpoints. */
const interval = 16

/**
 * A state of the costs before a character whose number is a multiple of `interval`. Wherever a piece begins, it soon has the
 * same costs as others, but for a difference that is the same in all states: what follows is then known from them.
 */
interface Checkpoint {
  readonly relative: Int32Array
  following: Following | undefined
}

interface Following {
  /** The bits that one character more takes, two characters more, and so on up to the next checkpoint. */
  readonly bits: readonly number[]
  readonly next: Checkpoint
}

/**
 * Finds the first character that does not fit with those before it, `limit` if all do.
 *
 * @param kinds of each character
 * @param costs scratch; contents are not kept between calls
 */
export function reachIn(kinds: readonly CharacterKind[], costs: PlaneCosts): (room: Room) => number {
  const checkpoints = Array.from({ length: Math.floor(kinds.length / interval) + 2 }, (): Checkpoint[] => [])

  /** The checkpoint before character `at` that has the present costs. */
  const checkpointBefore = (at: number): Checkpoint => {
    const here = checkpoints[Math.ceil(at / interval)]!
    const relative = costs.relative()
    const known = here.find((each) => isEqual(each.relative, relative))
    if (known !== undefined) return known
    const checkpoint = { relative, following: undefined }
    here.push(checkpoint)
    return checkpoint
  }

  const followingOf = (checkpoint: Checkpoint, at: number): Following => {
    costs.restore(checkpoint.relative)
    const end = Math.min(at + interval, kinds.length)
    const bits: number[] = []
    for (let i = at; i < end; i++) {
      costs.add(kinds[i]!, 1)
      bits.push(costs.bits)
    }
    return { bits, next: checkpointBefore(end) }
  }

  return ({ from, limit, bits }) => {
    costs.clear()
    let at = from
    for (; at % interval !== 0 && at < limit; at++) {
      costs.add(kinds[at]!, 1)
      if (costs.bits > bits) return at
    }
    if (at === limit) return limit
    let used = costs.bits
    for (let checkpoint = checkpointBefore(at); at < limit; ) {
      checkpoint.following ??= followingOf(checkpoint, at)
      const { bits: more, next } = checkpoint.following
      const whole = used + more.at(-1)!
      if (whole > bits || at + more.length > limit) {
        const exceeding = more.findIndex((each) => used + each > bits)
        return exceeding < 0 ? limit : Math.min(at + exceeding, limit)
      }
      used = whole
      at += more.length
      checkpoint = next
    }
    return limit
  }
}

function isEqual(a: Int32Array, b: Int32Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}
