import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { hostStatus } from './loopback-printer.ts'

/**
 * A stand-in for a Zebra, with a buffer of so many formats: it takes formats into the buffer, prints them label by label, stops where its
 * paper ends, and answers ~HS with what it has. Where its buffer is full it reads no more.
 */
export class Zebra {
  /** What has come out: the format of each label, its count left out. */
  readonly paper: string[] = []
  /** Called before each label: whether there is paper for it. */
  hasPaper: (label: number) => boolean = () => true
  /** Whether it answers ~HS while its paper is out, as the guide says that it may not. */
  answersWithoutPaper = true
  readonly #buffer: number
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  /** Formats that wait: the socket that they are from is paused while there are too many. */
  readonly #formats: { readonly drawing: string; left: number }[] = []
  #isOut = false
  #isStopped = false
  #waiting: (() => void)[] = []
  /** Questions that wait for an answer. */
  #unanswered: Socket[] = []
  port = 0

  /** @param buffer  formats that wait behind the one in print */
  constructor(buffer: number) {
    this.#buffer = buffer
    this.#server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => this.#serve(socket))
  }

  async listen(): Promise<this> {
    this.#server.listen(this.port, '127.0.0.1')
    await once(this.#server, 'listening')
    this.port = (this.#server.address() as { port: number }).port
    return this
  }

  async close(): Promise<void> {
    this.#isStopped = true
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  get isOut(): boolean {
    return this.#isOut
  }

  /** Resolves once it prints nothing more: it waits for paper, or has nothing and gets nothing. */
  async still(): Promise<void> {
    while (!this.#isOut && this.#formats.length + this.#sockets.size > 0)
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  /** Resolves once its paper is out. */
  async out(): Promise<void> {
    while (!this.#isOut) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  /** There is paper again. */
  load(hasPaper: (label: number) => boolean = () => true): void {
    this.hasPaper = hasPaper
    if (!this.#isOut) return
    this.#isOut = false
    for (const socket of this.#unanswered.splice(0)) this.#answer(socket)
    this.#print()
  }

  /** It is switched off and on: what it has received is lost. */
  restart(): void {
    this.#formats.length = 0
    this.#isOut = false
    for (const socket of this.#sockets) socket.destroy()
    this.#notify()
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket)
    let text = ''
    const take = (): void => {
      if (socket.destroyed) return
      for (
        let found = /~HS|\^XA(?:(?!\^XA)[\s\S])*?\^XZ/.exec(text);
        found !== null;
        found = /~HS|\^XA(?:(?!\^XA)[\s\S])*?\^XZ/.exec(text)
      ) {
        const [command] = found
        // one in print, and those behind it
        if (command !== '~HS' && this.#formats.length > this.#buffer) {
          socket.pause()
          this.#waiting.push(() => {
            socket.resume()
            take()
          })
          return
        }
        text = text.slice(found.index + command.length)
        if (command === '~HS') this.#answer(socket)
        else this.#add(command)
      }
    }
    socket
      .on('data', (chunk: Buffer) => {
        text += chunk.toString('latin1')
        take()
      })
      .on('end', () => socket.end())
      .on('error', () => {})
      .on('close', () => {
        this.#sockets.delete(socket)
        this.#notify()
      })
  }

  #answer(socket: Socket): void {
    if (this.#isOut && !this.answersWithoutPaper) {
      this.#unanswered.push(socket)
      return
    }
    const [inPrint] = this.#formats
    const formats = Math.max(0, this.#formats.length - 1)
    if (socket.writable) socket.write(hostStatus({ paperOut: this.#isOut, formats, remaining: inPrint?.left ?? 0 }))
  }

  #add(format: string): void {
    const drawing = format.replace(/\^PQ\d+/, '')
    const left = Number(/\^PQ(\d+)/.exec(format)?.[1] ?? 1)
    this.#formats.push({ drawing, left })
    if (this.#formats.length === 1) this.#print()
  }

  /** Prints a label in each turn of the event loop. */
  #print(): void {
    setImmediate(() => {
      const [format] = this.#formats
      if (format === undefined || this.#isOut || this.#isStopped) return
      this.#isOut = !this.hasPaper(this.paper.length + 1)
      if (!this.#isOut) {
        this.paper.push(format.drawing)
        format.left--
        if (format.left === 0) this.#formats.shift()
        if (this.#formats.length > 0) this.#print()
      }
      this.#notify()
    })
  }

  #notify(): void {
    for (const wake of this.#waiting.splice(0)) wake()
  }
}
