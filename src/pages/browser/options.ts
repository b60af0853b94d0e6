/** The options of the symbologies: of their controls, those of the chosen symbology are shown. */

import { byId } from './dom.ts'

type Control = HTMLSelectElement | HTMLInputElement

/** The values of an option: words, a range of whole numbers, or strings. */
type Values = readonly string[] | { readonly least: number; readonly most: number } | null

const set = byId('options', HTMLFieldSetElement)

/** Each option's control, within the field that shows it. */
const controls = [...set.querySelectorAll<HTMLElement>('[data-option]')].flatMap((field) => {
  const control = field.querySelector<Control>('select, input')
  return control === null ? [] : [{ name: control.name, control, field }]
})

export const optionNames: readonly string[] = controls.map(({ name }) => name)

/** The options of the chosen symbology, from the data attributes of the page. */
function ownOptions(kind: HTMLSelectElement): Readonly<Record<string, Values>> {
  return JSON.parse(kind.selectedOptions[0]?.dataset.options ?? '{}')
}

function accepts(values: Values, value: string): boolean {
  if (values === null) return true
  return 'least' in values ? Number(value) >= values.least && Number(value) <= values.most : values.includes(value)
}

/** Shows the options of the symbology, and clears values that it does not accept. */
export function arrangeOptions(kind: HTMLSelectElement): void {
  const own = ownOptions(kind)
  if (kind.value !== shownFor) order(Object.keys(own))
  shownFor = kind.value
  set.disabled = false
  set.hidden = Object.keys(own).length === 0
  for (const { name, control, field } of controls) {
    const values = own[name]
    field.hidden = values === undefined
    if (values === undefined) control.value = ''
    else limit(control, values)
  }
}

/** The symbology whose options are shown. */
let shownFor: string | undefined

/** Puts the fields of these options in this order. */
function order(names: readonly string[]): void {
  for (const own of names) set.append(...controls.filter(({ name }) => name === own).map(({ field }) => field))
}

function limit(control: Control, values: Values): void {
  if (control instanceof HTMLInputElement) {
    if (values !== null && 'least' in values) [control.min, control.max] = [`${values.least}`, `${values.most}`]
    return
  }
  for (const option of control.options) {
    option.hidden = option.disabled = option.value !== '' && !accepts(values, option.value)
  }
  if (control.selectedOptions[0]?.disabled) control.value = ''
}

/** Adapts the other options to a choice: of several parts, the symbol carries the first until another is chosen. */
export function followOption(name: string): void {
  if (name !== 'parts') return
  const [parts, part, file] = ['parts', 'part', 'fileid'].map(
    (each) => controls.find((one) => one.name === each)?.control,
  )
  if (parts === undefined || part === undefined) return
  if (parts.value !== '') part.value ||= '1'
  else {
    part.value = ''
    if (file !== undefined) file.value = ''
  }
}

/** The options that are chosen. */
export function chosenOptions(): (readonly [name: string, value: string])[] {
  return controls.flatMap(({ name, control: { value } }) => (value === '' ? [] : [[name, value] as const]))
}

/** Chooses what `given` has; values that no control accepts are left out. */
export function restoreOptions(given: URLSearchParams): void {
  for (const { name, control } of controls) {
    control.value = given.get(name) ?? ''
    if (control.value === '' && control instanceof HTMLSelectElement) control.selectedIndex = 0
  }
}
