import { byId } from './dom.ts'
import { isSample, setText, text } from './text-field.ts'

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

/** The choice of plain text, GS1 element strings, or a GS1 Digital Link. */
function gs1(): RadioNodeList {
  const radios = form.elements.namedItem('gs1')
  if (radios instanceof RadioNodeList) return radios
  throw new Error('the form has no choice of gs1')
}

/** A GS1 message, for one to begin with. */
const sampleMessage = '(01)09506000134352(10)AB-12'

/** Replaces an unchanged sample by one of the chosen kind of text. */
export function exchangeSample(): void {
  const isPlain = gs1().value === 'false'
  if (!isPlain && isSample(kind)) setText(sampleMessage)
  else if (isPlain && text() === sampleMessage) setText(kind.selectedOptions[0]?.dataset.sample ?? '')
}

/** A domain that a link to this page names; it has no field here. */
let domain = ''

function chosen(): URLSearchParams {
  const query = new URLSearchParams({ type: kind.value, text: text() })
  if (gs1().value !== 'false') query.set('gs1', gs1().value)
  if (gs1().value === 'link' && domain !== '') query.set('domain', domain)
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
  gs1().value = ['true', 'link'].find((value) => value === given.get('gs1')) ?? 'false'
  domain = given.get('domain') ?? ''
  if ([...kind.options].some(({ value }) => value === given.get('type'))) kind.value = given.get('type') ?? ''
  arrange()
  for (const [name, control] of controls()) {
    control.value = given.get(name) ?? ''
    if (control.value === '' && control instanceof HTMLSelectElement) control.selectedIndex = 0
  }
  arrange()
}
