import { showDetails } from './details.ts'
import { byId } from './dom.ts'
import { wireDownloads } from './download.ts'
import { focusFault, showFaults } from './faults.ts'
import { arrange, chosenAs, follow, form, fragment, kindName, product, restore, target } from './form.ts'
import { arrangeGs1, gs1Refusal, isGs1, wireGs1 } from './gs1.ts'
import { wireKeys } from './keys.ts'
import { showLinks, wireLinks } from './links.ts'
import { arrangeOffLabels, offLabel, wireOffLabels } from './off-labels.ts'
import { wirePlan } from './plan.ts'
import { copies, printsOnly } from './print.ts'
import { resolutionOf } from './resolution.ts'
import { hideScans, showDoesNotFit, showScans, warningsIn } from './scans.ts'
import { ask, failed, type Outcome, type Refusal, waitTime } from './service.ts'
import { followSize, type Picture, pictureOf, release, show, showNone, showStale } from './stage.ts'
import { field, showHidden, text } from './text-field.ts'

/** Milliseconds without a key press before the text is drawn. */
const pause = 300
/** The same after a choice, because keyboard users step through the values of a list. */
const shortPause = 80

/** The picture of the form's values; undefined while there is none. */
let current: Picture | undefined
let timer: number | undefined
let request = new AbortController()
let drawing: Promise<void> = Promise.resolve()

/** Announces `words` to screen readers. */
function announce(words: string): void {
  byId('status', HTMLElement).textContent = words
}

/** Shows the result of an action. */
function say(words: string): void {
  byId('notice', HTMLElement).textContent = words
}

/** The form has changed: the picture is stale, and a new one is drawn when typing pauses. */
function changed(delay: number): void {
  current = undefined
  request.abort()
  showStale()
  arrange()
  arrangeGs1()
  arrangeOffLabels()
  showHidden()
  showLinks()
  nameActions()
  say('')
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
  drawing = drawn(request.signal)
  return drawing
}

async function drawn(signal: AbortSignal): Promise<void> {
  const why = text() === '' ? undefined : (offLabel() ?? gs1Refusal())
  if (text() === '') {
    showFaults(undefined)
    hideScans()
    showNone(isGs1() ? 'Add an element to see its barcode.' : 'Enter a text to see its barcode.')
    announce('')
  } else if (why !== undefined) refused(why)
  else {
    try {
      const outcome = await ask(target(product() === 'label' ? 'png' : 'svg'), signal)
      if (!signal.aborted) await showOutcome(outcome, signal)
    } catch (error) {
      if (!signal.aborted) throw error
    }
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
  announce(`${kindName()} drawn, ${showDetails(picture, response.headers.get('X-Dimension') ?? '')}.`)
}

/** The picture, or undefined if the answer breaks off or is none. */
async function pictureIn(response: Response): Promise<Picture | undefined> {
  try {
    return await pictureOf(await response.blob(), `${kindName()} of “${text()}”`, resolutionOf(chosenAs('dpi')))
  } catch {
    return undefined
  }
}

function refused(refusal: Refusal): void {
  showFaults(refusal)
  if (product() === 'label' && refusal.faults.some(({ code }) => code === 'does_not_fit')) showDoesNotFit()
  else hideScans()
  showNone('This cannot be drawn; the form shows the reason.')
  announce(refusal.message)
}

function wait(seconds: number, message: string): void {
  showFaults(undefined)
  hideScans()
  showNone(`One moment: the picture will appear in ${seconds} s. (${message})`)
  announce('One moment: the service is busy. The picture will appear soon.')
  soon(seconds * 1000)
}

function tryAgain(seconds: number): void {
  showFaults(undefined)
  hideScans()
  showNone(`The service does not answer. This page tries again in ${seconds} s.`, true)
  const words = 'The service does not answer. This page keeps trying.'
  // each try would be announced otherwise
  if (byId('status', HTMLElement).textContent !== words) announce(words)
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
  if ((await ready()) !== undefined) window.print()
}

/** Selects the text, so that the next one, typed or scanned, replaces it. */
function startAgain(options: FocusOptions = {}): void {
  field.focus(options)
  field.select()
}

function nameActions(): void {
  const label = product() === 'label'
  const count = copies()
  byId('print-words', HTMLElement).textContent = !label ? 'Print' : count > 1 ? `Print ${count} labels` : 'Print label'
  byId('download-svg', HTMLElement).hidden = label
}

function wireForm(): void {
  form.addEventListener('input', (event) => {
    const control = event.target
    if (control instanceof HTMLSelectElement || control instanceof HTMLInputElement) follow(control.name)
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
    changed(0)
  })
}

document.documentElement.classList.add('scripted')
restore(location.hash)
wireGs1(() => changed(0))
wireForm()
wireKeys({ draw, print, startAgain })
wireLinks()
wireOffLabels(() => changed(0))
wirePlan(() => changed(0))
wireDownloads(ready, say)
followSize()
printsOnly(
  () => current,
  () => startAgain(),
)
byId('print', HTMLButtonElement).addEventListener('click', print)
byId('retry', HTMLButtonElement).addEventListener('click', draw)
changed(0)
// at a high zoom the text is below the fold, and the page opens on its top
startAgain({ preventScroll: true })
