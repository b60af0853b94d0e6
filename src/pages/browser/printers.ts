/** The service's printers beside the browser's own dialog. Without printers none of this is seen. */

import { byId, made } from './dom.ts'
import { choose, chosenAs, isMany, product, titleOf } from './form.ts'
import { Remembered } from './remembered.ts'
import { ask, objectIn } from './service.ts'
import { words } from './words.ts'

export interface NamedPrinter {
  readonly name: string
  readonly dpi: string
  readonly stock: string
}

const remembered = new Remembered('printer', 200)

const field = byId('printer-field', HTMLElement)
const select = byId('printer', HTMLSelectElement)
const state = byId('printer-state', HTMLElement)
const difference = byId('printer-differs', HTMLElement)
const apply = byId('printer-apply', HTMLButtonElement)

let printers: readonly NamedPrinter[] = []
/** The request for the state of the printer that is shown. */
let request = new AbortController()

/** The printer that is chosen; undefined for the browser's dialog, and for a barcode without a label. */
export function chosenPrinter(): NamedPrinter | undefined {
  return isOffered() ? printers.find(({ name }) => name === select.value) : undefined
}

const isOffered = (): boolean => printers.length > 0 && product() === 'label'

/** Whether the form's label is another than the printer prints: then that is told, and the way out has the focus. */
export function isOtherLabel(printer: NamedPrinter): boolean {
  if (!differs(printer)) return false
  apply.focus()
  return true
}

const differs = ({ dpi, stock }: NamedPrinter): boolean => chosenAs('dpi') !== dpi || chosenAs('size') !== stock

/** Shows the choice where it belongs, and what the chosen printer has that the form has not. */
export function arrangePrinters(): void {
  field.hidden = !isOffered()
  const place = byId(isMany() ? 'rows-print-on' : 'print-on', HTMLElement)
  if (field.parentElement !== place) place.append(field)
  const printer = chosenPrinter()
  const isOther = printer !== undefined && differs(printer)
  difference.hidden = !isOther
  if (isOther) {
    const size = titleOf('size', printer.stock)
    byId('printer-has', HTMLElement).textContent = words.printers.has(printer.name, size, printer.dpi)
  }
}

/** @param changed  called after the form was given what a printer has */
export function wirePrinters(changed: () => void): void {
  select.addEventListener('change', () => {
    remembered.keep(select.value)
    arrangePrinters()
    void showState()
  })
  apply.addEventListener('click', () => {
    const printer = chosenPrinter()
    if (printer === undefined) return
    choose('size', printer.stock)
    choose('dpi', printer.dpi)
    changed()
    select.focus()
  })
  void load()
}

async function load(): Promise<void> {
  const outcome = await ask('api/v1/printers')
  if (outcome.kind !== 'done') return
  printers = printersIn(await outcome.response.json().catch(() => undefined))
  if (printers.length === 0) return
  select.append(...printers.map(({ name }) => made('option', { value: name }, name)))
  const last = remembered.text
  if (printers.some(({ name }) => name === last)) select.value = last ?? ''
  arrangePrinters()
  await showState()
}

/** The printers of an answer; those that are none are left out. */
function printersIn(answer: unknown): readonly NamedPrinter[] {
  const { printers: found } = objectIn(answer)
  return (Array.isArray(found) ? found : []).flatMap((each: unknown) => {
    const { name, dpi, stock } = objectIn(each)
    if (typeof name !== 'string' || typeof stock !== 'string') return []
    return [{ name, dpi: String(dpi), stock }]
  })
}

/** Asks for the state of the chosen printer, and shows it. */
export async function showState(): Promise<void> {
  request.abort()
  request = new AbortController()
  const { signal } = request
  state.textContent = ''
  const printer = chosenPrinter()
  if (printer === undefined) return
  try {
    const outcome = await ask(`api/v1/printers?${new URLSearchParams({ printer: printer.name })}`, signal)
    if (outcome.kind !== 'done') return
    const [found] = statesIn(await outcome.response.json().catch(() => undefined))
    if (!signal.aborted && found !== undefined) state.textContent = found
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

const states: { readonly [state: string]: string | undefined } = words.printers.states

/** The states in an answer, for people. What a printer reports beyond the states that all have is in its own words. */
function statesIn(answer: unknown): readonly string[] {
  const { printers: found } = objectIn(answer)
  return (Array.isArray(found) ? found : [answer]).flatMap((each: unknown) => {
    const { state: code, message, waiting } = objectIn(each)
    if (typeof code !== 'string') return []
    const known = states[code] ?? code
    const own = code === 'error' && typeof message === 'string' ? [message] : []
    const jobs = typeof waiting === 'number' && waiting > 0 ? [words.printers.waiting(waiting)] : []
    return [[known, ...own, ...jobs].join('; ')]
  })
}
