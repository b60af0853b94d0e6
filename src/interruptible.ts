/** Work that others may interrupt: a generator that yields wherever somebody else may have a turn. */
export type Interruptible<T> = Generator<void, T, void>

/** What comes of work that nobody interrupts. */
export function uninterrupted<T>(work: Interruptible<T>): T {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}
