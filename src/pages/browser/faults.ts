import { byId } from './dom.ts'
import { form, text } from './form.ts'
import type { Refusal } from './service.ts'

const suffix = '-error'

/** The fields that have a place for what is wrong with them, in the order of the page. */
const names = Array.from(document.querySelectorAll(`[id$=${suffix}]`), ({ id }) => id.slice(0, -suffix.length))

/** What stands beside each field: the service's words on it. What is about none of them stands beside the text. */
function wordsByField({ message, faults }: Refusal): Map<string, string> {
  const words = new Map<string, string>()
  for (const fault of faults) {
    const isField = names.includes(fault.parameter)
    const field = isField ? fault.parameter : 'text'
    const said = isField ? fault.message : `${fault.parameter}: ${fault.message}`
    const before = words.get(field)
    words.set(field, before === undefined ? said : `${before}; ${said}`)
  }
  return words.size > 0 ? words : words.set('text', message)
}

/** Shows what is refused beside the fields that it is about, or takes the last refusal away. */
export function showFaults(refusal: Refusal | undefined): void {
  const faults = refusal === undefined ? new Map<string, string>() : wordsByField(refusal)
  for (const name of names) {
    const place = byId(`${name}${suffix}`, HTMLElement)
    const words = faults.get(name)
    place.hidden = words === undefined
    if (place.textContent !== (words ?? '')) place.textContent = words ?? ''
    for (const control of controlsOf(name)) {
      if (words === undefined) control.removeAttribute('aria-invalid')
      else control.setAttribute('aria-invalid', 'true')
    }
  }
}

/** Takes the reader to the first field that is at fault, or to where all begins. */
export function focusFault(): void {
  const faulty = form.querySelector<HTMLElement>('[aria-invalid]') ?? text
  faulty.focus()
}

/** One control, or all buttons of a choice. */
function controlsOf(name: string): NodeListOf<HTMLElement> {
  return form.querySelectorAll<HTMLElement>(`[name="${name}"]`)
}
