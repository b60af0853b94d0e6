/** A report in the form of an explanation: the symbol as it was read, and each finding as a step with its modules. */

import type { Check, Finding, Report, Rows } from '../../check/index.ts'
import type { Explanation, Step } from './explanation.ts'
import { words } from './words.ts'

const order = ['fault', 'note', 'pass'] as const

/** @param name  the symbology's name for people */
export function shownAs({ report, seen }: Required<Check>, name: string): Explanation {
  return { ...figureOf(seen.rows), name, standard: '', quiet: seen.quiet, path: [], steps: stepsOf(report) }
}

/** The same with the modules of the reference symbol. */
export function referenceFor(shown: Explanation, reference: Rows): Explanation {
  return { ...shown, ...figureOf(reference) }
}

function figureOf(rows: Rows): Pick<Explanation, 'rows' | 'width' | 'height' | 'summary'> {
  const [height, width] = [rows.length, rows[0]?.length ?? 0]
  return { rows, width, height, summary: words.symbol.sizeOf(height === 1 ? `${width}` : `${height} × ${width}`) }
}

/** Faults first, then notes, then passed rules, each in the report's order and words. */
export function stepsOf({ findings }: Report): Step[] {
  return order.flatMap((kind) => findings.filter((finding) => finding.kind === kind).map(stepOf))
}

function stepOf({ kind, code, clause, message, modules = [] }: Finding): Step {
  return {
    title: message,
    kind,
    code,
    clause: clause === 'none' ? '' : clause,
    modules: { areas: modules.map(({ row, column }) => [column, row, 1, 1]) },
  }
}

/** The verdict in short, with the number of faults and notes. */
export function headline({ verdict, findings }: Report): string {
  const count = (kind: 'fault' | 'note'): string[] => {
    const number = findings.filter((finding) => finding.kind === kind).length
    return number === 0 ? [] : [words.check[kind === 'fault' ? 'faults' : 'notes'](number)]
  }
  switch (verdict) {
    case 'unreadable':
      return words.check.notReadable
    case 'conforming':
      return [words.check.conforming, ...count('note')].join(', ')
    case 'faults':
      return [...count('fault'), ...count('note')].join(', ')
  }
}
