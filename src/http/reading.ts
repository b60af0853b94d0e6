import { Socket } from 'node:net'

/** The input of a connection, which can be stopped between two requests and not only between two reads. */
export interface Reading {
  /** Whether something has been received that node's parser has yet to see. */
  readonly isBehind: boolean
  /** From here on nothing more is parsed, and soon nothing more is read. */
  stop(): void
  resume(): void
  /** From here on all that is received is thrown away. */
  discard(): void
}

/** Bytes that node's parser gets at a time. */
const pieceLength = 512

/** Of the shortest, `GET / HTTP/1.1` with an empty Host. */
export const mostRequestsInPiece: number = Math.ceil(pieceLength / 25)

/**
 * Hands what `socket` receives to node's parser piece by piece.
 *
 * Node reads up to 64 KB at once, parses all of it, and keeps 3 KB for each request in it: 2,500 of the shortest. Its parser
 * listens to the socket's data as anyone may, so it is asked to listen here instead. Where it does not, reading is node's own.
 */
export function readingOf(socket: Socket): Reading {
  const [parse] = socket.listeners('data') as ((this: Socket, bytes: Buffer) => void)[]
  let isStopped = false
  let isDiscarding = false
  if (parse !== undefined) {
    socket.off('data', parse)
    socket.on('data', (chunk: Buffer) => {
      let at = 0
      for (; at < chunk.length && !isDiscarding && !isHeld(socket); at += pieceLength)
        parse.call(socket, chunk.length <= pieceLength ? chunk : chunk.subarray(at, at + pieceLength))
      if (at < chunk.length && !isDiscarding && !socket.destroyed) {
        socket.pause()
        socket.unshift(chunk.subarray(at))
      }
    })
  }
  // node resumes a socket whenever a request or a reply ends
  socket.resume = () => (isStopped ? socket : Socket.prototype.resume.call(socket))
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
      socket.resume()
    },
    discard() {
      isDiscarding = true
      isStopped = false
      socket.resume()
    },
  }
}

/** Node's server stops a connection by itself where replies pile up, and must not be given more until it goes on. */
function isHeld(socket: Socket & { readonly _paused?: boolean }): boolean {
  return socket.isPaused() || socket.destroyed || socket._paused === true
}
