/** The page prints on a printer of our own, through the service. */

import type { Page } from 'playwright-core'
import t from 'tap'
import { composeLabel, type LabelRequest } from '../../src/draw.ts'
import { printersIn, printersOf } from '../../src/printing/index.ts'
import { zpl } from '../../src/render/deflate.ts'
import { absent, absentOrBrief, closed, drawn, visit } from '../pages/browser.ts'
import { counted, many, paste } from '../pages/many-page.ts'
import { loopbackPrinter } from '../printing/channels/loopback-printer.ts'
import { served, until } from '../server/http/wire.ts'

const dock = await loopbackPrinter()
const described = { name: 'dock-3', address: dock.address, language: 'zpl', dpi: 203, stock: '50x30' }
const printers = printersOf(printersIn(JSON.stringify([described])))
const service = await served({ printing: { printers } })
t.teardown(async () => {
  await closed()
  await service.close()
  await printers.close()
  await dock.close()
})

/** The ZPL of a label of the page. */
function zplOf(text: string, copies = 1): string {
  const label = { type: 'code128', size: '50x30', orientation: 'landscape', dpi: '203', showtext: true } as const
  const request: LabelRequest = { ...label, text, qty: copies, format: 'zpl' }
  return Buffer.from(zpl(composeLabel(request, { maxPixels: 25_000_000 }).scene, copies)).toString('latin1')
}

const said = (page: Page, id: string, words: string | RegExp): Promise<void> =>
  page.locator(`#${id}`).filter({ hasText: words }).waitFor()

/** Chooses the printer, which stands with what is set once. */
async function chosen(page: Page): Promise<void> {
  await page.locator('#once > summary').click()
  await page.selectOption('#printer', 'dock-3')
}

/** Presses Tab until the element has the focus. @throws Error if it never has */
async function tabTo(page: Page, id: string): Promise<void> {
  for (let i = 0; i < 40; i++) {
    await page.keyboard.press('Tab')
    if ((await page.evaluate('document.activeElement.id')) === id) return
  }
  throw new Error(`Tab does not come to ${id}`)
}

t.test('a label on a printer, with the keyboard alone', absent, async (t) => {
  const { page, faults, close } = await visit(`${service.url}/#type=code128&text=QZ-1&size=50x30&dpi=203&qty=2`)
  await drawn(page, /Code 128/)
  await page.locator('#once > summary').focus()
  await page.keyboard.press('Space')
  await tabTo(page, 'printer')
  await page.keyboard.press('ArrowDown')
  await said(page, 'printer-state', 'ready')
  await tabTo(page, 'print')
  await page.keyboard.press('Space')
  await said(page, 'print-notice', 'dock-3: 2 labels sent, all received, all printed.')
  t.same(dock.printed, [zplOf('QZ-1', 2)])
  await page.keyboard.type('QZ-2')
  await drawn(page, /Code 128/)
  await page.keyboard.press('Control+Enter')
  // the notice of the first is still there
  await until(() => dock.printed.length === 2)
  await said(page, 'print-notice', 'dock-3: 2 labels sent, all received, all printed.')
  t.same(dock.printed, [zplOf('QZ-1', 2), zplOf('QZ-2', 2)])
  t.same(faults, [])
  await close()
})

t.test('many labels, half of them before the printer is gone and the others afterwards', absentOrBrief, async (t) => {
  const before = dock.printed.length
  const { page, close } = await visit(`${service.url}/${many('type=code128&size=50x30&dpi=203')}`)
  const texts = Array.from({ length: 24 }, (_, i) => `QZ-${i + 1}`)
  await paste(page, `text\n${texts.join('\n')}`)
  await counted(page, '24 labels')
  await chosen(page)
  const all = texts.map((text) => zplOf(text))
  dock.behaviour.reads = all.slice(0, 12).join('').length
  dock.behaviour.afterwards = 'reset'
  await page.locator('#print-rows').click()
  const button = page.getByRole('button', { name: /^Go on from row \d+$/ })
  const row = Number(/\d+/.exec(await button.innerText()))
  // the heading is row 1, as in a spreadsheet
  t.ok(row > 2 && row <= 25, `row ${row}`)
  await said(page, 'rows-fault', `Rows 2 to ${row - 1} are certain.`)
  dock.behaviour.reads = Number.POSITIVE_INFINITY
  await button.click()
  await said(page, 'rows-notice', `dock-3: ${26 - row} labels sent, all received, all printed.`)
  const [first, second] = dock.printed.slice(before)
  t.ok(first?.startsWith(all.slice(0, row - 2).join('')))
  t.equal(second, all.slice(row - 2).join(''))
  t.equal(dock.printed.length, before + 2)
  await close()
})

t.test('a printer that is gone is told, and nothing is printed twice', absentOrBrief, async (t) => {
  const { page, close } = await visit(`${service.url}/#type=code128&text=QZ-9&size=50x30&dpi=203`)
  await drawn(page, /Code 128/)
  await chosen(page)
  const before = dock.printed.length
  await dock.close()
  await page.locator('#print').click()
  await said(page, 'print-notice', 'dock-3: The printer cannot be reached. Nothing was printed.')
  await said(page, 'printer-state', 'not reachable')
  await dock.listen()
  // the answer is lost on its way, after the label was printed
  await page.route('**/api/v1/print?*', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.locator('#print').click()
  await said(page, 'print-notice', 'it is not known whether this was printed')
  await page.unroute('**/api/v1/print?*')
  // nor is it if another label is printed in between
  for (const text of ['QZ-10', 'QZ-9']) {
    await page.fill('#text', text)
    await page.locator('#print').click()
    await said(page, 'print-notice', 'dock-3: 1 label sent, all received, all printed.')
  }
  t.same(dock.printed.slice(before), [zplOf('QZ-9'), zplOf('QZ-10')])
  await close()
})
