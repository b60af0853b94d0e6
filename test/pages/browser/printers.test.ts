/** The service's printers on the page, with answers of our own: every state and outcome of a job. */

import type { Page, Route } from 'playwright-core'
import t from 'tap'
import { violations } from '../axe.ts'
import { absentOrBrief, drawn, type Visit } from '../browser.ts'
import { on, openGroups, tolerant } from '../label-page.ts'
import { counted, many, paste } from '../many-page.ts'

const printers = [
  { name: 'dock-3', language: 'zpl', dpi: 203, stock: '4x6' },
  { name: 'lab', language: 'pdf', dpi: 300, stock: '50x30' },
]

interface Posted {
  readonly query: URLSearchParams
  readonly headers: { readonly [name: string]: string }
  readonly body: string
}

/** Answers for the service about printers; jobs are answered by `answers` in turn, the last one again and again. */
async function withPrinters(page: Page, answers: readonly Parameters<Route['fulfill']>[0][] = []): Promise<Posted[]> {
  const posted: Posted[] = []
  await page.route('**/api/v1/printers*', (route) => {
    const name = new URL(route.request().url()).searchParams.get('printer')
    const found = printers.find((printer) => printer.name === name)
    const state = name === 'lab' ? 'paper_out' : 'ready'
    const one = { ...found, state, message: state, waiting: name === 'lab' ? 2 : 0 }
    return route.fulfill({ json: { printers: name === null ? printers : [one] } })
  })
  await page.route('**/api/v1/print?*', (route) => {
    const request = route.request()
    const { searchParams: query } = new URL(request.url())
    posted.push({ query, headers: request.headers(), body: request.postData() ?? '' })
    const answer = answers[Math.min(posted.length, answers.length) - 1]
    return answer === undefined ? route.abort() : route.fulfill(answer)
  })
  await page.reload()
  await openGroups({ page })
  return posted
}

/** An answer about a job of which this many labels were sent and confirmed. */
const done = (labels: number, headers: Record<string, string> = {}) => {
  const amount = { rows: 1, labels, bytes: 100 }
  return { json: { printer: 'dock-3', sent: amount, received: amount, printed: amount, confirmed: amount }, headers }
}

const failed = (from?: number) => ({
  status: 504,
  json: {
    error: {
      code: 'printer_timeout',
      message:
        'printer dock-3 has taken nothing for 30 s; 2 labels (2 rows, 200 bytes) sent, 1 label (1 row, 100 bytes) received: go on from row 2',
      printer: 'dock-3',
      sent: { rows: 2, labels: 2, bytes: 200 },
      received: { rows: 1, labels: 1, bytes: 100 },
      printed: null,
      confirmed: { rows: 1, labels: 1, bytes: 100 },
      ...(from !== undefined && { from }),
    },
  },
})

const label = '#type=qr&text=QZ-1&size=4x6&orientation=portrait&dpi=203'
const textOf = (page: Page, id: string): Promise<string> => page.locator(`#${id}`).innerText()
const said = (page: Page, id: string, words: string | RegExp): Promise<void> =>
  page.locator(`#${id}`).filter({ hasText: words }).waitFor()

async function chosen({ page }: Visit, printer: string): Promise<void> {
  await page.locator('#printer-field').waitFor()
  await page.selectOption('#printer', printer)
}

t.test('without printers there is only the dialog of the browser', absentOrBrief, async (t) => {
  await on(t, label, async ({ page }) => {
    await drawn(page, /QR Code/)
    t.notOk(await page.locator('#printer-field').isVisible())
    await page.locator('#print').click()
    await page.locator('body[data-printed="1"]').waitFor()
  })
})

t.test('where no printer is set up, the place of printing leads to where one is', absentOrBrief, async (t) => {
  await on(t, label, async ({ page }) => {
    for (const fixed of [false, true]) {
      await page.route('**/api/v1/printers', (route) => route.fulfill({ json: { printers: [], fixed } }))
      await Promise.all([page.waitForResponse('**/api/v1/printers'), page.reload()])
      await drawn(page, /QR Code/)
      const hint = page
        .locator('[data-way="label barcode"] > .no-printer', { hasText: 'No printer is set up here yet.' })
        .first()
      await hint.waitFor({ state: fixed ? 'hidden' : 'visible' })
      t.equal(await hint.locator('a').getAttribute('href'), 'setup')
      t.same(await violations(page), [])
    }
  })
})

t.test('a printer is chosen, remembered, and prints the label', absentOrBrief, async (t) => {
  await on(t, label, async (visit) => {
    const { page } = visit
    const posted = await withPrinters(page, [done(1)])
    await drawn(page, /QR Code/)
    t.same(await page.locator('#printer option').allInnerTexts(), ['This browser’s dialog', 'dock-3', 'lab'])
    await chosen(visit, 'dock-3')
    await said(page, 'printer-state', 'ready')
    t.equal(await page.locator('#print').innerText(), 'Print label on dock-3', 'before the costly click')
    await page.locator('#print').focus()
    await page.keyboard.press('Enter')
    await said(page, 'print-notice', 'dock-3: 1 label sent, all received, all printed.')
    t.equal(await page.evaluate('document.activeElement.id'), 'text', 'for the next text')
    const [{ query, headers }] = posted as [Posted]
    t.match(Object.fromEntries(query), { printer: 'dock-3', type: 'qr', text: 'QZ-1', dpi: '203' })
    t.equal(headers['quietzone-print'], 'yes')
    t.match(headers['idempotency-key'], /^[0-9a-f-]{36}$/)
    await Promise.all([page.waitForResponse('**/api/v1/print?*'), page.keyboard.press('Control+p')])
    t.equal(await page.evaluate('window.printed'), 0, 'no dialog')
    await page.reload()
    await said(page, 'printer-state', 'ready')
    t.equal(await page.locator('#printer').inputValue(), 'dock-3')
    await page.locator('label:has([value=barcode])').click()
    t.notOk(await page.locator('#printer-field').isVisible(), 'a barcode alone is no label')
  })
})

t.test(
  'a printer has its label drawn; another is not sent, and what became of a job stands with its printer',
  absentOrBrief,
  async (t) => {
    await on(t, label, async (visit) => {
      const { page } = visit
      const posted = await withPrinters(page, [done(1), done(1)])
      await drawn(page, /QR Code/)
      await chosen(visit, 'lab')
      await said(page, 'printer-state', 'out of paper; 2 jobs wait')
      t.equal(await textOf(page, 'printer-stock'), '50 × 30 mm, 300 dpi')
      await drawn(page, /50 × 30 mm/)
      t.notOk(await page.locator('#printer-differs').isVisible(), 'the label is that of the printer at once')
      t.match(await textOf(page, 'once-state'), /^: lab, 300 dpi, /)
      await page.selectOption('#size', '4x6')
      await drawn(page, /4 × 6 in/)
      t.equal(await textOf(page, 'printer-has'), 'lab prints labels of 50 × 30 mm at 300 dpi; this one is different.')
      t.same(await violations(page), [])
      await page.locator('#print').click()
      await page.locator('#printer-apply:focus').waitFor()
      t.same(posted, [])
      await page.keyboard.press('Enter')
      await drawn(page, /50 × 30 mm/)
      t.equal(await page.locator('#dpi').inputValue(), '300')
      t.notOk(await page.locator('#printer-differs').isVisible())
      await page.locator('#print').click()
      await said(page, 'print-notice', 'lab: 1 label sent')
      t.equal(posted[0]?.query.get('size'), '50x30')
      await page.fill('#text', 'QZ-2')
      await drawn(page, /QR Code/)
      t.match(await textOf(page, 'print-notice'), /^lab: 1 label sent/, 'it stands with its printer')
      await chosen(visit, 'dock-3')
      t.equal(await textOf(page, 'print-notice'), '', 'and goes with it')
      await page.locator('#print').click()
      await said(page, 'print-notice', 'dock-3: 1 label sent')
      await chosen(visit, 'lab')
      t.match(await textOf(page, 'print-notice'), /^lab: 1 label sent/)
      await page.selectOption('#printer', '')
      t.equal(await textOf(page, 'print-notice'), '')
    })
  },
)

t.test('what a printer says of itself is in the words of the page', absentOrBrief, async (t) => {
  const tape = { state: 'wrong_media', message: '…', media: { loaded: '29 mm', wanted: '62 x 29 mm' } }
  const jam = { state: 'error', message: 'the paper is jammed', reason: 'paper_jam' }
  const own = { state: 'error', message: 'a fault of its own' }
  for (const [lang, told, words] of [
    ['en', tape, 'other labels are in it: put the right ones in; 29 mm is in it, its labels are 62 x 29 mm'],
    ['de', tape, 'andere Etiketten eingelegt: bitte die richtigen einlegen; eingelegt: 29 mm; gebraucht: 62 x 29 mm'],
    ['es', tape, 'tiene otras etiquetas: ponga las correctas; tiene 29 mm; se necesita 62 x 29 mm'],
    ['de', jam, 'meldet einen Fehler; Papierstau'],
    ['es', jam, /; el papel está atascado$/],
    ['en', own, 'reports an error; a fault of its own'],
  ] as const) {
    await on(t, `?lang=${lang}${label}`, async (visit) => {
      const { page } = visit
      await page.route('**/api/v1/printers*', (route) => {
        const isOne = new URL(route.request().url()).searchParams.has('printer')
        return route.fulfill({ json: { printers: [{ ...printers[0], ...(isOne && { ...told, waiting: 0 }) }] } })
      })
      await page.reload()
      await openGroups(visit)
      await chosen(visit, 'dock-3')
      await said(page, 'printer-state', words)
    })
  }
})

t.test('without an answer the same job is tried again under the same key', absentOrBrief, async () => {
  await tolerant(label, async (visit) => {
    const { page } = visit
    const forgotten = { 'Quietzone-Warning': 'key_forgotten; keys from before the start are not known' }
    const answers: Parameters<Route['fulfill']>[0][] = []
    const posted = await withPrinters(page, answers)
    await drawn(page, /QR Code/)
    await chosen(visit, 'dock-3')
    await page.locator('#print').click()
    await said(page, 'print-notice', 'it is not known whether this was printed')
    answers.push(done(1, forgotten))
    await page.locator('#print').click()
    await said(page, 'print-notice', 'perhaps it is printed twice')
    await page.locator('#print').click()
    await said(page, 'print-notice', /all received, all printed\.$/)
    const keys = posted.map(({ headers }) => headers['idempotency-key'])
    t.equal(keys[1], keys[0])
    t.not(keys[2], keys[0], 'another print has another key')
  })
})

t.test('a job that fails says what is certain', absentOrBrief, async (t) => {
  await tolerant(label, async (visit) => {
    const { page } = visit
    const limited = { error: { code: 'rate_limited', message: 'dock-3 prints 60 labels a minute' } }
    await withPrinters(page, [failed(), { status: 429, headers: { 'Retry-After': '7' }, json: limited }])
    await drawn(page, /QR Code/)
    await chosen(visit, 'dock-3')
    await page.locator('#print').click()
    await said(
      page,
      'print-notice',
      'dock-3: The printer does not answer. 2 labels sent, 1 received, printed is not known.',
    )
    t.same(await violations(page), [])
    await page.locator('#print').click()
    await said(page, 'print-notice', 'Please try again in 7 s. (There were many requests at once.)')
  })
})

t.test('a service with keys: the page asks for one, and keeps it in the tab alone', absentOrBrief, async (t) => {
  await tolerant(label, async ({ page }) => {
    const asked: (string | undefined)[] = []
    const refused = (code: string) => ({ status: 401, json: { error: { code, message: 'in English' } } })
    await page.route('**/api/v1/print*', (route) => {
      const { authorization } = route.request().headers()
      asked.push(authorization)
      if (authorization === undefined) return route.fulfill(refused('key_required'))
      if (authorization !== 'Bearer qz_good') return route.fulfill(refused('key_unknown'))
      const isJob = route.request().method() === 'POST'
      return route.fulfill(isJob ? done(1) : { json: { printers } })
    })
    await page.reload()
    await page.locator('#key-line:not([hidden])').waitFor()
    t.equal(await textOf(page, 'key-fault'), '')
    t.same(await violations(page), [])
    await page.fill('#key', 'wrong')
    await page.press('#key', 'Enter')
    await said(page, 'key-fault', 'This key is not known here. Please enter it again, or ask for a new one.')
    await page.fill('#key', ' qz_good ')
    await page.press('#key', 'Enter')
    await page.locator('#key-line').waitFor({ state: 'hidden' })
    await openGroups({ page })
    await page.selectOption('#printer', 'dock-3')
    await drawn(page, /QR Code/)
    await page.locator('#print').click()
    await said(page, 'print-notice', /^dock-3: 1 label sent, all received, all printed/)
    t.same(asked.slice(0, 2), [undefined, 'Bearer wrong'])
    const kept = 'JSON.stringify([{ ...localStorage }, document.cookie, location.href])'
    t.notMatch(await page.evaluate<string>(kept), /qz_good/, 'in nothing that outlives the tab')
    await page.reload()
    await page.locator('#printer option[value="dock-3"]').waitFor({ state: 'attached' })
    t.equal(asked.at(-1), 'Bearer qz_good')
    t.ok(await page.locator('#key-line').isHidden())
  })
})

t.test('many labels: the rows are sent, and go on from the first that is not certain', absentOrBrief, async (t) => {
  await tolerant(many('type=code128&size=4x6&dpi=203'), async (visit) => {
    const { page } = visit
    const warned = {
      'Quietzone-Warning': 'x_below_minimum; row 2: too narrow, key_forgotten; none',
      'Quietzone-Rows': '2/3',
    }
    const posted = await withPrinters(page, [failed(2), done(2, warned)])
    await paste(page, 'text\tqty\nQZ-1\t1\nQZ-2\t1\nQZ-3\t1')
    await counted(page, '3 labels')
    await chosen(visit, 'dock-3')
    await page.locator('#print-rows').click()
    await said(page, 'rows-fault', 'Row 2 is certain.')
    t.same(await violations(page), [])
    await page.getByRole('button', { name: 'Go on from row 3' }).click()
    await said(page, 'rows-notice', /^dock-3: 2 labels sent, all received, all printed\. 1 row was left out\.$/)
    t.match(await textOf(page, 'rows-warnings'), /^1 label: the modules are too narrow\./)
    t.equal(await textOf(page, 'rows-fault'), '')
    t.same(
      posted.map(({ query, body }) => [query.get('from'), body]),
      [null, '2'].map((from) => [from, JSON.stringify([1, 2, 3].map((n) => ({ text: `QZ-${n}`, qty: '1' })))]),
    )
    await chosen(visit, 'lab')
    await page.selectOption('#size', '4x6')
    await page.locator('#print-rows').click()
    await page.locator('#printer-apply:focus').waitFor()
    t.equal(posted.length, 2)
  })
})

t.test(
  'in every language, on a phone too, without a fault of axe and without scrolling sideways',
  absentOrBrief,
  async (t) => {
    for (const lang of ['de', 'es', 'fr']) {
      await on(t, `?lang=${lang}${label}`, async (visit) => {
        const { page } = visit
        await page.setViewportSize({ width: 320, height: 700 })
        await withPrinters(page)
        await chosen(visit, 'lab')
        await said(page, 'printer-state', /2/)
        t.same(await violations(page), [], lang)
        t.equal(await page.evaluate('document.documentElement.scrollWidth'), 320)
      })
    }
  },
)
