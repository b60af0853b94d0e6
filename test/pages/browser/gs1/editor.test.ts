/** The main page in GS1 mode: a message is built from elements, pasted, broken and mended. */

import t from 'tap'
import { absentOrBrief, drawn, read } from '../../browser.ts'
import {
  asked,
  chooseGs1,
  element,
  focused,
  gs,
  message,
  pasted,
  pictureOf,
  symbolOf,
  valueField,
} from '../../gs1-page.ts'
import { on } from '../../label-page.ts'

t.test('an SSCC is built by hand, and its check digit is offered', absentOrBrief, async (t) => {
  await on(t, '', async (here) => {
    const { page } = here
    await drawn(page, /Code 128/)
    await chooseGs1(page, 'true')
    await page.locator('#companions button', { hasText: 'SSCC' }).click()
    t.equal(await page.inputValue('#text'), '(00)', 'the sample of plain text is none of a message')
    t.equal(await focused(page), '(00) SSCC')
    await page.keyboard.type('10614141123456789')
    t.equal(await element(page, '00').locator('.error:visible').count(), 0, 'what is not finished is not wrong')
    t.match(await element(page, '00').locator('.hint').innerText(), /^18 digits, the last is a check digit; 17 so far$/)
    t.equal(await page.inputValue('#text'), '(00)10614141123456789', 'it is not completed unasked')
    await page.keyboard.press('Tab')
    t.equal(await focused(page), 'Add the check digit 7')
    t.match(
      await element(page, '00').locator('.error').innerText(),
      /^It is too short or too long\.$/,
      'whoever leaves has finished',
    )
    await page.keyboard.press('Enter')
    t.match(await focused(page), /^\(00\)/, 'the focus goes back to the value')
    await symbolOf(t, here, /GS1-128/, '(00)106141411234567897')
    await read(t, await pictureOf(here), 'code128', '00106141411234567897')
    t.match(page.url(), /#type=code128&gs1=true&text=%2800%29106141411234567897/)
  })
})

t.test('a GTIN with batch and date is built with the keyboard alone', absentOrBrief, async (t) => {
  await on(t, '#type=datamatrix&gs1=true&text=', async (here) => {
    const { page } = here
    await page.locator('#add').click()
    await page.keyboard.type('gtin')
    t.equal(await page.locator('#add').getAttribute('aria-expanded'), 'true')
    const active = await page.locator('#add').getAttribute('aria-activedescendant')
    t.match(await page.locator(`#${active}[aria-selected=true]`).innerText(), /^\(01\)\s+GTIN/)
    await page.keyboard.press('Enter')
    await page.keyboard.type('09506000134352')
    await page.keyboard.press('Enter')
    t.equal(await focused(page), 'Add an element', 'Enter leads on')
    await page.keyboard.type('expiry')
    await page.keyboard.press('Enter')
    await element(page, '17').locator('input[type=date]').fill('2026-12-31')
    t.equal(await valueField(page, '17').inputValue(), '261231')
    t.equal(await element(page, '17').locator('.hint').innerText(), '31 December 2026')
    await valueField(page, '17').fill('261200')
    t.equal(await element(page, '17').locator('.hint').innerText(), 'December 2026', 'a month by typing')
    t.equal(await element(page, '17').locator('input[type=date]').inputValue(), '')
    await valueField(page, '17').fill('261231')
    await page.keyboard.press('Enter')
    await page.keyboard.type('batch')
    await page.keyboard.press('Enter')
    await page.keyboard.type('AB-12')
    await symbolOf(t, here, /GS1 DataMatrix/, message)
    await read(t, await pictureOf(here), 'datamatrix', `01095060001343521726123110AB-12`)
    t.equal(await page.locator('.error:visible, .companion').count(), 0)
  })
})

t.test('each of the three forms fills the fields, wherever it is pasted', absentOrBrief, async (t) => {
  await on(t, '#type=qr&gs1=true&text=', async (here) => {
    const { page } = here
    const values = async (): Promise<string[]> => {
      await page.locator('#elements > li').nth(2).waitFor()
      return page.evaluate<string[]>(
        `[...document.querySelectorAll('#elements input[type=text]')].map(({ value }) => value)`,
      )
    }
    const link = 'https://example.com/shop/01/09506000134352/10/AB-12?17=261231'
    await pasted(page, '#add', message)
    t.same(await values(), ['09506000134352', '261231', 'AB-12'], 'where one adds an element')
    for (const [where, text] of [
      ['#text', link],
      ['#elements input', `]C101095060001343521726123110CD${gs}21S1`],
      ['#text', '^010950600013435210AB-12^17261231'],
      ['#elements input', message],
    ] as const) {
      const before = await page.inputValue('#text')
      await pasted(page, where, text)
      await page.locator('#stage[data-state=shown]').waitFor()
      t.not(await page.inputValue('#text'), before)
      t.equal((await values()).length, text.startsWith(']') ? 4 : 3, text)
      t.match(await page.inputValue('#text'), /^\(01\)09506000134352\(1\d\)/, 'in brackets')
    }
    await chooseGs1(page, 'link')
    await pasted(page, '#text', link)
    t.equal(await page.inputValue('#domain'), 'https://example.com/shop', 'a link keeps its domain')
    await page.locator('#stage[data-state=shown]').waitFor()
    t.equal(asked(here).get('gs1'), 'link')
    t.equal(asked(here).get('domain'), 'https://example.com/shop')
    await chooseGs1(page, 'false')
    await drawn(page, /QR Code/)
    t.equal(asked(here).get('gs1'), null)
    t.equal(asked(here).get('domain'), null)
    t.match(asked(here).get('text'), '(01)09506000134352(10)AB-12', 'the text stays')
    t.notOk(await page.locator('#gs1').isVisible())
  })
})

t.test(
  'what is broken is said at its element at once, without a request, and can be mended',
  absentOrBrief,
  async (t) => {
    await on(t, `#type=datamatrix&gs1=true&text=${message}`, async (here) => {
      const { page, answers } = here
      await drawn(page, /GS1 DataMatrix/)
      const count = answers.length
      const fault = (ai: string) => element(page, ai).locator('.error:visible')

      await valueField(page, '17').fill('261331')
      t.equal(await fault('17').innerText(), 'This is not a date.')
      t.equal(await valueField(page, '17').getAttribute('aria-invalid'), 'true')
      const described = (await valueField(page, '17').getAttribute('aria-describedby'))!.split(' ')
      t.equal(await page.locator(`#${described[0]}`).innerText(), await fault('17').innerText())
      await page.locator('#status', { hasText: '(17): this is not a date.' }).waitFor({ state: 'attached' })
      await page.locator('#print').click()
      t.match(await focused(page), /^\(17\)/, 'printing moves the focus to the fault')

      await valueField(page, '01').fill('09506000134353')
      t.match(await fault('01').innerText(), /^The check digit is wrong\.$/)
      await element(page, '01').locator('button', { hasText: 'Make the check digit 2' }).click()
      t.equal(await fault('01').count(), 0)
      t.equal(await page.locator('#text[aria-invalid]').count(), 0, 'each fault is told once')

      await page.locator('button[aria-label^="Remove (01)"]').click()
      t.match(await focused(page), /^\(17\)/, 'the focus is not lost')
      const lack = page.locator('.companion.required')
      t.equal(await lack.count(), 1, 'what two elements lack is one line')
      t.match(await lack.innerText(), /^\(17\), \(10\) need one of these\.\s+Add \(01\) GTIN/)
      t.equal(answers.length, count, 'nothing was asked')

      await lack.locator('button', { hasText: '(01)' }).click()
      await page.keyboard.type('09506000134352')
      await valueField(page, '17').fill('261231')
      await drawn(page, /GS1 DataMatrix/)
      t.equal(asked(here).get('text'), '(17)261231(10)AB-12(01)09506000134352')
      t.equal(await page.locator('.error:visible, .companion, [aria-invalid]').count(), 0)
    })
  },
)
