/** In amber: jobs that wait for a person: who looks at the roll where they were interrupted, and at what was found where they are held. */

import { jobs as words } from '../../words/jobs/en.ts'
import { zpl } from '../../words/zpl/en.ts'
import { buttonFor, byId, made } from '../dom.ts'
import type { ListedJob } from './job.ts'
import { numberField, numberIn, timeText } from './row.ts'
import type { Verbs } from './verbs.ts'

export class Questions {
  readonly #section = byId('waiting', HTMLElement)
  readonly #count = byId('waiting-count', HTMLElement)
  readonly #list = byId('questions', HTMLElement)
  readonly #told = byId('told', HTMLElement)
  readonly #verbs: Verbs
  readonly #asked = new Map<string, { readonly job: ListedJob; readonly element: HTMLElement }>()

  constructor(verbs: Verbs) {
    this.#verbs = verbs
  }

  /** All jobs that wait for a person, newest first, in place of those that are known. */
  replace(jobs: readonly ListedJob[]): void {
    for (const id of this.#asked.keys()) if (!jobs.some((job) => job.id === id)) this.#forget(id)
    for (const job of [...jobs].reverse()) this.update(job)
  }

  /** Asks about a job, or no longer. */
  update(job: ListedJob): void {
    if (job.state !== 'uncertain' && job.state !== 'held') {
      this.#forget(job.id)
      return
    }
    const known = this.#asked.get(job.id)
    // the same question keeps its elements, and the focus that may be in them
    if (
      known !== undefined &&
      known.job.state === job.state &&
      known.job.from === job.from &&
      known.job.sent === job.sent &&
      known.job.received === job.received
    )
      return
    const element = job.state === 'held' ? this.#heldQuestion(job) : this.#questionOf(job)
    if (known === undefined) this.#list.prepend(element)
    else known.element.replaceWith(element)
    this.#asked.set(job.id, { job, element })
    this.#show()
  }

  #forget(id: string): void {
    const known = this.#asked.get(id)
    if (known === undefined) return
    const hadFocus = known.element.contains(document.activeElement)
    known.element.remove()
    this.#asked.delete(id)
    this.#show()
    if (!hadFocus) return
    const next = this.#list.querySelector('button')
    if (next === null) this.#told.focus()
    else next.focus()
  }

  #show(): void {
    this.#section.hidden = this.#asked.size === 0
    this.#count.textContent = this.#asked.size === 0 ? '' : words.waitFor(this.#asked.size)
  }

  #questionOf(job: ListedJob): HTMLElement {
    const { id, labels, sent, received, printed, from: first = labels } = job
    // of what was interrupted before its first byte was sent, the first label may still be on the roll
    const last = Math.max(sent, first)
    const isLast = first === labels
    const goOn = (from: number) => this.#goOn(job, from)
    const answers = [
      buttonFor(isLast ? words.yesLast : words.yes(first + 1), () => goOn(first + 1)),
      buttonFor(words.no(first), () => goOn(first)),
    ]
    const cancel = buttonFor(words.cancelRest, () => this.#do(job, 'cancel', {}, words.cancelled), { class: 'quiet' })
    return made(
      'li',
      { 'data-job': id },
      ...aboutOf(job),
      made('p', {}, words.stopped(printed, received, first, last)),
      made('p', { class: 'question' }, words.isOnRoll(first)),
      made('div', { class: 'answers' }, ...answers, cancel),
      ...(labels > 1 ? [this.#otherLast(job, last, goOn)] : []),
    )
  }

  /** What was found about a job that is held. */
  #heldQuestion(job: ListedJob): HTMLElement {
    const print = buttonFor(words.printHeld, () => this.#do(job, 'resume', {}, words.heldPrinted))
    const cancel = buttonFor(words.cancel, () => this.#do(job, 'cancel', {}, words.cancelled), { class: 'quiet' })
    return made(
      'li',
      { 'data-job': job.id },
      ...aboutOf(job),
      made('p', {}, words.heldFor),
      made('p', { class: 'finding' }, findingText(job.reason ?? '')),
      made('div', { class: 'answers' }, print, cancel),
    )
  }

  /** Any label of the job may be the last on the roll, one before the first that is uncertain too. */
  #otherLast({ id, labels }: ListedJob, last: number, goOn: (from: number) => void): HTMLElement {
    const field = numberField(`last-${id}`, labels, last)
    const fault = made('p', { class: 'error', role: 'status' })
    const form = made(
      'form',
      { class: 'other', novalidate: '', autocomplete: 'off' },
      made('label', { for: field.id }, words.lastOnRoll),
      field,
      made('button', { type: 'submit' }, words.goOn),
      fault,
    )
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      const label = numberIn(field)
      const isWithin = label >= 1 && label <= labels
      fault.textContent = isWithin ? '' : words.between(1, labels)
      if (isWithin) goOn(label + 1)
      else field.focus()
    })
    return form
  }

  #goOn(job: ListedJob, from: number): void {
    void this.#do(job, 'resume', { from: `${from}` }, from > job.labels ? words.completed : words.resumed(from))
  }

  async #do(
    job: ListedJob,
    verb: 'resume' | 'cancel',
    query: Readonly<Record<string, string>>,
    done: string,
  ): Promise<void> {
    const told = await this.#verbs.do(job, verb, query, () => done)
    if (told === undefined) return
    this.#told.textContent = `${words.job(job.id)}: ${told.text}`
    this.#told.classList.toggle('error', !told.isDone)
  }
}

function aboutOf({ printer, labels, created, by, title }: ListedJob): readonly HTMLElement[] {
  return [
    made('p', { class: 'about' }, words.about(printer, labels, timeText(created), by)),
    ...(title === undefined ? [] : [made('p', { class: 'title' }, title)]),
  ]
}

/** A finding, before it what its code means in the language of the page. */
function findingText(reason: string): string {
  const [, code = ''] = /^([a-z0-9_]+): /.exec(reason) ?? []
  const said = Object.hasOwn(zpl.codes, code) ? zpl.codes[code] : undefined
  return said === undefined ? reason : `${said} (${reason})`
}
