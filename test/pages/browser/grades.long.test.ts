import { readFileSync } from 'node:fs'
import t from 'tap'
import { encode, rowsOf } from '../../../symbologies/index.ts'
import { barsOf, degraded } from '../../reader/check/photo/degraded.ts'
import { greyPng } from '../../reader/check/png-writer.ts'
import { scanned } from '../../reader/grade/scanned.ts'
import { violations } from '../axe.ts'
import { absent, faintTexts, numberIn, type Visit } from '../browser.ts'
import { address, checkedAll, kept, nothing, on, saved, service } from '../check-page.ts'

const linear = degraded(barsOf(rowsOf(encode('ean13', '400638133393').matrix)[0]!, 16), {
  ...{ module: 8, turn: 5, dark: 30, light: 190, margin: 12, parts: 2, blur: 2 },
})
const matrix = degraded(rowsOf(encode('qr', 'Quiet zones').matrix), {
  ...{ module: 8, turn: -7, dark: 30, light: 215, margin: 8, parts: 2, blur: 3.2, gain: [0.15, 0.15] },
})

/** Both in one scan. */
function scan(): Uint8Array {
  const pictures = [scanned(linear), scanned(matrix)]
  const width = linear.width + matrix.width
  const height = Math.max(linear.height, matrix.height)
  const grey = new Uint8Array(width * height).fill(235)
  let left = 0
  for (const each of pictures) {
    for (let y = 0; y < each.height; y++) {
      grey.set(each.grey.subarray(y * each.width, (y + 1) * each.width), y * width + left)
    }
    left += each.width
  }
  return greyPng({ width, height, grey })
}

const file = kept('delivery.png', scan())

async function asked(page: Visit['page'], grade: string, dpi = '600'): Promise<void> {
  await page.locator('#graded').selectOption('true')
  await page.locator('#dpi').fill(dpi)
  await page.evaluate("document.getElementById('status').textContent = ''")
  await page.locator('#asked').fill(grade)
  await page.locator('#files').setInputFiles(file)
  await checkedAll(page)
}

t.test('grades of each symbol, what decided them, and a PDF', absent, async (t) => {
  await on(t, async ({ page }) => {
    const grades = page.locator('#grades')
    await page.locator('#files').setInputFiles(file)
    await checkedAll(page)
    t.equal(await grades.isVisible(), false, 'nothing is graded that was not asked for')
    await asked(page, '1.5/06/660')
    const text = await grades.innerText()
    for (const said of [
      /^Grades: an estimate\n+This is an estimate: no scanner or camera is a calibrated verifier\./,
      /1\.5\/06\/660 was asked for: /,
      /[AB] \(\d\.\d\) 1: EAN-13 "4006381333931"/,
      /estimate, ISO\/IEC 15416; the grade asked for is met; X: 0\.3[34]\d? mm, 8\.?\d* pixels; aperture: 06 \(0\.15 mm\), /,
      /Grades of the ten scan lines: \d \d \d \d \d \d \d \d \d \d\./,
      /symbol contrast\s+62\.\d\s%\s+at least 70\s%; 55\s%; 40\s%; 20\s%\s+ISO\/IEC 15416, 5\.4/,
    ])
      t.match(text, said)
    t.equal(await grades.locator('.graded-picture polygon').count(), 2)
    t.equal(await grades.locator('.profiles svg[role=img]').count(), 10)
    t.match(await grades.locator('.profiles figcaption').first().innerText(), /^Line 1: [ABC], /)
    await grades.locator('summary').nth(1).focus()
    await page.keyboard.press('Enter')
    const second = grades.locator('details').nth(1)
    t.match(await second.innerText(), /ISO\/IEC 15415; .*print growth: [\d.]+\s% of X across/)
    const coloured = await numberIn(
      page,
      "[...document.querySelectorAll('#grades .modules path')].reduce((sum, path) => sum + path.getAttribute('d').split('z').length - 1, 0)",
    )
    t.equal(coloured, 441, 'every module has a colour')
    const button = second.locator('td button').first()
    await button.focus()
    await page.keyboard.press('Enter')
    const framed = Number.parseInt(await button.innerText(), 10)
    t.equal(await second.locator('.frames rect').count(), framed)
    const report = JSON.parse((await saved(page, '#json')).text)
    t.match(report, { verdict: 'faults', grades: { estimate: true, symbols: { length: 2 } } })
    const [download] = await Promise.all([page.waitForEvent('download'), grades.locator('#grades-pdf').press('Enter')])
    t.equal(download.suggestedFilename(), 'delivery.pdf')
    t.match(readFileSync(await download.path(), 'latin1'), /^%PDF-/)
    t.same(await violations(page), [])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      t.same(await page.evaluate(faintTexts), [], colorScheme)
    }
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 700 })
      t.ok((await numberIn(page, 'document.documentElement.scrollWidth')) <= width, `${width}`)
    }
    await page.setViewportSize({ width: 1280, height: 800 })
  })
})

t.test('what is asked wrongly is said, and what is missing', absent, async (t) => {
  await on(t, async ({ page }) => {
    await asked(page, '1.5', '7')
    t.equal(
      await page.locator('#fault').innerText(),
      'The resolution is a number from 50 to 9600. A grade that is asked for has the form 1.5/06/660 or 1.5/06/W.',
    )
    for (const field of ['#dpi', '#asked']) t.equal(await page.locator(field).getAttribute('aria-invalid'), 'true')
    await page.evaluate("document.getElementById('status').textContent = ''")
    await page.locator('#files').setInputFiles(nothing)
    await checkedAll(page)
    t.match(await page.locator('#grades').innerText(), /No symbol was found that can be graded\./)
    await page.evaluate("document.getElementById('status').textContent = ''")
    await page.locator('#graded').selectOption('')
    await checkedAll(page)
    t.equal(await page.locator('#fault').isVisible(), false)
    t.equal(await page.locator('#grades').isVisible(), false)
  })
})

t.test('in other languages', absent, async (t) => {
  await on(t, async ({ page }) => {
    for (const [language, said] of [
      [
        'de',
        /^Noten: eine Schätzung[\s\S]*Verlangt ist 1\.5\/06\/660[\s\S]*Symbolkontrast\s+62,\d\s%\s+mindestens 70\s%; 55\s%/,
      ],
      [
        'es',
        /^Notas: una estimación[\s\S]*Se exige 1\.5\/06\/660[\s\S]*contraste del símbolo\s+62,\d\s%\s+al menos 70\s%; 55\s%/,
      ],
    ] as const) {
      await page.goto(`${address}?lang=${language}`)
      await asked(page, '1.5/06/660')
      t.match(await page.locator('#grades').innerText(), said)
      t.same(await violations(page), [])
    }
    await page.goto(`${service.url}/check`)
  })
})
