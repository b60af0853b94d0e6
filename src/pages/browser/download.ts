import { byId, made } from './dom.ts'
import { showFaults } from './faults.ts'
import { type Format, target } from './form.ts'
import { ask } from './service.ts'

const formats = ['png', 'svg', 'pdf'] as const satisfies readonly Format[]

/**
 * Wires the links that save a file. The service may refuse in one format what it draws in another, so the response is
 * checked before anything is saved.
 *
 * @param ready  resolves with undefined if the form cannot be drawn
 */
export function wireDownloads(ready: () => Promise<unknown>, say: (words: string) => void): void {
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

async function save(format: Format, say: (words: string) => void): Promise<void> {
  const outcome = await ask(target(format))
  if (outcome.kind === 'done') {
    const url = URL.createObjectURL(await outcome.response.blob())
    const name = /filename="([^"]+)"/.exec(outcome.response.headers.get('Content-Disposition') ?? '')?.[1]
    made('a', { href: url, download: name ?? `barcode.${format}` }).click()
    // the browser reads the file some time after the click
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
    say(`Saved as ${name}.`)
  } else if (outcome.kind === 'refused') {
    showFaults(outcome)
    say(outcome.message)
  } else {
    say(`One moment: please try the download again in ${outcome.seconds} s.`)
  }
}
