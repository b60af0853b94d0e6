/** What people chose for tables with the same headings, kept from one visit to the next. */

import type { Chosen, Column } from '../../../table/mapping.ts'
import { Remembered } from '../remembered.ts'

/** Choices that are kept, and characters of the headings of one, at most. */
const [mostKept, longestHeadings] = [20, 4000] as const

type Entry = readonly [headings: string, chosen: Chosen]

export class Mappings {
  readonly #kept: Remembered
  #entries: readonly Entry[]

  constructor(kept = new Remembered('columns', 120_000)) {
    this.#kept = kept
    this.#entries = entriesIn(kept.text)
  }

  /** What was chosen for these columns; nothing if they are new. */
  chosenFor(columns: readonly Column[]): Chosen {
    const wanted = headingsOf(columns)
    return this.#entries.find(([headings]) => headings === wanted)?.[1] ?? {}
  }

  /** Keeps a choice, in place of the one before and of those that are oldest. */
  keep(columns: readonly Column[], chosen: Chosen): void {
    const headings = headingsOf(columns)
    const others = this.#entries.filter(([other]) => other !== headings)
    const isEmpty = Object.keys(chosen).length === 0
    this.#entries = [...(isEmpty ? [] : [[headings, chosen] as const]), ...others].slice(0, mostKept)
    const written = this.#entries.filter(([each]) => each.length <= longestHeadings)
    // what is too much for the browser goes, the oldest first
    for (let count = written.length; count > 0; count--)
      if (this.#kept.keep(JSON.stringify(written.slice(0, count)))) return
    this.#kept.forget()
  }

  forget(): void {
    this.#entries = []
    this.#kept.forget()
  }
}

const headingsOf = (columns: readonly Column[]): string => JSON.stringify(columns.map(({ key }) => key))

/** The entries that `text` was written from; none if it was not. */
function entriesIn(text: string | undefined): readonly Entry[] {
  try {
    const found: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(found) ? found.filter(isEntry).slice(0, mostKept) : []
  } catch {
    return []
  }
}

function isEntry(value: unknown): value is Entry {
  if (!Array.isArray(value)) return false
  const [headings, chosen] = value as readonly unknown[]
  if (typeof headings !== 'string' || typeof chosen !== 'object' || chosen === null) return false
  return Object.values(chosen).every(
    (said) => typeof said === 'string' || (Array.isArray(said) && said.every((key) => typeof key === 'string')),
  )
}
