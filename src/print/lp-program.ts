import { spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import type { Patience } from './channel.ts'
import { PrinterFailure } from './failure.ts'
import { TimeLimit } from './time-limit.ts'

export interface Run {
  readonly patience: Patience
  readonly signal: AbortSignal
  /** For standard input; none by default. */
  readonly input?: Uint8Array
  /** Is told how many bytes of it have been written. */
  readonly handOver?: (bytes: number) => void
}

/** A command that has ended. */
export interface Ended {
  /** The exit code; the name of the signal that ended it instead. */
  readonly code: number | string
  /** The start of what it wrote to standard output and to standard error. */
  readonly output: string
  readonly complaints: string
}

/** What is read of a command's output and of its complaints; those of lp and lpstat have a few hundred bytes. */
const longestOutput = 8192

/** What is written to the command at once. */
const chunkLength = 65_536

/**
 * Runs a command of the print system, without a shell, and waits for its end.
 *
 * @throws PrinterFailure if it is not installed or does not end; the reason of the signal if that is aborted
 */
export async function run(command: string, args: readonly string[], options: Run): Promise<Ended> {
  const { patience, signal, input = new Uint8Array(0), handOver } = options
  signal.throwIfAborted()
  const limit = new TimeLimit(signal)
  limit.begin(patience.response, 'did not end')
  try {
    const child = spawn(command, args, {
      // messages in English, which are read here
      env: { ...process.env, LC_ALL: 'C', LANGUAGE: 'C' },
      stdio: 'pipe',
      killSignal: 'SIGKILL',
      signal: limit.signal,
    })
    const [output, complaints] = [child.stdout, child.stderr].map((stream) => beginning(stream))
    // the command may end without reading all of it: its exit code then tells why
    child.stdin.on('error', () => {})
    const code = new Promise<number | string>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (exit, by) => resolve(exit ?? by ?? 'no exit code'))
    })
    // a handler at once: it may reject while the input is being written
    code.catch(() => {})
    await written(child.stdin, input, (bytes) => {
      limit.begin(patience.write, 'took no more data')
      handOver?.(bytes)
    })
    limit.begin(patience.response, 'did not end')
    return { code: await code, output: output!(), complaints: complaints!() }
  } catch (error) {
    signal.throwIfAborted()
    if (limit.exceeded !== undefined)
      throw new PrinterFailure('printer_timeout', `cannot be reached: ${command} ${limit.exceeded}`)
    throw failureToStart(command, error)
  } finally {
    limit.end()
  }
}

/** Writes all of it, each chunk once the command has taken the one before; stops if the command no longer reads. */
async function written(stdin: Writable, input: Uint8Array, handOver: (bytes: number) => void): Promise<void> {
  for (let at = 0; at < input.length && stdin.writable; at += chunkLength) {
    const chunk = input.subarray(at, at + chunkLength)
    const isTaken = await new Promise<boolean>((resolve) => {
      const ended = (): void => resolve(false)
      stdin.once('close', ended)
      stdin.write(chunk, (error) => {
        stdin.off('close', ended)
        resolve(!error)
      })
    })
    if (!isTaken) return
    handOver(chunk.length)
  }
  stdin.end()
}

/** Reads the beginning of a stream. A command that writes more is told by the system that nobody reads it, which ends it. */
function beginning(stream: Readable): () => string {
  const chunks: Buffer[] = []
  let length = 0
  stream.on('data', (chunk: Buffer) => {
    chunks.push(chunk.subarray(0, longestOutput - length))
    length += chunk.length
    if (length >= longestOutput) stream.destroy()
  })
  return () => Buffer.concat(chunks).toString('latin1')
}

function failureToStart(command: string, error: unknown): PrinterFailure {
  const { code } = error as NodeJS.ErrnoException
  // one package has them all
  const why =
    code === 'ENOENT' ? 'lp is not installed' : `${command} cannot be run${code === undefined ? '' : ` (${code})`}`
  return new PrinterFailure('printer_unreachable', `cannot be reached: ${why}`)
}
