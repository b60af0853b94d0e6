/** The labels of a program as a picture, as pages, or in the language of a printer. */

import { drawn, LabelDocument } from '../draw/document.ts'
import type { LabelFormat } from '../draw/finish.ts'
import type { ExpectedOrder } from '../draw/proof.ts'
import { DrawingRefusal } from '../drawing-refusal.ts'
import { excessOf, type Limits } from '../drawing-size.ts'
import { type Interruptible, uninterrupted } from '../interruptible.ts'
import { FitError } from '../layout/fit.ts'
import { type Scene, upright } from '../layout/scene.ts'
import { isPrinterLanguage, languageTraits } from '../render/language.ts'
import type { ZplPacking } from '../render/zpl.ts'
import type { DrawnLabel, Program } from './read.ts'

export interface ProgramFile {
  readonly format: LabelFormat
  /** Of ZPL. */
  readonly packing?: ZplPacking | undefined
  /** The label, from 0; all of them by default, of which a picture shows the first. */
  readonly index?: number | undefined
}

/** Bytes of all labels of a program. */
const mostBytes = 16 << 20
/** Copies of a label in the language of a printer. */
const mostCopies = 500

/**
 * The file of a program. Pages show each label once; the commands of a printer print its copies.
 *
 * @throws DrawingRefusal without such a label, and for too many copies; FitError for a label that is too large for its format
 */
export function* writingProgram(program: Program, file: ProgramFile, limits: Limits): Interruptible<Uint8Array> {
  const { format, packing, index } = file
  const isPicture = format === 'png' || format === 'svg'
  const wanted = isPicture ? (index ?? 0) : index
  const labels = program.labels(wanted ?? 0)
  if (isPicture) {
    const { scene } = fitting(yield* firstOf(labels), file, limits, program)
    const style = { format, copies: 1, isSized: true }
    return drawn({ scene, warnings: [], asked: orderOf(scene) }, style, false).bytes
  }
  const document = new LabelDocument({ format, title: 'ZPL', packing, isVerified: false })
  let count = 0
  for (const label of labels) {
    yield
    if (label === undefined) continue
    const { scene, copies } = fitting(label, file, limits, program)
    document.add({ scene, asked: orderOf(scene), copies })
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
  { format, index }: ProgramFile,
  limits: Limits,
  { count }: Program,
): Pick<DrawnLabel, 'scene' | 'copies'> {
  if (label === undefined) {
    const few = count === 0 ? 'the program prints no label' : `the program prints ${count} labels`
    throw refusal('index', `there is no label ${index ?? 0}: ${few}`)
  }
  // as it is printed: marks of a label that is turned as a whole are turned
  const scene = upright(label.scene)
  const excess = excessOf(scene, format, limits)
  if (excess !== undefined) throw new FitError('size', excess)
  if (!isPrinterLanguage(format)) return { scene, copies: 1 }
  const { copies } = label
  if (copies > mostCopies) {
    const { title } = languageTraits[format]
    throw refusal('format', `^PQ asks for ${copies} copies, and a document in ${title} has ${mostCopies} at most`)
  }
  return { scene, copies }
}

const refusal = (parameter: string, message: string): DrawingRefusal =>
  new DrawingRefusal([{ parameter, code: 'does_not_fit', message }])

/** What a label is said to have, for those who read its bytes back. */
function orderOf({ width, height, resolution }: Scene): ExpectedOrder {
  return { head: resolution, symbols: [], sides: { width, height, turn: 'N' } }
}
