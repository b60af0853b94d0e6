import t from 'tap'
import { absent, drawn, numberIn } from '../browser.ts'
import { on } from '../label-page.ts'

t.test('an error is shown beside its field, and says what the field takes', absent, async (t) => {
  await on(t, '#type=ean13&text=400638133393X', async ({ page }) => {
    const shown = (name: string): Promise<string> => page.locator(`#${name}-error:not([hidden])`).innerText()
    t.equal(await shown('text'), 'EAN-13 does not take “X” at position 13. 12 digits, or 13 with the check digit.')
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
