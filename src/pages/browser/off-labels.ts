/** Symbologies that labels do not take: says why before anything is sent, and offers what would do; also for GS1 messages. */

import { byId, made } from './dom.ts'
import { choose, kindName, product } from './form.ts'
import { gs1Instead } from './gs1.ts'
import type { Refusal } from './service.ts'
import { language, words } from './words.ts'

const kind = byId('type', HTMLSelectElement)
const hint = byId('type-hint', HTMLElement)
const instead = byId('instead', HTMLElement)

/** Why the chosen symbology cannot be on the label, if it cannot. */
export function offLabel(): Refusal | undefined {
  const { because } = kind.selectedOptions[0]?.dataset ?? {}
  if (product() !== 'label' || because === undefined) return undefined
  const message = words.label.notOnLabels(kindName(), because)
  return { message, faults: [{ parameter: 'type', code: 'invalid_parameter', message }], language }
}

/** Shows the hint that belongs to labels, or buttons for what can be made instead. */
export function arrangeOffLabels(): void {
  const isOff = offLabel() !== undefined
  const names = isOff ? (kind.selectedOptions[0]?.dataset.instead?.split(' ') ?? []) : gs1Instead()
  hint.hidden = product() !== 'label' || names.length > 0
  instead.hidden = names.length === 0
  if (instead.hidden) return
  instead.replaceChildren(
    ...[...kind.options]
      .filter(({ value }) => names.includes(value))
      .map(({ value, text }) => made('button', { type: 'button', 'data-name': 'type', 'data-value': value }, text)),
    ...(isOff
      ? [
          made(
            'button',
            { type: 'button', 'data-name': 'make', 'data-value': 'barcode' },
            words.label.alone(kindName()),
          ),
        ]
      : []),
  )
}

/** @param changed  called after a choice */
export function wireOffLabels(changed: () => void): void {
  instead.addEventListener('click', ({ target }) => {
    const { name, value } = target instanceof HTMLButtonElement ? target.dataset : {}
    if (name === undefined || value === undefined) return
    choose(name, value)
    // the button disappears
    kind.focus()
    changed()
  })
}
