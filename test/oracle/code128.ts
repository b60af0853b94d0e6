/**
 * A reader of Code 128 symbol characters and a search for the shortest sequence of them, plainly written from
 * ISO/IEC 15417:2007, 4.3.2 to 4.3.4 and table 1, and sharing nothing with the encoder.
 */

/** Where a reader stands between two symbol characters. */
interface Standing {
  readonly set: 'A' | 'B' | 'C'
  /** Set A or B for the next symbol character only. */
  readonly shifted: boolean
  /** FNC4 twice has been seen: characters mean 128 more. */
  readonly latch: boolean
  /** FNC4 once has been seen: the next character means the other half of the 256. */
  readonly single: boolean
  /** The symbol character just before was FNC4, so that another one makes the latch. */
  readonly justFnc4: boolean
}

interface Step {
  readonly standing: Standing
  readonly text: string
}

const started = (set: 'A' | 'B' | 'C'): Standing => ({
  set,
  shifted: false,
  latch: false,
  single: false,
  justFnc4: false,
})

/** What one symbol character does; undefined where the standard gives it no meaning. */
function step(standing: Standing, value: number): Step | undefined {
  const { shifted, latch, single, justFnc4 } = standing
  const set = !shifted ? standing.set : standing.set === 'A' ? 'B' : 'A'
  const calm = { ...standing, shifted: false, justFnc4: false }
  if (set === 'C') {
    if (value < 100) return { standing: calm, text: String(value).padStart(2, '0') }
    if (value === 100) return { standing: { ...calm, set: 'B' }, text: '' }
    if (value === 101) return { standing: { ...calm, set: 'A' }, text: '' }
    return undefined
  }
  if (value < 96) {
    const low = value < 64 ? value + 32 : set === 'A' ? value - 64 : value + 32
    return { standing: { ...calm, single: false }, text: String.fromCharCode(low + (latch !== single ? 128 : 0)) }
  }
  if (shifted) return undefined
  const fnc4 = set === 'A' ? 101 : 100
  if (value === fnc4 && justFnc4) return { standing: { ...calm, single: false, latch: !latch }, text: '' }
  if (value === fnc4 && single) return undefined
  if (value === fnc4) return { standing: { ...calm, single: true, justFnc4: true }, text: '' }
  if (value === 98) return { standing: { ...calm, shifted: true }, text: '' }
  if (single) return undefined
  if (value === 99) return { standing: { ...calm, set: 'C' }, text: '' }
  if (value === 100 || value === 101) return { standing: { ...calm, set: set === 'A' ? 'B' : 'A' }, text: '' }
  return undefined
}

/** The text of a symbol's values, start to stop; an explanation starting with '!' where they are not a symbol. */
export function code128Text(values: ArrayLike<number>): string {
  const all = Array.from(values)
  if (all.at(-1) !== 106) return '! no stop'
  const check = all.slice(0, -2).reduce((sum, value, i) => sum + value * Math.max(i, 1), 0) % 103
  if (all.at(-2) !== check) return `! check character ${all.at(-2)} should be ${check}`
  const set = ({ 103: 'A', 104: 'B', 105: 'C' } as const)[all[0] as 103 | 104 | 105]
  if (set === undefined) return '! no start'
  let standing = started(set)
  let text = ''
  for (const value of all.slice(1, -2)) {
    const next = step(standing, value)
    if (!next) return `! ${value} has no meaning after ${JSON.stringify(text)}`
    standing = next.standing
    text += next.text
  }
  return standing.single || standing.shifted ? '! ends in the middle of a character' : text
}

/** What each symbol character does after `standing`, computed once for each standing. */
function stepsAfter(standing: Standing): readonly Step[] {
  const key = Object.values(standing).join()
  let steps = knownSteps.get(key)
  if (steps === undefined) {
    steps = Array.from({ length: 103 }, (_, value) => step(standing, value)).filter((each) => each !== undefined)
    knownSteps.set(key, steps)
  }
  return steps
}

const knownSteps = new Map<string, readonly Step[]>()

/** The fewest symbol characters, start included, check and stop not, that read as `text`: breadth first over all there are. */
export function shortestCode128(text: string): number {
  let front = (['A', 'B', 'C'] as const).map((set) => ({ standing: started(set), at: 0 }))
  const seen = new Set<string>()
  for (let length = 1; ; length++) {
    const next: typeof front = []
    for (const { standing, at } of front) {
      if (at === text.length && !standing.single && !standing.shifted) return length
      for (const reached of stepsAfter(standing)) {
        if (!text.startsWith(reached.text, at)) continue
        const to = { standing: reached.standing, at: at + reached.text.length }
        const key = Object.values({ ...to.standing, at: to.at }).join()
        if (!seen.has(key)) next.push(to)
        seen.add(key)
      }
    }
    if (next.length === 0) return Number.POSITIVE_INFINITY
    front = next
  }
}
