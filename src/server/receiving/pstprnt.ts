/** POST /printers/{id}/pstprnt: the path at which Zebra's print servers take what is to be printed, for printers that receive. */

import { type Answer, type Body, type Caller, errorAnswer, type HeaderOf, jsonAnswer } from '../../answer.ts'
import { admittedBy, type Jobs, type Printer, type Printers } from '../../printing/index.ts'
import { parameters } from '../../request/params.ts'
import { FormatScan } from '../../zpl/index.ts'
import { type Operation, plainEndpoint } from '../api/endpoint.ts'
import { mostDocument } from '../api/heal/healer.ts'
import { jobJson } from '../api/jobs/job-json.ts'
import { unknownPrinter } from '../api/print/printers.ts'
import { counted, type HeadCaller, privateTo } from '../route.ts'
import { answered, answerTo } from './host-answers.ts'
import { kindOf } from './kind.ts'
import type { Receiver } from './receiver.ts'
import { ReceivingError } from './receiving-error.ts'

export interface PrintServer {
  readonly printers: Printers
  readonly jobs: { readonly jobs: Jobs }
  /** Undefined where nothing is kept. */
  readonly receiver: Receiver | undefined
}

const noState = errorAnswer(
  'no_state',
  'documents are taken where jobs are kept; here QZ_STATE is off, or another process has its folder',
)

/** Whether a page may have sent the request: browsers send this with every POST, and programs do not. */
const isOfBrowser = (headerOf: HeaderOf): boolean => headerOf('Origin') !== undefined

const notOfPrograms = errorAnswer('print_not_allowed', 'only programs print here, and this was sent by a browser')

export function printServerOperation({ printers, jobs: printing, receiver }: PrintServer): Operation {
  const refusal = ({ segment = '', headerOf, address }: HeadCaller): Answer | undefined => {
    if (isOfBrowser(headerOf)) return notOfPrograms
    const printer = printers.find(segment)
    if (printer === undefined) return unknownPrinter(segment, printers)
    return admission(printer, address, headerOf)
  }
  const printed = async (receiverHere: Receiver, bytes: Uint8Array, sender: Caller): Promise<Answer> => {
    const printer = printers.find(sender.segment ?? '')!
    const { key: client, name: by } = sender.principal
    try {
      const job = await receiverHere.receive({ printer, source: 'pstprnt', by, client, bytes })
      const answers = await answersTo(bytes, printer, printing.jobs)
      if (answers !== '')
        return { ...jsonAnswer({}), type: 'application/octet-stream', body: Buffer.from(answers, 'latin1') }
      if (job === undefined) return jsonAnswer({ job: null })
      const headers = ['Location', `../../api/v1/jobs/${job.id}`]
      return { ...jsonAnswer({ job: jobJson(job) }), headers, job: job.id }
    } catch (error) {
      if (!(error instanceof ReceivingError)) throw error
      const { code, message, retryAfter } = error
      return errorAnswer(code, message, retryAfter === undefined ? [] : ['Retry-After', `${retryAfter}`])
    }
  }
  return {
    path: '/printers/{id}/pstprnt',
    ...counted,
    ...privateTo('print'),
    takesBasic: true,
    parameters: parameters.job,
    body: {
      // a program in ZPL has less, which is told when it is read
      limit: mostDocument,
      mediaTypes: [
        ...['application/zpl', 'application/octet-stream', 'text/plain'],
        ...['application/pdf', 'image/png', 'image/jpeg'],
      ],
      isAny: true,
    },
    refusalByHead: (_, sender) => refusal(sender),
    endpoint: plainEndpoint(parameters.job, (_, { bytes }: Body, sender: Caller) => {
      if (receiver === undefined) return noState
      // its entry may have changed while the body came
      return refusal(sender) ?? printed(receiver, bytes, sender)
    }),
  }
}

/** Why nothing is taken from an address; undefined if it is. */
function admission({ name, receive }: Printer, address: string | undefined, headerOf: HeaderOf): Answer | undefined {
  if (receive === undefined)
    return errorAnswer(
      'not_allowed',
      `printer ${name} receives nothing: its entry in the file of printers has no "receive"`,
    )
  const isHidden =
    receive.from === undefined && ['X-Forwarded-For', 'Forwarded'].some((each) => headerOf(each) !== undefined)
  if (!isHidden && address !== undefined && admittedBy(receive).has(address)) return undefined
  const advice = 'receive: from names those from whom documents are taken'
  return errorAnswer(
    'not_allowed',
    `printer ${name} takes nothing from ${address ?? 'an address that is not known'}: ${advice}`,
  )
}

/** What the queries of a program are answered. */
async function answersTo(bytes: Uint8Array, printer: Printer, jobs: Jobs): Promise<string> {
  if (kindOf(bytes) !== 'zpl') return ''
  const scan = new FormatScan()
  scan.read(bytes)
  const asked = scan.takeQueries().map(({ command }) => command)
  const texts = await Promise.all(
    answered.map(async (each) => [each, asked.includes(each) ? await answerTo(each, printer, jobs) : ''] as const),
  )
  const byQuery = new Map<string, string>(texts)
  return asked
    .slice(0, mostAnswers)
    .map((each) => byQuery.get(each) ?? '')
    .join('')
}

/** Queries of one body that are answered. */
const mostAnswers = 100
