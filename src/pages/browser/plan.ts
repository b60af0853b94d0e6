/** The plan of a label: what is drawn, its limits, and what else would do. It is asked for only while it is open. */

import { byId, made } from './dom.ts'
import { apply, planTarget, titleOf } from './form.ts'
import { ask, failed, type Outcome, waitTime } from './service.ts'
import { fixed, words } from './words.ts'

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

interface Plan {
  readonly drawn: Drawn | null
  readonly nearest: Choice | null
  readonly arrangements: readonly Choice[]
  readonly sizes: readonly Choice[]
  readonly resolutions: readonly Choice[]
  readonly symbologies: readonly Choice[]
}

const details = byId('plan', HTMLDetailsElement)
const body = byId('plan-body', HTMLElement)

let request = new AbortController()
let timer: number | undefined
/** The request that the body answers. */
let shown = ''

/** Shows the line that opens the plan, or hides it with the plan. */
export function showPlan(isThere: boolean): void {
  details.hidden = !isThere
  if (!isThere || planTarget() !== shown) forget()
  if (isThere && details.open) soon()
}

function forget(): void {
  request.abort()
  clearTimeout(timer)
  shown = ''
  body.replaceChildren()
}

/** @param changed  called after a choice */
export function wirePlan(changed: () => void): void {
  details.addEventListener('toggle', () => {
    if (details.open) soon()
  })
  body.addEventListener('click', ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return
    const { change, orientation } = target.dataset
    if (change === undefined || orientation === undefined) return soon()
    apply(new URLSearchParams(change), orientation)
    // the button disappears
    details.querySelector('summary')?.focus()
    changed()
  })
}

/** Asks as soon as the limit allows, unless the plan is there. */
function soon(seconds = 0): void {
  clearTimeout(timer)
  if (shown === planTarget()) return
  if (body.childElementCount === 0) body.replaceChildren(made('p', {}, words.scans.moment))
  timer = window.setTimeout(load, Math.max(seconds * 1000, waitTime()))
}

async function load(): Promise<void> {
  request.abort()
  request = new AbortController()
  const { signal } = request
  const target = planTarget()
  try {
    const outcome = await ask(target, signal)
    if (!signal.aborted) await showOutcome(outcome, target, signal)
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

async function showOutcome(outcome: Outcome, target: string, signal: AbortSignal): Promise<void> {
  switch (outcome.kind) {
    case 'done': {
      const plan: unknown = await outcome.response.json().catch(() => undefined)
      if (signal.aborted) return
      if (!isPlan(plan)) return showOutcome(failed(), target, signal)
      shown = target
      return show(plan)
    }
    case 'refused':
      shown = target
      return body.replaceChildren(made('p', { lang: 'en' }, outcome.message))
    case 'later':
      body.replaceChildren(made('p', {}, words.scans.later(outcome.seconds)))
      return soon(outcome.seconds)
    case 'unanswered':
      body.replaceChildren(
        made('p', {}, `${words.scans.unanswered} `),
        made('button', { type: 'button' }, words.service.tryNow),
      )
      return soon(outcome.seconds)
  }
}

function isPlan(value: unknown): value is Plan {
  return typeof value === 'object' && value !== null && 'drawn' in value && 'nearest' in value && 'sizes' in value
}

function show({ drawn, nearest, arrangements, sizes, resolutions, symbologies }: Plan): void {
  const others = [
    [words.scans.thisLabel, arrangements],
    [words.scans.sizes, sizes],
    [words.scans.resolutions, resolutions],
    [words.scans.barcodes, symbologies],
  ] as const
  const rows = others.flatMap(([name, choices]) => (choices.length === 0 ? [] : [row(name, ...choices.map(button))]))
  body.replaceChildren(
    ...(drawn === null ? [] : [made('dl', {}, ...factsOf(drawn))]),
    ...(nearest === null ? [] : [made('p', {}, `${words.scans.nearest} `, button(nearest))]),
    made('h2', {}, rows.length === 0 ? words.scans.noOthers : words.scans.others),
    made('dl', {}, ...rows),
  )
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

function button({ change, orientation }: Choice): HTMLButtonElement {
  const titles = [...new URLSearchParams(change)].map(([name, value]) => titleOf(name, value))
  return made('button', { type: 'button', 'data-change': change, 'data-orientation': orientation }, titles.join(', '))
}
