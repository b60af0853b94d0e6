/** PUT and DELETE of a design: nobody's change is overwritten unseen. */

import { quoted } from '../../../../symbologies/index.ts'
import {
  type Answer,
  type Answering,
  type AnswerStep,
  type Body,
  type Caller,
  errorAnswer,
  jsonAnswer,
} from '../../../answer.ts'
import type { Designs } from '../../../design/designs.ts'
import { DesignError } from '../../../design/reader.ts'
import { designSent } from '../../../design/sent-design.ts'
import { because } from '../../../messages.ts'
import { parameters } from '../../../request/params.ts'
import { type Change, noBody } from '../../route.ts'
import { withState } from '../counters/next-numbers.ts'
import { plainEndpoint } from '../endpoint.ts'
import { tagged, unseenReason } from '../if-match.ts'
import { jsonIn, UnreadableBody } from '../json-body.ts'
import { pageRefusal } from '../print/order.ts'
import { invalidDesign, longestDesign } from './asked.ts'

/** Answers a request for one design, as it is now. */
type Described = (name: string) => Answer

/** PUT and DELETE of the design whose name is in the path. @param described  what GET answers */
export function designChanges(designs: Designs, described: Described): readonly Change[] {
  const scopes = ['designs'] as const
  const refusal = (sender: Caller): Answer | undefined =>
    pageRefusal(sender) ?? (designs.save === undefined ? fixed : refusalOf(described(nameIn(sender)), sender))
  const put = plainEndpoint(
    parameters.designs,
    (_request, body: Body, sender: Caller): Answering => refusal(sender) ?? saved(body, sender),
  )
  const remove = plainEndpoint(parameters.designs, (_request, _body: Body, sender: Caller) => {
    const name = nameIn(sender)
    const refused = refusal(sender)
    if (refused !== undefined) return refused
    const found = described(name)
    if (found.status !== 200) return found
    return kept(() => {
      designs.remove!(name)
      return jsonAnswer({ removed: name })
    })
  })

  function* saved(body: Body, sender: Caller): Generator<AnswerStep, Answer> {
    const name = nameIn(sender)
    try {
      const definition = jsonIn(body.bytes, 'a design is accepted') as object
      const reading = designSent(new TextDecoder().decode(body.bytes))
      let step = reading.next()
      for (; !step.done; step = reading.next()) yield { kept: body.bytes.length + step.value }
      if (step.value.name !== name || !fileForm.test(name)) return otherName(step.value.name, name)
      return kept(() => {
        // another may have been saved between two steps
        const refused = refusal(sender)
        if (refused !== undefined) return refused
        const isNew = designs.find(name) === undefined
        if (!designs.save!(name, definition)) return errorAnswer('state_full', 'there are as many designs as are read')
        return { ...tagged(described(name)), status: isNew ? 201 : 200 }
      })
    } catch (error) {
      if (error instanceof UnreadableBody) return errorAnswer(error.code, error.message)
      if (error instanceof DesignError) return invalidDesign(error)
      throw error
    }
  }

  return [
    { method: 'PUT', endpoint: put, body: { limit: longestDesign, mediaTypes: ['application/json'] }, scopes },
    { method: 'DELETE', endpoint: remove, body: noBody, scopes },
  ]
}

const nameIn = ({ segment = '' }: Caller): string => segment

const fixed = errorAnswer(
  'designs_fixed',
  'the designs of this service are not changed over HTTP: QZ_DESIGNS names their folder, or nothing is kept (QZ_STATE=off)',
)

/** Why a design is not changed: it is not the one that was seen. @param found  what GET answers now */
function refusalOf(found: Answer, sender: Caller): Answer | undefined {
  const why = unseenReason(found, sender)
  if (why === undefined) return undefined
  return errorAnswer('design_changed', `the design ${quoted(nameIn(sender))} stays as it is: ${why}`)
}

/** Names that a file can have which is read. */
const fileForm = /^[A-Za-z0-9_-]/

function otherName(own: string, name: string): Answer {
  const both = 'both are the same name, which begins with no full stop'
  return errorAnswer(
    'invalid_design',
    `the design is called ${quoted(own)}, and the path ends in ${quoted(name)}: ${both}`,
  )
}

/** What `work` answers, or 503 if the disk does not do it. */
function kept(work: () => Answer): Answer {
  return withState(() => {
    try {
      return work()
    } catch (error) {
      if (typeof (error as NodeJS.ErrnoException).syscall !== 'string') throw error
      return errorAnswer('state_failed', `designs cannot be kept: ${because(error)}`)
    }
  })
}
