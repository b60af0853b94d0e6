import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../free-port.ts'

/** The engine that is installed. */
export const engineCommand: string | undefined = ['valkey-server', 'redis-server'].find(
  (name) => spawnSync(name, ['--version']).status === 0,
)

/** Why tests that need an engine are skipped; false if there is one. */
export const engineAbsent: string | false =
  engineCommand === undefined &&
  'neither valkey-server nor redis-server is installed (Debian: valkey-server, redis-server)'

/** An engine of the test's own: on a free port of this machine, and on a socket in a folder of its own. */
export class Engine {
  readonly folder = mkdtempSync(join(tmpdir(), 'quietzone-limiter-'))
  readonly path = join(this.folder, 'socket')
  private readonly options: readonly string[]
  private child: ChildProcess | undefined
  port = 0
  /** What `run` gives as password. */
  password: string | undefined

  /** @param options  of its command line, such as `--requirepass` */
  constructor(...options: readonly string[]) {
    this.options = options
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`
  }

  /** Starts it on the same port as before; resolves when it answers. */
  async start(): Promise<this> {
    if (this.port === 0) this.port = await freePort()
    const listening = ['--port', String(this.port), '--bind', '127.0.0.1', '--unixsocket', this.path]
    const alone = ['--save', '', '--appendonly', 'no', '--dir', this.folder, '--enable-debug-command', 'local']
    this.child = spawn(engineCommand!, [...listening, ...alone, ...this.options], { stdio: 'ignore' })
    await this.answers()
    return this
  }

  private async answers(): Promise<void> {
    while (this.child?.exitCode === null) {
      const socket = connect(this.path)
      const isOpen = await new Promise((resolve) => {
        socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
      })
      socket.destroy()
      if (isOpen) return
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    throw new Error(`${engineCommand} ended with ${this.child?.exitCode}`)
  }

  signal(name: 'SIGSTOP' | 'SIGCONT'): void {
    this.child!.kill(name)
  }

  async kill(): Promise<void> {
    const { child } = this
    this.child = undefined
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'close')
  }

  /** Runs one command on a connection of its own. */
  async run(name: string, ...args: string[]): Promise<unknown> {
    const { createClient } = await import('@redis/client')
    const socket = { path: this.path, tls: false, reconnectStrategy: false } as const
    const { password } = this
    const client = createClient({ socket, RESP: 2, ...(password !== undefined && { password }) })
    client.on('error', () => {})
    try {
      await client.connect()
      return await client.sendCommand([name, ...args])
    } finally {
      client.destroy()
    }
  }

  async end(): Promise<void> {
    await this.kill()
    rmSync(this.folder, { recursive: true, force: true })
  }
}
