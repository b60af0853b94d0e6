import type { Answer, Step } from '../../answer.ts'
import { type Composition, composeLabel, type LabelRequest, type Limits } from '../../draw.ts'
import { warningText } from '../../plan/warning.ts'
import type { Piece } from '../../print/job.ts'
import { type PieceStyle, pieceMaker, piecesOf } from '../../print/pieces.ts'
import type { Language } from '../../print/printer.ts'
import { unprocessable } from '../images.ts'
import { type Composing, composeRows } from '../labels/compose.ts'
import { tooLarge } from '../labels/document.ts'
import type { JudgedRow } from '../labels/judge.ts'

/** What is to be printed. */
export interface Job {
  readonly pieces: readonly Piece[]
  /** Of the answer if it is printed; names and values alternate. */
  readonly headers: readonly string[]
}

const named: Readonly<Record<Language, string>> = { zpl: 'ZPL', pdf: 'a PDF', png: 'PNGs' }

/** The job of many labels, each composed and drawn in a step of its own, or why there is none. */
export function* jobOfRows(
  rows: readonly JudgedRow[],
  style: PieceStyle,
  composing: Composing,
): Generator<Step, Job | Answer> {
  const maker = pieceMaker(style)
  let pieces: Piece[] = []
  let size = 0
  const keep = (piece: Piece | undefined): void => {
    if (piece === undefined) return
    pieces.push(piece)
    size += piece.bytes.length
  }
  const composed = yield* composeRows(rows, composing, {
    add(label) {
      keep(maker.add(label))
      return tooLarge(label.row, size, named[style.language])
    },
    discard() {
      pieces = []
      size = 0
    },
    kept: () => size,
  })
  if ('status' in composed) return composed
  keep(maker.end())
  return tooLarge(rows.at(-1)!.number, size, named[style.language]) ?? { pieces, headers: composed.headers }
}

/** The job of one label that is composed. */
export function jobOf({ scene, warnings }: Composition, copies: number, style: PieceStyle): Job {
  const pieces = [...piecesOf(style, [{ row: 1, copies, scene }])]
  return { pieces, headers: warnings.flatMap((warning) => ['Quietzone-Warning', warningText(warning)]) }
}

/** The job of one label, or why it cannot be drawn. */
export function jobOfLabel(label: LabelRequest, style: PieceStyle, limits: Limits): Job | Answer {
  try {
    return jobOf(composeLabel(label, limits), label.qty, style)
  } catch (error) {
    return unprocessable(error)
  }
}
