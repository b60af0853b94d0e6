/** Shows the result for the selected picture. */

import type { Report, Seen } from '../../check/index.ts'
import { gs1Lines, lengthLines, visible } from '../../check/report.ts'
import { byId, made } from './dom.ts'
import type { Explanation } from './explanation.ts'
import { referenceFor, shownAs, stepsOf } from './findings.ts'
import { type Entry, reportIn, verdictOn, wordsFor } from './pictures.ts'
import { showAll, showInfo, showOther, showStepsAlone } from './pointing.ts'
import { words } from './words.ts'

const stage = byId('stage', HTMLElement)
const frame = byId('frame', HTMLElement)
const which = byId('which', HTMLFieldSetElement)
const link = byId('json', HTMLAnchorElement)
const type = byId('type', HTMLSelectElement)

/** The shown symbol as it was read and as it should be, if there is a reference. */
let views: { readonly seen: Explanation; readonly reference: Explanation } | undefined

/** The picture to show when it has loaded. */
let shownImage: HTMLImageElement | undefined

export function showEntry(entry: Entry): void {
  shownImage = undefined
  const verdict = byId('verdict', HTMLElement)
  verdict.textContent = wordsFor(entry)
  verdict.dataset.verdict = verdictOn(entry)
  offerReport(entry)
  if (entry.outcome === undefined) {
    stage.dataset.state = 'stale'
    return
  }
  const report = reportIn(entry)
  byId('symbol-text', HTMLElement).replaceChildren(...contentsOf(report))
  showMessage(report)
  byId('lengths', HTMLElement).textContent = report === undefined ? '' : lengthLines(report).join(', ')
  if ('refused' in entry.outcome) showPicture(entry, entry.outcome.refused)
  else if (entry.outcome.check.seen === undefined) showPicture(entry)
  else showSymbol(entry, entry.outcome.check.report, entry.outcome.check.seen)
  stage.dataset.state = 'shown'
}

function nameOf(symbology: string | undefined): string {
  return [...type.options].find(({ value }) => value === symbology)?.text ?? ''
}

/** The symbology and the text. */
function contentsOf(report: Report | undefined): (Node | string)[] {
  if (report?.symbology === undefined) return []
  const { symbology, text } = report
  const name = nameOf(symbology)
  return text === undefined ? [words.check.noText(name)] : [`${name}: `, made('code', {}, visible(text))]
}

/** The GS1 message, if the symbol carries one. */
function showMessage(report: Report | undefined): void {
  const list = byId('gs1', HTMLElement)
  const lines = report?.gs1 === undefined ? [] : gs1Lines(report.gs1)
  list.hidden = lines.length === 0
  list.replaceChildren(...lines.map((line) => made('li', { lang: 'en' }, line.trim())))
}

function showSymbol({ file }: Entry, report: Report, seen: Seen): void {
  const shown = shownAs({ report, seen }, nameOf(report.symbology))
  views = seen.reference && { seen: shown, reference: referenceFor(shown, seen.reference) }
  which.hidden = views === undefined
  for (const radio of which.querySelectorAll('input')) radio.checked = radio.value === 'seen'
  nameStage(`${shown.name}, ${shown.summary}`, file.name)
  showAll(shown)
  showInfo(words.check.found(shown.steps.length))
}

/** Shows the picture itself, if no symbol was found in it; `why` is the reason if it was not checked at all. */
function showPicture({ file, outcome }: Entry, why?: string): void {
  views = undefined
  which.hidden = true
  nameStage(file.name, '')
  frame.replaceChildren()
  if (why === undefined) showImage(file)
  showStepsAlone(outcome !== undefined && 'check' in outcome ? stepsOf(outcome.check.report) : [])
  showInfo(why ?? words.check.noSymbol)
}

/** The most pixels, and bytes, of a picture that is shown itself: browsers take four bytes of memory for each pixel. */
const mostShown = 8_000_000

/** Shows the picture unless it is too large, the browser cannot decode it, or something else is shown by then. */
function showImage(file: File): void {
  if (file.size > mostShown) return
  const address = URL.createObjectURL(file)
  const image = made('img', { src: address, alt: words.check.picture(file.name) })
  shownImage = image
  image.addEventListener('load', () => {
    if (shownImage === image && image.naturalWidth * image.naturalHeight <= mostShown) frame.replaceChildren(image)
  })
  for (const event of ['load', 'error']) image.addEventListener(event, () => URL.revokeObjectURL(address))
}

function nameStage(name: string, more: string): void {
  byId('name', HTMLElement).replaceChildren(made('strong', {}, name), made('small', {}, more))
}

/** The report as `quietzone check --json` prints it. */
function offerReport(entry: Entry): void {
  if (!link.hidden) URL.revokeObjectURL(link.href)
  const report = reportIn(entry)
  link.hidden = report === undefined
  if (report === undefined) return
  link.download = `${entry.file.name.replace(/\.(png|jpe?g|webp)$/i, '')}.json`
  link.href = URL.createObjectURL(new Blob([`${JSON.stringify(report)}\n`], { type: 'application/json' }))
}

which.addEventListener('change', ({ target }) => {
  if (views === undefined || !(target instanceof HTMLInputElement)) return
  showOther(target.value === 'reference' ? views.reference : views.seen)
})
