/** What the page says of numbers of counters, of which a picture and a download take none. */

import t from 'tap'
import { exampleCounters } from '../../jobs/example-counters.ts'
import { storeInMemory } from '../../jobs/example-store.ts'
import { examplePrinters } from '../../server/api/example-printers.ts'
import { served } from '../../server/http/wire.ts'
import { absent, closed, drawn, visited } from '../browser.ts'

const store = storeInMemory()
const counters = exampleCounters(store)
const service = await served({ printing: { printers: examplePrinters(), counters } })
t.teardown(async () => {
  await closed()
  await service.close()
  store.close()
})

t.test('a label with a number is drawn with the next one, and says that a download takes none', absent, async (t) => {
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
})

t.test('a counter that is not there is told, with what the text itself would be', absent, async (t) => {
  const text = encodeURIComponent('QZ-{serial:none}')
  await visited(t, `${service.url}/?lang=en#type=qr&text=${text}&size=4x6`, async ({ page }) => {
    await page.locator('text=There is no such counter here').first().waitFor()
    await page.fill('#text', 'QZ-{{serial:none}}')
    await drawn(page, /./)
    t.same(await page.locator('#warnings p').allInnerTexts(), [])
  })
})
