/** What gives each parameter of a label: columns of a sheet, or a pattern of them, as a person has chosen it or as headings let guess. */

import { isBlank, type Source, valuesIn } from './cells.ts'
import { guessedColumns, sameName, severalLines } from './header.ts'
import type { Problem } from './problems.ts'
import { type Meanings, readable, type SheetRow, type TableSheet, textsOf } from './sheet.ts'

export interface Column {
  /** Its place in rows, from 0. */
  readonly index: number
  /** What stands above it. */
  readonly heading: string
  /** What a person or a pattern names it by: its heading, or its number from 1 if that is empty or another column has it too. */
  readonly key: string
  /** The first text below. */
  readonly sample: string
}

/** For a parameter, the columns by their keys, or a pattern such as `{SKU}-{Lot}`; no columns: nothing gives it. */
export type Chosen = { readonly [parameter: string]: readonly string[] | string }

/** What gives a parameter. */
export interface Meaning extends Source {
  /** What a person chose, in the form of `Chosen`. */
  readonly said: readonly string[] | string
  readonly by: 'person' | 'name' | 'guess'
}

export type Mapping = ReadonlyMap<string, Meaning>

/** A sheet with what its columns mean. */
export interface Mapped {
  readonly sheet: TableSheet
  /** Index of the row with the headings; undefined if there are none. */
  readonly headings: number | undefined
  readonly columns: readonly Column[]
  readonly mapping: Mapping
}

/** What a pattern can give. */
export const patterned: readonly string[] = ['text', 'caption', 'title']

/** Rows that are looked at for a text of each column. */
const mostSampled = 50

/** The columns that have anything. @param headings  index of the row with the headings; undefined if there are none */
export function columnsIn({ rows }: TableSheet, headings: number | undefined): readonly Column[] {
  const texts = headings === undefined ? [] : textsOf(rows[headings]!)
  const below = rows.slice(headings === undefined ? 0 : headings + 1).slice(0, mostSampled)
  const width = headings === undefined ? (rows[0]?.cells?.length ?? 0) : texts.length
  const trimmed = texts.map((text) => text.trim())
  return Array.from({ length: width }, (_, index) => {
    const heading = trimmed[index] ?? ''
    const isAlone = heading !== '' && trimmed.indexOf(heading) === trimmed.lastIndexOf(heading)
    const samples = below
      .map(({ cells }) => cells?.[index])
      .map((cell) => (cell === undefined ? '' : readable(cell).trim()))
    return {
      index,
      heading,
      key: isAlone ? heading : `${index + 1}`,
      sample: samples.find((text) => text !== '') ?? '',
    }
  }).filter(({ heading, sample }) => heading !== '' || sample !== '')
}

/** What the columns of a sheet mean: what a person chose, as far as those columns are there, and guesses for the rest. */
export function mappingOf(columns: readonly Column[], chosen: Chosen, { names, fields, words }: Meanings): Mapping {
  const mapping = new Map<string, Meaning>()
  const byKey = new Map(columns.map(({ key, index }) => [key, index]))
  for (const [name, said] of Object.entries(chosen)) {
    if (!names.includes(name)) continue
    if (typeof said === 'string')
      mapping.set(name, { parts: patternParts(said, byKey), between: '', said, by: 'person' })
    else {
      const found = said.flatMap((key) => byKey.get(key) ?? [])
      if (found.length === said.length) mapping.set(name, { parts: found, between: '\n', said, by: 'person' })
    }
  }
  const chosenFor = (isMeant: (name: string) => boolean): ReadonlySet<string | number> =>
    new Set([...mapping].flatMap(([name, { parts }]) => (isMeant(name) ? parts : [])))
  const free = names.filter((name) => !mapping.has(name))
  const give = (name: string, { key, index }: Column, by: Meaning['by']): void => {
    mapping.set(name, { parts: [index], between: '\n', said: [key], by })
  }
  const [only, second] = columns
  if (only !== undefined && second === undefined && only.heading === '' && free.includes('text'))
    give('text', only, 'guess')
  const guess = (wanted: readonly string[], used: ReadonlySet<string | number>): void => {
    const left = columns.filter(({ index }) => !used.has(index))
    const headings = left.map(({ heading }) => heading)
    for (const [name, at] of guessedColumns(headings, { names: free, ...(fields && { fields }) })) {
      const column = left[at]!
      if (!wanted.includes(name) || mapping.has(name) || !mayBe(column.sample, name, words)) continue
      const isNamed = [name, fields?.get(name) ?? name].some((each) => sameName(each) === sameName(column.heading))
      give(name, column, isNamed ? 'name' : 'guess')
    }
  }
  // what the barcode has may stand in words, too: to choose it there takes it away from nothing
  guess(
    ['text'],
    chosenFor((name) => !severalLines.includes(name)),
  )
  guess(
    free,
    chosenFor(() => true),
  )
  return mapping
}

/** Whether a text may be a value of a parameter: a shop's `Tipo` is none of a barcode, and 2,5 kg is not a number of copies. */
function mayBe(sample: string, name: string, words: Meanings['words']): boolean {
  if (sample === '') return true
  if (name === 'qty') return /^\d+$/.test(sample)
  return words[name]?.includes(sameName(sample)) ?? true
}

/** The texts and columns of a pattern. Braces round what is not a column stay as they are. */
function patternParts(pattern: string, byKey: ReadonlyMap<string, number>): readonly (string | number)[] {
  return pattern.split(/(\{[^{}]*\})/).flatMap((part) => {
    const column = part.startsWith('{') ? byKey.get(part.slice(1, -1).trim()) : undefined
    return column ?? (part === '' ? [] : part)
  })
}

/** The first name in braces of a pattern that is not a column; undefined if all are. */
export function unknownIn(pattern: string, columns: readonly Column[]): string | undefined {
  const names = [...pattern.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name.trim())
  return names.find((name) => columns.every(({ key }) => key !== name))
}

/** What is wrong with a value of a row, or with the row. */
export interface CellProblem {
  /** Undefined if it is about the whole row. */
  readonly parameter: string | undefined
  readonly problem: Problem
}

export interface RowValues {
  readonly values: { readonly [parameter: string]: string }
  readonly problems: readonly CellProblem[]
}

/** The values of a row by parameter. @param width  cells of a row at most, but for blank ones */
export function valuesOf({ value }: TableSheet, row: SheetRow, mapping: Mapping, width: number): RowValues {
  const { cells = [] } = row
  const tooWide: Problem = { kind: 'tooWide', value: `${width}` }
  const problem = row.problem ?? (isBlank(cells.slice(width)) ? undefined : tooWide)
  if (problem !== undefined) return { values: {}, problems: [{ parameter: undefined, problem }] }
  const found = Object.entries(valuesIn(cells, mapping, value))
  return {
    values: Object.fromEntries(found.filter((each): each is [string, string] => typeof each[1] === 'string')),
    problems: found.flatMap(([parameter, each]) =>
      typeof each === 'string' ? [] : [{ parameter, problem: each.problem }],
    ),
  }
}
