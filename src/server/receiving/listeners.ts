/** The raw sockets of printers that receive: each listens as long as its printer's entry says so. */

import { createServer, type Server, type Socket } from 'node:net'
import type { Principal } from '../../answer.ts'
import { type Admitted, admittedBy, type Printer, type Printers, Shares } from '../../printing/index.ts'
import { principalAt } from '../http/principal.ts'
import type { Log } from '../log.ts'
import { RawConnection, type RawContext, type RawPatience, usualRawPatience } from './raw-connection.ts'

export interface ListenerOptions extends Omit<RawContext, 'patience' | 'shares' | 'log'> {
  readonly printers: Printers
  /** On which they listen. */
  readonly host: string
  readonly log: Pick<Log, 'received' | 'fault' | 'event' | 'problem'>
  readonly patience?: Partial<RawPatience>
}

/** Connections of all printers, and bytes that they have in hand, of which each client has its share. */
const [mostConnections, mostBytes] = [64, 32 << 20] as const
/** Milliseconds after which a port that was taken is tried again. */
const retry = 10_000
/** Milliseconds between two lines about clients that are turned away. */
const betweenRefusals = 1000
/** Milliseconds that a client has to close its half at the end. */
const linger = 1000

/** The port of a printer, while it listens. */
interface Listener {
  printer: Printer
  admitted: Admitted
  readonly server: Server
  readonly connections: Map<RawConnection, Socket>
  timer?: NodeJS.Timeout
  refusedAt: number
}

export class RawListeners {
  readonly #options: ListenerOptions
  readonly #context: RawContext
  readonly #byPort = new Map<number, Listener>()
  readonly #connections = new Shares<string>(mostConnections)
  #isClosed = false

  /** Listens once `begin` is called. */
  constructor(options: ListenerOptions) {
    this.#options = options
    const { receiver, jobs, log, patience } = options
    const shares = new Shares<string>(mostBytes)
    this.#context = { receiver, jobs, log, patience: { ...usualRawPatience, ...patience }, shares }
  }

  /** The ports that are open. */
  get ports(): readonly number[] {
    return [...this.#byPort.values()]
      .filter(({ server }) => server.listening)
      .map(({ printer }) => printer.receive!.socket!)
  }

  /** Follows the list of printers from now on. Resolves once those that can listen do. */
  async begin(): Promise<void> {
    this.#options.printers.onReplaced(() => void this.#follow())
    await this.#follow()
  }

  async #follow(): Promise<void> {
    if (this.#isClosed) return
    const wanted = new Map(
      this.#options.printers.list.flatMap((printer) =>
        printer.receive?.socket === undefined ? [] : [[printer.receive.socket, printer] as const],
      ),
    )
    for (const [port, listener] of this.#byPort) {
      const printer = wanted.get(port)
      if (printer?.name === listener.printer.name) {
        listener.printer = printer
        listener.admitted = admittedBy(printer.receive!)
      } else void this.#end(port, listener)
    }
    const added = [...wanted].filter(([port]) => !this.#byPort.has(port))
    await Promise.all(added.map(([port, printer]) => this.#listen(port, printer)))
  }

  async #listen(port: number, printer: Printer): Promise<void> {
    const server = createServer({ allowHalfOpen: true, noDelay: true, keepAlive: true })
    const admitted = admittedBy(printer.receive!)
    const listener: Listener = {
      printer,
      admitted,
      server,
      connections: new Map(),
      refusedAt: Number.NEGATIVE_INFINITY,
    }
    this.#byPort.set(port, listener)
    server.on('connection', (socket) => this.#accept(socket, listener))
    let why: string | undefined
    await new Promise<void>((resolve) => {
      const listens = (): void => void server.listen({ port, host: this.#options.host })
      server.on('listening', () => {
        const { name } = listener.printer
        this.#options.log.event(`printer ${name} receives on port ${port}`)
        resolve()
      })
      server.on('error', ({ code, message }: NodeJS.ErrnoException) => {
        // told once
        if (why !== message)
          this.#options.log.problem(
            `printer ${listener.printer.name}: receive: port ${port}: ${whyNot(code) ?? message}; it is tried again`,
          )
        why = message
        if (this.#byPort.get(port) === listener) listener.timer = setTimeout(listens, retry).unref()
        resolve()
      })
      listens()
    })
  }

  #accept(socket: Socket, listener: Listener): void {
    const client = principalAt(socket.remoteAddress ?? '')
    if (client === undefined) {
      socket.destroy()
      return
    }
    const { key, name } = client
    const isAdmitted = listener.admitted.has(name)
    if (!isAdmitted || !this.#connections.hasRoom(key, 1)) {
      this.#turnAway(socket, listener, client, isAdmitted ? 'overloaded' : 'not_allowed')
      return
    }
    this.#connections.take(key, 1)
    const connection = new RawConnection(socket, client, () => listener.printer, this.#context)
    listener.connections.set(connection, socket)
    socket.on('close', () => {
      this.#connections.giveBack(key, 1)
      listener.connections.delete(connection)
    })
  }

  #turnAway(socket: Socket, listener: Listener, { name: by }: Principal, outcome: 'not_allowed' | 'overloaded'): void {
    socket.on('error', () => {})
    socket.resetAndDestroy()
    const now = performance.now()
    if (now - listener.refusedAt < betweenRefusals) return
    listener.refusedAt = now
    const why =
      outcome === 'not_allowed'
        ? 'receive: from does not name this address'
        : 'other connections have the places that there are for this client'
    const { name: printer } = listener.printer
    this.#options.log.received({ printer, source: 'socket', by, outcome, why, bytes: 0, labels: 0 })
  }

  /** Closes a port, and its connections once what they have brought is taken. */
  async #end(port: number, listener: Listener): Promise<void> {
    const { server, connections, timer } = listener
    if (this.#byPort.get(port) === listener) this.#byPort.delete(port)
    clearTimeout(timer)
    if (server.listening) server.close()
    await Promise.all(
      [...connections].map(async ([connection, socket]) => {
        await connection.stop()
        setTimeout(() => socket.destroy(), linger).unref()
      }),
    )
  }

  /**
   * Listens no more; resolves when what has come whole is kept.
   *
   * @param ms  after which connections are reset
   */
  async close(ms: number): Promise<void> {
    this.#isClosed = true
    const all = [...this.#byPort]
    const timer = setTimeout(() => {
      for (const [, { connections }] of all) for (const socket of connections.values()) socket.resetAndDestroy()
    }, ms)
    await Promise.all(all.map(([port, listener]) => this.#end(port, listener)))
    clearTimeout(timer)
  }
}

function whyNot(code: string | undefined): string | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return 'another program listens there'
    case 'EACCES':
      return 'no permission to listen there; ports from 1024 on need none'
    default:
      return undefined
  }
}
