import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

/** What it does with a connection: passes all on, later by so many milliseconds, answers what is no RESP, or nothing. */
export type Behaviour = { readonly delay: number } | 'garbage' | 'silence'

/** A proxy of the test's own before an engine. What is changed applies to open connections too. */
export class FaultyProxy {
  behaviour: Behaviour = { delay: 0 }
  port = 0
  private readonly server: Server
  private readonly sockets = new Set<Socket>()

  /** @param target  returns the engine's port */
  constructor(target: () => number) {
    this.server = createServer((client) => {
      const engine = connect(target(), '127.0.0.1')
      for (const [from, to] of [
        [client, engine],
        [engine, client],
      ] as const) {
        this.sockets.add(from)
        from.on('error', () => {})
        from.once('close', () => {
          this.sockets.delete(from)
          to.destroy()
        })
        from.on('data', (bytes) => this.pass(bytes, { to, client }))
      }
    })
  }

  async start(): Promise<this> {
    this.server.listen(this.port, '127.0.0.1')
    await once(this.server, 'listening')
    this.port = (this.server.address() as { port: number }).port
    return this
  }

  private pass(bytes: Buffer, { to, client }: { readonly to: Socket; readonly client: Socket }): void {
    const { behaviour } = this
    if (behaviour === 'silence') return
    if (behaviour === 'garbage') {
      client.write('HTTP/1.1 400 Bad Request\r\n\r\n')
      return
    }
    if (behaviour.delay === 0) to.write(bytes)
    // what the engine answers is late: its requests come in time
    else if (to === client) setTimeout(() => to.write(bytes), behaviour.delay)
    else to.write(bytes)
  }

  /** Ends all connections and accepts no more: they are refused. */
  async stop(): Promise<void> {
    const closed = once(this.server, 'close')
    this.server.close()
    for (const socket of this.sockets) socket.destroy()
    await closed
  }
}
