/**
 * The seed of every random test in this run: TEST_SEED to repeat a run, else a fresh one in the long run and always the same
 * one in npm test.
 */
export const long = process.env.TEST_LONG === '1'
export const seed = Number(process.env.TEST_SEED ?? (long ? Date.now() % 2 ** 31 : 20261121))
console.log(`# seed: repeat this run with TEST_SEED=${seed}`)

/** How many random cases: a quarter of `count` in npm test, `times` as many as `count` in npm run test:long. */
export const cases = (count: number, times = 10): number => (long ? count * times : Math.ceil(count / 4))

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
  const between = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1))
  const pick = <T>(from: ArrayLike<T>): T => from[between(0, from.length - 1)] as T
  const text = (alphabet: string, count: number): string => {
    const points = [...alphabet]
    return Array.from({ length: count }, () => pick(points)).join('')
  }
  return { between, pick, text }
}
