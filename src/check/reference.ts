import { type Barcode, rowsOf } from '../../symbologies/index.ts'
import type { Findings, ModulePlace } from './report.ts'

/** Tells which modules `differ` from those of the symbol that the encoder makes of the same text, and keeps that symbol. */
export function judgeSame(
  findings: Findings<'reference'>,
  { matrix }: Pick<Barcode, 'matrix'>,
  differ: readonly ModulePlace[],
): void {
  findings.reference = rowsOf(matrix)
  if (differ.length === 0) findings.pass('reference')
  else findings.note('reference', `${differ.length} modules differ from the reference symbol for the same text`, differ)
}
