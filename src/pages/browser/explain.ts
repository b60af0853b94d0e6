import { arrange, form, fragment, restore, target, text, updateSample } from './choices.ts'
import { byId, made } from './dom.ts'
import { type Explanation, isExplanation } from './explanation.ts'
import { showAll, showInfo } from './pointing.ts'
import { ask, waitTime } from './service.ts'

/** Milliseconds without a key press before the text is explained. */
const pause = 300

const stage = byId('stage', HTMLElement)

let timer: number | undefined
let request = new AbortController()

function changed(delay: number): void {
  request.abort()
  arrange()
  history.replaceState(null, '', fragment())
  byId('json', HTMLAnchorElement).href = target()
  if (stage.dataset.state !== 'empty') stage.dataset.state = 'stale'
  soon(delay)
}

function soon(delay: number): void {
  clearTimeout(timer)
  timer = window.setTimeout(fetchIt, Math.max(delay, waitTime()))
}

async function fetchIt(): Promise<void> {
  request.abort()
  request = new AbortController()
  const { signal } = request
  if (text.value === '') {
    refuse('')
    return
  }
  try {
    const outcome = await ask(target(), signal)
    if (signal.aborted) return
    if (outcome.kind === 'refused') refuse(outcome.message)
    else if (outcome.kind === 'later') {
      showInfo(`One moment: this page tries again in ${outcome.seconds} s.`)
      soon(outcome.seconds * 1000)
    } else {
      const body: unknown = await outcome.response.json()
      if (!signal.aborted && isExplanation(body)) show(body)
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

function refuse(message: string): void {
  const fault = byId('fault', HTMLElement)
  fault.textContent = message
  fault.hidden = message === ''
  if (message === '') text.removeAttribute('aria-invalid')
  else text.setAttribute('aria-invalid', 'true')
}

function show(next: Explanation): void {
  refuse('')
  const { name, standard, summary } = next
  byId('name', HTMLElement).replaceChildren(made('strong', {}, `${name}, ${summary}`), made('small', {}, standard))
  showAll(next)
  stage.dataset.state = 'shown'
  showInfo(`${next.steps.length} steps. Point at one, or at a module.`)
}

form.addEventListener('input', (event) => {
  const control = event.target
  if (control instanceof HTMLSelectElement && control.name === 'type') updateSample()
  changed(control instanceof HTMLSelectElement ? 0 : pause)
})
form.addEventListener('submit', (event) => {
  event.preventDefault()
  soon(0)
})
text.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
  event.preventDefault()
  soon(0)
})
window.addEventListener('hashchange', () => {
  restore(location.hash)
  changed(0)
})
restore(location.hash)
changed(0)
