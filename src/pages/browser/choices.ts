import { byId } from './dom.ts'
import { arrangeOptions, chosenOptions, restoreOptions } from './options.ts'
import { hasEscapes, isSample, offerEscapes, setText, text } from './text-field.ts'

export const form = byId('form', HTMLFormElement)
export const kind = byId('type', HTMLSelectElement)

form.reset()

/** Shows what belongs to the symbology. */
export function arrange(): void {
  arrangeOptions(kind)
  offerEscapes(gs1().value === 'false')
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
  if (hasEscapes()) query.set('escapes', 'true')
  for (const [name, value] of chosenOptions()) query.set(name, value)
  return query
}

/** Fills the form with other values, by parameter; what is not among them stays. */
export function change(values: Iterable<readonly [name: string, value: string]>): void {
  const query = chosen()
  for (const [name, value] of values) query.set(name, value)
  restore(`#${query}`)
}

/** The request that the form describes, as an address in this page. */
export function target(): string {
  return `api/v1/explain?${chosen()}`
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
  byId('escapes', HTMLInputElement).checked = given.get('escapes') === 'true'
  if ([...kind.options].some(({ value }) => value === given.get('type'))) kind.value = given.get('type') ?? ''
  arrange()
  // the API has this other name too
  if (given.has('size') && !given.has('modules')) given.set('modules', given.get('size') ?? '')
  restoreOptions(given)
  arrange()
}
