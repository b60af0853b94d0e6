/** GS1 mode: whether the text is a GS1 message. The editor of its elements is in the script of the page, and runs once it is needed. */

import { byId } from './dom.ts'
import { chosenAs, form, isMany } from './form.ts'
import type { Fault, Refusal } from './service.ts'
import { isSample, setText, text } from './text-field.ts'
import { words } from './words.ts'

type Editor = typeof import('./gs1/editor.ts')

const kind = byId('type', HTMLSelectElement)
const domain = byId('domain', HTMLInputElement)

let editor: Editor | undefined
let isLoading = false
let changed = (): void => {}
let loaded = (): void => {}

domain.disabled = false

export function isGs1(): boolean {
  return chosenAs('gs1') !== 'false'
}

/**
 * @param change  called after a change that is not an input event of the form
 * @param load    called when the editor is there
 */
export function wireGs1(change: () => void, load: () => void): void {
  changed = change
  loaded = load
  // before the form hears of it
  for (const radio of form.querySelectorAll('[name=gs1]')) radio.addEventListener('input', switched)
}

/** The text stays; but the sample of a symbology is no message, and an empty text is no sample. */
function switched(): void {
  if (isGs1() && isSample(kind)) setText('')
  else if (!isGs1() && text() === '') setText(kind.selectedOptions[0]?.dataset.sample ?? '')
}

const mode = (): 'false' | 'true' | 'link' => {
  // rows have messages of their own
  const chosen = isMany() ? 'false' : chosenAs('gs1')
  return chosen === 'true' || chosen === 'link' ? chosen : 'false'
}

/** Shows what belongs to the chosen mode. */
export function arrangeGs1(): void {
  byId('for-domain', HTMLElement).hidden = chosenAs('gs1') !== 'link'
  if (isGs1()) byId('text-hint', HTMLElement).textContent = words.gs1.hint
  if (editor !== undefined) editor.update(mode())
  else if (isGs1() && !isLoading) load()
}

async function load(): Promise<void> {
  isLoading = true
  editor = await import('./gs1/editor.ts')
  editor.wireEditor(changed)
  loaded()
}

/** Why the message, or the barcode for it, cannot be drawn, if the page knows that by itself. */
export function gs1Refusal(): Refusal | undefined {
  const faults = editor === undefined || !isGs1() || text() === '' ? [] : editor.faultsNow()
  if (faults.length === 0) return undefined
  const message = faults.map((fault) => fault.message).join('; ')
  // another barcode can carry the message
  const parameter = gs1Instead().length > 0 ? 'type' : 'text'
  return { message, faults: faults.map((fault) => ({ ...fault, parameter })) }
}

/** The barcodes to offer in place of one that cannot carry the message. */
export function gs1Instead(): readonly string[] {
  if (editor === undefined || !isGs1() || text() === '') return []
  const isCarrierFault = editor.faultsNow().some(({ code }) => code === 'gs1_carrier')
  return isCarrierFault ? editor.instead() : []
}

/** Shows faults at the elements that have them. @returns the faults that belong to none */
export function faultsElsewhere(faults: readonly Fault[]): readonly Fault[] {
  return editor === undefined ? faults : editor.take(faults)
}

/** Removes what `faultsElsewhere` has shown. */
export function clearElementFaults(): void {
  editor?.take([])
}
