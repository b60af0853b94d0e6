import { Socket } from 'node:net'
import { PieceSocket, pieceLength } from './accepting.ts'
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
  const [parse] = socket.listeners('data') as ((this: Socket, bytes: Buffer) => void)[]
  if (!(socket instanceof PieceSocket) || parse === undefined) return wholeReading(socket)
  // the parser reads past the socket until somebody else wants its data: it comes back as a listener, whom `PieceReading` calls
  socket.off('data', parse)
  socket.on('data', parse)
  return new PieceReading(socket, parse, listener)
}

/**
 * Hands what a socket receives to node's parser piece by piece: at once while one request after the other is sent, in turn
 * with other clients where several come together or the client has many waiting.
 *
 * Node would read 64 KB at once, parse all of it, and keep 3 KB for each request in it: 2,500 of the shortest.
 */
class PieceReading implements Reading {
  private readonly socket: PieceSocket
  private readonly parse: (this: Socket, bytes: Buffer) => void
  private readonly listener: Listener
  /** What waits for its turn. */
  private held: Buffer | undefined
  private isStopped = false
  /** The last piece was full, and had the end of a request: others follow. */
  private isPipelined = false
  /** Lines since the last request was complete. */
  private lines = 0
  private isRequestComplete = false

  constructor(socket: PieceSocket, parse: (this: Socket, bytes: Buffer) => void, listener: Listener) {
    this.socket = socket
    this.parse = parse
    this.listener = listener
    socket.onPiece = (piece) => this.take(piece)
    // node resumes a socket whenever a request or a reply ends
    socket.resume = () => this.flow()
  }

  get isBehind(): boolean {
    return this.held !== undefined
  }

  private take(piece: Buffer): void {
    if (!this.isPipelined && !this.listener.isCrowded()) {
      this.feed(piece)
      return
    }
    this.held = Buffer.from(piece)
    this.socket.pause()
    this.listener.wantsTurn()
  }

  private feed(piece: Buffer): void {
    const before = this.lines
    this.isRequestComplete = false
    this.parse.call(this.socket, piece)
    this.isPipelined = this.isRequestComplete && piece.length === pieceLength
    this.lines = this.isRequestComplete ? 0 : before + linesIn(piece)
    if (this.lines > mostLines) this.listener.tooManyLines()
  }

  /** Reads on, unless something waits. Node pauses a socket by itself where replies pile up, and must not be given more then. */
  private flow(): PieceSocket {
    const { socket } = this
    const isHeld = this.isStopped || this.held !== undefined || (socket as { _paused?: boolean })._paused === true
    if (!isHeld) Socket.prototype.resume.call(socket)
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
    const { socket } = this
    this.held = undefined
    this.isStopped = false
    socket.onPiece = () => {}
    Socket.prototype.resume.call(socket)
  }

  goOn(): void {
    const piece = this.held
    if (piece === undefined) return
    this.held = undefined
    this.feed(piece)
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
