/** Symbols of the encoders for the same text, to compare with. */

import {
  type Barcode,
  type BarcodeOf,
  EncodeError,
  encode,
  isDark,
  type OptionsOf,
  rowsOf,
  type Symbology,
} from '../../../symbologies/index.ts'
import type { Modules } from './picture/modules.ts'
import type { Findings, ModulePlace } from './report.ts'

export type ReferenceOptions<S extends Symbology> = NonNullable<OptionsOf<S>>

/** The encoder's symbol for `text`; undefined if the symbology cannot carry the text under the options. */
export function referenceSymbol<S extends Symbology>(
  symbology: S,
  text: string,
  options?: OptionsOf<S>,
): BarcodeOf<S> | undefined {
  try {
    return encode(symbology, text, options)
  } catch (error) {
    if (error instanceof EncodeError) return undefined
    throw error
  }
}

interface Comparison {
  readonly reference: Pick<Barcode, 'matrix'>
  /** The modules in which the symbol differs from the reference. */
  readonly differences: readonly ModulePlace[]
}

/**
 * Compares a symbol with a reference that has as many rows. Past the symbol's last column all counts as light; past the
 * reference's last column every module differs.
 */
export function compared({ rows, columns, dark }: Modules, reference: Pick<Barcode, 'matrix'>): Comparison {
  const { matrix } = reference
  const differences: ModulePlace[] = []
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < Math.max(columns, matrix.width); column++) {
      const own = column < columns && dark[row * columns + column] === 1
      const isExcess = column >= matrix.width
      if (isExcess || isDark(matrix, column, row) !== own) differences.push({ row, column })
    }
  }
  return { reference, differences }
}

/** The comparison with the reference that differs least; the first of several. `references` is not empty. */
export function nearest(modules: Modules, references: readonly Pick<Barcode, 'matrix'>[]): Comparison {
  return references
    .map((reference) => compared(modules, reference))
    .reduce((best, each) => (each.differences.length < best.differences.length ? each : best))
}

/** Reports the modules that differ from the reference symbol, and keeps that symbol. */
export function judgeReference(findings: Findings<'reference'>, { reference, differences }: Comparison): void {
  findings.reference = rowsOf(reference.matrix)
  if (differences.length === 0) findings.pass('reference')
  else {
    const message = `${differences.length} modules differ from the reference symbol for the same text`
    findings.note('reference', message, differences)
  }
}
