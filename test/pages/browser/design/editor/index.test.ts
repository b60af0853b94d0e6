/** The editor of designs in a browser: by keyboard alone, by mouse, and what the service says while it goes on. */

import { join } from 'node:path'
import type { Page } from 'playwright-core'
import t from 'tap'
import { designsIn } from '../../../../../src/design/folder.ts'
import { pictureInUri } from '../../../../../src/design/picture-source.ts'
import { designIn } from '../../../../../src/design/reader.ts'
import { languageCodes } from '../../../../../src/pages/words/index.ts'
import { root } from '../../../../../src/root.ts'
import { pngPicture } from '../../../../oracle/picture.ts'
import { zxingTexts } from '../../../../oracle/zxing.ts'
import { long } from '../../../../random.ts'
import { exampleDesigns } from '../../../../server/api/example-designs.ts'
import { served } from '../../../../server/http/wire.ts'
import { violations } from '../../../axe.ts'
import { absent, absentOrBrief, closed, faintTexts, numberIn, visit, visited } from '../../../browser.ts'
import { bytesOf } from '../../../many-page.ts'

const service = await served({ designs: exampleDesigns })
t.teardown(async () => {
  await closed()
  await service.close()
})

const address = `${service.url}/designs#edit`

/** Waits until the verdict is said. */
const judged = (page: Page, words: string | RegExp): Promise<void> =>
  page.locator('.verdict').filter({ hasText: words }).waitFor()

/** What the saved file has. */
async function saved(page: Page): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Control+s')])
  return (await bytesOf(download)).toString()
}

/** Presses Tab until what has the focus is called so. */
async function tabTo(page: Page, name: RegExp, key = 'Tab'): Promise<void> {
  const here = `(({ labels, ariaLabel, textContent }) => ariaLabel || labels?.[0]?.textContent || textContent)(document.activeElement)`
  for (let i = 0; i < 80; i++) {
    if (name.test((await page.evaluate<string>(here)).trim())) return
    await page.keyboard.press(key)
  }
  throw new Error(`no Tab leads to ${name}`)
}

/** Presses a key so often. */
async function press(page: Page, key: string, times: number): Promise<void> {
  for (let i = 0; i < times; i++) await page.keyboard.press(key)
}

t.test('a label with three fields is made from nothing, by keyboard alone', absentOrBrief, async (t) => {
  await visited(t, `${service.url}/designs`, async ({ page }) => {
    await page.locator('#bench').waitFor()
    await tabTo(page, /^Fill in$/)
    await page.keyboard.press('ArrowRight')
    await judged(page, 'Add a text')
    const type = (text: string): Promise<void> => page.keyboard.type(text)
    await tabTo(page, /^Name$/)
    await press(page, 'ControlOrMeta+a', 1)
    await type('bin')
    await tabTo(page, /^Size/)
    await press(page, 'ControlOrMeta+a', 1)
    await type('50x30mm')
    // a text, which is 5 mm lower then and 2 mm higher
    await tabTo(page, /^\+ Text$/)
    await page.keyboard.press('Enter')
    await type('{name}')
    await tabTo(page, /^Text: \{name\}, 1 of 1$/, 'Shift+Tab')
    await press(page, 'Alt+ArrowDown', 2)
    await page.keyboard.press('Control+ArrowRight')
    // a symbol
    await tabTo(page, /^\+ Barcode$/, 'Shift+Tab')
    await page.keyboard.press('Enter')
    await type('{sku}')
    await tabTo(page, /^Barcode$/)
    await type('QR')
    await tabTo(page, /^Barcode: \{sku\}, 2 of 2$/, 'Shift+Tab')
    await press(page, 'Alt+Shift+ArrowLeft', 6)
    await press(page, 'Alt+Shift+ArrowDown', 1)
    // another text beside it
    await tabTo(page, /^\+ Text$/, 'Shift+Tab')
    await page.keyboard.press('Enter')
    await type('{price}')
    await tabTo(page, /^Text: \{price\}, 3 of 3$/, 'Shift+Tab')
    await press(page, 'Alt+Shift+ArrowLeft', 5)
    await press(page, 'Shift+ArrowRight', 5)
    await press(page, 'Shift+ArrowUp', 1)
    // samples, and that the number must be there
    await tabTo(page, /^Required, sku$/)
    await page.keyboard.press('Space')
    await tabTo(page, /^Sample, sku$/)
    await type('QZ-4711')
    await judged(page, 'All of it fits')
    const json = await saved(page)
    const design = designIn(json, pictureInUri)
    t.equal(design.name, 'bin')
    t.same([...design.fields.keys()], ['name', 'sku', 'price'])
    t.match(design.fields.get('sku'), { isRequired: true, sample: 'QZ-4711' })
    t.match(design.elements[0], { kind: 'text', at: [1.1, 1], size: [48, 6] })
    t.match(design.elements[1], { kind: 'symbol', given: { type: 'qr' } })
    const rows = [{ sku: 'QZ-4711', name: 'Bolt', price: '3.40' }]
    const body = JSON.stringify({ design: JSON.parse(json), rows })
    const headers = { 'Content-Type': 'application/json' }
    const answer = await fetch(`${service.url}/api/v1/labels?format=png&dpi=203`, { method: 'POST', headers, body })
    t.same(await zxingTexts(pngPicture(Buffer.from(await answer.arrayBuffer())), 'qr'), ['QZ-4711'])
  })
})

t.test(
  'by mouse: elements are moved and resized to edges, undone, put in order and removed',
  absentOrBrief,
  async (t) => {
    await visited(t, address, async ({ page }) => {
      await judged(page, 'Add a text')
      await page.getByRole('button', { name: '+ Box' }).click()
      await page.getByRole('button', { name: '+ Barcode' }).click()
      const handle = page.locator('.handle').first()
      const box = (await handle.boundingBox())!
      const scale = (await numberIn(page, "document.querySelector('.canvas').clientWidth")) / 57
      const drag = async (x: number, y: number, right: number, down: number): Promise<void> => {
        await page.mouse.move(x, y)
        await page.mouse.down()
        await page.mouse.move(x + right * scale, y + down * scale, { steps: 3 })
        await page.mouse.up()
      }
      const place = async (): Promise<string[]> => [
        await page.locator('#property-at').inputValue(),
        await page.locator('#property-at-2').inputValue(),
      ]
      await drag(box.x + 20, box.y + 10, 0.2, 12.7)
      t.same(await place(), ['1', '14'], 'to the upper edge of the symbol')
      await judged(page, '1 remark')
      t.match(await page.locator('.warnings').last().innerText(), /Box.*Barcode: QZ-0001|Barcode: QZ-0001.*Box/)
      t.equal(await page.locator('.handle[data-doubtful=true]').count(), 2)
      await page.locator('.handle').first().focus()
      await page.keyboard.press('Control+z')
      t.same(await place(), ['1', '1'])
      await page.keyboard.press('Control+y')
      t.same(await place(), ['1', '14'])
      await page.keyboard.press('PageUp')
      // marks follow with the next picture
      const order = (await page.locator('.elements button').allInnerTexts()).map((text) => text.replace('⚠ ', ''))
      t.same(order, ['Barcode: QZ-0001', 'Box'])
      await page.keyboard.press('Delete')
      await judged(page, 'All of it fits')
      t.equal(await page.locator('.handle').count(), 1)
      t.equal(await page.evaluate('document.activeElement.getAttribute("aria-label")'), 'Barcode: QZ-0001, 1 of 1')
    })
  },
)

t.test(
  'several elements are chosen by frame, click and keys, and moved, aligned and removed at once',
  absentOrBrief,
  async (t) => {
    await visited(t, address, async ({ page }) => {
      await judged(page, 'Add a text')
      const box = (left: number, top: number) => ({ kind: 'box', at: [left, top], size: [8, 6], width: 0.25 })
      const file = { name: 'boxes', size: '60x30mm', elements: [box(2, 2), box(12, 4), box(40, 6), box(30, 20)] }
      const buffer = Buffer.from(JSON.stringify(file))
      await page.locator('#open-design').setInputFiles({ name: 'boxes.json', mimeType: 'application/json', buffer })
      await judged(page, 'All of it fits')
      const places = async (): Promise<unknown> =>
        (JSON.parse(await saved(page)) as { elements: { at: unknown }[] }).elements.map(({ at }) => at)
      const chosen = (count: number): Promise<void> =>
        page
          .waitForFunction(`document.querySelectorAll('.handle[aria-pressed=true]').length === ${count}`)
          .then(() => {})
      const canvas = (await page.locator('.canvas').boundingBox())!
      const scale = canvas.width / 60
      const to = (x: number, y: number): Promise<void> => page.mouse.move(canvas.x + x * scale, canvas.y + y * scale)
      const drag = async (from: readonly [number, number], end: readonly [number, number]): Promise<void> => {
        await to(...from)
        await page.mouse.down()
        await to(...end)
        await page.mouse.up()
      }
      await drag([1, 15], [25, 0.5])
      await chosen(2)
      t.notOk(await page.locator('.properties').isVisible(), 'which have no properties together')
      // taken hold of at one of them, both move; its left edge meets that of the box at 30
      await drag([16, 7], [33.9, 7])
      t.same(await places(), [
        [20, 2],
        [30, 4],
        [40, 6],
        [30, 20],
      ])
      await page.keyboard.down('Shift')
      await to(44, 9)
      await page.mouse.down()
      await page.mouse.up()
      await page.keyboard.up('Shift')
      await chosen(3)
      await page.getByText('Align with each other').click()
      await page.getByRole('button', { name: 'Top', exact: true }).click()
      t.same(await places(), [
        [20, 2],
        [30, 2],
        [40, 2],
        [30, 20],
      ])

      // by keyboard: two more boxes of the list, all of them, and back to one
      await page.getByRole('checkbox', { name: 'Choose Box too' }).nth(1).focus()
      await page.keyboard.press('Space')
      await chosen(2)
      await page.locator('.handle').first().focus()
      await page.keyboard.press('ArrowLeft')
      t.same(await places(), [
        [19.5, 2],
        [30, 2],
        [39.5, 2],
        [30, 20],
      ])
      await page.keyboard.press('Control+a')
      await chosen(4)
      t.same(await violations(page), [])
      await page.keyboard.press('Escape')
      await chosen(1)
      await page.keyboard.press('Control+a')
      await page.keyboard.press('Control+d')
      t.equal(await page.locator('.handle').count(), 8)
      await chosen(4)
      await page.keyboard.press('Delete')
      t.equal(await page.locator('.handle').count(), 4)
      await page.keyboard.press('Control+z')
      await page.keyboard.press('Control+z')
      t.same(await places(), [
        [19.5, 2],
        [30, 2],
        [39.5, 2],
        [30, 20],
      ])
    })
  },
)

t.test('rulers, a grid, points and an enlarged view; a field without a sample is led to', absentOrBrief, async (t) => {
  await visited(t, address, async ({ page }) => {
    await judged(page, 'Add a text')
    t.same(await page.locator('.ruler.across .number').allInnerTexts(), [
      '0',
      '5',
      '10',
      '15',
      '20',
      '25',
      '30',
      '35',
      '40',
      '45',
      '50',
      '55',
    ])
    await page.getByLabel('Grid').selectOption('5 mm')
    await page.getByRole('button', { name: '+ Text' }).click()
    await page.locator('#property-height-points').fill('10')
    t.equal(await page.inputValue('#property-height'), '3.53')
    await page.fill('#property-height', '2,12')
    t.equal(await page.inputValue('#property-height-points'), '6')
    const width = (): Promise<number> => numberIn(page, "document.querySelector('.canvas').clientWidth")
    const before = await width()
    await page.getByLabel('Zoom').selectOption('200 %')
    t.equal(await width(), 2 * before)
    t.ok(
      (await numberIn(page, 'document.documentElement.scrollWidth')) <= 1280,
      'the stage is scrolled, and not the page',
    )
    const scale = (2 * before) / 57
    const box = (await page.locator('.handle').boundingBox())!
    await page.mouse.move(box.x + 20, box.y + 10)
    await page.mouse.down()
    await page.mouse.move(box.x + 20 + 3.4 * scale, box.y + 10 + 8.6 * scale, { steps: 3 })
    await page.mouse.up()
    t.equal(await page.inputValue('#property-at-2'), '10', 'on the grid')

    await page.getByRole('button', { name: '+ Barcode' }).click()
    await page.fill('#property-value', '{ean}')
    await page.selectOption('#property-type', 'ean13')
    await page.getByRole('button', { name: 'Give “ean” a sample' }).click()
    await page.keyboard.type('4006381333931')
    await page.getByRole('button', { name: 'Give “ean” a sample' }).waitFor({ state: 'detached' })
    t.same(await violations(page), [])
    await page.reload()
    t.equal(await page.getByLabel('Grid').inputValue(), '5', 'which the browser keeps')
  })
})

t.test('letters are bold and condensed; OCR-B takes bold back', absent, async (t) => {
  await visited(t, address, async ({ page }) => {
    await judged(page, 'Add a text')
    await page.getByRole('button', { name: '+ Text' }).click()
    await judged(page, 'All of it fits')
    const drawn = page.waitForResponse((answer) => answer.request().postData()?.includes('bold') === true)
    await page.getByLabel('Bold').check()
    t.ok((await drawn).ok(), 'the picture is of bold letters')
    await page.getByLabel('Font').selectOption({ label: 'Condensed' })
    await judged(page, 'All of it fits')
    t.match(JSON.parse(await saved(page)).elements, [{ kind: 'text', face: 'condensed', bold: true }])
    await page.getByLabel('Font').selectOption({ label: 'OCR-B' })
    t.ok(await page.getByLabel('Bold').isDisabled())
    const [element] = JSON.parse(await saved(page)).elements
    t.equal(element.face, 'ocrb')
    t.notOk('bold' in element)
  })
})

t.test(
  'a file is opened; what cannot be drawn is said at its element; a visit goes on where it was left',
  absentOrBrief,
  async (t) => {
    await visited(t, address, async ({ page }) => {
      await judged(page, 'Add a text')
      const symbol = { kind: 'symbol', at: [1, 1], size: [6, 3], type: 'code128', value: '{ean}' }
      const file = { name: 'tag', size: '40x20mm', fields: { ean: { sample: 'A-4711' } }, elements: [symbol] }
      const given = (text: string) => ({ name: 'tag.json', mimeType: 'application/json', buffer: Buffer.from(text) })
      await page.locator('#open-design').setInputFiles(given('no'))
      await judged(page, 'tag.json is not a design.')
      await page.locator('#open-design').setInputFiles(given(JSON.stringify(file)))
      await judged(page, '1 remark')
      t.match(await page.locator('.warnings').last().innerText(), /^Barcode: \{ean\}: This is too large to fit.*needs/)
      await saved(page)
      await judged(page, 'Saved as tag.json. 1 remark is left.')
      await page.getByRole('button', { name: 'Remove ean' }).click()
      await judged(page, '“ean” is still in use (Barcode: {ean})')
      t.equal(await page.locator('.elements [aria-current=true]').innerText(), '⚠ Barcode: {ean}')
      await page.locator('.elements button').click()
      await page.locator('#property-size').fill('38')
      await page.locator('#property-size-2').fill('16')
      await judged(page, 'All of it fits')
      await page.reload()
      await judged(page, 'All of it fits')
      t.same(JSON.parse(await saved(page)).elements, [{ ...symbol, size: [38, 16] }])
    })
  },
)

t.test('a label is opened as a design; elements are copied, and a menu fills in a field', absentOrBrief, async (t) => {
  await visited(t, `${service.url}/#type=code128&text=A-1&title=Top&size=57x32mm`, async ({ page }) => {
    await page.locator('#links summary').click()
    await page.locator('#as-design').click()
    await judged(page, 'All of it fits')
    t.match(page.url(), /designs#edit$/, 'once')
    await page.locator('.elements button').click()
    t.equal(await page.inputValue('#property-title'), 'Top', 'the whole label is one element, with its properties')
    const box = (await page.locator('.handle').boundingBox())!
    t.ok(box.width > 100 && box.height > 50, 'which can be taken hold of')

    await page.getByRole('button', { name: '+ Text' }).click()
    await page.fill('#property-value', 'On ')
    await page.getByLabel('Insert').selectOption('{today}')
    await page.getByRole('button', { name: 'Insert', exact: true }).click()
    t.equal(await page.inputValue('#property-value'), 'On {today}')
    await page.fill('#property-at', '1,5')
    await page.fill('#property-at-2', '2')
    await page.getByRole('button', { name: 'Duplicate' }).click()
    t.equal(await page.inputValue('#property-at'), '3.5')
    await page.keyboard.press('Control+c')
    await page.keyboard.press('Control+v')
    await page.keyboard.press('Control+d')
    t.equal(await page.locator('.handle').count(), 5)
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.fill('#draft-size', '57,5x32mm')
    const { elements, size } = JSON.parse(await saved(page))
    t.equal(size, '57.5x32mm')
    t.match(
      elements.map(({ kind, at }: { readonly kind: string; readonly at?: readonly number[] }) => [kind, at]),
      [
        ['label', undefined],
        ['text', [1.5, 2]],
        ['text', [3.5, 4]],
        ['text', [5.5, 6]],
      ],
    )
    t.same(await violations(page), [])
    await page.setViewportSize({ width: 320, height: 800 })
    t.ok((await numberIn(page, 'document.documentElement.scrollWidth')) <= 320)
  })
})

t.test('a design of the service is begun with, its picture too', absentOrBrief, async (t) => {
  const designs = designsIn({ path: join(root, 'designs'), clock: () => 0, log: () => {} })
  const own = await served({ designs })
  await visited(t, `${own.url}/designs#edit`, async ({ page }) => {
    await judged(page, 'Add a text')
    await page.getByLabel('Open a design').selectOption('asset-tag')
    await judged(page, 'All of it fits')
    const again = designIn(await saved(page), pictureInUri)
    const before = designs.find('asset-tag')!
    t.same(again.elements, before.elements)
    t.same([...again.fields.keys()], [...before.fields.keys()])
  })
  await own.close()
})

t.test('every language, light and dark, wide and narrow', absentOrBrief, async (t) => {
  for (const language of long ? languageCodes : (['es'] as const)) {
    const here = await visit(`${service.url}/designs?lang=${language}#edit`)
    const { page } = here
    await page.locator('.drafting .actions').first().locator('button').nth(1).click()
    await page.locator('.properties details summary').click()
    await page.locator('.keys summary').click()
    t.same(await violations(page), [], language)
    for (const width of long ? [1280, 800, 320] : [320]) {
      await page.setViewportSize({ width, height: 800 })
      t.ok((await numberIn(page, 'document.documentElement.scrollWidth')) <= width, `${language} ${width}`)
    }
    for (const colorScheme of long ? (['light', 'dark'] as const) : (['dark'] as const)) {
      await page.emulateMedia({ colorScheme })
      t.same(await page.evaluate(faintTexts), [], `${language} ${colorScheme}`)
    }
    t.same(here.faults, [])
    await here.close()
  }
})
