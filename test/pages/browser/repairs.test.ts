/** Whatever is wrong and has a repair, has it as a button: random faulty requests, the button pressed, the label drawn. */

import assert from 'node:assert/strict'
import fc from 'fast-check'
import type { Page } from 'playwright-core'
import t from 'tap'
import { checkDigitOf } from '../../../symbologies/gs1/index.ts'
import { forAll, long } from '../../random.ts'
import { absentOrBrief } from '../browser.ts'
import { tolerant } from '../label-page.ts'

type Request = Readonly<Record<string, string>>

const digits = (length: number): fc.Arbitrary<string> =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((all) => all.join(''))
/** Digits with their check digit, of this length. */
const number = (length: number): fc.Arbitrary<string> => digits(length - 1).map((all) => all + checkDigitOf(all))
/** The same with a wrong one. */
const wrong = (length: number): fc.Arbitrary<string> =>
  fc.tuple(digits(length - 1), fc.integer({ min: 1, max: 9 })).map(([all, by]) => all + ((checkDigitOf(all) + by) % 10))
const products = fc.constantFrom(['ean13', 13], ['ean8', 8], ['upca', 12]) as fc.Arbitrary<readonly [string, number]>
const word = fc.stringMatching(/^[A-Z]{1,4}-\d{1,4}$/)
const month = fc.integer({ min: 1, max: 12 }).map((all) => `${all}`.padStart(2, '0'))
const day = fc.integer({ min: 1, max: 28 }).map((all) => `${all}`.padStart(2, '0'))

const gs1 = (text: string, type = 'datamatrix'): Request => ({ type, gs1: 'true', text })

/** Requests that are refused or doubtful, each in a way of which the page knows the repair. */
const faulty: { readonly [way: string]: fc.Arbitrary<Request> } = {
  'a wrong check digit': products.chain(([type, length]) => wrong(length).map((text) => ({ type, text }))),
  'blanks and hyphens': number(13).map((text) => ({
    type: 'ean13',
    text: `${text.slice(0, 1)} ${text.slice(1, 7)}-${text.slice(7)}`,
  })),
  'a price behind the number of a book': fc
    .tuple(number(13), digits(5))
    .map(([text, price]) => ({ type: 'ean13', text: `${text} ${price}` })),
  'a whole number as one without its check digit': number(12).map((text) => ({ type: 'ean13', text })),
  'an article number as a text': products.chain(([, length]) =>
    number(length).map((text) => ({ type: 'code128', text })),
  ),
  'a check digit of an element': wrong(14).map((text) => gs1(`(01)${text}`)),
  'a zero that an element lacks': number(13).map((text) => gs1(`(01)${text}`)),
  'an SSCC without its check digit': digits(17).map((text) => gs1(`(00)${text}`, 'code128')),
  'a date as people write it': fc
    .tuple(number(14), month, day)
    .map(([text, m, d]) => gs1(`(01)${text}(17)2027-${m}-${d}`)),
  'a bracket that is missing': fc.tuple(number(14), word).map(([text, batch]) => gs1(`(01${text}(10)${batch}`)),
  'a pallet': number(18).map((text) => gs1(`(00)${text}`, 'code128')),
  'letters that readers take for others': word.map((text) => ({ type: 'code128', text: `${text}é` })),
  'a character set that is not announced': word.map((text) => ({ type: 'qr', eci: 'none', text: `${text}é` })),
  'characters that nobody sees': fc
    .tuple(word, fc.constantFrom('\u00a0', '\u200b', ' ', '\u2060'))
    .map(([text, blank]) => ({ type: 'qr', text: `${text}${blank}` })),
  'a byte order mark': word.map((text) => ({ type: 'datamatrix', text: `\ufeff${text}` })),
  'a barcode that labels do not take': number(14).map((text) => ({ type: 'itf14', text })),
  'too many dots': fc
    .integer({ min: 11, max: 99 })
    .map((scale) => ({ make: 'barcode', type: 'qr', text: 'A', scale: `${scale}` })),
  'bars too low to be drawn': fc
    .constantFrom('0.1', '0.5', '0.9')
    .map((height) => ({ make: 'barcode', type: 'code128', text: 'A', height })),
  'a slash behind a domain': number(14).map((text) => ({
    type: 'qr',
    gs1: 'link',
    domain: 'https://example.com/',
    text: `(01)${text}`,
  })),
  'a network without its backslashes': fc
    .tuple(word, fc.constantFrom(';', ':', ',', '"'))
    .map(([text, sign]) => ({ type: 'qr', text: `WIFI:T:WPA;S:${text}${sign}1;P:abcdefgh;;` })),
}

const cases = fc
  .constantFrom(...Object.keys(faulty))
  .chain((way) => faulty[way]!.map((request) => [way, request] as const))

/** Buttons that change what was typed to what would do. */
const buttons = ['.repair', '#warnings', '#offers', '#instead', '#elements .offers']
  .map((place) => `${place} button`)
  .join(', ')

/** In the page: elements that are seen, and whether the label of the form's values is drawn without a fault. */
const inPage = `
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility())
  const { state } = document.querySelector('#stage').dataset
  const isDrawn = state === 'shown' && seen('.error').length === 0`

/** In the page: the words of another button than the last; `done` if there is none after one, and the label is drawn; or nothing yet. */
const outcome = (last: string): string => `(() => {
  ${inPage}
  const [next] = seen(${JSON.stringify(buttons)})
  if (state === 'stale') return false
  if (next === undefined) return ${last !== ''} && isDrawn && 'done'
  return next.textContent !== ${JSON.stringify(last)} && next.textContent
})()`

/** The buttons of a case are pressed one after the other: a repair may bring another fault to light. */
const mostPresses = 4

/** The value of an expression in the page once it has one, looked at with each of its frames. @throws after ten seconds without */
const until = (page: Page, expression: string): Promise<string> =>
  page.evaluate<string>(`new Promise((resolve, reject) => {
    const end = performance.now() + 10_000
    const look = () => {
      const found = ${expression}
      if (found) resolve(found)
      else if (performance.now() > end) reject(new Error('nothing happens'))
      else requestAnimationFrame(look)
    }
    look()
  })`)

/** Gives the form a request, and waits until it has it: from then on the picture is stale. */
async function asked(page: Page, request: Request): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(new URLSearchParams({ size: '4x6', ...request }).toString())}`)
  await until(page, `document.querySelector('#text').value === ${JSON.stringify(request.text)}`)
}

async function repaired(page: Page, request: Request): Promise<readonly string[]> {
  await asked(page, request)
  const pressed: string[] = []
  for (let last = ''; pressed.length <= mostPresses; ) {
    last = await until(page, outcome(last))
    if (last === 'done') return pressed
    pressed.push(last)
    await page.locator(buttons).filter({ visible: true }).first().click()
  }
  throw new Error(`nothing is drawn after ${pressed.join(', ')}`)
}

t.test('random faulty requests', absentOrBrief, async (t) => {
  await tolerant('', async ({ page }) => {
    await page.locator('#stage[data-state=shown]').waitFor()
    const met = new Map<string, number>()
    await forAll([cases], { count: 64, times: 7.8125 }, async ([way, request]) => {
      // the first button that is seen is of this request
      await asked(page, { type: 'qr', text: 'before' })
      await until(page, `(() => { ${inPage}; return isDrawn })()`)
      const pressed = await repaired(page, request).catch((error: Error) => {
        throw new Error(`${way}: ${JSON.stringify(request)}: ${error.message}`)
      })
      assert.ok(pressed.length > 0, `${way}: ${JSON.stringify(request)} has a button`)
      met.set(way, (met.get(way) ?? 0) + 1)
    })
    t.ok(
      met.size > Object.keys(faulty).length / (long ? 2 : 4),
      [...met].map(([way, count]) => `${count} ${way}`).join(', '),
    )
  })
})
