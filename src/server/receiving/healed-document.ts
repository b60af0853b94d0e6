/** A document of pages that has arrived: PDF, pictures and rasters, healed, each page a label of its printer. */

import { type HealedLabel, type PageReport, warningsOf } from '../../heal/index.ts'
import type { Printer } from '../../printing/index.ts'
import { VerificationFailure } from '../../reader/verify/index.ts'
import { type Healer, NotChecked } from '../api/heal/healer.ts'
import { rowOf } from '../api/heal/printed.ts'
import { ReceivingError } from './receiving-error.ts'
import type { ReadDocument } from './zpl-document.ts'

/** What of a page keeps a label from being what was meant: a symbol that is left as it was may not scan. */
const faults: readonly string[] = ['symbol_doubtful', 'symbol_tilted', 'symbol_touched', 'symbol_no_room', 'cut']
/** What happens to pages that are as they should be. */
const usual: readonly string[] = ['turned', 'dithered', 'guards_shortened']

/** @throws ReceivingError for what does not become labels; VerificationFailure */
export async function healedDocument(
  healer: Healer,
  { printer, client, bytes }: { readonly printer: Printer; readonly client: string; readonly bytes: Uint8Array },
): Promise<ReadDocument> {
  // the bytes may be part of a larger array, which would be copied whole
  const file = new Uint8Array(bytes)
  const order = { dpi: printer.dpi, size: printer.stock }
  const result = await healer.heal(client, { file, order, wanted: 'labels' }).catch((error: unknown) => {
    throw error instanceof NotChecked ? new ReceivingError('overloaded', error.message, 5) : error
  })
  if ('refused' in result) throw new ReceivingError(result.refused.code, result.refused.message)
  if ('unverified' in result) {
    const { rule, finding, label } = result.unverified
    const failure = new VerificationFailure(rule, 'a healed label is not what was asked for', finding)
    failure.label = label
    throw failure
  }
  if (!('labels' in result)) throw new Error('no labels')
  const { labels } = result
  return { labels: labelsFor(labels, printer), findings: () => findingsOf(labels.map(({ report }) => report)) }
}

function* labelsFor(labels: readonly HealedLabel[], printer: Printer): ReadDocument['labels'] {
  for (const [i, label] of labels.entries()) {
    const { scene, asked = label.asked } = rowOf(label, i + 1, printer)
    const text = label.report.symbols.map((symbol) => symbol.text).join('\n')
    yield { scene, copies: 1, asked, text, words: [] }
  }
}

function findingsOf(reports: readonly PageReport[]): ReturnType<ReadDocument['findings']> {
  const all = reports.flatMap(warningsOf).filter(({ code }) => !usual.includes(code))
  const texts = (isFault: boolean): readonly string[] =>
    all.filter(({ code }) => faults.includes(code) === isFault).map(({ code, message }) => `${code}: ${message}`)
  return { faults: texts(true), warnings: texts(false) }
}
