/** The page of jobs, with answers of our own: every state, question and verb. */

import type { Page, Route } from 'playwright-core'
import t, { type Test } from 'tap'
import { EventReader } from '../../../src/pages/browser/jobs/event-stream.ts'
import { languageCodes } from '../../../src/pages/words/index.ts'
import { long } from '../../random.ts'
import { served } from '../../server/http/wire.ts'
import { violations } from '../axe.ts'
import { absent, absentOrBrief, closed, numberIn, type Visit, visit } from '../browser.ts'

const service = await served()
t.teardown(async () => {
  await closed()
  await service.close()
})

interface Row {
  readonly id: string
  readonly printer: string
  readonly state: string
  readonly labels: number
  readonly sent: number
  readonly confirmed: number
  readonly from?: number
  readonly created: string
  readonly ended?: string
  readonly by: string
  readonly reason?: string
  readonly source?: string
  readonly title?: string
  readonly first?: string
  readonly last?: string
  readonly of?: number
}

/** A job that was accepted in this minute of a day. */
function row(id: number, given: Partial<Row> = {}): Row {
  const minute = `${id % 60}`.padStart(2, '0')
  const created = `2026-11-28T${`${Math.floor(id / 60)}`.padStart(2, '0')}:${minute}:00.000Z`
  const common = { printer: 'dock-3', state: 'done', labels: 200, sent: 200, confirmed: 200, by: 'dock' }
  const told = { received: given.confirmed ?? common.confirmed, printed: given.confirmed ?? common.confirmed }
  return { id: `${id}`, created, ...common, ...told, ...given }
}

const uncertain = (id: number, given: Partial<Row> = {}): Row =>
  row(id, { state: 'uncertain', sent: 180, confirmed: 172, from: 173, ...given })

interface Fake {
  /** The jobs of the service, newest first. */
  jobs: Row[]
  /** What was asked for. */
  readonly asked: { readonly target: string; readonly headers: Readonly<Record<string, string>> }[]
  /** What the next verb is answered. */
  answer: Parameters<Route['fulfill']>[0]
  /** What the service has found damaged. */
  damage?: readonly string[]
}

/** In place of the stream of events, one that a test writes. */
const ownStream = `(() => {
  const fetched = window.fetch
  window.streams = 0
  window.fetch = (url, options) => {
    if (!String(url).includes('/jobs/events')) return fetched(url, options)
    window.streams++
    if (window.refused) return Promise.reject(new TypeError('no stream'))
    const body = new ReadableStream({ start(controller) {
      window.told = (text) => controller.enqueue(new TextEncoder().encode(text))
      window.broken = () => controller.error(new TypeError('broken'))
    } })
    return Promise.resolve(new Response(body, { headers: { 'Content-Type': 'text/event-stream' } }))
  }
})()`

/** Opens the page on a service that has these jobs. */
async function on(
  t: Test,
  jobs: readonly Row[],
  use: (page: Page, fake: Fake, here: Visit) => Promise<void>,
  before: (page: Page) => Promise<unknown> = async () => {},
): Promise<void> {
  const fake: Fake = { jobs: [...jobs], asked: [], answer: { status: 500, json: {} } }
  const here = await visit(`${service.url}/explain`)
  const { page } = here
  await page.addInitScript(ownStream)
  await before(page)
  await page.route('**/api/v1/printers', (route) =>
    route.fulfill({ json: { printers: [{ name: 'dock-3' }, { name: 'lab' }] } }),
  )
  await page.route(/\/api\/v1\/jobs(\?|\/)/, (route) => {
    const request = route.request()
    const { pathname, searchParams: query } = new URL(request.url())
    fake.asked.push({ target: pathname.slice(4) + new URL(request.url()).search, headers: request.headers() })
    if (request.method() === 'POST') return route.fulfill(fake.answer)
    const after = fake.jobs.findIndex(({ id }) => id === query.get('before')) + 1
    const found = fake.jobs
      .slice(after)
      .filter(({ printer }) => [null, printer].includes(query.get('printer')))
      .filter(({ state }) => [null, state].includes(query.get('state')))
    const { damage } = fake
    return route.fulfill({ json: { jobs: found.slice(0, Number(query.get('limit'))), damage } })
  })
  await page.goto(`${service.url}/jobs`)
  await use(page, fake, here)
  t.same(here.faults, [])
  await here.close()
}

const told = (page: Page, job: Row, id = '1'): Promise<unknown> =>
  page.evaluate(`window.told(${JSON.stringify(`id: ${id}\ndata: ${JSON.stringify(job)}\n\n`)})`)

const lines = async (page: Page): Promise<string[]> =>
  (await page.locator('#jobs > li > details > summary').allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))

const said = (page: Page, selector: string, text: string | RegExp): Promise<void> =>
  page.locator(selector).filter({ hasText: text }).first().waitFor()

t.test('events come in any cut', async (t) => {
  const text =
    ': hello\n\nid: 7\r\ndata: {"a":\rdata:1}\n\nretry: 5\nevent: job\ndata\n\ndata:  two\nid\n\nid: x\0y\ndata: é\r\n\r\ndata: left'
  const wanted = [
    { id: '7', data: '{"a":\n1}' },
    { id: '7', data: '' },
    { id: '', data: ' two' },
    { id: '', data: 'é' },
  ]
  for (let size = 1; size <= text.length; size++) {
    const reader = new EventReader()
    const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, i) => text.slice(i * size, (i + 1) * size))
    t.same(
      pieces.flatMap((piece) => reader.take(piece)),
      wanted,
      `${size}`,
    )
  }
  t.throws(() => new EventReader().take('x'.repeat(1_000_001)), RangeError)
  const endless = new EventReader()
  t.throws(() => {
    for (;;) endless.take(`data: ${'x'.repeat(99_999)}\n`)
  }, RangeError)
})

t.test('a service that keeps no jobs says how they are kept', absentOrBrief, async (t) => {
  const here = await visit(`${service.url}/jobs`)
  await said(here.page, '#no-state', /QZ_STATE=/)
  t.ok(await here.page.locator('#ledger').isHidden())
  t.same(await violations(here.page), [])
  await here.close()
})

t.test('what the service has found damaged is said', absentOrBrief, async (t) => {
  await on(t, [row(2), row(1)], async (page, fake) => {
    await said(page, '#live', 'Live')
    t.ok(await page.locator('#damage').isHidden())
    fake.damage = ['job 1: its row does not match']
    await page.locator('#state').selectOption('done')
    await said(page, '#damage', /damaged/)
    t.same(await violations(page), [])
  })
})

t.test('jobs are listed, the newest first; what happens is seen at once', absent, async (t) => {
  await on(t, [row(2, { printer: 'lab', labels: 1, sent: 1, confirmed: 1 }), row(1)], async (page, fake) => {
    await said(page, '#live', 'Live')
    t.match(await lines(page), [/^done lab 1 label dock 28\/11\/2026/, /^done dock-3 200 labels dock /])
    await told(page, row(3, { state: 'waiting', sent: 0, confirmed: 0, from: 1 }))
    await said(page, '#jobs li:first-child', /waiting\s+dock-3\s+0 of 200 labels/)
    await told(page, row(3, { state: 'printing', sent: 70, confirmed: 60, from: 61 }))
    await said(page, '#jobs li:first-child', /printing\s+dock-3\s+70 of 200 labels/)
    t.equal((await lines(page)).length, 3)
    await told(page, row(0))
    await told(page, row(1, { labels: 7 }))
    await said(page, '#jobs li:last-child', '7 labels')
    t.equal((await lines(page)).length, 3, 'one that is older than all that are shown is not')
    fake.jobs = [row(4), ...fake.jobs]
    await page.evaluate('window.broken()')
    await said(page, '#live', 'asked again every 5 s')
    await said(page, '#jobs li:first-child time[datetime*="00:04"]', /./)
  })
})

t.test('a line says what a job is; where there is none, what to do next', absentOrBrief, async (t) => {
  const named = { title: 'Shelf', first: 'QZ-1', last: 'QZ-9', of: 1 }
  const jobs = [row(2, { labels: 9, sent: 9, ...named }), row(1, { labels: 1, sent: 1, title: 'QZ-1', first: 'QZ-1' })]
  await on(t, jobs, async (page, fake) => {
    await said(page, '#live', 'Live')
    t.match(await lines(page), [
      /^done dock-3 Shelf: QZ-1 … QZ-9 again, from job 1 9 labels dock /,
      /^done dock-3 QZ-1 1 label /,
    ])
    await page.selectOption('#state', 'failed')
    await said(page, '#none-why', 'There are no jobs of this printer and in this state.')
    t.notOk(await page.locator('#none-print').isVisible())
    await page.locator('#none-all').click()
    await said(page, '#jobs', 'Shelf')
    t.ok(await page.locator('#none').isHidden())
    fake.jobs = []
    await page.reload()
    await said(page, '#none-why', 'There are no jobs yet')
    t.equal(await page.locator('#none a:visible').innerText(), 'Make a label and print it')
    t.same(await violations(page), [])
  })
})

t.test('without a stream it is asked again and again', absentOrBrief, async (t) => {
  await on(
    t,
    [row(1)],
    async (page, fake) => {
      await said(page, '#live', 'asked again every 5 s')
      fake.jobs = [row(2), row(1)]
      await said(page, '#jobs li:nth-child(2)', /done/)
      t.ok((await numberIn(page, 'window.streams')) >= 1)
    },
    (page) => page.addInitScript('window.refused = true'),
  )
})

t.test('a printer, a state, and older ones', absentOrBrief, async (t) => {
  const jobs = Array.from({ length: 120 }, (_, i) =>
    row(120 - i, { ...(i % 3 === 0 && { printer: 'lab' }), ...(i % 5 === 0 && { state: 'failed', sent: 3, from: 3 }) }),
  )
  await on(t, jobs, async (page, fake) => {
    await said(page, '#live', 'Live')
    t.equal((await lines(page)).length, 50)
    await page.locator('#older').focus()
    await page.keyboard.press('Enter')
    await page.locator('#jobs li:nth-child(100)').waitFor()
    // the focus is on the first of the older ones
    await page.locator('#jobs > li:nth-child(51) > details > summary:focus').waitFor()
    t.ok(fake.asked.some(({ target }) => target === '/v1/jobs?limit=50&before=71'))
    await page.locator('#older').click()
    await page.locator('#jobs li:nth-child(120)').waitFor()
    t.ok(await page.locator('#older').isHidden())
    await page.selectOption('#printer', 'lab')
    await page.locator('#jobs li:nth-child(40)').waitFor()
    t.ok((await lines(page)).every((line) => line.includes('lab')))
    await page.selectOption('#state', 'failed')
    await page.locator('#jobs li:nth-child(8)').waitFor()
    t.ok((await lines(page)).every((line) => /failed lab 3 of 200/.test(line)))
    await told(page, row(130, { printer: 'lab' }))
    await told(page, row(131, { printer: 'lab', state: 'failed' }))
    await said(page, '#jobs li:first-child time[datetime*="02:11"]', /./)
    t.equal((await lines(page)).length, 9, 'one of another state is not shown')
    await page.selectOption('#state', 'cancelled')
    await said(page, '#none', /no jobs/)
  })
})

t.test('what waits for a person is asked in amber, and answered with the keyboard', absentOrBrief, async (t) => {
  await on(t, [row(3), uncertain(2), uncertain(1, { sent: 173 })], async (page, fake) => {
    await said(page, '#waiting-count', '2 jobs wait for you')
    await said(page, '#questions', 'Is label 173 on the roll?')
    t.same(await violations(page), [])
    t.same(await page.locator('#questions li:nth-child(1) .answers button').allInnerTexts(), [
      'Yes: go on at 174',
      'No: go on at 173',
      'Cancel the rest',
    ])
    t.match(await page.locator('#questions li:nth-child(1)').innerText(), /Labels 173 to 180 are uncertain/)
    t.match(
      await page.locator('#questions li:nth-child(2)').innerText(),
      /received 172 labels\. 172 labels printed\. Labels? 173 /,
    )
    t.equal(await page.locator('#questions form').count(), 2, 'any label may be named, where one is uncertain too')
    fake.answer = { json: row(2, { state: 'waiting', sent: 173, confirmed: 173, from: 174 }) }
    await page.locator('#questions button').first().focus()
    await page.keyboard.press('Enter')
    await said(page, '#told', 'Job 2: It goes on at label 174.')
    t.match(fake.asked.at(-1), { target: '/v1/jobs/2/resume?from=174', headers: { 'quietzone-print': 'yes' } })
    t.equal(await page.evaluate('document.activeElement.innerText'), 'Yes: go on at 174', 'the next question')
    await page.keyboard.press('Tab')
    fake.answer = { json: row(1, { state: 'waiting', sent: 172, confirmed: 172, from: 173 }) }
    await page.keyboard.press('Enter')
    await said(page, '#told', 'Job 1: It goes on at label 173.')
    t.ok(await page.locator('#waiting').isHidden())
    t.equal(await page.evaluate('document.activeElement.id'), 'told')
  })
})

t.test('a job that is held says what was found, and is printed or cancelled', absentOrBrief, async (t) => {
  const reason = 'ink_in_quiet_zone: ^BC at byte 15: ^GB at byte 46 has ink in it'
  const held = (id: number): Row =>
    row(id, { state: 'held', sent: 0, confirmed: 0, from: 1, labels: 2, source: 'socket', reason, by: '192.0.2.7' })
  await on(t, [held(2), held(1)], async (page, fake) => {
    await said(page, '#waiting-count', '2 jobs wait for you')
    const first = page.locator('#questions li:nth-child(1)')
    t.match(
      await first.innerText(),
      /2 labels.*192\.0\.2\.7[\s\S]*a fault was found:[\s\S]*ink_in_quiet_zone: \^BC at byte 15/,
    )
    t.same(await first.locator('.answers button').allInnerTexts(), ['Print all the same', 'Cancel'])
    t.same(await violations(page), [])
    await page.locator('#jobs summary').first().click()
    t.match(await page.locator('#jobs dl').first().innerText(), /Arrived by\s+raw socket/)
    fake.answer = { json: row(2, { state: 'waiting', sent: 0, confirmed: 0, from: 1, labels: 2 }) }
    await first.locator('button').first().click()
    await said(page, '#told', 'Job 2: It is printed as it is.')
    t.match(fake.asked.at(-1), { target: '/v1/jobs/2/resume', headers: { 'quietzone-print': 'yes' } })
    fake.answer = { json: row(1, { state: 'cancelled', sent: 0, confirmed: 0, from: 1, labels: 2 }) }
    await page.locator('#questions button', { hasText: 'Cancel' }).click()
    await said(page, '#told', 'Job 1: It is cancelled.')
    t.ok(await page.locator('#waiting').isHidden())
  })
})

t.test('another label is the last on the roll; the last of all; a refusal', absentOrBrief, async (t) => {
  const last = uncertain(1, { sent: 200, confirmed: 199, from: 200 })
  await on(t, [uncertain(2), last], async (page, fake) => {
    await page.fill('#last-2', '201')
    await page.press('#last-2', 'Enter')
    await said(page, '#questions .error', 'Please give a label from 1 to 200.')
    fake.answer = { status: 409, json: { error: { code: 'not_allowed', message: 'no' } } }
    await page.fill('#last-2', '176')
    await page.press('#last-2', 'Enter')
    await said(page, '#told.error', /Job 2: .+/)
    t.equal(fake.asked.at(-1)?.target, '/v1/jobs/2/resume?from=177')
    fake.answer = { json: row(1) }
    await page.locator('#questions li:nth-child(2) button').first().click()
    await said(page, '#told', 'Job 1: It is done.')
    t.equal(fake.asked.at(-1)?.target, '/v1/jobs/1/resume?from=201')
    fake.answer = { json: row(2, { state: 'cancelled', sent: 172, confirmed: 172, from: 173 }) }
    await page.locator('#questions button', { hasText: 'Cancel the rest' }).click()
    await said(page, '#told', 'Job 2: It is cancelled.')
    await said(page, '#jobs li:first-child', 'cancelled')
  })
})

t.test('a job opens, is cancelled, and a range of it printed again with a reason', absentOrBrief, async (t) => {
  const waiting = row(1, { state: 'printing', sent: 20, confirmed: 10, from: 11, reason: 'torn' })
  await on(t, [row(2, { state: 'failed', sent: 5, ended: '2026-11-28T01:00:00Z' }), waiting], async (page, fake) => {
    await page.locator('#jobs > li > details > summary').nth(1).focus()
    await page.keyboard.press('Enter')
    const one = page.locator('#jobs li').nth(1)
    t.match(
      (await one.locator('dl').innerText()).replace(/\s+/g, ' '),
      /Number 1 Sent 20 labels Received by the printer 10 labels Printed 10 labels /,
    )
    t.match(await one.locator('dl').innerText(), /torn/)
    t.same(await violations(page), [])
    fake.answer = { json: { ...waiting, state: 'cancelled' } }
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await said(page, '#jobs li:nth-child(2) .told', 'It is cancelled.')
    t.equal(fake.asked.at(-1)?.target, '/v1/jobs/1/cancel')
    t.equal(await page.evaluate('document.activeElement.tagName'), 'SUMMARY', 'the button is gone')
    // past what the labels say
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.type('9')
    await page.keyboard.press('Tab')
    await page.keyboard.type('201')
    await page.keyboard.press('Enter')
    await said(page, '#jobs li:nth-child(2) .error', 'Please give labels from 1 to 200, in order.')
    await page.fill('#to-1', '12')
    await page.keyboard.press('Enter')
    await said(page, '#jobs li:nth-child(2) .error', /say why/)
    fake.answer = { status: 201, json: row(3, { state: 'waiting', labels: 4, sent: 0, confirmed: 0, reason: 'wet' }) }
    await page.keyboard.type('wet & torn')
    await page.keyboard.press('Enter')
    await said(page, '#jobs li:nth-child(3) .told', 'Printed again as job 3.')
    t.equal(fake.asked.at(-1)?.target, '/v1/jobs/1/reprint?from=9&to=12&reason=wet+%26+torn')
    t.match((await lines(page))[0], /waiting dock-3 0 of 4 labels/)
    t.equal(await page.inputValue('#why-1'), '')
  })
})

t.test('a key is asked for once, and sent with all that is asked', absentOrBrief, async (t) => {
  const here = await visit(`${service.url}/explain`)
  const { page } = here
  const given: (string | undefined)[] = []
  await page.route('**/api/v1/jobs**', (route) => {
    const { authorization } = route.request().headers()
    given.push(authorization)
    if (authorization === 'Bearer qz_good') {
      const isStream = route.request().url().includes('events')
      return route.fulfill(
        isStream ? { contentType: 'text/event-stream', body: ': none\n\n' } : { json: { jobs: [row(1)] } },
      )
    }
    const code = authorization === undefined ? 'key_required' : 'key_unknown'
    return route.fulfill({ status: 401, json: { error: { code, message: 'in English' } } })
  })
  await page.goto(`${service.url}/jobs`)
  await page.locator('#key-line:not([hidden])').waitFor()
  t.equal(given.length, 1, 'it does not ask again by itself')
  await page.fill('#key', 'wrong')
  await page.press('#key', 'Enter')
  await said(page, '#key-fault', /This key is not known here/)
  await page.fill('#key', 'qz_good')
  await page.press('#key', 'Enter')
  await said(page, '#jobs', 'dock-3')
  t.ok(await page.locator('#key-line').isHidden())
  await page.reload()
  await said(page, '#jobs', 'dock-3')
  t.equal(given.at(-1), 'Bearer qz_good')
  await here.close()
})

t.test('in every language, on a phone and on a desk, nothing sticks out', absentOrBrief, async (t) => {
  const jobs = [uncertain(4), row(3, { state: 'printing', sent: 7, printer: `dock-${'x'.repeat(40)}` }), row(2), row(1)]
  for (const language of long ? languageCodes : (['de'] as const)) {
    await on(t, jobs, async (page) => {
      await page.goto(`${service.url}/jobs?lang=${language}`)
      await page.locator('#questions li').waitFor()
      await page.locator('#jobs > li > details > summary').nth(1).click()
      for (const width of [1280, 640, 320]) {
        await page.setViewportSize({ width, height: 900 })
        t.ok((await numberIn(page, 'document.documentElement.scrollWidth')) <= width, `${language}, ${width}`)
        const { SCREENS } = process.env
        if (SCREENS) await page.screenshot({ path: `${SCREENS}/jobs-${language}-${width}.png`, fullPage: true })
      }
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        t.same(await violations(page), [], `${language}, ${colorScheme}`)
      }
    })
  }
})
