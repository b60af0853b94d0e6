import t from 'tap'
import { absentOrBrief, drawn } from '../browser.ts'
import { on } from '../label-page.ts'

t.test('a picture that neither exists nor would be taken is no fault of the page', absentOrBrief, async (t) => {
  await on(t, '#type=qr&text=QZ-0001', async ({ page }) => {
    await drawn(page, /QR Code/)
    await page.evaluate(
      `navigator.clipboard.write = () => Promise.reject(new DOMException('refused', 'NotAllowedError'))`,
    )
    await page.fill('#text', '')
    await page.locator('#copy-image').click()
    await page.locator('#text:focus').waitFor()
    await page.evaluate('new Promise((resolve) => setTimeout(resolve))')
  })
})
