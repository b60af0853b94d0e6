import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { pngPicture } from '../../oracle/picture.ts'
import { zxingTexts } from '../../oracle/zxing.ts'
import { served } from '../../server/http/wire.ts'
import { violations } from '../axe.ts'
import { absentOrBrief, closed, numberIn, type Visit, visit } from '../browser.ts'

const service = await served()
t.teardown(async () => {
  await closed()
  await service.close()
})

/** The second label has a symbol that is cut off, and the program a command that there is not. */
const program = `^XA^PW400^LL300
^FX Ätherisch
^FO40,20^A0N,40,40^FDFirst^FS
^FO40,100^BY2^BCN,80^FDQZ-0001^FS
^XZ
^XA^PW400^LL300
^ZQ
^FO300,100^BY2^BCN,80^FDQZ-0002^FS
^XZ
`

/** Opens the page in a size of its own, lets `use` act on it, and expects no fault. */
async function on(t: Test, path: string, use: (visit: Visit) => Promise<void>, width = 1280): Promise<void> {
  const here = await visit(`${service.url}/zpl${path}`, { viewport: { width, height: 860 } })
  await use(here)
  t.same(here.faults, [], 'no error, no violation of the policy, no request to others')
  await here.close()
}

const shown = (page: Page, which: string): Promise<void> =>
  page
    .locator('#stage[data-state=shown] #which')
    .filter({ hasText: new RegExp(`^${which}$`) })
    .waitFor()

const selected = (page: Page): Promise<string> =>
  page.evaluate('(({ value, selectionStart, selectionEnd }) => value.slice(selectionStart, selectionEnd))(text)')

const place = (page: Page): Promise<string | null> => page.locator('#paper rect.current').getAttribute('x')

/** What the button saves. */
async function saved(page: Page, format: string): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  await page.selectOption('#format', format)
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#save').click()])
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) }
}

t.test('labels, findings and fields of a program, which select each other', absentOrBrief, async (t) => {
  await on(t, '', async ({ page }) => {
    await shown(page, 'Label 1 of 1')
    t.equal(await page.locator('#summary').innerText(), 'Nothing is found.')
    await page.fill('#text', program)
    await shown(page, 'Label 1 of 2')
    t.equal(await page.locator('#paper img').getAttribute('alt'), 'Label 1 as it is printed')

    const finding = page.locator('#findings li').filter({ hasText: 'unknown_command' })
    t.match(await finding.innerText(), /fault[\s\S]*There is no command \^ZQ[\s\S]*\^ZQ line 7/)
    t.same(await page.locator('#marks mark[data-kind=fault]').allInnerTexts(), ['^ZQ', '^BCN,80'])
    await finding.locator('button').click()
    t.equal(await selected(page), '^ZQ', 'behind a letter of two bytes')

    const cut = page.locator('#findings li').filter({ hasText: 'off_page' })
    await cut.locator('button').click()
    t.equal(await selected(page), '^BCN,80')
    await shown(page, 'Label 2 of 2')
    t.equal(await place(page), '300', 'on the label that has the field')

    await page.locator('#previous').click()
    await shown(page, 'Label 1 of 2')
    const paper = (await page.locator('#paper').boundingBox())!
    const scale = paper.width / 400
    await page.mouse.click(paper.x + 100 * scale, paper.y + 140 * scale)
    t.equal(await selected(page), '^BCN,80')
    t.equal(await place(page), '40')
    t.match(await page.locator('#info').innerText(), /^\^BC at 40, 100: QZ-0001$/)
    t.equal(await page.locator('#fields [aria-current]').count(), 1)

    await page.evaluate(`text.setSelectionRange(${program.indexOf('First')}, ${program.indexOf('First')})`)
    await page.locator('#info').filter({ hasText: 'First' }).waitFor()
  })
})

t.test('what is saved is the label that is shown, or all of them', absentOrBrief, async (t) => {
  await on(t, `#${new URLSearchParams({ zpl: program, dpi: '203' })}`, async ({ page }) => {
    await shown(page, 'Label 1 of 2')
    await page.locator('#next').click()
    await shown(page, 'Label 2 of 2')
    t.equal(await page.locator('#next').isDisabled(), true)
    await page.locator('#previous').click()
    await shown(page, 'Label 1 of 2')
    const png = await saved(page, 'png')
    t.equal(png.name, 'label.png')
    t.strictSame(await zxingTexts(pngPicture(png.bytes), 'code128'), ['QZ-0001'])
    t.match((await saved(page, 'pdf')).bytes.toString('latin1'), /^%PDF-[\s\S]*\/Count 2\b/)
    t.equal((await saved(page, 'tspl')).bytes.toString('latin1').split('PRINT 1').length, 3)
  })
})

t.test('a file: with line ends of two bytes, in another encoding, too large', absentOrBrief, async (t) => {
  await on(t, '', async ({ page }) => {
    const bring = async (name: string, text: string, encoding: 'latin1' | 'utf8'): Promise<void> => {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.locator('#file').click()])
      await chooser.setFiles({ name, mimeType: 'application/zpl', buffer: Buffer.from(text, encoding) })
    }
    await bring('windows.zpl', program.replaceAll('\n', '\r\n'), 'utf8')
    await shown(page, 'Label 1 of 2')
    await page.locator('#findings li').filter({ hasText: 'unknown_command' }).locator('button').click()
    t.equal(await selected(page), '^ZQ')
    await bring('latin1.zpl', '^XA^FX \xc4^FS^FO9,9^GB90,90,9^FS^ZQ^XZ', 'latin1')
    await shown(page, 'Label 1 of 1')
    t.ok(await page.locator('#binary').isVisible())
    t.equal(await page.locator('#text').getAttribute('readonly'), '')
    await page.locator('#findings button').first().click()
    t.equal(await selected(page), '^ZQ')
    await page.locator('#clear').click()
    await page.locator('#invitation').waitFor()
    t.equal(await page.locator('#text').getAttribute('readonly'), null)
    await bring('large.zpl', `${' '.repeat(2 ** 20)}^`, 'utf8')
    await page.locator('#fault').filter({ hasText: '1 MiB' }).waitFor()
  })
})

t.test('one request at a time, and what was typed last is shown', absentOrBrief, async (t) => {
  await on(t, '', async ({ page, answers }) => {
    await shown(page, 'Label 1 of 1')
    let [open, most] = [0, 0]
    let release = (): void => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/api/v1/zpl?*', async (route) => {
      most = Math.max(most, ++open)
      await held
      await route.continue()
      open--
    })
    const before = answers.length
    for (const text of ['A', 'B', 'C', 'D']) await page.fill('#text', `^XA^FO9,9^A0N,90^FD${text}^FS^XZ`)
    release()
    await page.locator('#fields').filter({ hasText: ': D' }).waitFor({ state: 'attached' })
    await page.unroute('**/api/v1/zpl?*')
    t.equal(most, 1)
    t.equal(answers.length - before, 3, 'the first program, and the report and the picture of the last')
  })
})

t.test('where there is no answer the page says so, and asks again', absentOrBrief, async (t) => {
  await on(t, '', async ({ page, faults }) => {
    await shown(page, 'Label 1 of 1')
    let isAway = true
    await page.route('**/api/v1/zpl?*', (route) => (isAway ? route.abort() : route.continue()))
    await page.fill('#text', program)
    await page.locator('#info').filter({ hasText: 'does not answer' }).waitFor()
    isAway = false
    await shown(page, 'Label 1 of 2')
    t.same(
      faults.splice(0).filter((fault) => !fault.includes('ERR_FAILED')),
      [],
      'but what the browser says of it',
    )
  })
})

t.test('what the service refuses is said at the size', absentOrBrief, async (t) => {
  await on(t, '', async ({ page }) => {
    await shown(page, 'Label 1 of 1')
    await page.fill('#size', '4xx')
    await page.locator('#size[aria-invalid]').waitFor()
    t.ok(await page.locator('#fault').isVisible())
    await page.fill('#size', '2x1')
    await page.locator('#info').filter({ hasText: '406 × 203 dots' }).waitFor()
    await page.selectOption('#dpi', '300')
    await page.locator('#info').filter({ hasText: '600 × 300 dots' }).waitFor()
    await page.fill('#text', 'no label')
    await page.locator('#frame .note').filter({ hasText: 'no label' }).waitFor()
  })
})

t.test('by keyboard alone, on a phone, with nothing that axe finds', absentOrBrief, async (t) => {
  for (const [width, language] of [
    [320, 'de'],
    [1280, 'en'],
  ] as const) {
    await on(
      t,
      `?lang=${language}`,
      async ({ page }) => {
        await page.locator('#stage[data-state=shown]').waitFor()
        await page.locator('#text').focus()
        await page.keyboard.press('Control+A')
        await page.keyboard.insertText(program)
        await page.locator('#findings li').nth(1).waitFor()
        await page.locator('#next:enabled').focus()
        await page.keyboard.press('Enter')
        await page.locator('#previous:enabled').waitFor()
        t.same(await violations(page), [], `${width}`)
        t.ok((await numberIn(page, 'document.documentElement.scrollWidth')) <= width)
        await page.locator('#findings button').first().focus()
        await page.keyboard.press('Enter')
        t.equal(await page.evaluate('document.activeElement.id'), 'text')
        t.match(await selected(page), /^\^/)
      },
      width,
    )
  }
})
