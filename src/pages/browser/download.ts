import { byId } from './dom.ts'
import { showFaults } from './faults.ts'
import { type SavedFormat, target } from './form.ts'
import { nameIn, saveFile } from './save.ts'
import { ask } from './service.ts'
import { words } from './words.ts'

const formats = ['png', 'svg', 'pdf', 'zpl'] as const satisfies readonly SavedFormat[]

/**
 * Wires the links that save a file. The service may refuse in one format what it draws in another, so the response is
 * checked before anything is saved.
 *
 * @param ready  resolves with undefined if the form cannot be drawn
 */
export function wireDownloads(ready: () => Promise<unknown>, say: (message: string) => void): void {
  for (const format of formats) {
    const link = byId(`download-${format}`, HTMLAnchorElement)
    // the link's URL is for those who copy it or open it in a new tab
    for (const event of ['focus', 'pointerenter']) {
      link.addEventListener(event, () => {
        link.href = target(format)
      })
    }
    link.addEventListener('click', async (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      if ((await ready()) !== undefined) await save(format, say)
    })
  }
}

async function save(format: SavedFormat, say: (message: string) => void): Promise<void> {
  const outcome = await ask(target(format))
  switch (outcome.kind) {
    case 'done':
      return keep(outcome.response, format, say)
    case 'refused':
      showFaults(outcome)
      return say(outcome.message)
    case 'unanswered':
      return say(words.label.downloadUnanswered)
    case 'later':
      return say(words.label.downloadLater(outcome.seconds))
  }
}

async function keep(response: Response, format: SavedFormat, say: (message: string) => void): Promise<void> {
  const blob = await response.blob().catch(() => undefined)
  if (blob === undefined) return say(words.label.downloadUnanswered)
  const name = nameIn(response) ?? `barcode.${format}`
  saveFile(blob, name)
  say(words.label.saved(name))
}
