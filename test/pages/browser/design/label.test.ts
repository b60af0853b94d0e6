/** One label of a design on the page /: its fields as a form, printed and saved, and printers whose labels lie the other way round. */

import type { Page } from 'playwright-core'
import t from 'tap'
import { languageCodes } from '../../../../src/pages/words/index.ts'
import { designOf } from '../../../design/drawn.ts'
import { pngPicture } from '../../../oracle/picture.ts'
import { zxingTexts } from '../../../oracle/zxing.ts'
import { exampleDesigns } from '../../../server/api/example-designs.ts'
import { served } from '../../../server/http/wire.ts'
import { violations } from '../../axe.ts'
import { absentOrBrief, closed, drawn, numberIn, visited } from '../../browser.ts'
import { saved } from '../../many-page.ts'

/** Fields with the names of the form's own. */
const article = designOf({
  name: 'article',
  size: '100x50',
  fields: {
    text: { title: 'EAN', required: true, sample: '4006381333931' },
    title: { title: 'Sold as', sample: 'Highlighter' },
    make: { title: 'Made by', default: 'Us' },
  },
  elements: [
    { kind: 'symbol', at: [5, 5], size: [60, 40], type: 'ean13', value: '{text}', text: true },
    { kind: 'text', at: [66, 5], size: [30, 10], value: '{title}', height: 4 },
    { kind: 'text', at: [66, 20], size: [30, 10], value: '{make}', height: 4 },
  ],
})

const designs = {
  list: () => [...exampleDesigns.list(), article],
  find: (name: string) => (name === 'article' ? article : exampleDesigns.find(name)),
}

const service = await served({ designs })
t.teardown(async () => {
  await closed()
  await service.close()
})

const said = (page: Page, selector: string, words: string | RegExp): Promise<void> =>
  page.locator(selector).filter({ hasText: words }).waitFor()
const hashOf = (page: Page): Promise<string> => page.evaluate<string>('location.hash')

t.test(
  'a design is filled in, with samples until then, and saved; another visit finds it',
  absentOrBrief,
  async (t) => {
    await visited(t, `${service.url}/#type=qr&text=QZ&title=Own`, async ({ page, answers }) => {
      await drawn(page, /QR Code/)
      await page.selectOption('#design-choice', 'article')
      await said(page, '#design-samples', 'The picture has samples for: EAN, Sold as.')
      t.notOk(await page.locator('#text').isVisible(), 'a design has its texts in its fields')
      t.notOk(await page.locator('#plan').isVisible(), 'samples are nobody’s label')
      t.same(await violations(page), [])

      await page.locator('#download-png').click()
      await said(page, '#error-text', /./)
      t.equal(await page.evaluate('document.activeElement.id'), 'field-text', 'nothing is saved with samples')
      t.notMatch(answers.at(-1)?.target, /sample|Highlighter|title=/)

      await page.locator('#field-text').pressSequentially('4006381333932')
      await page.locator('#error-text button', { hasText: 'Use 4006381333931' }).click()
      await drawn(page, /article drawn, 100 × 50 mm\./)
      t.equal(await page.inputValue('#field-text'), '4006381333931')
      await page.fill('#field-title', 'Pen')
      await page.fill('#field-make', 'many')
      const [bytes] = await Promise.all([saved(page, '#download-png'), drawn(page, /article/)])
      t.same(await zxingTexts(pngPicture(bytes), 'ean13'), ['4006381333931'])
      t.match(answers.at(-1)?.target, /design=article&text=4006381333931&title=Pen&make=many&dpi=\d+&format=png$/)
      t.match(await page.locator('#paper img').getAttribute('alt'), /article of “4006381333931”/)
      await page.locator('#plan summary').click()
      await said(page, '#plan-body', /EAN-13 4006381333931/)

      t.equal(await hashOf(page), '#design=article&field.text=4006381333931&field.title=Pen&field.make=many')
      await page.reload()
      await drawn(page, /article/)
      t.equal(await page.inputValue('#field-make'), 'many')
      t.equal(await page.evaluate('document.activeElement.id'), 'field-text')
    })
  },
)

t.test('values of one way to make labels do not act in another', absentOrBrief, async (t) => {
  await visited(t, `${service.url}/#type=qr&text=QZ&title=Own`, async ({ page, answers }) => {
    await drawn(page, /QR Code/)
    await page.selectOption('#contents', 'wifi')
    await page.fill('#content-network', 'Guests')
    await page.fill('#content-password', 'abcdefgh')
    await page.selectOption('#design-choice', 'article')
    await page.fill('#field-title', 'Pen')
    await page.fill('#field-text', '4006381333931')
    await drawn(page, /article/)

    await page.selectOption('#design-choice', '')
    await drawn(page, /QR Code/)
    t.match(answers.at(-1)?.target, /text=QZ&title=Own/, 'the form of the network is left, and what it gave with it')
    t.notMatch(answers.at(-1)?.target, /Guests|Pen|design/)

    await page.selectOption('#design-choice', 'shelf')
    t.same(await page.evaluate(`[...document.querySelectorAll('#design-fields input')].map(({ value }) => value)`), [
      '',
      '',
      '',
    ])
    await page.fill('#field-sku', 'A-1')
    await page.locator('label:has([name=make][value=many])').click()
    await page.locator('#many-source:not([disabled])').waitFor()
    t.notOk(await page.locator('#design-fields').isVisible())
    t.equal(await hashOf(page), '#design=shelf&make=many', 'rows have values of their own')

    await page.locator('label:has([name=make][value=barcode])').click()
    await drawn(page, /QR Code/)
    t.notOk(await page.locator('#design-field').isVisible())
    t.notMatch(answers.at(-1)?.target, /design/)

    await page.locator('label:has([name=make][value=label])').click()
    t.equal(await page.inputValue('#field-sku'), 'A-1')
    await page.selectOption('#size', 'sheet')
    await page.fill('#sheet-search', 'A4:3x8:57x32mm:10,10mm:60,34mm')
    await page.locator('#sheet-list [role=option]').first().waitFor()
    await page.keyboard.press('Enter')
    await drawn(page, /shelf drawn, 210 × 297 mm/)
    t.match(answers.at(-1)?.target, /design=shelf&.*sheet=A4.*sku=A-1/)

    await page.locator('#forget').click()
    await drawn(page, /Code 128/)
    t.equal(await page.inputValue('#design-choice'), '')
  })
})

const printers = [
  { name: 'dock', language: 'zpl', dpi: 300, stock: '50x100mm' },
  { name: 'shop', language: 'zpl', dpi: 300, stock: '57x32mm' },
]

t.test('a printer whose labels lie the other way round: it is said, and a click turns', absentOrBrief, async (t) => {
  await visited(t, `${service.url}/#type=qr&text=QZ&size=100x50&dpi=300`, async ({ page }) => {
    const posted: URLSearchParams[] = []
    await page.route('**/api/v1/printers*', (route) => route.fulfill({ json: { printers } }))
    await page.route('**/api/v1/print?*', (route) => {
      posted.push(new URL(route.request().url()).searchParams)
      const all = { rows: 1, labels: 1, bytes: 100 }
      return route.fulfill({ json: { printer: 'dock', sent: all, received: all, printed: all, confirmed: all } })
    })
    await page.reload()
    await page.locator('#once summary').click()
    await page.selectOption('#printer', 'dock')
    await page.selectOption('#size', '100x50')
    const turned =
      'dock has these labels the other way round, as 50 × 100 mm: this one is turned by a quarter to fit them.'
    await said(page, '#printer-has', turned)
    t.same(await violations(page), [])
    await page.locator('#printer-apply', { hasText: 'Turn it to fit' }).click()
    await drawn(page, /QR Code drawn, 100 × 50 mm/)
    t.notOk(await page.locator('#printer-differs').isVisible())
    await page.locator('#print').click()
    await said(page, '#print-notice', /1 label sent/)
    t.equal(posted[0]?.get('size'), '50x100mm')
    t.notOk(posted[0]?.has('orientation'), 'landscape, as the API has it without a word')

    await page.selectOption('#design-choice', 'article')
    await page.fill('#field-text', '4006381333931')
    await drawn(page, /article/)
    await said(page, '#printer-has', turned)
    t.notOk(await page.locator('#printer-apply').isVisible(), 'the design is turned as it is printed')
    // the notice of the label before says the same
    await Promise.all([page.waitForResponse('**/api/v1/print?*'), page.locator('#print').click()])
    await said(page, '#print-notice', /1 label sent/)
    t.same(Object.fromEntries(posted[1] ?? []), {
      design: 'article',
      dpi: '300',
      text: '4006381333931',
      printer: 'dock',
    })

    await page.selectOption('#printer', 'shop')
    const other = 'shop has labels of 57 × 32 mm, and this design is for labels of 100 × 50 mm.'
    await said(page, '#printer-has', other)
    await page.locator('#print').click()
    await said(page, '#print-notice', other)
    t.equal(posted.length, 2, 'nothing is sent that would be refused')
  })
})

t.test('in every language, light and dark, on a phone and on a desk', absentOrBrief, async (t) => {
  for (const [i, language] of languageCodes.entries()) {
    await visited(t, `${service.url}/?lang=${language}#design=article&field.title=Pen`, async ({ page }) => {
      await page.locator('#design-samples:not(:empty)').waitFor()
      await page.locator('#print').click()
      await page.locator('#error-text:not(:empty)').waitFor()
      await page.emulateMedia({ colorScheme: i % 2 === 0 ? 'dark' : 'light' })
      t.same(await violations(page), [], language)
      for (const width of [1280, 320]) {
        await page.setViewportSize({ width, height: 800 })
        t.equal(await numberIn(page, 'document.documentElement.scrollWidth'), width, `${language}, ${width}`)
      }
    })
  }
})
