/** The one way for all that arrives: a document becomes labels, and these a job like any other, which is kept before its sender is told. */

import { setImmediate as othersTurn } from 'node:timers/promises'
import type { Interruptible } from '../../interruptible.ts'
import { FitError } from '../../layout/fit.ts'
import {
  type Job,
  type JobSource,
  type Jobs,
  type LabelText,
  PrintError,
  type Printer,
  Shares,
  StateError,
} from '../../printing/index.ts'
import { keptPiece } from '../../printing/jobs/shares.ts'
import { Turns } from '../../printing/jobs/turns.ts'
import type { KeptPiece } from '../../printing/printers/delivery.ts'
import { type MadePiece, pieceMaker, verifyingPiece } from '../../printing/printers/pieces.ts'
import { VerificationFailure } from '../../reader/verify/failure.ts'
import type { VerifyPolicy } from '../../reader/verify/policy.ts'
import type { PrinterMemory } from '../../zpl/index.ts'
import type { Healer } from '../api/heal/healer.ts'
import type { Log } from '../log.ts'
import { healedDocument } from './healed-document.ts'
import { foreignTitle, hasPages, kindOf } from './kind.ts'
import { ReceivingError } from './receiving-error.ts'
import { type DocumentFindings, type ReadDocument, type ReadProgram, readingZpl } from './zpl-document.ts'

/** A document as it has arrived, whole. */
export interface ReceivedDocument {
  readonly printer: Printer
  readonly source: JobSource
  /** The name of the key of whoever sent it, or the address. */
  readonly by: string
  /** The key of the client, whose jobs take turns with those of others. */
  readonly client: string
  /** What the client calls it. */
  readonly title?: string | undefined
  /** How often it is printed; 1 by default. */
  readonly copies?: number | undefined
  /** Its pages that are printed, or labels of a program, the first and the last of each range, in ascending order; all by default. */
  readonly pages?: readonly (readonly [first: number, last: number])[] | undefined
  /** The number of its job, where that was reserved. */
  readonly id?: number | undefined
  /** Where documents come one after another on a connection: what the last program in ZPL has left in the printer's mind. */
  readonly mind?: { memory: PrinterMemory | undefined } | undefined
  readonly bytes: Uint8Array
}

export interface Receiver {
  /**
   * Takes a document, which is kept when this resolves.
   *
   * @returns the job, which waits, or is held; undefined for a program in ZPL that prints no label
   * @throws ReceivingError, and nothing is kept then
   */
  receive(document: ReceivedDocument): Promise<Job | undefined>
}

interface ReceiverOptions {
  readonly jobs: Jobs
  /** Whether jobs outlive the process: nothing is taken that would not. */
  readonly keepsJobs: boolean
  readonly policy: VerifyPolicy
  readonly healer: Healer
  readonly log: Pick<Log, 'received' | 'verification'>
}

/** Bytes of all documents that wait to be drawn, of which each client has its share. */
const mostWaiting = 32 << 20
/** Bytes of the pieces of a job. */
const mostBytes = 16 << 20
/** Bytes of formats and graphics that a connection keeps for its next program. */
const mostRemembered = 1 << 20
/** Milliseconds after which others have their turn. */
const longestTurn = 5

export function receiverOf({ jobs, keepsJobs, policy, healer, log }: ReceiverOptions): Receiver {
  const shares = new Shares<string>(mostWaiting)
  const line = new DocumentLine()

  async function taken(document: ReceivedDocument): Promise<Job | undefined> {
    if (!keepsJobs)
      throw new ReceivingError(
        'no_state',
        'documents are taken where jobs are kept; here QZ_STATE is off, or another process has its folder',
      )
    const { client, bytes } = document
    if (!shares.hasRoom(client, bytes.length))
      throw new ReceivingError('overloaded', 'other documents of this client wait to be drawn', 5)
    shares.take(client, bytes.length)
    try {
      return await line.inTurn(client, async () => ordered(document, await drawn(document, policy, healer)))
    } catch (error) {
      throw refusalOf(error)
    } finally {
      shares.giveBack(client, bytes.length)
    }
  }

  async function ordered(document: ReceivedDocument, made: DrawnDocument): Promise<Job | undefined> {
    if (made.pieces.length === 0) return undefined
    const { printer, client, by, title: name, source, id } = document
    const { faults, warnings } = made.findings
    const isHeld = faults.length > 0 && printer.receive?.onFault === 'hold'
    const reason = reasonOf(faults.length > 0 ? faults : warnings)
    return jobs.order({ id, printer, client, by, name, source, reason, isHeld, pieces: made.pieces, texts: made.texts })
  }

  return {
    async receive(document) {
      const { printer, source, by, bytes } = document
      const record = { printer: printer.name, source, by, bytes: bytes.length }
      try {
        const job = await taken(document)
        log.received({
          ...record,
          outcome: job?.state === 'held' ? 'held' : 'ok',
          job: job?.id,
          labels: job?.labels ?? 0,
        })
        return job
      } catch (error) {
        if (error instanceof VerificationFailure) {
          const { rule, finding, label } = error
          log.verification({ route: source, rule, finding, label, request: '' })
          const what = 'what was drawn was read back and is not what was drawn: this is a fault of the service'
          const refusal = new ReceivingError('verification_failed', what)
          log.received({ ...record, outcome: refusal.code, why: what, labels: 0 })
          throw refusal
        }
        if (error instanceof ReceivingError)
          log.received({ ...record, outcome: error.code, why: error.message, labels: 0 })
        throw error
      }
    },
  }
}

/** Findings in one line; undefined if there are none. */
function reasonOf([first, ...others]: readonly string[]): string | undefined {
  if (first === undefined) return undefined
  return others.length === 0 ? first : `${first}; and ${others.length} more of its kind`
}

interface DrawnDocument {
  /** None if it prints no label. */
  readonly pieces: readonly KeptPiece[]
  readonly texts: readonly LabelText[]
  readonly findings: DocumentFindings
}

/** Labels drawn as the printer takes them, in turns with others. @throws ReceivingError, VerificationFailure, FitError */
async function drawn(document: ReceivedDocument, policy: VerifyPolicy, healer: Healer): Promise<DrawnDocument> {
  const { printer, bytes, mind } = document
  const kind = kindOf(bytes)
  if (hasPages(kind)) return withTurns(drawing(await healedDocument(healer, document), document, policy))
  if (kind !== 'zpl') throw notTaken(kind, printer)
  const program = await withTurns(readingZpl(bytes, printer, mind?.memory))
  const made = await withTurns(printer.receive?.pass ? passing(program, document) : drawing(program, document, policy))
  if (mind !== undefined) mind.memory = program.memory.stored.bytes > mostRemembered ? undefined : program.memory
  return made
}

function notTaken(kind: ReturnType<typeof kindOf>, { name, language }: Printer): ReceivingError {
  const what = foreignTitle(kind) ?? kind.toUpperCase()
  const taken = 'ZPL, PDF, PNG, JPEG and PWG and Apple raster are taken'
  const why = kind === language ? `, though printer ${name} speaks it: it cannot be judged; ${taken}` : `: ${taken}`
  return new ReceivingError('unsupported_media_type', `the document is ${what}${why}`)
}

/** All labels, as the printer's language has them. */
function* drawing(
  { labels, findings }: ReadDocument,
  { printer, copies = 1, pages }: ReceivedDocument,
  policy: VerifyPolicy,
): Interruptible<DrawnDocument> {
  const maker = pieceMaker(printer)
  const pieces: KeptPiece[] = []
  const texts: LabelText[] = []
  const unread: string[] = []
  let bytes = 0
  let row = 0
  const keep = function* (all: readonly MadePiece[]): Interruptible<void> {
    for (const made of all) {
      if (policy !== 'off') yield* readBack(made, unread)
      bytes += made.piece.bytes.length
      if (bytes > mostBytes)
        throw new ReceivingError(
          'too_many_labels',
          `its labels make more than ${mostBytes >> 20} MiB: send it in parts`,
        )
      pieces.push(keptPiece(made))
    }
  }
  for (const label of labels) {
    yield
    if (label === undefined) continue
    const { scene, asked, text, words } = label
    row++
    if (!isAmong(row, pages)) continue
    yield* keep(maker.add({ row, copies: label.copies * copies, scene, asked }))
    texts.push({ text, words, labels: label.copies * copies })
  }
  yield* keep(maker.end())
  const found = findings()
  // what is taken is printed to its end
  if (found.excess !== undefined) throw new ReceivingError('too_many_labels', `${found.excess}: send it in parts`)
  return { pieces, texts, findings: { ...found, warnings: [...found.warnings, ...unread] } }
}

/** Whether a page is among those that are printed. */
const isAmong = (page: number, pages: ReceivedDocument['pages']): boolean =>
  pages === undefined || pages.some(([first, last]) => first <= page && page <= last)

/** What a piece that is read back can have wrong that its sender has done. */
const ofSymbols: readonly string[] = ['place', 'symbol', 'symbology', 'text', 'x-dimension', 'turn', 'label']

/** @throws VerificationFailure for what is wrong with the bytes, and not with a symbol that came so */
function* readBack(made: MadePiece, unread: string[]): Interruptible<void> {
  try {
    yield* verifyingPiece(made)
  } catch (error) {
    if (!(error instanceof VerificationFailure) || !ofSymbols.includes(error.rule)) throw error
    const { label = 1, message } = error
    unread.push(`not_read_back: label ${made.piece.rows.first + label - 1}: ${message}`)
  }
}

/** The program as it came, judged all the same. */
function* passing(
  { passed, labels, findings }: ReadProgram,
  { copies = 1 }: ReceivedDocument,
): Interruptible<DrawnDocument> {
  const texts: LabelText[] = []
  for (const label of labels) {
    yield
    if (label !== undefined) texts.push({ text: label.text, words: label.words, labels: label.copies })
  }
  if (passed.every((byte) => byte <= 0x20)) return { pieces: [], texts, findings: findings() }
  // one without labels sets up the printer, and counts as one
  if (texts.length === 0) texts.push({ text: '', words: [], labels: 1 })
  const count = texts.reduce((sum, { labels }) => sum + labels, 0)
  const rows = { first: 1, last: texts.length, count: texts.length }
  const piece = { rows, labels: count, times: 1, bytes: passed, isWhole: true }
  const kept: KeptPiece = { rows, labels: count, times: 1, kept: 500 + passed.length, piece: () => piece }
  return {
    pieces: Array.from({ length: copies }, () => kept),
    texts: Array.from({ length: copies }, () => texts).flat(),
    findings: findings(),
  }
}

/** @throws `error` if it is a fault of the service */
function refusalOf(error: unknown): unknown {
  if (error instanceof PrintError) return new ReceivingError(error.code, error.why, error.retryAfter)
  if (error instanceof FitError) return new ReceivingError('does_not_fit', error.message)
  if (error instanceof StateError) {
    const code = ({ share: 'overloaded', full: 'state_full' } as const)[error.kind as string] ?? 'state_failed'
    return new ReceivingError(code, `the job cannot be kept: ${error.message}`, code === 'overloaded' ? 60 : undefined)
  }
  return error
}

async function withTurns<T>(work: Interruptible<T>): Promise<T> {
  for (let began = performance.now(); ; ) {
    const step = work.next()
    if (step.done) return step.value
    if (performance.now() - began < longestTurn) continue
    await othersTurn()
    began = performance.now()
  }
}

/** One document at a time is drawn and kept, clients in turn. */
class DocumentLine {
  readonly #waiting = new Turns<() => Promise<void>>()
  #isBusy = false

  inTurn<T>(client: string, work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const entry = async (): Promise<void> => {
        this.#waiting.remove(client, entry)
        await work().then(resolve, reject)
        this.#waiting.end(client)
      }
      this.#waiting.add(client, entry)
      void this.#run()
    })
  }

  async #run(): Promise<void> {
    if (this.#isBusy) return
    this.#isBusy = true
    for (let next = this.#waiting.next(); next !== undefined; next = this.#waiting.next()) await next()
    this.#isBusy = false
  }
}
