import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { addressOf, started } from '../cli/program.ts'
import { freePort } from '../free-port.ts'

/** One of several instances of the service, each a process of its own as the template unit runs them. */
export class Instance {
  readonly port: number
  readonly #environment: NodeJS.ProcessEnv
  readonly #program: Program
  #child!: ChildProcess
  #log = ''

  private constructor(port: number, environment: NodeJS.ProcessEnv, program: Program) {
    this.port = port
    this.#environment = environment
    this.#program = program
  }

  /** @param program  starts another version than this one */
  static async on(environment: NodeJS.ProcessEnv, program: Program = started): Promise<Instance> {
    const instance = new Instance(await freePort(), environment, program)
    await instance.start()
    return instance
  }

  get host(): string {
    return `127.0.0.1:${this.port}`
  }

  /** What it and those before it on its port have logged, line by line. */
  get lines(): readonly string[] {
    return this.#log.split('\n')
  }

  get pid(): number {
    return this.#child.pid!
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** Answers of these routes. */
  answered(...routes: readonly string[]): number {
    return this.lines.filter((line) => routes.some((route) => line.includes(`"route":"${route}"`))).length
  }

  /** Resolves when its log has all that it has answered so far. */
  async logged(): Promise<void> {
    const before = this.answered('/healthz')
    await (await fetch(`http://${this.host}/healthz`)).arrayBuffer()
    while (this.answered('/healthz') === before) await once(this.#child.stdout!, 'data')
  }

  /** Resolves when it shares its budgets with others, as far as its log tells. */
  async sharing(): Promise<void> {
    const told = (words: string): number => this.lines.filter((line) => line.includes(words)).length
    while (told(' is away ') > told(' is back; ')) await once(this.#child.stdout!, 'data')
  }

  /** Starts it on its port; resolves when it listens. @param program  another version from now on */
  async start(program: Program = this.#program): Promise<void> {
    const child = program(['serve', '--port', `${this.port}`], this.#environment)
    this.#child = child
    child.stdout!.on('data', (chunk) => {
      this.#log += chunk
    })
    child.stderr!.resume()
    await addressOf(child)
  }

  /** Sends the signal; resolves when the process has ended and its log is complete. */
  async end(signal: NodeJS.Signals): Promise<void> {
    const closed = this.isRunning ? once(this.#child, 'close') : undefined
    this.signal(signal)
    await closed
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal)
  }
}

type Program = (args: readonly string[], environment: NodeJS.ProcessEnv) => ChildProcess

export function instances(count: number, environment: NodeJS.ProcessEnv): Promise<Instance[]> {
  return Promise.all(Array.from({ length: count }, () => Instance.on(environment)))
}
