import { Socket } from 'node:net'
import { InputSocket } from './input-socket.ts'
import { isPausedByNode, type Parse, takeInput } from './node-internals.ts'
import { mostHeaders } from './request-syntax.ts'

/** The input of a connection, which can be stopped after any request, not only after a read. */
export interface Input {
  /** Whether something has been received that is not parsed yet. */
  readonly hasUnparsed: boolean
  /** Reads nothing more until `resume`. */
  stop(): void
  resume(): void
  /** Throws away all that is received from now on. */
  discard(): void
  /** Parses what has been received; called when it is this connection's turn. */
  parseNext(): void
  /** Called when a request has been parsed: what follows is the head of another. */
  requestParsed(): void
}

/** Bytes that node's parser gets at a time. */
const pieceLength = 512

/** Lines of a head: request line, headers, empty line; and those of the request before that share its first piece. */
const mostLines = mostHeaders + 2 + pieceLength

/** Of the shortest request: `GET / HTTP/1.1` with an empty Host. */
export const mostRequestsInPiece: number = Math.ceil(pieceLength / 25)

/** What the input asks of its connection, and reports to it. */
export interface InputOwner {
  /** Whether its client has so many requests waiting that all it sends is parsed in turn with other clients. */
  isCrowded(): boolean
  /** Called when a head has more lines than any accepted request: each costs time, and more memory than its bytes. */
  tooManyLines(): void
  /** Called when something has been received: `parseNext` is to be called in turn with other clients. */
  scheduleParse(): void
}

/** The input of a socket. Where node's own socket or parser is in charge of it, it can be stopped between two reads only. */
export function inputOf(socket: Socket, owner: InputOwner): Input {
  const parse = socket instanceof InputSocket ? takeInput(socket) : undefined
  if (!(socket instanceof InputSocket) || parse === undefined) return inputOfNode(socket)
  return new PiecewiseInput(socket, parse, owner)
}

/**
 * Passes what a socket receives to node's parser piece by piece: at once up to the end of a request, the rest in turn with
 * other clients.
 *
 * Node would read 64 KB at once, parse all of it, and keep 3 KB for each request in it: 2,500 of the shortest.
 */
class PiecewiseInput implements Input {
  private readonly socket: InputSocket
  private readonly parse: Parse
  private readonly owner: InputOwner
  /** What has been received and is not parsed yet. */
  private rest: Buffer | undefined
  private isWaiting = false
  private isStopped = false
  private isDiscarding = false
  /** Lines since the last request was complete. */
  private lines = 0
  private isRequestComplete = false

  constructor(socket: InputSocket, parse: Parse, owner: InputOwner) {
    this.socket = socket
    this.parse = parse
    this.owner = owner
    socket.onInput = (bytes) => this.receive(bytes)
    // node resumes a socket whenever a request or a reply ends
    socket.resume = () => this.flow()
  }

  get hasUnparsed(): boolean {
    return this.rest !== undefined
  }

  /** @param bytes  the next call overwrites them */
  private receive(bytes: Buffer): void {
    if (this.isDiscarding) return
    const at = this.owner.isCrowded() ? 0 : this.feed(bytes)
    if (at < bytes.length) this.hold(Buffer.from(bytes.subarray(at)))
  }

  /** Parses up to the end of the piece that ends a request. Returns how many bytes that is. */
  private feed(bytes: Buffer): number {
    let at = 0
    this.isRequestComplete = false
    while (at < bytes.length && !this.isRequestComplete && !this.isHeld() && !this.isDiscarding) {
      const piece = bytes.subarray(at, at + pieceLength)
      at += piece.length
      this.parse.call(this.socket, piece)
      this.lines = this.isRequestComplete ? 0 : this.lines + linesIn(piece)
      if (this.lines > mostLines) this.owner.tooManyLines()
    }
    return this.isDiscarding ? bytes.length : at
  }

  private hold(rest: Buffer): void {
    this.rest = rest
    this.socket.pause()
    this.flow()
  }

  /** Node pauses a socket by itself where replies pile up, and must not get more requests until it resumes it. */
  private isHeld(): boolean {
    const { socket } = this
    return this.isStopped || socket.destroyed || isPausedByNode(socket)
  }

  /** Continues, in turn with other clients where something is left to parse. */
  private flow(): InputSocket {
    const { socket } = this
    if (this.isWaiting || (this.isHeld() && !this.isDiscarding)) return socket
    if (this.rest === undefined) Socket.prototype.resume.call(socket)
    else {
      this.isWaiting = true
      this.owner.scheduleParse()
    }
    return socket
  }

  stop(): void {
    this.isStopped = true
    this.socket.pause()
  }

  resume(): void {
    if (!this.isStopped) return
    this.isStopped = false
    this.flow()
  }

  discard(): void {
    this.isDiscarding = true
    this.isWaiting = false
    this.rest = undefined
    this.flow()
  }

  parseNext(): void {
    const { rest } = this
    if (rest !== undefined && !this.isHeld()) {
      const at = this.feed(rest)
      this.rest = at < rest.length ? rest.subarray(at) : undefined
    }
    this.isWaiting = false
    this.flow()
  }

  requestParsed(): void {
    this.isRequestComplete = true
  }
}

const lineFeed = 10

function linesIn(piece: Buffer): number {
  let count = 0
  for (let at = piece.indexOf(lineFeed); at >= 0; at = piece.indexOf(lineFeed, at + 1)) count++
  return count
}

function inputOfNode(socket: Socket): Input {
  return {
    hasUnparsed: false,
    stop: () => socket.pause(),
    resume: () => socket.resume(),
    discard: () => socket.resume(),
    parseNext() {},
    requestParsed() {},
  }
}
