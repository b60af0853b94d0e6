/** Who may do what: keys that a file names by their hash, and what a request's Authorization says. */

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Answer, errorAnswer, type Principal } from '../../answer.ts'
import type { Rate } from '../limiter/index.ts'

/**
 * What a key may do: print labels, ask for the printers, see and steer jobs, set counters, read the metrics. A key that may print sees the
 * printers, too.
 */
export const scopes = ['print', 'printers', 'jobs', 'counters', 'metrics'] as const
export type Scope = (typeof scopes)[number]

/** What needs a key only where one may do it: a file without such keys leaves it to everybody. */
const openUnlessNamed: readonly Scope[] = ['metrics']

/** A key as the file of keys describes it. */
export interface KeyRow {
  /** Of the person or machine that has it. */
  readonly name: string
  /** SHA-256 of the key, 32 bytes. */
  readonly hash: Uint8Array
  readonly may: readonly Scope[]
  /** Requests a minute, 1 to 1,000,000; 0: no limit; undefined: as many as an address has. */
  readonly perMinute: number | undefined
}

/** A key that was presented and is known: whose the request is. */
export interface Bearer extends Principal {
  readonly may: readonly Scope[]
  /** `none`: no limit; undefined: the rate of addresses. */
  readonly rate: Rate | 'none' | undefined
}

/** What a request presents: a key, which is known or not, or none. */
export type Presented = Bearer | 'unknown' | 'none'

/** Tells the keys of requests. */
export interface Keys {
  /**
   * @param authorization  the value of the header
   * @param takesBasic  whether the password of Basic may be a key; browsers keep it and send it of themselves, whoever's page asks
   */
  presented(authorization: string | undefined, takesBasic: boolean): Presented
  /** The answer to a request that needs all of these rights, and does not present a key that has them; undefined if it does. */
  refusal(needed: readonly Scope[], presented: Presented): Answer | undefined
}

/** The first characters of every key, by which a scanner for secrets knows one. */
const prefix = 'qz_'

/** A new key: 256 random bits as base64url. It is shown once; the file of keys has its hash alone. */
export function newKey(): string {
  return prefix + randomBytes(32).toString('base64url')
}

/** SHA-256 of a key, 32 bytes. A key has 256 random bits, so that no slower hash is needed to keep it from being guessed. */
export function hashOf(key: string): Uint8Array {
  return createHash('sha256').update(key, 'utf8').digest()
}

/** The keys of a file. */
export function keysOf(rows: readonly KeyRow[]): Keys {
  const bearers = rows.map(bearerOf)
  const isOpen = (scope: Scope): boolean =>
    openUnlessNamed.includes(scope) && !rows.some(({ may }) => may.includes(scope))
  return {
    presented(authorization, takesBasic) {
      const key = authorization && keyIn(authorization, takesBasic)
      if (key === undefined || key === '') return 'none'
      const hash = hashOf(key)
      // all are compared, so that the time does not tell which one came near
      const found = rows.map((row) => timingSafeEqual(row.hash, hash))
      return bearers[found.indexOf(true)] ?? 'unknown'
    },
    refusal(needed, presented) {
      const asked = needed.filter((scope) => !isOpen(scope))
      return asked.length === 0 ? undefined : scopeRefusal(asked, presented)
    },
  }
}

function bearerOf({ name, may, perMinute }: KeyRow): Bearer {
  const rate = perMinute === undefined ? undefined : perMinute === 0 ? 'none' : rateOf(perMinute)
  return { key: `key:${name}`, name, may, rate }
}

/** At once as many as in 20 seconds, as addresses have by default. */
function rateOf(perMinute: number): Rate {
  return { perMinute, burst: Math.min(10_000, Math.max(1, Math.ceil(perMinute / 3))) }
}

/**
 * The key in the value of Authorization: of the scheme Bearer (RFC 6750, 2.1), or the password of Basic (RFC 7617, 2), which a webhook
 * sends whose URL has one, where that is taken. Undefined for another scheme, which a proxy may want for itself.
 */
function keyIn(authorization: string, takesBasic: boolean): string | undefined {
  const [, scheme = '', credentials = ''] = /^([A-Za-z]+) +([A-Za-z0-9._~+/=-]+) *$/.exec(authorization) ?? []
  switch (scheme.toLowerCase()) {
    case 'bearer':
      return credentials
    case 'basic': {
      if (!takesBasic) return undefined
      const pair = Buffer.from(credentials, 'base64').toString('utf8')
      return pair.slice(pair.indexOf(':') + 1)
    }
    default:
      return undefined
  }
}

/**
 * The answer to a request whose key does not let it do something that needs all of these rights; undefined if it does.
 *
 * RFC 6750, 3: the header WWW-Authenticate, with `error` only where a key was presented.
 */
function scopeRefusal(needed: readonly Scope[], presented: Presented): Answer | undefined {
  if (presented === 'none') {
    const message = `${inWords[needed[0]!]} needs a key: Authorization: Bearer <key>; \`quietzone key NAME\` makes one`
    return errorAnswer('key_required', message, ['WWW-Authenticate', 'Bearer'])
  }
  if (presented === 'unknown') {
    const message = 'the key in Authorization is none of this service; a key that was removed or mistyped is unknown'
    return errorAnswer('key_unknown', message, ['WWW-Authenticate', 'Bearer error="invalid_token"'])
  }
  const { name, may } = presented
  const missing = needed.filter((scope) => !may.includes(scope) && !(scope === 'printers' && may.includes('print')))
  if (missing.length === 0) return undefined
  const message = `the key ${name} may not do this; it needs ${missing.map((scope) => `"${scope}"`).join(' and ')} in its "may"`
  return errorAnswer('not_allowed', message, [
    'WWW-Authenticate',
    `Bearer error="insufficient_scope", scope="${needed.join(' ')}"`,
  ])
}

const inWords: Readonly<Record<Scope, string>> = {
  print: 'printing',
  printers: 'asking for the printers',
  jobs: 'asking for jobs',
  counters: 'setting a counter',
  metrics: 'reading the metrics',
}
