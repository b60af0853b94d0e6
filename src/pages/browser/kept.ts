/** What was typed, for the next visit: this browser alone keeps it, until someone asks it to forget. */

import { byId } from './dom.ts'
import { fragment } from './form.ts'
import { Remembered } from './remembered.ts'

/** The form as the fragment of an address: the longest text, of characters with up to nine signs each. */
const remembered = new Remembered('form', 70_000)

const line = byId('kept', HTMLElement)

/** The form as it was left, as the fragment of an address. */
export const keptForm = (): string | undefined => remembered.text

export function keepForm(): void {
  line.hidden = !remembered.keep(fragment())
}

/** @param forget  called after the browser has forgotten */
export function wireForget(forget: () => void): void {
  line.hidden = remembered.text === undefined
  byId('forget', HTMLButtonElement).addEventListener('click', () => {
    remembered.forget()
    line.hidden = true
    forget()
  })
}
