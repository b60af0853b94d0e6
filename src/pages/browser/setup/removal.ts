/** A button that removes something when it is pressed a second time. */

import { setup as words } from '../../words/setup/en.ts'
import { buttonFor } from '../dom.ts'

export function removalButton(name: string, remove: () => Promise<void>): HTMLButtonElement {
  const button = buttonFor(
    words.remove,
    () => {
      if (button.dataset.sure !== undefined) {
        void remove()
        return
      }
      button.dataset.sure = ''
      button.textContent = words.sure
      button.setAttribute('aria-label', words.sureNamed(name))
    },
    { 'aria-label': words.removeNamed(name) },
  )
  button.addEventListener('blur', () => {
    delete button.dataset.sure
    button.textContent = words.remove
    button.setAttribute('aria-label', words.removeNamed(name))
  })
  return button
}
