import './language-links.ts'
import { wireCopyImage } from './copy-image.ts'
import { showDetails } from './details.ts'
import { byId } from './dom.ts'
import { wireDownloads } from './download.ts'
import { focusFault, repairWords, showFaults } from './faults.ts'
import {
  apply,
  arrange,
  chosenAs,
  clear,
  follow,
  form,
  fragment,
  isMany,
  kindName,
  product,
  requested,
  restore,
  resume,
  target,
} from './form.ts'
import { arrangeGs1, gs1Refusal, isGs1, wireGs1 } from './gs1.ts'
import { outcomeText } from './job-words.ts'
import { keepForm, keptForm, wireForget } from './kept.ts'
import { wireKeys } from './keys.ts'
import { showLinks, wireLinks } from './links.ts'
import { arrangeMany, drawMany, printMany, wireMany } from './many.ts'
import { arrangeOffLabels, offLabel, wireOffLabels } from './off-labels.ts'
import { wirePlan } from './plan.ts'
import { copies, printsOnly } from './print.ts'
import { printOn } from './print-job.ts'
import { arrangePrinters, chosenPrinter, type NamedPrinter, wirePrinters } from './printers.ts'
import { nameOf, wireRepairs } from './repair.ts'
import { resolutionOf } from './resolution.ts'
import { hideScans, showDoesNotFit, showScans, warningsIn } from './scans.ts'
import { ask, failed, type Outcome, type Refusal, waitTime } from './service.ts'
import { followSize, type Picture, pictureOf, release, show, showNone, showStale } from './stage.ts'
import { field, showHidden, text } from './text-field.ts'
import { words } from './words.ts'

/** Milliseconds without a key press before the text is drawn. */
const pause = 300
/** The same after a choice, because keyboard users step through the values of a list. */
const shortPause = 80

/** The picture of the form's values; undefined while there is none. */
let current: Picture | undefined
let timer: number | undefined
let request = new AbortController()
let drawing: Promise<void> = Promise.resolve()

/** Announces a message to screen readers. */
function announce(message: string): void {
  byId('status', HTMLElement).textContent = message
}

/** Shows the result of an action. */
function say(message: string): void {
  byId('notice', HTMLElement).textContent = message
}

/** Shows what became of a print job. */
function sayPrinted(message: string): void {
  byId('print-notice', HTMLElement).textContent = message
}

/** Someone has changed the form. */
function changed(delay: number): void {
  keepForm()
  refresh(delay)
}

/** The form is another: the picture is stale, and a new one is drawn when typing pauses. */
function refresh(delay: number): void {
  current = undefined
  request.abort()
  showStale()
  arrange()
  arrangeGs1()
  arrangeOffLabels()
  arrangeMany()
  arrangePrinters()
  showHidden()
  showLinks()
  nameActions()
  say('')
  sayPrinted('')
  history.replaceState(null, '', fragment())
  soon(delay)
}

function soon(delay: number): void {
  clearTimeout(timer)
  timer = window.setTimeout(draw, Math.max(delay, waitTime()))
}

/** Draws now; resolves when the drawing is finished or superseded. */
function draw(): Promise<void> {
  clearTimeout(timer)
  request.abort()
  request = new AbortController()
  drawing = unlessAborted(request.signal, isMany() ? drawMany : drawn)
  return drawing
}

/** Does something that a later drawing may supersede. */
async function unlessAborted(signal: AbortSignal, draw: (signal: AbortSignal) => Promise<void>): Promise<void> {
  try {
    await draw(signal)
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

async function drawn(signal: AbortSignal): Promise<void> {
  const why = text() === '' ? undefined : (offLabel() ?? gs1Refusal())
  if (text() === '') {
    showFaults(undefined)
    hideScans()
    showNone(isGs1() ? words.label.addElement : words.label.enterText)
    announce('')
  } else if (why !== undefined) refused(why)
  else {
    const outcome = await ask(target(product() === 'label' ? 'png' : 'svg'), signal)
    if (!signal.aborted) await showOutcome(outcome, signal)
  }
}

async function showOutcome(outcome: Outcome, signal: AbortSignal): Promise<void> {
  switch (outcome.kind) {
    case 'done':
      return received(outcome.response, signal)
    case 'refused':
      return refused(outcome)
    case 'later':
      return wait(outcome.seconds, outcome.message)
    case 'unanswered':
      return tryAgain(outcome.seconds)
  }
}

async function received(response: Response, signal: AbortSignal): Promise<void> {
  const picture = await pictureIn(response)
  if (signal.aborted) {
    if (picture !== undefined) release(picture)
    return
  }
  if (picture === undefined) return showOutcome(failed(), signal)
  showFaults(undefined)
  show(picture, product() === 'label')
  current = picture
  showScans(warningsIn(response))
  announce(words.label.drawn(kindName(), showDetails(picture, response.headers.get('X-Dimension') ?? '')))
}

/** The picture, or undefined if the answer breaks off or is none. */
async function pictureIn(response: Response): Promise<Picture | undefined> {
  try {
    return await pictureOf(
      await response.blob(),
      words.label.pictureOf(kindName(), text()),
      resolutionOf(chosenAs('dpi')),
    )
  } catch {
    return undefined
  }
}

function refused(refusal: Refusal): void {
  showFaults(refusal)
  if (product() === 'label' && refusal.faults.some(({ code }) => code === 'does_not_fit')) showDoesNotFit()
  else hideScans()
  showNone(words.label.notDrawn)
  announce([refusal.message, ...(repairWords() === '' ? [] : [repairWords()])].join('; '))
}

function wait(seconds: number, message: string): void {
  showFaults(undefined)
  hideScans()
  showNone(words.label.later(seconds, message))
  announce(words.label.laterAloud)
  soon(seconds * 1000)
}

function tryAgain(seconds: number): void {
  showFaults(undefined)
  hideScans()
  showNone(words.service.unanswered(seconds), true)
  const message = words.service.unansweredAloud
  // each try would be announced otherwise
  if (byId('status', HTMLElement).textContent !== message) announce(message)
  soon(seconds * 1000)
}

/** Resolves with the picture of the form's values, or with undefined if it cannot be drawn now. */
async function ready(): Promise<Picture | undefined> {
  if (current === undefined) draw()
  let last: Promise<void>
  do {
    last = drawing
    await last
  } while (last !== drawing)
  if (current === undefined) focusFault()
  return current
}

async function print(): Promise<void> {
  if (isMany()) return printMany()
  if ((await ready()) === undefined) return
  const printer = chosenPrinter()
  if (printer === undefined) window.print()
  else await send(printer)
}

/** Prints the label on one of the service's printers. */
async function send(printer: NamedPrinter): Promise<void> {
  const picture = current
  const outcome = await printOn(printer, () => {
    sayPrinted(words.printers.printing(printer.name))
    const query = requested()
    query.set('printer', printer.name)
    return { target: `api/v1/print?${query}` }
  })
  if (outcome === undefined) return
  sayPrinted(outcomeText(printer.name, outcome))
  // the next text, typed or scanned, unless that has begun already
  if (outcome.kind === 'printed' && current === picture) startAgain()
}

/** Selects the text, so that the next one, typed or scanned, replaces it. */
function startAgain(options: FocusOptions = {}): void {
  field.focus(options)
  field.select()
}

function nameActions(): void {
  const label = product() === 'label'
  const count = copies()
  byId('print-words', HTMLElement).textContent = !label
    ? words.label.print
    : count > 1
      ? words.label.printLabels(count)
      : words.label.printLabel
}

const controls = [HTMLSelectElement, HTMLInputElement, HTMLTextAreaElement]

const isControl = (target: EventTarget | null): target is HTMLSelectElement | HTMLInputElement | HTMLTextAreaElement =>
  controls.some((kind) => target instanceof kind)

function wireForm(): void {
  form.addEventListener('input', (event) => {
    const control = event.target
    if (isControl(control)) follow(control.dataset.for ?? control.name)
    const typed =
      control instanceof HTMLTextAreaElement ||
      (control instanceof HTMLInputElement && ['number', 'text', 'date'].includes(control.type))
    changed(typed ? pause : shortPause)
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    draw()
  })
  window.addEventListener('hashchange', () => {
    restore(location.hash)
    refresh(0)
  })
}

const changedNow = (): void => changed(0)
const refreshNow = (): void => refresh(0)

/** A link says what the form begins with; without one, it is as it was left. */
function begin(): void {
  const kept = keptForm()
  if (location.hash === '' && kept !== undefined) resume(kept)
  else restore(location.hash)
}

document.documentElement.classList.add('scripted')
begin()
wireGs1(changedNow, refreshNow)
wireMany(changedNow, refreshNow)
wireForm()
wireKeys({ draw, print, startAgain })
wireLinks()
wireOffLabels(changedNow)
wirePrinters(changedNow)
wirePlan(changedNow)
wireRepairs((values) => {
  apply(values)
  changedNow()
  say(words.repair.used(nameOf(values)))
})
wireDownloads(ready, say)
wireCopyImage(ready, say)
wireForget(() => {
  clear()
  refresh(0)
  say(words.kept.forgotten)
  startAgain()
})
followSize()
printsOnly(
  () => current,
  () => startAgain(),
)
byId('print', HTMLButtonElement).addEventListener('click', print)
byId('retry', HTMLButtonElement).addEventListener('click', draw)
refresh(0)
// at a high zoom the text is below the fold, and the page opens on its top
startAgain({ preventScroll: true })
