import type { Check, Report, Verdict } from '../../check/index.ts'
import { byId, made } from './dom.ts'
import { headline } from './findings.ts'
import { words } from './words.ts'

/** The result for a picture; `refused` is the reason why it was not checked. */
export type Outcome = { readonly check: Check } | { readonly refused: string }

/** A picture to check; without an outcome while it waits. */
export interface Entry {
  readonly file: File
  outcome?: Outcome
}

const list = byId('pictures', HTMLElement)
const link = byId('all-json', HTMLAnchorElement)

export function reportIn({ outcome }: Entry): Report | undefined {
  return outcome !== undefined && 'check' in outcome ? outcome.check.report : undefined
}

/** The verdict for style sheets: a picture that was not checked counts as unreadable. */
export function verdictOn(entry: Entry): Verdict | 'waiting' {
  return entry.outcome === undefined ? 'waiting' : (reportIn(entry)?.verdict ?? 'unreadable')
}

export function wordsFor(entry: Entry): string {
  const report = reportIn(entry)
  if (report !== undefined) return headline(report)
  return entry.outcome === undefined ? words.check.checking : words.check.notChecked
}

/** The buttons of the pictures in the list. */
let buttons = new Map<Entry, HTMLButtonElement>()

/** Creates a button for each picture; a single picture has no list. */
export function makeList(entries: readonly Entry[], select: (entry: Entry) => void): void {
  buttons = new Map(
    entries.map((entry) => {
      const button = made('button', { type: 'button' })
      button.addEventListener('click', () => select(entry))
      return [entry, button]
    }),
  )
  list.hidden = entries.length < 2
  list.replaceChildren(...Array.from(buttons.values(), (button) => made('li', {}, button)))
}

/** Shows the current state of each picture. */
export function showList(selected: Entry | undefined): void {
  for (const [entry, button] of buttons) {
    const name = made('span', { class: 'file', title: entry.file.name }, entry.file.name)
    button.replaceChildren(name, ' ', made('span', { 'data-verdict': verdictOn(entry) }, wordsFor(entry)))
    if (entry === selected) button.setAttribute('aria-current', 'true')
    else button.removeAttribute('aria-current')
  }
}

/** Links to the reports of several pictures in one file, in the form of `quietzone check --all --json`. */
export function offerAll(entries: readonly Entry[]): void {
  if (!link.hidden) URL.revokeObjectURL(link.href)
  const lines = entries.flatMap((entry) => {
    const report = reportIn(entry)
    return report === undefined ? [] : [{ file: entry.file.name, ...report }]
  })
  link.hidden = lines.length < 2 || entries.some(({ outcome }) => outcome === undefined)
  if (link.hidden) return
  const inOrder = lines.toSorted((a, b) => (a.file < b.file ? -1 : Number(a.file > b.file)))
  link.href = URL.createObjectURL(new Blob(inOrder.map((line) => `${JSON.stringify(line)}\n`)))
}

/** The outcome in a sentence, for screen readers. */
export function summaryOf(entries: readonly Entry[]): string {
  const [first] = entries
  if (entries.length === 1 && first !== undefined) return `${first.file.name}: ${wordsFor(first)}.`
  const count = (verdict: Verdict): number => entries.filter((entry) => verdictOn(entry) === verdict).length
  return words.check.summary(entries.length, count('conforming'), count('faults'), count('unreadable'))
}
