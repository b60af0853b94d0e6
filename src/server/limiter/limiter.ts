export interface Admission {
  readonly admitted: boolean
  /** Whole tokens left. */
  readonly left: number
  /** Whole seconds until there is one more token; for a refused client, until it is admitted. */
  readonly waitSeconds: number
}

/** Decides which requests are admitted. */
export interface Limiter {
  /**
   * Takes a token from the bucket of a principal. A promise is never rejected.
   *
   * @param key  of the principal
   * @param now  whole milliseconds of a monotonic clock
   * @param rate  of this client, which is always the same object; that of all others if omitted
   */
  take(key: string, now: number, rate?: Rate): Admission | Promise<Admission>
}

export interface Rate {
  /** Tokens added per minute, 1 to 1,000,000. */
  readonly perMinute: number
  /** Tokens of a full bucket, 1 to 10,000. */
  readonly burst: number
}

/**
 * Time units per token. The unit is 1 / perMinute milliseconds, so that every number of a bucket is an integer; and so many units
 * are a token at any rate.
 */
export const token = 60000

/** A bucket after a request. */
export interface Bucket {
  readonly admitted: boolean
  /** Units until it is full, with those of the request if that is admitted: what is spent and not refilled. */
  readonly ahead: number
}

/** The units that a bucket may lack to admit a request. */
function mostAhead({ burst }: Rate): number {
  return (burst - 1) * token
}

/** What a client is told of its bucket. */
export function verdictOf({ admitted, ahead }: Bucket, rate: Rate): Admission {
  const perSecond = 1000 * rate.perMinute
  if (!admitted) return { admitted, left: 0, waitSeconds: Math.ceil((ahead - mostAhead(rate)) / perSecond) }
  const left = Math.floor(rate.burst - ahead / token)
  return { admitted, left, waitSeconds: Math.ceil((ahead % token || token) / perSecond) }
}

/** A limiter whose verdicts need no waiting. */
export interface LocalLimiter extends Limiter {
  take(key: string, now: number, rate?: Rate): Admission
  /** Records that the bucket lacks at least so many units, as another limiter knows. */
  learn(key: string, now: number, ahead: number, rate?: Rate): void
}

/** The buckets of clients of one rate. */
type Buckets = Pick<LocalLimiter, 'take' | 'learn'>

/** Clients of one generation: two of them take less than 32 MB. */
const mostClients = 1 << 17

/** A token bucket for each client, in memory. @param usual  the rate of clients that have none of their own */
export function tokenBuckets(usual: Rate): LocalLimiter {
  const byRate = new Map<Rate, Buckets>()
  const buckets = (rate = usual): Buckets => {
    const known = byRate.get(rate) ?? bucketsOf(rate)
    byRate.set(rate, known)
    return known
  }
  return {
    take: (key, now, rate) => buckets(rate).take(key, now),
    learn: (key, now, ahead, rate) => buckets(rate).learn(key, now, ahead),
  }
}

/**
 * For each bucket it stores only the time at which the bucket will be full again; a client that is not stored has a full bucket.
 * Clients are stored in generations: the previous one is dropped as soon as every bucket in it is full. Under a flood of addresses
 * it is dropped early, but clients that have sent a request since are in the current one. Maps find strings by a hash with a secret, so that
 * clients cannot choose addresses that collide.
 */
function bucketsOf(rate: Rate): Buckets {
  const { perMinute, burst } = rate
  const most = mostAhead(rate)
  const longestRefill = Math.max(burst * token, 1000 * perMinute)
  let previous = new Map<string, number>()
  let current = new Map<string, number>()
  let start = 0

  /** When the client's bucket will be full, and 0 if it is. */
  const fullAt = (key: string, time: number): number => {
    if (time - start > longestRefill || current.size >= mostClients) {
      previous = current
      current = new Map()
      start = time
    }
    return current.get(key) ?? previous.get(key) ?? 0
  }

  return {
    take(key, now) {
      const time = now * perMinute
      const known = fullAt(key, time)
      const ahead = Math.max(known - time, 0)
      if (ahead > most) {
        current.set(key, known)
        return verdictOf({ admitted: false, ahead }, rate)
      }
      const spent = ahead + token
      current.set(key, time + spent)
      return verdictOf({ admitted: true, ahead: spent }, rate)
    },
    learn(key, now, ahead) {
      const time = now * perMinute
      // instances with other settings may have spent more than a bucket of this one holds
      const full = Math.max(fullAt(key, time), time + Math.min(ahead, burst * token))
      if (full > time) current.set(key, full)
    },
  }
}
