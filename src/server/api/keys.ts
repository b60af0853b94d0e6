/** GET /api/v1/keys: the keys of the service, what each may do, until when, and when it was last used. Never a key, nor its hash. */

import { jsonAnswer } from '../../answer.ts'
import { parameters } from '../../request/params.ts'
import { counted, privateTo } from '../route.ts'
import { type Operation, plainEndpoint } from './endpoint.ts'

/** A key, without itself; times in milliseconds since 1970. */
interface KeyReport {
  readonly name: string
  readonly may: readonly string[]
  readonly perMinute: number | undefined
  readonly expires?: number | undefined
  readonly lastUsed: number | undefined
}

/** The keys of a service. */
export interface KeysInUse {
  readonly reports: () => readonly KeyReport[]
  /** Milliseconds since 1970 from which on the last use of keys is known. */
  readonly since: number
}

export function keysOperation({ reports, since }: KeysInUse): Operation {
  const answer = () => jsonAnswer({ keys: reports().map(keyJson), usedSince: timeOf(since) })
  return {
    path: '/api/v1/keys',
    ...counted,
    ...privateTo('admin'),
    parameters: parameters.keys,
    endpoint: plainEndpoint(parameters.keys, answer),
  }
}

function keyJson({ name, may, perMinute, expires, lastUsed }: KeyReport): object {
  const times = { expires: timeOf(expires), lastUsed: timeOf(lastUsed) }
  return { name, may, perMinute: perMinute ?? null, ...times }
}

const timeOf = (time: number | undefined): string | null => (time === undefined ? null : new Date(time).toISOString())
