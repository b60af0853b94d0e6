/** Requests for labels of a design: by its name in the query, or with the design in the body. */

import { quoted } from '../../../../symbologies/index.ts'
import { type Answer, type AnswerStep, type Body, errorAnswer, faultsAnswer } from '../../../answer.ts'
import type { Design } from '../../../design/design.ts'
import type { Designs } from '../../../design/designs.ts'
import { DesignError } from '../../../design/reader.ts'
import { designSent } from '../../../design/sent-design.ts'
import { firstOf } from '../../../request/parameter.ts'
import { parameters } from '../../../request/params.ts'
import { didYouMean, proposedWord } from '../../../request/proposals.ts'
import { queryParser } from '../../../request/query.ts'
import { jsonMembers, UnreadableBody } from '../json-body.ts'

const { design, strict } = parameters.designed

/** The parameter that names a design, where a request may be for a symbol too. */
export const namedDesign = { ...design, optional: true } as const

const parsed = queryParser({ design, strict })

/** The name of the design that a query asks for; undefined if it asks for none. */
export function designName(raw: string): string | undefined {
  if (!/(?:^|&)design=/.test(raw)) return undefined
  const name = firstOf(parsed(raw).given.design)
  return typeof name === 'string' ? name : undefined
}

/** The design of this name, or 404. */
export function designCalled(name: string, designs: Designs): Design | Answer {
  const found = designs.find(name)
  if (found !== undefined) return found
  const names = designs.list().map((each) => each.name)
  const refused = `design: ${quoted(name)} is not a design of this service`
  if (names.length === 0)
    return errorAnswer('design_unknown', `${refused}: it has none, because QZ_DESIGNS names no folder with any`)
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : ''
  const listed = `${names.slice(0, mostNames).join(', ')}${more}`
  return errorAnswer('design_unknown', `${refused}; there are ${listed}${didYouMean(proposedWord(name, names))}`)
}

/** Names that are listed. */
const mostNames = 20

/** The most characters of a design in a body, which is read in one step. */
export const longestDesign: number = 1 << 18

const accepted = 'an object with a design and its rows is accepted, such as {"design":{…},"rows":[{"sku":"A-1"}]}'

/** A design and a body with the rows alone. */
interface InBody {
  readonly design: Design
  /** Bytes that its pictures take. */
  readonly kept: number
  readonly body: Body
}

/** Whether a body can have a design: it is an object in JSON. */
export function mayHaveDesign({ mediaType, bytes }: Body): boolean {
  return mediaType === 'application/json' && startsObject(bytes)
}

/** The design in such a body and its rows, in steps; undefined if there is none, or the error if it cannot be read. */
export function* designInBody(body: Body): Generator<AnswerStep, InBody | Answer | undefined> {
  try {
    const members = yield* jsonMembers(body.bytes, accepted)
    // an object of anything else is not an array, as the reader of rows says
    if (!members.has('design')) return undefined
    const [text, rows] = [members.get('design'), members.get('rows')]
    if (text === undefined || rows === undefined || members.size > 2) {
      throw new UnreadableBody('bad_request', `the JSON is no object of a design and rows; ${accepted}`)
    }
    if (text.length > longestDesign) {
      throw new UnreadableBody(
        'bad_request',
        `the design has ${text.length} characters; at most ${longestDesign} are accepted`,
      )
    }
    const texts = 2 * (text.length + rows.length)
    let pictures = 0
    const reading = designSent(text)
    for (;;) {
      const step = reading.next()
      if (step.done) return { design: step.value, kept: pictures, body: { ...body, bytes: encoder.encode(rows) } }
      pictures = step.value
      yield { kept: texts + pictures }
    }
  } catch (error) {
    if (error instanceof UnreadableBody) return errorAnswer(error.code, error.message)
    if (error instanceof DesignError) return invalidDesign(error)
    throw error
  }
}

const encoder = new TextEncoder()

/** Whether the first byte after white space is an opening brace. */
function startsObject(bytes: Uint8Array): boolean {
  const first = bytes.find((byte) => ![0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf].includes(byte))
  return first === 0x7b
}

/** Faults that are listed. */
const mostFaults = 100

export function invalidDesign({ faults }: DesignError): Answer {
  const listed = faults.slice(0, mostFaults).map(({ path, message }) => ({
    parameter: path === '' ? 'design' : `design.${path}`,
    code: 'invalid_design' as const,
    message,
  }))
  const more = faults.length > listed.length ? `; and ${faults.length - listed.length} more` : ''
  return faultsAnswer(
    'invalid_design',
    `${listed.map((one) => `${one.parameter}: ${one.message}`).join('; ')}${more}`,
    listed,
  )
}
