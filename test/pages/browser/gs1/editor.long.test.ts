/** The page in GS1 mode: what the quick tests leave out. */

import t from 'tap'
import { pngPicture } from '../../../oracle/picture.ts'
import { absent, drawn, read } from '../../browser.ts'
import { add, asked, chooseGs1, element, focused, gs, message, pasted, pictureOf, valueField } from '../../gs1-page.ts'
import { on } from '../../label-page.ts'

t.test('the list of AIs by keyboard and pointer', absent, async (t) => {
  await on(t, '#type=datamatrix&gs1=true&text=', async ({ page }) => {
    const input = page.locator('#add')
    const active = async (): Promise<string> => {
      const id = await input.getAttribute('aria-activedescendant')
      t.equal(await page.locator('#add-list [aria-selected=true]').count(), id === null ? 0 : 1)
      return id === null ? '' : page.locator(`#${id} .ai`).innerText()
    }
    const press = async (key: string): Promise<string> => page.keyboard.press(key).then(active)
    await page.locator('#gs1').waitFor()
    await input.focus()
    t.notOk(await page.locator('#add-list').isVisible(), 'it does not open by itself')
    t.equal(await press('ArrowDown'), '(01)', 'without a word, what is common comes first')
    t.equal(await press('ArrowDown'), '(00)')
    t.equal(await press('ArrowUp'), '(01)')
    t.equal(await press('ArrowUp'), '(99)', 'round the end')
    t.equal(await press('Home'), '(01)')
    t.equal(await press('End'), '(99)')
    t.ok(
      await page.evaluate<boolean>(`(() => {
        const [list, option] = [document.querySelector('#add-list'), document.querySelector('[aria-selected=true]')]
          .map((each) => each.getBoundingClientRect())
        return option.bottom <= list.bottom + 1
      })()`),
      'the list scrolls to it',
    )
    t.equal(await press('Escape'), '')
    t.equal(await input.getAttribute('aria-expanded'), 'false')
    t.equal(await focused(page), 'Add an element')
    await page.keyboard.type('zebra')
    t.notOk(await page.locator('#add-list').isVisible())
    t.equal(await page.locator('#add-count').textContent(), 'Nothing found')
    await page.keyboard.press('Enter')
    t.equal(await page.inputValue('#text'), '', 'what is not there is not added')
    await input.fill('weight kg')
    await page.locator('#add-list [role=option]', { hasText: '(330n)' }).click()
    t.equal(await page.inputValue('#text'), '(3300)')
    t.equal(await focused(page), '(3300) Gross weight, kg')
    t.equal(await input.inputValue(), '')
    await input.fill('330')
    t.match(await page.locator('#add-list [role=option]').first().innerText(), /in the message$/)
    await page.keyboard.press('Enter')
    t.equal(await page.inputValue('#text'), '(3300)', 'what is there is shown, not added again')
    t.equal(await focused(page), '(3300) Gross weight, kg')
    await page.keyboard.press('Escape')
    t.equal(await page.evaluate('document.activeElement.id'), 'text', 'Esc leads back to the text')
  })
})

t.test('decimals choose the AI of a measure', absent, async (t) => {
  await on(t, '#type=datamatrix&gs1=true&text=(01)09506000134352', async (here) => {
    const { page } = here
    await add(page, 'net weight kg')
    const shown = (): Promise<string> => page.locator('#elements li').nth(1).innerText()
    const field = page.locator('#elements li').nth(1).locator('input')
    for (const [typed, text, label, meaning] of [
      ['1', '(3100)000001', '(3100)', '1 kg'],
      ['1.', '(3100)000001', '(3100)', '1 kg'],
      ['1.2', '(3101)000012', '(3101)', '1.2 kg'],
      ['1,234', '(3103)001234', '(3103)', '1.234 kg'],
      ['0.00012', '(3105)000012', '(3105)', '0.00012 kg'],
    ] as const) {
      await field.fill(typed)
      t.equal(await page.inputValue('#text'), `(01)09506000134352${text}`)
      t.ok((await shown()).startsWith(label) && (await shown()).endsWith(meaning), await shown())
      t.equal(await field.inputValue(), typed, 'what is typed stays')
    }
    await field.fill('1.234567')
    t.match(await shown(), /Only digits are possible\./)
    await field.fill('2.50')
    await drawn(page, /GS1 DataMatrix/)
    await read(t, await pictureOf(here), 'datamatrix', '01095060001343523102000250')
  })
})

t.test('the list of barcodes has those that can carry the message, and says why not the others', absent, async (t) => {
  await on(t, '#make=barcode&type=ean13&gs1=true&text=(01)04006381333931', async (here) => {
    const { page } = here
    await drawn(page, /EAN-13/)
    // the editor may come after the picture
    await page.locator('#elements li').waitFor()
    const options = (): Promise<string[]> =>
      page.evaluate(`[...document.querySelectorAll('#type option:disabled')].map(({ text }) => text)`)
    const micro = ['Micro QR Code: not in GS1', 'Code 39: not in GS1']
    t.same(await options(), micro)
    await read(t, await pictureOf(here), 'ean13', '4006381333931')
    await add(page, 'batch')
    await page.keyboard.type('AB')
    await page.locator('#type-error:not([hidden])').waitFor()
    t.equal(await page.locator('#type-error').innerText(), 'EAN-13 does not carry this message.')
    t.equal((await options()).filter((text) => text.endsWith('a GTIN (01) alone')).length, 4)
    t.same(await page.locator('#instead button').allInnerTexts(), ['GS1-128', 'GS1 QR Code', 'GS1 DataMatrix'])
    await page.locator('#instead button').first().click()
    await drawn(page, /GS1-128/)
    t.equal(await page.evaluate('document.activeElement.id'), 'type', 'the focus is not lost')
    await chooseGs1(page, 'link')
    t.match(await page.locator('#type-error:not([hidden])').innerText(), /^Code 128 does not carry this message\.$/)
    t.same(await page.locator('#instead button').allInnerTexts(), ['QR Code', 'Data Matrix'])
    await page.locator('#instead button').first().click()
    await drawn(page, /QR Code/)
    await read(t, await pictureOf(here), 'qr', 'https://id.gs1.org/01/04006381333931/10/AB')
    await page.fill('#domain', 'https://example.com')
    await page.locator('#stage[data-state=shown]').waitFor()
    await read(t, await pictureOf(here), 'qr', 'https://example.com/01/04006381333931/10/AB')
    await page.fill('#domain', 'nowhere')
    await page.locator('#domain-error:not([hidden])').waitFor()
    await chooseGs1(page, 'false')
    t.same(await options(), [])
    t.match(await page.locator('#type').innerText(), /^Code 128\nQR Code\nMicro QR Code\n/)
  })
})

t.test('going to GS1 and back keeps the text, but not a sample', absent, async (t) => {
  await on(t, '#type=qr&text=AB(12', async ({ page }) => {
    await chooseGs1(page, 'true')
    await page.locator('#gs1').waitFor()
    t.equal(await page.inputValue('#text'), 'AB(12')
    t.match(await page.locator('#add-hint').innerText(), /becomes the value/)
    await add(page, 'batch')
    t.equal(await page.inputValue('#text'), '(10)AB\\(12')
    t.equal(await valueField(page, '10').inputValue(), 'AB(12')
    await chooseGs1(page, 'false')
    await page.locator('#paper img[alt*="AB"]').waitFor()
    t.equal(await page.inputValue('#text'), '(10)AB\\(12')
    await page.selectOption('#type', 'ean13')
    await page.fill('#text', '400638133393')
    await chooseGs1(page, 'true')
    t.equal(await page.inputValue('#text'), '')
    await page.locator('#note', { hasText: 'Add an element' }).waitFor()
    await chooseGs1(page, 'false')
    t.equal(await page.inputValue('#text'), '400638133393')
  })
})

t.test('a hand scanner types into the text', absent, async (t) => {
  await on(t, '#type=datamatrix&gs1=true&text=', async (here) => {
    const { page } = here
    await page.locator('#gs1').waitFor()
    await page.keyboard.type(']C1010950600013435210AB')
    await page.keyboard.insertText(gs)
    await page.keyboard.type('17261231')
    await page.keyboard.press('Enter')
    await drawn(page, /GS1 DataMatrix/)
    t.equal(asked(here).get('text'), '(01)09506000134352(10)AB(17)261231')
    t.equal(await page.locator('#elements li').count(), 3)
  })
})

t.test('a web page of a product is a value, and a part of a text is no message', absent, async (t) => {
  await on(t, '#type=qr&gs1=true&text=(01)09506000134352(8200)', async ({ page }) => {
    await page.locator('#elements li').nth(1).waitFor()
    const link = 'https://example.com/01/09506000134352'
    await page.locator('#elements input').nth(1).focus()
    await pasted(page, '#elements li:last-child input', link)
    t.equal(await page.inputValue('#text'), `(01)09506000134352(8200)${link}`)
  })
})

t.test('what the service alone knows is said at its element too', absent, async (t) => {
  await on(t, `#type=datamatrix&gs1=true&text=${message}`, async ({ page }) => {
    await drawn(page, /GS1 DataMatrix/)
    const fault = {
      parameter: 'text',
      code: 'gs1_invalid_value',
      ai: '10',
      rule: 'nonzero',
      from: 31,
      to: 35,
      message: 'AI (10) BATCH/LOT: "AB-13" is taken',
    }
    const other = { parameter: 'text', code: 'gs1_syntax', message: 'the whole is too much' }
    await page.route('**/api/v1/label?*', (route) =>
      route.fulfill({ status: 422, json: { error: { code: 'x', message: 'no', faults: [fault, other] } } }),
    )
    await valueField(page, '10').fill('AB-13')
    await element(page, '10').locator('.error', { hasText: 'It must be more than 0.' }).waitFor()
    t.equal(
      await page.locator('#text-error').innerText(),
      'This is not a GS1 message: each value stands behind its AI in brackets, such as (01)09506000134352.',
    )
    await valueField(page, '10').fill('AB-14')
    t.equal(await element(page, '10').locator('.error:visible').count(), 0, 'it was said of another text')
  })
})

t.test('a message of more elements than have fields, or of unknown AIs, loses nothing', absent, async (t) => {
  const many = Array.from({ length: 70 }, (_, i) => `(${91 + (i % 9)})${i}`).join('')
  await on(t, `#type=qr&gs1=true&text=${many}`, async ({ page }) => {
    await page.locator('#elements-more:not([hidden])').waitFor()
    t.equal(await page.locator('#elements-more').innerText(), '10 more elements are in the text alone.')
    await page.locator('button[aria-label^="Remove"]').first().click()
    t.equal(await page.inputValue('#text'), many.slice('(91)0'.length))
    await page.fill('#text', '^10AB^05x')
    await page.locator('#text-error:not([hidden])').waitFor()
    t.equal(await page.locator('#elements input[readonly]').count(), 1, 'what is not understood is not lost by an edit')
    t.ok(await page.locator('#add').isDisabled())
    await page.fill('#text', '(10)AB(05)x')
    t.equal(await page.locator('#elements li').count(), 2)
    t.match(
      await page.locator('#elements li').nth(1).innerText(),
      /Unknown AI.+GS1 has no application identifier \(05\)/s,
    )
  })
})

t.test('without scripts a GS1 message is typed in brackets', absent, async (t) => {
  await on(t, '', async ({ page }) => {
    const plain = await page.context().browser()!.newContext({ javaScriptEnabled: false })
    const bare = await plain.newPage()
    await bare.goto(page.url())
    await bare.locator('label:has([name=gs1][value=true])').click()
    await bare.locator('#text').fill(message)
    t.notOk(await bare.locator('#gs1, #domain').first().isVisible())
    const [answer] = await Promise.all([
      bare.waitForResponse(/\/api\/v1\/barcode/),
      bare.locator('noscript button:text("Barcode as PNG")').click(),
    ])
    t.equal(answer.status(), 200)
    t.match(answer.url(), /&?gs1=true&/)
    t.notMatch(answer.url(), /domain=/)
    const body = await plain.request.get(answer.url())
    await read(t, pngPicture(await body.body()), 'code128', `0109506000134352172612311` + '0AB-12')
    await plain.close()
  })
})

t.test('a message is explained', absent, async (t) => {
  await on(t, '', async ({ page, answers }) => {
    await drawn(page, /Code 128/)
    await page.goto(new URL('/explain#type=qr', page.url()).href)
    await page.locator('.step').first().waitFor()
    await chooseGs1(page, 'true')
    await page
      .locator('.step', { hasText: /AI|FNC1|element/ })
      .first()
      .waitFor()
    t.match(page.url(), /gs1=true/)
    t.match(answers.at(-1)!.target, /gs1=true/)
    await page.goto(
      new URL(`/explain#type=qr&gs1=link&domain=https%3A%2F%2Fexample.com&text=${message}`, page.url()).href,
    )
    await page.locator('#stage[data-state=shown]').waitFor()
    t.match(answers.at(-1)!.target, /gs1=link&domain=/)
    await chooseGs1(page, 'false')
    await page.locator('#stage[data-state=shown]').waitFor()
    t.notMatch(answers.at(-1)!.target, /gs1|domain/)
  })
})
