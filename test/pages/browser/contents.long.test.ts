/** The forms of contents on the page: they write the text, follow it, and keep a password off the label. */

import type { Page } from 'playwright-core'
import t from 'tap'
import { languageCodes } from '../../../src/pages/words/index.ts'
import { long } from '../../random.ts'
import { violations } from '../axe.ts'
import { absent, drawn, read, seen } from '../browser.ts'
import { on, tolerant } from '../label-page.ts'

const fill = async (page: Page, values: Readonly<Record<string, string>>): Promise<void> => {
  for (const [name, value] of Object.entries(values)) {
    const control = page.locator(`#content-${name}`)
    if ((await control.getAttribute('type')) === 'checkbox') await control.setChecked(value === 'true')
    else if ((await page.locator(`select#content-${name}`).count()) > 0) await control.selectOption(value)
    else await control.fill(value)
  }
}

t.test('WiFi: escaped, without its password in print unless that is asked for', absent, async (t) => {
  await on(t, '', async ({ page }) => {
    await drawn(page, /Code 128/)
    await page.selectOption('#contents', 'wifi')
    await page.locator('#content-network:focus').waitFor()
    await page.locator('#content-network').pressSequentially('Lager')
    await fill(page, { password: 'Grüß:Gott,99' })
    await page.press('#content-password', 'Tab')
    await page.locator('#content-password-error', { hasText: 'letters without accents' }).waitFor()
    await fill(page, { password: 'quiet:zone' })
    await drawn(page, /QR Code/)
    t.equal(await page.inputValue('#caption'), 'Lager', 'the whole name, however it is typed')
    await fill(page, { network: 'Café; 2', password: 'pa:ss"word' })
    await drawn(page, /QR Code/)
    t.equal(await page.inputValue('#text'), 'WIFI:T:WPA;S:Café\\; 2;P:pa\\:ss\\"word;;')
    t.equal(await page.inputValue('#caption'), 'Café; 2')
    await read(t, await seen(page), 'qr', 'WIFI:T:WPA;S:Café\\; 2;P:pa\\:ss\\"word;;')
    await page.fill('#caption', '')
    t.equal(await page.inputValue('#caption'), 'Café; 2', 'without words the label would show the text')
    await page.locator('#content-printed').check()
    t.equal(await page.inputValue('#caption'), 'Café; 2\npa:ss"word')
    t.same(await violations(page), [])

    await page.fill('#text', 'WIFI:T:nopass;S:Guest;;')
    t.equal(await page.inputValue('#content-network'), 'Guest', 'an edited text is read back')
    t.equal(await page.inputValue('#content-security'), 'nopass')
    await page.fill('#text', 'QZ-0001')
    t.equal(await page.inputValue('#contents'), '', 'another text has no form')
    t.notOk(await page.locator('#text-form').isVisible())

    await page.fill('#text', 'WIFI:T:WPA;S:A;B;P:x:12345678;;')
    await page.locator('#offers button').click()
    await drawn(page, /QR Code/)
    t.equal(await page.inputValue('#text'), 'WIFI:T:WPA;S:A\\;B;P:x\\:12345678;;')
  })
})

t.test('nothing that a form has made outlives it', absent, async (t) => {
  await on(t, '#type=code128&text=A-1', async ({ page }) => {
    const kept = async () =>
      Object.fromEntries(new URLSearchParams(await page.evaluate<string>('location.hash.slice(1)')))
    const before = { type: 'code128', text: 'A-1' }
    await page.selectOption('#contents', 'contact')
    await fill(page, { family: 'Doe', phone: '+491511234567' })
    await drawn(page, /QR Code/)
    t.match(await kept(), { caption: 'Doe' })
    await page.selectOption('#contents', 'wifi')
    t.match(await kept(), before, 'the form before it has gone with all that it made')
    await fill(page, { network: 'Lager', password: '12345678' })
    t.match(await kept(), { caption: 'Lager', text: 'WIFI:T:WPA;S:Lager;P:12345678;;' })
    await page.selectOption('#contents', 'contact')
    t.match(await kept(), { caption: 'Doe', text: /TEL:/ }, 'what was entered is there again')
    await page.selectOption('#contents', 'epc')
    await fill(page, { name: 'Doe', iban: 'DE71110220330123456789' })
    t.match(await kept(), { level: 'M', eci: 'utf8', caption: 'Doe' })
    await page.fill('#text', 'B-2')
    t.strictSame(await kept(), { type: 'qr', text: 'B-2' }, 'a text by hand keeps the symbol in which it is seen')
    await page.selectOption('#contents', 'wifi')
    await page.fill('#caption', 'My words')
    await page.locator('label:has([name=make][value=many])').click()
    t.notMatch(await kept(), { caption: /./ }, 'rows have words of their own')
    await page.fill('#title', 'All')
    await page.locator('label:has([name=make][value=label])').click()
    t.strictSame(await kept(), { type: 'qr', text: 'B-2', caption: 'My words' })
    await page.evaluate(`location.hash = '#type=qr&text=WIFI:T:WPA;S:Net;P:12345678;;&caption=Hall'`)
    await page.locator('#text-form').waitFor({ state: 'hidden' })
    t.match(await kept(), { text: 'WIFI:T:WPA;S:Net;P:12345678;;', caption: 'Hall' }, 'a link is as it says')
  })
})

t.test('payments: level M and UTF-8, nothing while something is wrong', absent, async (t) => {
  await on(t, '#type=datamatrix&text=A', async ({ page }) => {
    await drawn(page, /Data Matrix/)
    await page.selectOption('#contents', 'epc')
    await fill(page, { name: 'Franz Mustermänn', iban: 'DE71 1102 2033 0123 4567 88', amount: '12,3' })
    t.equal(await page.inputValue('#text'), '')
    await page.locator('#content-iban-error', { hasText: 'This IBAN is wrong.' }).waitFor()
    t.notOk(await page.locator('#content-bic-error').isVisible())
    await fill(page, { iban: 'DE71 1102 2033 0123 4567 89', reference: 'RF18 5390 0754 7034' })
    await drawn(page, /QR Code/)
    const fragment = new URLSearchParams(new URL(page.url()).hash.slice(1))
    t.match(Object.fromEntries(fragment), { level: 'M', eci: 'utf8', caption: 'Franz Mustermänn\nEUR 12.30' })
    const text = 'BCD\n002\n1\nSCT\n\nFranz Mustermänn\nDE71110220330123456789\nEUR12.30\n\nRF18539007547034'
    t.equal(fragment.get('text'), text)
    t.equal(await page.locator('#content-note').count(), 0)
    await page.selectOption('#contents', 'swiss')
    await page.locator('#content-note', { hasText: /data of the QR code alone.* 7 × 7 mm .*46 × 46 mm/ }).waitFor()
    for (const amount of ["1'250.5", '1’250.50']) {
      await page.fill('#content-amount', amount)
      await page.press('#content-amount', 'Tab')
      t.ok(await page.locator('#content-amount-error').isHidden(), `${amount}, as the Swiss write it`)
    }
    await page.locator('label:has([name=make][value=many])').click()
    t.notOk(await page.locator('#text-form').isVisible(), 'rows have no form')
  })
})

t.test('forms of trades: separators as escapes, what is there is followed', absent, async (t) => {
  await on(t, '#type=code128&text=A-1', async ({ page }) => {
    const kept = async () =>
      Object.fromEntries(new URLSearchParams(await page.evaluate<string>('location.hash.slice(1)')))
    await drawn(page, /Code 128/)
    await page.selectOption('#contents', 'iso15434')
    await fill(page, { elements: '1P1234\nQ10' })
    await drawn(page, /Data Matrix/)
    const message = '[)>\\x1e06\\x1d1P1234\\x1dQ10\\x1e\\x04'
    t.match(await kept(), { text: message, escapes: 'true', type: 'datamatrix' })
    await read(t, await seen(page), 'datamatrix', '[)>\x1e06\x1d1P1234\x1dQ10\x1e\x04')
    await page.fill('#text', message.replace('1P1234', '1P9'))
    t.equal(await page.inputValue('#content-elements'), '1P9\nQ10', 'an edited text is read back, without its escapes')
    await page.selectOption('#contents', 'hibc')
    t.match(await kept(), { text: /1P9/, escapes: 'true', type: 'datamatrix' }, 'an edited text stays, as it is seen')
    await page.evaluate(`location.hash = '#type=code128&text=A-1'`)
    await page.locator('#text-form').waitFor({ state: 'hidden' })
    await page.selectOption('#contents', 'iso15434')
    await fill(page, { elements: '1P1234' })
    await page.selectOption('#contents', 'hibc')
    t.strictSame(await kept(), { type: 'code128', text: 'A-1' }, 'the form before it has gone with its escapes')
    await fill(page, { labeler: 'A123', product: 'BJC5D6E7', unit: '1' })
    await drawn(page, /Code 128/)
    t.match(await kept(), { text: '+A123BJC5D6E71G', type: 'code128' }, 'a symbol that can carry it stays')
    await fill(page, { expiry: '2026-12-31', lot: 'L1' })
    t.match(await kept(), { text: /^\+A123BJC5D6E71\/\$\$3261231L1.$/ })
    await page.selectOption('#contents', 'isbt128')
    await fill(page, { donation: 'G1234 17 654321' })
    t.match(await kept(), { text: '=G12341765432170', caption: 'G1234 17 654321 A' })
    await fill(page, { bloodGroup: '5100' })
    await drawn(page, /Data Matrix/)
    t.match(await kept(), { text: '=+02000=G12341765432170=%5100', type: 'datamatrix' })
  })
})

t.test('every content has its form, in every language, on a phone too', absent, async (t) => {
  for (const lang of long ? languageCodes : (['de'] as const)) {
    await tolerant(`?lang=${lang}`, async ({ page, faults }) => {
      await page.setViewportSize({ width: 320, height: 800 })
      const names = await page.evaluate<string[]>(
        `[...document.querySelectorAll('#contents option')].map(({ value }) => value)`,
      )
      for (const name of names) {
        await page.selectOption('#contents', name)
        if (name === '') continue
        await page.locator('#text-form .hint').first().waitFor()
        t.same(await violations(page), [], `${lang} ${name}`)
        t.equal(await page.evaluate('document.documentElement.scrollWidth'), 320)
      }
      t.same(faults, [])
    })
  }
})
