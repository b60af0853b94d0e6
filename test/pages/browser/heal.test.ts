/** The page /heal: a document before and after, what is said of it, what is saved, refused and printed. In the long run. */

import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { Jobs } from '../../../src/printing/index.ts'
import { pdfOf, symbolAt } from '../../heal/documents.ts'
import { pngPicture } from '../../oracle/picture.ts'
import { zplLabels } from '../../oracle/zpl.ts'
import { zxingTexts } from '../../oracle/zxing.ts'
import { storeInMemory } from '../../printing/store/example-store.ts'
import { greyPng } from '../../reader/check/png-writer.ts'
import { served } from '../../server/http/wire.ts'
import { violations } from '../axe.ts'
import { absentOrBrief, closed, numberIn, type Visit, visit } from '../browser.ts'
import { countingChannel, countingPrinters } from '../counting-printers.ts'

const printers = countingPrinters({ 'dock-3': countingChannel() })
const store = storeInMemory()
const jobs = new Jobs({ store, printers, answerTo: () => undefined, record: () => {}, log: () => {} })
const service = await served({ printing: { printers, jobs } })
t.teardown(async () => {
  await closed()
  await service.close()
  await jobs.close(0)
  store.close()
})

/** Two labels of 50 x 30 mm, one above the other: a symbol each. */
const two = pdfOf({
  width: 50,
  height: 60,
  symbols: [symbolAt('code128', 'QZ-0001', { x: 6, y: 8 }), symbolAt('qr', 'QZ-0002', { x: 10, y: 38 })],
  words: [{ text: 'FRAGILE', size: 8, x: 5, y: 25 }],
})
const one = pdfOf({
  width: 50,
  height: 30,
  symbols: [symbolAt('code128', 'QZ-0001', { x: 6, y: 8 })],
  words: [],
})

interface Screen {
  readonly query?: string
  readonly width?: number
}

/** Opens the page in a size of its own, lets `use` act on it, and expects no fault. */
async function on(t: Test, use: (visit: Visit) => Promise<void>, { query = '', width = 1280 }: Screen = {}) {
  const here = await visit(`${service.url}/heal${query}`, { viewport: { width, height: 860 } })
  await use(here)
  t.same(here.faults, [], 'no error, no violation of the policy, no request to others')
  await here.close()
}

async function bring(page: Page, name: string, bytes: Uint8Array, mimeType = 'application/pdf'): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.locator('#file').click()])
  await chooser.setFiles({ name, mimeType, buffer: Buffer.from(bytes) })
}

const shown = (page: Page, labels: number): Promise<void> =>
  page.locator(`#stage[data-state=shown] #labels > li:nth-child(${labels}):last-child`).waitFor()

/** Gives a field another value as a person does who leaves it then. */
async function set(page: Page, field: string, value: string): Promise<void> {
  await page.fill(field, value)
  await page.locator(field).blur()
}

async function saved(page: Page, button: string): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator(button).click()])
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) }
}

/** A picture of a label, from 0: as it was, or as it is healed. */
async function picture(page: Page, label: number, which: 'before' | 'after') {
  const nth = which === 'before' ? 0 : 1
  const url = await page.evaluate<string>(`(async () => {
    const image = document.querySelectorAll('#labels > li')[${label}].querySelectorAll('img')[${nth}]
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.naturalWidth
    canvas.height = image.naturalHeight
    canvas.getContext('2d').drawImage(image, 0, 0)
    return canvas.toDataURL()
  })()`)
  return pngPicture(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'))
}

t.test('a document is seen before and after, said what became of its symbols, and saved', absentOrBrief, async (t) => {
  await on(t, async ({ page, answers }) => {
    t.ok(await page.locator('#save').isDisabled(), 'nothing is saved of nothing')
    await bring(page, 'two.pdf', two)
    await shown(page, 1)
    t.equal(await page.locator('#summary').innerText(), '1 label: 2 symbols are drawn again.')
    t.equal(answers.length, 1, 'report and pictures are one answer')
    await set(page, '#split', '1x2')
    await shown(page, 2)
    t.equal(await page.locator('#summary').innerText(), '2 labels: 2 symbols are drawn again.')
    const [first, second] = await page.locator('#labels > li').all()
    t.match(await first!.innerText(), /Label 1 of 2\s+page 1, part 1, 50\.0 × 30\.0 mm/)
    t.match(
      await first!.locator('.symbols').innerText(),
      /Code 128\s+QZ-0001\s+X 0\.330 → 0\.3\d\d mm\s+Grade [B-F] → A\s+Drawn again on whole dots\./,
    )
    t.match(await second!.locator('.symbols').innerText(), /QR Code\s+QZ-0002/)
    t.equal(await first!.locator('rect[data-state=healed]').count(), 1)
    const [before, after] = [await picture(page, 0, 'before'), await picture(page, 0, 'after')]
    t.match([before, after], [{ width: 400 }, { width: 400 }])
    t.notOk(Buffer.from(before.grey).equals(Buffer.from(after.grey)))
    t.strictSame(await zxingTexts(after, 'code128'), ['QZ-0001'])
    t.ok(await page.locator('#save').isEnabled())
    await page.selectOption('#format', 'png')
    t.ok(await page.locator('#save').isDisabled(), 'a picture has one label')
    const png = await saved(page, '[aria-label="Save label 2"]')
    t.strictSame(await zxingTexts(pngPicture(png.bytes), 'qr'), ['QZ-0002'])
    await page.selectOption('#format', 'zpl')
    t.equal(zplLabels((await saved(page, '#save')).bytes).length, 2)
    await page.selectOption('#format', 'pdf')
    const pdf = await saved(page, '#save')
    t.match([pdf.name, pdf.bytes.toString('latin1')], ['labels.pdf', /^%PDF-[\s\S]*\/Count 2\b/])
    await page.selectOption('#format', 'dymo')
    await page.locator('#save').click()
    await page.locator('#save-fault').filter({ hasText: /./ }).waitFor()
    await page.selectOption('#dpi', '300')
    await page.locator('#labels .symbols').first().filter({ hasText: '→ 0.339 mm' }).waitFor()
  })
})

t.test('sizes as people write them, and notes on what a page was made to', absentOrBrief, async (t) => {
  await on(t, async ({ page }) => {
    await bring(page, 'one.pdf', one)
    await shown(page, 1)
    for (const [size, measure, note] of [
      ['100 × 50,5 mm', '100.0 × 50.5 mm', 'in the middle'],
      ['DK-11209', '62.0 × 29.0 mm', 'in the middle'],
      ['30x20mm', '30.0 × 20.0 mm', 'of its size'],
    ] as const) {
      await set(page, '#size', size)
      await page.locator('#labels .label-head').filter({ hasText: measure }).waitFor()
      t.match(await page.locator('#labels .notes').innerText(), note, size)
    }
    await page.selectOption('#fit', 'actual')
    await page.locator('#labels .notes').filter({ hasText: 'cut off' }).waitFor()
    t.match(await page.locator('#summary').innerText(), /symbol/)
  })
})

t.test('each fit acts, and by keyboard; what was chosen is there at the next visit', absentOrBrief, async (t) => {
  await on(t, async ({ page, answers }) => {
    await bring(page, 'two.pdf', two)
    await shown(page, 1)
    await set(page, '#size', '50x60mm')
    await shown(page, 1)
    const notes = page.locator('#labels .notes')
    t.equal(await notes.count(), 0, 'a page of the size of the label is as it is')
    await page.locator('#fit').focus()
    for (const [fit, size, note] of [
      ['actual', '40x50mm', 'cut off'],
      ['crop', '50x60mm', 'What is printed on the page is in the middle'],
      ['page', '30x36mm', 'printed at 60.0 % of its size'],
    ] as const) {
      await set(page, '#size', size)
      await page.locator('#fit').focus()
      while ((await page.inputValue('#fit')) !== fit) await page.keyboard.press('ArrowDown')
      await notes.filter({ hasText: note }).waitFor()
      t.match(answers.at(-1), { status: 200, target: new RegExp(`[?&]fit=${fit}&size=${size}&`) })
    }
    await page.keyboard.press('Tab')
    t.equal(await page.evaluate('document.activeElement.id'), 'split')
    await page.keyboard.insertText('1×2')
    await page.keyboard.press('Enter')
    await shown(page, 2)
    t.match(answers.at(-1)?.target, /\?dpi=203&fit=page&size=30x36mm&split=1x2&format=json/)
    await page.reload()
    const values = await Promise.all(['#size', '#fit', '#split'].map((field) => page.inputValue(field)))
    t.same(values, ['30x36mm', 'page', '1x2'])
    await bring(page, 'two.pdf', two)
    await shown(page, 2)
    t.match(answers.at(-1)?.target, /\?dpi=203&fit=page&size=30x36mm&split=1x2&format=json/)
  })
})

t.test('what is refused is said in words, and at its field, and that there is no answer', absentOrBrief, async (t) => {
  await on(
    t,
    async ({ page, answers, faults }) => {
      await bring(page, 'hello.pdf', Buffer.from('hello'))
      await page.locator('#fault').filter({ hasText: 'PDF' }).waitFor()
      t.notMatch(await page.locator('#fault').innerText(), /\b(not a|the)\b/i, 'in German')
      const before = answers.length
      await bring(page, 'large.png', Buffer.alloc(2 ** 23 + 1), 'image/png')
      await page.locator('#fault').filter({ hasText: '8 MiB' }).waitFor()
      t.equal(answers.length, before, 'not sent')
      await bring(page, 'one.pdf', one)
      await shown(page, 1)
      await set(page, '#size', '4xx')
      await page.locator('#size[aria-invalid]').waitFor()
      await set(page, '#size', '50x30')
      await shown(page, 1)
      await set(page, '#split', '99x1')
      await page.locator('#split[aria-invalid]').waitFor()
      t.equal(await page.locator('#labels > li').count(), 0)
      t.equal(await page.locator('[aria-invalid]').count(), 1, 'at the field that it is of, and no other')
      t.match(await page.locator('#split').getAttribute('aria-describedby'), /\bfault\b/)
      t.same(await violations(page), [])
      let isAway = true
      await page.route('**/api/v1/heal?*', (route) => (isAway ? route.abort() : route.continue()))
      await set(page, '#split', '')
      await page.locator('#fault').filter({ hasText: 'antwortet nicht' }).waitFor()
      isAway = false
      await page.locator('#again').click()
      await shown(page, 1)
      t.same(
        faults.splice(0).filter((fault) => !fault.includes('ERR_FAILED')),
        [],
        'but what the browser says of no answer',
      )
    },
    { query: '?lang=de' },
  )
})

t.test('a picture, and a symbol that is left as it was', absentOrBrief, async (t) => {
  const { rows } = symbolAt('qr', 'QZ-0003', { x: 0, y: 0 })
  const side = 8 * (rows.length + 8)
  // light on dark
  const grey = Uint8Array.from({ length: side * side }, (_, i) => {
    const [row, column] = [Math.floor(i / side / 8) - 4, Math.floor((i % side) / 8) - 4]
    return rows[row]?.[column] === '1' ? 255 : 0
  })
  await on(t, async ({ page }) => {
    await bring(page, 'inverted.png', greyPng({ width: side, height: side, grey }), 'image/png')
    await shown(page, 1)
    await page.locator('.symbols li[data-state=left]').filter({ hasText: 'it is light on dark' }).waitFor()
    t.match(await page.locator('#summary').innerText(), /0 symbols are drawn again, 1 is left as before\./)
    await bring(page, 'words.pdf', pdfOf({ width: 50, height: 30, symbols: [], words: [] }))
    await page.locator('#summary').filter({ hasText: 'No symbol was found' }).waitFor()
  })
})

t.test('pictures that a report does not have are asked for in view', absentOrBrief, async (t) => {
  await on(t, async ({ page, answers }) => {
    // as if the first label had taken all room for pictures
    await page.route(/\/api\/v1\/heal\?.*pictures=true(?!.*index)/, async (route) => {
      const response = await route.fetch()
      const { pages } = await response.json()
      const [first, ...others] = pages as readonly Record<string, unknown>[]
      await route.fulfill({ response, json: { pages: [first, ...others.map(({ pictures: _, ...rest }) => rest)] } })
    })
    await set(page, '#split', '1x4')
    await bring(page, 'two.pdf', two)
    await shown(page, 4)
    await page.locator('#labels > li:last-child').scrollIntoViewIfNeeded()
    await page.locator('#labels > li:last-child img').nth(1).waitFor()
    const asked = answers.filter(({ target }) => target.includes('index='))
    t.ok(asked.length > 0 && asked.every(({ status }) => status === 200))
    t.equal(new Set(asked.map(({ target }) => target)).size, asked.length, 'each label once')
  })
})

t.test('a printer decides size and head, and prints after a question', absentOrBrief, async (t) => {
  await on(t, async ({ page, answers }) => {
    await page.selectOption('#dpi', '300')
    await page.selectOption('#printer', 'dock-3')
    t.same([await page.inputValue('#size'), await page.inputValue('#dpi')], ['50x30', '203'])
    t.ok(await page.locator('#print').isDisabled())
    await set(page, '#split', '1x2')
    await bring(page, 'two.pdf', two)
    await shown(page, 2)
    const isJob = ({ target }: { readonly target: string }): boolean => target.includes('printer=')
    await page.locator('#print').click()
    t.equal(await page.locator('#question').innerText(), 'Print 2 labels on dock-3?')
    await page.locator('.question button', { hasText: 'Not now' }).click()
    t.equal(await page.locator('.question').count(), 0)
    t.equal(await page.evaluate('document.activeElement.id'), 'print')
    t.equal(answers.filter(isJob).length, 0)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.locator('.printed-job strong').filter({ hasText: 'done' }).waitFor()
    const [job, ...more] = answers.filter(isJob)
    t.match(job?.target, /^\/api\/v1\/heal\?fit=auto&split=1x2&name=two\.pdf&printer=dock-3$/)
    t.same(more, [])
    t.match(await page.locator('.printed-job').innerText(), /two\.pdf[\s\S]*2 of 2 labels printed/)
    await set(page, '#size', '40x20mm')
    await page.locator('#printer').and(page.locator(':not(:has(option:checked[value=dock-3]))')).waitFor()
    t.ok(await page.locator('#print').isHidden(), 'labels of another size are not those of the printer')
  })
})

t.test('by keyboard alone, on a phone, with nothing that axe finds', absentOrBrief, async (t) => {
  await on(
    t,
    async ({ page }) => {
      await bring(page, 'one.pdf', one)
      await shown(page, 1)
      await page.locator('#size').focus()
      await page.keyboard.press('Control+A')
      await page.keyboard.insertText('30x20mm')
      await page.keyboard.press('Enter')
      await page.locator('#labels .notes').waitFor()
      await page.locator('#printer').focus()
      await page.keyboard.press('ArrowDown')
      await page.locator('#print:enabled').focus()
      await page.keyboard.press('Enter')
      await page.locator('.question').waitFor()
      t.same(await violations(page), [])
      t.ok((await numberIn(page, 'document.documentElement.scrollWidth')) <= 320)
    },
    { query: '?lang=de', width: 320 },
  )
})

t.test('/check leads to it', absentOrBrief, async (t) => {
  const here = await visit(`${service.url}/check`)
  const { page } = here
  t.ok(await page.locator('#healing').isHidden())
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.locator('#files').click()])
  await chooser.setFiles({ name: 'one.pdf', mimeType: 'application/pdf', buffer: Buffer.from(one) })
  await page.locator('#healing a').click()
  await page.waitForURL('**/heal')
  t.same(here.faults, [])
  await here.close()
})
