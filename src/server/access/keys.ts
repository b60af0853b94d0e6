/** Who may do what: keys that a file names by their hash, and what a request's Authorization says. */

import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Answer, errorAnswer, type Principal } from '../../answer.ts'
import type { Rate } from '../limiter/index.ts'
import type { Scope } from '../route.ts'

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
  /** Milliseconds since 1970 from which on it is refused; undefined if it is good until its row is removed. */
  readonly expires?: number | undefined
}

/** A key that was presented and is known: whose the request is. */
export interface Bearer extends Principal {
  readonly may: readonly Scope[]
  /** `none`: no limit; undefined: the rate of addresses. */
  readonly rate: Rate | 'none' | undefined
}

/** A key that was presented, and is good no longer. */
export interface ExpiredKey {
  readonly name: string
  /** Milliseconds since 1970. */
  readonly expired: number
}

/** What a request presents: a key, which is known or not, or none. */
export type Presented = Bearer | ExpiredKey | 'unknown' | 'none'

/** Whose a request is by the key that it presents; undefined if that lets it do nothing. */
export function bearerIn(presented: Presented): Bearer | undefined {
  return typeof presented === 'object' && 'key' in presented ? presented : undefined
}

/** The name of the key that a request presents, if it is known, good or not. */
export function nameIn(presented: Presented): string | undefined {
  return typeof presented === 'object' ? presented.name : undefined
}

/** A key as those see it who look after keys. */
export interface KeyReport extends Pick<KeyRow, 'name' | 'may' | 'perMinute' | 'expires'> {
  /** Milliseconds since 1970 of the last request with it; undefined if there was none. */
  readonly lastUsed: number | undefined
}

/** Tells the keys of requests. */
export interface Keys {
  /**
   * @param authorization  the value of the header
   * @param takesBasic  whether the password of Basic may be a key; browsers keep it and send it of themselves, whoever's page asks
   */
  presented(authorization: string | undefined, takesBasic: boolean): Presented
  /** The answer to a request that needs all of these rights, and does not present a key that has them; undefined if it does. */
  refusal(needed: readonly Scope[], presented: Presented): Answer | undefined
  readonly rows: readonly KeyRow[]
  /** Takes other rows, whole: what is presented from then on is judged by them. The last use of a key stays as long as it has a row. */
  replace(rows: readonly KeyRow[]): void
  /** Calls `listener` after each other list of rows. */
  onReplaced(listener: () => void): void
  reports(): readonly KeyReport[]
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

/** When keys were last used, in milliseconds since 1970, by their hash in hexadecimal digits. */
export type KeyUse = Map<string, number>

/** The hash of a row in hexadecimal digits. */
export const hexOf = ({ hash }: Pick<KeyRow, 'hash'>): string => Buffer.from(hash).toString('hex')

/**
 * The keys of a file.
 *
 * @param use  when they were last used, which is kept there
 * @param now  milliseconds since 1970
 */
export function keysOf(rows: readonly KeyRow[], use: KeyUse = new Map(), now: () => number = Date.now): Keys {
  // where a row is found depends on a secret of this process, so that the time of looking it up tells nothing of any hash
  const secret = randomBytes(32)
  const placeOf = (hash: Uint8Array): string => createHmac('sha256', secret).update(hash).digest('base64')
  const ruleOf = (row: KeyRow) => ({ row, bearer: bearerOf(row), hex: hexOf(row) })
  const tableOf = (list: readonly KeyRow[]) => {
    const known = new Set(list.map(hexOf))
    for (const hex of use.keys()) if (!known.has(hex)) use.delete(hex)
    return {
      rows: list,
      byPlace: new Map(list.map((row) => [placeOf(row.hash), ruleOf(row)])),
      open: openUnlessNamed.filter((scope) => !list.some(({ may }) => may.includes(scope))),
    }
  }
  let table = tableOf(rows)
  const listeners: (() => void)[] = []
  return {
    presented(authorization, takesBasic) {
      const key = authorization && keyIn(authorization, takesBasic)
      if (key === undefined || key === '') return 'none'
      const hash = hashOf(key)
      const found = table.byPlace.get(placeOf(hash))
      if (found === undefined || !timingSafeEqual(found.row.hash, hash)) return 'unknown'
      const { name, expires = Number.POSITIVE_INFINITY } = found.row
      const time = now()
      if (time >= expires) return { name, expired: expires }
      use.set(found.hex, time)
      return found.bearer
    },
    refusal(needed, presented) {
      const asked = needed.filter((scope) => !table.open.includes(scope))
      return asked.length === 0 ? undefined : scopeRefusal(asked, presented)
    },
    get rows() {
      return table.rows
    },
    replace(list) {
      table = tableOf(list)
      for (const listener of listeners) listener()
    },
    onReplaced: (listener) => void listeners.push(listener),
    reports: () =>
      table.rows.map(({ name, may, perMinute, expires, hash }) => {
        return { name, may, perMinute, expires, lastUsed: use.get(hexOf({ hash })) }
      }),
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
 * RFC 6750, 3: the header WWW-Authenticate, with the scopes that are needed, and `error` only where a key was presented.
 */
function scopeRefusal(needed: readonly Scope[], presented: Presented): Answer | undefined {
  if (presented === 'none') {
    const message = `${inWords[needed[0]!]} needs a key: Authorization: Bearer <key>; \`quietzone key NAME\` makes one`
    return errorAnswer('key_required', message, ['WWW-Authenticate', `Bearer scope="${needed.join(' ')}"`])
  }
  if (presented === 'unknown') {
    const message = 'the key in Authorization is none of this service; a key that was removed or mistyped is unknown'
    return errorAnswer('key_unknown', message, ['WWW-Authenticate', 'Bearer error="invalid_token"'])
  }
  if ('expired' in presented) {
    const since = new Date(presented.expired).toISOString()
    const message = `the key ${presented.name} has expired at ${since}; whoever looks after the keys of this service can make another`
    return errorAnswer('key_expired', message, ['WWW-Authenticate', 'Bearer error="invalid_token"'])
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
  designs: 'saving designs',
  metrics: 'reading the metrics',
  admin: 'seeing the keys',
}
