/** Whether what is drawn will scan: warnings with what to do, and the line that opens the plan. */

import { usualLanguage, type Words } from '../words/index.ts'
import { byId, made } from './dom.ts'
import { product } from './form.ts'
import { showPlan } from './plan.ts'
import { repairButton } from './repair.ts'
import { language, words } from './words.ts'

export interface Warning {
  readonly code: string
  readonly message: string
}

const scans = byId('scans', HTMLElement)
const list = byId('warnings', HTMLElement)
const advice: { readonly [code: string]: Words['advice']['caption_cut'] | undefined } = words.advice

/** The warning of a print job that says that the service knows no key from before its start; it is about no symbol. */
export const keyForgotten = 'key_forgotten'
const known = [...Object.keys(advice), keyForgotten]

/** A warning begins at the beginning of the line, or at a comma and a known code: messages may have commas too. */
const start = new RegExp(`(?:^|, )(${known.join('|')}); |^(\\w+); `, 'g')

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
  list.replaceChildren(...warnings.map((warning) => made('p', {}, ...sentences(warning), ...readings(warning))))
  const because = [...new Set(warnings.map(({ code, message }) => advice[code]?.because ?? message))]
  if (product() === 'barcode') hideLine()
  else showLine(warnings.length === 0 ? 'yes' : 'doubtful', because)
}

/** Shows that a label cannot be drawn, and lets the plan say what could be. */
export function showDoesNotFit(): void {
  list.replaceChildren()
  showLine('no', [words.scans.doesNotFit])
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
  const because = reasons.length === 0 ? '' : words.scans.because(reasons)
  byId('verdict', HTMLElement).replaceChildren(
    `${words.scans.scans} `,
    made('strong', {}, words.scans[verdict]),
    because,
  )
  showPlan(true)
}

/** A warning with what to do. Where people speak another language, its own words, in English, come last. */
function sentences({ code, message }: Warning): (Node | string)[] {
  const { because = message, [product()]: what = '' } = advice[code] ?? {}
  const strong = (text: string) => made('strong', {}, `${capitalized(text)}.`)
  if (language === usualLanguage) return [strong(message), ` ${what}`]
  return [strong(because), ` ${what} `, made('small', { lang: usualLanguage }, message)]
}

/** The two numbers that digits without a check digit may mean, as buttons: what is drawn, and with a zero before what was given. */
function readings({ code, message }: Warning): (Node | string)[] {
  const [given, drawn, other] = message.match(/\d+/g) ?? []
  if (code !== 'complete_already' || drawn === undefined || other !== `0${given}`) return []
  const button = (text: string, label: (change: string) => string) => repairButton(new Map([['text', text]]), label)
  return [' ', button(drawn, words.repair.keep), ' ', button(other, words.repair.use)]
}

function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
