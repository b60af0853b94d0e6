import { byId } from './dom.ts'

/** The options that each symbology has, and how many of the values listed it takes, where not all. */
const optionsOf: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  qr: { level: 4, version: 40, mask: 8, eci: 3 },
  microqr: { level: 3, version: 4, mask: 4 },
  datamatrix: { shape: 3, size: 30, encodation: 6, eci: 3 },
}

const samples: Readonly<Record<string, string>> = {
  upca: '03600029145',
  upce: '425261',
  ean13: '400638133393',
  ean8: '9638507',
  itf14: '1540014128876',
}
const anything = 'QZ-0001'

export const form = byId('form', HTMLFormElement)
export const text = byId('text', HTMLTextAreaElement)
const kind = byId('type', HTMLSelectElement)
const options = byId('options', HTMLFieldSetElement)

form.reset()

/** An option's control, within the field that shows it. */
function controls(): (readonly [name: string, control: HTMLSelectElement | HTMLInputElement, field: HTMLElement])[] {
  return [...options.querySelectorAll<HTMLElement>('[data-option]')].flatMap((field) => {
    const control = field.querySelector<HTMLSelectElement | HTMLInputElement>('select, input')
    return control === null ? [] : [[control.name, control, field] as const]
  })
}

/** Shows the options that the symbology has; what no longer applies is given up. */
export function arrange(): void {
  const own = optionsOf[kind.value] ?? {}
  options.disabled = false
  options.hidden = Object.keys(own).length === 0
  for (const [name, control, field] of controls()) {
    const count = own[name]
    field.hidden = count === undefined
    if (control instanceof HTMLInputElement) control.max = String(count)
    else
      [...control.options].slice(1).forEach((option, i) => {
        option.hidden = option.disabled = i >= (count ?? 0)
      })
    const beyond = control instanceof HTMLSelectElement ? control.selectedOptions[0]?.disabled : false
    if (count === undefined || beyond) control.value = ''
  }
}

/** A text that nobody has touched becomes one that the chosen symbology takes. */
export function followKind(): void {
  const known = [anything, ...Object.values(samples)]
  if (known.includes(text.value)) text.value = samples[kind.value] ?? anything
}

function chosen(): URLSearchParams {
  const query = new URLSearchParams({ type: kind.value, text: text.value })
  for (const [name, { value }] of controls()) if (value !== '') query.set(name, value)
  return query
}

/** The path and query of what the form asks for. */
export function target(): string {
  return `/api/v1/explain?${chosen()}`
}

/** The form as the part of an address after `#`, which browsers keep to themselves. */
export function fragment(): string {
  return `#${chosen()}`
}

/** Fills the form from such a part; what no control can say is passed over. */
export function restore(hash: string): void {
  const given = new URLSearchParams(hash.slice(1))
  if ([...given].length === 0) return
  form.reset()
  text.value = given.get('text') ?? text.value
  if ([...kind.options].some(({ value }) => value === given.get('type'))) kind.value = given.get('type') ?? ''
  arrange()
  for (const [name, control] of controls()) {
    control.value = given.get(name) ?? ''
    if (control.value === '' && control instanceof HTMLSelectElement) control.selectedIndex = 0
  }
  arrange()
}
