import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'

/** The flags of an answer to ~HS that are not 0. */
export interface Flags {
  readonly paperOut?: boolean
  readonly paused?: boolean
  readonly bufferFull?: boolean
  readonly ramCorrupt?: boolean
  readonly tooCold?: boolean
  readonly tooHot?: boolean
  readonly headUp?: boolean
  readonly ribbonOut?: boolean
  readonly formats?: number
  readonly remaining?: number
}

/** The answer to ~HS of a printer in this state, as the figure of the ZPL II Programming Guide has it. */
export function hostStatus(flags: Flags = {}): string {
  const bit = (flag: boolean | undefined): string => (flag ? '1' : '0')
  const { paperOut, paused, bufferFull, ramCorrupt, tooCold, tooHot, headUp, ribbonOut } = flags
  const { formats = 0, remaining = 0 } = flags
  const first = `030,${bit(paperOut)},${bit(paused)},1245,${`${formats}`.padStart(3, '0')},${bit(bufferFull)},0,0,000,${bit(ramCorrupt)},${bit(tooCold)},${bit(tooHot)}`
  const second = `000,0,${bit(headUp)},${bit(ribbonOut)},0,2,4,0,${`${remaining}`.padStart(8, '0')},1,000`
  return [first, second, '1234,0'].map((string) => `\x02${string}\x03\r\n`).join('')
}

/** What the printer does; may be changed between and during jobs. */
export interface Behaviour {
  /** What it is asked, in latin1; ~HS by default. */
  questions: readonly string[]
  /** What it answers to the nth question of a connection, from 1; undefined: nothing. A text is latin1. */
  answer: (n: number, question: string) => string | Uint8Array | undefined
  /** Sends each byte of an answer by itself. */
  splitsAnswers: boolean
  /** Bytes of a connection after which it does what `afterwards` says. */
  reads: number
  /** stall: reads no more, until it is let; reset, end: gone in the middle, in disorder or in order. */
  afterwards: 'stall' | 'reset' | 'end'
  /** What it does when we have closed our side. */
  atEnd: 'end' | 'reset' | 'nothing'
}

/** What arrived on one connection. */
export class Job {
  readonly socket: Socket
  /** How often a question was asked. */
  asked = 0
  /** Each question included. */
  bytes = 0
  /** Without the questions; what is at the end may be the begin of one. */
  readonly #parts: string[] = []
  #rest = ''
  readonly #questions: readonly string[]
  #askedBytes = 0

  constructor(socket: Socket, questions: readonly string[]) {
    this.socket = socket
    this.#questions = questions
  }

  /** Without the questions. */
  get text(): string {
    return this.#parts.join('') + this.#rest
  }

  /** @returns the questions that are asked in it */
  take(chunk: Buffer): string[] {
    this.bytes += chunk.length
    let text = this.#rest + chunk.toString('latin1')
    const asked: string[] = []
    for (let found = this.#first(text); found !== undefined; found = this.#first(text)) {
      const { at, question } = found
      this.#parts.push(text.slice(0, at))
      text = text.slice(at + question.length)
      asked.push(question)
      this.#askedBytes += question.length
    }
    const begun = Math.max(...this.#questions.map((question) => begunLength(text, question)))
    this.#rest = text.slice(text.length - begun)
    this.#parts.push(text.slice(0, text.length - begun))
    this.asked += asked.length
    return asked
  }

  #first(text: string): { readonly at: number; readonly question: string } | undefined {
    const all = this.#questions.map((question) => ({ at: text.indexOf(question), question }))
    return all.filter(({ at }) => at !== -1).toSorted((a, b) => a.at - b.at)[0]
  }

  /** Of the text. */
  get length(): number {
    return this.bytes - this.#askedBytes
  }
}

/** How many characters at the end of a text may be the begin of a question. */
function begunLength(text: string, question: string): number {
  for (let length = Math.min(question.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(question.slice(0, length))) return length
  }
  return 0
}

/** A printer of our own on 127.0.0.1, which keeps all that it is sent. */
export class LoopbackPrinter {
  readonly behaviour: Behaviour = {
    questions: ['~HS'],
    answer: () => hostStatus(),
    splitsAnswers: false,
    reads: Number.POSITIVE_INFINITY,
    afterwards: 'stall',
    atEnd: 'end',
  }
  readonly #server: Server
  /** What arrived, by connection. */
  readonly jobs: Job[] = []
  #changed: (() => void)[] = []
  #port = 0

  constructor(behaviour: Partial<Behaviour> = {}) {
    Object.assign(this.behaviour, behaviour)
    this.#server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => this.#serve(socket))
  }

  get port(): number {
    return this.#port
  }

  get address(): string {
    return `socket://127.0.0.1:${this.#port}`
  }

  /** Of those, the texts of the connections on which more than a question arrived. */
  get printed(): string[] {
    return this.jobs.flatMap(({ length, text }) => (length === 0 ? [] : [text]))
  }

  /** Connections that are open. */
  get open(): number {
    return this.jobs.filter(({ socket }) => !socket.destroyed).length
  }

  /** Listens, on the same port as before if it has listened before. */
  async listen(): Promise<this> {
    this.#server.listen(this.#port, '127.0.0.1')
    await once(this.#server, 'listening')
    this.#port = (this.#server.address() as { port: number }).port
    return this
  }

  /** Refuses connections, and resets those that there are. */
  async close(): Promise<void> {
    for (const { socket } of this.jobs) socket.destroy()
    if (this.#server.listening) await new Promise((resolve) => this.#server.close(resolve))
  }

  /** Waits until something is true of what has arrived; nothing but arrivals and closed connections can make it so. */
  async until(isSo: (printer: this) => boolean): Promise<void> {
    while (!isSo(this)) await new Promise<void>((resolve) => this.#changed.push(resolve))
  }

  /** A printer that stalls reads up to `count` bytes of each connection from now on. */
  readUpTo(count: number): void {
    this.behaviour.reads = count
    for (const { socket, bytes } of this.jobs) if (bytes < count) socket.resume()
  }

  #serve(socket: Socket): void {
    const job = new Job(socket, this.behaviour.questions)
    this.jobs.push(job)
    socket
      .on('data', (chunk: Buffer) => this.#take(job, chunk))
      .on('end', () => this.#end(socket))
      .on('error', () => {})
      .on('close', () => this.#notify())
    this.#notify()
  }

  #take(job: Job, chunk: Buffer): void {
    const { socket, asked } = job
    for (const [i, question] of job.take(chunk).entries()) this.#answer(socket, asked + i + 1, question)
    if (job.bytes >= this.behaviour.reads) {
      if (this.behaviour.afterwards === 'stall') socket.pause()
      else if (this.behaviour.afterwards === 'reset') socket.resetAndDestroy()
      else socket.end()
    }
    this.#notify()
  }

  #answer(socket: Socket, n: number, question: string): void {
    const given = this.behaviour.answer(n, question) ?? ''
    const answer = typeof given === 'string' ? Buffer.from(given, 'latin1') : Buffer.from(given)
    if (this.behaviour.splitsAnswers) for (const byte of answer) socket.write(Uint8Array.of(byte))
    else if (answer.length > 0) socket.write(answer)
  }

  #end(socket: Socket): void {
    if (this.behaviour.atEnd === 'end') socket.end()
    else if (this.behaviour.atEnd === 'reset') socket.resetAndDestroy()
  }

  #notify(): void {
    for (const resolve of this.#changed.splice(0)) resolve()
  }
}

/** A printer that listens on a free port. */
export async function loopbackPrinter(behaviour: Partial<Behaviour> = {}): Promise<LoopbackPrinter> {
  return new LoopbackPrinter(behaviour).listen()
}
