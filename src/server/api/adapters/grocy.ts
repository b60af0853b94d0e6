import { quoted } from '../../../../symbologies/index.ts'
import { type Answer, type Body, type BodyEndpoint, errorAnswer, type HeaderOf } from '../../../answer.ts'
import { composeLabel, type LabelRequest } from '../../../draw.ts'
import { type FormFault, isFaults } from '../../../request/form-faults.ts'
import { kindOf, type Parameters, type Request } from '../../../request/parameter.ts'
import { parameters } from '../../../request/params.ts'
import type { Query } from '../../../request/parsed-query.ts'
import { queryParser } from '../../../request/query.ts'
import { type Given, givenReader, requestReader } from '../../../request/request-reader.ts'
import { symbolReader } from '../../../request/symbol-request.ts'
import type { Malformed } from '../../../utf8.ts'
import { withIgnored } from '../ignored.ts'
import { type Draw, image, refused, unprocessable } from '../images.ts'
import { jsonIn, UnreadableBody } from '../json-body.ts'
import { forAllIn } from '../labels/asked.ts'
import { type Job, jobOf } from '../print/job.ts'
import { outcomeOf, type Printing } from '../print/outcome.ts'
import { labelsFor, type PrinterLabels } from '../print/printer-labels.ts'
import { unknownPrinter } from '../print/printers.ts'
import { type Naming, namedLabel } from './named-label.ts'

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
const { text: _, caption: __, title: ___, gs1: ____, domain: _____, escapes: ______, ...chosen } = parameters.label
export const grocyParameters = {
  ...chosen,
  type: { ...chosen.type, default: 'datamatrix' },
  size: { ...chosen.size, default: '50x30' },
  layout: { ...chosen.layout, default: 'auto' },
  printer: { ...parameters.print.printer, optional: true },
} as const

const parsed = queryParser(grocyParameters)
const read = symbolReader(grocyParameters)

/** POST /adapters/grocy: the label of a thing in Grocy, with its Grocycode, its name and its due date; as a picture, or printed. */
export function grocy(draw: Draw, printing: Printing): BodyEndpoint {
  return (raw, body, { client, headerOf }) => {
    const query = parsed(raw)
    const request = read(query)
    if (isFaults(request)) return withIgnored(refused(request), query.others)
    const { printer } = request
    const answer = answered(() => {
      if (printer === undefined) return labelOf(body, request, draw)
      return isOfBrowser(headerOf) ? notAllowed : printed(body, { client, query, request, printer }, draw, printing)
    })
    const withOthers = (each: Answer): Answer => withIgnored(each, query.others)
    return answer instanceof Promise ? answer.then(withOthers) : withOthers(answer)
  }
}

function answered(answer: () => Answer | Promise<Answer>): Answer | Promise<Answer> {
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
  const label = { ...request, text: thing.grocycode }
  try {
    const drawing = namedLabel((each) => draw.label(each, draw.limits), label, namingOf(thing))
    return image(`label-${request.size}-${request.type}`, drawing)
  } catch (error) {
    return unprocessable(error)
  }
}

function namingOf({ product, chore, battery, recipe, due_date, duedate }: Request<typeof fields>): Naming {
  const name = [product, chore, battery, recipe].find((each) => each?.trim())?.trim()
  return { name, details: [due_date ?? duedate] }
}

/** Whether a page may have sent the request: browsers send one of these with every POST, and the webhook of a server has neither. */
const isOfBrowser = (headerOf: HeaderOf): boolean =>
  ['Origin', 'Sec-Fetch-Site'].some((name) => headerOf(name) !== undefined)

const notAllowed = errorAnswer(
  'print_not_allowed',
  'printer: only the webhook of a server prints, and this was sent by a browser; set LABEL_PRINTER_RUN_SERVER to true',
)

/** What the URL of a webhook that prints says. */
interface Asked {
  /** The key of the client. */
  readonly client: string
  readonly query: Query
  readonly request: Request<typeof grocyParameters>
  readonly printer: string
}

/** Prints the label as POST /api/v1/print does. @throws UnreadableBody */
function printed(
  body: Body,
  { client, query, request, printer: name }: Asked,
  draw: Draw,
  printing: Printing,
): Answer | Promise<Answer> {
  const printer = printing.printers.find(name)
  if (printer === undefined) return unknownPrinter(name, printing.printers)
  const thing = thingIn(body)
  if (isFaults(thing)) return refused(thing)
  const given = { type: ['datamatrix'], layout: ['auto'], ...forAllIn(query, grocyParameters), text: [thing.grocycode] }
  const labels = labelsFor(printer, 'zpl' in given ? request.zpl : undefined)
  const label = labels.read(given)
  if (isFaults(label)) return refused(label)
  const job = jobOfThing(label, namingOf(thing), labels.style, draw)
  return 'status' in job ? job : outcomeOf(job, { printer, client }, printing).then(({ answer }) => answer)
}

/** The job of a label with these words, or why it cannot be drawn. */
function jobOfThing(
  label: LabelRequest,
  naming: Naming,
  style: PrinterLabels['style'],
  { limits }: Draw,
): Job | Answer {
  try {
    return jobOf(
      namedLabel((each) => composeLabel(each, limits), label, naming),
      label.qty,
      style,
    )
  } catch (error) {
    return unprocessable(error)
  }
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
  typeof value === 'string' ? value : { code: 'invalid_parameter', fault: `${givenAs(value)}; a string is accepted` }

/** A value that is not a string, for a message: quoted, or its kind where it has parts. */
const givenAs = (value: unknown): string =>
  typeof value === 'object' ? kindOf(value) : `${kindOf(value)}, ${quoted(String(value))}`
