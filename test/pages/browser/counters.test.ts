/** What the page says of numbers of counters, of which a picture and a download take none. */

import t from 'tap'
import { Jobs } from '../../../src/printing/index.ts'
import { exampleCounters } from '../../printing/counters/example-counters.ts'
import { storeInMemory } from '../../printing/store/example-store.ts'
import { examplePrinters } from '../../server/api/example-printers.ts'
import { served } from '../../server/http/wire.ts'
import { violations } from '../axe.ts'
import { absent, absentOrBrief, closed, drawn, visited } from '../browser.ts'

const store = storeInMemory()
const counters = exampleCounters(store)
const printers = examplePrinters()
const jobs = new Jobs({ store, printers, answerTo: () => undefined, record: () => {}, log: () => {} })
const service = await served({ printing: { printers, counters, jobs } })
t.teardown(async () => {
  await jobs.close(0)
  await closed()
  await service.close()
  store.close()
})

t.test(
  'a label with a number is drawn with the next one, and says that a download takes none',
  absentOrBrief,
  async (t) => {
    const { next } = counters.get('pallet')!
    const text = encodeURIComponent('QZ-{serial:pallet}')
    for (const [language, said, scans] of [
      ['en', /^It shows the numbers that come next\. Drawings and downloads take no number/, /^Scans: yes/],
      ['de', /^Es zeigt die Nummern, die als Nächste kommen\. Bilder und Downloads nehmen keine Nummer/, /ja/],
      ['es', /^Muestra los números que vienen a continuación\. Ni los dibujos ni las descargas/, /sí/],
    ] as const) {
      await visited(t, `${service.url}/?lang=${language}#type=qr&text=${text}&size=4x6`, async ({ page, answers }) => {
        await drawn(page, /./)
        t.match(await page.locator('#warnings p').allInnerTexts(), [said], language)
        t.match(await page.locator('#verdict').innerText(), scans, 'it is no doubt about the symbol')
        t.same(
          answers.filter(({ target }) => target.includes('strict')),
          [],
          'nothing is asked for that would take it away',
        )
      })
    }
    t.equal(counters.get('pallet')?.next, next)
  },
)

t.test('a counter that is not there is told, with what the text itself would be', absent, async (t) => {
  const text = encodeURIComponent('QZ-{serial:none}')
  await visited(t, `${service.url}/?lang=en#type=qr&text=${text}&size=4x6`, async ({ page }) => {
    await page.locator('text=There is no such counter here').first().waitFor()
    await page.fill('#text', 'QZ-{{serial:none}}')
    await drawn(page, /./)
    t.same(await page.locator('#warnings p').allInnerTexts(), [])
  })
})

t.test('the page of jobs shows counters, makes them and sets them further', absentOrBrief, async (t) => {
  for (const [language, made, overlaps] of [
    ['en', /^The counter lot-en gives 0007 next\.$/, /^Another counter could give the same/],
    ['de', /^Der Zähler lot-de vergibt als Nächstes 0007\.$/, /^Ein anderer Zähler könnte dasselbe vergeben/],
    ['es', /^El contador lot-es da ahora 0007\.$/, /^Otro contador podría dar lo mismo/],
  ] as const) {
    await visited(t, `${service.url}/jobs?lang=${language}`, async ({ page, answers }) => {
      const told = (text: RegExp) => page.locator('#counter-told').filter({ hasText: text }).waitFor()
      await page.click('#counters > summary')
      await page.locator('#counter-list > li', { hasText: '{sscc:pallet}' }).waitFor()
      t.ok(answers.some(({ target }) => target === '/api/v1/counters'))
      t.same(await violations(page), [])
      const name = `lot-${language}`
      await page.fill('#counter-name', name)
      await page.fill('#counter-start', '7')
      await page.fill('#counter-width', '4')
      await page.click('#counter-form button')
      await told(made)
      t.match(counters.get(name), { next: 7, width: 4, step: 1 })
      const row = page.locator('#counter-list > li', { hasText: `{serial:${name}}` })
      await row.filter({ hasText: '0007' }).waitFor()
      await row.locator('button').click()
      t.equal(await page.inputValue('#counter-name'), name)
      t.equal(await page.inputValue('#counter-start'), '', 'where it is stays, unless a number is given')
      await page.fill('#counter-step', '5')
      await page.click('#counter-form button')
      await told(made)
      t.match(counters.get(name), { next: 7, width: 4, step: 5 })
      await page.fill('#counter-name', 'other')
      await page.fill('#counter-prefix', '0614141')
      await page.click('#counter-form button')
      await told(overlaps)
      t.equal(counters.get('other'), undefined)
      const stored = answers.length
      await page.fill('#counter-name', 'No Name')
      await page.click('#counter-form button')
      t.equal(answers.length, stored, 'a name that is none is not sent')
    })
  }
})
