/** A label that is torn is printed again by a click on what it says; why is kept with the new job. */

import t from 'tap'
import { exampleJobs } from '../../printing/store/example-store.ts'
import { examplePrinters } from '../../server/api/example-printers.ts'
import { served } from '../../server/http/wire.ts'
import { absentOrBrief, closed, visited } from '../browser.ts'

const jobs = exampleJobs()
const service = await served({ printing: { printers: examplePrinters(), jobs } })
t.teardown(async () => {
  await closed()
  await service.close()
  await jobs.close(0)
})

t.test('a click on the text of a label names it, and a reason is asked for', absentOrBrief, async (t) => {
  await visited(t, `${service.url}/jobs?lang=en`, async ({ page }) => {
    const job = page.locator('#jobs > li').last()
    await job.locator('summary').first().click()
    await job.locator('.labels summary').click()
    await job.locator('.labels button', { hasText: 'QZ-0002' }).click()
    t.same([await page.inputValue('#from-1'), await page.inputValue('#to-1')], ['2', '2'])
    t.equal(await page.evaluate('document.activeElement.id'), 'why-1', 'why is left to say')
    await page.keyboard.press('Enter')
    t.ok(await page.locator('#why-1[aria-invalid]').count(), 'not without a reason')
    await page.fill('#why-1', 'torn at the edge')
    await page.keyboard.press('Enter')
    await job.locator('.told').filter({ hasText: 'Printed again as job 4.' }).waitFor()
  })
  const { store } = jobs
  t.match(store.get(4), { labels: 1, reprintOf: 1, first: 'QZ-0002', last: 'QZ-0002' })
  const reply = await fetch(`${service.url}/api/v1/jobs/4`)
  t.match(await reply.json(), { of: 1, reason: 'torn at the edge', first: 'QZ-0002' })
})
