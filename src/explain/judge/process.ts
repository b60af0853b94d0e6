/** Programs of others, without a shell: one process for all cases, or one for each. */

import { type ChildProcess, spawn } from 'node:child_process'

/** What a program wrote, or why it wrote nothing. */
export type Reply =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  /** It ended with an exit code other than 0 and nothing on standard output. */
  | { readonly kind: 'refused'; readonly why: string }
  /** It ended with exit code 0 and nothing on standard output. */
  | { readonly kind: 'silent'; readonly why: string }
  | { readonly kind: 'failed'; readonly code: FailureCode; readonly why: string }

/** `start`: the program could not be started. */
export type FailureCode = 'timeout' | 'crash' | 'too_much' | 'start'

/** Bounds of one answer. */
export interface Limits {
  /** Milliseconds until an answer is whole. */
  readonly time: number
  /** Of an answer. */
  readonly bytes: number
}

const isPosix = process.platform !== 'win32'

/** The most that is kept of what a program says on standard error. */
const mostErrors = 2000

/**
 * The words of a command line. Blanks part them; within '…' and "…" all is taken as it is, and a backslash outside of '…' takes the next
 * character so. No shell sees the line: variables, patterns and pipes have no meaning.
 *
 * @throws RangeError for a quote that is not closed, or a line without a word
 */
export function wordsOf(line: string): readonly [string, ...string[]] {
  const words: string[] = []
  const pattern = /(?:[^\s'"\\]|'[^']*'|"(?:[^"\\]|\\[\s\S])*"|\\[\s\S])+|\S/g
  for (const [word] of line.matchAll(pattern)) {
    if (/^['"\\]$/.test(word)) throw new RangeError(`a ${word} is not closed`)
    words.push(
      word.replace(/'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])/g, (_, plain, quoted, escaped) => {
        return plain ?? quoted?.replace(/\\([\s\S])/g, '$1') ?? escaped
      }),
    )
  }
  const [first, ...others] = words
  if (first === undefined) throw new RangeError('no command')
  return [first, ...others]
}

/** Runs a program for one case: standard input is `input`, the answer all that it writes until it ends. */
export async function runOnce(
  [file, ...args]: readonly [string, ...string[]],
  input: string,
  limits: Limits,
): Promise<Reply> {
  const conversation = new Conversation([file, ...args], limits)
  conversation.end(input)
  return conversation.reply(() => undefined)
}

/** A process that is asked line after line; one that has ended is started again for the next. */
export class LineProcess {
  readonly #words: readonly [string, ...string[]]
  readonly #limits: Limits
  #open: Conversation | undefined

  constructor(words: readonly [string, ...string[]], limits: Limits) {
    this.#words = words
    this.#limits = limits
  }

  async ask(line: string): Promise<Reply> {
    this.#open ??= new Conversation(this.#words, this.#limits)
    const conversation = this.#open
    conversation.write(`${line}\n`)
    const reply = await conversation.reply(endOfAnswer)
    if (conversation.hasEnded) this.#open = undefined
    // a program for many cases says in JSON what it refuses
    const hasEnded = reply.kind === 'refused' || reply.kind === 'silent'
    return hasEnded ? { kind: 'failed', code: 'crash', why: reply.why } : reply
  }

  close(): void {
    this.#open?.kill()
    this.#open = undefined
  }
}

interface Ending {
  /** Its exit code; undefined if it was ended by a signal or never started. */
  readonly code: number | undefined
  readonly why: string
  readonly hasStarted: boolean
}

/** A running program. */
class Conversation {
  readonly #child: ChildProcess
  readonly #limits: Limits
  #output: Buffer = Buffer.alloc(0)
  #errors = ''
  #exit: Ending | undefined
  #changed: () => void = () => {}

  constructor([file, ...args]: readonly [string, ...string[]], limits: Limits) {
    this.#limits = limits
    this.#child = spawn(file, args, { stdio: ['pipe', 'pipe', 'pipe'], detached: isPosix, windowsHide: true })
    const { stdin, stdout, stderr } = this.#child
    stdout!.on('data', (chunk: Buffer) => {
      this.#output = Buffer.concat([this.#output, chunk])
      if (this.#output.length > limits.bytes) stdout!.pause()
      this.#changed()
    })
    stderr!.on('data', (chunk: Buffer) => {
      this.#errors = (this.#errors + chunk.toString()).slice(-mostErrors)
    })
    // a program that ends without reading closes the pipe
    stdin!.on('error', () => {})
    this.#child.on('error', (error) =>
      this.#end({ code: undefined, why: error.message, hasStarted: this.#child.pid !== undefined }),
    )
    this.#child.on('close', (code, signal) => {
      const why = signal === null ? `exit code ${code}` : `signal ${signal}`
      this.#end({ code: code ?? undefined, why, hasStarted: true })
    })
  }

  get hasEnded(): boolean {
    return this.#exit !== undefined
  }

  write(text: string): void {
    this.#child.stdin!.write(text)
  }

  end(text: string): void {
    this.#child.stdin!.end(text)
  }

  kill(): void {
    try {
      // the processes that it has started too
      if (isPosix && this.#child.pid !== undefined) process.kill(-this.#child.pid, 'SIGKILL')
      else this.#child.kill('SIGKILL')
    } catch {
      // it has ended already
    }
    this.#exit ??= { code: undefined, why: 'ended', hasStarted: true }
  }

  /**
   * The next answer.
   *
   * @param endOf  where it ends in what is written so far, in bytes; undefined while it may go on, up to the end of the program
   */
  async reply(endOf: (output: Buffer) => number | undefined): Promise<Reply> {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      this.#changed()
    }, this.#limits.time)
    try {
      for (;;) {
        const end = endOf(this.#output) ?? (this.hasEnded && this.#output.length > 0 ? this.#output.length : undefined)
        if (this.#output.length > this.#limits.bytes)
          return this.#failed('too_much', `more than ${this.#limits.bytes} bytes`)
        if (end !== undefined) return { kind: 'bytes', bytes: this.#taken(end) }
        if (this.#exit !== undefined) return this.#withoutAnswer(this.#exit)
        if (isLate) return this.#failed('timeout', `no answer within ${this.#limits.time / 1000} s`)
        await new Promise<void>((resolve) => {
          this.#changed = resolve
        })
      }
    } finally {
      clearTimeout(timer)
    }
  }

  #withoutAnswer({ code, why, hasStarted }: Ending): Reply {
    if (!hasStarted) return { kind: 'failed', code: 'start', why }
    const said = this.#errors.trim().split('\n', 1)[0] ?? ''
    const message = said === '' ? why : `${why}: ${said}`
    if (code === 0) return { kind: 'silent', why: message }
    if (code !== undefined) return { kind: 'refused', why: message }
    return { kind: 'failed', code: 'crash', why: message }
  }

  #failed(code: 'timeout' | 'too_much', why: string): Reply {
    this.kill()
    return { kind: 'failed', code, why }
  }

  #taken(end: number): Uint8Array {
    const bytes = new Uint8Array(this.#output.subarray(0, end))
    this.#output = this.#output.subarray(end)
    return bytes
  }

  #end(ending: Ending): void {
    this.#exit ??= ending
    this.#changed()
  }
}

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')

/** Where the first answer ends: a PNG with its last chunk, an SVG with its root element, all else with its line. */
export function endOfAnswer(output: Buffer): number | undefined {
  if (output.subarray(0, 8).equals(pngSignature)) return endOfPng(output)
  const text = output.subarray(0, 200).toString('latin1')
  const isSvg = /^\s*</.test(text)
  const close = isSvg ? '</svg>' : '\n'
  // blank lines between answers belong to none
  const start = /^\s*/.exec(text)![0].length
  const at = output.indexOf(close, start)
  return at < 0 ? undefined : at + close.length
}

function endOfPng(output: Buffer): number | undefined {
  for (let at = 8; at + 12 <= output.length; ) {
    const next = at + 12 + output.readUInt32BE(at)
    if (output.toString('latin1', at + 4, at + 8) === 'IEND') return next <= output.length ? next : undefined
    at = next
  }
  return undefined
}
