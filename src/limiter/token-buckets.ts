import { randomInt } from 'node:crypto'
import { type ClientTable, clientTable } from './client-table.ts'
import { type ClientKey, type Limiter, mostAhead, type Rate, token, type Verdict, verdictOf } from './limiter.ts'

/** A limiter whose verdicts need no waiting. */
export interface LocalLimiter extends Limiter {
  take(client: ClientKey, now: number): Verdict
  /** Records that the bucket lacks at least so many units, as another limiter knows. */
  learn(client: ClientKey, now: number, ahead: number): void
}

/**
 * A token bucket for each client, in memory.
 *
 * For each bucket it stores only the time at which the bucket will be full again; a client that is not stored has a full bucket.
 * So a whole table can be dropped as soon as every bucket in it is full. Under a flood of addresses the previous table is dropped
 * early, but clients that have sent a request since are in the current one.
 */
export function tokenBuckets(rate: Rate): LocalLimiter {
  const { perMinute, burst } = rate
  const most = mostAhead(rate)
  const seed = randomInt(2 ** 32)
  const longestRefill = Math.max(burst * token, 1000 * perMinute)
  let previous = clientTable(0, { expected: 0, seed })
  let newest = previous

  const tableAt = (time: number): ClientTable => {
    if (time - newest.start <= longestRefill && !newest.isFull) return newest
    previous = newest
    newest = clientTable(time, { expected: previous.size, seed })
    return newest
  }

  return {
    take(client, now) {
      const time = now * perMinute
      const current = tableAt(time)
      const known = current.get(client) ?? previous.get(client) ?? 0
      const ahead = Math.max(known - time, 0)
      if (ahead > most) {
        current.set(client, known)
        return verdictOf({ admitted: false, ahead }, rate)
      }
      const spent = ahead + token
      current.set(client, time + spent)
      return verdictOf({ admitted: true, ahead: spent }, rate)
    },
    learn(client, now, ahead) {
      const time = now * perMinute
      const current = tableAt(time)
      const known = current.get(client) ?? previous.get(client) ?? 0
      // instances with other settings may have spent more than a bucket of this one holds
      const full = Math.max(known, time + Math.min(ahead, burst * token))
      if (full > time) current.set(client, full)
    },
  }
}
