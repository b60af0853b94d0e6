/** Whole numbers `low` to `high`, and about which of them is looked for. */
export interface SearchRange {
  readonly low: number
  readonly high: number
  readonly guess: number
}

/** The least number for which `holds`, which it does for all above; `high` if for none below. Steps from the guess on double. */
export function leastNear({ low, high, guess }: SearchRange, holds: (value: number) => boolean): number {
  let [from, to] = [low, high]
  let value = guess
  let before: boolean | undefined
  for (let step = 1; from < to; step *= 2) {
    const at = Math.min(Math.max(value, from), to - 1)
    const isHeld = holds(at)
    if (isHeld) to = at
    else from = at + 1
    if (before !== undefined && before !== isHeld) break
    before = isHeld
    value = isHeld ? at - step : at + step
  }
  while (from < to) {
    const middle = (from + to) >> 1
    if (holds(middle)) to = middle
    else from = middle + 1
  }
  return to
}
