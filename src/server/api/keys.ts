/**
 * /api/v1/keys: the keys of the service, what each may do, until when, and when it was last used; keys are made and removed. No answer has a
 * key, but for the one to whoever has made it.
 */

import { quoted } from '../../../symbologies/index.ts'
import { type Answer, type Body, type Caller, errorAnswer, jsonAnswer } from '../../answer.ts'
import { because } from '../../messages.ts'
import { parameters } from '../../request/params.ts'
import { counted, noBody, privateTo } from '../route.ts'
import { withState } from './counters/next-numbers.ts'
import { type Operation, plainEndpoint } from './endpoint.ts'
import { jsonIn, UnreadableBody } from './json-body.ts'
import { pageRefusal } from './print/order.ts'

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
  /** Undefined where keys are not changed. */
  readonly changes?:
    | {
        /** Makes a key, and returns it, or what is wrong with what is asked for. @throws what the disk does */
        add(asked: object): string | { readonly fault: string }
        /** @returns false if there is none of that name @throws what the disk does */
        remove(name: string): boolean
      }
    | undefined
}

/** The most bytes of a body that asks for a key. */
const mostBytes = 4096

const fixed = errorAnswer(
  'keys_fixed',
  'the keys of this service are not changed over HTTP: QZ_KEYS names their file, or nothing is kept (QZ_STATE=off)',
)

export function keyOperations({ reports, since, changes }: KeysInUse): readonly Operation[] {
  const route = { ...counted, ...privateTo('admin'), parameters: parameters.keys }
  const table = parameters.keys
  const all = (): Answer => jsonAnswer({ keys: reports().map(keyJson), usedSince: timeOf(since) })
  const one = (name: string): Answer => {
    const found = reports().find((each) => each.name === name)
    return found === undefined ? unknown(name) : jsonAnswer(keyJson(found))
  }
  const add = (body: Body): Answer =>
    kept(() => {
      const asked = jsonIn(body.bytes, accepted)
      const isObject = typeof asked === 'object' && asked !== null && !Array.isArray(asked)
      if (!isObject) return errorAnswer('bad_request', `the JSON is no object; ${accepted}`)
      const key = changes!.add(asked as object)
      if (typeof key === 'object')
        return errorAnswer('invalid_parameter', `the file of keys would be wrong: ${key.fault}`)
      const { name } = asked as { readonly name: string }
      return { ...jsonAnswer({ key, ...keyJson(reports().find((each) => each.name === name)!) }), status: 201 }
    })
  const remove = (name: string): Answer =>
    kept(() => (changes!.remove(name) ? jsonAnswer({ removed: name }) : unknown(name)))
  const refusal = (sender: Caller): Answer | undefined =>
    pageRefusal(sender) ?? (changes === undefined ? fixed : undefined)
  return [
    {
      path: '/api/v1/keys',
      ...route,
      endpoint: plainEndpoint(table, all),
      changes: [
        {
          method: 'POST',
          endpoint: plainEndpoint(table, (_, body: Body, sender: Caller) => refusal(sender) ?? add(body)),
          body: { limit: mostBytes, mediaTypes: ['application/json'] },
        },
      ],
    },
    {
      path: '/api/v1/keys/{id}',
      ...route,
      endpoint: plainEndpoint(table, (_, _language?: string, sender?: Caller) => one(sender?.segment ?? '')),
      changes: [
        {
          method: 'DELETE',
          endpoint: plainEndpoint(
            table,
            (_, _body: Body, sender: Caller) => refusal(sender) ?? remove(sender.segment ?? ''),
          ),
          body: noBody,
        },
      ],
    },
  ]
}

const accepted = 'a name and a list of what the key may do are accepted, such as {"name":"dock-3","may":["print"]}'

const unknown = (name: string): Answer => errorAnswer('not_found', `there is no key of the name ${quoted(name)}`)

/** What `work` answers, or why the key is not made, or not kept. */
function kept(work: () => Answer): Answer {
  return withState(() => {
    try {
      return work()
    } catch (error) {
      if (error instanceof UnreadableBody) return errorAnswer(error.code, error.message)
      if (typeof (error as NodeJS.ErrnoException).syscall !== 'string') throw error
      return errorAnswer('state_failed', `keys cannot be kept: ${because(error)}`)
    }
  })
}

function keyJson({ name, may, perMinute, expires, lastUsed }: KeyReport): object {
  const times = { expires: timeOf(expires), lastUsed: timeOf(lastUsed) }
  return { name, may, perMinute: perMinute ?? null, ...times }
}

const timeOf = (time: number | undefined): string | null => (time === undefined ? null : new Date(time).toISOString())
