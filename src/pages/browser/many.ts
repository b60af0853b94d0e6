/** Labels of many rows. What is for them alone is in the script of the page, and runs once it is needed. */

import { isMany } from './form.ts'

type Page = typeof import('./many/page.ts')

let page: Page | undefined
let isLoading = false
/** The frame before which the rows will be shown. */
let frame: number | undefined
let changed = (): void => {}
let loaded = (): void => {}

/**
 * @param change  called after a change that is not an input event of the form
 * @param load    called when this part of the page is there
 */
export function wireMany(change: () => void, load: () => void): void {
  changed = change
  loaded = load
}

/** Shows the rows of the form's values, before the next frame: a long text may arrive in many changes. */
export function arrangeMany(): void {
  if (!isMany()) page?.leave()
  else if (page !== undefined) frame ??= requestAnimationFrame(update)
  else if (!isLoading) load()
}

function update(): void {
  if (frame === undefined) return
  cancelAnimationFrame(frame)
  frame = undefined
  if (isMany()) page?.update()
}

async function load(): Promise<void> {
  isLoading = true
  page = await import('./many/page.ts')
  page.wire(changed)
  loaded()
}

/** Draws the first labels. @throws if `signal` is aborted */
export async function drawMany(signal: AbortSignal): Promise<void> {
  update()
  await page?.draw(signal)
}

export async function printMany(): Promise<void> {
  update()
  await page?.use('print')
}

export async function downloadMany(): Promise<void> {
  update()
  await page?.use('download')
}
