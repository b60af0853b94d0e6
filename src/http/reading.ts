import { Socket } from 'node:net'
import { InputSocket } from './input-socket.ts'
import { isPausedByNode, type Parse, takeInput } from './node-internals.ts'
import { mostHeaders } from './request-syntax.ts'

/** The input of a connection, which can be stopped between two requests and not only between two reads. */
export interface Reading {
  /** Whether something has been received that node's parser has yet to see. */
  readonly isBehind: boolean
  /** From here on nothing more is read. */
  stop(): void
  resume(): void
  /** From here on all that is received is thrown away. */
  discard(): void
  /** Parses what has been received, when it is this connection's turn. */
  goOn(): void
  /** A request has been parsed: what follows is another one's head. */
  begin(): void
}

/** Bytes that node's parser gets at a time. */
const pieceLength = 512

/** Lines of a head: the request, its headers, the empty one at its end. Lines of a request before may be among them. */
const mostLines = mostHeaders + 2 + pieceLength

/** Of the shortest, `GET / HTTP/1.1` with an empty Host. */
export const mostRequestsInPiece: number = Math.ceil(pieceLength / 25)

/** What a connection's input is told to, and asks. */
export interface Listener {
  /** Whether its client has so much waiting that all of what it sends is parsed in turn with other clients. */
  isCrowded(): boolean
  /** A head has so many lines that no request with it would be accepted: each costs time, and memory beyond its bytes. */
  tooManyLines(): void
  /** Something has been received, and `goOn` is to be called in turn with other clients. */
  wantsTurn(): void
}

/** Where the socket is node's own, so is what is done with its input, and only between two reads is there a stop. */
export function readingOf(socket: Socket, listener: Listener): Reading {
  const parse = socket instanceof InputSocket ? takeInput(socket) : undefined
  if (!(socket instanceof InputSocket) || parse === undefined) return wholeReading(socket)
  return new PieceReading(socket, parse, listener)
}

/**
 * Hands what a socket receives to node's parser piece by piece, at once up to the end of a request, and the rest in turn with
 * other clients.
 *
 * Node would read 64 KB at once, parse all of it, and keep 3 KB for each request in it: 2,500 of the shortest.
 */
class PieceReading implements Reading {
  private readonly socket: InputSocket
  private readonly parse: Parse
  private readonly listener: Listener
  /** What has been received and is yet to be parsed. */
  private rest: Buffer | undefined
  private isWaiting = false
  private isStopped = false
  private isDiscarding = false
  /** Lines since the last request was complete. */
  private lines = 0
  private isRequestComplete = false

  constructor(socket: InputSocket, parse: Parse, listener: Listener) {
    this.socket = socket
    this.parse = parse
    this.listener = listener
    socket.onInput = (bytes) => this.receive(bytes)
    // node resumes a socket whenever a request or a reply ends
    socket.resume = () => this.flow()
  }

  get isBehind(): boolean {
    return this.rest !== undefined
  }

  /** @param bytes  overwritten by the next ones */
  private receive(bytes: Buffer): void {
    if (this.isDiscarding) return
    const at = this.listener.isCrowded() ? 0 : this.feed(bytes)
    if (at < bytes.length) this.hold(Buffer.from(bytes.subarray(at)))
  }

  /** Parses up to the end of a request and, as pieces go, a little more. Returns how far that is. */
  private feed(bytes: Buffer): number {
    let at = 0
    this.isRequestComplete = false
    while (at < bytes.length && !this.isRequestComplete && !this.isHeld() && !this.isDiscarding) {
      const piece = bytes.subarray(at, at + pieceLength)
      at += piece.length
      this.parse.call(this.socket, piece)
      this.lines = this.isRequestComplete ? 0 : this.lines + linesIn(piece)
      if (this.lines > mostLines) this.listener.tooManyLines()
    }
    return this.isDiscarding ? bytes.length : at
  }

  private hold(rest: Buffer): void {
    this.rest = rest
    this.socket.pause()
    this.flow()
  }

  /** Node pauses a socket by itself where replies pile up, and must not be given more until it goes on. */
  private isHeld(): boolean {
    const { socket } = this
    return this.isStopped || socket.destroyed || isPausedByNode(socket)
  }

  /** Goes on, in turn where something has been received already. */
  private flow(): InputSocket {
    const { socket } = this
    if (this.isWaiting || (this.isHeld() && !this.isDiscarding)) return socket
    if (this.rest === undefined) Socket.prototype.resume.call(socket)
    else {
      this.isWaiting = true
      this.listener.wantsTurn()
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

  goOn(): void {
    const { rest } = this
    if (rest !== undefined && !this.isHeld()) {
      const at = this.feed(rest)
      this.rest = at < rest.length ? rest.subarray(at) : undefined
    }
    this.isWaiting = false
    this.flow()
  }

  begin(): void {
    this.isRequestComplete = true
  }
}

const lineFeed = 10

function linesIn(piece: Buffer): number {
  let count = 0
  for (let at = piece.indexOf(lineFeed); at >= 0; at = piece.indexOf(lineFeed, at + 1)) count++
  return count
}

function wholeReading(socket: Socket): Reading {
  return {
    isBehind: false,
    stop: () => socket.pause(),
    resume: () => socket.resume(),
    discard: () => socket.resume(),
    goOn() {},
    begin() {},
  }
}
