import { type Answer, type Body, jsonAnswer } from '../../../src/answer.ts'
import type { ServerOptions } from '../../../src/server/http/server.ts'
import { type Reply, repliesIn, type Served, served, Wire } from './wire.ts'

const limit = 1 << 20
const mediaTypes = ['text/csv', 'application/json']

/** A service with a path that takes a body, and one that does not. */
export async function receiving(
  endpoint: (query: string, body: Body) => Answer = (_, { mediaType, bytes }) =>
    jsonAnswer({ mediaType, text: Buffer.from(bytes).toString('latin1') }),
  options: Partial<ServerOptions> = {},
): Promise<Served> {
  const free = { limited: true, isDrawing: true, headers: [] }
  const routes = () => [
    { path: '/body', endpoint, body: { limit, mediaTypes }, ...free },
    { path: '/none', endpoint: () => jsonAnswer({ none: true }), ...free },
  ]
  return served({ routes, ...options })
}

const csv = 'Content-Type: text/csv\r\n'
const head = (headers: string, line = 'POST /body'): string => `${line} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`

/** `text` in chunks of `length` bytes, the last one shorter. */
export function chunked(text: string, length: number, headers = csv): string {
  const starts = Array.from({ length: Math.ceil(text.length / length) }, (_, i) => i * length)
  const chunks = starts.map((from) => text.slice(from, from + length))
  const lines = chunks
    .map((chunk) => `${chunk.length.toString(16)}${length > 1000 ? ';x=y' : ''}\r\n${chunk}\r\n`)
    .join('')
  return `${head(`${headers}Transfer-Encoding: chunked\r\n`)}${lines}0\r\nTrailer: x\r\n\r\n`
}

/** The replies to what was sent on a connection of its own, until the server closes it. */
export async function repliesTo(service: Served, bytes: string): Promise<Reply[]> {
  const wire = new Wire(service.port).send(bytes)
  await wire.closed
  return repliesIn(wire.received)
}
