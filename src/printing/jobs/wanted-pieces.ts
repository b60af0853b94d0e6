/** The labels of a job that are wanted again: which pieces of it they stand in, and where in these. */

import { copiesOf } from '../printers/delivery.ts'
import { labelsAcross } from '../printers/part.ts'
import type { Printer } from '../printers/printer.ts'
import { type Job, JobRefusal } from '../store/job.ts'
import type { JobStore } from '../store/store.ts'

/** Labels of a job, counted from 1, both included. */
interface LabelRange {
  readonly from: number
  readonly to: number
}

/** Labels of a piece, counted from 1 within it, both included. */
interface WantedPiece {
  /** Of the piece, from 0. */
  readonly number: number
  readonly first: number
  readonly end: number
}

/**
 * The pieces that have these labels, in their order.
 *
 * @throws JobRefusal if labels that come out together would be split, or labels of the job are not kept any more; StateError
 */
export function wantedPieces(
  store: JobStore,
  job: Job,
  { language }: Pick<Printer, 'language'>,
  { from, to }: LabelRange,
): readonly WantedPiece[] {
  const heads = store.heads(job.id)
  if (heads.reduce((sum, { labels }) => sum + labels, 0) !== job.labels)
    throw new JobRefusal('job_state', `the labels of job ${job.id} are not kept any more`)
  const wanted: WantedPiece[] = []
  let before = 0
  for (const { number, labels } of heads) {
    const [first, end] = [Math.max(1, from - before), Math.min(labels, to - before)]
    if (first <= end) {
      wanted.push({ number, first, end })
      if (first > 1 || end < labels) {
        const piece = store.piece(job.id, number)
        if (piece.isWhole) throw goesWhole(job, first > 1 ? 'from' : 'to')
        const across = labelsAcross({ labels, copies: copiesOf(piece) }, language)
        refuseParted({ number, first, end }, { job, before, across })
      }
    }
    before += labels
  }
  return wanted
}

function goesWhole({ id, labels }: Job, parameter: 'from' | 'to'): JobRefusal {
  const all = parameter === 'from' ? 1 : labels
  const why = `job ${id} goes to its printer byte for byte as it came, all of its labels together`
  return new JobRefusal('invalid_parameter', `${why}: ${parameter} is ${all}`, parameter)
}

interface PlaceInJob {
  readonly job: Job
  /** Labels of the job before the piece. */
  readonly before: number
  /** Labels of the piece that lie side by side. */
  readonly across: number
}

/** @throws JobRefusal if the wanted labels begin or end within a row */
function refuseParted({ first, end }: WantedPiece, { job, before, across }: PlaceInJob): void {
  const refused = (which: 'first' | 'last', label: number, row: number): JobRefusal => {
    const side = `${across} labels of job ${job.id} lie side by side`
    const message = `${label} is not the ${which} of a row: ${side}; ${row} or ${row + across} is`
    return new JobRefusal('invalid_parameter', message, which === 'first' ? 'from' : 'to')
  }
  const ahead = (first - 1) % across
  if (ahead !== 0) throw refused('first', before + first, before + first - ahead)
  const left = end % across
  if (left !== 0) throw refused('last', before + end, before + end - left)
}
