/** What people type: the repair of a refusal as a button, both readings of digits, and escapes. */

import type { Page } from 'playwright-core'
import t from 'tap'
import { violations } from '../axe.ts'
import { absentOrBrief, drawn } from '../browser.ts'
import { on } from '../label-page.ts'

const query = (target: string): Record<string, string> =>
  Object.fromEntries(new URL(target, 'http://localhost').searchParams)

const fragment = (page: Page): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(new URL(page.url()).hash.slice(1)))

const focused = (page: Page): Promise<string> => page.evaluate('document.activeElement.id')

t.test('the repair of a refusal is a button, which draws, leads to its field and says so', absentOrBrief, async (t) => {
  const rows: readonly [hash: string, button: RegExp, values: Record<string, string>][] = [
    ['#type=ean13&text=7351290684943', /^Use 7351290684948$/, { text: '7351290684948' }],
    ['?lang=de#type=upca&text=036000291453', /^036000291452 verwenden$/, { text: '036000291452' }],
    [
      '?lang=es#type=ean13&text=9780306406157%2B51995',
      /^Usar 9780306406157, Suplemento: 51995$/,
      { text: '9780306406157', addon: '51995' },
    ],
    ['#type=ean8&text=036000291452', /^Use 036000291452, UPC-A$/, { type: 'upca', text: '036000291452' }],
    ['#make=barcode&type=code39&text=Tor-7b', /^Use Full ASCII: Yes$/, { fullascii: 'true' }],
  ]
  for (const [hash, button, values] of rows) {
    await on(t, hash, async ({ page, answers }) => {
      const repair = page.locator('.repair button')
      await repair.waitFor()
      const words = await repair.innerText()
      t.match(words, button, hash)
      t.ok((await page.locator('#status').innerText()).endsWith(words), 'announced')
      // by the key that follows the field
      await page.locator('#text').focus()
      await page.keyboard.press('Tab')
      t.equal(await page.locator('.repair button:focus').count(), 1)
      await page.keyboard.press('Enter')
      await page.locator('#stage[data-state=shown]').waitFor()
      t.match(query(answers.at(-1)!.target), values)
      t.match(fragment(page), values)
      t.equal(await repair.count(), 0)
      t.equal(await focused(page), 'text' in values ? 'text' : Object.keys(values)[0])
      const changed = words.replace(/^(Use|Usar) | verwenden$/, '')
      t.ok((await page.locator('#notice').innerText()).endsWith(`${changed}.`), 'said')
    })
  }
})

t.test('what no control can say has no button, and a button goes with its refusal', absentOrBrief, async (t) => {
  await on(t, '#type=ean13&text=7351290684943', async ({ page }) => {
    const repair = page.locator('.repair button')
    await repair.focus()
    await page.setViewportSize({ width: 320, height: 700 })
    t.same(await violations(page), [])
    t.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= 320)
    await page.route('**/api/v1/label?*', (route) => {
      const { text = '' } = query(route.request().url())
      const fault = {
        parameter: 'text',
        code: 'invalid_character',
        message: '',
        from: 1,
        to: text.length,
        suggestion: JSON.parse(text),
      }
      return route.fulfill({ status: 422, json: { error: { ...fault, faults: [fault] } } })
    })
    for (const [suggestion, count] of [
      ['{"text":"A\\rB"}', 0],
      ['{"text":"A\\nB"}', 1],
      ['{"text":"A","nowhere":"1"}', 0],
      ['{"type":"pdf417"}', 0],
      ['{"title":"A"}', 1],
      ['{"title":"A\\nB"}', 1],
      ['{"dpi":"203","showtext":"false"}', 1],
      ['{"showtext":"perhaps"}', 0],
      ['{"__proto__":"A"}', 0],
      ['{"size":"sides"}', 0],
      ['{}', 0],
      ['{"text":7}', 0],
    ] as const) {
      await page.fill('#text', suggestion)
      // what is not in the form of a fault is told by the code alone
      const told = suggestion === '{"text":7}' ? 'one of these characters' : `“${suggestion}”`
      await page.locator('#status', { hasText: told }).waitFor({ state: 'attached' })
      t.equal(await repair.count(), count, suggestion)
    }
    await page.unroute('**/api/v1/label?*')
    await page.fill('#text', '7351290684943')
    await repair.waitFor()
    await page.fill('#text', '735129068494')
    await drawn(page, /EAN-13/)
    t.equal(await repair.count(), 0)
  })
})

t.test('digits that are complete already: both readings are buttons', absentOrBrief, async (t) => {
  await on(t, '#type=upca&text=48271603957', async ({ page, answers }) => {
    const readings = page.locator('#warnings button')
    await readings.first().waitFor()
    t.same(await readings.allInnerTexts(), ['Keep 482716039572', 'Use 048271603957'])
    t.same(await violations(page), [])
    await readings.last().click()
    await page.locator('#verdict', { hasText: 'Scans: yes' }).waitFor()
    t.equal(query(answers.at(-1)!.target).text, '048271603957')
    t.equal(await focused(page), 'text')
    t.equal(await page.locator('#warnings p').count(), 0)
    await page.fill('#text', '48271603957')
    await readings.first().click()
    await page.locator('#verdict', { hasText: 'Scans: yes' }).waitFor()
    t.equal(query(answers.at(-1)!.target).text, '482716039572')
  })
})

t.test('escapes are off until they are switched on, and are shown as what they stand for', absentOrBrief, async (t) => {
  await on(t, '#type=datamatrix&text=A%5Ct%5Cu%7B1F4E6%7D', async ({ page, answers }) => {
    await drawn(page, /Data Matrix/)
    const shown = page.locator('#text-controls')
    t.notOk('escapes' in query(answers.at(-1)!.target))
    t.equal(await shown.textContent(), '')
    await page.locator('#options-line summary').click()
    await page.locator('#escapes').focus()
    await page.keyboard.press('Space')
    await drawn(page, /Data Matrix/)
    t.match(query(answers.at(-1)!.target), { escapes: 'true', text: 'A\\t\\u{1F4E6}' })
    t.equal(await shown.textContent(), 'A␉📦␉ tab')
    t.match(fragment(page), { escapes: 'true' })
    await page.reload()
    await drawn(page, /Data Matrix/)
    t.ok(await page.locator('#escapes').isChecked(), 'the address says it')
    await page.fill('#text', 'A\\q')
    await page.locator('#text-error', { hasText: '“\\q” is not an escape' }).waitFor()
    await page.fill('#text', 'A\\x1dB')
    await drawn(page, /Data Matrix/)
    await page.goto(new URL('/explain#type=datamatrix&escapes=true&text=A%5Cx1dB', page.url()).href)
    await page.locator('.step').first().waitFor()
    t.equal(await shown.textContent(), 'A␝B␝ group separator')
    t.match(query(answers.at(-1)!.target), { escapes: 'true', text: 'A\\x1dB' })
    await page.locator('label:has([name=gs1][value=true])').click()
    t.notOk(await page.locator('#escapes').isVisible(), 'a GS1 message has none')
    t.notOk('escapes' in fragment(page))
    await page.goto(new URL('/#make=many&type=datamatrix&escapes=true&gs1=true', page.url()).href)
    await page.locator('#options-line summary').click()
    t.ok(await page.locator('#escapes').isVisible(), 'rows may have them')
    t.match(fragment(page), { escapes: 'true' })
  })
})
