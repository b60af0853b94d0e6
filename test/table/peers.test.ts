/** Delimited files as Python's csv module and the shell of SQLite read them. */

import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { isFault, RecordParser } from '../../src/table/records.ts'
import { cases, inLongRun, type Random, random } from '../random.ts'

/** Why a test is skipped: its tool is missing. */
const lacks = (command: string, ...args: string[]): string | false =>
  spawnSync(command, args).status !== 0 && `${command} is missing`

/** How programs write such files. */
const dialects = [
  { name: 'comma', delimiter: ',', end: '\r\n' },
  { name: 'semicolon', delimiter: ';', end: '\r\n' },
  { name: 'tab', delimiter: '\t', end: '\n' },
  { name: 'pipe', delimiter: '|', end: '\n' },
  { name: 'by hand: blanks before quotes', delimiter: ',', end: '\n', isByHand: true },
] as const

interface File {
  readonly name: string
  readonly delimiter: string
  readonly isByHand: boolean
  readonly text: string
  /** Rows of which a cell goes on behind its closing quote, from 0: a fault here, joined by Python. */
  readonly joined: ReadonlySet<number>
}

/** A file of rows of three cells, the first never empty. */
function file(r: Random, i: number): File {
  const { name, delimiter, end, ...more } = dialects[i % dialects.length]!
  const isByHand = 'isByHand' in more
  const word = (): string => r.text('aB7é倉.-', r.between(1, 4))
  const bare = (): string => `${word()}${r.pick(['', ' ', '"', `'5"`, ' "x" ', '""', '= "'])}${r.pick(['', word()])}`
  const quoted = (): string => {
    const inner = r.pick([
      word(),
      `${word()}""${word()}`,
      `${word()}${delimiter}${word()}`,
      `${word()}\n${word()}`,
      '""',
    ])
    return `${isByHand ? r.pick(['', ' ', '  ']) : ''}"${inner}"`
  }
  const joined = new Set<number>()
  const rows = Array.from({ length: r.between(1, 12) }, (_, row) => {
    const cells = [r.pick([bare, quoted])(), r.pick([bare, quoted, () => ''])(), r.pick([bare, quoted, () => ''])()]
    // such a row costs its first line, so it has no other
    if (r.between(1, 20) === 1 && !cells.slice(0, 2).some((cell) => cell.includes('\n'))) {
      cells[2] = `"${word()}"${word()}`
      joined.add(row)
    }
    return cells.join(delimiter)
  })
  return { name, delimiter, isByHand, text: `${rows.join(end)}${r.pick(['', end])}`, joined }
}

/** The cells of each row, or why it has none. */
function cellsOf({ text, delimiter }: File): (string[] | string)[] {
  const parser = new RecordParser(delimiter.charCodeAt(0))
  const records = [...parser.push(Buffer.from(text)), ...parser.end()]
  return records.map(({ content }) =>
    isFault(content) ? content.fault : content.map((cell) => Buffer.from(cell).toString()),
  )
}

const files = (() => {
  const r = random('files of five dialects')
  return Array.from({ length: cases(500) }, (_, i) => file(r, i))
})()

const script = `
import csv, io, json, sys
found = []
for text, delimiter, by_hand in json.load(sys.stdin):
    found.append(list(csv.reader(io.StringIO(text, newline=''), delimiter=delimiter, skipinitialspace=by_hand)))
json.dump(found, sys.stdout)
`

t.test('as Python reads them', { skip: lacks('python3', '-c', 'import csv') || inLongRun.skip }, async (t) => {
  const input = JSON.stringify(files.map(({ text, delimiter, isByHand }) => [text, delimiter, isByHand]))
  const told: string[][][] = JSON.parse(
    execFileSync('python3', ['-c', script], { input, maxBuffer: 1 << 26 }).toString(),
  )
  let faults = 0
  for (const [i, each] of files.entries()) {
    const own = cellsOf(each)
    t.equal(own.length, told[i]!.length, JSON.stringify(each.text))
    for (const [row, cells] of own.entries()) {
      if (each.joined.has(row)) {
        faults++
        t.equal(cells, 'something follows the closing quote in column 3')
      } else t.same(cells, told[i]![row], `${each.name}: ${JSON.stringify(each.text)}`)
    }
  }
  t.ok(faults > 0)
})

t.test('as SQLite reads them', { skip: lacks('sqlite3', '--version') }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'quietzone-peers-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  // it takes blanks before a quote for a cell without quotes
  const read = files.filter(({ isByHand, joined }) => !isByHand && joined.size === 0)
  const commands = read.flatMap(({ text, delimiter }, i) => {
    writeFileSync(join(folder, `${i}.csv`), text)
    const separator = delimiter === '\t' ? '\\t' : delimiter
    return [
      `CREATE TABLE t${i} (a, b, c);`,
      '.mode csv',
      `.separator "${separator}"`,
      `.import ${join(folder, `${i}.csv`)} t${i}`,
      '.mode list',
      `SELECT json_group_array(json_array(a, b, coalesce(c, ''))) FROM (SELECT * FROM t${i} ORDER BY rowid);`,
    ]
  })
  const output = execFileSync('sqlite3', [':memory:'], { input: commands.join('\n'), maxBuffer: 1 << 26 }).toString()
  const told: string[][][] = output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  t.equal(told.length, read.length)
  for (const [i, each] of read.entries()) t.same(cellsOf(each), told[i], `${each.name}: ${JSON.stringify(each.text)}`)
})
