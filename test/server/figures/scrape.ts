/** Prometheus' text format 0.0.4, read strictly and without a line of src/server/metrics.ts. */

import { ask, type Served } from '../http/wire.ts'

export interface Series {
  /** The family's name, and `_bucket`, `_sum` or `_count` of a histogram. */
  readonly name: string
  readonly labels: ReadonlyMap<string, string>
  readonly value: number
}

export interface ScrapedFamily {
  readonly name: string
  readonly type: string
  readonly help: string
  readonly series: readonly Series[]
}

export interface Scrape {
  readonly families: ReadonlyMap<string, ScrapedFamily>
  /** The value of the one series with these labels and no others; undefined if there is none. */
  value(name: string, labels?: Readonly<Record<string, string>>): number | undefined
  /** The sum over all series that have these labels. */
  sum(name: string, labels?: Readonly<Record<string, string>>): number
  /** How many series there are, each line of a histogram counted. */
  readonly size: number
}

const suffixes: Readonly<Record<string, readonly string[]>> = {
  counter: [''],
  gauge: [''],
  histogram: ['_bucket', '_sum', '_count'],
}

/** @throws Error that names the line, for anything that a strict reader would not accept */
export function scrapeOf(text: string): Scrape {
  if (!text.endsWith('\n')) throw new Error('the last line has no end')
  const families = new Map<string, ScrapedFamily>()
  const seen = new Set<string>()
  let open: { name: string; type: string; help: string; series: Series[] } | undefined
  for (const line of text.slice(0, -1).split('\n')) {
    const fail = (why: string): never => {
      throw new Error(`${why}: ${line}`)
    }
    const help = /^# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)$/s.exec(line)
    const type = /^# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge|histogram)$/.exec(line)
    if (help !== null) {
      open = { name: help[1]!, type: '', help: unescaped(help[2]!, false), series: [] }
      if (families.has(open.name)) fail('a family twice')
    } else if (type !== null) {
      if (open?.name !== type[1] || open?.type !== '' || open?.series.length !== 0) fail('a TYPE that follows no HELP')
      open!.type = type[2]!
      families.set(open!.name, open!)
    } else {
      const series = seriesIn(line) ?? fail('no series')
      const suffix = series.name.slice(open?.name.length)
      if (open === undefined || !series.name.startsWith(open.name)) fail('a series of no family')
      if (!suffixes[open!.type]?.includes(suffix)) fail('a suffix that the type has not')
      const key = keyOf(series.name, series.labels)
      if (seen.has(key)) fail('a series twice')
      seen.add(key)
      open!.series.push(series)
    }
  }
  for (const family of families.values()) checkFamily(family)
  const all = [...families.values()].flatMap(({ series }) => series)
  const byKey = new Map(all.map(({ name, labels, value }) => [keyOf(name, labels), value]))
  return {
    families,
    size: all.length,
    value: (name, labels = {}) => byKey.get(keyOf(name, new Map(Object.entries(labels)))),
    sum: (name, labels = {}) =>
      all
        .filter((series) => series.name === name)
        .filter((series) => Object.entries(labels).every(([label, value]) => series.labels.get(label) === value))
        .reduce((sum, { value }) => sum + value, 0),
  }
}

/** What a service shows. */
export async function scraped(service: Served): Promise<Scrape> {
  const reply = await ask(service.port, 'GET /metrics')
  if (reply.status !== 200) throw new Error(`${reply.status}: ${reply.body}`)
  return scrapeOf(reply.body.toString())
}

function keyOf(name: string, labels: ReadonlyMap<string, string>): string {
  return JSON.stringify([name, ...[...labels].sort()])
}

function seriesIn(line: string): Series | undefined {
  const found = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (NaN|[+-]Inf|[-+0-9.e]+)$/s.exec(line)
  if (found === null) return undefined
  const [, name = '', inside, number = ''] = found
  const value = Number(number.replace('Inf', 'Infinity'))
  const labels = labelsIn(inside ?? '')
  const isNumber = number === 'NaN' || !Number.isNaN(value)
  return labels === undefined || !isNumber ? undefined : { name, labels, value }
}

function labelsIn(text: string): ReadonlyMap<string, string> | undefined {
  const labels = new Map<string, string>()
  let rest = text
  while (rest !== '') {
    const found = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\[\\n"])*)"(?:,(?=.)|$)/.exec(rest)
    if (found === null || labels.has(found[1]!)) return undefined
    labels.set(found[1]!, unescaped(found[2]!, true))
    rest = rest.slice(found[0].length)
  }
  return labels
}

function unescaped(text: string, isQuoted: boolean): string {
  return text.replace(isQuoted ? /\\([\\n"])/g : /\\([\\n])/g, (_, character) => (character === 'n' ? '\n' : character))
}

/** Counts are whole and not negative; the buckets of each histogram grow up to +Inf, which is its count. */
function checkFamily({ name, type, series }: ScrapedFamily): void {
  const fail = (why: string): never => {
    throw new Error(`${name}: ${why}`)
  }
  if (series.length === 0) fail('no series')
  if (type === 'counter' && !name.endsWith('_total')) fail('a counter without _total')
  for (const { value } of series) if (type !== 'gauge' && !(value >= 0)) fail(`it cannot be ${value}`)
  if (type !== 'histogram') return
  const groups = new Map<string, { limits: string[]; counts: number[]; sum?: number; count?: number }>()
  for (const { name: own, labels, value } of series) {
    const { le, ...others } = Object.fromEntries(labels)
    const key = JSON.stringify(others)
    const group = groups.get(key) ?? { limits: [], counts: [] }
    groups.set(key, group)
    if (own.endsWith('_bucket')) {
      group.limits.push(le ?? fail('a bucket without le'))
      group.counts.push(value)
    } else if (own.endsWith('_sum')) group.sum = value
    else group.count = value
  }
  for (const { limits, counts, sum, count } of groups.values()) {
    const bounds = limits.map((limit) => Number(limit.replace('Inf', 'Infinity')))
    const ascends = (numbers: readonly number[], strictly: boolean): boolean =>
      numbers.every((number, i) => i === 0 || number > numbers[i - 1]! || (!strictly && number === numbers[i - 1]))
    if (!ascends(bounds, true) || limits.at(-1) !== '+Inf') fail(`the limits ${limits}`)
    if (!ascends(counts, false) || counts.at(-1) !== count) fail(`the buckets ${counts}, the count ${count}`)
    if (sum === undefined) fail('no sum')
  }
}
