import type { Page } from 'playwright-core'
import t from 'tap'
import { absentOrBrief } from '../browser.ts'
import { on } from '../label-page.ts'

const query = (target: string): Record<string, string> =>
  Object.fromEntries(new URL(target, 'http://localhost').searchParams)

const focused = (page: Page): Promise<string> => page.evaluate('document.activeElement.id')

t.test('/explain: the repair is a button too', absentOrBrief, async (t) => {
  await on(t, '', async ({ page, answers }) => {
    await page.goto(new URL('/explain#type=ean13&text=9780306406157%2B51995', page.url()).href)
    await page.locator('#repair button').click()
    await page.locator('.step').first().waitFor()
    t.match(query(answers.at(-1)!.target), { text: '9780306406157', addon: '51995' })
    t.equal(await focused(page), 'text')
    t.equal(await page.locator('#repair button').count(), 0)
  })
})
