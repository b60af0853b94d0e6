/** Files: chosen with a control, dropped anywhere on the page, or saved. */

import { made } from './dom.ts'

/**
 * Takes files that are chosen or dropped.
 *
 * @param isWanted  whether files are wanted now; the browser treats others as it does without this page
 */
export function wireFiles(
  control: HTMLInputElement,
  take: (files: readonly File[]) => void,
  isWanted: () => boolean = () => true,
): void {
  control.addEventListener('change', () => take([...(control.files ?? [])]))
  // a file may be chosen again after a change, but browsers report no change for the same file
  control.addEventListener('click', () => {
    control.value = ''
  })
  const dragging = (event: DragEvent): boolean => isWanted() && (event.dataTransfer?.types.includes('Files') ?? false)
  document.addEventListener('dragover', (event) => {
    if (!dragging(event)) return
    event.preventDefault()
    document.body.classList.add('dragging')
  })
  document.addEventListener('dragleave', ({ relatedTarget }) => {
    if (relatedTarget === null) document.body.classList.remove('dragging')
  })
  document.addEventListener('drop', (event) => {
    document.body.classList.remove('dragging')
    if (!dragging(event)) return
    event.preventDefault()
    take(filesIn(event.dataTransfer))
  })
}

export function filesIn(data: DataTransfer | null): File[] {
  return [...(data?.files ?? [])]
}

/** Milliseconds for which the browser may read the file after the click. */
const readable = 60_000

/** Saves a file, as if a link to it had been clicked. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  made('a', { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url), readable)
}

/** The name that the service gives a file; undefined if it gives none. */
export function nameIn({ headers }: Response): string | undefined {
  return /filename="([^"]+)"/.exec(headers.get('Content-Disposition') ?? '')?.[1]
}
