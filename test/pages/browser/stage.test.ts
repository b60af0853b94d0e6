import t from 'tap'
import { absentOrBrief, drawn } from '../browser.ts'
import { on } from '../label-page.ts'

t.test('a small symbol is enlarged by a whole number, and not beyond what is wanted', absentOrBrief, async (t) => {
  for (const scale of [3, 5]) {
    await on(t, `#make=barcode&type=qr&text=QZ&scale=${scale}`, async ({ page }) => {
      await drawn(page, /QR Code/)
      const shown = await page.evaluate<number>(`Number.parseFloat(document.querySelector('#paper img').style.width)`)
      // version 1 with its quiet zone
      const dots = 29 * scale
      t.equal(shown, dots * Math.floor(240 / dots), `${dots} dots`)
    })
  }
})

t.test('printing waits for the picture of the last text typed', absentOrBrief, async (t) => {
  await on(t, '', async ({ page, answers }) => {
    await drawn(page, /Code 128/)
    await page.keyboard.type('scanned')
    await page.keyboard.press('Control+Enter')
    await page.locator('body[data-printed="1"]').waitFor()
    t.match(answers.at(-1)!.target, /text=scanned/)
    t.equal(await page.locator('#paper img').getAttribute('alt'), 'Code 128 of “scanned”')
    await page.keyboard.press('Escape')
    await page.keyboard.type('next')
    await page.keyboard.press('Enter')
    await page.locator('#paper img[alt*=next]').waitFor()
    t.equal(await page.locator('#text').inputValue(), 'next', 'the Enter of a hand scanner is not part of the text')
  })
})
