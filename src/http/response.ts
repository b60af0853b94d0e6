import { type IncomingMessage, type Server as NodeServer, ServerResponse, STATUS_CODES } from 'node:http'
import { isUnwritten, markWritten } from './node-internals.ts'

/** Header lines that many responses have in common, in both forms: name and value in turn, and as they go over the wire. */
export interface Lines {
  readonly list: readonly string[]
  readonly text: string
}

export function linesOf(list: readonly string[]): Lines {
  return { list, text: textOf(list) }
}

/** @param list name and value in turn, which are words of this program's own: nothing in them is checked or escaped */
function textOf(list: readonly string[]): string {
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

/** @param end header lines that say what becomes of the connection */
export function headText({ status, usual, own }: Head, end: string): string {
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${usual.text}${textOf(own)}${dateLine()}${end}\r\n`
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
  /** How long the connection is kept. */
  kept = linesOf([])
  /** Where the reply waits for others; without one it leaves at once. */
  outbox: Outbox | undefined

  send(head: Head, body: Uint8Array): void {
    this.statusCode = head.status
    if (this.isFree() && body.length <= mostCopied) {
      const bytes = this.bytesOf(head, body)
      if (this.outbox === undefined) this.leave(bytes)
      else this.outbox.hold(this, bytes)
      return
    }
    const kept = this.shouldKeepAlive ? this.kept.list : []
    this.writeHead(head.status, [...head.usual.list, ...head.own, ...kept]).end(body)
  }

  /** Writes the whole response, unless its client has gone meanwhile. */
  leave(bytes: Uint8Array): void {
    if (!this.socket?.writable) return
    this.socket.write(bytes)
    markWritten(this)
    this.end()
  }

  /** Whether this response is next on a connection that is kept, and can be written past node. */
  private isFree(): boolean {
    const { socket } = this
    if (!this.shouldKeepAlive || socket === null || !socket.writable || socket.writableLength > 0) return false
    return isUnwritten(this)
  }

  private bytesOf({ status, usual, own }: Head, body: Uint8Array): Uint8Array {
    const head = headText({ status, usual, own }, this.kept.text)
    const count = this.req.method === 'HEAD' ? 0 : body.length
    const bytes = Buffer.allocUnsafe(head.length + count)
    bytes.write(head, 'latin1')
    if (count > 0) bytes.set(body, head.length)
    return bytes
  }
}

interface Held {
  readonly response: Response
  readonly bytes: Uint8Array
}

/** Milliseconds that a reply may wait for others, once the one that is being drawn is done. */
const longestHeld = 1

/**
 * Keeps replies until no other is due: to write is to wake the client and to leave the drawing's code, and both cost less
 * for several replies at once.
 */
export class Outbox {
  private readonly isBusy: () => boolean
  private held: Held[] = []
  private heldSince = 0
  private readonly look = (): void => {
    if (this.isBusy() && performance.now() - this.heldSince < longestHeld) setImmediate(this.look)
    else this.release()
  }

  /** @param isBusy  whether another request is about to be answered, after which `release` is called */
  constructor(isBusy: () => boolean) {
    this.isBusy = isBusy
  }

  hold(response: Response, bytes: Uint8Array): void {
    const now = performance.now()
    if (this.held.length === 0) {
      this.heldSince = now
      setImmediate(this.look)
    }
    this.held.push({ response, bytes })
    if (now - this.heldSince > longestHeld) this.release()
  }

  release(): void {
    const leaving = this.held
    if (leaving.length === 0) return
    this.held = []
    for (const { response, bytes } of leaving) response.leave(bytes)
  }
}

/** A server of node's whose responses are such. */
export type Server = NodeServer<typeof IncomingMessage, typeof Response>

let second = 0
let line = ''

/** RFC 9110, 6.6.1: a server that has a clock says when it answered, to the second. */
function dateLine(): string {
  const now = Math.floor(Date.now() / 1000)
  if (now !== second) {
    second = now
    line = `Date: ${new Date(1000 * now).toUTCString()}\r\n`
  }
  return line
}
