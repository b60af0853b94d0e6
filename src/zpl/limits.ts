/** How much of a program is read and drawn: hostile ones end here, with a fault that says why. */

export const limits = {
  /** Bytes of a program. */
  bytes: 1 << 20,
  /** Dots of a label. */
  dots: 25_000_000,
  /** Labels of a program, each counted once, however many copies it has. */
  labels: 500,
  /** Commands that are obeyed, those of recalled formats as often as they are recalled. */
  commands: 200_000,
  /** Formats within formats. */
  depth: 8,
  /** Fields of a label. */
  fields: 5_000,
  /** Dots that are painted one by one for all labels: 0.2 s for each 100 million. */
  painted: 400_000_000,
  /** Characters of text that are set for all labels. */
  characters: 1_000_000,
  /** Symbols that are drawn for all labels. */
  symbols: 2_000,
  /** Bytes in symbols that bwip-js draws: an Aztec Code of 1,900 takes it half a second. */
  foreign: 40_000,
} as const

type Resource = 'commands' | 'labels' | 'painted' | 'characters' | 'symbols' | 'foreign'

const titles: { readonly [R in Resource]: string } = {
  commands: 'commands are obeyed',
  labels: 'labels are drawn',
  painted: 'dots are painted one by one',
  characters: 'characters are set',
  symbols: 'symbols are drawn',
  foreign: 'bytes are in symbols that are not judged',
}

/** A program asks for more than is done for one. */
export class LimitReached extends Error {
  constructor(resource: Resource) {
    super(`at most ${limits[resource]} ${titles[resource]} for one program; the rest is left out`)
  }
}

/** What is left of the limits. */
export class Budget {
  readonly #left = { ...limits }

  /** @throws LimitReached */
  spend(resource: Resource, amount: number): void {
    const left = this.#left as Record<Resource, number>
    left[resource] -= amount
    if (left[resource] < 0) throw new LimitReached(resource)
  }
}
