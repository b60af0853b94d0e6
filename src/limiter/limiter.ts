/**
 * The identity of a client for counting, in 64 bits: the /64 of an IPv6 address, or an IPv4 address after a prefix that no client
 * has. For IPv6 addresses of which all 128 bits count, it is a hash.
 */
export interface ClientKey {
  /** The upper and lower 32 bits. */
  readonly high: number
  readonly low: number
}

export interface Verdict {
  readonly admitted: boolean
  /** Whole tokens left. */
  readonly left: number
  /** Whole seconds until there is one more token; for a refused client, until it is admitted. */
  readonly waitSeconds: number
}

/** Decides which requests are admitted. */
export interface Limiter {
  /**
   * Takes a token from the client. A promise is never rejected.
   *
   * @param now  whole milliseconds of a monotonic clock
   */
  take(client: ClientKey, now: number): Verdict | Promise<Verdict>
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
export function mostAhead({ burst }: Rate): number {
  return (burst - 1) * token
}

/** What a client is told of its bucket. */
export function verdictOf({ admitted, ahead }: Bucket, rate: Rate): Verdict {
  const perSecond = 1000 * rate.perMinute
  if (!admitted) return { admitted, left: 0, waitSeconds: Math.ceil((ahead - mostAhead(rate)) / perSecond) }
  const left = Math.floor(rate.burst - ahead / token)
  return { admitted, left, waitSeconds: Math.ceil((ahead % token || token) / perSecond) }
}
