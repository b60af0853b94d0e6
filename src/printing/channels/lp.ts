/** Printing by a queue of the print system of this machine: the commands lp and lpstat. */

import { spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import type { DeliveryPiece, DeliveryProgress, PrintWarning } from '../printers/delivery.ts'
import type { Address, Channel, Condition, Patience, Printer } from '../printers/printer.ts'
import { conditionOr, PrinterFailure, TimeLimit } from './failure.ts'
import { type AcceptedJob, delivered, type JobStatus } from './followed.ts'
import { conditionOf, reasonsOf } from './ipp-printer.ts'
import {
  chosenPaper,
  fixedPaper,
  millimetresOf,
  type PaperSize,
  type Papers,
  paperOf,
  paperWarning,
  sizeInName,
} from './paper.ts'

// lpstat says the same of both
const noQueue = 'cannot be reached: the print system of this machine has no such queue, or does not run'
const notRunning = 'cannot be reached: the print system of this machine is not running'

/** What jobs are called. Nothing of a label is among the arguments. */
const title = 'quietzone'

/**
 * A queue of the print system of this machine, by the commands `lp`, `lpstat`, `lpoptions` and `cancel`. A piece is one job, and confirmed
 * once the print system has printed it, or has accepted it and tells no more.
 */
export function lpChannel(printer: Printer, { queue }: Extract<Address, { kind: 'lp' }>, patience: Patience): Channel {
  const condition = (signal: AbortSignal) => conditionOr(() => conditionOfQueue(queue, patience, signal))
  return {
    condition,
    send(pieces, signal, events) {
      let style: JobStyle | undefined
      return delivered({
        printer,
        pieces,
        patience,
        signal,
        events,
        condition,
        async send(piece, progress, accepted) {
          if (style === undefined) {
            await requireReady(queue, patience, signal)
            style = await styleOf(printer, { queue, patience, signal })
          }
          progress.start()
          const id = await print(piece, { queue, style, patience, progress, signal })
          if (id !== undefined) accepted.push(followed(id, queue, patience))
        },
        warnings: () => style?.warnings ?? [],
      })
    },
  }
}

/** The queues of this machine; none if it has no print system. */
export async function localQueues(patience: Patience, signal: AbortSignal): Promise<readonly string[]> {
  try {
    const { output } = await run('lpstat', ['-e'], { patience, signal })
    return output.split('\n').filter((line) => line !== '')
  } catch (error) {
    if (error instanceof PrinterFailure) return []
    throw error
  }
}

/** How jobs are sent to a queue. */
interface JobStyle {
  /** Of lp. */
  readonly options: readonly string[]
  readonly warnings: readonly PrintWarning[]
}

/** RFC 8011, 5.2.10: as the document has it. */
const portrait = 3

/** @throws PrinterFailure if the queue has only paper on which the label would be cut */
async function styleOf(printer: Printer, { queue, patience, signal }: Queue): Promise<JobStyle> {
  const { language } = printer
  // what is in the printer's own language goes to it as it is; pictures and documents are prepared by the print system
  if (language !== 'pdf' && language !== 'png') return { options: ['-o', 'raw'], warnings: [] }
  const papers = await papersOf({ queue, patience, signal })
  const wanted = paperOf(printer)
  const chosen = chosenPaper(wanted, papers)
  const layout = ['-o', 'print-scaling=none', '-o', `orientation-requested=${portrait}`]
  if (chosen !== undefined) return { options: ['-o', `media=${chosen.name}`, ...layout], warnings: [] }
  return { options: layout, warnings: papers.known.length > 0 ? [paperWarning(wanted, papers)] : [] }
}

/** A system without lpoptions says nothing of paper. */
async function papersOf({ queue, patience, signal }: Queue): Promise<Papers> {
  try {
    return papersIn((await run('lpoptions', ['-p', queue, '-l'], { patience, signal })).output)
  } catch (error) {
    if (error instanceof PrinterFailure) return { known: [], usual: undefined }
    throw error
  }
}

/** Of a queue's own sizes, its driver refuses those that are too large. */
const customRange = { least: { x: 1, y: 1 }, most: { x: 1_000_000, y: 1_000_000 } }

/** The sizes in what `lpoptions -l` writes: `PageSize/Media Size: A4 *w288h360 Custom.WIDTHxHEIGHT`, where * is before the usual one. */
export function papersIn(output: string): Papers {
  const [, list = ''] = /^PageSize\/[^:\n]*:(.*)$/m.exec(output) ?? []
  const words = list.split(' ').filter((word) => word !== '')
  const usual = words.find((word) => word.startsWith('*'))?.slice(1)
  const known = words.flatMap((word) => {
    const name = word.replace(/^\*/, '')
    if (name.startsWith('Custom.')) {
      return [{ ...customRange, name: ({ x, y }: PaperSize) => `Custom.${millimetresOf(x)}x${millimetresOf(y)}mm` }]
    }
    const size = /^[\w.-]{1,100}$/.test(name) ? sizeInName(name) : undefined
    return size === undefined ? [] : [fixedPaper(size, name)]
  })
  return { known, usual: usual === undefined ? undefined : sizeInName(usual) }
}

/** @throws PrinterFailure if the queue does not print; one whose state is not known may */
async function requireReady(queue: string, patience: Patience, signal: AbortSignal): Promise<void> {
  const { state, message } = await conditionOfQueue(queue, patience, signal)
  if (state !== 'ready' && state !== 'unknown')
    throw new PrinterFailure('printer_refused', `does not take the job: ${message}`)
}

interface Queue {
  readonly queue: string
  readonly patience: Patience
  readonly signal: AbortSignal
}

interface QueueJob extends Queue {
  readonly style: JobStyle
  readonly progress: DeliveryProgress
}

/** @returns the number of the job; undefined if lp does not tell it @throws PrinterFailure */
async function print(
  { bytes, times }: DeliveryPiece,
  { queue, style, patience, progress, signal }: QueueJob,
): Promise<string | undefined> {
  const args = ['-d', queue, ...style.options, '-t', title, '-n', String(times), '--']
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
    if (handedOver === bytes.length) return /^request id is \S+-(\d{1,10}) /m.exec(ended.output)?.[1]
    throw new PrinterFailure('printer_refused', 'cannot be printed to: lp ended before it had the whole job')
  }
  if (isWithoutSystem(ended)) throw new PrinterFailure('printer_unreachable', notRunning)
  if (/does not exist/i.test(ended.complaints)) throw new PrinterFailure('printer_unreachable', noQueue)
  throw new PrinterFailure('printer_refused', `refused the job: ${complaint(ended, queue)}`)
}

/** A job by its number. */
function followed(id: string, queue: string, patience: Patience): AcceptedJob {
  const name = `${queue}-${id}`
  return {
    async status(signal) {
      const listed = async (which: 'completed' | 'not-completed'): Promise<Alerts | undefined> => {
        const args = ['-l', '-W', which, '-o', queue]
        return alertsIn((await run('lpstat', args, { patience, signal, longest: longestHistory })).output, name)
      }
      const ended = await listed('completed')
      if (ended !== undefined) return jobStatusOf(ended, 'printed')
      const open = await listed('not-completed')
      // without alerts nothing is told of what becomes of jobs
      return open === undefined ? { state: 'untold', message: '', mark: '' } : jobStatusOf(open, 'waiting')
    },
    async cancel(signal) {
      await run('cancel', [name], { patience, signal })
    },
  }
}

/** Why a job is as it is: RFC 8011, 5.3.8. */
type Alerts = readonly string[]

/** The alerts of a job in what `lpstat -l -W WHICH -o QUEUE` writes: a line for each job, and below it lines that begin with a tab. */
export function alertsIn(output: string, name: string): Alerts | undefined {
  const lines = output.split('\n')
  const at = lines.findIndex((line) => line.startsWith(`${name} `))
  const below = at === -1 ? [] : lines.slice(at + 1)
  const own = below.slice(
    0,
    below.findIndex((line) => !line.startsWith('\t')),
  )
  const alerts = own.find((line) => line.startsWith('\tAlerts: '))?.slice('\tAlerts: '.length)
  return alerts === undefined ? undefined : reasonsOf(alerts.split(' ')).map(({ keyword }) => keyword)
}

/** @param otherwise  of a job in the list, where the alerts say nothing else; those of one that has ended well are of no use */
function jobStatusOf(alerts: Alerts, otherwise: 'printed' | 'waiting'): JobStatus {
  const has = (pattern: RegExp): boolean => alerts.some((alert) => pattern.test(alert))
  const text = alerts.slice(0, 5).join(', ') || 'waiting'
  const common = { message: text, mark: text }
  if (has(/^(?:aborted-by-system|job-(?:aborted|canceled)-\S+|job-completed-with-errors)$/))
    return { state: 'failed', ...common }
  if (otherwise === 'waiting' && has(/^(?:printer-stopped|job-stopped|job-hold-until-specified)$/)) {
    return { state: 'stopped', ...common }
  }
  return { state: otherwise, ...common }
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
  /** The most bytes of its output that are read. */
  readonly longest?: number
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

/** What is read of a command's output and of its complaints; those of lp and lpstat have a few hundred bytes, of lpoptions a few thousand. */
const longestOutput = 32_768

/** CUPS keeps 500 jobs, of a few hundred bytes each, unless it is told otherwise. */
const longestHistory = 1 << 20

/** What is written to the command at once. */
const chunkLength = 65_536

/**
 * Runs a command of the print system, without a shell, and waits for its end.
 *
 * @throws PrinterFailure if it is not installed or does not end; the reason of the signal if that is aborted
 */
async function run(command: string, args: readonly string[], options: Run): Promise<Ended> {
  const { patience, signal, longest = longestOutput, input = new Uint8Array(0), handOver } = options
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
    const output = beginning(child.stdout, longest)
    const complaints = beginning(child.stderr, longestOutput)
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
    return { code: await code, output: output(), complaints: complaints() }
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
function beginning(stream: Readable, longest: number): () => string {
  const chunks: Buffer[] = []
  let length = 0
  stream.on('data', (chunk: Buffer) => {
    chunks.push(chunk.subarray(0, longest - length))
    length += chunk.length
    if (length >= longest) stream.destroy()
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
