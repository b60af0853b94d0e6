import type { Answer } from '../answer.ts'

/** Of the time, the part that answers may take which cost no token. */
const share = 0.05

/**
 * The endpoint's answer, and the same one again for a while: 20 times as long as it took to make. So a client that asks without end,
 * and needs no token for it, takes the others at most a twentieth of the time.
 *
 * @param now  milliseconds of a monotonic clock
 */
export function rarely(endpoint: () => Answer, now: () => number): () => Answer {
  let last: Answer | undefined
  let validUntil = 0
  return () => {
    const begun = now()
    if (last !== undefined && begun < validUntil) return last
    last = endpoint()
    const done = now()
    validUntil = done + (done - begun) / share
    return last
  }
}
