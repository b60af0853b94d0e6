/** GET /api/v1/keys: the keys of the service, what each may do, until when, and when it was last used. Never a key, nor its hash. */

import { type Answer, type Endpoint, jsonAnswer } from '../../answer.ts'
import { parameters } from '../../request/params.ts'
import { requestReader } from '../../request/reader.ts'
import { queryEndpoint } from './endpoint.ts'
import { refused } from './images.ts'

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

export function keysEndpoint({ reports, since }: KeysInUse): Endpoint<Answer> {
  const read = requestReader(parameters.keys)
  return queryEndpoint(parameters.keys, ({ given, others }) => {
    const { request, faults } = read(given, others)
    if (request === undefined) return refused(faults)
    return jsonAnswer({ keys: reports().map(keyJson), usedSince: timeOf(since) })
  })
}

function keyJson({ name, may, perMinute, expires, lastUsed }: KeyReport): object {
  const times = { expires: timeOf(expires), lastUsed: timeOf(lastUsed) }
  return { name, may, perMinute: perMinute ?? null, ...times }
}

const timeOf = (time: number | undefined): string | null => (time === undefined ? null : new Date(time).toISOString())
