import t from 'tap'
import * as en from '../../../src/pages/words/en.ts'
import { warningCodes } from '../../../src/plan/warning.ts'
import { absentOrBrief, drawn, numberIn } from '../browser.ts'
import { on, openGroups } from '../label-page.ts'

t.test('the resolution is chosen once; sizes follow it, and links mean what they say', absentOrBrief, async (t) => {
  await on(t, '#type=code128&text=QZ&size=50x30', async ({ page, answers }) => {
    await drawn(page, /Code 128/)
    t.match(answers.at(-1)!.target, /&dpi=300&/)
    await page.selectOption('#dpi', '203')
    await drawn(page, /Code 128/)
    t.match(answers.at(-1)!.target, /&dpi=203&/)
    t.match(page.url(), /&dpi=203$/)
    t.match(await page.locator('#details').innerText(), /^400 × 240 dots at 203 dpi · module 0\.\d+ mm, \d dots$/)
    await page.locator('label:has(#actual)').click()
    const width = (50 / 25.4) * 96
    t.ok(Math.abs((await page.locator('#paper img').boundingBox())!.width - width) < 0.1, 'actual size')
    await page.locator('label:has([name=make][value=barcode])').click()
    await page.locator('#paper img[src^=blob]').waitFor()
    await drawn(page, /mm\.$/)
    t.match(answers.at(-1)!.target, /^\/api\/v1\/barcode\?.*&dpi=203&format=svg/)
    const [dots = 0] = (await page.locator('#details').innerText()).match(/\d+/g)!.map(Number)
    t.ok(Math.abs((await page.locator('#paper img').boundingBox())!.width - (dots / 8 / 25.4) * 96) < 0.1, 'an SVG too')

    const other = await page.context().newPage()
    await other.goto(new URL('/', page.url()).href)
    t.equal(await other.inputValue('#dpi'), '203', 'it is remembered')
    await other.goto(new URL('/#type=qr&text=A', page.url()).href)
    t.equal(await other.inputValue('#dpi'), '300', 'a link without a resolution means 300')
    await other.addInitScript(
      `Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no') } })`,
    )
    await other.goto(new URL('/docs', page.url()).href)
    await other.goto(new URL('/', page.url()).href)
    await openGroups({ page: other })
    await other.selectOption('#dpi', '600')
    await drawn(other, /Code 128/)
    t.equal(await other.inputValue('#dpi'), '600', 'a browser that keeps nothing draws all the same')
    await other.close()
  })
})

t.test('warnings say what to do, and the plan offers what would do', absentOrBrief, async (t) => {
  await on(t, '#type=ean13&text=400638133393&size=40x20&dpi=203', async ({ page, answers }) => {
    await drawn(page, /EAN-13/)
    const warnings = page.locator('#warnings p')
    t.match((await warnings.allInnerTexts())[0], /^The modules are too narrow\. Choose a larger label/)
    const line = page.locator('#verdict')
    t.match(await line.innerText(), /^Scans: doubtful, because the modules are too narrow/)
    t.equal(answers.filter(({ target }) => target.includes('/plan')).length, 0, 'the line costs no request')
    await line.click()
    const plan = page.locator('#plan-body')
    await plan.locator('dl').first().waitFor()
    t.match(await plan.innerText(), /2 dots, 0\.250 mm; 0\.264 to 0\.660 mm/)
    const { status, target } = answers.at(-1)!
    t.equal(status, 200)
    t.equal(target, '/api/v1/plan?type=ean13&text=400638133393&size=40x20&dpi=203&application=retail')
    const nearest = plan.locator('p button')
    const change = (await nearest.getAttribute('data-change'))!
    await nearest.click()
    await page.locator('#verdict', { hasText: 'Scans: yes' }).waitFor()
    t.equal(`size=${await page.inputValue('#size')}`, change)
    t.equal(await warnings.count(), 0)
    t.equal(await page.evaluate('document.activeElement.localName'), 'summary', 'the focus is not lost')
    await plan.locator('dl').first().waitFor()
    t.ok((await numberIn(page, `document.querySelectorAll('#plan-body p button').length`)) === 0, 'nothing to change')
    t.ok(answers.at(-1)!.target.startsWith('/api/v1/plan?'), 'an open plan follows the form')
    await page.selectOption('#size', '40x20')
    // until the label is drawn, the plan before is there, and a click on it would be lost with it
    await plan.locator('dl', { hasText: '2 dots, 0.250 mm' }).waitFor()
    await plan.locator('button[data-change="size=2x3"]').click()
    await page.locator('#verdict', { hasText: 'Scans: yes' }).waitFor()
    t.equal(await page.locator('[name=orientation]:checked').inputValue(), 'landscape', 'as it was planned')
    await plan.locator('button[data-change^="type=qr"]').click()
    await drawn(page, /QR Code/)
    t.equal(await page.inputValue('#text'), '400638133393', 'the text stays, though it is a sample')
    await page.selectOption('#type', 'ean13')
    await page.fill('#text', '400638133393')

    await page.locator('label:has([name=make][value=barcode])').click()
    await page.fill('#scale', '1')
    await page.locator('#warnings', { hasText: 'Choose more dots per module.' }).waitFor()
    t.notOk(await page.locator('#plan').isVisible(), 'a barcode alone has no plan')
  })
})

t.test('what does not fit has a plan; every warning has advice', absentOrBrief, async (t) => {
  await on(t, `#type=qr&size=25x10&text=${'A'.repeat(600)}`, async ({ page }) => {
    await page.locator('#size-error:not([hidden])').waitFor()
    t.equal(await page.locator('#verdict').innerText(), 'Scans: no, because it does not fit on this label')
    const header = warningCodes.map((code) => `${code}; a, b; c`).join(', ')
    await page.route('**/api/v1/label?*', async (route) => {
      const response = await route.fetch({ url: route.request().url().replace(/A+/, 'A') })
      await route.fulfill({ response, headers: { ...response.headers(), 'quietzone-warning': header } })
    })
    await page.fill('#text', 'AA')
    await page.locator('#warnings p').first().waitFor()
    const shown = await page.locator('#warnings p').allInnerTexts()
    t.equal(shown.length, warningCodes.length, 'joined header lines are taken apart')
    t.same(
      shown,
      warningCodes.map((code) => {
        const { because, label } = en.advice[code]
        // which rule it is, the service says
        const rule = code.startsWith('profile_') ? ' a, b; c' : ''
        return `${because.slice(0, 1).toUpperCase()}${because.slice(1)}.${rule} ${label}`
      }),
    )
  })
})
