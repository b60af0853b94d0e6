/**
 * /api/v1/state/setup: printers, keys, designs and counters as one file, and the way back. Nobody's change is overwritten unseen; counters, which never
 * go back, change while labels are printed, and are not in the tag.
 */

import {
  type Answer,
  type Answering,
  type AnswerStep,
  type Body,
  type Caller,
  errorAnswer,
  jsonAnswer,
} from '../../answer.ts'
import type { DesignFiles } from '../../design/files-copy.ts'
import { because } from '../../messages.ts'
import { parameters } from '../../request/params.ts'
import { counted, privateTo } from '../route.ts'
import { withState } from './counters/next-numbers.ts'
import { type Operation, plainEndpoint } from './endpoint.ts'
import { tagged, unseenReason } from './if-match.ts'
import { jsonArray, jsonMembers, UnreadableBody } from './json-body.ts'
import { pageRefusal } from './print/order.ts'

/** The value, as it was read: a part that is undefined stays as it is. */
export interface SetupValue extends Partial<DesignFiles> {
  readonly printers?: readonly object[] | undefined
  readonly keys?: readonly object[] | undefined
  readonly counters?: readonly unknown[] | undefined
}

/** Why a value is not given, or not put in place. */
export class SetupRefusal extends Error {
  readonly code:
    | ('invalid_parameter' | 'own_address' | 'printers_fixed' | 'keys_fixed' | 'designs_fixed')
    | ('counter_used' | 'counter_overlaps' | 'counter_exhausted' | 'counter_unknown' | 'overloaded' | 'state_failed')

  constructor(code: SetupRefusal['code'], message: string) {
    super(message)
    this.name = 'SetupRefusal'
    this.code = code
  }
}

/** What is set up in a service, and the way back. */
export interface SetupCopy {
  /** The value of the file. @throws SetupRefusal, StateError; what the disk does */
  value(): { readonly [part: string]: unknown }
  /**
   * Puts a value in place, whole or not at all, with turns for others before anything has changed.
   *
   * @param isMeant  called in the last moment: throws what keeps everything as it is
   * @throws SetupRefusal, StateError; what the disk does; what `isMeant` throws
   */
  restore(value: SetupValue, isMeant: () => void): Generator<void, void>
}

/** The most bytes of the file. */
export const mostSetupBytes: number = 16 << 20

const noState = errorAnswer(
  'no_state',
  'this service keeps no printers, keys, designs and counters: QZ_STATE is off, or another process has its folder',
)

const accepted = 'a file is accepted that GET /api/v1/state/setup has given'

/** @param copy  undefined if the service keeps nothing */
export function setupOperation(copy: SetupCopy | undefined): Operation {
  const table = parameters.keys
  const shown = (): Answer => (copy === undefined ? noState : told(() => setupAnswer(copy)))
  const put = (body: Body, sender: Caller): Answering =>
    pageRefusal(sender) ?? (copy === undefined ? noState : restored(copy, body, sender))
  return {
    path: '/api/v1/state/setup',
    ...counted,
    ...privateTo('admin'),
    parameters: table,
    endpoint: plainEndpoint(table, shown),
    changes: [
      {
        method: 'PUT',
        endpoint: plainEndpoint(table, (_, body: Body, sender: Caller) => put(body, sender)),
        body: { limit: mostSetupBytes, mediaTypes: ['application/json'] },
      },
    ],
  }
}

function setupAnswer(copy: SetupCopy): Answer {
  const value = copy.value()
  const { counters: _, ...replaced } = value
  const answer = jsonAnswer(value)
  if (answer.body.length > mostSetupBytes)
    return errorAnswer(
      'state_full',
      `the file would have ${answer.body.length} bytes, and ${mostSetupBytes} are the most: copy the state folder itself`,
    )
  const headers = ['Content-Disposition', 'attachment; filename="quietzone-setup.json"']
  return tagged({ ...answer, headers }, jsonAnswer(replaced))
}

/** Thrown in place of what a restore does: it is not meant for what there is now. */
class Unmeant extends Error {
  readonly answer: Answer

  constructor(answer: Answer) {
    super('the setup has changed')
    this.answer = answer
  }
}

function* restored(copy: SetupCopy, body: Body, sender: Caller): Generator<AnswerStep, Answer> {
  const isMeant = (): void => {
    const now = setupAnswer(copy)
    if (now.status !== 200) throw new Unmeant(now)
    const why = unseenReason(now, sender)
    if (why !== undefined) throw new Unmeant(errorAnswer('setup_changed', `everything stays as it is: ${why}`))
  }
  try {
    isMeant()
    const value = yield* valueIn(body)
    for (const _ of copy.restore(value, isMeant)) yield { kept: 3 * body.bytes.length }
    return setupAnswer(copy)
  } catch (error) {
    return refusalFor(error)
  }
}

const lists = ['printers', 'keys', 'designs', 'pictures', 'counters'] as const
const mostRows = 10_000

/** The file, whose elements are read one by one. @throws UnreadableBody */
function* valueIn({ bytes }: Body): Generator<AnswerStep, SetupValue> {
  const members = yield* jsonMembers(bytes, accepted)
  const wrong = (what: string): UnreadableBody => new UnreadableBody('bad_request', `${what}; ${accepted}`)
  if (members.get('version')?.trim() !== '1') throw wrong('the JSON has no "version" 1')
  const unknown = [...members.keys()].find((name) => name !== 'version' && !lists.includes(name as 'keys'))
  if (unknown !== undefined) throw wrong(`the JSON has "${unknown}", which is no part of a setup`)
  const value: Record<string, object[]> = {}
  for (const name of lists) {
    const text = members.get(name)
    if (text === undefined) continue
    const rows: object[] = []
    value[name] = rows
    yield* jsonArray(encoder.encode(text), accepted, (row) => {
      if (typeof row !== 'object' || row === null) throw wrong(`${name}: an element is not an object`)
      if (rows.push(row) > mostRows) throw wrong(`${name}: there are more than ${mostRows}`)
      return 2 * bytes.length
    })
  }
  return value as SetupValue
}

const encoder = new TextEncoder()

/** What `work` answers, or why what there is cannot be read. */
function told(work: () => Answer): Answer {
  try {
    return work()
  } catch (error) {
    return refusalFor(error)
  }
}

/** @throws what is a fault of this service */
function refusalFor(error: unknown): Answer {
  if (error instanceof Unmeant) return error.answer
  if (error instanceof UnreadableBody || error instanceof SetupRefusal) return errorAnswer(error.code, error.message)
  return withState(() => {
    if (typeof (error as NodeJS.ErrnoException).syscall !== 'string') throw error
    return errorAnswer('state_failed', `the state folder cannot be read or written: ${because(error)}`)
  })
}
