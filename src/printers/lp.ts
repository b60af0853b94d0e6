/** Printing by a queue of the print system of this machine: the commands lp and lpstat. */

import { spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { conditionOr, delivered, PrinterFailure, TimeLimit } from './failure.ts'
import { conditionOf, reasonsOf } from './ipp-printer.ts'
import type { Piece, Progress } from './job.ts'
import type { Address, Channel, Condition, Language, Patience, Printer } from './printer.ts'

// lpstat says the same of both
const noQueue = 'cannot be reached: the print system of this machine has no such queue, or does not run'
const notRunning = 'cannot be reached: the print system of this machine is not running'

/** What jobs are called. Nothing of a label is among the arguments. */
const title = 'quietzone'

/**
 * A queue of the print system of this machine, by the commands `lp` and `lpstat`. A piece is one job, and confirmed once `lp` has ended
 * without an error: the print system has it.
 */
export function lpChannel(printer: Printer, { queue }: Extract<Address, { kind: 'lp' }>, patience: Patience): Channel {
  return {
    condition: (signal) => conditionOr(() => conditionOfQueue(queue, patience, signal)),
    send(pieces, signal) {
      let isReady = false
      return delivered({
        printer,
        pieces,
        signal,
        async send(piece, progress) {
          if (!isReady) await requireReady(queue, patience, signal)
          isReady = true
          await print(piece, { queue, language: printer.language, patience, progress, signal })
        },
      })
    },
  }
}

/** @throws PrinterFailure if the queue does not print; one whose state is not known may */
async function requireReady(queue: string, patience: Patience, signal: AbortSignal): Promise<void> {
  const { state, message } = await conditionOfQueue(queue, patience, signal)
  if (state !== 'ready' && state !== 'unknown')
    throw new PrinterFailure('printer_refused', `does not take the job: ${message}`)
}

interface QueueJob {
  readonly queue: string
  readonly language: Language
  readonly patience: Patience
  readonly progress: Progress
  readonly signal: AbortSignal
}

/** @throws PrinterFailure */
async function print(
  { bytes, times }: Piece,
  { queue, language, patience, progress, signal }: QueueJob,
): Promise<void> {
  // ZPL goes to the printer as it is; the print system prepares pictures and documents for the printer
  const raw = language === 'zpl' ? ['-o', 'raw'] : []
  const args = ['-d', queue, ...raw, '-t', title, '-n', String(times), '--']
  let handedOver = 0
  const ended = await run('lp', args, {
    patience,
    signal,
    input: bytes,
    handOver(count) {
      handedOver += count
      // bytes count as often as they are printed
      progress.handOver(count * times)
      if (handedOver === bytes.length) progress.finish()
    },
  })
  if (ended.code === 0) {
    if (handedOver === bytes.length) return
    throw new PrinterFailure('printer_refused', 'cannot be printed to: lp ended before it had the whole job')
  }
  if (isWithoutSystem(ended)) throw new PrinterFailure('printer_unreachable', notRunning)
  if (/does not exist/i.test(ended.complaints)) throw new PrinterFailure('printer_unreachable', noQueue)
  throw new PrinterFailure('printer_refused', `refused the job: ${complaint(ended, queue)}`)
}

function isWithoutSystem({ complaints }: Ended): boolean {
  return /scheduler|unable to connect|connection refused|bad file descriptor/i.test(complaints)
}

/** @throws PrinterFailure */
async function conditionOfQueue(queue: string, patience: Patience, signal: AbortSignal): Promise<Condition> {
  const ended = await run('lpstat', ['-a', queue, '-l', '-p', queue], { patience, signal })
  if (ended.code !== 0) {
    if (/invalid destination/i.test(ended.complaints)) throw new PrinterFailure('printer_unreachable', noQueue)
    if (isWithoutSystem(ended)) throw new PrinterFailure('printer_unreachable', notRunning)
    return { state: 'unknown', message: `lpstat does not tell the state of the queue: ${complaint(ended, queue)}` }
  }
  return conditionIn(ended.output, queue)
}

/** The condition in what `lpstat -a QUEUE -l -p QUEUE` writes in the locale C. */
export function conditionIn(output: string, queue: string): Condition {
  const lines = output.split('\n')
  const rest = (start: string): string | undefined => lines.find((line) => line.startsWith(start))?.slice(start.length)
  const state = rest(`printer ${queue} `)
  if (state === undefined) return { state: 'unknown', message: 'lpstat does not tell the state of the queue' }
  const alerts = rest('\tAlerts: ')?.split(' ') ?? []
  const isAccepting = !rest(`${queue} `)?.startsWith('not accepting')
  return conditionOf(reasonsOf(alerts), state.startsWith('disabled'), isAccepting)
}

/** What no message to a client may have: URLs, host names with a port, IP addresses, in the order in which they are looked for. */
const addresses =
  /[a-z][a-z0-9+.-]*:\/\/\S+|\[?(?:[0-9a-f]{0,4}:){2,}[0-9a-f.]*\]?(?::\d+)?|\S+:\d+|\b\d{1,3}(?:\.\d{1,3}){3}\b/gi

/** A name wherever it is not part of a longer one. */
const word = (name: string): RegExp => {
  const escaped = name.replace(/[.@+-]/g, '\\$&')
  return new RegExp(`(?<![\\w.@+-])${escaped}(?![\\w@+-])`, 'g')
}

/** The longest complaint that a message quotes. */
const longest = 200
/** Of a line, what addresses are looked for in, which takes time by its square; a word that is not whole is left out. */
const searched = 2000

/** The first line that a command complained with, in printable ASCII, without addresses and the name of the queue. */
function complaint({ code, complaints }: Ended, queue: string): string {
  const [line = ''] = complaints.split('\n').filter((each) => each.trim() !== '')
  const begin = line.length > searched ? line.slice(0, searched).replace(/\S*$/, '') : line
  const text = begin
    .replace(/[^ -~]+/g, ' ')
    .replace(/^(?:lp|lpstat): (?:Error - )?/, '')
    .replace(addresses, '(address)')
    .replace(word(queue), '(queue)')
    .trim()
    .slice(0, longest)
  return text === '' ? `it ended with code ${code}` : text
}

interface Run {
  readonly patience: Patience
  readonly signal: AbortSignal
  /** For standard input; none by default. */
  readonly input?: Uint8Array
  /** Is told how many bytes of it have been written. */
  readonly handOver?: (bytes: number) => void
}

/** A command that has ended. */
interface Ended {
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
async function run(command: string, args: readonly string[], options: Run): Promise<Ended> {
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
