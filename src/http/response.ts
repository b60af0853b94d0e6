import { type IncomingMessage, type Server as NodeServer, ServerResponse, STATUS_CODES } from 'node:http'

/** Header lines that many responses have in common, in both forms: name and value in turn, and as they go over the wire. */
export interface Lines {
  readonly list: readonly string[]
  readonly text: string
}

export function linesOf(list: readonly string[]): Lines {
  return { list, text: textOf(list) }
}

/** @param list name and value in turn, which are words of this program's own: nothing in them is checked or escaped */
export function textOf(list: readonly string[]): string {
  let text = ''
  for (let i = 0; i < list.length; i += 2) text += `${list[i]}: ${list[i + 1]}\r\n`
  return text
}

/** What says what a body is: the status, the headers of its kind, and its own, which need not be made into one text each time. */
export interface Head {
  readonly status: number
  readonly usual: Lines
  readonly own: readonly string[]
}

/** Bytes of a body that are better copied behind their head than handed to the system as a second piece. */
const mostCopied = 1 << 16

/**
 * A response of node's that can leave in one piece.
 *
 * On its way out node checks each header, puts the head together anew, and hands on head and body one by one, which takes
 * longer than to draw a barcode. What this program says in its heads is known, so where nothing waits on the connection and
 * the connection is kept, head and body go out as the one array of bytes that they are. Everything else takes node's way.
 */
export class Response extends ServerResponse {
  /** How long the connection is kept, as header lines. On its own way, node writes the same. */
  kept = ''
  /** Where node keeps the head until it has left, and whether it has: these say that nothing is to be written any more. */
  declare private _header: string | null
  declare private _headerSent: boolean

  send(head: Head, body: Uint8Array): void {
    this.statusCode = head.status
    if (!this.sendAtOnce(head, body)) this.writeHead(head.status, [...head.usual.list, ...head.own]).end(body)
  }

  /** Says no where this is not the turn of this response, and where it is not known how node keeps its books. */
  private sendAtOnce({ status, usual, own }: Head, body: Uint8Array): boolean {
    const { socket } = this
    if (!this.shouldKeepAlive || socket === null || !socket.writable || socket.writableLength > 0) return false
    if (body.length > mostCopied || this._header !== null || this._headerSent !== false) return false
    const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${usual.text}${textOf(own)}${dateLine()}${this.kept}\r\n`
    const count = this.req.method === 'HEAD' ? 0 : body.length
    const bytes = Buffer.allocUnsafe(head.length + count)
    bytes.write(head, 'latin1')
    if (count > 0) bytes.set(body, head.length)
    socket.write(bytes)
    this._header = head
    this._headerSent = true
    this.end()
    return true
  }
}

/** A server of node's whose responses are such. */
export type Server = NodeServer<typeof IncomingMessage, typeof Response>

let second = 0
let line = ''

/** RFC 9110, 6.6.1: a server that has a clock says when it answered, to the second. */
export function dateLine(): string {
  const now = Math.floor(Date.now() / 1000)
  if (now !== second) {
    second = now
    line = `Date: ${new Date(1000 * now).toUTCString()}\r\n`
  }
  return line
}
