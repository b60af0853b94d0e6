/** The results of checks: the list of the pictures, and what is shown of the selected one. */

import type { Finding, Report, Rows, SeenModules, SymbolReport, Verdict } from '../../reader/check/index.ts'
import { findingsIn, visible } from '../../reader/check/report.ts'
import { contentLines, gs1Lines } from '../../reader/check/report-text.ts'
import type { GradeReport } from '../../reader/grade/index.ts'
import { elementTitles } from '../words/elements/en.ts'
import { identifierTitles } from '../words/identifiers/en.ts'
import type { JudgedFile } from './checker.ts'
import { buttonFor, byId, made } from './dom.ts'
import { findingText } from './finding-words.ts'
import { GradesView, type Grading } from './grades.ts'
import { Pointing } from './pointing.ts'
import type { Explanation, Step } from './symbol.ts'
import { fixed, words } from './words.ts'

/** The result for a picture; `refused` is the reason why it was not checked. */
export type CheckOutcome = { readonly check: JudgedFile; readonly grading?: Grading } | { readonly refused: string }

/** A picture to check; without an outcome while it waits. */
export interface VerdictEntry {
  readonly file: File
  outcome?: CheckOutcome
}

/** The pictures with their verdicts, each a button. */
export class PictureList {
  readonly #list = byId('pictures', HTMLElement)
  readonly #link = byId('all-json', HTMLAnchorElement)
  #buttons: ReadonlyMap<VerdictEntry, HTMLButtonElement> = new Map()

  /** Creates a button for each picture; a single picture has no list. */
  fill(entries: readonly VerdictEntry[], select: (entry: VerdictEntry) => void): void {
    this.#buttons = new Map(entries.map((entry) => [entry, buttonFor('', () => select(entry))]))
    this.#list.hidden = entries.length < 2
    this.#list.replaceChildren(...Array.from(this.#buttons.values(), (button) => made('li', {}, button)))
  }

  /** Shows the current state of each picture. */
  show(selected: VerdictEntry | undefined): void {
    for (const [entry, button] of this.#buttons) {
      const name = made('span', { class: 'file', title: entry.file.name }, entry.file.name)
      button.replaceChildren(name, ' ', made('span', { 'data-verdict': verdictOn(entry) }, wordsFor(entry)))
      if (entry === selected) button.setAttribute('aria-current', 'true')
      else button.removeAttribute('aria-current')
    }
  }

  /** Links to the reports of several pictures in one file, in the form of `quietzone check --all --json`. */
  offerAll(entries: readonly VerdictEntry[]): void {
    if (!this.#link.hidden) URL.revokeObjectURL(this.#link.href)
    const lines = entries.flatMap((entry) => {
      const report = reportIn(entry)
      return report === undefined ? [] : [reportOf(entry, report)]
    })
    this.#link.hidden = lines.length < 2 || entries.some(({ outcome }) => outcome === undefined)
    if (this.#link.hidden) return
    const inOrder = lines.toSorted((a, b) => (a.file! < b.file! ? -1 : Number(a.file! > b.file!)))
    this.#link.href = URL.createObjectURL(new Blob(inOrder.map((line) => `${JSON.stringify(line)}\n`)))
  }
}

/** The outcome in a sentence, for screen readers. */
export function summaryOf(entries: readonly VerdictEntry[]): string {
  const [first] = entries
  if (entries.length === 1 && first !== undefined) return `${first.file.name}: ${wordsFor(first)}.`
  const count = (verdict: Verdict): number => entries.filter((entry) => verdictOn(entry) === verdict).length
  return words.check.summary(entries.length, count('conforming'), count('faults'), count('unreadable'))
}

/** The result for the selected picture. */
export class ResultView {
  readonly #pointing = new Pointing()
  readonly #grades = new GradesView()
  readonly #stage = byId('stage', HTMLElement)
  readonly #frame = byId('frame', HTMLElement)
  readonly #which = byId('which', HTMLFieldSetElement)
  readonly #link = byId('json', HTMLAnchorElement)
  /** The shown symbol as it was read and as it should be, if there is a reference. */
  #views: { readonly seen: Explanation; readonly reference: Explanation } | undefined
  readonly #several = byId('symbols', HTMLElement)
  readonly #symbol = byId('symbol', HTMLSelectElement)
  #entry: VerdictEntry | undefined
  /** The picture to show when it has loaded. */
  #shownImage: HTMLImageElement | undefined

  constructor() {
    this.#which.addEventListener('change', ({ target }) => {
      if (this.#views === undefined || !(target instanceof HTMLInputElement)) return
      this.#pointing.showOther(target.value === 'reference' ? this.#views.reference : this.#views.seen)
    })
    this.#symbol.addEventListener('change', () => {
      if (this.#entry !== undefined) this.#showChosen(this.#entry)
    })
  }

  show(entry: VerdictEntry): void {
    this.#shownImage = undefined
    const isOther = this.#entry !== entry
    this.#entry = entry
    const verdict = byId('verdict', HTMLElement)
    verdict.textContent = wordsFor(entry)
    verdict.dataset.verdict = verdictOn(entry)
    this.#offerReport(entry)
    if (entry.outcome === undefined) {
      this.#forget(isOther)
      return
    }
    this.#showGrades(entry)
    this.#offerSymbols(reportIn(entry)?.symbols ?? [])
    this.#showChosen(entry)
    this.#stage.dataset.state = 'shown'
  }

  /** Removes what was said before, while a picture is checked; and the symbol, unless it is of the same picture. */
  #forget(isOther: boolean): void {
    this.#stage.dataset.state = 'stale'
    this.#offerSymbols([])
    this.#grades.show(undefined, nameOf)
    byId('symbol-text', HTMLElement).replaceChildren()
    showMessage(undefined)
    byId('lengths', HTMLElement).textContent = ''
    this.#views = undefined
    this.#which.hidden = true
    this.#pointing.clear()
    if (!isOther) return
    nameStage('', '')
    this.#frame.replaceChildren()
  }

  /** A choice between the symbols of a picture, if it holds several. */
  #offerSymbols(symbols: readonly SymbolReport[]): void {
    this.#several.hidden = symbols.length < 2
    const options = symbols.map((symbol, i) => made('option', { value: `${i}` }, nameIn(symbol, i)))
    this.#symbol.replaceChildren(...options)
  }

  /** Shows the chosen symbol, or the picture if no symbol was found in it. */
  #showChosen(entry: VerdictEntry): void {
    const { outcome } = entry
    if (outcome === undefined) return
    const [symbol, seen] =
      'check' in outcome ? symbolIn(outcome.check, Math.max(0, this.#symbol.selectedIndex)) : [undefined, undefined]
    byId('symbol-text', HTMLElement).replaceChildren(...contentsOf(symbol))
    showMessage(symbol)
    byId('lengths', HTMLElement).textContent = symbol === undefined ? '' : lengthsOf(symbol)
    if (symbol === undefined || seen === undefined)
      this.#showPicture(entry, 'refused' in outcome ? outcome.refused : undefined)
    else this.#showSymbol(entry, { ...symbol, findings: [...together(entry), ...symbol.findings] }, seen)
  }

  #showGrades({ file, outcome }: VerdictEntry): void {
    const { check, grading } = outcome !== undefined && 'check' in outcome ? outcome : {}
    const graded = check?.grades && grading && { file, grades: check.grades, grading }
    this.#grades.show(graded, nameOf)
  }

  #showSymbol({ file }: VerdictEntry, symbol: SymbolReport, seen: SeenModules): void {
    const shown = shownAs(symbol, seen)
    this.#views = seen.reference && { seen: shown, reference: referenceFor(shown, seen.reference) }
    this.#which.hidden = this.#views === undefined
    for (const radio of this.#which.querySelectorAll('input')) radio.checked = radio.value === 'seen'
    nameStage(`${shown.name}, ${shown.summary}`, file.name)
    this.#pointing.showAll(shown)
    this.#pointing.showInfo(words.check.found(shown.steps.length))
  }

  /** Shows the picture itself, if no symbol was found in it; `why` is the reason if it was not checked at all. */
  #showPicture({ file, outcome }: VerdictEntry, why?: string): void {
    this.#views = undefined
    this.#which.hidden = true
    nameStage(file.name, '')
    this.#frame.replaceChildren()
    if (why === undefined) this.#showImage(file)
    this.#pointing.showStepsAlone(outcome !== undefined && 'check' in outcome ? stepsOf(outcome.check.report) : [])
    const isPicture = outcome !== undefined && 'check' in outcome && outcome.check.report.error === undefined
    if (why !== undefined || isPicture) this.#pointing.showInfo(why ?? `${words.check.noSymbol} ${words.check.advice}`)
    else this.#pointing.showInfo()
  }

  /** Shows the picture unless it is too large, the browser cannot decode it, or something else is shown by then. */
  #showImage(file: File): void {
    if (file.size > mostShown) return
    const address = URL.createObjectURL(file)
    const image = made('img', { src: address, alt: words.check.picture(file.name) })
    this.#shownImage = image
    image.addEventListener('load', () => {
      if (this.#shownImage === image && image.naturalWidth * image.naturalHeight <= mostShown)
        this.#frame.replaceChildren(image)
    })
    for (const event of ['load', 'error']) image.addEventListener(event, () => URL.revokeObjectURL(address))
  }

  /** The report as `quietzone check --json` prints it. */
  #offerReport(entry: VerdictEntry): void {
    if (!this.#link.hidden) URL.revokeObjectURL(this.#link.href)
    const report = reportIn(entry)
    this.#link.hidden = report === undefined
    if (report === undefined) return
    this.#link.download = `${entry.file.name.replace(/\.(png|jpe?g|webp|pdf|svg)$/i, '')}.json`
    this.#link.href = URL.createObjectURL(
      new Blob([`${JSON.stringify(reportOf(entry, report))}\n`], { type: 'application/json' }),
    )
  }
}

/** Findings on the symbols of a picture together. */
function together(entry: VerdictEntry): readonly Finding[] {
  const { symbols = [], findings = [] } = reportIn(entry) ?? {}
  return symbols.length > 1 ? findings : []
}

/** A symbol of the report, and how it was seen. */
const symbolIn = ({ report, seen }: JudgedFile, i: number): [SymbolReport | undefined, SeenModules | undefined] => [
  report.symbols[i],
  seen[i],
]

/** `1: QR Code "QZ-0001", 2 faults`. */
function nameIn({ symbology, text, findings }: SymbolReport, i: number): string {
  const carried = text === undefined ? '' : ` ${visible(text)}`
  return `${i + 1}: ${nameOf(symbology)}${carried}, ${headlineOf(findings)}`
}

/** The report as the command line prints it, with the grades as the API adds them. */
function reportOf(entry: VerdictEntry, { schema, tool, ...report }: Report): Report {
  return { schema, tool, file: entry.file.name, ...report, ...gradesIn(entry) }
}

/** The symbology and the text. */
function contentsOf(symbol: SymbolReport | undefined): (Node | string)[] {
  if (symbol === undefined) return []
  const { symbology, text } = symbol
  const name = nameOf(symbology)
  return text === undefined ? [words.check.noText(name)] : [`${name}: `, made('code', {}, visible(text))]
}

function nameOf(symbology: string | undefined): string {
  return [...byId('type', HTMLSelectElement).options].find(({ value }) => value === symbology)?.text ?? ''
}

/** The lengths on paper, if the picture has a resolution. */
function lengthsOf({ x, barHeight }: SymbolReport): string {
  const { lengths } = words.check
  const said = (name: string, length: SymbolReport['x']): string[] =>
    length === undefined ? [] : [lengths.of(name, fixed(length.mm, 3), decimal(length.pixels), length.perMetre)]
  return [...said('X', x), ...said(lengths.barHeight, barHeight)].join(', ')
}

/** Pixels with as many decimals as they have. */
const decimal = (value: number): string => `${value}`.replace('.', words.decimalSign)

/** What the symbol carries by the standard of its text: its GS1 message, or another content that was recognised. */
function showMessage(symbol: SymbolReport | undefined): void {
  const list = byId('gs1', HTMLElement)
  const { gs1, content } = symbol ?? {}
  const own = content === undefined ? [] : contentLines(content, elementTitle)
  const lines = gs1 === undefined ? own : gs1Lines(gs1)
  const lang: { readonly lang?: string } = gs1 === undefined ? {} : { lang: 'en' }
  list.hidden = lines.length === 0
  list.setAttribute('aria-label', gs1 === undefined ? words.check.content : words.check.message)
  list.replaceChildren(...lines.map((line) => made('li', lang, line.trim())))
  if (content?.repaired !== undefined) list.append(made('li', {}, words.check.repaired(visible(content.repaired))))
}

/** What an element is called; in English if it has no other name. */
const elementTitle = (english: string): string => elementTitles[english] ?? identifierTitles[english] ?? english

/** The most pixels, and bytes, of a picture that is shown itself: browsers take four bytes of memory for each pixel. */
const mostShown = 8_000_000

function nameStage(name: string, more: string): void {
  byId('name', HTMLElement).replaceChildren(made('strong', {}, name), made('small', {}, more))
}

function reportIn({ outcome }: VerdictEntry): Report | undefined {
  return outcome !== undefined && 'check' in outcome ? outcome.check.report : undefined
}

/** As the API adds them to a report. */
function gradesIn({ outcome }: VerdictEntry): { readonly grades?: GradeReport } {
  const grades = outcome !== undefined && 'check' in outcome ? outcome.check.grades : undefined
  return grades === undefined ? {} : { grades }
}

/** The verdict for style sheets: a picture that was not checked counts as unreadable. */
function verdictOn(entry: VerdictEntry): Verdict | 'waiting' {
  return entry.outcome === undefined ? 'waiting' : (reportIn(entry)?.verdict ?? 'unreadable')
}

function wordsFor(entry: VerdictEntry): string {
  const report = reportIn(entry)
  if (report !== undefined) return headline(report)
  return entry.outcome === undefined ? words.check.checking : words.check.notChecked
}

const order = ['fault', 'note', 'pass'] as const

/** A report in the form of an explanation: the symbol as it was read, and each finding as a step with its modules. */
function shownAs(symbol: SymbolReport, { rows, quiet }: SeenModules): Explanation {
  const name = nameOf(symbol.symbology)
  return { ...figureOf(rows), name, standard: '', quiet, path: [], steps: stepsOf(symbol) }
}

/** The same with the modules of the reference symbol. */
function referenceFor(shown: Explanation, reference: Rows): Explanation {
  return { ...shown, ...figureOf(reference) }
}

function figureOf(rows: Rows): Pick<Explanation, 'rows' | 'width' | 'height' | 'summary'> {
  const [height, width] = [rows.length, rows[0]?.length ?? 0]
  return { rows, width, height, summary: words.symbol.sizeOf(height === 1 ? `${width}` : `${height} × ${width}`) }
}

/** Faults first, then notes, then passed rules, each in the report's order and words. */
function stepsOf({ findings }: Pick<Report, 'findings'>): Step[] {
  return order.flatMap((kind) => findings.filter((finding) => finding.kind === kind).map(stepOf))
}

function stepOf(finding: Finding): Step {
  const { kind, code, clause, modules = [] } = finding
  const { text, isEnglish } = findingText(finding)
  return {
    title: text,
    ...(!isEnglish && { language: document.documentElement.lang }),
    kind,
    code,
    clause: clause === 'none' ? '' : clause,
    modules: { areas: modules.map(({ row, column }) => [column, row, 1, 1]) },
  }
}

/** The verdict in short, with the number of faults and notes. */
function headline(report: Report): string {
  if (report.verdict === 'unreadable') return words.check.notReadable
  const said = headlineOf(findingsIn(report))
  return report.symbols.length > 1 ? `${words.check.symbols(report.symbols.length)}: ${said}` : said
}

/** The same of a symbol. */
function headlineOf(findings: readonly Finding[]): string {
  const count = (kind: 'fault' | 'note'): string[] => {
    const number = findings.filter((finding) => finding.kind === kind).length
    return number === 0 ? [] : [words.check[kind === 'fault' ? 'faults' : 'notes'](number)]
  }
  const [faults, notes] = [count('fault'), count('note')]
  return [...(faults.length > 0 ? faults : [words.check.conforming]), ...notes].join(', ')
}
