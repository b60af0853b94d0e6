/** The picture for the clipboard, as a PNG, which all programs take. */

import { byId } from './dom.ts'
import { showFaults } from './faults.ts'
import { target } from './form.ts'
import { ask } from './service.ts'
import { words } from './words.ts'

/**
 * Wires the button that copies the picture.
 *
 * @param ready  resolves with undefined if the form cannot be drawn
 */
export function wireCopyImage(ready: () => Promise<unknown>, say: (message: string) => void): void {
  const button = byId('copy-image', HTMLButtonElement)
  // browsers give a clipboard for pictures to pages from https and localhost alone
  button.hidden = typeof navigator.clipboard?.write !== 'function'
  button.addEventListener('click', async () => {
    let problem = words.label.imageNotCopied
    const png = picture(ready, (message) => {
      problem = message
    })
    // a browser that refuses the clipboard, or is slow to grant it, does not look at the picture: why there is none is said all the same
    png.catch(() => undefined)
    try {
      // the browser allows this only in answer to the click: it waits for the picture itself
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })])
      say(words.label.imageCopied)
    } catch {
      say(problem)
    }
  })
}

/** @throws Error if there is no picture; `explain` is told why */
async function picture(ready: () => Promise<unknown>, explain: (why: string) => void): Promise<Blob> {
  if ((await ready()) === undefined) {
    explain('')
    throw new Error('the form cannot be drawn')
  }
  const outcome = await ask(target('png'))
  switch (outcome.kind) {
    case 'done':
      return outcome.response.blob()
    case 'refused':
      showFaults(outcome)
      explain(outcome.message)
      break
    case 'unanswered':
      explain(words.label.copyUnanswered)
      break
    case 'later':
      explain(words.label.copyLater(outcome.seconds))
  }
  throw new Error('the service gave no picture')
}
