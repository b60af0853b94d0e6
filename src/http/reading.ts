import { Socket } from 'node:net'
import { mostHeaders } from './request-syntax.ts'

/** The input of a connection, which can be stopped between two requests and not only between two reads. */
export interface Reading {
  /** Whether something has been received that node's parser has yet to see. */
  readonly isBehind: boolean
  /** From here on nothing more is parsed, and soon nothing more is read. */
  stop(): void
  resume(): void
  /** From here on all that is received is thrown away. */
  discard(): void
  /** Parses some more of what has been received, when it is this connection's turn. */
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

/** What a connection's input is told to. */
export interface Listener {
  /** A head has so many lines that no request with it would be accepted: each costs time, and memory beyond its bytes. */
  tooManyLines(): void
  /** A request has been parsed and more has been received: `goOn` is to be called in turn with other clients. */
  wantsTurn(): void
}

/**
 * Hands what `socket` receives to node's parser piece by piece.
 *
 * Node reads up to 64 KB at once, parses all of it, and keeps 3 KB for each request in it: 2,500 of the shortest. Its parser
 * listens to the socket's data as anyone may, so it is asked to listen here instead. Where it does not, reading is node's own.
 */
export function readingOf(socket: Socket, listener: Listener): Reading {
  const [parse] = socket.listeners('data') as ((this: Socket, bytes: Buffer) => void)[]
  let [isStopped, isWaiting, isDiscarding] = [false, false, false]
  let lines = 0
  const resume = (): Socket => (isStopped || isWaiting ? socket : Socket.prototype.resume.call(socket))
  /** Whether there was no end of a request in the piece. */
  const feed = (piece: Buffer): boolean => {
    const before = lines
    lines = -1
    parse!.call(socket, piece)
    if (lines === 0) return false
    lines = before + linesIn(piece)
    if (lines > mostLines) listener.tooManyLines()
    return true
  }
  const receive = (chunk: Buffer): void => {
    let at = 0
    for (let isHead = true; isHead && at < chunk.length && !isDiscarding && !isHeld(socket); at += pieceLength)
      isHead = feed(chunk.length <= pieceLength ? chunk : chunk.subarray(at, at + pieceLength))
    if (at >= chunk.length || isDiscarding || socket.destroyed) return
    if (!isHeld(socket)) {
      isWaiting = true
      listener.wantsTurn()
    }
    socket.pause()
    socket.unshift(chunk.subarray(at))
  }
  if (parse !== undefined) {
    socket.off('data', parse)
    socket.on('data', receive)
  }
  // node resumes a socket whenever a request or a reply ends
  socket.resume = resume
  return {
    get isBehind() {
      return socket.readableLength > 0
    },
    stop() {
      isStopped = true
      socket.pause()
    },
    resume() {
      if (!isStopped) return
      isStopped = false
      resume()
    },
    discard() {
      isDiscarding = true
      isStopped = false
      isWaiting = false
      resume()
    },
    goOn() {
      isWaiting = false
      resume()
      if (!socket.isPaused()) socket.read()
    },
    begin() {
      lines = 0
    },
  }
}

const lineFeed = 10

function linesIn(piece: Buffer): number {
  let count = 0
  for (let at = piece.indexOf(lineFeed); at >= 0; at = piece.indexOf(lineFeed, at + 1)) count++
  return count
}

/** Node's server stops a connection by itself where replies pile up, and must not be given more until it goes on. */
function isHeld(socket: Socket & { readonly _paused?: boolean }): boolean {
  return socket.isPaused() || socket.destroyed || socket._paused === true
}
