import { Socket } from 'node:net'
import { acceptWith, type ConnectionHandle, isPausedByNode, type Parse, takeInput } from './node-internals.ts'
import { mostHeaders } from './request-syntax.ts'
import type { Server } from './response.ts'

/** Why input is paused: many requests wait, or one is not admitted yet. */
type PauseReason = keyof typeof pauseBits

const pauseBits = { crowded: 1, held: 2 } as const

/** The input of a connection. It can be paused after any request, not only after a read. */
export interface Input {
  /** Whether received input is not parsed yet. */
  readonly hasUnparsed: boolean
  /** Whether it is paused. */
  readonly isStopped: boolean
  /** Pauses reading and parsing until `resume` has been called for every reason. */
  stop(reason: PauseReason): void
  resume(reason: PauseReason): void
  /** Discards all further input. */
  discard(): void
  /** Parses received input; called when it is this connection's turn. */
  parseNext(): void
  /** Called when the head of a request has been parsed: its body or another head follows. */
  requestParsed(): void
  /** Called when the body of a request has been delivered. */
  bodyDelivered(): void
}

/** Bytes that are passed to node's parser at a time. */
const pieceLength = 512

/** The maximum number of lines of a head: request line, headers, empty line, and the lines of an earlier request that share its first piece. */
const mostLines = mostHeaders + 2 + pieceLength

/** The maximum number of requests in a piece; the shortest, 25 bytes, is `GET / HTTP/1.1` with an empty Host. */
export const mostRequestsInPiece: number = Math.ceil(pieceLength / 25)

/** A body that is complete is delivered by node soon, but not at once: it parses what follows before that. */
export type BodyState = 'none' | 'incomplete' | 'complete'

/** The connection, as its input sees it. */
interface InputOwner {
  /** Whether the client has so many waiting requests that all its input is parsed in turn with other clients. */
  isCrowded(): boolean
  /** The body of the last request. */
  readonly body: BodyState
  /** Called when a head has more lines than any accepted request; each takes time, and more memory than its bytes. */
  tooManyLines(): void
  /** Bytes in which the body may arrive that is being received. */
  readonly longestFramed: number
  /** Called when it arrives in more. */
  tooMuchFraming(): void
  /** Called when input is waiting: calls `parseNext` in turn with other clients. */
  scheduleParse(): void
}

/** The input of a socket. If node reads and parses it, it can be paused only between two reads. */
export function inputOf(socket: Socket, owner: InputOwner): Input {
  const parse = socket instanceof InputSocket ? takeInput(socket) : undefined
  if (!(socket instanceof InputSocket) || parse === undefined) return inputOfNode(socket)
  return new PiecewiseInput(socket, parse, owner)
}

/**
 * Passes the input of a socket to node's parser piece by piece: immediately up to the end of a request's head, bodies and the rest
 * in turn with other clients.
 *
 * Node alone would read 64 KB at once, parse all of it, and keep 3 KB for each request in it: 2,500 of the shortest.
 */
class PiecewiseInput implements Input {
  readonly #socket: InputSocket
  readonly #parse: Parse
  readonly #owner: InputOwner
  /** Received input that is not parsed yet. */
  #rest: Buffer | undefined
  #isWaiting = false
  /** The bits of the reasons for which it is paused. */
  #pauses = 0
  #isDiscarding = false
  /** Lines since the last request or its body was complete. */
  #lines = 0
  /** Bytes in which the body has arrived that is not complete. */
  #framed = 0
  #isHeadComplete = false

  constructor(socket: InputSocket, parse: Parse, owner: InputOwner) {
    this.#socket = socket
    this.#parse = parse
    this.#owner = owner
    socket.onInput = (bytes) => this.#receive(bytes)
    // node resumes a socket whenever a request or a response ends
    socket.resume = () => this.#flow()
  }

  get hasUnparsed(): boolean {
    return this.#rest !== undefined
  }

  get isStopped(): boolean {
    return this.#pauses !== 0
  }

  /** @param bytes  overwritten by the next input */
  #receive(bytes: Buffer): void {
    if (this.#isDiscarding) return
    const at = this.#owner.isCrowded() || this.#owner.body !== 'none' ? 0 : this.#feed(bytes)
    if (at < bytes.length) this.#hold(Buffer.from(bytes.subarray(at)))
  }

  /** Parses up to the end of the piece that ends a head, or completes a body. Returns how many bytes that is. */
  #feed(bytes: Buffer): number {
    let at = 0
    this.#isHeadComplete = false
    while (at < bytes.length && !this.#isHeadComplete && !this.#isPaused() && !this.#isDiscarding) {
      const piece = bytes.length <= pieceLength ? bytes : bytes.subarray(at, at + pieceLength)
      at += piece.length
      this.#parse.call(this.#socket, piece)
      this.#lines = this.#isHeadComplete || this.#owner.body !== 'none' ? 0 : this.#lines + linesIn(piece)
      if (this.#lines > mostLines) this.#owner.tooManyLines()
      this.#framed = this.#owner.body === 'incomplete' ? this.#framed + piece.length : 0
      if (this.#framed > this.#owner.longestFramed) this.#owner.tooMuchFraming()
    }
    return this.#isDiscarding ? bytes.length : at
  }

  #hold(rest: Buffer): void {
    this.#rest = rest
    this.#socket.pause()
    this.#flow()
  }

  /** Whether reading is paused, also by node: node pauses a socket when responses pile up, and must not get more requests until it resumes. */
  #isPaused(): boolean {
    const socket = this.#socket
    return this.#pauses !== 0 || this.#owner.body === 'complete' || socket.destroyed || isPausedByNode(socket)
  }

  /** Continues unless paused, in turn with other clients if input is left to parse. */
  #flow(): InputSocket {
    const socket = this.#socket
    if (this.#isWaiting || (this.#isPaused() && !this.#isDiscarding)) return socket
    if (this.#rest === undefined) Socket.prototype.resume.call(socket)
    else {
      this.#isWaiting = true
      this.#owner.scheduleParse()
    }
    return socket
  }

  stop(reason: PauseReason): void {
    this.#pauses |= pauseBits[reason]
    this.#socket.pause()
  }

  resume(reason: PauseReason): void {
    const before = this.#pauses
    this.#pauses &= ~pauseBits[reason]
    if (this.#pauses !== before) this.#flow()
  }

  discard(): void {
    this.#isDiscarding = true
    this.#isWaiting = false
    this.#rest = undefined
    this.#flow()
  }

  parseNext(): void {
    const rest = this.#rest
    if (rest !== undefined && !this.#isPaused()) {
      const at = this.#feed(rest)
      this.#rest = at < rest.length ? rest.subarray(at) : undefined
    }
    this.#isWaiting = false
    this.#flow()
  }

  requestParsed(): void {
    this.#isHeadComplete = true
  }

  bodyDelivered(): void {
    this.#flow()
  }
}

const lineFeed = 10

function linesIn(piece: Buffer): number {
  let count = 0
  for (let at = piece.indexOf(lineFeed); at >= 0; at = piece.indexOf(lineFeed, at + 1)) count++
  return count
}

function inputOfNode(socket: Socket): Input {
  let pauses = 0
  return {
    hasUnparsed: false,
    get isStopped() {
      return pauses !== 0
    },
    stop(reason) {
      pauses |= pauseBits[reason]
      socket.pause()
    },
    resume(reason) {
      const before = pauses
      pauses &= ~pauseBits[reason]
      if (pauses === 0 && before !== 0) socket.resume()
    },
    discard: () => socket.resume(),
    parseNext() {},
    requestParsed() {},
    bodyDelivered() {},
  }
}

/** The buffer into which all sockets read: `onInput` must copy what it needs later. */
const sharedBuffer = Buffer.alloc(8192)

/** The beginning of the shared buffer that the last input filled: most requests of a client have one length. */
let filled = sharedBuffer

function received(count: number): Buffer {
  if (filled.length !== count) filled = sharedBuffer.subarray(0, count)
  return filled
}

/** A socket that reads into one shared buffer. Node's own sockets allocate 64 KB for each read. */
export class InputSocket extends Socket {
  /** Called with each piece of input; the next piece overwrites it. */
  onInput: (bytes: Buffer) => void = () => {}

  constructor(handle: ConnectionHandle) {
    const onread = {
      buffer: sharedBuffer,
      callback: (count: number): boolean => {
        this.onInput(received(count))
        return true
      },
    }
    const options = { handle, allowHalfOpen: true, readable: true, writable: true, onread }
    super(options)
  }
}

/**
 * Creates the sockets of a server, but none for rejected connections: a socket and a parser cost three times as much as the rest
 * of accepting a connection, and in a flood of connections all other clients wait for that.
 *
 * If node's listener has another structure, node creates all sockets, and the server gets every connection.
 *
 * @param isRejected  called with the address of each connection, as node writes it
 */
export function acceptFor(server: Server, isRejected: (address: string) => boolean): void {
  acceptWith(server, (handle) => (isRejected(addressOf(handle)) ? undefined : new InputSocket(handle).setNoDelay()))
}

/** The address of the client; empty if it has already gone. */
function addressOf(handle: ConnectionHandle): string {
  const peer: { address?: string } = {}
  handle.getpeername(peer)
  return peer.address ?? ''
}
