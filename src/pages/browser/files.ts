/** Files from people: chosen with a control, or dropped anywhere on the page. */

/** @param isWanted  whether files are wanted now; the browser treats others as it does without this page */
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
