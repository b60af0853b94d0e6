/** Healed labels as a job for a printer: its symbols narrowed as its entry says, a label in each turn. */

import { setImmediate as turn } from 'node:timers/promises'
import { finished, mediumOf } from '../../../draw/finish.ts'
import { type HealedLabel, warningsOf } from '../../../heal/index.ts'
import { fedOrientation } from '../../../layout/stock.ts'
import type { Printer } from '../../../printing/index.ts'
import type { RowScene } from '../../../printing/printers/pieces.ts'
import { type DrawnJob, JobMaker, type JobStyle } from '../print/job.ts'

/** Warnings that headers tell. */
const mostTold = 20

/** @throws FitError for what would not be printed whole; VerificationFailure */
export async function printedJobOf(
  labels: readonly HealedLabel[],
  printer: Printer,
  style: JobStyle,
): Promise<DrawnJob> {
  const maker = new JobMaker(style)
  for (const [i, label] of labels.entries()) {
    maker.add(rowOf(label, i + 1, printer))
    await turn()
  }
  const warnings = labels.flatMap(({ report }) => warningsOf(report)).slice(0, mostTold)
  const headers = warnings.flatMap(({ code, message }) => ['Quietzone-Warning', `${code}; ${message}`])
  const job = maker.end()
  return { ...job, headers: [...headers, ...job.headers], texts: labels.map(textOf) }
}

/** What the label says, for who looks for it. */
function textOf({ report: { symbols } }: HealedLabel): DrawnJob['texts'][number] {
  return { text: symbols.map(({ text }) => text).join('\n'), words: [], labels: 1 }
}

/** A label as its printer prints it. @throws FitError */
export function rowOf({ scene, asked }: HealedLabel, row: number, printer: Printer): RowScene {
  const { dpi, stock, language, handling = {} } = printer
  // pages are not drawn shorter where a printer prints longer: their lines would no longer be on whole dots
  const { scale: _, ...own } = handling
  const format = language
  const orientation = fedOrientation(stock) ?? 'landscape'
  const medium = mediumOf({ format, dpi, size: stock, orientation, handling: own })
  const { scene: placed } = finished(scene, medium, () => [])
  return { row, copies: 1, scene: placed, asked: { ...asked, gain: own.gain } }
}
