import { memoize } from '../../../symbologies/memoize.ts'
import { type FormFault, isFaults } from '../form-faults.ts'
import { parameters } from '../params.ts'
import type { Given } from '../request-reader.ts'
import { givenSymbolReader } from '../symbol-request.ts'
import { unknownFaults, unknownNames } from '../unknown-names.ts'
import type { DocumentForm, JudgedRow } from './document.ts'
import type { RowFault } from './row-faults.ts'
import { othersOf, rowNames, type SentRow, type UnreadableRow } from './rows.ts'

/** How rows are read, by the form of their document, which is that of each of them. */
const readerFor = memoize((format: DocumentForm['format']) =>
  memoize((zpl: DocumentForm['zpl']) => {
    const { row } = parameters
    const fixed = {
      format: { ...row.format, words: [format], default: format },
      zpl: { ...row.zpl, words: [zpl], default: zpl },
    } as const
    return givenSymbolReader({ ...row, ...fixed })
  }),
)

interface Rest {
  /** Values for what a row leaves out. */
  readonly forAll: Given
  readonly form: DocumentForm
}

/** Judges the values of a row as GET /api/v1/label does. */
export function judged({ number, content, unknown }: SentRow, { forAll, form }: Rest): JudgedRow {
  if ('fault' in content) return { number, label: [unreadable(content.fault)] }
  const given: Record<string, Given[string]> = { ...forAll }
  for (const [name, value] of Object.entries(content.values)) given[name] = [value]
  const label = readerFor(form.format)(form.zpl)(given)
  if (isFaults(label)) return { number, label: label.map(rowFault) }
  const others = label.strict ? othersOf(unknown) : undefined
  if (others === undefined) return { number, label }
  const missing = rowNames.filter((name) => given[name] === undefined)
  return { number, label: unknownFaults(unknownNames(others, missing), others.more, rowNames).map(rowFault) }
}

function unreadable({ code, message }: UnreadableRow): RowFault {
  return { fault: { parameter: 'row', code, message }, sentence: message }
}

function rowFault({ parameter, code, message, sentence }: FormFault): RowFault {
  return { fault: { parameter, code, message }, sentence }
}
