import { Agent, request } from 'node:http'

/** One request of a load. */
export interface Asked {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Answered extends Asked {
  /** Undefined: the connection failed, for that reason. */
  readonly status: number | undefined
  readonly why: string
}

/** Clients that send one request after the other over connections that are kept, until they are told to stop. */
export class Load {
  /** In the order of the answers. */
  readonly answers: Answered[] = []
  readonly #port: number
  readonly #next: () => Asked
  readonly #from: string
  readonly #agent: Agent
  readonly #clients: readonly Promise<void>[]
  #isOver = false
  #waiting: (() => void)[] = []

  /** @param from  the address of this machine that the clients share, any in 127.0.0.0/8 */
  constructor(port: number, clients: number, next: () => Asked, from = '127.0.0.1') {
    this.#port = port
    this.#next = next
    this.#from = from
    this.#agent = new Agent({ keepAlive: true, maxSockets: clients })
    this.#clients = Array.from({ length: clients }, () => this.#run())
  }

  /** Resolves when as many more answers have come. */
  async more(count: number): Promise<void> {
    const enough = this.answers.length + count
    while (this.answers.length < enough) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  /** Resolves when all clients have the answers to what they have sent. */
  async stop(): Promise<readonly Answered[]> {
    this.#isOver = true
    await Promise.all(this.#clients)
    this.#agent.destroy()
    return this.answers
  }

  async #run(): Promise<void> {
    while (!this.#isOver) {
      const asked = this.#next()
      this.answers.push({ ...asked, ...(await this.#answer(asked)) })
      for (const resolve of this.#waiting.splice(0)) resolve()
    }
  }

  #answer({ method, path, headers = {}, body = '' }: Asked): Promise<Pick<Answered, 'status' | 'why'>> {
    return new Promise((resolve) => {
      const failed = (error: Error): void => resolve({ status: undefined, why: error.message })
      const to = { host: '127.0.0.1', port: this.#port, localAddress: this.#from, agent: this.#agent }
      const length = method === 'POST' ? { 'Content-Length': `${Buffer.byteLength(body)}` } : {}
      request({ ...to, method, path, headers: { ...headers, ...length } }, (reply) => {
        let text = ''
        reply.on('data', (chunk) => {
          if (reply.statusCode !== 200) text += chunk
        })
        reply.on('error', failed)
        reply.on('end', () => resolve({ status: reply.complete ? reply.statusCode : undefined, why: text }))
      })
        .on('error', failed)
        .end(body)
    })
  }
}

/** What else was answered than 200, counted. */
export function failures(answers: readonly Answered[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, method, path, why } of answers) {
    if (status === 200) continue
    const key = `${method} ${path.split('?')[0]}: ${status} ${why.slice(0, 200)}`
    counts[key] = (counts[key] ?? 0) + 1
  }
  return counts
}
