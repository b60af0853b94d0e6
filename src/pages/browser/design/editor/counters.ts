/** The counters of the service, as the editor of designs needs them: which there are, and one that is made where a text wants it. */

import { printing } from '../../../words/printing/en.ts'
import { faultText } from '../../fault-words.ts'
import { KeyField } from '../../key-field.ts'
import { Latest, notDoneText, objectIn, type ServiceClient } from '../../service.ts'
import { words as common } from '../../words.ts'
import { counterNamesIn, type DesignDraft } from './draft.ts'
import { type ElementVerdict, missingCounter } from './verdicts.ts'

export interface KnownCounter {
  readonly name: string
  /** Whether it makes SSCCs. */
  readonly hasSscc: boolean
}

/** A counter that was made, with what it gives next; or why there is none, as a sentence. */
export type MadeCounter = { readonly next: string } | { readonly fault: string }

export class ServiceCounters {
  readonly #service: ServiceClient
  readonly #key: KeyField
  readonly #changed: () => void
  readonly #latest = new Latest()
  /** Undefined where it is not known: a key may be missing. */
  #known: readonly KnownCounter[] | undefined
  #areKept = true

  /** @param changed  called with other counters */
  constructor(service: ServiceClient, changed: () => void) {
    this.#service = service
    this.#changed = changed
    this.#key = new KeyField(service, () => void this.refresh())
    // one may be made or set on another page meanwhile
    addEventListener('focus', () => void this.refresh())
    void this.refresh()
  }

  get all(): readonly KnownCounter[] {
    return this.#known ?? []
  }

  /** Whether counters can be made here; false where nothing is kept. */
  get areKept(): boolean {
    return this.#areKept
  }

  refresh(): Promise<void> {
    return this.#latest.start(async (signal) => {
      const outcome = await this.#service.ask('api/v1/counters', signal)
      if (outcome.kind === 'unanswered' || outcome.kind === 'later') return
      this.#areKept = outcome.kind === 'done' || outcome.code !== 'no_state'
      this.#known =
        outcome.kind === 'done' ? countersIn(await outcome.response.json().catch(() => undefined)) : undefined
      signal.throwIfAborted()
      this.#changed()
    })
  }

  /** Counters that a draft has numbers of, and that there are not: its labels cannot be printed. */
  verdictsOn({ elements }: DesignDraft): readonly ElementVerdict[] {
    return elements.flatMap((element, index) => {
      const names = [...new Set(counterNamesIn(element))]
      if (!this.#areKept && names.length > 0) {
        const text = faultText({ parameter: '', code: 'no_counter' }, () => '')
        return [{ elements: [index], text, detail: '' }]
      }
      return names.flatMap((name) => (this.#isMissing(name) ? [missingCounter(index, name)] : []))
    })
  }

  #isMissing(name: string): boolean {
    return this.#known?.every((each) => each.name !== name) ?? false
  }

  /** Makes a counter. @param start  as it is typed; empty for 1 */
  async make(name: string, start: string): Promise<MadeCounter> {
    // a counter that there is would be set further
    if (this.all.some((each) => each.name === name)) return { fault: printing.counting.isThere }
    const query = start === '' ? '' : `?${new URLSearchParams({ start })}`
    const target = `api/v1/counters/${encodeURIComponent(name)}${query}`
    const outcome = await this.#service.ask(target, undefined, { headers: { 'Quietzone-Print': 'yes' } })
    if (outcome.kind !== 'done') {
      if (outcome.kind === 'refused') this.#key.heed(outcome)
      const { unanswered } = printing.counting
      return { fault: notDoneText(outcome, { later: common.service.later, unanswered }) }
    }
    const { text } = objectIn(await outcome.response.json().catch(() => undefined))
    await this.refresh()
    return { next: `${text}` }
  }
}

function countersIn(answer: unknown): readonly KnownCounter[] {
  const { counters } = objectIn(answer)
  return (Array.isArray(counters) ? counters : []).flatMap((each: unknown) => {
    const { name, sscc } = objectIn(each)
    return typeof name === 'string' ? [{ name, hasSscc: typeof sscc === 'string' }] : []
  })
}
