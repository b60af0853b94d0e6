/**
 * A reader of Code 128 symbol characters and a search for the shortest sequence of them, plainly written from
 * ISO/IEC 15417:2007, 4.3.2 to 4.3.4 and table 1, and sharing nothing with the encoder.
 */

/** The state of a reader between two symbol characters. */
interface State {
  readonly set: 'A' | 'B' | 'C'
  /** Set A or B for the next symbol character only. */
  readonly shifted: boolean
  /** FNC4 twice has been seen: characters mean 128 more. */
  readonly latch: boolean
  /** FNC4 once has been seen: the next character means the other half of the 256. */
  readonly single: boolean
  /** The symbol character just before was FNC4, so that another one makes the latch. */
  readonly justFnc4: boolean
  /** FNC1 is read, as U+001D, and that character in no other way. */
  readonly gs1: boolean
}

interface Step {
  readonly state: State
  readonly text: string
}

const fnc1 = '\x1d'

const startState = (set: 'A' | 'B' | 'C', gs1: boolean): State => ({
  set,
  gs1,
  shifted: false,
  latch: false,
  single: false,
  justFnc4: false,
})

/** The effect of one symbol character; undefined if the standard gives it no meaning. */
function step(state: State, value: number): Step | undefined {
  const { shifted, latch, single, justFnc4 } = state
  const set = !shifted ? state.set : state.set === 'A' ? 'B' : 'A'
  const calm = { ...state, shifted: false, justFnc4: false }
  if (value === 102 && state.gs1 && !shifted && !single) return { state: calm, text: fnc1 }
  if (set === 'C') {
    if (value < 100) return { state: calm, text: String(value).padStart(2, '0') }
    if (value === 100) return { state: { ...calm, set: 'B' }, text: '' }
    if (value === 101) return { state: { ...calm, set: 'A' }, text: '' }
    return undefined
  }
  if (value < 96) {
    const low = value < 64 ? value + 32 : set === 'A' ? value - 64 : value + 32
    const text = String.fromCharCode(low + (latch !== single ? 128 : 0))
    return text === fnc1 && state.gs1 ? undefined : { state: { ...calm, single: false }, text }
  }
  if (shifted) return undefined
  const fnc4 = set === 'A' ? 101 : 100
  if (value === fnc4 && justFnc4) return { state: { ...calm, single: false, latch: !latch }, text: '' }
  if (value === fnc4 && single) return undefined
  if (value === fnc4) return { state: { ...calm, single: true, justFnc4: true }, text: '' }
  if (value === 98) return { state: { ...calm, shifted: true }, text: '' }
  if (single) return undefined
  if (value === 99) return { state: { ...calm, set: 'C' }, text: '' }
  if (value === 100 || value === 101) return { state: { ...calm, set: set === 'A' ? 'B' : 'A' }, text: '' }
  return undefined
}

/**
 * The text of a symbol's values, start to stop; an explanation starting with '!' if they are not a symbol.
 *
 * @param gs1  FNC1 stands at the beginning, and is U+001D there and wherever else it is
 */
export function code128Text(values: ArrayLike<number>, gs1 = false): string {
  const all = Array.from(values)
  if (all.at(-1) !== 106) return '! no stop'
  const check = all.slice(0, -2).reduce((sum, value, i) => sum + value * Math.max(i, 1), 0) % 103
  if (all.at(-2) !== check) return `! check character ${all.at(-2)} should be ${check}`
  const set = ({ 103: 'A', 104: 'B', 105: 'C' } as const)[all[0] as 103 | 104 | 105]
  if (set === undefined) return '! no start'
  let state = startState(set, gs1)
  let text = ''
  for (const value of all.slice(1, -2)) {
    const next = step(state, value)
    if (!next) return `! ${value} has no meaning after ${JSON.stringify(text)}`
    state = next.state
    text += next.text
  }
  if (gs1 && !text.startsWith(fnc1)) return '! does not begin with FNC1'
  return state.single || state.shifted ? '! ends in the middle of a character' : text
}

/** The steps of all symbol characters that have a meaning in `state`, computed once for each state. */
function stepsAfter(state: State): readonly Step[] {
  const key = Object.values(state).join()
  let steps = knownSteps.get(key)
  if (steps === undefined) {
    steps = Array.from({ length: 103 }, (_, value) => step(state, value)).filter((each) => each !== undefined)
    knownSteps.set(key, steps)
  }
  return steps
}

const knownSteps = new Map<string, readonly Step[]>()

/** The fewest symbol characters, start included, check and stop not, that read as `text`: breadth-first search. */
export function shortestCode128(text: string, gs1 = false): number {
  let front = (['A', 'B', 'C'] as const).map((set) => ({ state: startState(set, gs1), at: 0 }))
  const seen = new Set<string>()
  for (let length = 1; ; length++) {
    const next: typeof front = []
    for (const { state, at } of front) {
      if (at === text.length && !state.single && !state.shifted) return length
      for (const reached of stepsAfter(state)) {
        if (!text.startsWith(reached.text, at)) continue
        const to = { state: reached.state, at: at + reached.text.length }
        const key = Object.values({ ...to.state, at: to.at }).join()
        if (!seen.has(key)) next.push(to)
        seen.add(key)
      }
    }
    if (next.length === 0) return Number.POSITIVE_INFINITY
    front = next
  }
}
