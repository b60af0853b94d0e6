import { cutAt, quoted } from '../../symbologies/messages.ts'
import { utf8Value } from '../utf8.ts'
import { commonNamesOf, sameName } from './names.ts'
import { isFault, type TableRecord } from './records.ts'

/** Why no row of a table can be read. */
export class TableError extends Error {
  readonly code: 'bad_request' | 'invalid_encoding' | 'duplicate_parameter' | 'missing_parameter' | 'invalid_parameter'
  /** The parameter whose column the user should choose, if that helps. */
  readonly parameter: string | undefined

  constructor(code: TableError['code'], message: string, parameter?: string) {
    super(message)
    this.code = code
    this.parameter = parameter
  }
}

export interface Column {
  /** What stands above it. */
  readonly text: string
  /** The parameters that it gives; several only if the user chose it for several. */
  readonly parameters: readonly string[]
}

export interface Meanings {
  /** Parameters that a column can mean. */
  readonly names: readonly string[]
  /** Those without which no row is valid. */
  readonly required: readonly string[]
  /** For a parameter, what stands above the column that is to give it; empty if none is. */
  readonly columns?: { readonly [name: string]: string }
}

/** The columns of a header, by what stands above them. */
interface Header {
  readonly texts: readonly string[]
  readonly byText: ReadonlyMap<string, readonly number[]>
  readonly byName: ReadonlyMap<string, readonly number[]>
}

/**
 * The columns that a header names, and what they mean. For each parameter: the column that the user chose, or else the one with its
 * name, or else the only one with a common name for it.
 *
 * @throws TableError if a parameter is there twice, or a required one not at all
 */
export function columnsOf(texts: readonly string[], { names, required, columns = {} }: Meanings): readonly Column[] {
  const header = { texts, byText: indexed(texts, (text) => text.trim()), byName: indexed(texts, sameName) }
  const sources = new Map<string, number>()
  for (const [name, text] of Object.entries(columns)) {
    if (text !== '') sources.set(name, chosenColumn(header, name, text))
  }
  const left = names.filter((name) => columns[name] === undefined)
  const chosen = new Set(sources.values())
  for (const name of left) {
    const own = namedColumn(header, name, chosen)
    if (own !== undefined) sources.set(name, own)
  }
  const named = new Set(sources.values())
  for (const name of left.filter((name) => !sources.has(name))) {
    const common = commonNamesOf(name).flatMap((common) => header.byName.get(common) ?? [])
    const guesses = common.filter((i) => !named.has(i))
    const [guess, second] = guesses
    if (second !== undefined && required.includes(name)) throw ambiguous(header, name, guesses)
    if (guess !== undefined && second === undefined) sources.set(name, guess)
  }
  const missing = required.find((name) => !sources.has(name))
  if (missing !== undefined) throw absent(header, missing)
  return texts.map((text, i) => ({ text, parameters: [...sources.keys()].filter((name) => sources.get(name) === i) }))
}

/** The columns by what `key` makes of their texts; those without a text are left out. */
function indexed(texts: readonly string[], key: (text: string) => string): ReadonlyMap<string, readonly number[]> {
  const index = new Map<string, number[]>()
  for (const [i, text] of texts.entries()) {
    const name = key(text)
    const found = index.get(name)
    if (found !== undefined) found.push(i)
    else if (name !== '') index.set(name, [i])
  }
  return index
}

function chosenColumn({ texts, byText, byName }: Header, name: string, text: string): number {
  const [index, second] = byText.get(text.trim()) ?? byName.get(sameName(text)) ?? []
  if (second !== undefined) throw twice(text)
  if (index !== undefined) return index
  throw new TableError('invalid_parameter', `no column ${quoted(text)} for ${name}; ${existing(texts)}`)
}

/** The column with the name of a parameter, exactly or else in another case and with blanks. */
function namedColumn({ byText, byName }: Header, name: string, taken: ReadonlySet<number>): number | undefined {
  const free = (indexes: readonly number[] = []): readonly number[] => indexes.filter((i) => !taken.has(i))
  const exact = free(byText.get(name))
  const [own, second] = exact.length > 0 ? exact : free(byName.get(sameName(name)))
  if (second !== undefined) throw twice(name)
  return own
}

function twice(text: string): TableError {
  return new TableError('duplicate_parameter', `the header has the column ${cut(text)} twice`)
}

function ambiguous({ texts }: Header, name: string, guesses: readonly number[]): TableError {
  const either = listed(
    guesses.map((i) => texts[i]!),
    quoted,
  )
  const message = `${guesses.length} columns could be ${name}: ${either}; say which it is`
  return new TableError('invalid_parameter', message, name)
}

function absent({ texts }: Header, name: string): TableError {
  return new TableError('missing_parameter', `no column ${name}; ${existing(texts)}; say which it is`, name)
}

function existing(texts: readonly string[]): string {
  return `the header has ${listed(texts, quoted)}`
}

/** The maximum length of a column name, and the maximum number of names, in a message. */
const [mostCharacters, mostNames] = [40, 10] as const

const cut = (name: string): string => cutAt(name, mostCharacters)

/** Column names for a message. */
export function listed(names: readonly string[], written = cut): string {
  const shown = names.slice(0, mostNames).map((name) => written(name))
  return names.length > mostNames ? `${shown.join(', ')} and ${names.length - mostNames} more` : shown.join(', ')
}

/** The texts of a header. @throws TableError */
export function headerTexts(content: TableRecord['content']): readonly string[] {
  if (isFault(content)) throw new TableError('bad_request', `the header: ${content.fault}`)
  return content.map((cell) => {
    const text = utf8Value(cell)
    if (typeof text === 'string') return text
    throw new TableError('invalid_encoding', `the header: ${text.fault}; ${encodingAdvice}`)
  })
}

export const encodingAdvice = 'the file must be UTF-8, or UTF-16 with a byte order mark: save it as "CSV UTF-8"'
