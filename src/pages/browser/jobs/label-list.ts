/** What the labels of a job say: a click on one names it for printing again. */

import { jobs as words } from '../../words/jobs/en.ts'
import { buttonFor, made } from '../dom.ts'
import { objectIn } from '../service.ts'
import type { ListedJob } from './job.ts'
import type { Verbs } from './verbs.ts'

/** Labels that are asked for at a time. */
const atOnce = 100

export class LabelList {
  readonly element = made('details', { class: 'labels' }, made('summary', {}, words.whichLabels))
  readonly #list = made('div')
  readonly #told = made('p', { role: 'status' })
  readonly #more = buttonFor(words.moreLabels, () => void this.#load(), { class: 'quiet' })
  readonly #job: Pick<ListedJob, 'id' | 'labels'>
  readonly #verbs: Verbs
  readonly #choose: (label: number) => void
  /** The first label that is not listed. */
  #next = 1

  /** @param choose  called with the number of a label that was clicked */
  constructor(job: Pick<ListedJob, 'id' | 'labels'>, verbs: Verbs, choose: (label: number) => void) {
    this.#job = job
    this.#verbs = verbs
    this.#choose = choose
    this.#more.hidden = true
    this.element.append(this.#list, this.#more, this.#told)
    this.element.addEventListener('toggle', () => {
      if (this.element.open && this.#next === 1) void this.#load()
    })
  }

  async #load(): Promise<void> {
    const from = this.#next
    const to = Math.min(this.#job.labels, from + atOnce - 1)
    const told = await this.#verbs.labels(this.#job, from, to)
    if (this.#next !== from) return
    if (typeof told === 'string') {
      this.#told.textContent = told
      return
    }
    this.#told.textContent = told.length === 0 ? words.labelsNotKept : ''
    this.#list.append(...told.flatMap((each) => this.#itemOf(each) ?? []))
    this.#next = to + 1
    this.#more.hidden = told.length === 0 || to === this.#job.labels
  }

  #itemOf(value: unknown): HTMLElement | undefined {
    const { label, text, words: others } = objectIn(value)
    if (typeof label !== 'number' || typeof text !== 'string') return undefined
    const lines = [text, ...(Array.isArray(others) ? others.map(String) : [])].filter((line) => line !== '')
    const button = buttonFor(lines.join(' · '), () => this.#choose(label), { class: 'quiet' })
    return made('p', {}, `${label}. `, button)
  }
}
