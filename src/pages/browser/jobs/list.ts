/** The jobs that are shown: the newest first, those of a printer and a state, older ones when they are asked for. */

import { jobs as words } from '../../words/jobs/en.ts'
import { byId, made } from '../dom.ts'
import type { ListedJob } from './job.ts'
import { JobRow } from './row.ts'
import type { Verbs } from './verbs.ts'

/** Jobs that are asked for at a time. */
export const atOnce = 50

export class JobList {
  readonly #element = byId('jobs', HTMLElement)
  readonly #older = byId('older', HTMLButtonElement)
  readonly #none = byId('none', HTMLElement)
  /** Whether the service has printers; undefined if it has not said. */
  #hasPrinters: boolean | undefined
  readonly #printer = byId('printer', HTMLSelectElement)
  readonly #state = byId('state', HTMLSelectElement)
  readonly #verbs: Verbs
  /** Newest first. */
  #rows: readonly JobRow[] = []

  /**
   * @param changed  called when another printer or state is chosen; the list is empty then
   * @param more     called when older jobs are wanted, with the last that is shown
   */
  constructor(verbs: Verbs, changed: () => void, more: (before: string) => Promise<void>) {
    this.#verbs = verbs
    byId('none-all', HTMLButtonElement).addEventListener('click', () => {
      this.#printer.value = ''
      this.#state.value = ''
      this.#printer.focus()
      this.#none.hidden = true
      changed()
    })
    for (const select of [this.#printer, this.#state]) {
      select.addEventListener('change', () => {
        this.#show([])
        this.#none.hidden = true
        this.#older.hidden = true
        changed()
      })
    }
    this.#older.addEventListener('click', async () => {
      const last = this.#rows.at(-1)
      if (last === undefined) return
      const { length } = this.#rows
      await more(last.job.id)
      this.#rows[length]?.focus()
    })
  }

  /** The query of what is chosen. @param before  the id of the job after which the list goes on */
  query(before?: string): string {
    const query = new URLSearchParams({ limit: `${atOnce}` })
    if (this.#printer.value !== '') query.set('printer', this.#printer.value)
    if (this.#state.value !== '') query.set('state', this.#state.value)
    if (before !== undefined) query.set('before', before)
    return query.toString()
  }

  /** Offers the printers of the service to choose from, besides those of the jobs. */
  offerPrinters(printers: readonly string[]): void {
    this.#hasPrinters = printers.length > 0
    this.#offer(printers)
    if (!this.#none.hidden) this.#sayNone()
  }

  #offer(printers: readonly string[]): void {
    const known = [...this.#printer.options].map(({ value }) => value)
    for (const name of new Set(printers)) {
      if (!known.includes(name)) this.#printer.append(made('option', { value: name }, name))
    }
  }

  /** The newest jobs, as the service tells them now. Older ones that are shown stay if no job can be between. */
  replaceNewest(jobs: readonly ListedJob[]): void {
    const ids = new Set(jobs.map(({ id }) => id))
    const isWhole = jobs.length < atOnce
    const meets = this.#rows.some(({ job }) => ids.has(job.id))
    const older = isWhole || !meets ? [] : this.#rows.slice(this.#rows.findLastIndex(({ job }) => ids.has(job.id)) + 1)
    const open = this.#rows.filter((row) => row.isOpen && !ids.has(row.job.id) && !older.includes(row))
    this.#offerOf(jobs)
    this.#show([...jobs.map((job) => this.#rowOf(job)), ...older, ...open].sort(newestFirst))
    if (older.length === 0) this.#older.hidden = isWhole
    this.#sayNone()
  }

  /** Jobs that are older than all that are shown. */
  append(jobs: readonly ListedJob[]): void {
    this.#offerOf(jobs)
    const known = new Set(this.#rows.map(({ job }) => job.id))
    this.#show([...this.#rows, ...jobs.filter(({ id }) => !known.has(id)).map((job) => this.#rowOf(job))])
    this.#older.hidden = jobs.length < atOnce
  }

  /** A job that is new or has changed. One that is looked at stays, whatever its state is now. */
  update(job: ListedJob): void {
    const row = this.#rows.find((each) => each.job.id === job.id)
    row?.update(job)
    const isWanted = ['', job.printer].includes(this.#printer.value) && ['', job.state].includes(this.#state.value)
    if (row !== undefined && !isWanted && !row.isOpen) {
      this.#show(this.#rows.filter((each) => each !== row))
    } else if (row === undefined && isWanted && this.#isNewest(job)) {
      this.#offerOf([job])
      this.#show([this.#rowOf(job), ...this.#rows])
    }
    this.#sayNone()
  }

  /** Where there are no jobs: why, and what to do next. */
  #sayNone(): void {
    this.#none.hidden = this.#rows.length > 0
    const isChosen = this.#printer.value !== '' || this.#state.value !== ''
    const isWithout = this.#hasPrinters === false && !isChosen
    byId('none-why', HTMLElement).textContent = isChosen
      ? words.noneOfThese
      : isWithout
        ? words.noPrinters
        : words.noneYet
    byId('none-all', HTMLElement).hidden = !isChosen
    byId('none-printers', HTMLElement).hidden = !isWithout
    byId('none-print', HTMLElement).hidden = isChosen || isWithout
  }

  /**
   * Opens a job, and gives it the focus.
   *
   * @param job  is shown besides the others if it is not in the list
   * @returns whether it is there
   */
  open(id: string, job?: ListedJob): boolean {
    const known = this.#rows.find((row) => row.job.id === id)
    const row = known ?? (job && new JobRow(job, this.#verbs))
    if (row === undefined) return false
    row.open()
    if (known === undefined) this.#show([...this.#rows, row].sort(newestFirst))
    this.#none.hidden = true
    row.focus()
    return true
  }

  #isNewest({ created }: ListedJob): boolean {
    const [first] = this.#rows
    return first === undefined || created >= first.job.created
  }

  #offerOf(jobs: readonly ListedJob[]): void {
    this.#offer(jobs.map(({ printer }) => printer))
  }

  /** The row of a job: the one that is shown, brought up to date, or a new one. */
  #rowOf(job: ListedJob): JobRow {
    const known = this.#rows.find((row) => row.job.id === job.id)
    known?.update(job)
    return known ?? new JobRow(job, this.#verbs)
  }

  /** Moves elements only where their order changes, since one that is moved loses the focus. */
  #show(rows: readonly JobRow[]): void {
    for (const row of this.#rows) if (!rows.includes(row)) row.element.remove()
    for (const [i, { element }] of rows.entries()) {
      const there = this.#element.children[i]
      if (there !== element) this.#element.insertBefore(element, there ?? null)
    }
    this.#rows = rows
  }
}

function newestFirst({ job: one }: JobRow, { job: other }: JobRow): number {
  return other.created.getTime() - one.created.getTime()
}
