import t from 'tap'
import './served.part.ts'
import './languages.part.ts'
import './words.part.ts'
import './states.part.ts'
import './scans.part.ts'
import './options.part.ts'
import './gs1.part.ts'
import './gs1-values.part.ts'
import './remembered.part.ts'
import './own-words.part.ts'
import './typed.part.ts'
import './hostile.part.ts'
import './many.part.ts'
import './printers.part.ts'
import './printing.part.ts'
import './series.part.ts'
import type { Parameter, Parameters } from '../../src/request/parameter.ts'
import { parameters } from '../../src/request/params.ts'
import { absent, drawn, numberIn } from './browser.ts'
import { errorOf, on } from './label-page.ts'

t.test('controls accept what the API accepts, and start with its defaults', absent, async (t) => {
  await on(t, '', async ({ page }) => {
    const tables: readonly Parameters[] = [parameters.label, parameters.barcode]
    for (const [name, parameter] of tables.flatMap((table) => Object.entries(table))) {
      // options have a test of their own
      if ((parameter.title === undefined && name !== 'type') || parameter.purpose !== undefined) continue
      t.strictSame(await page.evaluate(controlled(name)), expected(name, parameter), name)
    }
  })
})

/** A script that returns the values that the control of this name offers. */
function controlled(name: string): string {
  return `(() => {
    const all = [...document.querySelectorAll('#form [name=${name}]')]
    const first = all[0]
    if (first.type === 'number') return [first.min, first.max, first.defaultValue]
    // the size has an entry for sides of one's own
    const choices = first.localName === 'select' ? [...first.options].filter((option) => option.value !== 'sides') : all
    const chosen = choices.find((choice) => choice.defaultSelected || choice.defaultChecked)
    return [...choices.map((choice) => choice.value).sort(), (chosen ?? first).value]
  })()`
}

function expected(name: string, parameter: Parameter): string[] {
  switch (parameter.kind) {
    case 'integer':
    case 'number':
      return [parameter.least, parameter.most, parameter.default].map(String)
    case 'flag':
      return ['false', 'true', String(parameter.default)]
    case 'word': {
      // the list holds the types of both endpoints
      const all = name === 'type' ? parameters.barcode.type.words : parameter.words
      // of the layouts, logistic labels are no choice among buttons
      const words = name === 'layout' ? Object.keys(parameter.titles ?? {}) : all
      const first = parameter.default ?? parameter.initially
      if (parameter.optional && first === undefined) return ['', ...[...words].sort(), '']
      return [...[...words].sort(), first ?? 'code128']
    }
    case 'text':
    case 'domain':
    case 'form':
      return []
  }
}

t.test('an error is shown beside its field, in the words of the service', absent, async (t) => {
  await on(t, '#type=ean13&text=400638133393X', async ({ page }) => {
    const shown = (name: string): Promise<string> => page.locator(`#${name}-error:not([hidden])`).innerText()
    t.equal(await shown('text'), (await errorOf('/api/v1/label?type=ean13&text=400638133393X')).message)
    t.equal(await page.locator('#text').getAttribute('aria-invalid'), 'true')
    t.match(await page.locator('#text').getAttribute('aria-describedby'), /\btext-error\b/)
    t.equal(await page.locator('#status').innerText(), await shown('text'), 'and announced')

    await page.locator('#print').click()
    await t.resolves(page.locator('#text:focus').waitFor(), 'printing moves the focus to the fault')
    t.equal(await numberIn(page, 'printed'), 0)

    await page.fill('#text', '4006381333931')
    await drawn(page, /EAN-13/)
    t.equal(await page.locator('.error:visible').count(), 0)
    t.equal(await page.locator('[aria-invalid]').count(), 0)
  })
})

t.test('printing waits for the picture of the last text typed', absent, async (t) => {
  await on(t, '', async ({ page, answers }) => {
    await drawn(page, /Code 128/)
    await page.keyboard.type('scanned')
    await page.keyboard.press('Control+Enter')
    await page.locator('body[data-printed="1"]').waitFor()
    t.match(answers.at(-1)!.target, /text=scanned/)
    t.equal(await page.locator('#paper img').getAttribute('alt'), 'Code 128 of “scanned”')
    await page.keyboard.press('Escape')
    await page.keyboard.type('next')
    await page.keyboard.press('Enter')
    await page.locator('#paper img[alt*=next]').waitFor()
    t.equal(await page.locator('#text').inputValue(), 'next', 'the Enter of a hand scanner is not part of the text')
  })
})
