import type { Channel, Condition, Patience } from './channel.ts'
import { conditionOr, delivered, PrinterFailure } from './failure.ts'
import { conditionOf } from './ipp-printer.ts'
import type { Piece } from './job.ts'
import { type Ended, run } from './lp-program.ts'
import type { Address, Language, Printer } from './printer.ts'
import type { Progress } from './progress.ts'
import { reasonsOf } from './state-reasons.ts'

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

interface Printing {
  readonly queue: string
  readonly language: Language
  readonly patience: Patience
  readonly progress: Progress
  readonly signal: AbortSignal
}

/** @throws PrinterFailure */
async function print(
  { bytes, times }: Piece,
  { queue, language, patience, progress, signal }: Printing,
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
