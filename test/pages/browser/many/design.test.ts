/** The table tool with a design on each label: its fields from columns, on sheets, printed, and with rows left out. */

import type { Page } from 'playwright-core'
import t from 'tap'
import { exampleDesigns } from '../../../server/api/example-designs.ts'
import { served } from '../../../server/http/wire.ts'
import { violations } from '../../axe.ts'
import { absent, absentOrBrief, closed, numberIn, visited } from '../../browser.ts'
import { counted, found, many, paste, pictured, saved } from '../../many-page.ts'

const service = await served({ designs: exampleDesigns })
t.teardown(async () => {
  await closed()
  await service.close()
})

const shelf = `${service.url}/${many('design=shelf')}`
const pagesIn = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0
const said = (page: Page, selector: string, words: string | RegExp): Promise<void> =>
  page.locator(selector).filter({ hasText: words }).waitFor()

t.test('columns of a messy table fill the fields of a design, on labels and on a sheet', absent, async (t) => {
  await visited(t, `${service.url}/${many()}`, async ({ page, answers }) => {
    await paste(page, 'Stock list\nArticle;Text;price;qty;Remark\nA-1;Bolt;3.40;2;x\n#REF!;Nut;;1;x\na b;Pin;;1;x\n')
    await page.selectOption('#design-choice', 'shelf')
    await said(page, '#columns-left', 'Columns that no field takes: Text, Remark. Fields that no column fills: name.')
    t.notOk(await page.locator('#type').isVisible(), 'a design has its symbols itself')
    t.equal(await page.inputValue('#heading-row'), '1', 'below the title of the table')
    t.equal(await page.inputValue('#meaning-sku'), 'Article', 'by the title of the field')
    t.equal(await page.inputValue('#meaning-price'), 'price', 'by its name')
    await page.selectOption('#meaning-name', 'Text')
    await said(page, '#columns-left', /^Columns that no field takes: Remark\.$/)
    await found(page, /#REF!.*Row 4/)
    await found(page, /Article: .*Row 5/)
    await counted(page, '3 rows, 2 labels')
    await pictured(page, 1)
    t.equal(pagesIn(await saved(page)), 2, 'the rows without a fault')
    t.ok(
      answers.some(({ target }) => /label\?design=shelf.*sku=A-1/.test(target)),
      'its picture is of the design',
    )
    t.match(await page.evaluate('location.hash'), /design=shelf/)
    t.notMatch(await page.evaluate('location.hash'), /type=|size=/)
    t.same(await violations(page), [])
    await page.setViewportSize({ width: 320, height: 800 })
    t.equal(await numberIn(page, 'document.documentElement.scrollWidth'), 320)

    await page.selectOption('#size', 'sheet')
    await page.fill('#sheet-search', 'A4:3x8:57x32mm:10,10mm:60,34mm')
    await page.locator('#sheet-list [role=option]').first().waitFor()
    await page.keyboard.press('Enter')
    await page.locator('#sheet-places:not([hidden])').waitFor()
    const judged = page.waitForResponse((response) => response.url().includes('first=3'))
    await page.fill('#first', '3')
    await judged
    await counted(page, '3 rows, 2 labels')
    t.equal(pagesIn(await saved(page)), 1)
    t.match(answers.at(-1)?.target, /design=shelf&sheet=A4/)

    await page.selectOption('#design-choice', '')
    t.ok(await page.locator('#type').isVisible())
    t.match(await page.evaluate('location.hash'), /type=code128/)
  })
})

t.test(
  'a link leads to a design, its numbers may be a series, and one that is gone is told',
  absentOrBrief,
  async (t) => {
    await visited(t, shelf, async ({ page }) => {
      t.equal(await page.inputValue('#design-choice'), 'shelf')
      await page.locator('label:has([name=rows][value=series])').click()
      await page.fill('#series-prefix', 'A-')
      await page.fill('#series-first', '1')
      await page.fill('#series-last', '3')
      await said(page, '#series-hint', 'They fill “Article”.')
      await pictured(page, 3)
      t.equal(pagesIn(await saved(page)), 3)
    })
    await visited(t, `${service.url}/${many('design=gone')}`, async ({ page }) => {
      await said(page, '#design-hint', 'There is no design “gone” on this service any more.')
      await page.selectOption('#design-choice', 'shelf')
      await page.locator('#design-hint', { hasText: /^$/ }).waitFor({ state: 'attached' })
    })
  },
)
