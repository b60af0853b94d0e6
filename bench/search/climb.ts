import { type Draw, oneIn, pick, seeded } from '../pools.ts'

/** The candidates of a search. */
export interface Space<C> {
  fresh(draw: Draw): C
  /** A candidate that differs a little. */
  altered(candidate: C, draw: Draw): C
  /** A candidate with a part of the other one. */
  crossed(candidate: C, other: C): C
  /** Equal for equal candidates. */
  key(candidate: C): string
}

/** The result of trying a candidate once. */
export interface Cost {
  readonly milliseconds: number
  /** Candidates compete only within their kind. */
  readonly kind: string
}

export interface Found<C> extends Cost {
  readonly candidate: C
}

interface Climb<C> {
  readonly cost: (candidate: C) => Cost
  readonly seed: number
  /** Whether to stop after this many different candidates. */
  readonly enough: (tried: number) => boolean
  readonly progress?: (worst: Found<C>, tried: number) => void
}

/** How many of each kind survive. */
const kept = 4

/** The number of candidates before the first that is derived from another. */
const founders = 200

/** How often a survivor is tried again: its cost is the shortest of these times, since other processes lengthen them. */
const repeats = 2

/** How often the slowest of each kind is tried again at the end. */
const confirmations = 5

/**
 * Searches for the most costly candidates with an evolution strategy that has a small population for each kind.
 *
 * Most candidates differ by up to three changes from a survivor, most often of one of the worst kinds; others come from a survivor
 * of any kind, or from two, or are new, so that the search leaves local maxima. With the same seed and the same costs it tries the
 * same candidates.
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

/** Adds a candidate to the survivors of its kind if, tried again, it is still worse than one of them. */
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
  const { candidate: other } = pick(draw, pick(draw, ranked))
  // what makes one kind slow may make another slower
  let candidate = pick(draw, [bad, bad, other, space.crossed(other, bad)])
  for (let changes = draw(1, 3); changes > 0; changes--) candidate = space.altered(candidate, draw)
  return candidate
}

function worstFirst(a: Cost, b: Cost): number {
  return b.milliseconds - a.milliseconds
}
