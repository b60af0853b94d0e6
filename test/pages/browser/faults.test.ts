import t from 'tap'
import { absent, drawn, numberIn } from '../browser.ts'
import { errorOf, on } from '../label-page.ts'

t.test('an error is shown beside its field, in the words of the service', absent, async (t) => {
  await on(t, '#type=ean13&text=400638133393X', async ({ page }) => {
    const shown = (name: string): Promise<string> => page.locator(`#${name}-error:not([hidden])`).innerText()
    t.equal(await shown('text'), (await errorOf('/api/v1/label?type=ean13&text=400638133393X')).message)
    t.equal(await page.locator('#text').getAttribute('aria-invalid'), 'true')
    t.match(await page.locator('#text').getAttribute('aria-describedby'), /\btext-error\b/)
    t.equal(await page.locator('#status').innerText(), await shown('text'), 'and announced')

    await page.locator('#print').click()
    await t.resolves(page.locator('#text:focus').waitFor(), 'printing moves the focus to the fault')
    t.equal(await numberIn(page, 'printed'), 0)

    await page.fill('#text', '4006381333931')
    await drawn(page, /EAN-13/)
    t.equal(await page.locator('.error:visible').count(), 0)
    t.equal(await page.locator('[aria-invalid]').count(), 0)
  })
})
