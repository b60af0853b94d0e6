/** A label's own words and size on the page, what the browser keeps of them, and the ways to take the label elsewhere. */
/** What an address or the browser's storage says, whoever wrote it: no page stumbles over it. */

import type { Page } from 'playwright-core'
import t from 'tap'
import { long } from '../../random.ts'
import { violations } from '../axe.ts'
import { absentOrBrief, drawn, numberIn, visit } from '../browser.ts'
import { on, url } from '../label-page.ts'

const query = (target: string): Record<string, string> =>
  Object.fromEntries(new URL(target, 'http://localhost').searchParams)

/** Waits until the service is asked for a picture with these parameters. */
const asked = (page: Page, parameters: Record<string, string>) =>
  page.waitForResponse((response) => {
    const given = query(response.url())
    return Object.entries(parameters).every(([name, value]) => given[name] === value)
  })

t.test('title and caption are drawn, above or beside the symbol', absentOrBrief, async (t) => {
  await on(t, '#type=qr&text=QZ-0001', async ({ page }) => {
    await drawn(page, /QR Code/)
    const [answer] = await Promise.all([
      asked(page, { title: 'Aisle 7', caption: 'Hex bolt\nM8 x 40', layout: 'beside' }),
      page
        .fill('#title', 'Aisle 7')
        .then(() => page.fill('#caption', 'Hex bolt\nM8 x 40'))
        .then(() => page.selectOption('#layout', 'beside')),
    ])
    t.equal(answer.status(), 200)
    await page.locator('label:has([name=make][value=barcode])').click()
    await drawn(page, /QR Code/)
    t.notOk(await page.locator('#title').isVisible(), 'a barcode alone has no title')
    const without = await page.locator('#url-link').inputValue()
    t.notMatch(without, /title|caption|layout/, 'nor is a caption sent that would not be shown')
    await page.fill('#caption', 'Hex nut')
    t.match(query(await page.locator('#url-link').inputValue()), { includetext: 'true', caption: 'Hex nut' })
  })
})

t.test('a size of one’s own starts with the stock that was chosen, in either unit', absentOrBrief, async (t) => {
  await on(t, '#type=qr&text=QZ-0001&size=2x1', async ({ page, answers }) => {
    await drawn(page, /2 × 1 in/)
    t.notOk(await page.locator('#size-sides').isVisible())
    await page.selectOption('#size', 'sides')
    t.equal(await page.locator('#size-along').inputValue(), '1')
    await page.selectOption('#size-unit', 'mm')
    t.equal(await page.locator('#size-across').inputValue(), '50.8')
    await page.fill('#size-across', '32')
    await page.fill('#size-along', '57')
    await drawn(page, /32 × 57 mm/)
    t.match(query(answers.at(-1)!.target), { size: '32x57mm', orientation: 'portrait' })
    await page.locator('#print').click()
    await page.locator('body[data-printed="1"]').waitFor()
    await page.evaluate('dispatchEvent(new Event("beforeprint"))')
    const rule = await page.evaluate<string>('document.adoptedStyleSheets[0].cssRules[0].cssText')
    t.match(rule, /size: 32mm 57mm/)
    await page.fill('#size-along', '3')
    await page.locator('#size-error:not([hidden])').waitFor()
    t.match(await page.locator('#size-error').innerText(), /^“32x3mm” is not possible here/)
    await page.selectOption('#size', '4x6')
    await drawn(page, /4 × 6 in/)
    t.equal(await page.locator('.error:visible').count(), 0)
  })
})

t.test('a label is called as on its box: it is listed, drawn in its size, and stays', absentOrBrief, async (t) => {
  await on(t, '#type=qr&text=QZ-0001&size=2x1', async ({ page, answers }) => {
    await drawn(page, /2 × 1 in/)
    await page.selectOption('#size', 'sides')
    const listed = await page.locator('#size-names option').evaluateAll((all) => all.map((each) => each.outerHTML))
    t.ok(
      listed.some((option) => /value="dk-11209".*Brother, 62 × 29 mm/.test(option)),
      'it can be searched',
    )
    const [answer] = await Promise.all([asked(page, { size: 'dk-11201' }), page.fill('#size-name', 'DK 11201')])
    t.equal(answer.status(), 200)
    await drawn(page, /90 × 29 mm|29 × 90 mm/)
    t.same([await page.inputValue('#size-across'), await page.inputValue('#size-along')], ['29', '90'])
    t.same(await violations(page), [])
    // tape wants a length, and the service says so
    await page.fill('#size-name', 'dk-22205')
    await page.locator('#size-error:not([hidden])').waitFor()
    const repair = page.getByRole('button', { name: /dk-22205x100/ })
    await Promise.all([asked(page, { size: 'dk-22205x100' }), repair.first().click()])
    await drawn(page, /62 × 100 mm|100 × 62 mm/)
    await page.reload()
    await drawn(page, /62 × 100 mm|100 × 62 mm/)
    t.equal(await page.inputValue('#size-name'), 'dk-22205x100', 'in the address')
    await Promise.all([asked(page, { size: '62x50mm' }), page.fill('#size-along', '50')])
    t.equal(await page.inputValue('#size-name'), '', 'other sides are another label')
    t.ok(answers.length > 0)
  })
})

t.test('what was typed stays when one comes back; a link wins; a button forgets', absentOrBrief, async (t) => {
  await on(t, '', async ({ page }) => {
    const { origin } = new URL(page.url())
    const text = page.locator('#text')
    t.notOk(await page.locator('#kept').isVisible(), 'nothing is kept yet')
    await page.goto(`${origin}/#type=qr&text=linked`)
    await drawn(page, /QR Code/)
    await page.goto(`${origin}/docs`)
    await page.goto(`${origin}/`)
    t.equal(await text.inputValue(), 'QZ-0001', 'nobody has typed what a link says')
    await page.goto(`${origin}/#type=qr&gs1=true&text=(01)09506000134352`)
    await page.locator('#elements li').waitFor()
    t.notOk(await page.locator('#kept').isVisible(), 'nor what its editor makes of it')
    await page.goto(`${origin}/docs`)
    await page.goto(`${origin}/`)

    await page.fill('#text', 'mine & ünique')
    await page.fill('#title', 'Aisle 7')
    await page.selectOption('#size', '40x20')
    await drawn(page, /40 × 20 mm/)
    const shared = await page.locator('#page-link').inputValue()
    await page.goto(`${origin}/docs`)
    await page.goto(`${origin}/`)
    await drawn(page, /40 × 20 mm/)
    t.equal(await text.inputValue(), 'mine & ünique')
    t.equal(await page.locator('#title').inputValue(), 'Aisle 7')
    await page.goto(`${origin}/docs`)
    await page.goto(`${origin}/#type=qr&text=linked`)
    await drawn(page, /QR Code/)
    t.equal(await text.inputValue(), 'linked')
    t.equal(await page.locator('#title').inputValue(), '')

    await page.locator('#forget').click()
    await page.locator('#notice', { hasText: 'forgotten' }).waitFor()
    t.equal(await text.inputValue(), 'QZ-0001')
    t.equal(await numberIn(page, 'localStorage.length'), 0)
    await page.goto(`${origin}/docs`)
    await page.goto(`${origin}/`)
    t.equal(await text.inputValue(), 'QZ-0001')

    await page.goto(`${origin}/docs`)
    await page.goto(shared)
    await drawn(page, /40 × 20 mm/)
    t.equal(await text.inputValue(), 'mine & ünique', 'the address of the page says it all')
  })
})

const fragments = [
  '#%',
  '#%E0%A4%A',
  '#%00',
  '#errors%',
  '#text=%&type=%ff',
  '#type=constructor&make=constructor&dpi=toString&size=toString&orientation=valueOf',
  '#__proto__=x&constructor=x&hasOwnProperty=x&toString=x',
  '#size=0x0mm&scale=1e9&qty=-1&dpi=&rotate=%00&type=',
  '#size=....x....in&make=many&xdim=NaN&text=%F0%9F',
]

const stored: Readonly<Record<string, readonly string[]>> = {
  'quietzone.form': ['%', '#%', '#dpi=toString&size=9x9cm', '#__proto__=1'],
  'quietzone.dpi': ['toString', '__proto__', '203 ', ''],
  'quietzone.rows': ['%', 'null', '{"rows":"table"}', '{"__proto__":{"rows":"series"}}'],
}

t.test('an address of any fragment: the page is there', absentOrBrief, async (t) => {
  for (const path of long ? ['/', '/designs', '/jobs', '/explain', '/check', '/docs'] : ['/']) {
    const here = await visit(`${url}${path}`)
    for (const fragment of fragments) {
      await here.page.goto('about:blank')
      await here.page.goto(`${url}${path}${fragment}`)
      if (path === '/docs') await here.page.locator('#errors').waitFor()
      t.same(here.faults.splice(0), [], `${path}${fragment}`)
    }
    await here.close()
  }
})

t.test('whatever the browser has kept: the page is there', absentOrBrief, async (t) => {
  const here = await visit(url)
  for (const [name, texts] of Object.entries(stored)) {
    for (const text of texts) {
      await here.page.evaluate(
        `localStorage.clear(); localStorage.setItem(${JSON.stringify(name)}, ${JSON.stringify(text)})`,
      )
      await here.page.reload()
      await here.page.locator('#stage[data-state=shown]').waitFor()
      t.same(here.faults.splice(0), [], `${name}: ${text}`)
    }
  }
  await here.close()
})
