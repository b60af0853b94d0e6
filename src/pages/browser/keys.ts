import { byId } from './dom.ts'
import { isMany, product } from './form.ts'
import { downloadMany } from './many.ts'
import { chosenPrinter } from './printers.ts'
import { field } from './text-field.ts'

export interface Actions {
  readonly draw: () => unknown
  readonly print: () => unknown
  readonly startAgain: () => unknown
}

/** The keys that the page lists. */
export function wireKeys({ draw, print, startAgain }: Actions): void {
  document.addEventListener('keydown', (event) => {
    if (event.isComposing || event.altKey) return
    const command = event.ctrlKey || event.metaKey
    if (event.key === 'Enter' && command) act(event, print)
    // the browser would print the page, which has one label at most, in its own dialog
    else if (event.key.toLowerCase() === 'p' && command && (isMany() || chosenPrinter())) act(event, print)
    else if (event.key.toLowerCase() === 's' && command && !event.shiftKey) act(event, download)
    else if (event.key === 'Escape') act(event, startAgain)
    else if (event.key === 'Enter' && event.target === field && !event.shiftKey) act(event, draw)
  })
}

function act(event: Event, what: () => unknown): void {
  event.preventDefault()
  what()
}

function download(): void {
  if (isMany()) return void downloadMany()
  byId(product() === 'label' ? 'download-pdf' : 'download-png', HTMLAnchorElement).click()
}
