/** Whether what is drawn will scan: warnings with what to do, and the line that opens the plan. */

import { byId, made } from './dom.ts'
import { product } from './form.ts'
import { showPlan } from './plan.ts'

export interface Warning {
  readonly code: string
  readonly message: string
}

interface Advice {
  readonly because: string
  readonly label: string
  readonly barcode: string
}

const scans = byId('scans', HTMLElement)
const list = byId('warnings', HTMLElement)
const advice: { readonly [code: string]: Advice | undefined } = JSON.parse(scans.dataset.advice ?? '{}')

/** A warning begins at the beginning of the line, or at a comma and a known code: messages may have commas too. */
const start = new RegExp(`(?:^|, )(${Object.keys(advice).join('|')}); |^(\\w+); `, 'g')

/** The warnings of an answer. Several header lines arrive as one, joined by commas. */
export function warningsIn({ headers }: Response): readonly Warning[] {
  const line = headers.get('Quietzone-Warning') ?? ''
  const starts = [...line.matchAll(start)]
  return starts.map(({ index, 0: { length }, 1: known, 2: other = '' }, i) => {
    return { code: known ?? other, message: line.slice(index + length, starts[i + 1]?.index) }
  })
}

/** Shows the verdict on a drawing. */
export function showScans(warnings: readonly Warning[]): void {
  list.replaceChildren(
    ...warnings.map(({ code, message }) =>
      made('p', {}, made('strong', {}, `${capitalized(message)}.`), ` ${advice[code]?.[product()] ?? ''}`),
    ),
  )
  const because = [...new Set(warnings.map(({ code, message }) => advice[code]?.because ?? message))]
  if (product() === 'barcode') hideLine()
  else showLine(warnings.length === 0 ? 'yes' : 'doubtful', because)
}

/** Shows that a label cannot be drawn, and lets the plan say what could be. */
export function showDoesNotFit(): void {
  list.replaceChildren()
  showLine('no', ['it does not fit on this label'])
}

/** Shows nothing: there is no drawing to judge. */
export function hideScans(): void {
  list.replaceChildren()
  hideLine()
}

function hideLine(): void {
  scans.dataset.verdict = 'none'
  showPlan(false)
}

function showLine(verdict: 'yes' | 'doubtful' | 'no', reasons: readonly string[]): void {
  scans.dataset.verdict = verdict
  const because = reasons.length === 0 ? '' : `, because ${joined(reasons)}`
  byId('verdict', HTMLElement).replaceChildren('Scans: ', made('strong', {}, verdict), because)
  showPlan(true)
}

function capitalized(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

function joined(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
