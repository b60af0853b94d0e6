import type { Page } from 'playwright-core'
import t from 'tap'
import { languageCodes } from '../../../src/pages/words/index.ts'
import { violations } from '../axe.ts'
import { absentOrBrief, drawn, visited } from '../browser.ts'
import { on, url } from '../label-page.ts'
import { counted, many, paste, pictured } from '../many-page.ts'

const lastQuery = (answers: readonly { readonly target: string }[], path: string): URLSearchParams =>
  new URL(answers.findLast(({ target }) => target.startsWith(path))!.target, 'http://x').searchParams

/** The field is shown once its script is loaded; what is hidden takes no focus. */
async function searchFocused(page: Page): Promise<void> {
  await page.locator('#sheet-search').waitFor()
  await page.focus('#sheet-search')
}

/** Chooses a product by the keyboard alone. */
async function choose(page: Page, search: string): Promise<void> {
  await page.selectOption('#size', 'sheet')
  await searchFocused(page)
  await page.keyboard.type(search)
  await page.locator('#sheet-list [role=option]').first().waitFor()
  await page.keyboard.press('Enter')
  await page.locator('#sheet-drawing svg').waitFor()
}

t.test('Enter takes a product of all that was typed, however late it is found', absentOrBrief, async (t) => {
  await on(t, '#type=code128&text=QZ-0001', async ({ page }) => {
    let release = (): void => {}
    const entered = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/api\/v1\/sheets\?search=7\d/, async (route) => {
      await entered
      await route.continue()
    })
    await page.selectOption('#size', 'sheet')
    await searchFocused(page)
    await page.keyboard.type('7')
    await page.locator('#sheet-list [role=option]').first().waitFor()
    await page.keyboard.type('160')
    await page.keyboard.press('Enter')
    release()
    await page.locator('#sheet-drawing svg').waitFor()
    t.match(await page.locator('#sheet-chosen').textContent(), /^Avery 7160: /)
  })
})

t.test(
  'a product is found, drawn, and used from the first free position, by keyboard alone',
  absentOrBrief,
  async (t) => {
    await on(t, '#type=code128&text=QZ-0001', async ({ page, answers }) => {
      await choose(page, '7160')
      await drawn(page, /210 × 297 mm/)
      t.match(await page.locator('#sheet-chosen').textContent(), /^Avery 7160: 21 labels · 64\.0 × 38\.1 mm · A4/)
      await page.focus('#first')
      await page.keyboard.type('5')
      await page.focus('#qty')
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type('30')
      await page.locator('#sheet-left', { hasText: '2 sheets; 8 left over' }).waitFor()
      await page.fill('#qty', '17')
      await page.locator('#sheet-left', { hasText: '1 sheet; nothing is left over' }).waitFor()
      await page.fill('#qty', '30')
      await page.locator('#sheet-left', { hasText: '2 sheets; 8 left over' }).waitFor()
      t.match(
        await page.locator('#sheet-drawing svg').getAttribute('aria-label'),
        /21 labels; the first free position is number 5/,
      )
      t.equal(await page.locator('#sheet-drawing .gone').count(), 4)
      t.equal(await page.locator('#sheet-drawing .used').count(), 17)
      await drawn(page, /210 × 297 mm/)
      const query = lastQuery(answers, '/api/v1/label')
      t.match(Object.fromEntries(query), { sheet: 'avery-7160', first: '5', qty: '30', size: undefined })
      await page.focus('#sheet-next')
      await page.keyboard.press('Enter')
      t.equal(await page.inputValue('#first'), '14', 'where the next ones begin')
      t.match(page.url(), /&sheet=avery-7160&first=14&qty=30$/)
      t.match(await page.locator('#sheet-align').getAttribute('href'), /^api\/v1\/sheets\/alignment\?sheet=avery-7160$/)
      await page.selectOption('#size', '4x6')
      await drawn(page, /6 × 4 in/)
      t.notOk(page.url().includes('sheet='))
    })
  },
)

t.test('a click on a position, and what is remembered for the next time', absentOrBrief, async (t) => {
  await on(t, '#type=qr&text=QZ-0001&sheet=avery-l7160', async ({ page }) => {
    await page.locator('#sheet-drawing [data-position="8"]').click()
    t.equal(await page.inputValue('#first'), '8')
    await page.locator('#sheet-left', { hasText: '1 sheet; 13 left over' }).waitFor()
    await page.goto(url)
    await page.locator('#sheet-drawing svg').waitFor()
    t.equal(await page.inputValue('#first'), '8')
    t.match(page.url(), /sheet=avery-l7160&first=8$/)
  })
})

t.test('a description is a sheet, and a name that is none is refused at its field', absentOrBrief, async (t) => {
  const described = 'A4:2x4:90x60mm:10,20mm:100,65mm:round'
  await on(t, `#type=qr&text=QZ-0001&sheet=${described}&first=3`, async ({ page }) => {
    await page.locator('#sheet-drawing ellipse').nth(7).waitFor()
    await drawn(page, /210 × 297 mm/)
    t.match(await page.locator('#sheet-chosen').textContent(), described)
  })
  await on(t, '#type=qr&text=QZ-0001&sheet=avery-716x', async ({ page }) => {
    await page.locator('#sheet-error', { hasText: 'avery-716x' }).waitFor()
  })
})

t.test('of many labels the document stands on sheets, and each picture is a label', absentOrBrief, async (t) => {
  await on(t, many('type=code128&sheet=avery-l7160&first=20'), async ({ page, answers }) => {
    await page.locator('#sheet-drawing svg').waitFor()
    await paste(page, 'Text\nA-1\nA-2\nA-3')
    await counted(page, '3')
    await pictured(page, 3)
    t.match(Object.fromEntries(lastQuery(answers, '/api/v1/label?')), { size: '63.9939x38.1mm', sheet: undefined })
    const download = page.waitForEvent('download')
    await page.locator('#download-rows').click()
    await download
    t.match(Object.fromEntries(lastQuery(answers, '/api/v1/labels')), {
      sheet: 'avery-l7160',
      first: '20',
      size: undefined,
    })
  })
})

t.test('no violation of accessibility, on a phone, in each language', absentOrBrief, async (t) => {
  for (const code of languageCodes) {
    await visited(t, `${url}/?lang=${code}#type=qr&text=QZ-0001&sheet=avery-l7160&first=5`, async ({ page }) => {
      await page.setViewportSize({ width: 320, height: 640 })
      await page.locator('#sheet-drawing svg').waitFor()
      await searchFocused(page)
      await page.keyboard.type('63.5x38.1')
      await page.locator('#sheet-list [role=option]').first().waitFor()
      t.same(await violations(page), [], code)
      t.equal(
        await page.evaluate('document.documentElement.scrollWidth <= innerWidth'),
        true,
        `${code}: nothing is beside the screen`,
      )
    })
  }
})
