/** A statement that is shown for all of its cases, not for samples of them. */
export interface Proof {
  /** Short; `npm run proofs -- NAME` runs one. */
  readonly name: string
  /** What is shown, in a sentence. */
  readonly statement: string
  /** @returns how many cases were looked at. @throws Error with the first that fails */
  readonly run: () => number
}

/** All texts of one length over an alphabet, in order. */
export function* textsOver(alphabet: readonly string[], length: number): Generator<string> {
  if (length === 0) {
    yield ''
    return
  }
  for (const first of alphabet) for (const rest of textsOver(alphabet, length - 1)) yield first + rest
}

/** @throws Error that names the case */
export function same(found: unknown, wanted: unknown, of: string): void {
  if (found !== wanted) throw new Error(`${of}: ${found} instead of ${wanted}`)
}

/** 0 to `count` - 1. */
export const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i)
