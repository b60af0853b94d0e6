/** A request of IPP over HTTP, the bytes of its response, and what status codes mean. */

import type { Patience } from '../printers/printer.ts'
import { networkFailure, PrinterFailure, TimeLimit } from './failure.ts'

export interface Exchange {
  /** http or https */
  readonly url: string
  /** What is sent, in order. */
  readonly parts: readonly Uint8Array[]
  readonly patience: Patience
  readonly signal: AbortSignal
  /** Is told how many bytes of which part have been handed to the system. */
  readonly handOver?: (part: number, bytes: number) => void
}

/** Printers answer with a few hundred bytes, print servers that list hundreds of sizes of paper with some ten thousand. */
const longestResponse = 262_144

/** What is handed to the system at once. */
const chunkLength = 65_536

const mediaType = 'application/ipp'

/**
 * One request over a connection of its own, and the bytes of its response (RFC 8010, 4).
 *
 * @throws PrinterFailure; the reason of the signal if that is aborted
 */
export async function exchange({ url, parts, patience, signal, handOver }: Exchange): Promise<Uint8Array> {
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

export const formatNotSupported = 0x040a
export const busy = 0x0507

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

export const isSuccessful = (status: number): boolean => status <= lastSuccessful

/** `client-error-not-found (0x0406)`, with what to do if there is more to say */
export function statusText(status: number): string {
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
