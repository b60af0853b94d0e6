import { type IncomingMessage, type Server as NodeServer, ServerResponse, STATUS_CODES } from 'node:http'
import { isUnwritten, markWritten } from './node-internals.ts'

/** Header lines that many responses have in common, as names and values in turn and as text on the wire. */
export interface Lines {
  readonly list: readonly string[]
  readonly text: string
}

export function linesOf(list: readonly string[]): Lines {
  return { list, text: textOf(list) }
}

/** @param list  name and value in turn, made by this program: nothing in them is checked or escaped */
function textOf(list: readonly string[]): string {
  let text = ''
  for (let i = 0; i < list.length; i += 2) text += `${list[i]}: ${list[i + 1]}\r\n`
  return text
}

/** The head of a response: status, the headers that all of its kind have, and its own. */
export interface Head {
  readonly status: number
  readonly usual: Lines
  readonly own: readonly string[]
}

/** @param end  header lines about the connection */
export function headText({ status, usual, own }: Head, end: string): string {
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${usual.text}${textOf(own)}${dateLine()}${end}\r\n`
}

/** Bodies up to this many bytes are copied behind their head, which is faster than a second write. */
const mostCopied = 1 << 16

/**
 * A node response that can be sent in one piece.
 *
 * Node checks each header, builds the head, and writes head and body one by one, which takes longer than drawing a barcode.
 * The headers here are this program's own, so where nothing waits on the connection and the connection is kept, head and
 * body are written as one array of bytes. Everything else is sent by node.
 */
export class Response extends ServerResponse {
  /** Header lines that say how long the connection is kept. */
  kept = linesOf([])
  /** Where the reply waits for others; undefined: it is written at once. */
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

  /** Writes the whole response, unless the client has gone. */
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

/** Milliseconds that a reply may wait for others. */
const longestHeld = 1

/**
 * Holds replies until no other request is about to be answered: a write wakes the client and evicts the drawing's code from
 * the caches, and both cost less for several replies at once.
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

/** A node server with these responses. */
export type Server = NodeServer<typeof IncomingMessage, typeof Response>

let second = 0
let line = ''

/** RFC 9110, 6.6.1: a server with a clock sends the date, to the second. */
function dateLine(): string {
  const now = Math.floor(Date.now() / 1000)
  if (now !== second) {
    second = now
    line = `Date: ${new Date(1000 * now).toUTCString()}\r\n`
  }
  return line
}
