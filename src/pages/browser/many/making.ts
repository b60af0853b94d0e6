/** Documents of many labels: asked for when a person prints or saves them, and what the service says of their rows. */

import { byId, made } from '../dom.ts'
import { outcomeText } from '../job-words.ts'
import { type JobOutcome, printOn } from '../print-job.ts'
import { chosenPrinter, type NamedPrinter } from '../printers.ts'
import { saveFile } from '../save.ts'
import type { Fault, Outcome } from '../service.ts'
import { words } from '../words.ts'
import { labelsOf, type ManyLabels } from './document.ts'
import type { Bounds, Part } from './parts.ts'
import { canPrint, print } from './printing.ts'
import type { Rows } from './rows.ts'
import { jobOf, type Order } from './sending.ts'

type Use = 'print' | 'download'

/** What can be made: rows in parts, each a document. */
interface Offer {
  readonly rows: Rows
  readonly parts: readonly Part[]
}

const documents = byId('documents', HTMLElement)
const faultPlace = byId('rows-fault', HTMLElement)
const warningPlace = byId('rows-warnings', HTMLElement)

let offered: Offer | undefined
let request = new AbortController()
/** The last document, as long as nothing changes. */
let last: { readonly part: Part; readonly labels: ManyLabels } | undefined
let refused: (part: Part, faults: readonly Fault[]) => void = () => {}

/** @param refuse  called with the faults that the service finds in a part */
export function wireMaking(refuse: typeof refused): void {
  refused = refuse
  byId('print-rows', HTMLButtonElement).addEventListener('click', () => use('print'))
  byId('download-rows', HTMLButtonElement).addEventListener('click', () => use('download'))
}

/** Offers documents in place of those before, and gives up the one that is being made. */
export function offer(next: Offer | undefined, most: Bounds): void {
  request.abort()
  request = new AbortController()
  last = undefined
  offered = next
  say('')
  faultPlace.replaceChildren()
  warningPlace.replaceChildren()
  const parts = next?.parts ?? []
  const labels = parts.reduce((sum, part) => sum + part.labels, 0)
  byId('print-rows', HTMLButtonElement).textContent = labels === 0 ? words.many.print : words.many.printAll(labels)
  byId('rows-actions', HTMLElement).hidden = parts.length > 1
  byId('documents-why', HTMLElement).textContent = parts.length > 1 ? words.many.inParts(most.labels, parts.length) : ''
  documents.replaceChildren(...(parts.length > 1 ? parts.map(itemOf) : []))
}

function itemOf(part: Part): HTMLElement {
  const name = words.many.part(part.from + 1, part.to, part.labels)
  const buttons = (['print', 'download'] as const).map((how) => {
    const title = how === 'print' ? words.many.print : 'PDF'
    const button = made('button', { type: 'button', 'aria-label': `${title}: ${name}` }, title)
    button.addEventListener('click', () => make(part, how))
    return button
  })
  return made('li', {}, made('span', {}, name), ...buttons)
}

/** Shows the result of an action. */
function say(result: string): void {
  byId('rows-notice', HTMLElement).textContent = result
}

/** Prints or saves all labels. If they are in several parts, a person has to choose one. */
export async function use(how: Use): Promise<void> {
  const [first, second] = offered?.parts ?? []
  if (first === undefined) say(words.many.none)
  else if (second !== undefined) documents.querySelector('button')?.focus()
  else await make(first, how)
}

/** @param isPartial  whether rows that cannot be drawn are left out */
async function make(part: Part, how: Use, isPartial = false): Promise<void> {
  const printer = how === 'print' ? chosenPrinter() : undefined
  if (printer !== undefined) return send(printer, { part, isPartial, from: 1 })
  const { signal } = request
  try {
    const labels = await labelsIn(part, isPartial, signal)
    if ('kind' in labels) return showRefusal(labels, part, how)
    last = { part, labels }
    showWarnings(labels)
    await deliver(labels, how)
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

async function labelsIn(part: Part, isPartial: boolean, signal: AbortSignal): ReturnType<typeof labelsOf> {
  if (last?.part === part) return last.labels
  if (offered === undefined) throw new Error('no rows are offered')
  faultPlace.replaceChildren()
  say(words.many.drawing(part.labels))
  return labelsOf({ rows: offered.rows, part, isPartial }, signal)
}

async function deliver({ pdf, name, rows }: ManyLabels, how: Use): Promise<void> {
  const left = rows === undefined ? 0 : rows.of - rows.drawn
  const missing = left === 0 ? '' : ` ${words.many.leftOut(left)}`
  if (how === 'print' && canPrint()) {
    await print(pdf)
    return say(missing.trim())
  }
  saveFile(pdf, name)
  say((how === 'print' ? words.many.savedToPrint(name) : words.many.saved(name)) + missing)
}

function showWarnings({ warnings }: Pick<ManyLabels, 'warnings'>): void {
  warningPlace.replaceChildren(...warnings.map(({ message }) => made('p', {}, message)))
}

function showRefusal(outcome: Exclude<Outcome, { kind: 'done' }>, part: Part, how: Use): void {
  switch (outcome.kind) {
    case 'later':
      say(words.many.later(outcome.seconds))
      break
    case 'unanswered':
      say(words.many.unanswered)
      break
    case 'refused':
      say('')
      refused(part, outcome.faults)
      faultPlace.replaceChildren(made('p', {}, outcome.message), ...leaveOut(outcome.faults, part, how))
  }
}

/** Prints rows on one of the service's printers. Nothing on the page gives up what may be in the printer already. */
async function send(printer: NamedPrinter, order: Omit<Order, 'rows'>): Promise<void> {
  if (offered === undefined) throw new Error('no rows are offered')
  const { rows } = offered
  const { signal } = request
  const outcome = await printOn(printer, () => {
    faultPlace.replaceChildren()
    say(words.printers.printing(printer.name))
    return jobOf(printer, { rows, ...order })
  })
  if (outcome === undefined) return
  if (signal.aborted) say(outcomeText(printer.name, outcome))
  else showOutcome(outcome, printer, order)
}

function showOutcome(outcome: JobOutcome, printer: NamedPrinter, order: Omit<Order, 'rows'>): void {
  const text = outcomeText(printer.name, outcome)
  say(outcome.kind === 'refused' ? '' : text)
  if (outcome.kind === 'printed') showWarnings(outcome)
  if (outcome.kind !== 'refused') return
  const { part, isPartial } = order
  const { faults, delivery } = outcome
  refused(part, faults)
  const others = isPartial ? [] : leaveOut(faults, part, 'print')
  faultPlace.replaceChildren(made('p', {}, text), ...goOn(delivery?.from, printer, order), ...others)
}

/** What is certain of a job that failed, and the button that goes on behind it. @param from  of the rows of the part, from 1 */
function goOn(from: number | undefined, printer: NamedPrinter, order: Omit<Order, 'rows'>): HTMLElement[] {
  if (from === undefined) return []
  const row = order.part.from + from
  const button = made('button', { type: 'button' }, words.printers.goOn(row))
  button.addEventListener('click', () => send(printer, { ...order, from }))
  // of other parts nothing is known here
  const certain = from > 1 ? [made('p', {}, words.printers.certain(order.part.from + 1, row - 1))] : []
  return [...certain, button]
}

/** The button that leaves rows with faults out, if others are left. */
function leaveOut(faults: readonly Fault[], part: Part, how: Use): HTMLElement[] {
  const rows = new Set(faults.flatMap(({ row }) => row ?? []))
  if (rows.size === 0 || rows.size >= part.to - part.from) return []
  const button = made('button', { type: 'button' }, how === 'print' ? words.many.printOthers : words.many.saveOthers)
  button.addEventListener('click', () => make(part, how, true))
  return [button]
}
