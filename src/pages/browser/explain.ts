import './language-links.ts'
import { arrange, change, exchangeSample, form, fragment, kind, restore, target } from './choices.ts'
import { byId, made } from './dom.ts'
import { type Explanation, isExplanation } from './explanation.ts'
import { followOption } from './options.ts'
import { clear, showAll, showInfo } from './pointing.ts'
import { nameOf, repairButton, repairOf, type Values, wireRepairs } from './repair.ts'
import { ask, type Fault, failed, type Outcome, waitTime } from './service.ts'
import { field, showHidden, text, updateSample } from './text-field.ts'
import { words } from './words.ts'

/** Milliseconds without a key press before the text is explained. */
const pause = 300

const stage = byId('stage', HTMLElement)
const frame = byId('frame', HTMLElement)

let timer: number | undefined
let request = new AbortController()

/** The form has changed: what belongs to the last text goes, but its symbol stays, faded, until there is another. */
function changed(delay: number): void {
  request.abort()
  arrange()
  showHidden()
  history.replaceState(null, '', fragment())
  byId('json', HTMLAnchorElement).href = target()
  clear()
  byId('name', HTMLElement).replaceChildren()
  showFault('')
  if (stage.dataset.state !== 'empty') stage.dataset.state = 'stale'
  frame.inert = true
  soon(delay)
}

function soon(delay: number): void {
  clearTimeout(timer)
  timer = window.setTimeout(fetchIt, Math.max(delay, waitTime()))
}

async function fetchIt(): Promise<void> {
  clearTimeout(timer)
  request.abort()
  request = new AbortController()
  const { signal } = request
  if (text() === '') return refuse('', [], words.explain.enterText)
  try {
    const outcome = await ask(target(), signal)
    if (!signal.aborted) await showOutcome(outcome, signal)
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

async function showOutcome(outcome: Outcome, signal: AbortSignal): Promise<void> {
  switch (outcome.kind) {
    case 'done': {
      const body: unknown = await outcome.response.json().catch(() => undefined)
      if (signal.aborted) return
      return isExplanation(body) ? show(body) : showOutcome(failed(), signal)
    }
    case 'refused':
      return refuse(outcome.message, outcome.faults)
    case 'later':
      showInfo(words.service.later(outcome.seconds))
      return soon(outcome.seconds * 1000)
    case 'unanswered':
      showInfo(`${words.service.unanswered(outcome.seconds)} `, retryButton())
      return soon(outcome.seconds * 1000)
  }
}

function retryButton(): HTMLButtonElement {
  const button = made('button', { type: 'button', class: 'inline' }, words.service.tryNow)
  button.addEventListener('click', () => {
    // the button disappears
    field.focus({ preventScroll: true })
    fetchIt()
  })
  return button
}

/** @param values  what would do */
function showFault(message: string, values?: Values): void {
  const fault = byId('fault', HTMLElement)
  fault.textContent = message
  fault.hidden = message === ''
  byId('repair', HTMLElement).replaceChildren(...(values === undefined ? [] : [repairButton(values)]))
  if (message === '') field.removeAttribute('aria-invalid')
  else field.setAttribute('aria-invalid', 'true')
}

function refuse(message: string, faults: readonly Fault[], note = words.explain.noSymbol): void {
  showFault(message, repairOf(faults))
  showInfo()
  frame.replaceChildren(made('p', { class: 'note' }, note))
  frame.inert = false
  stage.dataset.state = 'empty'
}

function show(next: Explanation): void {
  const { name, standard, summary } = next
  byId('name', HTMLElement).replaceChildren(made('strong', {}, `${name}, ${summary}`), made('small', {}, standard))
  showAll(next)
  frame.inert = false
  stage.dataset.state = 'shown'
  showInfo(words.explain.found(next.steps.length))
}

form.addEventListener('input', (event) => {
  const control = event.target
  if (control instanceof HTMLSelectElement && control.name === 'type') updateSample(kind)
  if (control instanceof HTMLInputElement && control.name === 'gs1') exchangeSample()
  if (control instanceof HTMLInputElement) followOption(control.name)
  const isTyped =
    control instanceof HTMLTextAreaElement ||
    (control instanceof HTMLInputElement && !['radio', 'checkbox'].includes(control.type))
  changed(isTyped ? pause : 0)
})
form.addEventListener('submit', (event) => {
  event.preventDefault()
  soon(0)
})
field.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
  event.preventDefault()
  soon(0)
})
wireRepairs((values) => {
  change(values)
  changed(0)
  showInfo(words.repair.used(nameOf(values)))
})
window.addEventListener('hashchange', () => {
  restore(location.hash)
  changed(0)
})
restore(location.hash)
changed(0)
