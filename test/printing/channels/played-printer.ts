/** A printer that the tests play: an HTTP server, with messages of IPP that are written here once more, from RFC 8010. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type DeliveryPiece, type Patience, type Printer, usualPatience } from '../../../src/printing/index.ts'
import { dock } from '../printers/example-jobs.ts'

/** A value with its tag in front of it, as in `[0x23, 3]`. */
type Value = readonly [tag: number, value: number | string | boolean | Buffer]

export interface IppGroup {
  readonly tag: number
  readonly attributes: Readonly<Record<string, readonly Value[]>>
}

export interface Played {
  readonly operation: number
  readonly requestId: number
  /** Attributes of all groups, as texts. */
  readonly attributes: Readonly<Record<string, readonly string[]>>
  readonly names: readonly string[]
  readonly document: Buffer
  readonly headers: IncomingMessage['headers']
}

const two = (value: number): Buffer => Buffer.of((value >> 8) & 255, value & 255)
const four = (value: number): Buffer => Buffer.concat([two(value >>> 16), two(value)])

function bytesOf(value: Value[1]): Buffer {
  if (Buffer.isBuffer(value)) return value
  if (typeof value === 'number') return four(value)
  return typeof value === 'boolean' ? Buffer.of(Number(value)) : Buffer.from(value)
}

export function ippBytes(code: number, requestId: number, groups: readonly IppGroup[]): Buffer {
  const parts = [Buffer.of(1, 1), two(code), four(requestId)]
  for (const { tag, attributes } of groups) {
    parts.push(Buffer.of(tag))
    for (const [name, values] of Object.entries(attributes)) {
      for (const [i, [valueTag, value]] of values.entries()) {
        const bytes = bytesOf(value)
        const shown = i === 0 ? name : ''
        parts.push(Buffer.of(valueTag), two(shown.length), Buffer.from(shown), two(bytes.length), bytes)
      }
    }
  }
  return Buffer.concat([...parts, Buffer.of(3)])
}

/** What a request says. */
export function playedRequest(body: Buffer, headers: IncomingMessage['headers'] = {}): Played {
  const attributes: Record<string, string[]> = {}
  let at = 8
  let name = ''
  while (body[at] !== 3) {
    const tag = body[at++]!
    if (tag < 0x10) continue
    const nameLength = body.readUInt16BE(at)
    name = nameLength === 0 ? name : body.toString('latin1', at + 2, at + 2 + nameLength)
    at += 2 + nameLength
    const length = body.readUInt16BE(at)
    const value = body.subarray(at + 2, at + 2 + length)
    at += 2 + length
    const text = tag === 0x21 ? String(value.readInt32BE()) : tag === 0x22 ? String(value[0] === 1) : value.toString()
    attributes[name] = [...(attributes[name] ?? []), text]
  }
  const names = Object.keys(attributes)
  const [operation, requestId] = [body.readUInt16BE(2), body.readInt32BE(4)]
  return { operation, requestId, attributes, names, document: body.subarray(at + 1), headers }
}

export const operationGroup: IppGroup = {
  tag: 1,
  attributes: { 'attributes-charset': [[0x47, 'utf-8']], 'attributes-natural-language': [[0x48, 'en']] },
}

/** The attributes of a printer that is ready; undefined leaves one out. */
export function printerGroup(changes: Record<string, readonly Value[] | undefined> = {}): IppGroup {
  const attributes: Record<string, readonly Value[] | undefined> = {
    'printer-state': [[0x23, 3]],
    'printer-state-reasons': [[0x44, 'none']],
    'printer-is-accepting-jobs': [[0x22, true]],
    'document-format-supported': [
      [0x49, 'application/pdf'],
      [0x49, 'image/png'],
      [0x49, 'application/octet-stream'],
    ],
    'copies-supported': [[0x33, Buffer.concat([four(1), four(99)])]],
    ...changes,
  }
  const known = Object.entries(attributes).filter(([, values]) => values !== undefined)
  return { tag: 4, attributes: Object.fromEntries(known) as IppGroup['attributes'] }
}

export const getAttributes = 0x0b
export const printJob = 0x02

/** The status code of a response to a job, or all of its bytes. */
export type Answer = (request: Played, response: ServerResponse) => Buffer | number | undefined

export interface PlayedPrinter {
  readonly url: string
  readonly requests: readonly Played[]
  close(): Promise<void>
}

/** A printer that answers as `answer` says; by default it is ready and accepts every job. */
export async function played(answer: Answer = () => undefined, group = printerGroup()): Promise<PlayedPrinter> {
  const requests: Played[] = []
  return await listening(requests, async (incoming, response) => {
    const chunks: Buffer[] = []
    try {
      for await (const chunk of incoming) chunks.push(chunk)
    } catch {
      // the client has closed the connection
      return
    }
    const request = playedRequest(Buffer.concat(chunks), incoming.headers)
    requests.push(request)
    const chosen = answer(request, response)
    if (response.headersSent || response.destroyed) return
    const groups = request.operation === getAttributes ? [operationGroup, group] : [operationGroup]
    const bytes = Buffer.isBuffer(chosen) ? chosen : ippBytes(chosen ?? 0, request.requestId, groups)
    response.writeHead(200, { 'content-type': 'application/ipp' }).end(bytes)
  })
}

export async function listening(
  requests: readonly Played[],
  listener: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<PlayedPrinter> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/ipp/print`,
    requests,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export const signal = (): AbortSignal => new AbortController().signal

export const testPrinter: Printer = { ...dock, address: { kind: 'lp', queue: 'labels' }, status: false }

export const patience = (changes: Partial<Patience> = {}): Patience => ({ ...usualPatience, ...changes })

/** A piece of one row. */
export function piece(row: number, bytes: string | Uint8Array, times = 1): DeliveryPiece {
  return { rows: { first: row, last: row, count: 1 }, labels: times, times, bytes: Buffer.from(bytes) }
}
