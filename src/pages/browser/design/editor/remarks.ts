/** What there is to say of a draft, under its picture, with the ways to repair it. */

import { designs as words } from '../../../words/designs/en.ts'
import { buttonFor, made } from '../../dom.ts'
import type { DesignDraft } from './draft.ts'
import { type ElementVerdict, sentenceOf, withoutSample } from './verdicts.ts'

interface Repairs {
  giveSample(field: string): void
  makeCounter(index: number, name: string): void
}

export class Remarks {
  readonly status = made('p', { role: 'status', class: 'verdict' })
  readonly list = made('ul', { class: 'warnings' })
  readonly #repairs: Repairs

  constructor(repairs: Repairs) {
    this.#repairs = repairs
  }

  say(text: string): void {
    this.status.textContent = text
  }

  show(found: readonly ElementVerdict[], draft: DesignDraft): void {
    const { remarks, empty, good } = words.editor
    this.say(found.length > 0 ? remarks(found.length) : draft.elements.length === 0 ? empty : good)
    this.list.replaceChildren(...found.map((verdict) => this.#lineOf(verdict, draft)))
  }

  #lineOf(verdict: ElementVerdict, draft: DesignDraft): HTMLElement {
    const { giveSample, counters } = words.editor
    const { counter, elements } = verdict
    const detail = verdict.detail === '' ? [] : [' ', made('small', { lang: 'en' }, verdict.detail)]
    const samples = withoutSample(draft, verdict).map((name) =>
      buttonFor(giveSample(name), () => this.#repairs.giveSample(name), { class: 'inline' }),
    )
    const make =
      counter === undefined
        ? []
        : [
            buttonFor(counters.makeNamed(counter), () => this.#repairs.makeCounter(elements[0] ?? 0, counter), {
              class: 'inline',
            }),
          ]
    const repairs = [...make, ...samples].flatMap((button) => [' ', button])
    return made('li', {}, sentenceOf(verdict, draft), ...detail, ...repairs)
  }
}
