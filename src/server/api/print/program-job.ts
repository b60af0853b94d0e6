/** The labels of a program in ZPL, drawn for a printer of any language. */

import { type Answer, type AnswerStep, errorAnswer } from '../../../answer.ts'
import { finished, mediumOf } from '../../../draw/finish.ts'
import { labelOrder } from '../../../draw/proof.ts'
import { excessOf, type Limits } from '../../../drawing-size.ts'
import { FitError } from '../../../layout/fit.ts'
import { upright } from '../../../layout/scene.ts'
import { fedOrientation } from '../../../layout/stock.ts'
import type { LabelText, Printer } from '../../../printing/index.ts'
import type { RowScene } from '../../../printing/printers/pieces.ts'
import {
  type DrawnLabel,
  inscriptionOfLabel,
  mostProgramCopies,
  orderOf,
  type Program,
  readingProgram,
  type ZplDpi,
  zplDpis,
} from '../../../zpl/index.ts'
import { inSteps, unprocessable } from '../endpoint.ts'
import { tooLarge } from '../labels/index.ts'
import { findingHeaders } from '../zpl.ts'
import { type DrawnJob, named, Pieces } from './job.ts'

/** A program to print. */
export interface ProgramOrder {
  readonly bytes: Uint8Array
  readonly printer: Printer
  /** The label, from 0; all of them by default. */
  readonly index: number | undefined
  /** Whether its pieces are read back. */
  readonly isVerified: boolean
}

/** The job of a program, a label in each step, or why there is none. */
export function* jobOfProgram(order: ProgramOrder, limits: Limits): Generator<AnswerStep, DrawnJob | Answer> {
  const { bytes, printer, index } = order
  const { stock, language, handling } = printer
  const dpi = zplDpis.find((each) => each === printer.dpi)
  if (dpi === undefined) return otherHead(printer)
  const pieces = new Pieces({ ...printer, isVerified: order.isVerified })
  const kept = (): number => bytes.length + pieces.kept
  const options = { dpi, size: stock, scale: handling?.scale, now: new Date() }
  const program = yield* inSteps(readingProgram(bytes, options), kept)
  const texts: LabelText[] = []
  let copies = 0
  try {
    for (const label of program.labels(index ?? 0)) {
      yield { kept: kept() }
      if (label === undefined) continue
      copies += label.copies
      if (copies > mostProgramCopies) return tooMany
      pieces.add(rowOf(label, printer, dpi, limits))
      texts.push({ ...inscriptionOfLabel(label), labels: label.copies })
      const refusal = tooLarge(label.index + 1, pieces.length, named(language))
      if (refusal !== undefined) return refusal
      if (index !== undefined) break
    }
  } catch (error) {
    return unprocessable(error)
  }
  if (copies === 0) return noLabel(program, index)
  yield* pieces.end()
  const headers = [...findingHeaders(program.findings()), ...pieces.verified()]
  return { pieces: pieces.list, headers, symbols: [], texts }
}

const otherHead = ({ name, dpi }: Printer): Answer =>
  errorAnswer(
    'does_not_fit',
    `printer: ${name} has ${dpi} dpi; programs in ZPL are for ${zplDpis.join(', ')} dpi, whose dots they count`,
  )

const tooMany = errorAnswer(
  'too_many_labels',
  `the program asks for more than ${mostProgramCopies} labels with its copies (^PQ): print its labels one by one, by index`,
)

const noLabel = ({ count }: Program, index: number | undefined): Answer =>
  errorAnswer(
    'does_not_fit',
    `index: there is no label ${index ?? 0}: the program prints ${count === 0 ? 'none' : `${count} of them`}`,
  )

/** A label as it goes to its printer. @throws FitError for what its head or its labels would cut off */
function rowOf(label: DrawnLabel, { stock, language, handling }: Printer, dpi: ZplDpi, limits: Limits): RowScene {
  const scene = upright(label.scene)
  const excess = excessOf(scene, language, limits)
  if (excess !== undefined) throw new FitError('size', excess)
  const orientation = fedOrientation(stock) ?? 'landscape'
  const medium = mediumOf({ format: language, dpi, size: stock, orientation, handling })
  const { symbols } = orderOf(label, { width: scene.width, height: scene.height, turn: 'N' })
  return {
    ...{ row: label.index + 1, copies: label.copies },
    scene: finished(scene, medium, () => []).scene,
    asked: labelOrder(symbols, scene, { size: stock, dpi, format: language, handling }),
  }
}
