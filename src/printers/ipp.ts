/** Printing over IPP/1.1 (RFC 8010, RFC 8011), on a printer or a print server. */

import { setTimeout as waited } from 'node:timers/promises'
import { conditionOr, delivered, networkFailure, PrinterFailure, TimeLimit } from './failure.ts'
import {
  type Attribute,
  groups,
  type IppRequest,
  type IppResponse,
  IppSyntaxError,
  requestBytes,
  responseOf,
} from './ipp-message.ts'
import { formatFor, type IppPrinter, ippPrinter, printerAttributes } from './ipp-printer.ts'
import type { Piece, Progress } from './job.ts'
import type { Address, Channel, Patience, Printer } from './printer.ts'

/**
 * A printer, or the queue of a print server, that is reached over IPP/1.1: RFC 8010, RFC 8011. A piece is one Print-Job, with its copies
 * as an attribute as far as the printer supports it, and confirmed once the printer has accepted the job.
 */
export function ippChannel(printer: Printer, { url }: Extract<Address, { kind: 'ipp' }>, patience: Patience): Channel {
  const client = new IppClient(url, patience)
  return {
    condition: (signal) => conditionOr(async () => (await client.printer(signal)).condition),
    send(pieces, signal) {
      let style: JobStyle | undefined
      return delivered({
        printer,
        pieces,
        signal,
        async send(piece, progress) {
          style ??= styleOf(await client.printer(signal), printer)
          await client.print(piece, style, { progress, signal })
        },
      })
    },
  }
}

/** @throws PrinterFailure if the printer is in a state, or of a kind, in which it prints nothing */
function styleOf(found: IppPrinter, { language }: Printer): JobStyle {
  const { condition, mostCopies } = found
  if (condition.state !== 'ready') {
    throw new PrinterFailure('printer_refused', `does not take the job: ${condition.message}`)
  }
  return { format: formatFor(language, found), mostCopies }
}

/** RFC 8011, 5.4.15 */
const operations = { printJob: 0x0002, getPrinterAttributes: 0x000b }

/** What jobs are called. Nothing of a label is in any attribute. */
const ownName = 'quietzone'

/** How jobs are sent to a printer. */
interface JobStyle {
  /** The media type of documents. */
  readonly format: string
  /** The most copies of one job. */
  readonly mostCopies: number
}

/** How often a printer that is busy is tried again, at even distances, within the time of a write without progress. */
const tries = 30

interface Job {
  readonly format: string
  readonly copies: number
  readonly signal: AbortSignal
  readonly handOver: (bytes: number) => void
}

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
    const request = this.#request(operations.getPrinterAttributes, [wanted])
    const parts = [requestBytes(request)]
    const bytes = await exchange({ url: this.#url, parts, patience: this.#patience, signal })
    const response = checked(bytes, request)
    if (!isSuccessful(response.status)) throw refused('does not tell its state', response.status)
    return ippPrinter(response)
  }

  /** Prints the piece as often as it says, in as few jobs as the printer needs for it. @throws PrinterFailure */
  async print(
    { bytes, times }: Piece,
    { format, mostCopies }: JobStyle,
    { progress, signal }: { readonly progress: Progress; readonly signal: AbortSignal },
  ): Promise<void> {
    for (let left = times; left > 0; ) {
      const copies = Math.min(left, mostCopies)
      left -= copies
      const isLast = left === 0
      let handedOver = 0
      const handOver = (count: number): void => {
        handedOver += count
        // bytes count as often as they are printed
        progress.handOver(count * copies)
        if (isLast && handedOver === bytes.length) progress.finish()
      }
      await this.#printOnce(bytes, { format, copies, signal, handOver })
    }
  }

  /** Printers that take one job at a time are busy until the one before has been printed. */
  async #printOnce(bytes: Uint8Array, { format, copies, signal, handOver }: Job): Promise<void> {
    let status = busy
    for (let i = 0; status === busy && i < tries; i++) {
      if (i > 0) await waited(this.#patience.write / tries, undefined, { signal })
      const request = this.#job(format, copies)
      const parts = [requestBytes(request), bytes]
      const answer = await exchange({
        url: this.#url,
        parts,
        patience: this.#patience,
        signal,
        // bytes that are sent again count once
        handOver: (part, count) => part === 1 && i === 0 && handOver(count),
      })
      status = checked(answer, request).status
    }
    if (status === formatNotSupported) throw refused(`refused the job, because it does not take ${format}`, status)
    if (!isSuccessful(status)) throw refused('refused the job', status)
  }

  /** RFC 8011, 4.2.1.1. With fidelity, a printer that cannot make the copies refuses the job instead of printing one. */
  #job(format: string, copies: number): IppRequest {
    const fidelity: Attribute = { tag: 'boolean', name: 'ipp-attribute-fidelity', values: [true] }
    const request = this.#request(operations.printJob, [
      { tag: 'name', name: 'job-name', values: [ownName] },
      ...(copies > 1 ? [fidelity] : []),
      { tag: 'mimeMediaType', name: 'document-format', values: [format] },
    ])
    if (copies === 1) return request
    const attributes: readonly Attribute[] = [{ tag: 'integer', name: 'copies', values: [copies] }]
    return { ...request, groups: [...request.groups, { tag: groups.job, attributes }] }
  }

  /** RFC 8011, 4.1.4 to 4.1.8: the attributes that every request has come first, in this order. */
  #request(operation: number, attributes: readonly Attribute[]): IppRequest {
    this.#requests = (this.#requests % 0x7fffffff) + 1
    const common: readonly Attribute[] = [
      { tag: 'charset', name: 'attributes-charset', values: ['utf-8'] },
      { tag: 'naturalLanguage', name: 'attributes-natural-language', values: ['en'] },
      { tag: 'uri', name: 'printer-uri', values: [this.#uri] },
      { tag: 'name', name: 'requesting-user-name', values: [ownName] },
    ]
    const group = { tag: groups.operation, attributes: [...common, ...attributes] }
    return { operation, requestId: this.#requests, groups: [group] }
  }
}

/** The URL as printers know it, with the scheme ipp or ipps and its port (RFC 3510; RFC 7472). */
export function printerUri(url: string): string {
  const { protocol, hostname, port, pathname } = new URL(url)
  const isSecure = protocol === 'https:'
  return `${isSecure ? 'ipps' : 'ipp'}://${hostname}:${port || (isSecure ? 443 : 80)}${pathname}`
}

/** @throws PrinterFailure for what is no response to this request */
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

interface Exchange {
  /** http or https */
  readonly url: string
  /** What is sent, in order. */
  readonly parts: readonly Uint8Array[]
  readonly patience: Patience
  readonly signal: AbortSignal
  /** Is told how many bytes of which part have been handed to the system. */
  readonly handOver?: (part: number, bytes: number) => void
}

/** Printers answer with a few hundred bytes, print servers with a few thousand. */
const longestResponse = 65_536

/** What is handed to the system at once. */
const chunkLength = 65_536

const mediaType = 'application/ipp'

/**
 * One request over a connection of its own, and the bytes of its response (RFC 8010, 4).
 *
 * @throws PrinterFailure; the reason of the signal if that is aborted
 */
async function exchange({ url, parts, patience, signal, handOver }: Exchange): Promise<Uint8Array> {
  const limit = new TimeLimit(signal)
  limit.begin(patience.connect, 'did not accept the connection')
  let isHandedOver = false
  let taken: Chunk | undefined
  const chunks = chunksOf(parts)
  // a chunk is asked for when the one before it is handed over; the first may be asked for before there is a connection
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
    if (taken !== undefined) {
      limit.begin(patience.write, 'took no more data')
      handOver?.(taken.part, taken.bytes.length)
    }
    const { value } = chunks.next()
    taken = value
    if (value !== undefined) {
      controller.enqueue(value.bytes)
      return
    }
    isHandedOver = true
    limit.begin(patience.response, 'did not answer')
    controller.close()
  }
  try {
    const response = await fetch(url, {
      method: 'POST',
      // some printers know no chunked requests, and a connection that was idle may be closed by the printer at any time
      headers: { 'content-type': mediaType, 'content-length': lengthOf(parts), connection: 'close' },
      body: new ReadableStream({ pull }, { highWaterMark: 0 }),
      duplex: 'half',
      redirect: 'manual',
      signal: limit.signal,
    })
    limit.begin(patience.response, 'did not finish its answer')
    const body = await bodyOf(response)
    if (!isHandedOver) throw new PrinterFailure('printer_refused', 'answered before it had the whole job')
    return body
  } catch (error) {
    signal.throwIfAborted()
    if (limit.exceeded !== undefined) throw new PrinterFailure('printer_timeout', limit.exceeded)
    throw error instanceof PrinterFailure ? error : networkFailure(error)
  } finally {
    limit.end()
  }
}

function lengthOf(parts: readonly Uint8Array[]): string {
  return String(parts.reduce((sum, { length }) => sum + length, 0))
}

interface Chunk {
  readonly part: number
  readonly bytes: Uint8Array
}

function* chunksOf(parts: readonly Uint8Array[]): Generator<Chunk, undefined> {
  for (const [part, bytes] of parts.entries()) {
    for (let at = 0; at < bytes.length; at += chunkLength) yield { part, bytes: bytes.subarray(at, at + chunkLength) }
  }
}

/** @throws PrinterFailure for what is not IPP, or is too long */
async function bodyOf(response: Response): Promise<Uint8Array> {
  const { status, headers, body } = response
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  const isIpp = status === 200 && type === mediaType
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    if (!isIpp) throw new PrinterFailure('printer_refused', httpFault(status))
    for await (const chunk of body ?? []) {
      length += chunk.length
      if (length > longestResponse) {
        throw new PrinterFailure('printer_refused', `sends an answer of more than ${longestResponse} bytes`)
      }
      chunks.push(chunk)
    }
  } finally {
    // without effect on a body that has been read to its end
    if (body?.locked === false) await body.cancel().catch(() => {})
  }
  return Buffer.concat(chunks)
}

/** What an answer in HTTP says that has no IPP in it. */
function httpFault(status: number): string {
  if (status === 0 || (status >= 300 && status < 400)) {
    return 'redirects to another address, which is not followed: its own address is needed in the file of printers'
  }
  switch (status) {
    case 200:
      return 'answers with something that is not IPP: another program may listen at its address'
    case 401:
    case 403:
    case 407:
      return `asks for a password (HTTP ${status}), which is never sent: it must accept jobs of this machine without one`
    case 404:
      return 'has no such path (HTTP 404): the path of its address in the file of printers is another one'
    case 426:
      return 'wants encryption (HTTP 426): its address in the file of printers begins with ipps://'
    case 503:
      return 'is busy (HTTP 503)'
    default:
      return `answers with HTTP ${status} instead of IPP`
  }
}

/** RFC 8011, appendix B.1.2: up to here a request was successful. */
const lastSuccessful = 0x00ff

const formatNotSupported = 0x040a
const busy = 0x0507

/** RFC 8011, appendix B.1: status codes of responses, from 0x0400 and from 0x0500 on. */
const clientErrors = [
  'bad-request',
  'forbidden',
  'not-authenticated',
  'not-authorized',
  'not-possible',
  'timeout',
  'not-found',
  'gone',
  'request-entity-too-large',
  'request-value-too-long',
  'document-format-not-supported',
  'attributes-or-values-not-supported',
  'uri-scheme-not-supported',
  'charset-not-supported',
  'conflicting-attributes',
  'compression-not-supported',
  'compression-error',
  'document-format-error',
  'document-access-error',
]

const serverErrors = [
  'internal-error',
  'operation-not-supported',
  'service-unavailable',
  'version-not-supported',
  'device-error',
  'temporary-error',
  'not-accepting-jobs',
  'busy',
  'job-canceled',
  'multiple-document-jobs-not-supported',
  'printer-is-deactivated',
  'too-many-jobs',
]

/** What to do, where the keyword alone does not say it. */
const advice: { readonly [keyword: string]: string } = {
  'client-error-not-found': 'the path of its address in the file of printers is another one',
  'client-error-forbidden': 'it must accept jobs of this machine without a password',
  'client-error-not-authenticated': 'it must accept jobs of this machine without a password',
  'client-error-not-authorized': 'it must accept jobs of this machine without a password',
  'server-error-service-unavailable': 'try again later',
  'server-error-temporary-error': 'try again later',
  'server-error-busy': 'try again later',
  'server-error-too-many-jobs': 'try again later',
  'server-error-not-accepting-jobs': 'it, or its queue, is set to accept none',
}

const isSuccessful = (status: number): boolean => status <= lastSuccessful

/** `client-error-not-found (0x0406)`, with what to do if there is more to say */
function statusText(status: number): string {
  const keyword = keywordOf(status)
  const code = `0x${status.toString(16).padStart(4, '0')}`
  if (keyword === undefined) return `status ${code}`
  return `${keyword} (${code})${advice[keyword] === undefined ? '' : `: ${advice[keyword]}`}`
}

function keywordOf(status: number): string | undefined {
  if (status >= 0x0500) return suffixed('server-error', serverErrors[status - 0x0500])
  return status >= 0x0400 ? suffixed('client-error', clientErrors[status - 0x0400]) : undefined
}

function suffixed(kind: string, name: string | undefined): string | undefined {
  return name && `${kind}-${name}`
}
