/** What is chosen beside a printer: labels that are read back, and counters in their texts. */

import t from 'tap'
import { Counters, Jobs, Scans } from '../../../src/printing/index.ts'
import { storeInMemory } from '../../printing/store/example-store.ts'
import { served } from '../../server/http/wire.ts'
import { violations } from '../axe.ts'
import { absentOrBrief, closed, drawn, numberIn, type Visit, visit } from '../browser.ts'
import { countingChannel, countingPrinters } from '../counting-printers.ts'
import { counted, many, paste } from '../many-page.ts'

const store = storeInMemory()
const printers = countingPrinters({ 'dock-3': countingChannel() })
const [counters, scans] = [new Counters({ store }), new Scans({ store })]
const jobs = new Jobs({ store, printers, answerTo: () => undefined, record: () => {}, log: () => {} })
const service = await served({ printing: { printers, jobs, counters, scans } })
t.teardown(async () => {
  await closed()
  await service.close()
  await jobs.close(0)
  store.close()
})

type Page = Visit['page']

const said = (page: Page, selector: string, text: string | RegExp): Promise<void> =>
  page.locator(selector).filter({ hasText: text }).first().waitFor()

async function chosen(page: Page): Promise<void> {
  await page.evaluate(`document.getElementById('once').open = true`)
  await page.selectOption('#printer', 'dock-3')
  await page.locator('#read-back').waitFor()
}

t.test('a label with a number of a new counter, read back', absentOrBrief, async (t) => {
  const here = await visit(`${service.url}/?lang=en#type=code128&text=QZ-&size=50x30&dpi=203&qty=3`)
  const { page } = here
  await drawn(page, /./)
  await chosen(page)
  await page.locator('#counting > summary').click()
  await page.locator('#counting-use button').click()
  await said(page, '#counting-told', 'A name of small letters')
  await page.fill('#counting-name', 'lot')
  await page.fill('#counting-start', '7')
  await page.fill('#counting-step', '2')
  await page.fill('#counting-width', '3')
  t.same(await violations(page), [])
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 860 })
    t.ok((await numberIn(page, 'document.documentElement.scrollWidth')) <= width, `${width}`)
    const { SCREENS } = process.env
    if (SCREENS) await page.screenshot({ path: `${SCREENS}/options-${width}.png`, fullPage: true })
  }
  await page.press('#counting-width', 'Enter')
  await said(page, '#counting-told', 'The number of lot stands in the text')
  t.equal(await page.inputValue('#text'), 'QZ-{serial:lot}')
  t.match(counters.get('lot'), { next: 7, step: 2, width: 3 })
  await page.locator('#read-back').check()
  await page.locator('#print').click()
  await said(page, '.printed-job strong', 'done')
  t.match(store.get(1), { first: 'QZ-007', last: 'QZ-011', labels: 3 })
  await page.locator('.printed-job a', { hasText: 'Read its labels now' }).click()
  await said(page, '#expected', 'QZ-007')
  t.equal(await page.evaluate('document.activeElement.id'), 'scan', 'the scanner may begin')
  t.same(here.faults, [])
  await here.close()
})

t.test('a table: a counter that is there, and its rows read back', absentOrBrief, async (t) => {
  const here = await visit(`${service.url}/?lang=en${many('type=code128&size=50x30&dpi=203')}`)
  const { page } = here
  await paste(page, 'text\nA-{serial:lot}\nB-')
  await counted(page, '2 labels')
  await chosen(page)
  await page.locator('#counting > summary').click()
  await page.locator('#counting-counter option[value=lot]').waitFor({ state: 'attached' })
  t.ok(await page.locator('#counting-new').isHidden())
  await page.locator('#counting-use button').click()
  await said(page, '#counting-told', 'The number of lot stands in the text')
  t.equal(await page.inputValue('#pasted'), 'text\nA-{serial:lot}\nB-{serial:lot}', 'at the cursor')
  await counted(page, '2 labels')
  await page.locator('#read-back').check()
  await page.locator('#print-rows').click()
  await said(page, '.printed-job strong', 'done')
  t.match(store.get(2), { first: 'A-013', last: 'B-015' })
  t.match(scans.progress(2), { labels: 2, read: 0 })
  t.same(here.faults, [])
  await here.close()
})
