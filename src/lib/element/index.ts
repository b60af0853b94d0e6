/**
 * Defines the custom element `<quiet-zone>`, which draws a symbol.
 *
 * @module
 */

import { QuietZoneElement } from './element.ts'

export type { DrawnEvent, RefusedEvent } from './element.ts'
export { QuietZoneElement }

const name = 'quiet-zone'

declare global {
  interface HTMLElementTagNameMap {
    [name]: QuietZoneElement
  }
}

const registry = globalThis.customElements
if (registry !== undefined && registry.get(name) === undefined) registry.define(name, QuietZoneElement)
