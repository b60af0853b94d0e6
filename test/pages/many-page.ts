/** Many labels in a browser: how rows get there, and what comes out. */

import { readFileSync } from 'node:fs'
import type { Download, Page } from 'playwright-core'

/** The address of the page with this choice for all rows. */
export const many = (query = 'type=code128'): string => `#make=many&${query}`

/** Waits until the page is ready for rows. */
export async function ready(page: Page): Promise<void> {
  await page.locator('#many-source:not([disabled])').waitFor()
}

/** Drops a file on the page. */
export async function drop(page: Page, name: string, bytes: Uint8Array): Promise<void> {
  await ready(page)
  await page.evaluate(`(() => {
    const bytes = Uint8Array.from(atob(${JSON.stringify(Buffer.from(bytes).toString('base64'))}), (c) => c.charCodeAt(0))
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([bytes], ${JSON.stringify(name)}))
    for (const type of ['dragover', 'drop']) {
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
    }
  })()`)
  await page.locator('#taken-name', { hasText: name }).waitFor()
}

/** Fills the field for rows, in place of what is there, as pasting does. */
export async function paste(page: Page, text: string): Promise<void> {
  await ready(page)
  // fill() would type it line by line
  await page.evaluate(`(() => {
    const field = document.getElementById('pasted')
    field.focus()
    field.value = ${JSON.stringify(text)}
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })()`)
}

/** Waits until the page counts the labels. */
export async function counted(page: Page, words: string): Promise<void> {
  await page.locator('#rows-count', { hasText: words }).waitFor()
}

/** Waits until this many of the first rows are shown as pictures. */
export async function pictured(page: Page, count: number): Promise<void> {
  await page
    .locator('#gallery [data-state=shown]')
    .nth(count - 1)
    .waitFor()
}

/** Waits until a PDF is printed. */
export async function printed(page: Page): Promise<void> {
  const frame = await page.locator('iframe.printing').elementHandle()
  const content = await frame?.contentFrame()
  await content?.locator('body[data-printed="1"]').waitFor({ state: 'attached' })
}

/** The bytes of the file that is saved when this is clicked. */
export async function saved(page: Page, selector = '#download-rows'): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator(selector).click()])
  return bytesOf(download)
}

export async function bytesOf(download: Download): Promise<Buffer> {
  return readFileSync(await download.path())
}

/** What is said of the rows with faults, each kind once. */
export async function findings(page: Page): Promise<string[]> {
  return page.locator('#findings [data-kind=fault] p').allInnerTexts()
}

/** Waits until something is said of rows. */
export async function found(page: Page, words: string | RegExp): Promise<void> {
  await page.locator('#findings > *', { hasText: words }).first().waitFor()
}

/** Chooses the column that gives a parameter, by its heading. */
export async function give(page: Page, parameter: string, column: string, line = 0): Promise<void> {
  await page.locator(`#meaning-${parameter}${line === 0 ? '' : `-${line}`}`).selectOption(column)
}
