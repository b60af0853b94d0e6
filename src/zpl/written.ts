/** The labels of a program as a picture, as pages, or in the language of a printer. */

import { drawn, type LabelCopies, LabelDocument } from '../draw/document.ts'
import type { LabelFormat } from '../draw/finish.ts'
import type { ExpectedOrder } from '../draw/proof.ts'
import { DrawingRefusal } from '../drawing-refusal.ts'
import { excessOf, type Limits } from '../drawing-size.ts'
import { type Interruptible, uninterrupted } from '../interruptible.ts'
import { FitError } from '../layout/fit.ts'
import { type Scene, turns, upright } from '../layout/scene.ts'
import { isPrinterLanguage, languageTraits } from '../render/language.ts'
import type { ZplPacking } from '../render/zpl.ts'
import { orderOf } from './order.ts'
import type { DrawnLabel, Program } from './read.ts'

/** Sheets of paper in the middle of which labels stand, in mm. */
export const pageSizes = {
  letter: [215.9, 279.4],
  legal: [215.9, 355.6],
  a4: [210, 297],
  a5: [148, 210],
  a6: [105, 148],
} as const

/** How labels lie on their pages. */
export interface PageForm {
  /** Quarters by which they are turned clockwise; none by default. */
  readonly quarters?: 0 | 1 | 2 | 3
  /** Of a PDF: that of the label by default. */
  readonly pageSize?: keyof typeof pageSizes | undefined
}

export interface ProgramFile extends PageForm {
  readonly format: LabelFormat
  /** Of ZPL. */
  readonly packing?: ZplPacking | undefined
  /** The label, from 0; all of them by default, of which a picture shows the first. */
  readonly index?: number | undefined
  /** Whether its bytes are read back; on sheets of another size their symbols are not. */
  readonly isVerified?: boolean | undefined
}

/** Bytes of all labels of a program. */
const mostBytes = 16 << 20
/** Copies of a label in the language of a printer, and labels of a print job. */
export const mostProgramCopies = 500

/**
 * The file of a program. Pages show each label once; the commands of a printer print its copies.
 *
 * @throws DrawingRefusal without such a label, and for too many copies; FitError for a label that is too large for its format;
 *   VerificationFailure if its bytes are not what the program asked for
 */
export function* writingProgram(program: Program, file: ProgramFile, limits: Limits): Interruptible<Uint8Array> {
  const { format, packing, index, isVerified = false } = file
  const isPicture = format === 'png' || format === 'svg'
  const wanted = isPicture ? (index ?? 0) : index
  const labels = program.labels(wanted ?? 0)
  if (isPicture) {
    const { scene, asked } = fitting(yield* firstOf(labels), file, limits, program)
    const style = { format, copies: 1, isSized: true }
    return drawn({ scene, warnings: [], asked }, style, isVerified).bytes
  }
  const document = new LabelDocument({ format, title: 'ZPL', packing, isVerified })
  let count = 0
  for (const label of labels) {
    yield
    if (label === undefined) continue
    document.add(fitting(label, file, limits, program))
    count++
    if (document.length > mostBytes) {
      throw refusal('index', `the first ${count} labels take more than ${mostBytes >> 20} MiB; index names one`)
    }
    if (wanted !== undefined) break
  }
  if (count === 0) fitting(undefined, file, limits, program)
  return Buffer.concat(yield* document.end())
}

/** The same at once. @throws what `writingProgram` throws */
export const writtenProgram = (program: Program, file: ProgramFile, limits: Limits): Uint8Array =>
  uninterrupted(writingProgram(program, file, limits))

function* firstOf(labels: ReturnType<Program['labels']>): Interruptible<DrawnLabel | undefined> {
  for (const label of labels) {
    if (label !== undefined) return label
    yield
  }
  return undefined
}

/** A label that may be written. @throws DrawingRefusal, FitError */
function fitting(
  label: DrawnLabel | undefined,
  { format, index, ...form }: ProgramFile,
  limits: Limits,
  { count }: Program,
): LabelCopies {
  if (label === undefined) {
    const few = count === 0 ? 'the program prints no label' : `the program prints ${count} labels`
    throw refusal('index', `there is no label ${index ?? 0}: ${few}`)
  }
  // as it is printed: marks of a label that is turned as a whole are turned
  const lying = upright(label.scene)
  const scene = onPage(lying, form)
  const excess = excessOf(scene, format, limits)
  if (excess !== undefined) throw new FitError('size', excess)
  const asked = askedOf(label, lying, scene, form)
  if (!isPrinterLanguage(format)) return { scene, asked, copies: 1 }
  const { copies } = label
  if (copies > mostProgramCopies) {
    const { title } = languageTraits[format]
    throw refusal(
      'format',
      `^PQ asks for ${copies} copies, and a document in ${title} has ${mostProgramCopies} at most`,
    )
  }
  return { scene, asked, copies }
}

/** A label turned, and in the middle of a sheet. */
function onPage(label: Scene, { quarters = 0, pageSize }: PageForm): Scene {
  const scene = upright({ ...label, turn: turns[quarters]! })
  if (pageSize === undefined) return scene
  const { perMillimetre, perInch } = scene.resolution
  const [width, height] = pageSizes[pageSize].map((side) => Math.round(side * perMillimetre)) as [number, number]
  const [x, y] = [Math.floor((width - scene.width) / 2), Math.floor((height - scene.height) / 2)]
  const paper = { width: (72 * width) / perInch, height: (72 * height) / perInch }
  return { ...scene, width, height, paper, marks: [{ kind: 'placed', scene, x, y }] }
}

const refusal = (parameter: string, message: string): DrawingRefusal =>
  new DrawingRefusal([{ parameter, code: 'does_not_fit', message }])

/** What a label was asked for. On a sheet of another size nothing is said of its symbols. */
function askedOf(label: DrawnLabel, lying: Scene, page: Scene, { quarters = 0, pageSize }: PageForm): ExpectedOrder {
  const { width, height } = lying
  if (pageSize === undefined) return orderOf(label, { width, height, turn: turns[quarters]! })
  return { head: page.resolution, symbols: [], sides: { width: page.width, height: page.height, turn: 'N' } }
}
