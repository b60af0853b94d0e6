/** The page of designs: the service's designs as forms. */

import type { Page } from 'playwright-core'
import t from 'tap'
import { noDesigns } from '../../../src/design/designs.ts'
import { languageCodes } from '../../../src/pages/words/index.ts'
import { pngPicture } from '../../oracle/picture.ts'
import { zxingTexts } from '../../oracle/zxing.ts'
import { loopbackPrinter } from '../../printing/channels/loopback-printer.ts'
import { printerAt } from '../../printing/printers/example-jobs.ts'
import { long } from '../../random.ts'
import { exampleDesigns } from '../../server/api/example-designs.ts'
import { printService } from '../../server/api/print-service.ts'
import { served } from '../../server/http/wire.ts'
import { violations } from '../axe.ts'
import { absentOrBrief, closed, faintTexts, numberIn, visit, visited } from '../browser.ts'
import { bytesOf } from '../many-page.ts'

const service = await served({ designs: exampleDesigns })
const bare = await served({ designs: noDesigns })
t.teardown(async () => {
  await closed()
  await service.close()
  await bare.close()
})

const said = (page: Page, selector: string, words: string | RegExp): Promise<void> =>
  page.locator(selector).filter({ hasText: words }).waitFor()
const shown = (page: Page): Promise<void> => page.locator('#stage[data-state=shown]').waitFor()
const shelf = `${service.url}/designs#design=shelf`

/** The file that a button saves. */
async function saved(page: Page, selector: string): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator(selector).click()])
  return { name: download.suggestedFilename(), bytes: await bytesOf(download) }
}

t.test('where no printer is set up, the place of printing leads to where one is', absentOrBrief, async (t) => {
  await visited(t, shelf, async ({ page }) => {
    await shown(page)
    for (const fixed of [false, true]) {
      await page.route('**/api/v1/printers', (route) => route.fulfill({ json: { printers: [], fixed } }))
      await Promise.all([page.waitForResponse('**/api/v1/printers'), page.reload()])
      await shown(page)
      await page.locator('.no-printer a[href=setup]').waitFor({ state: fixed ? 'hidden' : 'visible' })
    }
  })
})

t.test('a design is a form: title, required, sample, pattern, and faults at their fields', absentOrBrief, async (t) => {
  await visited(t, shelf, async ({ page, answers }) => {
    await shown(page)
    t.match(answers.at(-1)?.target, /design=shelf.*sku=A-1/, 'the picture begins with the samples')
    await said(page, '#picture-note', 'samples for: Article')
    const sku = page.getByLabel('Article')
    t.equal(await sku.getAttribute('placeholder'), 'A-1')
    t.equal(await sku.getAttribute('required'), '')
    await said(page, '#hint-sku', '[A-Z0-9-]{1,20}')
    await said(page, '#hint-price', '0.00')
    await sku.fill('b 7')
    await said(page, '#error-sku', /“b 7”/)
    t.equal(await sku.getAttribute('aria-invalid'), 'true')
    await sku.fill('B-7')
    await page.getByLabel('name').fill('Bolt')
    await page.locator('#error-sku').waitFor({ state: 'hidden' })
    await shown(page)
    t.match(page.url(), /#design=shelf&sku=B-7&name=Bolt$/, 'the address leads to the same label')
    t.match(await page.locator('#many').getAttribute('href'), /#make=many&design=shelf$/, 'tables have one tool')
    const png = await saved(page, '[data-format=png]')
    t.equal(png.name, 'label-shelf.png')
    t.same(await zxingTexts(pngPicture(png.bytes), 'code128'), ['B-7'])
    await page.locator('#qty').fill('3')
    const pdf = await saved(page, '[data-format=pdf]')
    t.equal(pdf.bytes.toString('latin1').match(/\/Type \/Page\b/g)?.length, 3)
    await sku.fill('')
    await page.locator('[data-format=pdf]').click()
    await said(page, '#error-sku', 'Article is missing.')
    await page.locator('#field-sku:focus').waitFor()
  })
})

t.test(
  'a printer with other labels is told from the design, with both sizes and what to do',
  absentOrBrief,
  async (t) => {
    const paper = await loopbackPrinter()
    const printing = await printService([printerAt(paper, { stock: '4x6' })], { designs: exampleDesigns })
    t.teardown(async () => {
      await printing.close()
      await paper.close()
    })
    await visited(t, `${printing.url}/designs?lang=de#design=shelf&sku=A-1`, async ({ page }) => {
      await page.locator('#printer option').nth(1).waitFor({ state: 'attached' })
      await page.selectOption('#printer', { index: 1 })
      await page.click('#print')
      await said(
        page,
        '#form-fault',
        /für Etiketten von 57 × 32 mm, und die dieses Druckers haben 4 × 6 in\. .*Drucker wählen/,
      )
      t.same(paper.printed, [])
    })
  },
)

t.test('a service without designs says so, with the editor at hand', absentOrBrief, async (t) => {
  await visited(t, `${bare.url}/designs`, async ({ page }) => {
    await page.getByRole('heading', { name: 'no designs yet' }).waitFor()
    t.same(await violations(page), [])
    await page.getByRole('button', { name: 'Design a label' }).click()
    await page.locator('#editor:not([hidden])').waitFor()
  })
})

t.test('every language, light and dark, wide and narrow', absentOrBrief, async (t) => {
  for (const language of long ? languageCodes : (['de'] as const)) {
    const here = await visit(`${service.url}/designs?lang=${language}#design=shelf`)
    await shown(here.page)
    t.same(await violations(here.page), [], language)
    for (const width of long ? [1280, 800, 320] : [320]) {
      await here.page.setViewportSize({ width, height: 800 })
      t.ok((await numberIn(here.page, 'document.documentElement.scrollWidth')) <= width, `${language} ${width}`)
    }
    for (const colorScheme of long ? (['light', 'dark'] as const) : (['dark'] as const)) {
      await here.page.emulateMedia({ colorScheme })
      t.same(await here.page.evaluate(faintTexts), [], `${language} ${colorScheme}`)
    }
    await here.close()
  }
})
