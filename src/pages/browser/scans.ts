/** Whether what is drawn will scan: warnings with what to do, and the plan of a label, which says what else would do. */

import { checkDigitOf } from '../../../symbologies/gs1/index.ts'
import type { PageWords } from '../words/index.ts'
import { byId, made } from './dom.ts'
import { faultText, shownText, warningText } from './fault-words.ts'
import type { Repairs } from './faults.ts'
import type { Form } from './form.ts'
import { type Fault, Latest, objectIn, type RequestOutcome, type ServiceClient } from './service.ts'
import { fixed, words } from './words.ts'

/** The verdict on a drawing, with its warnings. */
export class ScanPanel {
  readonly #form: Form
  readonly #plan: Plan
  readonly #repairs: Repairs
  readonly #scans = byId('scans', HTMLElement)
  readonly #list = byId('warnings', HTMLElement)

  constructor(form: Form, plan: Plan, repairs: Repairs) {
    this.#form = form
    this.#plan = plan
    this.#repairs = repairs
  }

  /** Shows the verdict on a drawing. Words that are cut and numbers of counters leave it at yes: they do not keep a symbol from being read. */
  show(warnings: readonly ShownWarning[]): void {
    this.#list.replaceChildren(
      ...warnings.map((warning) =>
        made('p', { 'data-code': warning.code }, ...this.#sentences(warning), ...this.#readings(warning)),
      ),
    )
    const doubts = doubtsAmong(warnings).filter(({ code }) => code !== cutWords)
    const because = [...new Set(doubts.map(({ code, message }) => advice[code]?.because ?? message))]
    if (this.#form.product === 'barcode') this.#hideLine()
    else
      this.#showLine(
        doubts.length === 0 ? 'yes' : 'doubtful',
        because,
        warnings.every(({ code }) => code !== cutWords),
      )
  }

  /** Offers what leaves no doubt, each at its warning. @param faults  of the same request if it is strict */
  offer(faults: readonly Fault[]): void {
    for (const { warning, ...fault } of faults) {
      const values = this.#repairs.suggestedBy([fault])
      const place = [...this.#list.children].find(
        (each) => each instanceof HTMLElement && each.dataset.code === warning,
      )
      if (values !== undefined && place?.querySelector('button') === null)
        place.append(' ', this.#repairs.button(values))
    }
  }

  /** Shows that a label cannot be drawn, and lets the plan say what could be. */
  showDoesNotFit(): void {
    this.#list.replaceChildren()
    this.#showLine('no', [words.scans.doesNotFit])
  }

  /** Shows nothing: there is no drawing to judge. */
  hide(): void {
    this.#list.replaceChildren()
    this.#hideLine()
  }

  #hideLine(): void {
    this.#scans.dataset.verdict = 'none'
    this.#plan.offer(false)
  }

  #showLine(verdict: 'yes' | 'doubtful' | 'no', reasons: readonly string[], isAllShown = true): void {
    this.#scans.dataset.verdict = verdict
    const because = reasons.length === 0 ? '' : words.scans.because(reasons)
    byId('verdict', HTMLElement).replaceChildren(
      `${words.scans.scans} `,
      made('strong', {}, words.scans[verdict]),
      because,
      ...(isAllShown ? [] : [`. ${words.scans.wordsShown} `, made('strong', {}, words.scans.no)]),
    )
    this.#plan.offer(true)
  }

  /** A warning with what to do. */
  #sentences({ code, message }: ShownWarning): (Node | string)[] {
    return [
      made('strong', {}, message),
      ` ${this.#form.design === '' ? (advice[code]?.[this.#form.product] ?? '') : ''}`,
    ]
  }

  /** The two numbers that digits without a check digit may mean, as buttons: what is drawn, and with a zero before what was given. */
  #readings({ code }: ShownWarning): (Node | string)[] {
    const { value: given } = this.#form.text
    if (code !== 'complete_already' || !/^\d+$/.test(given)) return []
    const [drawn, other] = [`${given}${checkDigitOf(given)}`, `0${given}`]
    const button = (text: string, label: (change: string) => string) =>
      this.#repairs.button(new Map([['text', text]]), label)
    return [' ', button(drawn, words.repair.keep), ' ', button(other, words.repair.use)]
  }
}

export interface ShownWarning {
  readonly code: string
  /** In the language of the page, if it knows the code. */
  readonly message: string
  /** As the service says it: of a design, with the names of elements. */
  readonly said: string
  /** Of a table: the first row with it, from 1, and how many there are. */
  readonly row?: number
  readonly rows?: number
}

/** The code of the warning about words that are not shown whole. */
const cutWords = 'caption_cut'

/** What a drawing says of its numbers of counters, which is no doubt about it. */
const notTaken = 'numbers_not_taken'

/** The warnings that a change of the request may take away. */
export const doubtsAmong = (warnings: readonly ShownWarning[]): readonly ShownWarning[] =>
  warnings.filter(({ code }) => code !== notTaken)

const advice: { readonly [code: string]: PageWords['advice']['caption_cut'] | undefined } = words.advice

/** Why a warning makes a drawing doubtful, as a clause; undefined if it is not known here. */
export const becauseOf = (code: string): string | undefined => advice[code]?.because

/** The warning of a print job that says that the service knows no key from before its start; it is about no symbol. */
export const keyForgotten = 'key_forgotten'

/** The warnings of an answer. Several header lines arrive as one, joined by commas. */
export function warningsIn({ headers }: Response): readonly ShownWarning[] {
  const line = headers.get('Quietzone-Warning') ?? ''
  // a warning begins at the beginning of the line, or at a comma and a known code: messages may have commas too
  const known = [...Object.keys(advice), keyForgotten, ...Object.keys(words.printers.warnings)]
  const starts = [...line.matchAll(new RegExp(`(?:^|, )(${known.join('|')}); |^(\\w+); `, 'g'))]
  return starts.map(({ index, 0: { length }, 1: known, 2: other = '' }, i) => {
    const code = known ?? other
    const message = line.slice(index + length, starts[i + 1]?.index)
    const [, row] = /^row (\d+): /.exec(message) ?? []
    const ownWords = warningText(code)
    // which rule it is, the service alone says
    const own = ownWords === undefined ? message : code.startsWith('profile_') ? `${ownWords} ${message}` : ownWords
    if (row === undefined) return { code, message: own, said: message }
    const [, rows] = /; (\d+) such rows: /.exec(message) ?? []
    return { code, message: own, said: message, row: Number(row), rows: Number(rows ?? 1) }
  })
}

/** The label that is planned, and the form that changes it. */
export type Planned = Pick<Form, 'planTarget' | 'titleOf' | 'apply'>

/** The plan of a label: what is drawn, its limits, and what else would do. It is asked for only while it is open. */
export class Plan {
  readonly #service: ServiceClient
  readonly #form: Planned
  readonly #details: HTMLDetailsElement
  readonly #body: HTMLElement
  readonly #latest = new Latest()
  #timer: number | undefined
  /** The request that the body answers. */
  #shown = ''

  /**
   * @param changed  called after a choice
   * @param id       of its element
   */
  constructor(service: ServiceClient, form: Planned, changed: () => void, id = 'plan') {
    this.#details = byId(id, HTMLDetailsElement)
    this.#body = byId(`${id}-body`, HTMLElement)
    this.#service = service
    this.#form = form
    this.#details.addEventListener('toggle', () => {
      if (this.#details.open) this.#soon()
    })
    this.#body.addEventListener('click', ({ target }) => {
      if (!(target instanceof HTMLButtonElement)) return
      const { change, orientation } = target.dataset
      if (change === undefined || orientation === undefined) return this.#soon()
      form.apply(new URLSearchParams(change), orientation)
      // the button disappears
      this.#details.querySelector('summary')?.focus()
      changed()
    })
  }

  /** Shows the line that opens the plan, or hides it with the plan. */
  offer(isThere: boolean): void {
    this.#details.hidden = !isThere
    if (!isThere || this.#form.planTarget() !== this.#shown) this.#forget()
    if (isThere && this.#details.open) this.#soon()
  }

  #forget(): void {
    this.#latest.abort()
    clearTimeout(this.#timer)
    this.#shown = ''
    this.#body.replaceChildren()
  }

  /** Asks as soon as the limit allows, unless the plan is there. */
  #soon(seconds = 0): void {
    clearTimeout(this.#timer)
    if (this.#shown === this.#form.planTarget()) return
    if (this.#body.childElementCount === 0) this.#body.replaceChildren(made('p', {}, words.scans.moment))
    const wait = Math.max(seconds * 1000, this.#service.waitTime())
    this.#timer = window.setTimeout(() => this.#load(), wait)
  }

  #load(): Promise<void> {
    const target = this.#form.planTarget()
    return this.#latest.start(async (signal) => {
      const outcome = await this.#service.ask(target, signal)
      if (!signal.aborted) await this.#showOutcome(outcome, target, signal)
    })
  }

  async #showOutcome(outcome: RequestOutcome, target: string, signal: AbortSignal): Promise<void> {
    switch (outcome.kind) {
      case 'done': {
        const plan: unknown = await outcome.response.json().catch(() => undefined)
        if (signal.aborted) return
        const symbols = symbolsIn(plan)
        if (!isPlan(plan) && symbols === undefined) return this.#showOutcome(this.#service.failed(), target, signal)
        this.#shown = target
        return isPlan(plan) ? this.#show(plan) : this.#showSymbols(symbols ?? [])
      }
      case 'refused':
        this.#shown = target
        return this.#body.replaceChildren(made('p', {}, outcome.message))
      case 'later':
        this.#body.replaceChildren(made('p', {}, words.scans.later(outcome.seconds)))
        return this.#soon(outcome.seconds)
      case 'unanswered':
        this.#body.replaceChildren(
          made('p', {}, `${words.scans.unanswered} `),
          made('button', { type: 'button' }, words.service.tryNow),
        )
        return this.#soon(outcome.seconds)
    }
  }

  #show({ drawn, reasons, nearest, arrangements, sizes, resolutions, symbologies }: PlanData): void {
    const others = [
      [words.scans.thisLabel, arrangements],
      [words.scans.sizes, sizes],
      [words.scans.resolutions, resolutions],
      [words.scans.barcodes, symbologies],
    ] as const
    const rows = others.flatMap(([name, choices]) =>
      choices.length === 0 ? [] : [row(name, ...choices.map((choice) => this.#button(choice)))],
    )
    this.#body.replaceChildren(
      // the picture of a label does not tell what its printer would cut
      ...(drawn === null
        ? reasons.map(({ code }) =>
            made(
              'p',
              {},
              faultText({ parameter: 'size', code }, () => ''),
            ),
          )
        : [made('dl', {}, ...factsOf(drawn))]),
      ...(nearest === null ? [] : [made('p', {}, `${words.scans.nearest} `, this.#button(nearest))]),
      made('h2', {}, rows.length === 0 ? words.scans.noOthers : words.scans.others),
      made('dl', {}, ...rows),
    )
  }

  /** Shows the symbols of a design as they are drawn: what else would do is for the design to say. */
  #showSymbols(symbols: readonly PlannedSymbol[]): void {
    this.#body.replaceChildren(
      ...symbols.flatMap(({ type, text, drawn }) => [
        made('p', {}, made('strong', {}, this.#form.titleOf('type', type)), ' ', made('bdi', {}, shownText(text))),
        ...(drawn === null ? [] : [made('dl', {}, ...factsOf(drawn))]),
      ]),
    )
  }

  #button({ change, orientation }: Choice): HTMLButtonElement {
    const titles = [...new URLSearchParams(change)].map(([name, value]) => this.#form.titleOf(name, value))
    return made('button', { type: 'button', 'data-change': change, 'data-orientation': orientation }, titles.join(', '))
  }
}

/** A label that scans: what is different of it, as parameters, and the orientation in which it does. */
interface Choice {
  readonly change: string
  readonly orientation: string
}

/** All lengths in mm. */
interface Drawn {
  readonly dotsPerModule: number
  readonly x: number
  readonly width: number
  readonly limits: { readonly least: number; readonly target: number; readonly most: number } | null
  readonly barHeight: number | null
  readonly leastBarHeight: number | null
  readonly quietZones: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }
}

/** The service's answer. */
interface PlanData {
  readonly drawn: Drawn | null
  readonly reasons: readonly { readonly code: string; readonly message: string }[]
  readonly nearest: Choice | null
  readonly arrangements: readonly Choice[]
  readonly sizes: readonly Choice[]
  readonly resolutions: readonly Choice[]
  readonly symbologies: readonly Choice[]
}

/** A symbol of a design. */
interface PlannedSymbol {
  readonly type: string
  readonly text: string
  readonly drawn: Drawn | null
}

/** The symbols of a design's plan; undefined if it is none. */
function symbolsIn(value: unknown): readonly PlannedSymbol[] | undefined {
  const { symbols } = objectIn(value)
  return Array.isArray(symbols) ? symbols : undefined
}

function isPlan(value: unknown): value is PlanData {
  return typeof value === 'object' && value !== null && 'drawn' in value && 'reasons' in value && 'sizes' in value
}

function factsOf({ dotsPerModule, x, limits, barHeight, leastBarHeight, quietZones }: Drawn): HTMLElement[] {
  const module = words.scans.moduleOf(dotsPerModule, x3(x))
  const allowed =
    limits === null ? '' : `; ${words.scans.moduleLimits(x3(limits.least), x3(limits.most), x3(limits.target))}`
  const least = leastBarHeight === null ? '' : `; ${words.scans.atLeast(x1(leastBarHeight))}`
  const { left, right, top, bottom } = quietZones
  const isEven = left === right && left === top && left === bottom
  const sides = isEven ? words.scans.onAllSides(x1(left)) : words.scans.onBothSides(x1(left), x1(right))
  return [
    row(words.scans.module, module + allowed),
    ...(barHeight === null ? [] : [row(words.scans.bars, words.scans.barsOf(x1(barHeight)) + least)]),
    row(words.scans.quietZones, sides),
  ]
}

const x3 = (mm: number): string => fixed(mm, 3)
const x1 = (mm: number): string => fixed(mm, 1)

function row(name: string, ...content: readonly (Node | string)[]): HTMLElement {
  return made('div', {}, made('dt', {}, name), made('dd', {}, ...content))
}
