import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { stockNames } from '../../src/layout/stock.ts'
import { languageCodes } from '../../src/pages/words/index.ts'
import { root } from '../../src/root.ts'
import { pngPicture } from '../oracle/picture.ts'
import {
  absent,
  closed,
  drawn,
  faintTexts,
  numberIn,
  read,
  seen,
  type Visit,
  visit,
  visited,
} from '../pages/browser.ts'
import { examplePrinters } from '../server/api/example-printers.ts'
import { ask, served } from '../server/http/wire.ts'

const service = await served()
t.teardown(async () => {
  await closed()
  await service.close()
})

t.test('light and dark, wide and narrow: all can be read, and nothing sticks out', absent, async (t) => {
  for (const path of ['/', '/#make=barcode&type=ean13&text=400638133393X&scale=11', '/check', '/zpl', '/docs']) {
    const here = await visit(service.url + path)
    await here.page.locator(path === '/docs' ? '#errors' : '#stage:not([data-state=stale])').waitFor()
    await here.page.locator(path.length > 6 ? '#scale-error' : 'body').waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await here.page.emulateMedia({ colorScheme })
      t.same(await here.page.evaluate(faintTexts), [], `${path} ${colorScheme}`)
    }
    for (const width of [1440, 800, 320]) {
      await here.page.setViewportSize({ width, height: 700 })
      t.ok((await numberIn(here.page, 'document.documentElement.scrollWidth')) <= width, `${path} at ${width}`)
    }
    t.same(here.faults, [])
    await here.close()
  }
})

t.test(
  'in every language nothing sticks out, on phone and desktop, and no button’s words are cut',
  absent,
  async (t) => {
    const cut = `[...document.querySelectorAll('button, .button, .choice span, label, legend, .top a, summary')]
    .filter((element) => element.checkVisibility() && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1)
    .map((element) => element.outerHTML.slice(0, 80))`
    const paths = [
      '/',
      '/#make=barcode&type=ean13&text=400638133393',
      '/#type=ean13&text=9783161484100%2051299',
      '/#type=ean13&text=073512906849',
      '/#type=qr&text=Q&size=57x32mm',
      '/#type=code128&text=4006381333931',
      '/#type=code128&gs1=true&text=(00)106141412345678908',
      '/jobs',
      '/explain',
      '/check',
      '/zpl',
      '/heal',
      '/setup',
    ]
    for (const language of languageCodes) {
      for (const path of [...paths, '/#make=many&type=qr', '/#type=datamatrix&gs1=true&text=(01)09506000134352']) {
        const here = await visit(service.url + path.replace(/^[^#]*/, `$&?lang=${language}`))
        await here.page.locator('#stage, #no-state:not([hidden]), #setup').waitFor({ state: 'attached' })
        await here.page.evaluate(`for (const group of document.querySelectorAll('#once, #links')) group.open = true`)
        for (const width of [1280, 640, 390, 320]) {
          await here.page.setViewportSize({ width, height: 800 })
          const name = `${language} ${path} at ${width}`
          t.ok((await numberIn(here.page, 'document.documentElement.scrollWidth')) <= width, name)
          t.same(await here.page.evaluate(cut), [], name)
        }
        t.same(here.faults, [])
        await here.close()
      }
    }
  },
)

t.test('on a phone the picture is seen while one types', absent, async (t) => {
  const phone = { viewport: { width: 390, height: 700 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true }
  const here = await visit(`${service.url}/#type=code128&text=QZ-0001`, phone)
  // the first picture moves what stands below it
  await drawn(here.page, /Code 128/)
  await here.page.fill('#text', 'on the phone')
  await here.page.locator('#paper img[alt*=phone]').waitFor()
  const [picture, text] = [
    await here.page.locator('#paper').boundingBox(),
    await here.page.locator('#text').boundingBox(),
  ]
  t.ok(picture!.y > 0 && picture!.y + picture!.height < text!.y && text!.y + text!.height < 700)
  await read(t, await seen(here.page), 'code128', 'on the phone')
  await here.close()
})

t.test('on a phone the button to print stays in view and covers nothing that has the focus', absent, async (t) => {
  for (const [width, height] of [
    [390, 700],
    [320, 568],
  ] as const) {
    const here = await visit(`${service.url}/`, { viewport: { width, height }, hasTouch: true, isMobile: true })
    const { page } = here
    await drawn(page, /Code 128/)
    const end = await numberIn(page, 'document.documentElement.scrollHeight')
    for (let y = 0; y < end; y += 200) {
      await page.evaluate(`scrollTo(0, ${y})`)
      const box = (await page.locator('#print').boundingBox())!
      t.ok(box.y > 0 && box.y + box.height <= height, `in view at ${y}: ${box.y}`)
    }
    await page.evaluate('scrollTo(0, 0)')
    for (let i = 0; i < 30; i++) {
      await page.keyboard.press('Tab')
      // of a field of several lines the browser shows the one with the caret
      const covered = await page.evaluate<boolean>(`(() => {
        const focused = document.activeElement
        const { top, height } = focused.getBoundingClientRect()
        const bar = document.querySelector('#print').closest('.print')
        return focused !== document.body && !bar.contains(focused) &&
          top + Math.min(height, 34) > bar.getBoundingClientRect().top
      })()`)
      t.notOk(covered, `focus ${i} is not under the button`)
    }
    await here.close()
  }
})

t.test(
  'at 200 % the page opens on its top, with the text ready for a scanner and the button in view',
  absent,
  async (t) => {
    const here = await visit(`${service.url}/`, { viewport: { width: 640, height: 430 }, deviceScaleFactor: 2 })
    const { page } = here
    await drawn(page, /Code 128/)
    t.equal(await numberIn(page, 'scrollY'), 0)
    t.equal(await page.evaluate('document.activeElement.id'), 'text')
    const [make, print] = [
      await page.locator('.choice').first().boundingBox(),
      await page.locator('#print').boundingBox(),
    ]
    t.ok(make!.y > 0 && make!.y + make!.height < 430, `the form's top is in view: ${make!.y}`)
    t.ok(print!.y + print!.height <= 430, `so is the button: ${print!.y}`)
    await page.keyboard.type('scanned')
    await page.keyboard.press('Enter')
    await page.locator('#paper img[alt*=scanned]').waitFor()
    await here.close()
  },
)

t.test('what was copied is said beside its button, and nothing moves', absent, async (t) => {
  const here = await visit(`${service.url}/`)
  const { page } = here
  await drawn(page, /Code 128/)
  await page.locator('#links summary').click()
  const places = `[...document.querySelectorAll('.work *')].filter((element) => element.className !== 'copied')
    .map((element) => JSON.stringify(element.getBoundingClientRect())).join()`
  // what sticks to the window is at its end with the page, so that a click scrolls no further
  await page.evaluate('scrollTo(0, document.body.scrollHeight)')
  const before = await page.evaluate(places)
  await page.locator('#img-copy').click()
  const copied = page.locator('#img-copied', { hasText: /^Copied$/ })
  await copied.waitFor()
  t.equal(await page.evaluate(places), before)
  const [said, button] = [(await copied.boundingBox())!, (await page.locator('#img-copy').boundingBox())!]
  const distance = button.x - said.x - said.width
  t.ok(distance >= 0 && distance < 16 && said.y > button.y - 2 && said.y + said.height < button.y + button.height + 2)
  t.equal(await page.locator('[role=status]', { hasText: 'Copied' }).count(), 1, 'announced once')
  await page.locator('#img-copied:empty').waitFor({ state: 'attached' })
  t.same(here.faults, [])
  await here.close()
})

t.test('without scripts the form asks the API itself', absent, async (t) => {
  const here = await visit(`${service.url}/`, { javaScriptEnabled: false })
  await here.page.locator('#text').fill('plain é')
  await here.page.locator('#type').selectOption('qr')
  const [answer] = await Promise.all([
    here.page.waitForResponse(/\/api\/v1\/barcode/),
    here.page.locator('noscript button:text("Barcode as PNG")').click(),
  ])
  t.equal(answer.status(), 200)
  await read(t, pngPicture(new Uint8Array(await (await fetch(answer.url())).arrayBuffer())), 'qr', 'plain é')
  t.same(here.faults, [])
  await here.close()
})

t.test('however fast one types and chooses, the limit is kept', absent, async (t) => {
  for (const late of [0, 150]) {
    const limited = await served({ rate: { perMinute: 60, burst: 6 } })
    t.teardown(() => limited.close())
    const here = await visit(`${limited.url}/`)
    const { page, answers } = here
    await drawn(page, /Code 128/)
    await page.route('**/api/**', async (route) => {
      const response = await route.fetch()
      setTimeout(() => route.fulfill({ response }).catch(() => {}), late)
    })
    for (const size of stockNames.slice(1)) {
      await page.selectOption('#size', size)
      await page.waitForTimeout(100)
    }
    await page.fill('#text', 'in the end')
    await page.locator('#paper img[alt*=end]').waitFor()
    // answers to earlier choices may still come in, late and refused for their size
    t.equal(answers.findLast(({ target }) => target.includes('text=in+the+end'))?.status, 200)
    t.ok(limited.drawn() >= 4, `${limited.drawn()} pictures`)
    const refused = limited.records.filter(({ status }) => status === 429)
    t.same(refused, [], 'no request was one too many')
    t.ok((await ask(limited.port, 'GET /api/v1/label')).status !== 429, 'and some are left for a print')
    t.same(here.faults, [])
    await here.close()
  }
})

t.test('if others use up the limit, the page says so and waits', absent, async (t) => {
  let now = 0
  const limited = await served({ rate: { perMinute: 60, burst: 20 }, clock: () => now })
  t.teardown(() => limited.close())
  const here = await visit(`${limited.url}/`)
  const { page, answers } = here
  await drawn(page, /Code 128/)
  while ((await ask(limited.port, 'GET /api/v1/label')).status !== 429);
  await page.fill('#text', 'patience')
  await page.locator('#note', { hasText: 'the picture will appear in 1 s' }).waitFor()
  t.equal(await page.locator('.error:visible').count(), 0, 'no field is at fault')
  now += 5000
  await page.locator('#paper img[alt*=patience]').waitFor()
  t.equal(answers.findLast(({ target }) => target.includes('text=patience'))?.status, 200)
  t.same(here.faults, [])
  await here.close()
})

const description = readFileSync(join(root, 'src/server/api/openapi.json'), 'utf8')

t.test('the API is there to read and to try', absent, async (t) => {
  await onDocs(t, async ({ page }) => {
    const { paths } = JSON.parse(description) as { paths: Record<string, object> }
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      ['GET', 'POST', 'PUT', 'DELETE']
        .filter((method) => method.toLowerCase() in methods)
        .map((method) => ({ method, path })),
    )
    t.same(
      (await page.locator('.operations a').allInnerTexts()).toSorted(),
      operations.map(({ method, path }) => `${method} ${path}`).toSorted(),
    )
    const names = await page.locator('#contents a').allInnerTexts()
    const listed = operations.map(({ method, path }) => (method === 'GET' ? path : `${path} ${method}`))
    t.same(names, ['The API', ...listed, 'Error codes'])
    await page.locator('.operations a', { hasText: /label$/ }).click()
    await page.locator('.operation').waitFor()
    const qty = page.locator('.parameter', { has: page.locator('#label-qty') })
    await qty.locator('summary').click()
    t.match(await qty.innerText(), /qty\s+Pages in the PDF.*\s+whole number, 1 to 500; Default: 1\s+Example 2/s)
    const withPrinters = await served({ printing: { printers: examplePrinters() } })
    t.teardown(() => withPrinters.close())
    // what a service without state and designs does not have, and the examples of 404
    const absentHere =
      /^\/(x$|api\/v1\/(printers\?printer=dock-4$|(jobs|designs|counters|scans|keys|state|label|plan)\b))/
    const links = new Set<string>()
    for (const href of await page.evaluate<string[]>(
      "[...document.querySelectorAll('#contents a')].map((a) => a.href)",
    )) {
      const html = await (await fetch(href)).text()
      for (const [, link] of html.matchAll(/<figcaption>GET <a href="([^"]*)"/g)) {
        const { pathname, search } = new URL(link!.replaceAll('&amp;', '&'), href)
        links.add(pathname + search)
      }
    }
    t.ok(links.size > 20, `${links.size} links`)
    for (const link of links) {
      const { status } = await ask(withPrinters.port, `GET ${link}`)
      t.ok([200, 400, 422, absentHere.test(link) ? 404 : 200].includes(status), `${status} ${link}`)
    }
    await page.locator('#contents a', { hasText: 'Error codes' }).click()
    await t.resolves(page.waitForURL('**/docs/errors'))
  })
})

t.test('markup in the description is shown as text', absent, async (t) => {
  const hostile = description.replace('Dots per module.', '<img src=/x onerror=alert(1)>.')
  t.not(hostile, description)
  const here = await visit(`${service.url}/`)
  await here.page.route('**/openapi.json', (route) => route.fulfill({ body: hostile, contentType: 'application/json' }))
  await here.page.goto(`${service.url}/docs/operations/barcode`)
  await here.page.locator('.operation').waitFor()
  t.match(await here.page.locator('.operation').innerText(), /<img src=\/x onerror=alert\(1\)>/)
  t.equal(await here.page.locator('#description img').count(), 0)
  t.same(here.faults, [])
  await here.close()
})

async function onDocs(t: Test, use: (visit: Visit) => Promise<void>): Promise<void> {
  await visited(t, `${service.url}/docs`, async (here) => {
    await here.page.locator('#errors').waitFor()
    await use(here)
  })
}
