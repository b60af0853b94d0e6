/** What a design is as a whole: the published label whose rules it is held to. */

import type { Page } from 'playwright-core'
import t from 'tap'
import { pictureInUri } from '../../../../../src/design/picture-source.ts'
import { designIn } from '../../../../../src/design/reader.ts'
import { exampleDesigns } from '../../../../server/api/example-designs.ts'
import { served } from '../../../../server/http/wire.ts'
import { violations } from '../../../axe.ts'
import { absentOrBrief, closed, visited } from '../../../browser.ts'
import { bytesOf } from '../../../many-page.ts'

const service = await served({ designs: exampleDesigns })
t.teardown(async () => {
  await closed()
  await service.close()
})

const value = '(01)09506000134352(17)280131(10)AB-12'
const place = { at: [2, 6], size: [18, 18] } as const
const symbol = { kind: 'symbol', ...place, type: 'datamatrix', value, gs1: true, application: 'healthcare' }
const device = { name: 'device', size: '60x30mm', elements: [symbol] }

const judged = (page: Page, words: string | RegExp): Promise<void> =>
  page.locator('.verdict').filter({ hasText: words }).waitFor()

const remarked = (page: Page, words: RegExp): Promise<void> =>
  page.locator('.warnings li').filter({ hasText: words }).waitFor()

async function open(page: Page, text: string): Promise<void> {
  const file = { name: 'device.json', mimeType: 'application/json', buffer: Buffer.from(text) }
  await page.locator('#open-design').setInputFiles(file)
}

/** What the file has that “Save as a file” makes. */
async function saved(page: Page): Promise<string> {
  const button = page.getByRole('button', { name: 'Save as a file' })
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  return (await bytesOf(download)).toString()
}

t.test('a design is held to the rules of a published label, which the saved file names', absentOrBrief, async (t) => {
  await visited(t, `${service.url}/designs#edit`, async ({ page }) => {
    await judged(page, 'Add a text')
    await open(page, JSON.stringify(device))
    await judged(page, 'All of it fits')
    const profile = page.getByLabel('Profile')
    await profile.selectOption('Medical device, UDI')
    await remarked(
      page,
      /^Barcode: .*: The label breaks a rule of its profile\. udi\.hri: no words stand beside it; 21 CFR/,
    )
    t.equal(await page.locator('.handle[data-doubtful=true]').count(), 1)
    await profile.selectOption('gs1-logistic')
    // each rule that is broken, and what is recommended
    await remarked(page, /^The label breaks a rule of its profile\. gs1-logistic\.sscc: /)
    await remarked(page, /^Barcode: .*: The label breaks a rule of its profile\. gs1-logistic\.hri: /)
    await remarked(page, /^The label is not as its profile recommends\. gs1-logistic\.size: /)
    t.same(await violations(page), [])
    await profile.press('Control+z')
    t.equal(await profile.inputValue(), 'udi', 'a choice is undone by itself')
    await profile.press('Control+y')
    t.equal(await profile.inputValue(), 'gs1-logistic')
    const held = await saved(page)
    t.equal(designIn(held, pictureInUri).profile, 'gs1-logistic')

    await profile.selectOption('None given')
    await judged(page, 'All of it fits')
    t.notOk('profile' in JSON.parse(await saved(page)))
    await open(page, held)
    await remarked(page, /gs1-logistic\.sscc/)
    await page.reload()
    await remarked(page, /gs1-logistic\.sscc/)
    t.equal(await profile.inputValue(), 'gs1-logistic')
  })
})

t.test('rules are named in the language of the page', absentOrBrief, async (t) => {
  const design = JSON.stringify({ ...device, profile: 'udi' })
  await visited(t, `${service.url}/designs?lang=de#edit`, async ({ page }) => {
    await open(page, design)
    await remarked(page, /: Das Etikett verletzt eine Regel seines Profils\. udi\.hri: /)
    t.equal(await page.locator('.warnings li small').getAttribute('lang'), 'en', 'but for which rule it is')
    t.equal(await page.locator('#draft-profile option:checked').textContent(), 'Medizinprodukt, UDI')
  })
})
