import { byId } from './dom.ts'
import { form } from './form.ts'
import { clearElementFaults, faultsElsewhere } from './gs1.ts'
import type { Refusal } from './service.ts'
import { field } from './text-field.ts'

const suffix = '-error'

/** The fields that have a place for error messages, in the order of the page. */
const names = Array.from(document.querySelectorAll(`[id$=${suffix}]`), ({ id }) => id.slice(0, -suffix.length))

/** The service's messages by field; those about no field of the page belong to the text. Elements of a GS1 message show their own. */
function messagesByField(refusal: Refusal): Map<string, string> {
  const messages = new Map<string, string>()
  for (const fault of faultsElsewhere(refusal.faults)) {
    const isField = names.includes(fault.parameter)
    const field = isField ? fault.parameter : 'text'
    const own = isField ? fault.message : `${fault.parameter}: ${fault.message}`
    const before = messages.get(field)
    messages.set(field, before === undefined ? own : `${before}; ${own}`)
  }
  return refusal.faults.length > 0 ? messages : messages.set('text', refusal.message)
}

/** Shows each message of a refusal beside its field; without a refusal, removes all messages. */
export function showFaults(refusal: Refusal | undefined): void {
  if (refusal === undefined) clearElementFaults()
  const faults = refusal === undefined ? new Map<string, string>() : messagesByField(refusal)
  for (const name of names) {
    const place = byId(`${name}${suffix}`, HTMLElement)
    const message = faults.get(name)
    place.hidden = message === undefined
    place.lang = refusal?.language ?? 'en'
    if (message !== undefined) place.closest('details')?.setAttribute('open', '')
    if (place.textContent !== (message ?? '')) place.textContent = message ?? ''
    for (const control of controlsOf(name)) {
      if (message === undefined) control.removeAttribute('aria-invalid')
      else control.setAttribute('aria-invalid', 'true')
    }
  }
}

/** Moves the focus to the first field with an error, to a button that adds what is missing, or to the text. */
export function focusFault(): void {
  const faulty = form.querySelector<HTMLElement>('[aria-invalid], .companion.required button') ?? field
  faulty.focus()
}

/** One control, or all buttons of a choice. */
function controlsOf(name: string): NodeListOf<HTMLElement> {
  return form.querySelectorAll<HTMLElement>(`[name="${name}"]`)
}
