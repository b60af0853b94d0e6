import { type Answer, type Body, type BodyEndpoint, errorAnswer } from '../../answer.ts'
import type { Malformed } from '../../utf8.ts'
import { type FormFault, isFaults } from '../form-faults.ts'
import { withIgnored } from '../ignored.ts'
import { type Draw, image, refused } from '../images.ts'
import { jsonIn, UnreadableBody } from '../json-body.ts'
import type { Parameters, Request } from '../parameter.ts'
import { parameters } from '../params.ts'
import { type Given, givenReader, queryParser, requestReader } from '../request-reader.ts'
import { symbolReader } from '../symbol-request.ts'
import { namedLabel } from './named-label.ts'

/** The bodies of Grocy's webhook; all that it knows of a product can be among the fields. */
export const grocyBody = {
  limit: 256 * 1024,
  mediaTypes: ['application/x-www-form-urlencoded', 'application/json'],
} as const

const words = { kind: 'text', longest: 1000, optional: true } as const

/** What a label takes of the webhook's fields. Which of the names there is depends on the thing; `duedate` is of older versions. */
const fields = {
  grocycode: { kind: 'text', longest: 200 },
  product: words,
  chore: words,
  battery: words,
  recipe: words,
  due_date: words,
  duedate: words,
} as const satisfies Parameters

/** What the user chooses in the URL of the webhook: all of a label's parameters but its words. */
const { text: _, caption: __, title: ___, gs1: ____, domain: _____, ...chosen } = parameters.label
export const grocyParameters = {
  ...chosen,
  type: { ...chosen.type, default: 'datamatrix' },
  size: { ...chosen.size, default: '50x30' },
  layout: { ...chosen.layout, default: 'auto' },
} as const

const parsed = queryParser(grocyParameters)
const read = symbolReader(grocyParameters)

/** POST /adapters/grocy: the label of a thing in Grocy, with its Grocycode, its name and its due date. */
export function grocy(draw: Draw): BodyEndpoint {
  return (raw, body) => {
    const query = parsed(raw)
    const request = read(query)
    const answer = isFaults(request) ? refused(request) : answered(() => labelOf(body, request, draw))
    return withIgnored(answer, query.others)
  }
}

function answered(answer: () => Answer): Answer {
  try {
    return answer()
  } catch (error) {
    if (error instanceof UnreadableBody) return errorAnswer(error.code, error.message)
    throw error
  }
}

function labelOf(body: Body, request: Request<typeof grocyParameters>, draw: Draw): Answer {
  const thing = thingIn(body)
  if (isFaults(thing)) return refused(thing)
  const { grocycode: text, product, chore, battery, recipe, due_date, duedate } = thing
  const name = [product, chore, battery, recipe].find((each) => each?.trim())?.trim()
  const label = { ...request, text }
  return image(`label-${request.size}-${request.type}`, () =>
    namedLabel(draw, label, { name, details: [due_date ?? duedate] }),
  )
}

const parsedForm = queryParser(fields)
const readForm = requestReader(fields)
const readObject = givenReader(fields)

/** The fields of the body, or their faults. @throws UnreadableBody */
function thingIn({ mediaType, bytes }: Body): Request<typeof fields> | readonly FormFault[] {
  if (mediaType !== 'application/json') return readForm(parsedForm(Buffer.from(bytes).toString('latin1')))
  return readObject(objectIn(bytes))
}

const accepted = 'an object is accepted, such as {"grocycode":"grcy:p:13","product":"Jam"}'

function objectIn(bytes: Uint8Array): Given {
  const value = jsonIn(bytes, accepted)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UnreadableBody('bad_request', `the JSON is no object; ${accepted}`)
  }
  const given = Object.entries(value).filter(([name, each]) => Object.hasOwn(fields, name) && each !== null)
  return Object.fromEntries(given.map(([name, each]) => [name, [textIn(each)]]))
}

const textIn = (value: unknown): string | Malformed =>
  typeof value === 'string' ? value : { code: 'invalid_parameter', fault: `a ${typeof value}; a string is accepted` }
