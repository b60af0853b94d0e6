/** Buttons that change what was typed: to what the service suggests in place of a request that it refuses, and to what a number may mean. */

import { byId, made } from './dom.ts'
import type { Fault } from './service.ts'
import { pictureOf } from './text-field.ts'
import { words } from './words.ts'

/** Values by parameter. */
export type Values = ReadonlyMap<string, string>

const form = byId('form', HTMLFormElement)

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const controlsOf = (name: string): Control[] => [...form.querySelectorAll<Control>(`[name="${CSS.escape(name)}"]`)]

let changed: (values: Values) => void = () => {}

/** @param change  gives the form these values, and draws again */
export function wireRepairs(change: (values: Values) => void): void {
  changed = change
}

/** All that the faults suggest together; undefined if that is nothing, or if the form cannot say it. */
export function repairOf(faults: readonly Fault[]): Values | undefined {
  // of several for the same parameter, the first
  const values = new Map(faults.flatMap(({ suggestion = {} }) => Object.entries(suggestion)).reverse())
  const isSaid = [...values].every(([name, value]) => controlsOf(name).some((control) => accepts(control, value)))
  return values.size > 0 && isSaid ? values : undefined
}

function accepts(control: Control, value: string): boolean {
  // the entry for sides of one's own is no size
  if (control instanceof HTMLSelectElement) {
    return value !== 'sides' && [...control.options].some((option) => option.value === value)
  }
  // fields have no carriage returns, and one line has no line feeds
  if (control instanceof HTMLTextAreaElement) return !value.includes('\r')
  if (control.type === 'checkbox') return ['true', 'false'].includes(value)
  return control.type === 'radio' ? control.value === value : !/[\r\n]/.test(value)
}

/** The button that makes the change, and then leads to the first of its fields. */
export function repairButton(values: Values, label: (change: string) => string = words.repair.use): HTMLButtonElement {
  const button = made('button', { type: 'button', dir: 'auto' }, label(nameOf(values)))
  button.addEventListener('click', () => {
    changed(values)
    // the button disappears
    const [name = 'text'] = values.has('text') ? ['text'] : values.keys()
    const control = controlsOf(name).find((each) => each.type !== 'radio' || each.matches(':checked'))
    control?.closest('details')?.setAttribute('open', '')
    control?.focus()
  })
  return button
}

/** A change in words: the text, and what else it needs. */
export function nameOf(values: Values): string {
  const [text, others] = [values.get('text'), [...values].filter(([name]) => name !== 'text')]
  const named = others.map(([name, value]) =>
    name === 'type' ? titleIn(name, value) : `${headingOf(name)}: ${titleIn(name, value)}`,
  )
  return [...(text === undefined ? [] : [shownText(text)]), ...named].join(', ')
}

/** The characters at either end of a long text that are shown. */
const longest = 24

/** A text in one line, with pictures of its control characters. */
function shownText(text: string): string {
  const characters = [...text]
  const isLong = characters.length > 2 * longest
  const shown = isLong ? [...characters.slice(0, longest), '…', ...characters.slice(-longest)] : characters
  return shown.join('').replace(/\p{Cc}/gu, pictureOf)
}

/** What a person sees beside the control. */
function headingOf(name: string): string {
  const [control] = controlsOf(name)
  const label = control?.type === 'radio' ? control.closest('fieldset')?.querySelector('legend') : control?.labels?.[0]
  return label?.textContent.trim() ?? name
}

function titleIn(name: string, value: string): string {
  for (const control of controlsOf(name)) {
    if (control instanceof HTMLSelectElement)
      return [...control.options].find((option) => option.value === value)?.text ?? value
    if (control.type === 'radio' && control.value === value) return control.labels?.[0]?.textContent.trim() ?? value
  }
  return value
}
