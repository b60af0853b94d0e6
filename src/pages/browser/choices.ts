import { byId } from './dom.ts'
import { setText, text } from './text-field.ts'

/** The values of an option: words, or a range of whole numbers. */
type Values = readonly string[] | { readonly least: number; readonly most: number }

export const form = byId('form', HTMLFormElement)
export const kind = byId('type', HTMLSelectElement)
const options = byId('options', HTMLFieldSetElement)

form.reset()

/** An option's control, within the field that shows it. */
function controls(): (readonly [name: string, control: HTMLSelectElement | HTMLInputElement, field: HTMLElement])[] {
  return [...options.querySelectorAll<HTMLElement>('[data-option]')].flatMap((field) => {
    const control = field.querySelector<HTMLSelectElement | HTMLInputElement>('select, input')
    return control === null ? [] : [[control.name, control, field] as const]
  })
}

/** The options of the chosen symbology, from the data attributes of the page. */
function ownOptions(): Readonly<Record<string, Values>> {
  return JSON.parse(kind.selectedOptions[0]?.dataset.options ?? '{}')
}

function accepts(values: Values, value: string): boolean {
  if ('least' in values) return Number(value) >= values.least && Number(value) <= values.most
  return values.includes(value)
}

/** Shows the options of the symbology, and clears values that it does not accept. */
export function arrange(): void {
  const own = ownOptions()
  options.disabled = false
  options.hidden = Object.keys(own).length === 0
  for (const [name, control, field] of controls()) {
    const values = own[name]
    field.hidden = values === undefined
    if (values === undefined) {
      control.value = ''
    } else if (control instanceof HTMLInputElement) {
      if ('least' in values) [control.min, control.max] = [`${values.least}`, `${values.most}`]
    } else {
      for (const option of control.options) {
        option.hidden = option.disabled = option.value !== '' && !accepts(values, option.value)
      }
      if (control.selectedOptions[0]?.disabled) control.value = ''
    }
  }
}

function chosen(): URLSearchParams {
  const query = new URLSearchParams({ type: kind.value, text: text() })
  for (const [name, { value }] of controls()) if (value !== '') query.set(name, value)
  return query
}

/** The path and query of the request that the form describes. */
export function target(): string {
  return `/api/v1/explain?${chosen()}`
}

/** The form's values as the fragment of a URL, which browsers do not send. */
export function fragment(): string {
  return `#${chosen()}`
}

/** Fills the form from such a fragment; values that no control accepts are ignored. */
export function restore(hash: string): void {
  const given = new URLSearchParams(hash.slice(1))
  if ([...given].length === 0) return
  form.reset()
  setText(given.get('text') ?? text())
  if ([...kind.options].some(({ value }) => value === given.get('type'))) kind.value = given.get('type') ?? ''
  arrange()
  for (const [name, control] of controls()) {
    control.value = given.get(name) ?? ''
    if (control.value === '' && control instanceof HTMLSelectElement) control.selectedIndex = 0
  }
  arrange()
}
