import fc from 'fast-check'

/**
 * The seed of every random test in this run: TEST_SEED to repeat a run, else a fresh one in the long run and always the same
 * one in npm test.
 */
export const long = process.env.TEST_LONG === '1'
/** Whether tests that take an hour have all of their cases, for which the long run has no time. */
export const all = process.env.TEST_ALL === '1'
export const seed = Number(process.env.TEST_SEED ?? (long ? Date.now() % 2 ** 31 : 20261121))
console.log(`# seed: repeat this run with TEST_SEED=${seed}`)

/**
 * How many random cases: a sixth of `count` in npm test, twice as many in npm run test:long. Where `times` says so there are other
 * shares there: a fifth of `times` as many as `count`. With TEST_ALL there are `times` as many.
 */
export function cases(count: number, times = all ? 6 : 10 / 6): number {
  if (!long) return Math.ceil(count / 6)
  return Math.ceil(count * times * (all ? 1 : 0.2))
}

/** How many random values a property is asserted of: `cases(count, times)`. */
export interface Runs {
  readonly count: number
  readonly times?: number
}

/**
 * Asserts a property of random values. It holds of those for which `holds` neither throws nor returns false.
 *
 * @throws Error  with the first values of which it does not hold, shrunk, and the seed and path that repeat them
 */
export function forAll<Values extends [unknown, ...unknown[]]>(
  arbitraries: { [K in keyof Values]: fc.Arbitrary<Values[K]> },
  { count, times }: Runs,
  holds: (...values: Values) => unknown,
): Promise<void> {
  const property = fc.asyncProperty(fc.tuple<Values>(...arbitraries), async (values) => {
    if ((await holds(...values)) === false) throw new Error('does not hold')
  })
  return fc.assert(property, { seed, numRuns: cases(count, times) })
}

/**
 * Asserts a property of random values that is judged of many at once, such as by a process that takes a while to start.
 *
 * @param faultsOf  for each of the values, why the property does not hold of it; undefined where it does. It is also asked about single
 *   values, to shrink the first one that fails.
 * @throws Error  as `forAll` does
 */
export async function forAllInBatches<Value>(
  arbitrary: fc.Arbitrary<Value>,
  { count, times, size = 200 }: Runs & { readonly size?: number },
  faultsOf: (values: readonly Value[]) => readonly (string | undefined)[] | Promise<readonly (string | undefined)[]>,
): Promise<void> {
  const values = fc.sample(arbitrary, { seed, numRuns: cases(count, times) })
  for (let from = 0; from < values.length; from += size) {
    const faults = await faultsOf(values.slice(from, from + size))
    const failing = faults.findIndex((fault) => fault !== undefined)
    if (failing === -1) continue
    const alone = fc.asyncProperty(arbitrary, async (value) => {
      const [fault] = await faultsOf([value])
      if (fault !== undefined) throw new Error(fault)
    })
    await fc.assert(alone, { seed, path: String(from + failing), numRuns: 1, interruptAfterTimeLimit: 60_000 })
    throw new Error(`holds of ${fc.stringify(values[from + failing])} alone, but beside others: ${faults[failing]}`)
  }
}

/** Options of a test that only the long run has. */
export const inLongRun = { skip: !long && 'in the long run only' }

export interface Random {
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number
  pick<T>(from: ArrayLike<T>): T
  /** `count` characters out of `alphabet`. */
  text(alphabet: string, count: number): string
}

/** Numbers that depend on the run's seed and on `stream`, so that tests do not disturb each other. */
export function random(stream: string): Random {
  let state = seed | 0
  for (const character of stream) state = (Math.imul(state ^ character.charCodeAt(0), 0x01000193) + 1) | 0
  const next = (): number => {
    // SplitMix32
    state = (state + 0x9e3779b9) | 0
    let z = state
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad)
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97)
    return ((z ^ (z >>> 15)) >>> 0) / 2 ** 32
  }
  return randomOf((low, high) => low + Math.floor(next() * (high - low + 1)))
}

function randomOf(between: Random['between']): Random {
  const pick = <T>(from: ArrayLike<T>): T => from[between(0, from.length - 1)] as T
  const text = (alphabet: string, count: number): string => {
    const points = [...alphabet]
    return Array.from({ length: count }, () => pick(points)).join('')
  }
  return { between, pick, text }
}

/** Arbitraries by their bounds: fast-check knows what it drew before by these functions. */
const integers = new Map<string, () => fc.Arbitrary<number>>()
const lists = new Map<string, () => fc.Arbitrary<number[]>>()

function kept<Value>(all: Map<string, () => Value>, key: string, make: () => Value): () => Value {
  let known = all.get(key)
  if (known === undefined) {
    const value = make()
    known = () => value
    all.set(key, known)
  }
  return known
}

const integersOf = (min: number, max: number): (() => fc.Arbitrary<number>) =>
  kept(integers, `${min} ${max}`, () => fc.integer({ min, max }))

/** Lists of `length` numbers below `limit`. */
const listsOf = (limit: number, length: number): (() => fc.Arbitrary<number[]>) =>
  kept(lists, `${limit} ${length}`, () => fc.array(fc.nat(limit - 1), { minLength: length, maxLength: length }))

/** Values of `fc.gen` draw from copies of fast-check's numbers: these have to be theirs alone, and those after it others. */
class Apart<Value> extends fc.Arbitrary<Value> {
  readonly #own: fc.Arbitrary<Value>

  constructor(own: fc.Arbitrary<Value>) {
    super()
    this.#own = own
  }

  override generate(mrng: fc.Random, biasFactor: number | undefined): fc.Value<Value> {
    const value = this.#own.generate(mrng.clone(), biasFactor)
    for (let i = 0; i < 256; i++) mrng.nextInt()
    return value
  }

  override canShrinkWithoutContext(_: unknown): _ is Value {
    return false
  }

  override shrink(value: Value, context: unknown): fc.Stream<fc.Value<Value>> {
    return this.#own.shrink(value, context)
  }
}

/** What `make` makes of the numbers that it draws; each number is shrunk to the lowest. */
export const drawn = <Value>(make: (r: Random) => Value): fc.Arbitrary<Value> =>
  new Apart(fc.gen()).map((draw) => {
    const { between, pick } = randomOf((low, high) => draw(integersOf(low, high)))
    const text = (alphabet: string, count: number): string => {
      const points = [...alphabet]
      return draw(listsOf(points.length, count))
        .map((index) => points[index])
        .join('')
    }
    return make({ between, pick, text })
  })
