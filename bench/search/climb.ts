import type { Draw } from '../pools.ts'
import { oneIn, pick, seeded } from './random.ts'

/** What is searched. */
export interface Space<C> {
  fresh(draw: Draw): C
  /** One that differs a little. */
  altered(candidate: C, draw: Draw): C
  /** One with some of the other's. */
  crossed(candidate: C, other: C): C
  /** The same for the same candidate. */
  key(candidate: C): string
}

/** What trying a candidate once has shown. */
export interface Cost {
  readonly milliseconds: number
  /** Candidates of different kinds do not drive each other out. */
  readonly kind: string
}

export interface Found<C> extends Cost {
  readonly candidate: C
}

export interface Climb<C> {
  readonly cost: (candidate: C) => Cost
  readonly seed: number
  /** Whether the search is over, after so many different candidates. */
  readonly enough: (tried: number) => boolean
  readonly progress?: (worst: Found<C>, tried: number) => void
}

/** How many of each kind live on. */
const kept = 4

/** Candidates before the first that descends from another. */
const founders = 200

/** How often one that would live on is tried again: the least of these times is its cost, for others disturb them. */
const repeats = 2

/** How often those that are found worst are tried again at the end. */
const confirmations = 5

/**
 * Climbs to the most costly candidates: an evolution strategy with a small population for each kind.
 *
 * Most candidates descend by up to three changes from one that lives, the worst kinds being chosen most often; others from one of any
 * kind, or from two, and some are fresh, so that the search does not stay on one hill. With the same seed and the same costs
 * it proposes the same candidates.
 *
 * @returns the worst of each kind, the worst of all first
 */
export function climb<C>(
  space: Space<C>,
  { cost, seed, enough, progress }: Climb<C>,
): { readonly worst: Found<C>[]; readonly tried: number } {
  const draw = seeded(seed)
  const kinds = new Map<string, Found<C>[]>()
  const known = new Set<string>()
  let record = 0
  while (!enough(known.size)) {
    const candidate = known.size < founders || oneIn(draw, 8) ? space.fresh(draw) : child(space, kinds, draw)
    const key = space.key(candidate)
    if (known.has(key)) continue
    known.add(key)
    const found = entering(kinds, { candidate, ...cost(candidate) }, cost)
    if (found === undefined) continue
    if (found.milliseconds > record) {
      record = found.milliseconds
      progress?.(found, known.size)
    }
  }
  const best = [...kinds.values()].map((living) => again(living[0]!, confirmations, cost))
  return { worst: best.toSorted(worstFirst), tried: known.size }
}

/** Takes it among the living of its kind, if it is still worse than one of them when it has been tried again. */
function entering<C>(kinds: Map<string, Found<C>[]>, first: Found<C>, cost: Climb<C>['cost']): Found<C> | undefined {
  const living = kinds.get(first.kind) ?? []
  const least = living.length < kept ? 0 : living.at(-1)!.milliseconds
  if (first.milliseconds <= least) return undefined
  const found = again(first, repeats, cost)
  if (found.milliseconds <= least) return undefined
  kinds.set(found.kind, [...living, found].toSorted(worstFirst).slice(0, kept))
  return found
}

function again<C>(found: Found<C>, times: number, cost: Climb<C>['cost']): Found<C> {
  let { milliseconds } = found
  for (let i = 0; i < times; i++) milliseconds = Math.min(milliseconds, cost(found.candidate).milliseconds)
  return { ...found, milliseconds }
}

function child<C>(space: Space<C>, kinds: ReadonlyMap<string, readonly Found<C>[]>, draw: Draw): C {
  const ranked = [...kinds.values()].toSorted(([a], [b]) => worstFirst(a!, b!))
  let rank = 0
  while (rank + 1 < ranked.length && !oneIn(draw, 4)) rank++
  const { candidate: bad } = pick(draw, ranked[rank]!)
  const { candidate: any } = pick(draw, pick(draw, ranked))
  // what makes one kind slow may make another slower
  let candidate = pick(draw, [bad, bad, any, space.crossed(any, bad)])
  for (let changes = draw(1, 3); changes > 0; changes--) candidate = space.altered(candidate, draw)
  return candidate
}

function worstFirst(a: Cost, b: Cost): number {
  return b.milliseconds - a.milliseconds
}
