/** What the page offers for a text, what fits on a screen, and what is set once. */

import t from 'tap'
import { absent, drawn, numberIn, visit } from '../browser.ts'
import { on, url } from '../label-page.ts'

t.test('a number of an article under Code 128 is offered as its own barcode', absent, async (t) => {
  await on(t, '#type=code128&text=4006381333931', async ({ page }) => {
    const offers = page.locator('#offers')
    await offers.locator('button', { hasText: 'Use EAN-13' }).click()
    await drawn(page, /^EAN-13/)
    t.equal(await offers.innerText(), '')
    t.equal(await page.inputValue('#text'), '4006381333931')
    await page.selectOption('#type', 'code128')
    for (const [text, name] of [
      ['036000291452', 'UPC-A'],
      ['96385074', 'EAN-8'],
      ['15400141288763', '(01)15400141288763, The text is: GS1'],
    ] as const) {
      await page.fill('#text', text)
      t.equal(await offers.locator('button').innerText(), `Use ${name}`)
    }
    await offers.locator('button').click()
    await drawn(page, /^GS1-128/)
    await page.locator('label:has([name=gs1][value=false])').click()
    for (const none of ['4006381333932', '400638133393', 'QZ-0001', '123']) {
      await page.fill('#text', none)
      t.equal(await offers.innerText(), '', none)
    }
    await page.locator('label:has([name=make][value=barcode])').click()
    await page.fill('#text', '15400141288763')
    await offers.locator('button', { hasText: 'Use ITF-14' }).click()
    await drawn(page, /^ITF-14/)
  })
})

t.test('the message of a pallet is offered as a logistic label, with lines above', absent, async (t) => {
  const message = '(00)106141412345678908(02)10614141000415(37)24(10)AB-12'
  await on(t, `#type=datamatrix&gs1=true&size=50x30&text=${message}`, async ({ page, answers }) => {
    await page.locator('#offers button', { hasText: 'Make a pallet label' }).click()
    await drawn(page, /^GS1-128 drawn, 4 × 6 in/)
    await page.fill('#title', 'Müller GmbH\n20095 Hamburg')
    await page.locator('#paper img').waitFor()
    await drawn(page, /^GS1-128/)
    const query = Object.fromEntries(new URL(answers.at(-1)!.target, url).searchParams)
    t.match(query, { layout: 'logistics', orientation: 'portrait', title: 'Müller GmbH\n20095 Hamburg' })
    t.notOk(await page.locator('#caption').isVisible(), 'it has no caption')
    await page.locator('label:has([name=gs1][value=false])').click()
    t.equal(await page.inputValue('#layout'), 'above', 'a plain text is no pallet')
    t.equal(await page.locator('#layout option[value=logistics]').isDisabled(), true)
  })
})

t.test('all of a label fits on a screen, and what is set once is kept as it was left', absent, async (t) => {
  const here = await visit(`${url}/`, { viewport: { width: 1280, height: 900 } })
  const { page } = here
  await drawn(page, /Code 128/)
  t.ok((await numberIn(page, 'document.documentElement.scrollHeight')) <= 900)
  for (const id of ['text', 'type', 'title', 'caption', 'size', 'qty', 'print']) {
    t.ok(await page.locator(`#${id}`).isVisible(), id)
  }
  t.notOk(await page.locator('#dpi').isVisible())
  t.equal(await page.locator('#once summary').innerText(), 'Set once: 300 dpi, Portrait, Above')
  await page.locator('#once summary').click()
  await page.selectOption('#dpi', '203')
  t.equal(await page.locator('#once summary').innerText(), 'Set once: 203 dpi, Portrait, Above')
  await page.reload()
  await drawn(page, /Code 128/)
  t.equal(await page.inputValue('#dpi'), '203')
  t.ok(await page.locator('#dpi').isVisible(), 'open, as it was left')
  await page.locator('#once summary').click()
  await page.reload()
  await drawn(page, /Code 128/)
  t.notOk(await page.locator('#dpi').isVisible())
  t.same(here.faults, [])
  await here.close()
})

t.test('sizes are in the measures of the country, without a script too', absent, async (t) => {
  for (const [locale, lang, first] of [
    ['en-US', 'en', 'Inches'],
    ['en-GB', 'en', 'Millimetres'],
    ['de-DE', 'de', 'Millimeter'],
    ['es-ES', 'es', 'Milímetros'],
  ] as const) {
    for (const javaScriptEnabled of [true, false]) {
      const { page, close } = await visit(`${url}/`, { locale, javaScriptEnabled })
      t.equal(await page.locator('html').getAttribute('lang'), lang)
      t.equal(await page.locator('#size optgroup').first().getAttribute('label'), first, locale)
      if (javaScriptEnabled) t.equal(await page.inputValue('#size'), locale === 'en-US' ? '4x6' : '100x150')
      await close()
    }
  }
})
