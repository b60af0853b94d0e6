/** The main page in GS1 mode, for its tests. */

import type { Locator, Page } from 'playwright-core'
import type { Test } from 'tap'
import { pngPicture } from '../oracle/picture.ts'
import type { Picture } from '../oracle/zxing.ts'
import { drawn, type Visit } from './browser.ts'

export const message = '(01)09506000134352(17)261231(10)AB-12'
export const gs = '\u001d'

export const chooseGs1 = (page: Page, value: 'false' | 'true' | 'link'): Promise<void> =>
  page.locator(`label:has([name=gs1][value=${value}])`).click()

/** The element of an AI. */
export const element = (page: Page, ai: string): Locator => page.locator('#elements > li', { hasText: `(${ai})` })
export const valueField = (page: Page, ai: string): Locator => element(page, ai).locator('input[type=text]')

export const focused = (page: Page): Promise<string> =>
  page.evaluate(`(document.activeElement.labels?.[0] ?? document.activeElement).textContent`)

/** Chooses an AI in the list by what one types. */
export async function add(page: Page, words: string): Promise<void> {
  await page.locator('#add').fill(words)
  await page.keyboard.press('Enter')
}

export async function pasted(page: Page, selector: string, text: string): Promise<void> {
  await page.locator(selector).first().focus()
  await page.evaluate(`(() => {
    const target = document.activeElement
    target.select()
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', ${JSON.stringify(text)})
    const event = new ClipboardEvent('paste', { clipboardData, cancelable: true, bubbles: true })
    // an event of a script pastes nothing by itself
    if (target.dispatchEvent(event)) document.execCommand('insertText', false, ${JSON.stringify(text)})
  })()`)
}

/** What the last picture was asked with. */
export const asked = ({ answers }: Visit): URLSearchParams =>
  new URL(answers.findLast(({ target }) => !target.includes('&strict=true'))!.target, 'http://x').searchParams

export async function symbolOf(t: Test, here: Visit, words: RegExp, text: string): Promise<void> {
  await drawn(here.page, words)
  t.equal(asked(here).get('text'), text)
  t.equal(asked(here).get('gs1'), 'true')
}

/** The last picture, as the service drew it. */
export async function pictureOf({ page, answers }: Visit): Promise<Picture> {
  const response = await page.request.get(
    new URL(
      answers.findLast(({ target }) => !target.includes('&strict=true'))!.target.replace('=svg', '=png'),
      page.url(),
    ).href,
  )
  return pngPicture(await response.body())
}
