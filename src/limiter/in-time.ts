/**
 * Calls back when the event loop has read twice: what had come before, and what followed at once.
 *
 * A timer alone would call answers late that came while a drawing blocked the event loop: node runs timers before it reads.
 */
export function afterReading(then: () => void): void {
  setImmediate(() => setImmediate(then))
}

/** What `promise` brings, if that comes within so many milliseconds. Rejected with `late` otherwise. */
export function inTime<T>(milliseconds: number, promise: Promise<T>, late: Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => afterReading(() => reject(late)), milliseconds).unref()
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
