import { setTimeout as waited } from 'node:timers/promises'
import type { Patience } from './channel.ts'
import { PrinterFailure } from './failure.ts'
import { exchange } from './ipp-exchange.ts'
import {
  type Attribute,
  groups,
  type IppRequest,
  type IppResponse,
  IppSyntaxError,
  requestBytes,
  responseOf,
} from './ipp-message.ts'
import { type IppPrinter, ippPrinter, printerAttributes } from './ipp-printer.ts'
import { busy, formatNotSupported, isSuccessful, statusText } from './ipp-status.ts'
import type { Piece } from './job.ts'
import type { Progress } from './progress.ts'

/** RFC 8011, 5.4.15 */
const operations = { printJob: 0x0002, getPrinterAttributes: 0x000b }

/** What jobs are called. Nothing of a label is in any attribute. */
const ownName = 'quietzone'

/** How jobs are sent to a printer. */
export interface JobStyle {
  /** The media type of documents. */
  readonly format: string
  /** The most copies of one job. */
  readonly mostCopies: number
}

/** How often a printer that is busy is tried again, at even distances, within the time of a write without progress. */
const tries = 30

interface Sending {
  readonly progress: Progress
  readonly signal: AbortSignal
}

interface Job {
  readonly format: string
  readonly copies: number
}

interface Handing {
  readonly handOver: (bytes: number) => void
  readonly signal: AbortSignal
}

export class IppClient {
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
  async print({ bytes, times }: Piece, { format, mostCopies }: JobStyle, { progress, signal }: Sending): Promise<void> {
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
      await this.#printOnce(bytes, { format, copies }, { handOver, signal })
    }
  }

  /** Printers that take one job at a time are busy until the one before has been printed. */
  async #printOnce(bytes: Uint8Array, { format, copies }: Job, { handOver, signal }: Handing): Promise<void> {
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
