import type { Answer, Step } from '../../../answer.ts'
import { composeLabel, type LabelRequest, type Limits } from '../../../draw.ts'
import type { Scene } from '../../../layout/scene.ts'
import { drawingFaults, tryingLabel } from '../../../request/refusals.ts'
import { withEscapes, withProof } from '../../../request/suggestions.ts'
import { bytesOfLabel, isFaulty, type JudgedRow, type Judging } from './judge.ts'
import { type RowFault, RowFaults } from './row-faults.ts'
import { RowWarnings } from './row-warnings.ts'

/** A row as a drawing. */
export interface ComposedRow {
  /** From 1. */
  readonly row: number
  readonly copies: number
  readonly scene: Scene
}

/** What becomes of the rows. */
interface RowSink {
  /** Takes the next row. Returns the error if there is no room for it. */
  add(row: ComposedRow): Answer | undefined
  /** Called when a row cannot be drawn, so that nothing will be. */
  discard(): void
  /** How many bytes it keeps. */
  kept(): number
}

export interface Composing {
  /** Whether rows that cannot be drawn are left out; otherwise nothing is drawn. */
  readonly partial: boolean
  readonly limits: Limits
  /** Reads the values of a row. */
  readonly read: Judging['read']
  /** Rows that are passed over, because no label of them is wanted. */
  readonly skipped: number
}

/** What is said of rows that are composed. */
export interface Composed {
  /** Names and values alternate. */
  readonly headers: readonly string[]
}

/**
 * Composes the rows in their order, one in each step: all, or none unless `partial`. After a row with faults the others are composed
 * for their faults alone.
 */
export function* composeRows(
  rows: readonly JudgedRow[],
  { partial, limits, read, skipped }: Composing,
  sink: RowSink,
): Generator<Step, Composed | Answer> {
  const faults = new RowFaults()
  const warnings = new RowWarnings()
  let left = rows.length
  const bytes = rows.reduce((sum, row) => sum + bytesOfLabel(row), 0)
  for (const { number, label, given } of rows) {
    const composed = isFaulty(label) ? label : compositionOf(label, limits)
    if (isFaulty(composed)) {
      faults.add(number, provenFaults(composed, tryingLabel(given, read, limits)))
      if (!partial) sink.discard()
    } else if (partial || faults.rows === 0) {
      const refusal = sink.add({ row: number, copies: composed.copies, scene: composed.scene })
      if (refusal !== undefined) return refusal
      warnings.add(number, composed.warnings)
    }
    yield { kept: bytes + sink.kept(), left: --left }
  }
  const drawn = rows.length - faults.rows
  if (drawn === 0 || (faults.rows > 0 && !partial)) return faults.answer(rows.length)
  const counted = `${drawn}/${rows.length + skipped}${skipped === 0 ? '' : `; skipped=${skipped}`}`
  return { headers: ['Quietzone-Rows', counted, ...warnings.headers()] }
}

type Composition = ReturnType<typeof composeLabel> & { readonly copies: number }

function compositionOf(label: LabelRequest, limits: Limits): Composition | readonly RowFault[] {
  try {
    return { copies: label.qty, ...composeLabel(label, limits) }
  } catch (error) {
    const { message, faults } = withEscapes(drawingFaults(error), label)
    return faults.map((fault) => ({ fault, sentence: faults.length === 1 ? message : fault.message }))
  }
}

/** The faults of a row with the change that draws. @param again  tries the row with other values */
function provenFaults(faults: readonly RowFault[], again: ReturnType<typeof tryingLabel>): readonly RowFault[] {
  const { faults: proven } = withProof({ faults: faults.map(({ fault }) => fault) }, again)
  return faults.map(({ sentence }, i) => ({ fault: proven[i]!, sentence }))
}
