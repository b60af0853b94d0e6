/** What the page chooses by itself leads to no doubt that it could have avoided: the module of a label is not wider than its bars are high enough for. */

import t from 'tap'
import { drawLabel, type LabelRequest } from '../../../src/draw.ts'
import { resolutions, xdimOf } from '../../../src/layout/resolution.ts'
import { fedOrientation, stockNames } from '../../../src/layout/stock.ts'
import { inLongRun, long } from '../../random.ts'
import { absentOrBrief, drawn } from '../browser.ts'
import { on } from '../label-page.ts'
import { counted, many, paste } from '../many-page.ts'

const texts = [
  ['code128', 'QZ-0001'],
  ['code128', '12345678901234567890'],
  ['qr', 'https://example.com/p/1'],
  ['datamatrix', 'QZ-0001'],
  ['microqr', 'QZ-0001'],
  ['ean13', '4006381333931'],
  ['ean8', '96385074'],
  ['upca', '036000291452'],
] as const

/** The doubts about the symbol of a label; undefined if it does not fit. */
function doubts(request: LabelRequest): readonly string[] | undefined {
  try {
    const { warnings } = drawLabel(request, { maxPixels: 25_000_000 })
    return warnings.map(({ code }) => code).filter((code) => code !== 'caption_cut')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'does_not_fit') return undefined
    throw error
  }
}

t.test('a label of usual choices has no doubt that another module would not have', inLongRun, async (t) => {
  for (const dpi of long ? (['152', '203', '300', '600'] as const) : (['203', '300'] as const)) {
    for (const size of stockNames) {
      for (const [type, text] of texts) {
        const isProduct = /^(?:ean|upc)/.test(type)
        const request: LabelRequest = {
          ...{ type, text, size, dpi, orientation: fedOrientation(size) ?? 'landscape', qty: 1, format: 'svg' },
          ...{ showtext: true, ...(isProduct && ({ layout: 'below', application: 'retail' } as const)) },
        }
        const found = doubts(request)
        if (found === undefined || found.length === 0) continue
        const modules = Array.from({ length: 20 }, (_, i) => xdimOf(i + 1, resolutions[dpi])).filter((x) => x >= 0.05)
        const better = modules.find((xdim) => doubts({ ...request, xdim })?.length === 0)
        t.equal(better, undefined, `${type} on ${size} at ${dpi} dpi: ${found}`)
      }
    }
  }
})

t.test('EAN and UPC are drawn for the application by which they are judged', absentOrBrief, async (t) => {
  await on(t, '#type=ean13&text=4006381333931&size=100x50&dpi=203', async ({ page, answers }) => {
    await drawn(page, /EAN-13/)
    t.match(await page.locator('#verdict').innerText(), /^Scans: yes$/)
    t.equal(await page.locator('#warnings p').count(), 0)
    t.match(answers.at(-1)?.target, /[?&]application=retail(&|$)/)
    t.equal(await page.locator('#application option').first().innerText(), 'Usual: Retail point of sale')
    t.notMatch(await page.evaluate<string>('location.hash'), /application/, 'nobody has chosen it')
    await page.selectOption('#application', 'other')
    await drawn(page, /EAN-13/)
    await page.selectOption('#type', 'code128')
    await page.selectOption('#application', '')
    await drawn(page, /Code 128/)
    t.notMatch(answers.at(-1)?.target, /application/)
  })
})

t.test('so are the rows of a table, unless they say themselves what they are', absentOrBrief, async (t) => {
  await on(t, many('type=ean13&size=100x50&dpi=203'), async ({ page, answers }) => {
    const asked = () => answers.filter(({ target }) => target.startsWith('/api/v1/label?')).at(-1)?.target
    await paste(page, 'text\n4006381333931\n4006381333948')
    await counted(page, '2 labels')
    await page.locator('#gallery [data-state=shown]').nth(1).waitFor()
    t.match(asked(), /[?&]application=retail(&|$)/)
    t.equal(await page.locator('#rows-warnings').innerText(), '')
    await paste(page, 'text\ttype\n4006381333931\tean13\nQZ-1\tcode128')
    await page.locator('#gallery [data-state=shown]').nth(1).waitFor()
    await page.waitForFunction(`document.getElementById('rows').innerText.includes('QZ-1')`)
    await page.locator('#gallery img[alt*="QZ-1"]').waitFor()
    t.notMatch(asked(), /application/)
  })
})
