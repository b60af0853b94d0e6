import type { Step } from '../../../answer.ts'
import { parameters } from '../../../request/params.ts'
import {
  type Column,
  type Delimiter,
  type EncodingName,
  TableReader,
  type TableRow,
} from '../../../spreadsheet/index.ts'
import { bytesOfRows, mostLabels, othersOf, rowNames, type SentRow, type SentRows } from './rows.ts'

interface TableForm {
  /** Parameters that all rows have without a column. */
  readonly given: readonly string[]
  /** What is chosen for a parameter. */
  readonly columns: { readonly [name: string]: string }
  readonly delimiter: Delimiter | undefined
  readonly header: boolean
  readonly encoding: EncodingName | undefined
}

/** Bytes that are read in one step. */
const chunkLength = 1 << 12

/** The rows of a table, CSV or TSV, in steps. @throws TableError if no row can be read */
export function* csvRows(
  bytes: Uint8Array,
  { given, columns, delimiter, header, encoding }: TableForm,
): Generator<Step, SentRows> {
  const reader = new TableReader({
    names: rowNames,
    required: ['text', 'type'].filter((name) => !given.includes(name)),
    printed: Object.entries(parameters.row).flatMap(([name, { kind }]) => (kind === 'text' ? [name] : [])),
    columns,
    header,
    ...(delimiter && { delimiter }),
    ...(encoding && { encoding }),
  })
  const rows: SentRow[] = []
  let count = 0
  let kept = 0
  const take = (found: readonly TableRow[]): void => {
    count += found.length
    const taken = found.slice(0, mostLabels - rows.length).map(sentRow)
    rows.push(...taken)
    kept += bytesOfRows(taken)
  }
  for (let at = 0; at < bytes.length; at += chunkLength) {
    take(reader.push(bytes.subarray(at, at + chunkLength)))
    yield { kept }
  }
  take(reader.end())
  const isUnused = ({ text, parameters }: Column): boolean => header && parameters.length === 0 && text.trim() !== ''
  const unused = reader.header!.columns.filter(isUnused).map(({ text }) => text)
  return { rows, bytes: kept, count, others: othersOf(unused), note: reader.encodingNote }
}

function sentRow(row: TableRow): SentRow {
  // a spreadsheet may have columns for other uses, which are no fault of a row
  return { number: row.number, content: 'fault' in row ? { fault: row.fault } : { values: row.cells }, unknown: [] }
}
