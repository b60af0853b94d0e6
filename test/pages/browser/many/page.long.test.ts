import { unzipSync } from 'fflate'
import t from 'tap'
import { pngPicture } from '../../../oracle/picture.ts'
import { zxingTexts } from '../../../oracle/zxing.ts'
import { labelsPdf } from '../../../table/labels.ts'
import { spreadsheets } from '../../../table/spreadsheets.ts'
import { violations } from '../../axe.ts'
import { absent, drawn, visit } from '../../browser.ts'
import { on, tolerant, url } from '../../label-page.ts'
import {
  bytesOf,
  counted,
  drop,
  findings,
  found,
  give,
  many,
  paste,
  pictured,
  printed,
  ready,
  saved,
} from '../../many-page.ts'

type Values = Readonly<Record<string, string>>

/** The PDF of labels with these values, where the page gives type and resolution for all. */
const pdfOf = (rows: readonly Values[], forAll: Values = {}): Buffer =>
  labelsPdf(
    rows.map((row) => ({ type: 'code128', dpi: '300', ...forAll, ...row })),
    'labels',
  )

t.test('ten spreadsheets, dropped and pasted, give the labels that they mean', absent, async (t) => {
  for (const { source, bytes, rows } of spreadsheets) {
    await on(t, many(), async ({ page }) => {
      const expected = pdfOf(rows)
      await drop(page, 'items.csv', bytes)
      await counted(page, `${rows.length} rows`)
      t.ok((await saved(page)).equals(expected), `${source}: dropped`)
      await page.locator('#taken-remove').click()
      t.equal(await page.evaluate('document.activeElement.id'), 'pasted', 'the focus is not lost')
      const encoding = bytes[0] === 0xff ? 'utf-16le' : bytes[0] === 0xfe ? 'utf-16be' : 'utf-8'
      await paste(page, new TextDecoder(encoding).decode(bytes))
      await counted(page, `${rows.length} rows`)
      t.ok((await saved(page)).equals(expected), `${source}: pasted`)
      await pictured(page, rows.length)
    })
  }
})

t.test('rows are shown as labels, 24 at a time, and drawn as a document once', absent, async (t) => {
  await on(t, many('type=qr&size=2x1'), async ({ page, answers }) => {
    const lines = Array.from({ length: 40 }, (_, i) => `QZ-${i + 1}\tShelf ${i + 1}\t2`)
    await paste(page, `Barcode\tDescription\tQuantity\r\n${lines.join('\r\n')}\r\n`)
    await counted(page, '40 rows, 80 labels')
    await pictured(page, 24)
    const pictures = () => answers.filter(({ target }) => target.startsWith('/api/v1/label?')).length
    t.equal(pictures(), 24)
    const shown = page.locator('#gallery .paper')
    for (const i of [0, 5]) {
      await page.setViewportSize({ width: 1600, height: 1000 })
      const picture = pngPicture(await shown.nth(i).locator('img').screenshot())
      t.strictSame(await zxingTexts(picture, 'qr'), [`QZ-${i + 1}`])
    }
    t.equal(await page.locator('#print-rows').innerText(), 'Print 80 labels')
    await page.fill('#qty', '3')
    await counted(page, '40 rows, 80 labels')
    await give(page, 'qty', '')
    await counted(page, '40 rows, 120 labels')
    await pictured(page, 24)
    t.equal(pictures(), 24, 'copies change no picture')
    await page.locator('#pager button').nth(1).click()
    await page.locator('#pager', { hasText: '25 to 40 of 40' }).waitFor()
    await pictured(page, 16)
    t.equal(pictures(), 40)
    t.equal(await page.locator('#gallery li').count(), 16)
    t.equal(await page.evaluate('document.activeElement.textContent'), 'Previous', 'the focus is not lost')
  })
})

t.test('rows are picked by their pictures and by their numbers', absent, async (t) => {
  await on(t, many(), async ({ page }) => {
    await paste(page, `text\n${Array.from({ length: 30 }, (_, i) => `QZ-${i + 1}`).join('\n')}\n`)
    await pictured(page, 24)
    await page.locator('#gallery input').nth(1).uncheck()
    t.equal(await page.inputValue('#pick'), '2, 4-31')
    await counted(page, '30 rows, 29 labels')
    await page.fill('#pick', '3-5, 31')
    t.equal(await page.locator('#print-rows').innerText(), 'Print 4 labels')
    t.equal(await page.locator('#gallery input:checked').count(), 3)
    const rows = [2, 3, 4, 30].map((n) => ({ text: `QZ-${n}` }))
    t.ok((await saved(page)).equals(pdfOf(rows)))
    await page.fill('#pick', 'x')
    await page.locator('#pick-fault:not([hidden])').waitFor()
    t.ok(await page.locator('#print-rows').isDisabled())
    await page.fill('#pick', '')
    t.equal(await page.locator('#print-rows').innerText(), 'Print 30 labels')
    await page.locator('#rows-format').selectOption('png')
    await page.fill('#pick', '2-3')
    const zip = await saved(page)
    const files = unzipSync(zip)
    t.same(Object.keys(files), ['002-QZ-1.png', '003-QZ-2.png'])
    t.same(await zxingTexts(pngPicture(Buffer.from(files['003-QZ-2.png']!)), 'code128'), ['QZ-2'])
    await page.locator('#rows-format').selectOption('zpl')
    t.match((await saved(page)).toString('latin1'), /^\^XA[\s\S]*\^XA/)
  })
})

t.test('a person says which column is what, and what is not used', absent, async (t) => {
  await on(t, many(), async ({ page, answers }) => {
    await paste(page, 'EAN;Code;Name;Preis, netto\nA1;B1;C1;D1\nA2;B2;C2;D2\n')
    await page.locator('#rows-without', { hasText: 'Choose the column' }).waitFor()
    t.notOk(
      answers.some(({ target }) => target.startsWith('/api/v1/label')),
      'nothing is drawn',
    )
    t.notOk(await page.locator('#print-rows').isVisible(), 'and nothing can be printed')
    await page.locator('#meaning-text').focus()
    await give(page, 'text', 'Code')
    await counted(page, '2 rows, 2 labels')
    t.equal(await page.evaluate('document.activeElement.id'), 'meaning-text', 'the focus stays')
    t.equal(await page.locator('#meaning-caption').inputValue(), 'Name')
    t.equal(await page.locator('#meaning-caption-hint').innerText(), 'Guessed from the heading.')
    const both = [1, 2].map((i) => ({ text: `B${i}`, caption: `C${i}` }))
    t.ok((await saved(page)).equals(pdfOf(both)))
    await give(page, 'caption', 'Preis, netto', 1)
    t.ok(
      (await saved(page)).equals(pdfOf([1, 2].map((i) => ({ text: `B${i}`, caption: `C${i}\nD${i}` })))),
      'two lines',
    )
    await give(page, 'caption', '')
    await page.locator('#meaning-more').selectOption('type')
    await give(page, 'title', 'Preis, netto')
    const rows = [1, 2].map((i) => ({ text: `B${i}`, caption: `D${i}`, title: `D${i}` }))
    t.ok((await saved(page)).equals(pdfOf(rows)), 'a comma in what stands above a column')
    await give(page, 'text', '{}')
    await page.fill('#meaning-text-pattern', '{EAN}/{Cod}')
    await page.locator('#meaning-text-hint', { hasText: 'There is no column Cod.' }).waitFor()
    await page.fill('#meaning-text-pattern', '{EAN}/{Code}')
    const patterned = rows.map((row, i) => ({ ...row, text: `A${i + 1}/B${i + 1}` }))
    t.ok((await saved(page)).equals(pdfOf(patterned)))
    await page.reload()
    await counted(page, '2 rows, 2 labels')
    t.ok((await saved(page)).equals(pdfOf(patterned)), 'the choice stays')
    await paste(page, 'Barcode\nC3\n')
    await counted(page, '1 row, 1 label')
    t.ok((await saved(page)).equals(pdfOf([{ text: 'C3' }])), 'for tables with those headings')
    await paste(page, 'EAN;Code;Name;Preis, netto\nA5;B5;;E5\n')
    await page.locator('#meaning-title-hint', { hasText: 'As last time.' }).waitFor()
    t.ok((await saved(page)).equals(pdfOf([{ text: 'A5/B5', caption: 'E5', title: 'E5' }])))
  })
})

t.test('rows without headings', absent, async (t) => {
  await on(t, many('type=ean13'), async ({ page }) => {
    await paste(page, '4006381333931\t2\r\n5901234123457\t1\r\n')
    await page.locator('#rows-without', { hasText: 'Choose the column' }).waitFor()
    t.equal(await page.locator('#heading-row').inputValue(), '-1')
    await page.locator('#headings-hint', { hasText: 'are these the headings?' }).waitFor()
    await give(page, 'text', '1')
    await counted(page, '2 rows, 2 labels')
    await give(page, 'qty', '2')
    await counted(page, '2 rows, 3 labels')
    const rows = [
      { text: '4006381333931', qty: '2' },
      { text: '5901234123457', qty: '1' },
    ]
    t.ok((await saved(page)).equals(pdfOf(rows, { type: 'ean13' })))
    await page.locator('#heading-row').selectOption('0')
    await page.locator('#rows-without', { hasText: 'Choose the column' }).waitFor()
  })
})

t.test('a series, with copies', absent, async (t) => {
  await on(t, many('type=datamatrix&size=50x30&qty=2'), async ({ page, answers }) => {
    await ready(page)
    await page.locator('label:has([name=rows][value=series])').click()
    await page.fill('#series-prefix', 'BIN-')
    await page.fill('#series-first', '0098')
    await page.fill('#series-last', '0106')
    await page.fill('#series-step', '2')
    await page.fill('#series-suffix', '/A')
    await counted(page, '5 rows, 10 labels')
    t.equal(await page.locator('#series-hint').innerText(), '5 labels, from BIN-0098/A to BIN-0106/A.')
    await pictured(page, 5)
    const rows = [98, 100, 102, 104, 106].map((n) => ({ text: `BIN-${`${n}`.padStart(4, '0')}/A` }))
    t.ok((await saved(page)).equals(pdfOf(rows, { type: 'datamatrix', size: '50x30', qty: '2' })))
    t.match(answers.at(-1)?.target, /^\/api\/v1\/labels\?type=datamatrix/)
    const fault = (words: string) => page.locator('#series-fault:not([hidden])', { hasText: words }).waitFor()
    await page.fill('#series-digits', '99')
    await fault('Digits: a whole number from 1 to 18.')
    t.equal(await page.locator('[aria-invalid]').count(), 1)
    t.equal(await page.locator('#series-digits').getAttribute('aria-invalid'), 'true')
    await page.fill('#series-digits', '')
    await page.fill('#series-last', '99999999')
    await fault('49999951 labels are more than the 50000')
  })
})

const mixed = 'text;qty\nQZ-1;1\n5,9E+11;1\nQZ-3;1\nQZ\u2603;1\nQZ-5;1\nQZ-6;1\nQZ-7;1\nQZ-8;1\nQZ-9;1\nQZ-10;many\n'

t.test('faults stand once for all their rows, which are left out', absent, async (t) => {
  await on(t, many(), async ({ page, answers }) => {
    await paste(page, mixed)
    await found(page, 'has rounded')
    await found(page, 'Row 5')
    t.notOk(
      answers.some(({ target }) => target.includes('5%2C9E')),
      'a row without text is not asked for',
    )
    await page.locator('#rows-left', { hasText: '3 rows with faults are left out.' }).waitFor()
    t.equal(await page.locator('#gallery [data-state=stale]').count(), 0, 'pictures stay as they are')
    t.equal((await findings(page)).length, 3)
    t.equal(await page.locator('#print-rows').innerText(), 'Print 7 labels')
    const good = [1, 3, 5, 6, 7, 8, 9].map((n) => ({ text: `QZ-${n}` }))
    t.ok((await saved(page)).equals(pdfOf(good)))
    await page.fill('#qty', '501')
    t.match(
      await page.locator('#qty-error:not([hidden])').innerText(),
      /1 to 500/,
      'what all rows have is shown at its field',
    )
  })
})

t.test('one button puts all rows of a kind right', absent, async (t) => {
  await on(t, many('type=ean13'), async ({ page }) => {
    const good = ['4006381333931', '5901234123457', '4012345000009', '4305615418735']
    const wrong = good.map((text) => text.slice(0, -1) + ((Number(text.at(-1)) + 1) % 10))
    await paste(page, `EAN\n${wrong.join('\n')}\n96385074\n`)
    const button = page.locator('#findings button', { hasText: 'Correct 4 check digits' })
    await button.click()
    await page.locator('#rows-left', { hasText: '4 rows were changed here.' }).waitFor()
    t.ok(
      (await saved(page)).equals(
        pdfOf(
          good.map((text) => ({ text })),
          { type: 'ean13' },
        ),
      ),
    )
  })
  await on(t, many('type=upca'), async ({ page }) => {
    await paste(page, 'UPC\n36000291452\n12345678905\n614141007349\n')
    await page.locator('#findings button', { hasText: 'Put the lost zero before 2 numbers' }).click()
    const right = ['036000291452', '012345678905', '614141007349'].map((text) => ({ text }))
    await page.locator('#rows-left', { hasText: '2 rows were changed here.' }).waitFor()
    t.ok((await saved(page)).equals(pdfOf(right, { type: 'upca' })))
  })
  await on(t, many(), async ({ page }) => {
    await paste(page, 'EAN\n4006381333931\n5901234123457\n')
    await page.locator('#findings button', { hasText: 'Draw them as EAN-13' }).click()
    t.equal(await page.inputValue('#type'), 'ean13')
    t.ok((await saved(page)).equals(pdfOf([{ text: '4006381333931' }, { text: '5901234123457' }], { type: 'ean13' })))
    await page.locator('#findings > *').waitFor({ state: 'detached' })
  })
})

t.test('the faults of hundreds of rows are found, a hundred at a time', absent, async (t) => {
  await on(t, many('type=ean13'), async ({ page }) => {
    const rows = Array.from({ length: 250 }, (_, i) => `40123450${`${i}`.padStart(5, '0')}`)
    await paste(page, `EAN\n${rows.join('\n')}\n4006381333931\n`)
    const button = page.locator('#findings button', { hasText: /Correct 2\d\d check digits/ })
    await button.click()
    await page.locator('#rows-left', { hasText: /^2\d\d rows were changed here\.$/ }).waitFor()
    t.equal(await page.locator('#print-rows').innerText(), 'Print 251 labels')
  })
})

t.test('a warning stands once, with what else would scan', absent, async (t) => {
  await on(t, many('size=2x1'), async ({ page }) => {
    const rows = Array.from({ length: 3 }, (_, i) => `A text of thirty characters: ${i}`)
    await paste(page, `text\n${rows.join('\n')}\nA-1\n`)
    const warning = page.locator('#rows-warnings p')
    await warning.first().waitFor()
    t.match(await warning.first().innerText(), /^3 labels: /)
    await page.locator('#many-plan summary').click()
    await page.locator('#many-plan-body button').first().waitFor()
  })
})

t.test('more than 500 labels are told before anything is sent, and come in parts', absent, async (t) => {
  await on(t, many(), async ({ page, answers }) => {
    const all = Array.from({ length: 501 }, (_, i) => ({ text: `QZ-${i + 1}` }))
    await drop(page, '501.csv', Buffer.from(`text\n${all.map(({ text }) => `${text}\n`).join('')}`))
    await counted(page, '501 rows, 501 labels')
    t.match(await page.locator('#documents-why').innerText(), /at most 500 labels, so these come in 2 documents/)
    t.notOk(await page.locator('#print-rows').isVisible())
    t.notOk(answers.some(({ target }) => target.startsWith('/api/v1/labels')))
    t.ok((await saved(page, '#documents li:nth-child(1) button:nth-of-type(2)')).equals(pdfOf(all.slice(0, 500))))
    t.ok((await saved(page, '#documents li:nth-child(2) button:nth-of-type(2)')).equals(pdfOf(all.slice(500))))
    t.same(
      answers.filter(({ target }) => target.startsWith('/api/v1/labels')).map(({ status }) => status),
      [200, 200],
    )
  })
})

t.test('faults in a later part are those of its rows', absent, async (t) => {
  await on(t, many(), async ({ page }) => {
    const texts = Array.from({ length: 700 }, (_, i) => (i === 599 ? 'QZ\u2603' : `QZ-${i + 1}`))
    await paste(page, `text\n${texts.join('\n')}`)
    await page.locator('#documents li:nth-child(2) button:nth-of-type(2)').click()
    await found(page, 'Row 601')
    t.equal(await page.locator('#documents li').count(), 2)
  })
})

t.test('printing asks once, and prints the document', absent, async (t) => {
  await tolerant(many(), async ({ page, answers, faults }) => {
    await paste(page, 'text\nA\nB\n')
    await pictured(page, 2)
    await page.keyboard.press('Control+Enter')
    await printed(page)
    t.ok((await saved(page)).equals(pdfOf([{ text: 'A' }, { text: 'B' }])))
    t.equal(answers.filter(({ target }) => target.startsWith('/api/v1/labels')).length, 1)
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Control+s')])
    t.ok((await bytesOf(download)).length > 0)
    await page.keyboard.press('Control+p')
    await printed(page)
    t.equal(await page.locator('iframe.printing').count(), 1)
    t.same(
      faults.filter((fault) => !fault.startsWith('request: chrome')),
      [],
      'besides requests of the browser’s own viewer',
    )
  })
})

t.test('what was there is there at the next visit, until it is forgotten', absent, async (t) => {
  await on(t, many(), async ({ page }) => {
    await drop(page, 'items.csv', Buffer.from('text,qty\nA,2\n'))
    await counted(page, '1 row, 2 labels')
    await pictured(page, 1)
    await page.reload()
    await counted(page, '1 row, 2 labels')
    t.equal(await page.locator('#taken-name').innerText(), 'items.csv')
    await page.locator('label:has([name=make][value=label])').click()
    t.notOk(await page.locator('#many').isVisible())
    await page.goto(new URL(many('type=qr'), page.url()).href)
    await counted(page, '1 row, 2 labels')
    await page.locator('#forget-rows').click()
    await page.locator('#rows-none:not([hidden])').waitFor()
    t.equal(await page.evaluate(`localStorage.getItem('quietzone.rows')`), null)
    await page.reload()
    await ready(page)
    t.equal(await page.inputValue('#pasted'), '')
    await page.locator('#rows-none:not([hidden])').waitFor()
    await paste(page, 'text\nB\n')
    await pictured(page, 1)
    t.match(await page.evaluate(`localStorage.getItem('quietzone.rows')`), /text\\nB/)
    await paste(page, '')
    await page.locator('#rows-none:not([hidden])').waitFor()
    await page.locator('#rows-status', { hasText: 'Paste a spreadsheet' }).waitFor({ state: 'attached' })
    t.equal(await page.evaluate(`localStorage.getItem('quietzone.rows')`), null, 'nothing is nothing to keep')
  })
})

t.test('what is no table is told', absent, async (t) => {
  await on(t, many(), async ({ page }) => {
    const fault = (words: string) => page.locator('#table-fault:not([hidden])', { hasText: words }).waitFor()
    await drop(page, 'latin.csv', Buffer.from('text;Größe\nA;1\n', 'latin1'))
    await page.locator('#rows-encoding', { hasText: 'windows-1252, for example “Größe”' }).waitFor()
    await page.locator('#encoding').selectOption('utf-8')
    await page.locator('#rows', { hasText: 'Gr\ufffd' }).waitFor()
    t.equal(await page.inputValue('#encoding'), 'utf-8')
    await drop(page, 'book.xlsx', Buffer.from('PK\x03\x04\x14[Content_Types].xml', 'latin1'))
    await fault('as CSV UTF-8')
    await drop(page, 'empty.csv', Buffer.from('\n'))
    await fault('The table is empty')
    await page.locator('#taken-remove').click()
    await page.locator('#table-fault').waitFor({ state: 'hidden' })
    await paste(page, 'text\n')
    await fault('no row below')
    t.equal(await page.locator('#pasted').getAttribute('aria-invalid'), 'true')
  })
})

t.test('with the keyboard alone', absent, async (t) => {
  await on(t, '', async ({ page }) => {
    await page.locator('#paper img').waitFor()
    await page.locator('[name=make]:checked').focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await ready(page)
    const tabTo = async (reached: string): Promise<void> => {
      for (let i = 0; i < 40; i++) {
        if (await page.evaluate<boolean>(`document.activeElement.matches(${JSON.stringify(reached)})`)) return
        await page.keyboard.press('Tab')
      }
      t.fail(`Tab does not come by ${reached}`)
    }
    await tabTo('#pasted')
    await page.keyboard.type('Foo;Name')
    await page.keyboard.press('Enter')
    await page.keyboard.type('QZ-1;Shelf')
    for (const control of ['#table-file', '#heading-row', '#meaning-text']) await tabTo(control)
    await page.keyboard.type('Foo')
    await counted(page, '1 row, 1 label')
    for (const control of ['#forget-rows', '#type', '#qty', '#pick', '#print-rows', '#download-rows'])
      await tabTo(control)
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
    const orientation = await page.locator('[name=orientation]:checked').inputValue()
    t.ok((await bytesOf(download)).equals(pdfOf([{ text: 'QZ-1', caption: 'Shelf' }], { orientation })))
  })
})

t.test('a service that is busy or away is asked again for pictures, and told of for documents', absent, async (t) => {
  await tolerant(many(), async ({ page }) => {
    let answers = 0
    await page.route('**/api/v1/label?*', async (route) => {
      if (answers++ === 0) await route.fulfill({ status: 502, body: '' })
      else await route.continue()
    })
    await page.route('**/api/v1/labels?*', (route) => route.fulfill({ status: 502, body: '' }))
    await paste(page, 'text\nA\n')
    await page.locator('#gallery .note', { hasText: 'does not answer' }).waitFor()
    await pictured(page, 1)
    await page.locator('#download-rows').click()
    await page.locator('#rows-notice', { hasText: 'does not answer' }).waitFor()
    t.ok(answers >= 2, 'the picture was asked for again')
  })
})

t.test('on a phone and on a desk, in all languages, nothing sticks out', absent, async (t) => {
  for (const language of ['en', 'de', 'es', 'fr']) {
    for (const width of [320, 390, 800, 1280]) {
      const here = await visit(`${url}/?lang=${language}${many()}`, { viewport: { width, height: 780 } })
      await paste(here.page, `${mixed}${'x'.repeat(300)};1\n`)
      await found(here.page, '“5,9E+11”'.replace(/[“”]/g, ''))
      await here.page.locator('#findings > *').nth(2).waitFor()
      if (width !== 390) t.same(await violations(here.page), [])
      const wide = await here.page.evaluate<number>('document.documentElement.scrollWidth')
      t.ok(wide <= width, `${language}: ${wide} in ${width}`)
      t.same(here.faults, [])
      await here.close()
    }
  }
})

t.test('sheets are printed from the document that has all of them', absent, async (t) => {
  // the viewer of PDFs loads files of its own
  await tolerant('#type=qr&text=QZ-0001&sheet=avery-l7160&qty=30', async ({ page, answers }) => {
    await page.locator('#sheet-drawing svg').waitFor()
    await drawn(page, /210 × 297 mm/)
    await page.locator('#print').click()
    await printed(page)
    t.match(answers.at(-1)!.target, /^\/api\/v1\/label\?.*sheet=avery-l7160.*qty=30/)
    t.notOk(answers.at(-1)!.target.includes('format='), 'a PDF')
  })
})
