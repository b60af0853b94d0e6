import { cutAt, quoted } from '../../symbologies/messages.ts'
import { utf8Value } from '../api/query.ts'
import type { Given } from '../api/request-reader.ts'
import { exit, Failure, Refused } from './command.ts'
import { type CsvRecord, isMalformed } from './csv.ts'
import { type Endpoint, endpoints } from './endpoints.ts'
import { withoutLineFeed } from './input.ts'

/** A row: the values of its cells, and those that the command line gives for all rows. */
export interface Row {
  /** From 1, without the header. */
  readonly number: number
  readonly given: Given
  /** Whether a line feed at the end of the text was removed. */
  readonly hasLostLineFeed: boolean
  /** The cell of the column `file`, if it is not empty. */
  readonly file: string | undefined
}

export interface Sheet {
  /** Columns that are ignored. */
  readonly unused: readonly string[]
  /** @throws Refused if the record is not a valid row of this sheet */
  row(content: CsvRecord['content'], number: number): Row
}

/**
 * The columns that a header names, and a reader of the rows below it.
 *
 * @param forAll  values for rows whose cell is empty or missing
 * @throws Failure if no row could be valid
 */
export function sheetOf(content: CsvRecord['content'], endpoint: Endpoint, forAll: Given): Sheet {
  const columns = columnsOf(content)
  const names = Object.keys(endpoint.parameters)
  const needed = names.filter((name) => endpoint.parameters[name]!.kind === 'text' || name === 'type')
  const missing = needed.filter((name) => !columns.includes(name) && forAll[name] === undefined)
  if (missing.length > 0) throw new Failure(exit.usage, `no column ${missing.join(', ')}${advice(columns)}`)
  const isUsed = (name: string): boolean => names.includes(name) || name === 'file'
  const unused = columns.filter((name) => !isUsed(name))
  for (const name of unused) refuseOther(name)
  const used = [...columns.entries()].filter(([, name]) => isUsed(name))
  return {
    unused,
    row(content, number) {
      if (isMalformed(content)) throw new Refused('bad_request', content.fault)
      if (content.length !== columns.length) {
        throw new Refused('bad_request', `${content.length} cells; the header has ${columns.length}`)
      }
      const values: Record<string, Given[string]> = { ...forAll }
      for (const [i, name] of used) if (content[i]!.length > 0) values[name] = [utf8Value(content[i]!)]
      const given = withoutLineFeed(values)
      return { number, given, hasLostLineFeed: given !== values, file: fileIn(values) }
    },
  }
}

function fileIn({ file }: Given): string | undefined {
  const value = file?.[0]
  if (typeof value === 'object') throw new Refused('invalid_encoding', `file: ${value.fault}`)
  return value
}

function columnsOf(content: CsvRecord['content']): string[] {
  if (isMalformed(content)) throw new Failure(exit.usage, `the header: ${content.fault}`)
  const columns = content.map((cell) => {
    const name = utf8Value(cell)
    if (typeof name === 'string') return name
    throw new Failure(exit.usage, `the header: ${name.fault}; the file must be UTF-8`)
  })
  const seen = new Set<string>()
  for (const name of columns) {
    if (name !== '' && seen.has(name)) throw new Failure(exit.usage, `the header has the column ${cut(name)} twice`)
    seen.add(name)
  }
  return columns
}

/** The maximum length of a column name, and the maximum number of names, in a message. */
const [mostCharacters, mostNames] = [40, 10] as const

const cut = (name: string): string => cutAt(name, mostCharacters)

/** Column names for a message. */
export function listed(names: readonly string[], written = cut): string {
  const shown = names.slice(0, mostNames).map((name) => written(name))
  return names.length > mostNames ? `${shown.join(', ')} and ${names.length - mostNames} more` : shown.join(', ')
}

function advice(columns: readonly string[]): string {
  const found = `; the header has ${listed(columns, quoted)}`
  const [only = ''] = columns
  return columns.length === 1 && /[;\t]/.test(only)
    ? `${found}; is it --delimiter ${only.includes(';') ? 'semicolon' : 'tab'}?`
    : found
}

/** @throws Failure for a column that only the other endpoint has: that is a mistake, not a column for other uses */
function refuseOther(name: string): void {
  for (const [kind, { parameters }] of Object.entries(endpoints)) {
    if (Object.hasOwn(parameters, name))
      throw new Failure(exit.usage, `the column ${name} works only with --as ${kind}`)
  }
}
