import t from 'tap'
import { parameters } from '../../../src/request/params.ts'
import { absent, drawn, numberIn, read, seen } from '../browser.ts'
import { on } from '../label-page.ts'

t.test('type, see, change', absent, async (t) => {
  await on(t, '', async ({ page }) => {
    await drawn(page, /Code 128 drawn, 4 × 6 in/)
    await read(t, await seen(page), 'code128', 'QZ-0001')
    t.equal(await numberIn(page, 'document.querySelector("#paper img").naturalWidth'), 1200)

    await page.keyboard.type('Box 17')
    await page.locator('#paper img[alt*="Box 17"]').waitFor()
    await read(t, await seen(page), 'code128', 'Box 17')

    await page.selectOption('#type', 'qr')
    await drawn(page, /QR Code/)
    await read(t, await seen(page), 'qr', 'Box 17')

    await page.selectOption('#size', '62x100')
    await page.locator('label:has([value=portrait])').click()
    await drawn(page, /62 × 100 mm/)
    const { width, height } = (await page.locator('#paper img').boundingBox())!
    t.ok(Math.abs(width / height - 732 / 1181) < 0.005, `${width} x ${height}: true proportions`)
    await page.locator('label:has(#actual)').click()
    t.ok(Math.abs((await page.locator('#paper img').boundingBox())!.width - (62 / 25.4) * 96) < 0.5, 'actual size')

    await page.locator('label:has([name=make][value=barcode])').click()
    await page.selectOption('#type', 'itf14')
    await page.fill('#text', '1540014128876')
    await page.fill('#height', '8')
    await page.locator('label:has([name=rotate][value=R])').click()
    await drawn(page, /ITF-14/)
    await page.locator('label:has([name=view][value=fit])').click()
    const turned = (await page.locator('#paper img').boundingBox())!
    t.ok(turned.height > turned.width, 'it is upright')
    await read(t, await seen(page), 'itf14', '15400141288763')
  })
})

t.test('an untouched text follows the symbology, and each of them is drawn', absent, async (t) => {
  await on(t, '#make=barcode&type=code128&text=QZ-0001', async ({ page, answers }) => {
    for (const type of parameters.barcode.type.words) {
      await page.selectOption('#type', type)
      const name = await page.locator('#type option:checked').innerText()
      await drawn(page, new RegExp(`^${name} drawn`))
    }
    // what is doubtful is asked for once more, strictly, for the change that leaves no doubt
    const drawings = answers.filter(({ target }) => !target.includes('&strict=true'))
    t.same([...new Set(drawings.map(({ status }) => status))], [200])
  })
})

t.test('several errors, each beside its field', absent, async (t) => {
  await on(t, '#type=ean13&text=4006381333931', async ({ page }) => {
    const shown = (name: string): Promise<string> => page.locator(`#${name}-error:not([hidden])`).innerText()
    await drawn(page, /EAN-13/)
    await page.fill('#qty', '501')
    t.equal(await shown('qty'), 'A number from 1 to 500.')
    await page.locator('label:has([name=make][value=barcode])').click()
    await page.fill('#scale', '11')
    await page.fill('#height', '0.5')
    await page.locator('#height-error:not([hidden])').waitFor()
    t.same(
      [await shown('scale'), await shown('height')],
      ['A number from 1 to 10.', 'A number from 1 to 100.'],
      'two at once, each where it belongs',
    )
    await page.route('**/api/v1/barcode?*', (route) =>
      route.fulfill({ status: 422, json: { error: { code: 'too_many_labels', message: 'size: y' } } }),
    )
    await page.fill('#scale', '2')
    await page.locator('#text-error:not([hidden])').waitFor()
    t.equal(
      await shown('text'),
      'These are more labels than one document takes.',
      'an error without faults is shown as a whole',
    )
    t.equal(await page.locator('.error:visible').count(), 1)
  })
  const long = 'A'.repeat(250)
  await on(t, `#type=qr&size=25x10&text=${'A'.repeat(1000)}`, async ({ page }) => {
    await page.locator('#size-error:not([hidden])').waitFor()
    t.match(await page.locator('#size-error').innerText(), /^This is too large to fit\.$/)
  })
  await on(t, `#make=barcode&type=code128&scale=10&height=100&text=${long}`, async ({ page }) => {
    await drawn(page, /Code 128/)
    await page.locator('#download-png').click()
    t.match(
      await page.locator('#scale-error:not([hidden])').innerText(),
      /^This is too large to fit\.$/,
      'the SVG is there, the PNG is too large',
    )
  })
})

t.test('the page can be used with the keyboard alone', absent, async (t) => {
  await on(t, '', async ({ page }) => {
    await drawn(page, /Code 128/)
    t.equal(await page.evaluate('document.activeElement.id'), 'text', 'one can begin to type')
    await page.evaluate(`document.querySelector('#options-line').open = true`)
    const here = (): Promise<string> =>
      page.evaluate('document.activeElement.id || document.activeElement.name || document.activeElement.textContent')
    const met: string[] = []
    for (let name = ''; met.length < 50 && name !== 'text'; name = await here()) {
      if (name !== '') met.push(name)
      const marked = await page.evaluate(`(() => {
        const focused = document.activeElement
        const shows = (element) => element && getComputedStyle(element).outlineStyle !== 'none'
        return focused === document.body || shows(focused) || shows(focused.nextElementSibling)
      })()`)
      t.ok(marked, `${name || 'text'}: focus can be seen`)
      await page.keyboard.press('Tab')
    }
    for (const name of [
      'escapes',
      'type',
      'Options',
      'title',
      'caption',
      'size',
      'qty',
      'orientation',
      'layout',
      'showtext',
      'print',
      'download-pdf',
      'download-png',
      'download-svg',
      'download-zpl',
      'copy-image',
      'view',
      'actual',
      'page-copy',
      'url-copy',
      'img-copy',
      'curl-copy',
      'API',
    ].filter((name) => name !== 'actual')) {
      t.ok(met.includes(name), `Tab comes by ${name}: ${met}`)
    }

    await page.evaluate(`document.querySelector('#options-line').open = false`)
    await page.keyboard.press('Escape')
    await page.keyboard.type('Q')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('Z')
    t.equal(await page.locator('#text').inputValue(), 'Q\nZ', 'Esc begins anew, Shift+Enter is a new line')
    await page.keyboard.press('Tab')
    await page.keyboard.type('QR')
    await page.keyboard.press('Tab')
    // the text is free, and the options are closed
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Aisle 7')
    await page.keyboard.press('Tab')
    await page.keyboard.type('M8')
    await page.keyboard.press('Enter')
    await page.keyboard.type('x 40')
    await page.keyboard.press('Tab')
    for (let i = 0; i < 6; i++) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowUp')
    // what is set once is open: the profile and the position of words come before the orientation
    for (let i = 0; i < 4; i++) await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowRight')
    await drawn(page, /QR Code drawn, 2 × 3 in/)
    t.equal(
      await page.evaluate('location.hash'),
      '#type=qr&text=Q%0AZ&title=Aisle+7&caption=M8%0Ax+40&size=3x2&orientation=portrait&qty=2',
    )
    await page.keyboard.press('Control+Enter')
    t.equal(await numberIn(page, 'printed'), 1)
    t.equal(await page.locator('#print').innerText(), 'Print 2 labels')
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Control+s')])
    t.equal(download.suggestedFilename(), 'label-3x2-qr.pdf')
  })
})
