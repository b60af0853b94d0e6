/** A clerk at the page: from a file to a PDF, with the clicks counted, and the labels read back by tools that are not ours. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import { root } from '../../../../src/root.ts'
import type { Symbology } from '../../../../symbologies/index.ts'
import { pagesOf, pdfPictures } from '../../../oracle/pdf.ts'
import { zxingTexts } from '../../../oracle/zxing.ts'
import { violations } from '../../axe.ts'
import { visited } from '../../browser.ts'
import { url } from '../../label-page.ts'
import { pictured, saved } from '../../many-page.ts'
import type { File } from './files.ts'

/** The most clicks from a file to its PDF; to choose the file is one. */
const mostClicks = 5

/** Makes the labels of a file on the page in a language, as a clerk does, and expects those that are wanted. */
export async function makesLabels(
  t: Test,
  { name, what, type, presses, labels }: File,
  language: string,
): Promise<void> {
  await visited(t, `${url}/?lang=${language}`, async ({ page }) => {
    let clicks = 0
    const click = async (selector: string, hasText?: RegExp): Promise<void> => {
      clicks++
      await page.locator(selector, hasText && { hasText }).click()
    }
    await click('label:has([name=make][value=many])')
    await page.locator('#many-source:not([disabled])').waitFor()
    clicks++
    await page.locator('#table-file').setInputFiles(join(root, 'test/table/files', name))
    for (const words of presses) await click('#findings button', words)
    await pictured(page, 1)
    await page.locator('#gallery [data-state=stale]').first().waitFor({ state: 'detached' })
    const count = labels.reduce((sum, { copies = 1 }) => sum + copies, 0)
    t.match(
      await page.locator('#print-rows').innerText(),
      new RegExp(`\\b${count}\\b`),
      'the button says what it prints',
    )
    t.same(await violations(page), [], `${name}: axe`)
    t.ok((await widthOf(page)) <= 1280, 'nothing sticks out')
    clicks++
    const pdf = await saved(page)
    t.ok(clicks <= mostClicks, `${name}: ${clicks} clicks`)
    const read = await labelsIn(pdf, type)
    const wanted = labels.flatMap(({ text, words, copies = 1 }) =>
      Array.from({ length: copies }, () => ({ text, words })),
    )
    // a reader gives a UPC-A with a zero before it
    t.same(
      read.map(({ text }) => text.slice(-wanted[0]!.text.length)),
      wanted.map(({ text }) => text),
      `${name}: ${what}`,
    )
    for (const [i, { words }] of wanted.entries())
      t.match(read[i]?.words ?? '', words, `${name}: the words of label ${i + 1}`)
  })
}

export const widthOf = (page: Page): Promise<number> => page.evaluate<number>('document.documentElement.scrollWidth')

/** What each page of a PDF says: its symbol by zxing-cpp from poppler's picture, its words by poppler. */
async function labelsIn(pdf: Buffer, type: Symbology): Promise<{ text: string; words: string }[]> {
  const folder = mkdtempSync(join(tmpdir(), 'quietzone-'))
  try {
    const file = join(folder, 'labels.pdf')
    writeFileSync(file, pdf)
    const pictures = pdfPictures(file, 150)
    const texts = await Promise.all(pictures.map(async (picture) => (await zxingTexts(picture, type)).join(' and ')))
    const unescaped = (text: string): string =>
      text.replace(
        /&(amp|lt|gt|quot|apos);/g,
        (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" })[name] ?? '',
      )
    return pagesOf(file).map(({ words }, i) => ({
      text: texts[i] ?? '',
      words: unescaped(words.map((word) => word.text).join(' ')),
    }))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
