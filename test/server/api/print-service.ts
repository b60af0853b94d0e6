import type { Designs } from '../../../src/design/designs.ts'
import { type Jobs, type Patience, type Printer, printersOf } from '../../../src/printing/index.ts'
import type { ServerOptions } from '../../../src/server/http/server.ts'
import type { SharedLimiter } from '../../../src/server/limiter/index.ts'
import { endless } from '../../printing/printers/example-jobs.ts'
import { type Reply, repliesIn, type Served, served, Wire } from '../http/wire.ts'

/** Where the clients come from: the address of the printers, 127.0.0.1, must be in no answer. */
export const [client, other] = ['127.0.0.2', '127.0.0.3']

export interface PrintService extends Served {
  readonly printers: ReturnType<typeof printersOf>
}

export interface ServiceOptions extends Partial<ServerOptions> {
  /** Of which /metrics tells. */
  readonly shared?: Pick<SharedLimiter, 'figures'>
  readonly patience?: Partial<Patience>
  readonly designs?: Designs
  readonly jobs?: Jobs
}

/** A service that knows these printers. */
export async function printService(list: readonly Printer[], options: ServiceOptions = {}): Promise<PrintService> {
  const { patience, jobs, ...others } = options
  const printers = printersOf(list, {
    patience: { ...endless, ...patience },
    ...(others.clock && { clock: others.clock }),
  })
  return { ...(await served({ ...others, printing: { printers, jobs } })), printers }
}

export interface Posted {
  /** Names and values of headers besides Quietzone-Print. */
  readonly headers?: readonly string[]
  readonly body?: string
  readonly type?: string
  readonly from?: string
}

const allowed = 'Quietzone-Print: yes'

/** The bytes of a request to print. */
export function printRequest(query: string, { headers = [allowed], body, type = 'text/csv' }: Posted = {}): Buffer {
  const bytes = Buffer.from(body ?? '')
  const framing = body === undefined ? [] : [`Content-Type: ${type}`, `Content-Length: ${bytes.length}`]
  const lines = [`POST /api/v1/print?${query} HTTP/1.1`, 'Host: x', 'Connection: close', ...headers, ...framing]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), bytes])
}

/** Sends a request to print; resolves with its answer, which is for no other origin and has no address. */
export async function print(service: Served, query: string, posted: Posted = {}): Promise<Reply> {
  const wire = new Wire(service.port, true, posted.from ?? client).send(printRequest(query, posted))
  await wire.closed
  return checked(repliesIn(wire.received)[0]!)
}

/** Like print, with a key. */
export function printWithKey(service: Served, query: string, key: string, posted: Posted = {}): Promise<Reply> {
  return print(service, query, { ...posted, headers: [allowed, `Idempotency-Key: ${key}`] })
}

/** An answer of a private route. @throws Error if it is for pages of other origins, or has the address of a printer */
export function checked(reply: Reply): Reply {
  const { headers, body } = reply
  const foreign = [...headers.keys()].filter((name) => name.startsWith('access-control'))
  if (foreign.length > 0 || headers.get('cross-origin-resource-policy') !== 'same-origin') {
    throw new Error(`for other origins: ${JSON.stringify([...headers])}`)
  }
  const text = `${JSON.stringify([...headers])}${body.toString('latin1')}`
  if (/127\.0\.0\.1|192\.0\.2|socket:|ECONN|9100/.test(text)) throw new Error(`an address: ${text}`)
  return reply
}

export const bodyOf = (reply: Reply): unknown => JSON.parse(reply.body.toString())

/** What GET draws. */
export async function got(service: Served, target: string): Promise<Reply> {
  const wire = new Wire(service.port, true, other)
  await wire.send(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`).closed
  return repliesIn(wire.received)[0]!
}
