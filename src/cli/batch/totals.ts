import type { ChunkRecord, Counts, Totals } from './manifest-values.ts'

/** Adds up what became of rows. */
export class Sums {
  private drawn = 0
  private skipped = 0
  private lineFeeds = 0
  private readonly failed = new Map<string, number>()
  private readonly warnings = new Map<string, number>()

  add({ drawn, skipped, lineFeeds, bad, warnings }: Omit<ChunkRecord, 'first' | 'last' | 'files' | 'names'>): void {
    this.drawn += drawn
    this.skipped += skipped
    this.lineFeeds += lineFeeds
    for (const { code } of bad) count(this.failed, code)
    for (const [code, times] of Object.entries(warnings)) count(this.warnings, code, times)
  }

  get totals(): Totals {
    const { drawn, skipped, lineFeeds } = this
    return { drawn, skipped, failed: sorted(this.failed), warnings: sorted(this.warnings), lineFeeds }
  }
}

export function count(counts: Map<string, number>, code: string, times = 1): void {
  counts.set(code, (counts.get(code) ?? 0) + times)
}

/** In the order of the codes, whatever the order of the rows. */
export function sorted(counts: ReadonlyMap<string, number>): Counts {
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)))
}

export const sumOf = (counts: Counts): number => Object.values(counts).reduce((sum, each) => sum + each, 0)

const codes = (counts: Counts): string =>
  Object.entries(counts)
    .map(([code, times]) => `${times} ${code}`)
    .join(', ')

/** What became of the rows, in one line for people. @param earlier  the bad rows that were told by an earlier run */
export function summaryLine(
  place: string,
  { drawn, skipped, failed, warnings, lineFeeds }: Totals,
  earlier: number,
): string {
  const bad = sumOf(failed)
  const told = earlier === 0 ? '' : earlier === bad ? ', all told earlier' : `, of them ${earlier} told earlier`
  return [
    `${drawn} of ${drawn + bad + skipped} rows drawn to ${place}`,
    ...(bad === 0 ? [] : [`${bad} failed: ${codes(failed)}${told}`]),
    ...(skipped === 0 ? [] : [`${skipped} skipped: qty 0`]),
    ...(sumOf(warnings) === 0 ? [] : [`warnings: ${codes(warnings)}`]),
    ...(lineFeeds === 0
      ? []
      : [`a line feed at the end of ${lineFeeds} ${lineFeeds === 1 ? 'text' : 'texts'} was removed`]),
  ].join('; ')
}
