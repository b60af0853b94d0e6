import type { Page } from 'playwright-core'
import t from 'tap'
import { absentOrBrief, drawn } from '../browser.ts'
import { on, tolerant } from '../label-page.ts'

const orientation = (page: Page): Promise<string> => page.locator('[name=orientation]:checked').inputValue()
const lastQuery = (answers: readonly { readonly target: string }[]): URLSearchParams =>
  new URL(answers.at(-1)!.target, 'http://x').searchParams

t.test(
  'stock that is higher than wide starts in portrait, until a person or a link says otherwise',
  absentOrBrief,
  async (t) => {
    await on(t, '', async ({ page, answers }) => {
      await drawn(page, /4 × 6 in/)
      t.equal(lastQuery(answers).get('orientation'), 'portrait')
      t.match(page.url(), /#type=code128&text=QZ-0001&orientation=portrait$/)
      for (const [size, expected] of [
        ['3x2', 'landscape'],
        ['100x150', 'portrait'],
        ['50x30', 'landscape'],
        ['2x3', 'portrait'],
        ['4x4', 'landscape'],
        ['62x100', 'portrait'],
      ] as const) {
        await page.selectOption('#size', size)
        t.equal(await orientation(page), expected, size)
      }
      await page.locator('label:has([value=landscape])').click()
      await page.selectOption('#size', '4x6')
      t.equal(await orientation(page), 'landscape', 'it stays as it was chosen')
    })
  },
)

t.test('a link means the orientation that it says, or the default of the API', absentOrBrief, async (t) => {
  for (const [hash, expected] of [
    ['#type=qr&text=QZ', 'landscape'],
    ['#type=qr&text=QZ&size=100x150', 'landscape'],
    ['#type=qr&text=QZ&size=3x2&orientation=portrait', 'portrait'],
  ] as const) {
    await on(t, hash, async ({ page, answers }) => {
      await drawn(page, /QR Code/)
      t.equal(await orientation(page), expected, hash)
      t.equal(lastQuery(answers).get('orientation') ?? 'landscape', expected)
      t.ok(page.url().endsWith(hash), `${page.url()} is still ${hash}`)
    })
  }
})

t.test(
  'the digits of EAN and UPC stand once, below the bars, until a person or a link says otherwise',
  absentOrBrief,
  async (t) => {
    const layout = (page: Page): Promise<string> => page.inputValue('#layout')
    await on(t, '#type=code128&text=4006381333931', async ({ page, answers }) => {
      await drawn(page, /Code 128/)
      await page.selectOption('#type', 'ean13')
      await drawn(page, /EAN-13/)
      t.equal(lastQuery(answers).get('layout'), 'below')
      await page.fill('#caption', 'Pencil')
      t.equal(await layout(page), 'above', 'a name stands above')
      await page.fill('#caption', '')
      t.equal(await layout(page), 'below')
      await page.selectOption('#type', 'qr')
      t.equal(await layout(page), 'above')
      await page.selectOption('#layout', 'beside')
      await page.selectOption('#type', 'ean13')
      t.equal(await layout(page), 'beside', 'it stays as it was chosen')
    })
    await on(t, '#type=ean13&text=4006381333931', async ({ page }) => {
      await drawn(page, /EAN-13/)
      t.equal(await layout(page), 'above', 'as the link says it')
    })
  },
)

t.test('one line feed at the end is taken off, and controls can be seen', absentOrBrief, async (t) => {
  await on(t, '#type=datamatrix&text=QZ', async ({ page, answers }) => {
    const shown = (id: string): Promise<string | null> => page.locator(`#${id}`).textContent()
    const pasted = async (text: string): Promise<void> => {
      await page.evaluate(`document.getElementById('text').select()`)
      await page.evaluate(`(() => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', ${JSON.stringify(text)})
        const event = new ClipboardEvent('paste', { clipboardData, cancelable: true, bubbles: true })
        // an event of a script pastes nothing by itself
        if (document.getElementById('text').dispatchEvent(event)) document.execCommand('insertText', false, ${JSON.stringify(text)})
      })()`)
    }
    const asked = async (): Promise<string | null> => {
      await page.locator('#stage[data-state=shown]').waitFor()
      return lastQuery(answers).get('text')
    }
    await drawn(page, /Data Matrix/)
    for (const [text, expected, field] of [
      ['AB\r\n', 'AB', 'AB'],
      ['A\nB\n', 'A\nB', 'A\nB'],
      ['A\n\n', 'A\n', 'A\n\n'],
      ['A\u001dB\u007f', 'A\u001dB\u007f', 'A\u001dB\u007f'],
    ] as const) {
      await pasted(text)
      t.equal(await asked(), expected, JSON.stringify(text))
      t.equal(await page.inputValue('#text'), field)
      t.equal((await shown('text-end'))!.startsWith('One line feed at the end was taken off.'), text.endsWith('\n'))
      t.ok(page.url().endsWith(new URLSearchParams({ text: expected }).toString()), page.url())
    }
    t.match(await shown('text-controls'), 'A␝B␡␝ group separator, ␡ delete')
    await pasted('A\u200bB\u00a0C')
    t.match(await shown('text-controls'), /^A<U\+200B>B<U\+00A0>C<U\+200B> invisible character U\+200B, /)
    t.equal(await page.locator('#text-controls code .control').first().getAttribute('data-name'), '200B')
    await page.keyboard.press('Escape')
    await page.keyboard.type('Q')
    await page.keyboard.press('Shift+Enter')
    t.equal(await asked(), 'Q', 'a line that is still empty is not encoded')
    t.equal(await shown('text-controls'), '')
    await page.keyboard.type('Z')
    t.equal(await asked(), 'Q\nZ')
    t.equal(await shown('text-controls'), 'Q␊Z␊ line feed')
    t.equal(await shown('text-end'), '')
    await page.goto(new URL('#type=datamatrix&text=QZ%0A', page.url()).href)
    await page.locator('#paper img[alt*=QZ]').waitFor()
    t.equal(lastQuery(answers).get('text'), 'QZ\n', 'a link means what it says')
    t.match(page.url(), /text=QZ%0A/)
  })
})

t.test('a symbology that labels do not take: why, and what they take, without a request', absentOrBrief, async (t) => {
  await on(t, '#type=code128&text=1540014128876', async ({ page, answers }) => {
    await drawn(page, /Code 128/)
    await page.selectOption('#type', 'itf14')
    t.match(await page.locator('#type-error:not([hidden])').innerText(), /^Labels do not take ITF-14: .+ Code 128/)
    t.equal(await page.locator('#type').getAttribute('aria-invalid'), 'true')
    t.same(await page.locator('#instead button').allInnerTexts(), ['Code 128', 'Data Matrix', 'ITF-14 alone'])
    await page.locator('#instead button').last().click()
    await drawn(page, /ITF-14/)
    t.equal(await page.locator('#type[aria-invalid]').count(), 0)
    await page.locator('label:has([name=make][value=label])').click()
    await page.locator('#instead button:text("Data Matrix")').click()
    await drawn(page, /Data Matrix/)
    t.notOk(answers.some(({ target }) => target.startsWith('/api/v1/label?type=itf14')))
  })
})

t.test('without an answer of the service the page keeps trying, and recovers', absentOrBrief, async (t) => {
  await tolerant('', async ({ page, faults }) => {
    await drawn(page, /Code 128/)
    const waits: string[] = []
    const answers = [
      { status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' },
      { status: 503, body: '' },
      { status: 200, contentType: 'text/html', body: '<h1>Sign in</h1>' },
    ]
    let asked = 0
    await page.route('**/api/**', async (route) => {
      const answer = answers[asked++]
      if (answer !== undefined) await route.fulfill(answer)
      else if (asked < 6) await route.abort()
      else await route.continue()
    })
    await page.fill('#text', 'patience')
    while (waits.length < 3) {
      const note = await page.locator('#note').filter({ hasText: 'does not answer' }).innerText()
      const [wait = ''] = /in \d+ s/.exec(note) ?? []
      if (!waits.includes(wait)) waits.push(wait)
    }
    t.same(waits, ['in 1 s', 'in 2 s', 'in 4 s'], 'each wait is longer than the last')
    t.equal(await page.locator('.error:visible').count(), 0, 'no field is at fault')
    t.match(await page.locator('#status').textContent(), /^The service does not answer/)
    await page.locator('#retry').click()
    await page.locator('#note', { hasText: 'in 8 s' }).waitFor()
    await page.locator('#retry').click()
    await page.locator('#note', { hasText: 'in 16 s' }).waitFor()
    await page.locator('#retry').focus()
    await page.keyboard.press('Enter')
    await page.locator('#paper img[alt*=patience]').waitFor()
    t.notOk(await page.locator('#retry').isVisible())
    t.equal(await page.evaluate('document.activeElement.id'), 'text', 'the focus is not lost')
    t.same(
      faults.filter((fault) => !fault.startsWith('console: Failed to load resource')),
      [],
    )
  })
})
