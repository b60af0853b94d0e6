/** The elements of the GS1 message in the text field. The text is the truth; this is a view of it, and every change is one of the text. */

import { carried, Gs1Error, type Gs1Fault, gs1Message, usualDomain } from '../../../../symbologies/gs1/index.ts'
import { byId, made } from '../dom.ts'
import type { Fault } from '../service.ts'
import { field, setText, text } from '../text-field.ts'
import { words } from '../words.ts'
import { wireCombobox } from './combobox.ts'
import { beginnings, companionLines, missingFor } from './companions.ts'
import { ElementView } from './element-view.ts'
import { domainIn, extended, fromReader, inBrackets, pastedMessage, type Rows, replaced, rowsOf } from './rows.ts'
import { type Entry, found } from './search.ts'
import { arrangeTypes, gs1Types, type Mode } from './types.ts'

const panel = byId('gs1', HTMLElement)
const list = byId('elements', HTMLOListElement)
const more = byId('elements-more', HTMLElement)
const companions = byId('companions', HTMLElement)
const adding = byId('add', HTMLInputElement)
const kind = byId('type', HTMLSelectElement)
const domain = byId('domain', HTMLInputElement)

/** The most elements that have fields; a message of real use has a dozen. */
const mostViews = 60

let mode: Mode = 'false'
let changed = (): void => {}
const views: ElementView[] = []
let rows: Rows = rowsOf('')

/** What the service has found wrong with the text that is shown, besides what is found here. */
let served: { readonly text: string; readonly faults: readonly Fault[] } = { text: '', faults: [] }

/** @param change  called after a change that is not an input event of the form */
export function wireEditor(change: () => void): void {
  changed = change
  domain.placeholder = usualDomain
  list.addEventListener('input', ({ target }) => {
    const index = views.findIndex(({ item }) => target instanceof Node && item.contains(target))
    const element = views[index]?.changed(target)
    // the form hears of it next
    if (element !== undefined) setText(replaced(text(), index, element))
  })
  list.addEventListener('focusout', ({ target }) => {
    const view = views.find(({ input }) => input === target)
    if (view === undefined) return
    view.isNew = false
    update(mode)
  })
  list.addEventListener('keydown', onKey)
  panel.addEventListener('click', onClick)
  // a press takes no focus from a value: what its field says of it then would move the button away before the click
  panel.addEventListener('mousedown', (event) => {
    if (event.target instanceof Element && event.target.closest('[data-act]') !== null) event.preventDefault()
  })
  panel.addEventListener('paste', onPaste)
  field.addEventListener('paste', onPaste, { capture: true })
  field.addEventListener('input', () => {
    const read = fromReader(field.value)
    if (mode !== 'false' && read !== field.value) field.value = read
  })
  field.addEventListener('change', settle)
  field.addEventListener('keydown', ({ key, shiftKey }) => {
    if (key === 'Enter' && !shiftKey) settle()
  })
  wireCombobox({
    input: adding,
    list: byId('add-list', HTMLElement),
    count: byId('add-count', HTMLElement),
    find: found,
    content: optionContent,
    choose: ({ ai, shown }) => add([rows.rows.find((row) => row.ai === ai || isOf(shown, row.ai))?.ai ?? ai]),
  })
}

const isOf = (shown: string, ai: string): boolean =>
  shown.endsWith('n') && ai.startsWith(shown.slice(0, -1)) && ai.length === 4

function optionContent({ shown, name, title, ai }: Entry): (Node | string)[] {
  const isThere = rows.rows.some((row) => row.ai === ai || isOf(shown, row.ai))
  return [
    made('span', { class: 'ai' }, `(${shown})`),
    made('span', {}, name),
    made('small', {}, isThere ? words.gs1.inMessage : title === name.toUpperCase() ? '' : title),
  ]
}

/** Shows the elements of the text, or nothing if the text is plain. */
export function update(next: Mode): void {
  mode = next
  const isOn = mode !== 'false'
  panel.hidden = !isOn
  rows = isOn ? rowsOf(text()) : rowsOf('')
  arrangeTypes(kind, mode, rows.rows)
  if (!isOn) return
  adding.disabled = !rows.isEditable && rows.rows.length > 0
  const { elements, faults: own } = text() === '' ? { elements: [], faults: [] } : gs1Message(text())
  const others = served.text === text() ? served.faults : []
  const faults = [...own, ...others.filter(({ message }) => !own.some((fault) => fault.message === message))]
  const shown = rows.rows.slice(0, mostViews)
  while (views.length > shown.length) views.pop()!.item.remove()
  while (views.length < shown.length) append(new ElementView(false))
  shown.forEach((row, i) => {
    views[i]!.show({
      row,
      element: elements.find(({ aiRange }) => aiRange.start === row.start),
      faults: faults.filter((fault) => indexOf(fault) === i),
      isEditable: rows.isEditable,
    })
  })
  showMore(rows.rows.length - shown.length)
  const isBegun = rows.rows.length > 0 || text() !== ''
  const lines = isBegun
    ? companionLines(missingFor(rows.rows, faults), mode === 'link' || kind.value !== 'code128')
    : beginnings()
  // buttons that stay the same keep the focus
  if (companions.textContent !== lines.map((line) => line.textContent).join('')) companions.replaceChildren(...lines)
  byId('add-hint', HTMLElement).textContent =
    isBegun && rows.rows.length === 0 && !text().startsWith('(') ? words.gs1.becomesValue : ''
}

function append(view: ElementView): void {
  views.push(view)
  list.append(view.item)
}

function showMore(count: number): void {
  more.hidden = count <= 0
  more.textContent = count <= 0 ? '' : words.gs1.more(count)
}

/** The row to which a fault belongs; -1 if it is one of the whole text, or of what is missing. */
function indexOf({ code, from, to }: Omit<Fault, 'parameter'>): number {
  if (from === undefined || to === undefined) return -1
  if (code === 'gs1_missing_ai' || code === 'gs1_carrier' || code === 'gs1_syntax' || code === 'gs1_too_long') return -1
  const place = (index: number): number => [...text().slice(0, index)].length
  return rows.rows.findIndex(({ start, end }) => from > place(start) && to <= place(Math.max(end, start + 1)))
}

/** What the message, or the barcode for it, makes impossible; empty if the service can be asked. */
export function faultsNow(type = kind.value): readonly Gs1Fault[] {
  try {
    carried(type as Parameters<typeof carried>[0], text(), { form: mode === 'link' ? 'link' : 'elements' })
    return []
  } catch (error) {
    if (error instanceof Gs1Error) return error.faults
    throw error
  }
}

/** Shows faults of the service at their elements. @returns those that belong to no element */
export function take(faults: readonly Fault[]): readonly Fault[] {
  if (mode === 'false') return faults
  const placed = faults.filter((fault) => {
    if (fault.code === 'gs1_missing_ai') return companions.childElementCount > 0
    const index = indexOf(fault)
    return index >= 0 && index < views.length
  })
  served = { text: text(), faults: placed.filter(({ code }) => code !== 'gs1_missing_ai') }
  for (const view of views) view.isNew &&= document.activeElement === view.input
  update(mode)
  return faults.filter((fault) => !placed.includes(fault))
}

/** The barcodes to choose in place of one that cannot carry the message. */
export const instead = (): readonly string[] => gs1Types(kind).filter((type) => faultsNow(type).length === 0)

/** Adds elements, and moves the focus to the first; to the one that is there already, if it is. */
function add(ais: readonly string[]): void {
  const [first] = ais
  let message = text()
  for (const ai of ais) if (!rowsOf(message).rows.some((row) => row.ai === ai)) message = extended(message, ai)
  const count = rows.rows.length
  if (message !== text()) setText(message)
  rows = rowsOf(text())
  while (views.length < Math.min(rows.rows.length, mostViews))
    append(new ElementView(rows.rows[views.length]!.value === ''))
  const index = rows.rows.findIndex(({ ai }, i) => ai === first && (i >= count || rows.rows.length === count))
  views[index]?.input.focus()
  changed()
}

function onClick({ target }: MouseEvent): void {
  const button = target instanceof Element ? target.closest<HTMLElement>('[data-act]') : null
  if (button === null) return
  const { act, value = '' } = button.dataset
  if (act === 'add') add(value.split('+'))
  const index = views.findIndex(({ item }) => item.contains(button))
  const row = rows.rows[index]
  if (row === undefined) return
  if (act === 'remove') remove(index)
  else if (act === 'offer') {
    setText(replaced(text(), index, { ai: row.ai, value }))
    views[index]!.input.focus()
    changed()
  }
}

/** Removes an element, and moves the focus to the next one, or to where one is added. */
function remove(index: number): void {
  setText(replaced(text(), index, undefined))
  views.splice(index, 1)[0]!.item.remove()
  const next = views[index] ?? views[index - 1]
  ;(next?.input ?? adding).focus()
  changed()
}

/** Enter leads on: to the next element that is empty, or to where one is added. */
function onKey(event: KeyboardEvent): void {
  const index = views.findIndex(({ input }) => input === event.target)
  if (index < 0 || event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.isComposing) return
  event.preventDefault()
  const next = views.find(({ input }, i) => i !== index && input.value === '')
  ;(next?.input ?? adding).focus()
}

/** A pasted message takes the place of the one that is there, wherever it is pasted. */
function onPaste(event: ClipboardEvent): void {
  if (mode === 'false') return
  const pasted = event.clipboardData?.getData('text/plain') ?? ''
  const message = pastedMessage(pasted)
  const { target } = event
  if (message === undefined) return
  // a part of a longer text, or a product's web page
  const isPart = target === field && (field.selectionStart > 0 || field.selectionEnd < field.value.length)
  const isUrl = rows.rows[views.findIndex(({ input }) => input === target)]?.ai === '8200'
  if (isPart || isUrl) return
  event.preventDefault()
  event.stopImmediatePropagation()
  adding.value = ''
  adoptDomain(message)
  setText(inBrackets(message))
  changed()
}

/** Writes the text in brackets once it is complete, if that loses nothing. */
function settle(): void {
  if (mode === 'false') return
  const message = inBrackets(fromReader(text()))
  if (message === text()) return
  adoptDomain(text())
  setText(message)
  changed()
}

/** A link keeps the domain that it was pasted with. */
function adoptDomain(message: string): void {
  const given = domainIn(message)
  if (mode === 'link' && given !== undefined) domain.value = given.toLowerCase() === usualDomain ? '' : given
}
