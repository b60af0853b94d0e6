import t from 'tap'
import { catalogue, type Symbology, type SymbologyOption, symbologies } from '../../../symbologies/index.ts'
import { absent, absentOrBrief, drawn } from '../browser.ts'
import { on } from '../label-page.ts'

/** A script that returns the options that are shown, each with the values that its control takes; a range has its two ends. */
const shown = `[...document.querySelectorAll('#options [data-option]:not([hidden])')].map((field) => {
  const control = field.querySelector('select, input')
  const words = control.localName === 'select' ? [...control.options].filter(({ disabled, value }) => !disabled && value) : []
  const values = control.type === 'number' ? [control.min, control.max] : words.map(({ value }) => value)
  return [control.name, values, field.querySelector('.hint').textContent]
})`

/** What `shown` returns for a symbology. The default of an option has no value of its own. */
function expected(symbology: Symbology): unknown[] {
  return Object.entries<SymbologyOption>(catalogue[symbology].options).map(([name, option]) => {
    const words = (option.words ?? []).filter((word) => word !== option.default)
    return [name, option.least === undefined ? words : numbersOf(option), option.purpose]
  })
}

/** All numbers of a select, or the two ends of a range. */
function numbersOf({
  least,
  most,
  titles,
}: SymbologyOption & { readonly least: number; readonly most: number }): string[] {
  const numbers = titles === undefined ? [least, most] : Array.from({ length: most - least + 1 }, (_, i) => least + i)
  return numbers.map(String)
}

/** Words in the order of the page, which is that of all symbologies together. */
const sorted = (fields: unknown[]): unknown[] =>
  (fields as [string, string[], string][]).map(([name, values, purpose]) => [name, [...values].sort(), purpose])

for (const path of ['/', '/explain']) {
  t.test(
    `${path}: the options are those of the symbology, in its order, with what they are for`,
    absentOrBrief,
    async (t) => {
      await on(t, '', async ({ page }) => {
        if (path !== '/') await page.goto(new URL(path, page.url()).href)
        for (const symbology of symbologies) {
          await page.selectOption('#type', symbology)
          t.strictSame(sorted(await page.evaluate<unknown[]>(shown)), sorted(expected(symbology)), symbology)
        }
      })
    },
  )
}

t.test('options are in the URL and in the request, and go with their symbology', absent, async (t) => {
  await on(t, '#type=qr&text=QZ-0001&level=H', async ({ page, answers }) => {
    await drawn(page, /QR Code/)
    t.match(answers.at(-1)!.target, /&level=H&/)
    t.equal(await page.locator('#options-line summary').innerText(), 'Options: 1 chosen')
    await page.locator('#options-line summary').click()
    await page.fill('#version', '7')
    await page.locator('#paper img').waitFor()
    t.match(page.url(), /&level=H&version=7$/)
    await page.selectOption('#type', 'ean8')
    t.notOk(await page.locator('#options').isVisible(), 'EAN-8 has none')
    t.notMatch(page.url(), /level|version/)
    await page.selectOption('#type', 'microqr')
    t.equal(await page.inputValue('#level'), '', 'what another symbology had is forgotten')
  })
})

t.test('a fault of an option is shown at it, and the first of several parts is meant', absentOrBrief, async (t) => {
  await on(t, '#type=ean13&text=400638133393&addon=123', async ({ page }) => {
    const error = page.locator('#addon-error:not([hidden])')
    await error.waitFor()
    t.ok(await error.isVisible(), 'the options are opened')
    t.match(await error.innerText(), /^“.*” is not possible here/)
    await page.selectOption('#type', 'qr')
    await page.fill('#parts', '2')
    t.equal(await page.inputValue('#part'), '1')
    await page.fill('#parts', '')
    t.equal(await page.inputValue('#part'), '')
  })
})
