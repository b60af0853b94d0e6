/** What the labels of a job say, in parts of many labels: for people who look for a label, and for those who look back. */

import { checksumOf, isSame } from './job.ts'
import type { RowWrite } from './piece-table.ts'
import type { Sqlite, SqlRow } from './sqlite.ts'

/** What labels say that are printed one after the other, all alike. */
export interface LabelText {
  /** Of its symbol; of several, one below the other. */
  readonly text: string
  /** Its other words, a line each. */
  readonly words: readonly string[]
  /** 1 or more. */
  readonly labels: number
}

/** A label of a job, from 1, and what it says. */
export interface ListedLabel extends Omit<LabelText, 'labels'> {
  readonly label: number
}

/** Characters of a part, about; what one label says is never cut. */
const partLength = 1 << 16

/** The most characters of a job's title, and of the texts of its first and last label. */
const longestName = 100

/** What a job is called, and what its first and last label say. @param name  of its design or table, if it has one */
export function namesOf(
  texts: readonly LabelText[],
  name: string | undefined,
): { readonly title: string | undefined; readonly first: string | undefined; readonly last: string | undefined } {
  const [first, last] = [texts[0], texts.at(-1)]
  return { title: shown(name ?? first?.words[0] ?? first?.text), first: shown(first?.text), last: shown(last?.text) }
}

/** A text in one line, cut. */
function shown(text: string | undefined): string | undefined {
  const line = text?.replaceAll(/\p{C}+|\s+/gu, ' ').trim()
  if (line === undefined || line === '') return undefined
  const characters = [...line]
  return characters.length <= longestName ? line : `${characters.slice(0, longestName - 1).join('')}…`
}

/** What is to be written of the labels of a job. */
export function* textWrites(database: Sqlite, job: number, texts: readonly LabelText[]): Generator<RowWrite> {
  let label = 1
  let part: LabelText[] = []
  let length = 0
  const write = (): RowWrite => {
    const labels = part.reduce((sum, each) => sum + each.labels, 0)
    const json = JSON.stringify(part.map(({ labels, text, words }) => [labels, text, ...words]))
    const values = [job, label, labels, json] as const
    label += labels
    part = []
    length = 0
    const sql = 'INSERT INTO label_text (job, label, labels, texts, checksum) VALUES (?, ?, ?, ?, ?)'
    return { bytes: 100 + json.length, write: () => void database.run(sql, ...values, checksumOf(...values)) }
  }
  for (const each of texts) {
    part.push(each)
    length += each.text.length + each.words.reduce((sum, word) => sum + word.length, 20)
    if (length >= partLength) yield write()
  }
  if (part.length > 0) yield write()
}

/** Labels of a job, both included, 500 at most, and what they say; none of a job that an older version has kept. @throws StateError damaged */
export function listedLabels(database: Sqlite, job: number, from: number, to: number): readonly ListedLabel[] {
  const select =
    'SELECT job, label, labels, texts, checksum FROM label_text WHERE job = ? AND label <= ? AND label + labels > ?'
  const rows = database.all(`${select} ORDER BY label`, job, to, from)
  return rows.flatMap((row) => labelsIn(row, database)).filter(({ label }) => label >= from && label <= to)
}

function labelsIn({ job, label, labels, texts, checksum }: SqlRow, database: Sqlite): readonly ListedLabel[] {
  if (!isSame(checksum, checksumOf(job!, label!, labels!, texts!)))
    throw database.damaged(`what the labels of job ${job} say is not as it was written`)
  let at = Number(label)
  return (JSON.parse(String(texts)) as readonly [number, string, ...string[]][]).flatMap(([count, text, ...words]) =>
    Array.from({ length: count }, () => ({ label: at++, text, words })),
  )
}
