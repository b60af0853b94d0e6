import { byId } from './dom.ts'
import { form, text } from './form.ts'

const names = ['text', 'type', 'size', 'orientation', 'showtext', 'qty', 'scale', 'height', 'rotate', 'includetext']

/** Where one fault ends and the next begins in a message that tells several. */
const between = new RegExp(`; (?=(?:${names.join('|')}): )`)
const named = new RegExp(`^(${names.join('|')}): (.*)$`, 's')

/** The beginnings of messages about the drawing that tell which choice stands in its way; all others are about the text. */
const byChoice: readonly (readonly [start: RegExp, field: string])[] = [
  [/^\w+ at scale=/, 'scale'],
  [/^size=/, 'size'],
  [/^\w+ of \d+ modules does not fit on /, 'size'],
]

/** Which field each part of the service's message is about, in its words. */
function faultsIn(message: string): Map<string, string> {
  const faults = new Map<string, string>()
  for (const part of message.split(between)) {
    const [, field, words] = named.exec(part) ?? []
    if (field !== undefined && words !== undefined) faults.set(field, words)
    else faults.set(byChoice.find(([start]) => start.test(part))?.[1] ?? 'text', part)
  }
  return faults
}

/** Shows the message beside the fields that it is about, or takes the last one away. */
export function showFaults(message: string | undefined): void {
  const faults = message === undefined ? new Map<string, string>() : faultsIn(message)
  for (const name of names) {
    const place = byId(`${name}-error`, HTMLElement)
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
