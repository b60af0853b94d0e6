/** A job in the list: a line that opens, with all that is known of it, and what can be done. */

import { jobs as words } from '../../words/jobs/en.ts'
import { buttonFor, made } from '../dom.ts'
import { words as common } from '../words.ts'
import { hasEnded, type ListedJob } from './job.ts'
import { LabelList } from './label-list.ts'
import type { Verbs } from './verbs.ts'

const format = new Intl.DateTimeFormat(common.locale, { dateStyle: 'short', timeStyle: 'short' })

/** A time as the page writes it. */
export function timeOf(date: Date): HTMLTimeElement {
  return made('time', { datetime: date.toISOString() }, format.format(date))
}

export const timeText = (date: Date): string => format.format(date)

/** A row keeps its elements from one state of its job to the next, so that the focus and what is typed stay. */
export class JobRow {
  readonly element = made('li')
  readonly #summary = made('summary')
  readonly #facts = made('dl')
  readonly #told = made('p', { class: 'told', role: 'status' })
  readonly #details = made('details', {}, this.#summary)
  readonly #verbs: Verbs
  readonly #cancel = buttonFor(words.cancel, () => this.#doCancel())
  readonly #again: ReprintForm
  #job: ListedJob

  constructor(job: ListedJob, verbs: Verbs) {
    this.#job = job
    this.#verbs = verbs
    this.#again = new ReprintForm(job, (range) => this.#doReprint(range))
    const list = new LabelList(job, verbs, (label) => this.#again.choose(label))
    const actions = made('div', { class: 'actions' }, this.#cancel, list.element, this.#again.element)
    this.#details.append(made('div', { class: 'detail' }, this.#facts, actions, this.#told))
    this.element.append(this.#details)
    this.update(job)
  }

  get job(): ListedJob {
    return this.#job
  }

  /** Whether a person looks at its details. */
  get isOpen(): boolean {
    return this.#details.open
  }

  open(): void {
    this.#details.open = true
  }

  focus(): void {
    this.#summary.focus()
  }

  update(job: ListedJob): void {
    this.#job = job
    this.element.dataset.state = job.state
    const isAllSent = job.sent >= job.labels
    this.#summary.replaceChildren(
      // with blanks between them for those who hear the line
      ...[
        made('span', { class: 'state' }, common.jobStates[job.state]),
        made('strong', {}, job.printer),
        ...whatOf(job).map((what) => made('span', { class: 'what' }, what)),
        made('span', { class: 'count' }, isAllSent ? words.labels(job.labels) : words.progress(job.sent, job.labels)),
        made('span', { class: 'by' }, job.by),
        timeOf(job.created),
      ].flatMap((part) => [part, ' ']),
    )
    this.#facts.replaceChildren(...factsOf(job))
    this.#cancel.hidden = hasEnded(job)
    this.#cancel.textContent = job.sent > 0 ? words.cancelRest : words.cancel
    this.#again.element.hidden = job.sent === 0 && !hasEnded(job)
  }

  async #doCancel(): Promise<void> {
    const telling = (result?: ListedJob): string =>
      result !== undefined && !hasEnded(result) ? words.cancelling : words.cancelled
    this.#tell(await this.#verbs.do(this.#job, 'cancel', {}, telling))
    // the button that was pressed is gone
    if (this.#cancel.hidden) this.focus()
  }

  async #doReprint({ from, to, reason }: Reprint): Promise<void> {
    const query = { from: `${from}`, to: `${to}`, reason }
    this.#tell(await this.#verbs.do(this.#job, 'reprint', query, (result) => words.reprinted(result?.id ?? '')))
  }

  #tell(told: { readonly text: string; readonly isDone: boolean } | undefined): void {
    if (told === undefined) return
    this.#told.textContent = told.text
    this.#told.classList.toggle('error', !told.isDone)
  }
}

/** What a job is: its name, what its first and its last label say, and the job that it repeats. */
function whatOf({ title, first, last, labels, of }: ListedJob): readonly string[] {
  const isNamed = title !== undefined && (first === undefined || !title.includes(first))
  const begin = isNamed || title === undefined ? first : title
  const ends = labels > 1 && last !== undefined && last !== first ? [begin, last] : [begin]
  const texts = ends.filter((each) => each !== undefined).join(' … ')
  const what = [...(isNamed ? [title] : []), ...(texts === '' ? [] : [texts])].join(': ')
  return [...(what === '' ? [] : [what]), ...(of === undefined ? [] : [words.againOf(of)])]
}

function factsOf(job: ListedJob): readonly HTMLElement[] {
  const { facts, label } = words
  const all: readonly (readonly [string, Node | string | undefined])[] = [
    [facts.id, job.id],
    [facts.first, job.first],
    [facts.last, job.labels > 1 ? job.last : undefined],
    [facts.sent, words.labels(job.sent)],
    [facts.received, words.labels(job.received)],
    [facts.printed, job.printed === undefined ? words.notKnown : words.labels(job.printed)],
    [facts.from, job.from === undefined || job.state === 'waiting' ? undefined : label(job.from)],
    [facts.by, job.by === '' ? undefined : job.by],
    [facts.source, job.source && words.sources[job.source]],
    [facts.created, timeOf(job.created)],
    [facts.ended, job.ended && timeOf(job.ended)],
    [facts.reason, job.reason],
    [facts.of, job.of],
    [facts.idempotencyKey, job.idempotencyKey],
  ]
  return all.flatMap(([name, value]) =>
    value === undefined ? [] : [made('div', {}, made('dt', {}, name), made('dd', {}, value))],
  )
}

interface Reprint {
  readonly from: number
  readonly to: number
  readonly reason: string
}

/** A range of a job's labels, and why they are printed again. */
class ReprintForm {
  readonly element = made('form', { class: 'again', novalidate: '', autocomplete: 'off' })
  readonly #most: number
  readonly #from: HTMLInputElement
  readonly #to: HTMLInputElement
  readonly #reason = made('input', { type: 'text', maxlength: '200', placeholder: words.whyExample })
  readonly #fault = made('p', { class: 'error', role: 'status' })

  constructor({ id, labels }: ListedJob, print: (range: Reprint) => Promise<void>) {
    this.#most = labels
    this.#from = numberField(`from-${id}`, labels, 1)
    this.#to = numberField(`to-${id}`, labels, labels)
    this.#reason.id = `why-${id}`
    this.element.append(
      fieldOf(words.from, this.#from),
      fieldOf(words.to, this.#to),
      fieldOf(words.why, this.#reason),
      made('button', { type: 'submit' }, words.reprint),
      this.#fault,
    )
    this.element.addEventListener('submit', (event) => {
      event.preventDefault()
      const range = this.#read()
      if (range === undefined) return
      void print(range).then(() => {
        this.#reason.value = ''
      })
    })
  }

  /** Names one label: why it is printed again is left to say. */
  choose(label: number): void {
    for (const field of [this.#from, this.#to]) field.value = `${label}`
    this.#reason.focus()
  }

  /** What is in the fields; undefined, and told, if it is no range or has no reason. */
  #read(): Reprint | undefined {
    const [from, to] = [numberIn(this.#from), numberIn(this.#to)]
    const isRange = 1 <= from && from <= to && to <= this.#most
    const reason = this.#reason.value.trim()
    const wrong = isRange ? (reason === '' ? this.#reason : undefined) : this.#from
    this.#fault.textContent = wrong === undefined ? '' : isRange ? words.whyMissing : words.range(this.#most)
    for (const field of [this.#from, this.#reason]) field.toggleAttribute('aria-invalid', field === wrong)
    wrong?.setAttribute('aria-invalid', 'true')
    wrong?.focus()
    return wrong === undefined ? { from, to, reason } : undefined
  }
}

/** A field for a label's number, from 1. */
export function numberField(id: string, most: number, value: number): HTMLInputElement {
  return made('input', { id, type: 'number', min: '1', max: `${most}`, step: '1', value: `${value}` })
}

/** The whole number in a field; NaN if there is none. */
export function numberIn({ value }: HTMLInputElement): number {
  return /^\d{1,9}$/.test(value.trim()) ? Number(value) : Number.NaN
}

function fieldOf(name: string, control: HTMLInputElement): HTMLElement {
  return made('div', { class: 'field' }, made('label', { for: control.id }, name), control)
}
