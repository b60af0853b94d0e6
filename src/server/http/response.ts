import { hash } from 'node:crypto'
import { type IncomingMessage, type Server as NodeServer, ServerResponse, STATUS_CODES } from 'node:http'
import type { Answer, Live, LiveAnswer, LongAnswer, Pieces } from '../../answer.ts'
import { isUnwritten, markWritten } from './node-internals.ts'
import {
  type Audience,
  type HeaderLines,
  headerLines,
  headersOfType,
  type Methods,
  textOf,
} from './response-headers.ts'

/** The status and headers of a response. */
interface Head {
  readonly status: number
  /** Headers that it shares with other responses. */
  readonly shared: HeaderLines
  /** Further headers, in lists in which names and values alternate. */
  readonly own: readonly (readonly string[])[]
}

/**
 * A response as bytes. The start of its head is copied, as it is long and the same for most responses.
 *
 * @param end  header lines about the connection
 */
function responseBytes({ status, shared, own }: Head, end: string, body: Uint8Array): Uint8Array {
  const start = shared.starts.get(status) ?? startOf(status, shared)
  let text = ''
  for (let i = 0; i < own.length; i++) text += textOf(own[i]!)
  text += `${dateLine()}${end}\r\n`
  const headLength = start.length + text.length
  const bytes = Buffer.allocUnsafe(headLength + body.length)
  bytes.set(start)
  bytes.write(text, start.length, 'latin1')
  bytes.set(body, headLength)
  return bytes
}

function startOf(status: number, { text, starts }: HeaderLines): Uint8Array {
  const start = Buffer.from(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${text}`, 'latin1')
  starts.set(status, start)
  return start
}

const noBody: Uint8Array = new Uint8Array(0)

/** Bodies up to this many bytes are copied after their head, which is faster than a second write. */
const mostCopied = 1 << 16

const noLines = headerLines([])

/**
 * A node response that can be sent in one piece.
 *
 * Node checks each header, builds the head, and writes head and body separately, which takes longer than drawing a barcode.
 * These headers come from this program. So if the connection is kept and nothing is waiting to be written, head and body are
 * written as one array of bytes. In all other cases node sends the response.
 */
export class Response extends ServerResponse {
  /** Header lines for a connection that is kept alive. */
  keepAlive: HeaderLines = noLines
  /** Holds the response back to write it together with others; undefined: it is written at once. */
  outbox: Outbox | undefined
  /** Called when the response has been passed to the socket. */
  whenWritten: (() => void) | undefined

  /** Bytes of the body that are not passed to the socket yet. */
  rest = 0

  send(head: Head, body: Uint8Array): void {
    this.statusCode = head.status
    if (this.#isNext() && body.length <= mostCopied) {
      const bytes = responseBytes(head, this.keepAlive.text, this.req.method === 'HEAD' ? noBody : body)
      if (this.outbox === undefined) this.writeWhole(bytes)
      else this.outbox.take(this, bytes)
      return
    }
    this.#begin(head).end(body)
    this.whenWritten?.()
  }

  /** Sends a body piece by piece, each when the client has room for it. */
  sendPieces(head: Head, { length, pieces }: Pieces): void {
    this.#begin(head)
    this.rest = length
    const next = (): void => {
      for (let piece = pieces.next(); !piece.done; piece = pieces.next()) {
        this.rest -= piece.value.length
        if (!this.write(piece.value)) return
      }
      this.off('drain', next).end()
    }
    this.on('drain', next)
    next()
    this.whenWritten?.()
  }

  /**
   * Sends a body while it is made. It ends with its last part; its connection is closed where it ends before.
   *
   * @param length  of the body, if it is known; without it, it is chunked (RFC 9112, 7.1)
   */
  sendLive(head: Head, live: Live): void {
    let isClosed = false
    const close = (): void => {
      if (isClosed) return
      isClosed = true
      live.close()
    }
    this.once('close', close)
    this.#begin(head)
    this.flushHeaders()
    const next = (): void => {
      while (!isClosed && !this.writableEnded && !this.writableNeedDrain) {
        let part: ReturnType<Live['next']>
        try {
          part = live.next()
        } catch {
          // what has been sent cannot be taken back: the connection ends before its time
          close()
          this.destroy()
          return
        }
        if (part === 'later') return
        if (part === undefined) {
          close()
          this.end()
          return
        }
        this.write(part)
      }
    }
    this.on('drain', next)
    live.onMore(next)
    if (this.req.method === 'HEAD') {
      close()
      this.end()
    } else next()
    this.whenWritten?.()
  }

  #begin({ status, shared, own }: Head): this {
    const keepAlive = this.shouldKeepAlive ? this.keepAlive.list : []
    return this.writeHead(status, [shared.list, own, keepAlive].flat(2))
  }

  /** Writes the whole response, unless the client has gone. */
  writeWhole(bytes: Uint8Array): void {
    if (!this.socket?.writable) return
    this.socket.write(bytes)
    markWritten(this)
    this.end()
    this.whenWritten?.()
  }

  /** Whether this response is the next to write, on a connection that is kept, and node has written nothing of it. */
  #isNext(): boolean {
    const { socket } = this
    if (!this.shouldKeepAlive || socket === null || !socket.writable || socket.writableLength > 0) return false
    return isUnwritten(this)
  }
}

interface Held {
  readonly response: Response
  readonly bytes: Uint8Array
}

/**
 * Holds the responses of one turn until its end. A write wakes the client and evicts the drawing code from the CPU caches; both cost
 * less for several responses at once.
 */
export class Outbox {
  readonly #isTurnDue: () => boolean
  #held: Held[] = []

  /** @param isTurnDue  whether a turn to answer requests runs, or is scheduled; `release` is called at its end */
  constructor(isTurnDue: () => boolean) {
    this.#isTurnDue = isTurnDue
  }

  /** Writes the response at the end of the turn, or at once if there is none: an answer that was awaited comes between turns. */
  take(response: Response, bytes: Uint8Array): void {
    if (this.#isTurnDue()) this.#held.push({ response, bytes })
    else response.writeWhole(bytes)
  }

  release(): void {
    const held = this.#held
    if (held.length === 0) return
    this.#held = []
    for (const { response, bytes } of held) response.writeWhole(bytes)
  }
}

/** A node server that uses these responses. */
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

/** What a response has besides its answer. */
interface Sending {
  readonly audience: Audience
  /** Further headers; names and values alternate. */
  readonly more: readonly string[]
}

/**
 * Sends the answer, or 304 if the client already has it.
 *
 * @returns how many bytes of the body are sent
 */
export function sendAnswer(response: Response, answer: Answer | LongAnswer, sending: Sending): number {
  return isLong(answer) ? sendLong(response, answer, sending) : sendWhole(response, answer, sending)
}

function isLong(answer: Answer | LongAnswer): answer is LongAnswer {
  return 'pieces' in answer.body
}

export function isLive(answer: Answer | LongAnswer | LiveAnswer): answer is LiveAnswer {
  return 'onMore' in answer.body
}

/** Begins an answer that goes on while it is read. */
export function sendLive(
  response: Response,
  { status, type, headers, body }: LiveAnswer,
  { audience, more }: Sending,
): void {
  const length = body.length === undefined ? [] : ['Content-Length', String(body.length)]
  response.sendLive(
    { status, shared: headersOfType[audience][type].withBody, own: [headers, length, notCached, more] },
    body,
  )
}

/** Sends the answer to a POST in its pieces. */
function sendLong(
  response: Response,
  { status, type, headers, body }: LongAnswer,
  { audience, more }: Sending,
): number {
  const shared = headersOfType[audience][type].withBody
  response.sendPieces({ status, shared, own: [headers, lengthOf(body), notCached, more] }, body)
  return body.length
}

function sendWhole(response: Response, answer: Answer, { audience, more }: Sending): number {
  const { status, maxAge, isImmutable, body } = answer
  const { withBody, withoutBody } = headersOfType[audience][answer.type]
  const bytes = response.req.method === 'HEAD' ? 0 : body.length
  // an answer to POST is about its body, and no cache may use it for another (RFC 9110, 9.3.3)
  if (maxAge === 0 || response.req.method === 'POST') {
    response.send({ status, shared: withBody, own: [answer.headers, lengthOf(body), notCached, more] }, body)
    return bytes
  }
  const etag = `"${hash('sha256', body, 'base64url')}"`
  const cached = ['Cache-Control', `public, max-age=${maxAge}${isImmutable ? ', immutable' : ''}`, 'ETag', etag]
  if (isCurrent(response.req.headers['if-none-match'], etag)) {
    response.send({ status: 304, shared: withoutBody, own: [cached, more] }, noBody)
    return 0
  }
  response.send({ status, shared: withBody, own: [answer.headers, lengthOf(body), cached, more] }, body)
  return bytes
}

/** Answers OPTIONS. @param more  further headers; names and values alternate */
export function sendPreflight(response: Response, { preflight }: Methods, more: readonly string[]): void {
  response.send({ status: 204, shared: preflight, own: [more] }, noBody)
}

/** The last response on a connection, head and body as bytes, for sockets that node's server no longer serves. */
export function finalResponse(answer: Answer, { audience, more }: Sending, isHead: boolean): Uint8Array {
  const { status, type, headers, body } = answer
  const own = [headers, lengthOf(body), notCached, more]
  const shared = headersOfType[audience][type].withBody
  return responseBytes({ status, shared, own }, 'Connection: close\r\n', isHead ? noBody : body)
}

const notCached = ['Cache-Control', 'no-store']

const lengthOf = ({ length }: { readonly length: number }): string[] => ['Content-Length', String(length)]

/** Whether If-None-Match has the ETag, by weak comparison (RFC 9110, 13.1.2), or is `*`. */
function isCurrent(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  for (const [, tag] of header.matchAll(entityTags)) if (tag === etag) return true
  return false
}

const entityTags = /(?<=^|,)\s*(?:W\/)?("[^"]*")\s*(?=,|$)/g
