/** After the click: the job that was made stands beside its button, changes as it is printed, and can be cancelled there. */

import type { Page } from 'playwright-core'
import t from 'tap'
import { Jobs, nothing, PrintError } from '../../../src/printing/index.ts'
import { designOf } from '../../design/drawn.ts'
import { storeInMemory } from '../../printing/store/example-store.ts'
import { served } from '../../server/http/wire.ts'
import { violations } from '../axe.ts'
import { absentOrBrief, closed, drawn, numberIn, visit } from '../browser.ts'
import { countingChannel, countingPrinters } from '../counting-printers.ts'
import { counted, many, paste } from '../many-page.ts'

/** Lets the printer go on that has printed the first label of its job. */
let take = (): void => {}
const printers = countingPrinters({
  'dock-3': countingChannel(
    () =>
      new Promise((resolve) => {
        take = resolve
      }),
  ),
  away: async () => {
    const delivery = { sent: nothing, confirmed: nothing, from: 1 }
    throw new PrintError('printer_unreachable', 'printer away cannot be reached', delivery)
  },
})
const store = storeInMemory()
const jobs = new Jobs({ store, printers, answerTo: () => undefined, record: () => {}, log: () => {} })
const bin = designOf({
  name: 'bin',
  size: '50x30mm',
  elements: [{ kind: 'symbol', at: [2, 2], size: [46, 20], type: 'code128', value: 'B-1' }],
})
const designs = { list: () => [bin], find: (name: string) => (name === 'bin' ? bin : undefined) }
const service = await served({ printing: { printers, jobs }, designs })
t.teardown(async () => {
  await closed()
  await service.close()
  take()
  await jobs.close(0)
  store.close()
})

const label = '#type=qr&text=QZ-1&size=50x30&dpi=203'
const table = 'text\nQZ-1\nQZ-2'

const said = (page: Page, selector: string, text: string | RegExp): Promise<void> =>
  page.locator(selector).filter({ hasText: text }).first().waitFor()

async function chosen(page: Page, printer: string): Promise<void> {
  await page.evaluate(`document.getElementById('once').open = true`)
  await page.selectOption('#printer', printer)
  await page.locator('#printer-line').filter({ hasText: printer }).waitFor()
}

t.test('a job is followed from the click to its end, and its link opens it', absentOrBrief, async (t) => {
  const here = await visit(`${service.url}/?lang=en${many('type=qr&size=50x30&dpi=203')}`)
  const { page } = here
  await paste(page, table)
  await counted(page, '2 labels')
  await chosen(page, 'dock-3')
  await page.locator('#print-rows').click()
  await said(page, '.printed-job', /Job 1: QZ-1/)
  await said(page, '.printed-job strong', 'printing')
  await said(page, '.printed-job', '1 of 2 labels sent')
  t.same(await violations(page), [])
  take()
  await said(page, '.printed-job strong', 'done')
  await said(page, '.printed-job', '2 of 2 labels printed')
  t.ok(await page.locator('.printed-job button').isHidden(), 'what has ended is not cancelled')
  await page.selectOption('#printer', 'away')
  t.ok(await page.locator('.printed-job').isHidden(), 'it stands with its printer')
  await page.selectOption('#printer', 'dock-3')
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 860 })
    t.ok((await numberIn(page, 'document.documentElement.scrollWidth')) <= width, `${width}`)
    const { SCREENS } = process.env
    if (SCREENS) await page.screenshot({ path: `${SCREENS}/printed-${width}.png`, fullPage: true })
  }
  await page.locator('.printed-job a').click()
  await page.locator('#jobs > li > details[open]', { hasText: 'QZ-1' }).waitFor()
  t.equal(await page.evaluate('document.activeElement.localName'), 'summary')
  t.same(here.faults, [])
  await here.close()
})

t.test(
  'a printer that is away: what to do is said, and the job is cancelled where it stands',
  absentOrBrief,
  async (t) => {
    const here = await visit(`${service.url}/?lang=de${label}`)
    const { page } = here
    await drawn(page, /./)
    await chosen(page, 'away')
    await page.locator('#print').click()
    await said(page, '.printed-job strong', 'wartet')
    await said(page, '.printed-job p', 'ob er eingeschaltet, geschlossen und bestückt ist')
    t.same(await violations(page), [])
    await page.locator('.printed-job button').click()
    await said(page, '.printed-job strong', 'abgebrochen')
    t.equal(
      await page.evaluate('document.activeElement.closest(".printed-job") !== null'),
      true,
      'the focus stays there',
    )
    t.equal(store.list({ printer: 'away', limit: 1 })[0]?.state, 'cancelled')
    t.same(here.faults, [])
    await here.close()
  },
)

t.test('one label is a job too, and the next is followed by the same stream', absentOrBrief, async (t) => {
  const here = await visit(`${service.url}/?lang=en${label}`)
  const { page, answers } = here
  await drawn(page, /./)
  await chosen(page, 'dock-3')
  for (const number of [3, 4]) {
    const asked = page.waitForResponse('**/api/v1/print?*')
    await page.locator('#print').click()
    t.equal((await asked).status(), 202)
    await said(page, '.printed-job', new RegExp(`Job ${number}: QZ-1`))
    await said(page, '.printed-job', '1 of 1 label printed')
    await said(page, '.printed-job strong', 'done')
  }
  t.equal(answers.filter(({ target }) => target.includes('/jobs/events')).length, 1)
  t.same(here.faults, [])
  await here.close()
})

t.test('the job of a design stands beside its button, whatever printer was chosen before', absentOrBrief, async (t) => {
  const here = await visit(`${service.url}/designs?lang=en#design=bin`)
  const { page } = here
  await page.locator('#printer option[value=dock-3]').waitFor({ state: 'attached' })
  for (const printer of ['away', 'dock-3']) await page.selectOption('#printer', printer)
  await page.locator('#print').click()
  await said(page, '.printed-job', /Job \d+: bin/)
  await said(page, '.printed-job strong', 'done')
  t.same(here.faults, [])
  await here.close()
})
