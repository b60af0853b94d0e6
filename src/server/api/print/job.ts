/** What is to be printed: labels that are drawn, in the pieces that a printer is sent. */

import { type Answer, type AnswerStep, faultsAnswer } from '../../../answer.ts'
import { composingDesign, type DesignComposition, type DesignRequest } from '../../../design/compose.ts'
import { inscriptionOf } from '../../../design/inscription.ts'
import type { PrinterLabels } from '../../../design/printer-labels.ts'
import type { Composition, Limits } from '../../../draw.ts'
import { warningText } from '../../../plan/warning.ts'
import type { ExpectedScan, LabelText, Numbers, ScannedSymbol } from '../../../printing/index.ts'
import { keptPiece } from '../../../printing/jobs/shares.ts'
import type { KeptPiece } from '../../../printing/printers/delivery.ts'
import {
  type MadePiece,
  type PieceMaker,
  type PieceStyle,
  pieceMaker,
  type RowScene,
  verifyingPiece,
} from '../../../printing/printers/pieces.ts'
import type { JobFormat } from '../../../printing/printers/printer.ts'
import { isPrinterLanguage, languageTraits } from '../../../render/language.ts'
import type { GivenValues } from '../../../request/parameter.ts'
import { making } from '../../../request/refusals.ts'
import { inSteps } from '../endpoint.ts'
import { type Composing, composeRows } from '../labels/compose.ts'
import { tooLarge } from '../labels/index.ts'
import type { JudgedRow } from '../labels/judge.ts'
import { copyReader, countersOfLabel, valuesOfCopy } from '../labels/numbering.ts'
import { verifiedLabels } from '../proof.ts'

/** How a job is made. */
export interface JobStyle extends PieceStyle {
  /** Whether its pieces are read back: one that is not what was asked for ends the job before anything is sent. */
  readonly isVerified?: boolean
}

export interface DrawnJob {
  readonly pieces: readonly KeptPiece[]
  /** Of the answer if it is printed; names and values alternate. */
  readonly headers: readonly string[]
  /** Those on its labels; undefined if these name no counters. */
  readonly numbers?: Numbers | undefined
  /** The symbols of each label, in their order. */
  readonly symbols: readonly (readonly ScannedSymbol[])[]
  /** What its labels say, in their order. */
  readonly texts: readonly LabelText[]
  /** What a scanner reads of each label; undefined if nobody reads them back. */
  readonly expected?: readonly ExpectedScan[]
}

/** What a scanner is to read of a label, once for each of its copies. */
function scannedSymbols(symbols: DesignComposition['symbols'], copies: number): DrawnJob['symbols'] {
  const all = symbols.map(({ barcode, text, elements, element }): ScannedSymbol => {
    return { barcode, text, elements, isDivided: element.given.layout === 'logistics' }
  })
  return Array.from({ length: copies }, () => all)
}

/** What a printer is sent, for messages. */
export const named = (language: JobFormat): string =>
  isPrinterLanguage(language) ? languageTraits[language].title : { pdf: 'a PDF', png: 'PNGs' }[language]

/** The job of many labels, each composed and drawn in a step of its own, or why there is none. */
export function* jobOfRows(
  rows: readonly JudgedRow[],
  style: JobStyle,
  composing: Composing,
): Generator<AnswerStep, DrawnJob | Answer> {
  const pieces = new Pieces(style)
  const scanned: DrawnJob['symbols'][number][] = []
  const texts: LabelText[] = []
  const refusal = (row: number): Answer | undefined => tooLarge(row, pieces.length, named(style.language))
  const composed = yield* composeRows(rows, composing, {
    add({ label: request, symbols, ...label }) {
      pieces.add(label)
      scanned.push(...scannedSymbols(symbols, label.copies))
      texts.push({ ...inscriptionOf(request), labels: label.copies })
      return refusal(label.row)
    },
    discard() {
      pieces.clear()
      scanned.length = 0
      texts.length = 0
    },
    kept: () => pieces.kept,
  })
  if ('status' in composed) return composed
  yield* pieces.end()
  const { numbers } = composing
  const headers = [...composed.headers, ...pieces.verified()]
  return refusal(rows.at(-1)!.number) ?? { pieces: pieces.list, headers, numbers, symbols: scanned, texts }
}

/** The job of one label, drawn in steps, or why it cannot be drawn, and what would be. @param given  its values */
export function* jobOfLabel(
  given: GivenValues,
  { style, read }: PrinterLabels<DesignRequest>,
  { limits, isVerified }: Making,
): Generator<AnswerStep, DrawnJob | Answer> {
  const work = making(given, read, function* (request) {
    return { request, composition: yield* composingDesign(request, limits) }
  })
  const found = yield* inSteps(work, () => 0)
  if ('made' in found) {
    const { request, composition } = found.made
    const job = jobOf(composition, request.qty, { ...style, isVerified })
    const texts = [{ ...inscriptionOf(request), labels: request.qty }]
    return { ...job, symbols: scannedSymbols(composition.symbols, request.qty), texts }
  }
  return faultsAnswer(found.code, found.message, found.faults)
}

/** What decides how a job is made, besides its printer. */
interface Making {
  readonly limits: Limits
  readonly isVerified: boolean
}

/** The job of one label whose copies have numbers, a copy in each step, or why one of them cannot be drawn. @param numbers  taken for it */
export function* jobOfNumbered(
  given: GivenValues,
  { style, read }: PrinterLabels<DesignRequest>,
  { limits, isVerified }: Making,
  numbers: Numbers,
): Generator<AnswerStep, DrawnJob | Answer> {
  const asked = read(given, undefined, 'later').request!
  const { qty: copies } = asked
  const counters = countersOfLabel(asked)
  const [values, readCopy] = [valuesOfCopy(given), copyReader(asked, read, numbers)]
  const scanned: DrawnJob['symbols'][number][] = []
  const texts: LabelText[] = []
  const pieces = new Pieces({ ...style, isVerified })
  let headers: readonly string[] = []
  for (let label = 1; label <= copies; label++) {
    const work = making(values, readCopy, function* (request) {
      return { request, ...(yield* composingDesign(request, limits)) }
    })
    const found = yield* inSteps(work, () => pieces.kept)
    if (!('made' in found)) return faultsAnswer(found.code, found.message, found.faults)
    const { request, scene, asked, warnings, symbols } = found.made
    scanned.push(...scannedSymbols(symbols, 1))
    texts.push({ ...inscriptionOf(request), labels: 1 })
    pieces.add({ row: 1, copies: 1, scene, asked, isContinued: label < copies })
    numbers.give(counters, label)
    if (label === 1) headers = warnings.flatMap((warning) => ['Quietzone-Warning', warningText(warning)])
    const refusal = tooLarge(1, pieces.length, named(style.language))
    if (refusal !== undefined) return refusal
    yield { kept: pieces.kept, left: copies - label }
  }
  yield* pieces.end()
  return { pieces: pieces.list, headers: [...headers, ...pieces.verified()], numbers, symbols: scanned, texts }
}

/** The job of one label that is composed. */
export function jobOf({ scene, warnings, asked }: Composition, copies: number, style: JobStyle): DrawnJob {
  const { headers, ...job } = jobOfScenes([{ row: 1, copies, scene, asked }], style)
  return {
    ...job,
    headers: [...warnings.flatMap((warning) => ['Quietzone-Warning', warningText(warning)]), ...headers],
  }
}

/** The job of labels that are drawn already. */
export function jobOfScenes(labels: readonly RowScene[], style: JobStyle): DrawnJob {
  const maker = new JobMaker(style)
  for (const label of labels) maker.add(label)
  return maker.end()
}

/** Makes the job of labels that are drawn already, one at a time. @throws VerificationFailure where it is read back */
export class JobMaker {
  readonly #pieces: Pieces

  constructor(style: JobStyle) {
    this.#pieces = new Pieces(style)
  }

  add(label: RowScene): void {
    this.#pieces.add(label)
  }

  /** No label is added afterwards. */
  end(): DrawnJob {
    const pieces = this.#pieces
    // the last piece has a few labels
    for (const _ of pieces.end());
    return { pieces: pieces.list, headers: pieces.verified(), texts: [], symbols: [] }
  }
}

/** The pieces of a job that is being made. */
export class Pieces {
  list: KeptPiece[] = []
  /** The bytes that the printer is sent. */
  length = 0
  #kept = 0
  readonly #style: JobStyle
  #maker: PieceMaker
  #labels = 0

  constructor(style: JobStyle) {
    this.#style = style
    this.#maker = pieceMaker(style)
  }

  /** The memory that the labels take so far, in bytes. */
  get kept(): number {
    return this.#kept + this.#maker.pending()
  }

  add(label: RowScene): void {
    for (const made of this.#maker.add(label)) this.#keep(made)
  }

  /** No label is added afterwards. */
  *end(): Generator<AnswerStep, void> {
    for (const made of this.#maker.end()) {
      if (this.#style.isVerified)
        for (const _ of verifyingPiece(made)) yield { kept: this.#kept + made.piece.bytes.length }
      this.#keepVerified(made)
    }
  }

  clear(): void {
    this.#maker = pieceMaker(this.#style)
    this.list = []
    this.length = 0
    this.#labels = 0
    this.#kept = 0
  }

  /** The header that says what was read back, if anything was. */
  verified(): readonly string[] {
    return this.#style.isVerified ? verifiedLabels(this.#labels) : []
  }

  #keep(made: MadePiece): void {
    if (this.#style.isVerified) for (const _ of verifyingPiece(made));
    this.#keepVerified(made)
  }

  #keepVerified(made: MadePiece): void {
    this.#labels += made.piece.labels
    const kept = keptPiece(made)
    this.list.push(kept)
    this.length += made.piece.bytes.length
    this.#kept += kept.kept
  }
}
