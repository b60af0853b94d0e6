/** A document of many labels: printed from a frame that nobody sees, or saved. */

import { made } from '../dom.ts'

let frame: HTMLIFrameElement | undefined
let printed = ''

/** Whether this browser shows PDFs, and so can print one of a page. */
export const canPrint = (): boolean => navigator.pdfViewerEnabled

/** Opens the browser's dialog for a PDF. */
export async function print(pdf: Blob): Promise<void> {
  // the one before may be in print until the next is asked for
  frame?.remove()
  URL.revokeObjectURL(printed)
  printed = URL.createObjectURL(pdf)
  const next = made('iframe', { class: 'printing', 'aria-hidden': 'true', tabindex: '-1', src: printed })
  frame = next
  const loaded = new Promise((resolve) => next.addEventListener('load', resolve, { once: true }))
  document.body.append(next)
  await loaded
  next.contentWindow?.print()
}
