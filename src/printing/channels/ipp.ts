/** Printing over IPP/1.1 (RFC 8010, RFC 8011), on a printer or a print server. */

import { setTimeout as waited } from 'node:timers/promises'
import type { DeliveryPiece, DeliveryProgress, PrintWarning } from '../printers/delivery.ts'
import type { Address, Channel, Patience, Printer } from '../printers/printer.ts'
import { conditionOr, PrinterFailure } from './failure.ts'
import { type AcceptedJob, delivered, type JobStatus } from './followed.ts'
import { busy, exchange, formatNotSupported, isSuccessful, statusText } from './ipp-exchange.ts'
import {
  type Attribute,
  groups,
  type IppAttributes,
  type IppRequest,
  type IppResponse,
  IppSyntaxError,
  requestBytes,
  responseOf,
  tags,
} from './ipp-message.ts'
import {
  formatFor,
  type IppPrinter,
  integer,
  ippPrinter,
  layoutAttributes,
  operations,
  printerAttributes,
  reasonsOf,
  texts,
} from './ipp-printer.ts'
import { chosenPaper, paperOf, paperWarning } from './paper.ts'

/**
 * A printer, or the queue of a print server, that is reached over IPP/1.1: RFC 8010, RFC 8011. A piece is one Print-Job, with its copies
 * as an attribute as far as the printer supports it, and confirmed once the printer has printed it, or has accepted it and tells no more.
 */
export function ippChannel(printer: Printer, { url }: Extract<Address, { kind: 'ipp' }>, patience: Patience): Channel {
  const client = new IppClient(url, patience)
  const condition = (signal: AbortSignal) => conditionOr(async () => (await client.printer(signal)).condition)
  return {
    condition,
    send(pieces, signal, events) {
      let style: JobStyle | undefined
      return delivered({
        printer,
        pieces,
        patience,
        signal,
        events,
        condition,
        async send(piece, progress, accepted) {
          style ??= styleOf(await client.printer(signal), printer)
          progress.start()
          await client.print(piece, style, { progress, signal, accepted })
        },
        warnings: () => style?.warnings ?? [],
      })
    },
  }
}

/** @throws PrinterFailure if the printer is in a state, or of a kind, in which it prints nothing */
function styleOf(found: IppPrinter, printer: Printer): JobStyle {
  const { condition, mostCopies, papers, tellsJobs, cancelsJobs } = found
  if (condition.state !== 'ready') {
    throw new PrinterFailure('printer_refused', `does not take the job: ${condition.message}`)
  }
  const { language } = printer
  const common = { format: formatFor(language, found), mostCopies, tellsJobs, cancelsJobs }
  // what is in the printer's own language says its size itself
  if (language !== 'pdf' && language !== 'png') return { ...common, layout: [], warnings: [], onOtherPaper: undefined }
  const wanted = paperOf(printer)
  const chosen = chosenPaper(wanted, papers)
  const onOtherPaper = paperWarning(wanted, papers)
  const isUnknown = chosen === undefined && papers.known.length > 0
  return { ...common, layout: layoutAttributes(chosen, found), warnings: isUnknown ? [onOtherPaper] : [], onOtherPaper }
}

/** What jobs are called. Nothing of a label is in any attribute. */
const ownName = 'quietzone'

/** How jobs are sent to a printer. */
interface JobStyle {
  /** The media type of documents. */
  readonly format: string
  /** The most copies of one job. */
  readonly mostCopies: number
  /** The paper, and that the document comes out on it as it is. */
  readonly layout: readonly Attribute[]
  /** What is known before the first job. */
  warnings: readonly PrintWarning[]
  /** What is said if the printer has taken other paper than it was asked for. */
  readonly onOtherPaper: PrintWarning | undefined
  readonly tellsJobs: boolean
  readonly cancelsJobs: boolean
}

/** How often a printer that is busy is tried again, at even distances, within the time of a write without progress. */
const tries = 30

interface Job {
  readonly style: JobStyle
  readonly copies: number
  readonly signal: AbortSignal
  readonly handOver: (bytes: number) => void
}

interface Sending {
  readonly progress: DeliveryProgress
  readonly signal: AbortSignal
  /** Is added to. */
  readonly accepted: AcceptedJob[]
}

/** What a printer says of itself. @throws PrinterFailure */
export const askedOverIpp = (url: string, patience: Patience, signal: AbortSignal): Promise<IppPrinter> =>
  new IppClient(url, patience).printer(signal)

class IppClient {
  readonly #url: string
  readonly #patience: Patience
  readonly #uri: string
  #requests = 0

  constructor(url: string, patience: Patience) {
    this.#url = url
    this.#patience = patience
    this.#uri = printerUri(url)
  }

  /** @throws PrinterFailure */
  async printer(signal: AbortSignal): Promise<IppPrinter> {
    const wanted: Attribute = { tag: 'keyword', name: 'requested-attributes', values: printerAttributes }
    const response = await this.#ask(this.#request(operations.getPrinterAttributes, [wanted]), signal)
    if (!isSuccessful(response.status)) throw refused('does not tell its state', response.status)
    return ippPrinter(response)
  }

  /** Prints the piece as often as it says, in as few jobs as the printer needs for it. @throws PrinterFailure */
  async print(
    { bytes, times }: DeliveryPiece,
    style: JobStyle,
    { progress, signal, accepted }: Sending,
  ): Promise<void> {
    for (let left = times; left > 0; ) {
      const copies = Math.min(left, style.mostCopies)
      left -= copies
      const isLast = left === 0
      let handedOver = 0
      const handOver = (count: number): void => {
        handedOver += count
        // bytes count as often as they are printed
        progress.handOver(count * copies)
        if (isLast && handedOver === bytes.length) progress.finish()
      }
      const job = this.#accepted(await this.#printOnce(bytes, { style, copies, signal, handOver }), style)
      if (job !== undefined) accepted.push(job)
    }
  }

  /** Printers that take one job at a time are busy until the one before has been printed. */
  async #printOnce(bytes: Uint8Array, { style, copies, signal, handOver }: Job): Promise<IppResponse> {
    for (let i = 0; ; i++) {
      if (i > 0) await waited(this.#patience.write / tries, undefined, { signal })
      const request = this.#job(style, copies)
      const parts = [requestBytes(request), bytes]
      const answer = await exchange({
        url: this.#url,
        parts,
        patience: this.#patience,
        signal,
        // bytes that are sent again count once
        handOver: (part, count) => part === 1 && i === 0 && handOver(count),
      })
      const response = checked(answer, request)
      const { status } = response
      if (isSuccessful(status)) return response
      if (status === busy && i < tries - 1) continue
      const why = status === formatNotSupported ? `, because it does not take ${style.format}` : ''
      throw refused(`refused the job${why}`, status)
    }
  }

  /** The job of a response, to follow it; undefined if the printer tells nothing of jobs. */
  #accepted(response: IppResponse, style: JobStyle): AcceptedJob | undefined {
    const other = groupOf(response, groups.unsupported)
    if (style.onOtherPaper !== undefined && (other.has('media-col') || other.has('media'))) {
      style.warnings = [style.onOtherPaper]
    }
    const id = integer(groupOf(response, groups.job), 'job-id', tags.integer)
    if (id === undefined || !style.tellsJobs) return undefined
    return {
      status: (signal) => this.#status(id, signal),
      cancel: async (signal) => {
        if (style.cancelsJobs) await this.#ask(this.#request(operations.cancelJob, [], id), signal)
      },
    }
  }

  /** RFC 8011, 4.3.4. Servers that have forgotten a job have printed it, or cannot tell. */
  async #status(id: number, signal: AbortSignal): Promise<JobStatus> {
    const wanted: Attribute = { tag: 'keyword', name: 'requested-attributes', values: jobAttributes }
    const response = await this.#ask(this.#request(operations.getJobAttributes, [wanted], id), signal)
    if (response.status === notFound || response.status === gone) return untold
    if (!isSuccessful(response.status)) throw refused('does not tell what became of a job', response.status)
    return jobStatusIn(groupOf(response, groups.job))
  }

  async #ask(request: IppRequest, signal: AbortSignal): Promise<IppResponse> {
    const bytes = await exchange({ url: this.#url, parts: [requestBytes(request)], patience: this.#patience, signal })
    return checked(bytes, request)
  }

  /** RFC 8011, 4.2.1.1. With fidelity, a printer that cannot make the copies refuses the job instead of printing one. */
  #job({ format, layout }: JobStyle, copies: number): IppRequest {
    const fidelity: Attribute = { tag: 'boolean', name: 'ipp-attribute-fidelity', values: [true] }
    const request = this.#request(operations.printJob, [
      { tag: 'name', name: 'job-name', values: [ownName] },
      ...(copies > 1 ? [fidelity] : []),
      { tag: 'mimeMediaType', name: 'document-format', values: [format] },
    ])
    const attributes: readonly Attribute[] = [
      ...(copies > 1 ? [{ tag: 'integer', name: 'copies', values: [copies] } as const] : []),
      ...layout,
    ]
    if (attributes.length === 0) return request
    return { ...request, groups: [...request.groups, { tag: groups.job, attributes }] }
  }

  /** RFC 8011, 4.1.4 to 4.1.8: the attributes that every request has come first, in this order. @param job  the number of a job */
  #request(operation: number, attributes: readonly Attribute[], job?: number): IppRequest {
    this.#requests = (this.#requests % 0x7fffffff) + 1
    const common: readonly Attribute[] = [
      { tag: 'charset', name: 'attributes-charset', values: ['utf-8'] },
      { tag: 'naturalLanguage', name: 'attributes-natural-language', values: ['en'] },
      { tag: 'uri', name: 'printer-uri', values: [this.#uri] },
      ...(job === undefined ? [] : [{ tag: 'integer', name: 'job-id', values: [job] } as const]),
      { tag: 'name', name: 'requesting-user-name', values: [ownName] },
    ]
    const group = { tag: groups.operation, attributes: [...common, ...attributes] }
    return { operation, requestId: this.#requests, groups: [group] }
  }
}

function groupOf({ groups: all }: IppResponse, wanted: number): IppAttributes {
  return all.find(({ tag }) => tag === wanted)?.attributes ?? new Map()
}

/** RFC 8011, appendix B.1.4 */
const notFound = 0x0406
const gone = 0x0407

const untold: JobStatus = { state: 'untold', message: '', mark: '' }

/** RFC 8011, 5.3; of impressions and sheets, how far a job is. */
const jobAttributes = [
  'job-state',
  'job-state-reasons',
  'job-impressions-completed',
  'job-media-sheets-completed',
  'number-of-intervening-jobs',
]

/** RFC 8011, 5.3.7 */
const jobStates: { readonly [state: number]: JobStatus['state'] | undefined } = {
  3: 'waiting',
  4: 'stopped',
  5: 'waiting',
  6: 'stopped',
  7: 'failed',
  8: 'failed',
  9: 'printed',
}

/** RFC 8011, 5.3.7: the keywords of job-state, from 3. */
const jobStateNames = [
  'pending',
  'pending-held',
  'processing',
  'processing-stopped',
  'canceled',
  'aborted',
  'completed',
]

function jobStatusIn(attributes: IppAttributes): JobStatus {
  const number = integer(attributes, 'job-state', tags.enum)
  const state = number === undefined ? undefined : jobStates[number]
  if (state === undefined) return untold
  const keywords = reasonsOf(texts(attributes, 'job-state-reasons')).map(({ keyword }) => keyword)
  const far = jobAttributes.slice(2).map((name) => integer(attributes, name, tags.integer) ?? '')
  const why = keywords.slice(0, mostKeywords)
  return {
    ...outcomeOf(state, keywords),
    message: `${jobStateNames[number! - 3]}${why.length > 0 ? ` (${why.join(', ')})` : ''}`,
    mark: [number, ...keywords, ...far].join(),
    impressions: integer(attributes, 'job-impressions-completed', tags.integer),
  }
}

/** The longest list of reasons that a message quotes. */
const mostKeywords = 5

/** CUPS says of a job that its filters could not read that it is stopped, and completed with errors. */
function outcomeOf(state: JobStatus['state'], reasons: readonly string[]): Pick<JobStatus, 'state'> {
  if (reasons.includes('job-completed-with-errors')) return { state: 'failed' }
  return { state: state === 'waiting' && reasons.includes('printer-stopped') ? 'stopped' : state }
}

/** The URL as printers know it, with the scheme ipp or ipps and its port (RFC 3510; RFC 7472). */
export function printerUri(url: string): string {
  const { protocol, hostname, port, pathname } = new URL(url)
  const isSecure = protocol === 'https:'
  return `${isSecure ? 'ipps' : 'ipp'}://${hostname}:${port || (isSecure ? 443 : 80)}${pathname}`
}

/** @throws PrinterFailure for what is not a response to this request */
function checked(bytes: Uint8Array, { requestId }: IppRequest): IppResponse {
  try {
    const response = responseOf(bytes)
    if (response.requestId === requestId) return response
    throw new IppSyntaxError(`answers request ${response.requestId} instead of ${requestId}`)
  } catch (error) {
    if (error instanceof IppSyntaxError) throw new PrinterFailure('printer_refused', error.message)
    throw error
  }
}

function refused(what: string, status: number): PrinterFailure {
  return new PrinterFailure('printer_refused', `${what}: ${statusText(status)}`)
}
