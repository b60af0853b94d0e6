import { readFileSync } from 'node:fs'
import t from 'tap'
import { drawLabel } from '../../../src/draw.ts'
import { encode } from '../../../symbologies/index.ts'
import { plainPicture } from '../../oracle/picture.ts'
import { barsPicture, widthsIn } from '../../reader/check/paint.ts'
import { chunk, greyPng } from '../../reader/check/png-writer.ts'
import { absent, faintTexts, lit, numberIn, type Visit, visit, visited } from '../browser.ts'
import {
  address,
  brought,
  checkedAll,
  drawn,
  faulty,
  kept,
  nothing,
  on,
  pathOf,
  saved,
  service,
  verdict,
} from '../check-page.ts'

t.test('pictures are dropped and pasted too', absent, async (t) => {
  const base64 = readFileSync(faulty).toString('base64')
  const give = (event: string, name: string): string => `(() => {
    const data = new DataTransfer()
    const bytes = Uint8Array.from(atob('${base64}'), (character) => character.charCodeAt(0))
    data.items.add(new File([bytes], '${name}', { type: 'image/png' }))
    const init = { bubbles: true, cancelable: true, clipboardData: data, dataTransfer: data }
    const event = '${event}' === 'paste' ? new ClipboardEvent('paste', init) : new DragEvent('${event}', init)
    document.querySelector('#frame').dispatchEvent(event)
    return event.defaultPrevented
  })()`
  await on(t, async ({ page }) => {
    t.equal(await page.evaluate(give('dragover', 'dropped.png')), true)
    t.equal(await page.locator('body.dragging').count(), 1)
    for (const [event, name] of [
      ['drop', 'dropped.png'],
      ['paste', 'pasted.png'],
    ] as const) {
      t.equal(await page.evaluate(give(event, name)), true)
      await page
        .locator('#status')
        .filter({ hasText: `${name}: 3 faults, 1 note.` })
        .waitFor({ state: 'attached' })
      t.match(await page.locator('#name').innerText(), name)
    }
    t.equal(await page.locator('body.dragging').count(), 0)
  })
})

t.test('all of it goes by the keyboard, and is named', absent, async (t) => {
  await on(t, async ({ page }) => {
    await page.getByLabel('Pictures of symbols').setInputFiles([faulty, nothing])
    await checkedAll(page)
    await page.locator('#files').focus()
    const met: string[] = []
    const here = (): Promise<string> =>
      page.evaluate('document.activeElement.id || document.activeElement.name || document.activeElement.textContent')
    for (let i = 0; i < 14 && met.at(-1) !== 'step-0'; i++) {
      await page.keyboard.press('Tab')
      met.push((await here()).trim())
      t.ok(
        await numberIn(
          page,
          "Number(getComputedStyle(document.activeElement).outlineStyle !== 'none' || document.activeElement.matches('[name=which], .step'))",
        ),
        `focus on ${met.at(-1)} can be seen`,
      )
    }
    t.same(met, [
      'type',
      'text',
      'application',
      'profile',
      'graded',
      '',
      'which',
      'faulty.png 3 faults, 1 note',
      'nothing.png Not readable',
      'json',
      'all-json',
      'Print the document healed, its symbols on whole dots',
      'step-0',
    ])
    await page.keyboard.press('ArrowDown')
    t.equal(await here(), 'step-1')
    t.equal(await page.locator('#step-1').getAttribute('aria-selected'), 'true')
    t.ok((await lit(page)).length > 0)
    await page.locator('#pictures button').nth(1).focus()
    await page.keyboard.press('Enter')
    t.equal(await verdict(page), 'Not readable')
    t.equal(await page.evaluate('document.activeElement.getAttribute("aria-current")'), 'true', 'the focus stays')
    t.match(await page.getByRole('tree', { name: 'Findings' }).innerText(), /one colour/)
  })
})

t.test('nothing leaves the browser: once the page is there it needs no network', absent, async (t) => {
  await visited(t, address, async ({ page, answers }) => {
    const requests: string[] = []
    page.on('request', (request) => requests.push(`${request.method()} ${request.url().replace(service.url, '')}`))
    await brought(page, nothing)
    t.same(
      requests.filter((request) => !/^GET (\/assets\/[\w/-]+\.(js|svg)|blob:.*)$/.test(request)),
      [],
    )
    requests.length = 0
    await page.context().setOffline(true)
    await brought(page, faulty)
    t.equal(await verdict(page), '3 faults, 1 note')
    t.same(requests, [])
    t.same(answers, [], 'the API is not asked at all')
  })
})

t.test('a check that does not end is stopped, and the page goes on', absent, async (t) => {
  const here = await visit(address)
  const endless = { contentType: 'text/javascript', body: 'onmessage = () => { for (;;); }' }
  await here.page.route('**/assets/checker-*.js', (route) => route.fulfill(endless))
  await here.page.reload()
  await here.page.setInputFiles('#files', new Array<string>(20).fill(faulty))
  await here.page.locator('#stop').click()
  t.match(
    await here.page.locator('#status').textContent(),
    /^20 pictures: 0 conforming, 0 with faults, 20 not readable/,
  )
  t.equal(await here.page.locator('#stop').isVisible(), false)
  t.match(await here.page.locator('#pictures button').last().innerText(), /Not checked/)
  await here.page.unroute('**/assets/checker-*.js')
  await brought(here.page, faulty)
  t.equal(await verdict(here.page), '3 faults, 1 note')
  await here.close()
})

t.test(
  'while a picture is checked nothing is said of the one before; an unreadable one has advice',
  absent,
  async (t) => {
    await on(t, async ({ page }) => {
      await brought(page, faulty)
      t.ok((await page.locator('.step').count()) > 0)
      // the worker is not answered until the page has been looked at
      await page.evaluate('window.kept = Worker.prototype.postMessage; Worker.prototype.postMessage = () => {}')
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.locator('#files').click()])
      await chooser.setFiles([
        kept('grey.png', greyPng({ width: 60, height: 60, grey: new Uint8Array(3600).fill(200) })),
      ])
      await page.locator('#verdict[data-verdict=waiting]').waitFor()
      t.equal(await page.locator('.step').count(), 0, 'findings')
      t.equal(await page.locator('#symbol-text').innerText(), '', 'text')
      t.equal(await page.locator('#frame svg').count(), 0, 'symbol')
      await page.evaluate('Worker.prototype.postMessage = window.kept')
      await page.locator('#type').selectOption('qr')
      await checkedAll(page)
      t.equal(await verdict(page), 'Not readable')
      t.match(
        await page.locator('#info').innerText(),
        /^No symbol was found in this picture\. Take it again from closer/,
      )
      await page.locator('#type').selectOption('')
      await checkedAll(page)
    })
  },
)

t.test('findings are in the language of the page, with their values', absent, async (t) => {
  for (const [language, sentence, lengths] of [
    ['de', /^Fehler\nDie Ruhezone ist 5\.0 Module breit; 10 sind nötig/, /Pixel bei 11811 je Meter/],
    ['es', /^error\nLa zona de silencio mide 5\.0 módulos; se necesitan 10/, /píxeles a 11811 por metro/],
  ] as const) {
    const here = await visit(`${address}?lang=${language}`)
    const widths = widthsIn(encode('code128', 'QZ-0001'), 4)
    const picture = barsPicture(widths, { left: 20, right: 60, height: 100 })
    // 11811 pixels a metre, both ways
    const resolution = chunk('pHYs', Buffer.from([0, 0, 0x2e, 0x23, 0, 0, 0x2e, 0x23, 1]))
    await brought(here.page, kept(`near-${language}.png`, greyPng(picture, [resolution])))
    const steps = await here.page.locator('.step').allInnerTexts()
    t.ok(
      steps.some((step) => sentence.test(step)),
      `${language}: ${steps[0]}`,
    )
    t.equal(await here.page.locator('.step .title[lang=en]').count(), 0, 'nothing is left in English')
    t.match(await here.page.locator('#lengths').innerText(), lengths)
    await here.close()
  }
})

t.test('PDFs and SVGs are judged by the service, a PDF by its pages', absent, async (t) => {
  const label = { type: 'qr', text: 'QZ-0001', size: '2x1', orientation: 'landscape', qty: 2, showtext: true } as const
  const pdf = kept('labels.pdf', drawLabel({ ...label, format: 'pdf' }, { maxPixels: 1e6 }).bytes)
  const svg = kept('label.svg', drawLabel({ ...label, qty: 1, format: 'svg' }, { maxPixels: 1e6 }).bytes)
  await on(t, async ({ page }) => {
    await brought(page, pdf, svg)
    t.equal(await page.locator('#status').textContent(), '2 pictures: 2 conforming, 0 with faults, 0 not readable.')
    t.match(await page.locator('#symbol-text').innerText(), /QZ-0001/)
    t.match(await page.locator('#lengths').innerText(), /^X: /)
    t.ok((await page.locator('.step').count()) > 10, 'findings')
    const modules = pathOf(encode('qr', 'QZ-0001'))
    for (const i of [0, 1]) {
      await page.locator('#pictures button').nth(i).click()
      t.equal(await drawn(page), modules, 'the modules of the symbol')
      t.equal(await page.locator('#which').isVisible(), true, 'and those of the reference')
    }
    const report = JSON.parse((await saved(page, '#json')).text)
    t.notOk('modules' in report.symbols[0] || 'modules' in report, 'the report is that of the command line')
    await page.locator('#pictures button').nth(0).click()
    await page.locator('#page').fill('3')
    await checkedAll(page)
    t.equal(await verdict(page), 'Not readable')
    t.match(await page.locator('.step').first().innerText(), /3/)
    await page.locator('#page').fill('2')
    await page.locator('#graded').selectOption('true')
    await checkedAll(page)
    t.equal(await verdict(page), 'Conforming')
    t.equal(await page.locator('#grades .graded').count(), 1)
    t.match(
      await page.locator('#grades').innerText(),
      /\nPage 2\/2 of the PDF was drawn at [\d.]+ dpi, as \d+ × \d+ pixels\.\n/,
    )
    t.equal(await page.locator('#grades img').count(), 0, 'browsers show no PDF as a picture')
    const [asked] = await Promise.all([page.waitForRequest(/format=pdf/), page.locator('#grades-pdf').click()])
    t.match(asked.url(), /[?&]page=2(&|$)/)
    await page.locator('#pictures button').nth(1).click()
    await page.locator('#grades polygon').waitFor({ state: 'attached' })
    const frame = "document.querySelector('#grades .graded-picture svg').getAttribute('viewBox')"
    const report2 = JSON.parse((await saved(page, '#json')).text)
    t.equal(await page.evaluate(frame), `0 0 ${report2.drawn.width} ${report2.drawn.height}`)
    await page.locator('#pictures button').nth(0).click()
    await page.locator('#graded').selectOption('')
    await page.locator('#page').fill('')
    await brought(page, faulty)
    t.equal(await page.locator('#page').isVisible(), false, 'a PNG has no pages')
  })
})

t.test('the page reports a checker that does not start', absent, async (t) => {
  const here = await visit(address)
  await here.page.route('**/assets/checker-*.js', (route) => route.abort())
  await here.page.reload()
  await brought(here.page, faulty)
  t.equal(await verdict(here.page), 'Not checked')
  t.match(await here.page.locator('#info').innerText(), /^This could not be checked: /)
  await here.page.unroute('**/assets/checker-*.js')
  await brought(here.page, nothing)
  t.equal(await verdict(here.page), 'Not readable', 'and started anew with the next picture')
  await here.close()
})

t.test('light and dark, wide and narrow: all can be read, and nothing sticks out', absent, async (t) => {
  await on(t, async ({ page }) => {
    await brought(page, faulty, nothing)
    await page.locator('#step-1').focus()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      t.same(await page.evaluate(faintTexts), [], colorScheme)
    }
    for (const width of [1440, 800, 320]) {
      await page.setViewportSize({ width, height: 700 })
      t.ok((await numberIn(page, 'document.documentElement.scrollWidth')) <= width, `${width}`)
    }
  })
})

/** The picture in another format, as the browser itself compresses it, in base64. */
const compressed = (page: Visit['page'], png: Uint8Array, type: string): Promise<string> =>
  page.evaluate(`(async () => {
    const bytes = Uint8Array.from(atob('${Buffer.from(png).toString('base64')}'), (character) => character.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
    canvas.getContext('2d').drawImage(bitmap, 0, 0)
    const blob = await canvas.convertToBlob({ type: '${type}', quality: 0.9 })
    return btoa(Array.from(new Uint8Array(await blob.arrayBuffer()), (byte) => String.fromCharCode(byte)).join(''))
  })()`)

t.test('JPEG and WebP are decoded by the browser', absent, async (t) => {
  await on(t, async ({ page }) => {
    for (const [type, extension] of [
      ['image/jpeg', 'jpg'],
      ['image/webp', 'webp'],
    ] as const) {
      for (const [symbology, text] of [
        ['qr', 'QZ-0001'],
        ['datamatrix', 'QZ-0001'],
        ['code128', 'QZ-0001'],
        ['ean13', '5901234123457'],
      ] as const) {
        const png = greyPng(plainPicture(encode(symbology, text), 4))
        const bytes = Buffer.from(await compressed(page, png, type), 'base64')
        await brought(page, kept(`${symbology}.${extension}`, bytes))
        t.match(await verdict(page), /^Conforming/, `${symbology} in ${type}`)
        t.match(await page.locator('#symbol-text').innerText(), text)
        await brought(page, kept(`cut.${extension}`, bytes.subarray(0, 40)))
        t.equal(await verdict(page), 'Not readable')
      }
    }
  })
})
