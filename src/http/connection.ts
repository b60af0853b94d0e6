import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Client } from './client.ts'

/** What all connections of a server share. */
export interface Traffic {
  /** Bytes of replies that clients have yet to read. */
  unread: number
  /** Requests that wait for the picture before theirs, on all connections. */
  waiting: number
  /** Connections with unread replies. */
  readonly unfinished: Set<Connection>
  /** Whole milliseconds of a clock that never goes back. */
  readonly clock: () => number
  /** Milliseconds that a connection which was given up is still read from, so that the client sees why. */
  readonly linger: number
}

/** Milliseconds that a new connection may be silent before it counts as idle. */
const silence = 300

/** Requests that are read past after the last reply, before the connection is cut. */
const mostIgnored = 100

/**
 * One client's connection: the order of its work, what it has yet to read, and its end.
 *
 * Node parses every request of a chunk at once and keeps the replies in order. Work that costs is done here one request
 * at a time: the next picture is drawn when the one before has left, and a turn of the event loop lies between.
 */
export class Connection {
  readonly socket: Socket
  readonly peer: Client
  /** Milliseconds at which the oldest unread reply last made progress. */
  stalledSince = 0
  private readonly traffic: Traffic
  /** Bytes that had been read when the last request was complete. */
  private mark = 0
  private quietSince: number
  private readonly waiting: (() => void)[] = []
  private lastDrawn: ServerResponse | undefined
  private pending = 0
  private unread = 0
  private farewell: (() => void) | undefined
  private ignored = 0

  constructor(socket: Socket, peer: Client, traffic: Traffic) {
    this.socket = socket
    this.peer = peer
    this.traffic = traffic
    this.quietSince = performance.now()
    socket.once('close', () => this.closed())
  }

  /** Whether the last reply on this connection is decided: what else arrives on it is ignored. */
  get isParting(): boolean {
    return this.farewell !== undefined
  }

  /** Takes note of a complete request. */
  asked(): void {
    this.mark = this.socket.bytesRead
    this.quietSince = performance.now()
  }

  /** Whether, for so many milliseconds, nothing has been under way here: no part of a request, no reply, no work. */
  isIdle(milliseconds: number): boolean {
    if (this.pending > 0 || this.waiting.length > 0 || this.socket.bytesRead !== this.mark) return false
    const patience = this.mark === 0 ? Math.max(milliseconds, silence) : milliseconds
    return !this.isParting && performance.now() - this.quietSince >= patience
  }

  /** Takes note of a request after the last reply. */
  ignore(): void {
    if (++this.ignored > mostIgnored) this.socket.destroy()
  }

  /** Does the work now, or when all before it is done and gone. While anything waits, nothing more is read. */
  inTurn(work: () => ServerResponse): void {
    if (this.waiting.length === 0 && hasLeft(this.lastDrawn)) {
      this.lastDrawn = work()
      return
    }
    this.waiting.push(() => {
      this.lastDrawn = work()
    })
    this.traffic.waiting++
    if (this.waiting.length > 1) return
    // node resumes reading at the end of each request that it parsed, so the pause comes after the chunk
    process.nextTick(() => this.socket.pause())
    this.nextWhenLeft()
  }

  private nextWhenLeft(): void {
    const next = (): void => {
      setImmediate(() => this.next())
    }
    if (this.lastDrawn === undefined || hasLeft(this.lastDrawn)) next()
    else this.lastDrawn.once('finish', next)
  }

  private next(): void {
    const work = this.waiting.shift()
    if (work === undefined) return
    this.traffic.waiting--
    work()
    if (this.waiting.length > 0) this.nextWhenLeft()
    else {
      this.socket.resume()
      this.partIfDone()
    }
  }

  /** Takes note of a reply; until the client's side has taken it, its bytes count as unread. */
  sent(response: ServerResponse, bytes: number): void {
    if (response.writableFinished || this.socket.destroyed) return
    this.pending++
    this.count(bytes)
    this.stalledSince = this.traffic.clock()
    this.traffic.unfinished.add(this)
    response.once('finish', () => {
      this.pending--
      this.count(-bytes)
      this.stalledSince = this.traffic.clock()
      if (this.pending > 0) return
      this.traffic.unfinished.delete(this)
      this.partIfDone()
    })
  }

  /** Ends the connection with `lastWords`, after the replies to all requests before. */
  part(lastWords: Uint8Array): void {
    if (this.farewell !== undefined) return
    this.farewell = () => this.linger(lastWords)
    this.partIfDone()
  }

  private partIfDone(): void {
    if (this.pending === 0 && this.waiting.length === 0) this.farewell?.()
  }

  /** Closing a socket with unread input would reset it, and the last words with it (RFC 9112, 9.6). */
  private linger(lastWords: Uint8Array): void {
    const { socket } = this
    if (socket.destroyed || socket.writableEnded) return
    socket.end(lastWords)
    socket.resume()
    const timer = setTimeout(() => socket.destroy(), this.traffic.linger)
    socket.once('close', () => clearTimeout(timer))
  }

  private count(bytes: number): void {
    if (this.socket.destroyed) return
    this.unread += bytes
    this.traffic.unread += bytes
  }

  private closed(): void {
    this.traffic.unread -= this.unread
    this.traffic.waiting -= this.waiting.length
    this.waiting.length = 0
    this.traffic.unfinished.delete(this)
  }
}

function hasLeft(response: ServerResponse | undefined): boolean {
  return response === undefined || response.writableFinished
}
