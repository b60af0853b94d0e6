import { byId, made } from './dom.ts'
import { form, isMany } from './form.ts'
import { clearElementFaults, faultsElsewhere } from './gs1.ts'
import { repairButton, repairOf } from './repair.ts'
import type { Fault, Refusal } from './service.ts'
import { field } from './text-field.ts'

const suffix = '-error'

/** The fields that have a place for error messages, in the order of the page. */
const names = Array.from(document.querySelectorAll(`[id$=${suffix}]`), ({ id }) => id.slice(0, -suffix.length))

/** The field that has the place of a fault. */
const fieldOf = ({ parameter }: Fault): string => (names.includes(parameter) ? parameter : 'text')

/** The service's messages by field; those about no field of the page belong to the text. Elements of a GS1 message show their own. */
function messagesByField(refusal: Refusal): Map<string, string> {
  const messages = new Map<string, string>()
  for (const fault of faultsElsewhere(refusal.faults)) {
    const field = fieldOf(fault)
    const own = field === fault.parameter ? fault.message : `${fault.parameter}: ${fault.message}`
    const before = messages.get(field)
    messages.set(field, before === undefined ? own : `${before}; ${own}`)
  }
  return refusal.faults.length > 0 ? messages : messages.set('text', refusal.message)
}

/** Holds the button that makes what is refused draw; it is below the first message with a suggestion. */
const repair = made('p', { class: 'repair' })

/** Shows each message of a refusal beside its field, and the repair; without a refusal, removes all. */
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
  showRepair(refusal)
}

/** What the button of the repair says; empty if there is none. */
export const repairWords = (): string => repair.textContent

function showRepair(refusal: Refusal | undefined): void {
  const { faults } = refusal ?? { faults: [] }
  // rows have texts of their own, and elements of a GS1 message buttons
  const isElsewhere = isMany() || document.querySelector('#elements .offers button') !== null
  const values = isElsewhere ? undefined : repairOf(faults)
  const first = faults.find(({ suggestion }) => suggestion !== undefined)
  if (values === undefined || first === undefined) {
    if (repair.contains(document.activeElement)) field.focus({ preventScroll: true })
    repair.remove()
    return
  }
  const button = repairButton(values)
  const place = byId(`${fieldOf(first)}${suffix}`, HTMLElement)
  // the same button keeps the focus
  if (place.nextElementSibling === repair && repairWords() === button.textContent) return
  repair.replaceChildren(button)
  place.after(repair)
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
