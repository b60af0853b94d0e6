/** POST /adapters/grocy: the webhook with which Grocy prints labels. */

import { quoted } from '../../../../symbologies/index.ts'
import { type Answer, type Body, type BodyEndpoint, type Caller, errorAnswer, type HeaderOf } from '../../../answer.ts'
import { labelsFor, type PrinterLabels } from '../../../design/printer-labels.ts'
import { composeLabel } from '../../../draw.ts'
import { withDoubling } from '../../../request/counters.ts'
import { type GivenValues, kindOf, type Parameters, type Request } from '../../../request/parameter.ts'
import { parameters } from '../../../request/params.ts'
import { queryParser } from '../../../request/query.ts'
import { type RequestReading, requestReader, symbolReader } from '../../../request/reader.ts'
import { forAllIn, symbolRows } from '../../../request/rows.ts'
import type { Malformed } from '../../../utf8.ts'
import { drawn } from '../../route.ts'
import { type Operation, queryEndpoint, refused, unprocessable } from '../endpoint.ts'
import { type Draw, image, verifiedBy } from '../images.ts'
import { jsonIn, UnreadableBody } from '../json-body.ts'
import { type Printing, printedJob } from '../print/index.ts'
import { type DrawnJob, jobOf } from '../print/job.ts'
import { printerRefusal, unknownPrinter } from '../print/printers.ts'
import { usualProof } from '../proof.ts'
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

/** What the user chooses in the URL of the webhook: all parameters of a label but its words, and but its place on a sheet. */
const { text, caption, withtext, title, gs1, domain, escapes, verify, sheet, first, shift, outline, ...chosen } =
  parameters.label
export const grocyParameters = {
  ...chosen,
  type: { ...chosen.type, default: 'datamatrix' },
  size: { ...chosen.size, default: '50x30' },
  layout: { ...chosen.layout, default: 'auto' },
  printer: { ...parameters.print.printer, optional: true },
} as const

const read = symbolReader(grocyParameters)

/** POST /adapters/grocy: the label of a thing in Grocy, with its Grocycode, its name and its due date; as a picture, or printed. */
export const grocyOperation = (draw: Draw, printing: Printing): Operation => ({
  path: '/adapters/grocy',
  ...drawn,
  parameters: grocyParameters,
  body: grocyBody,
  refusalByHead: printerRefusal(printing.printers, printRefusal),
  takesBasic: true,
  endpoint: grocy(draw, printing),
})

function grocy(draw: Draw, printing: Printing): BodyEndpoint {
  return queryEndpoint(grocyParameters, (query, body: Body, { principal, headerOf, printingRefused }: Caller) => {
    const { request, faults } = read(query.given, query.others)
    if (request === undefined) return refused(faults)
    const { printer: name } = request
    const mayNot = name === undefined ? undefined : printRefusal({ headerOf, printingRefused })
    if (mayNot !== undefined) return mayNot
    const printer = name === undefined ? undefined : printing.printers.find(name)
    if (name !== undefined && printer === undefined) return unknownPrinter(name, printing.printers)
    try {
      const { request: thing, faults: ofThing } = thingIn(body)
      if (thing === undefined) return refused(ofThing)
      if (printer === undefined) return labelOf(thing, request, draw)
      const values = {
        type: 'datamatrix',
        layout: 'auto',
        ...forAllIn(query, symbolRows),
        text: withDoubling(thing.grocycode),
      }
      const job = jobOfThing(thing, values, labelsFor(printer, 'zpl' in query.given ? request.zpl : undefined), draw)
      return 'status' in job ? job : printedJob(job, { printer, client: principal.key, by: principal.name }, printing)
    } catch (error) {
      if (error instanceof UnreadableBody) return errorAnswer(error.code, error.message)
      throw error
    }
  })
}

/** Whether a page may have sent the request: browsers send one of these with every POST, and the webhook of a server has neither. */
const isOfBrowser = (headerOf: HeaderOf): boolean =>
  ['Origin', 'Sec-Fetch-Site'].some((name) => headerOf(name) !== undefined)

const notAllowed = errorAnswer(
  'print_not_allowed',
  'printer: only the webhook of a server prints, and this was sent by a browser; set LABEL_PRINTER_RUN_SERVER to true',
)

/** The answer to a webhook that may not print. */
const printRefusal = ({ headerOf, printingRefused }: Pick<Caller, 'headerOf' | 'printingRefused'>) =>
  isOfBrowser(headerOf) ? notAllowed : printingRefused()

type Thing = Request<typeof fields>

/** The label as a picture. */
function labelOf(thing: Thing, request: Request<typeof grocyParameters>, draw: Draw): Answer {
  const label = { ...request, text: thing.grocycode }
  try {
    const drawing = namedLabel((each) => draw.label(verifiedBy(draw, each), draw.limits), label, namingOf(thing))
    return image(`label-${request.size}-${request.type}`, drawing)
  } catch (error) {
    return unprocessable(error)
  }
}

/** The job of a label as POST /api/v1/print makes it, or why it cannot be drawn. */
function jobOfThing(
  thing: Thing,
  given: GivenValues,
  { read, style }: PrinterLabels,
  { limits, proof = usualProof }: Draw,
): DrawnJob | Answer {
  const { request: label, faults } = read(given)
  if (label === undefined) return refused(faults)
  try {
    const composition = namedLabel((each) => composeLabel(each, limits), label, namingOf(thing))
    return jobOf(composition, label.qty, { ...style, isVerified: proof.policy !== 'off' })
  } catch (error) {
    return unprocessable(error)
  }
}

function namingOf({ product, chore, battery, recipe, due_date, duedate }: Thing): Naming {
  const name = [product, chore, battery, recipe].find((each) => each?.trim())?.trim()
  return { name, details: [due_date ?? duedate] }
}

const parsedForm = queryParser(fields)
const readThing = requestReader(fields)

/** The fields of the body, or their faults. @throws UnreadableBody */
function thingIn({ mediaType, bytes }: Body): RequestReading<Thing> {
  if (mediaType === 'application/json') return readThing(objectIn(bytes))
  const { given, others } = parsedForm(Buffer.from(bytes).toString('latin1'))
  return readThing(given, others)
}

const accepted = 'an object is accepted, such as {"grocycode":"grcy:p:13","product":"Jam"}'

function objectIn(bytes: Uint8Array): GivenValues {
  const value = jsonIn(bytes, accepted)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UnreadableBody('bad_request', `the JSON is no object; ${accepted}`)
  }
  const given = Object.entries(value).filter(([name, each]) => Object.hasOwn(fields, name) && each !== null)
  return Object.fromEntries(given.map(([name, each]) => [name, textIn(each)]))
}

const textIn = (value: unknown): string | Malformed =>
  typeof value === 'string' ? value : { code: 'invalid_parameter', fault: `${givenAs(value)}; a string is accepted` }

/** A value that is not a string, for a message: quoted, or its kind where it has parts. */
const givenAs = (value: unknown): string =>
  typeof value === 'object' ? kindOf(value) : `${kindOf(value)}, ${quoted(String(value))}`
