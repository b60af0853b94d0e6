/** The resolution of the print head: a person chooses it once, and this browser remembers it. */

import { byId } from './dom.ts'
import { Remembered } from './remembered.ts'

interface Resolution {
  readonly perInch: number
  readonly perMillimetre: number
}

const remembered = new Remembered('dpi', 10)
const resolutions: { readonly [dpi: string]: Resolution } = JSON.parse(
  byId('for-both', HTMLElement).dataset.resolutions ?? '{}',
)

export function resolutionOf(dpi: string): Resolution {
  const resolution = resolutions[dpi]
  if (resolution === undefined) throw new Error(`the page has no resolution ${dpi}`)
  return resolution
}

/** The resolution that was chosen last in this browser, if there is one. */
export function rememberedDpi(): string | undefined {
  const dpi = remembered.text ?? ''
  return dpi in resolutions ? dpi : undefined
}

export function rememberDpi(dpi: string): void {
  remembered.keep(dpi)
}
