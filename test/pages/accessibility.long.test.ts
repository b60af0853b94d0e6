import type { Page } from 'playwright-core'
import t from 'tap'
import { served } from '../http/wire.ts'
import { violations } from './axe.ts'
import { absent, closed, drawn, numberIn, visit } from './browser.ts'

const service = await served()
t.teardown(async () => {
  await closed()
  await service.close()
})

/** A page in one of its states: its path, and what leads there. */
type State = readonly [path: string, reach: (page: Page) => Promise<unknown>]

const never = (page: Page) => page.route('**/api/**', () => {})
const byProxy = (page: Page) => page.route('**/api/**', (route) => route.fulfill({ status: 502, body: '' }))
const shown = (selector: string) => (page: Page) => page.locator(selector).first().waitFor()

/** Reaches the state that follows when the text changes while `route` answers. */
const changed = (route: (page: Page) => Promise<unknown>, selector: string) => async (page: Page) => {
  await shown('#stage[data-state=shown]')(page)
  await route(page)
  await page.fill('#text', 'another')
  await shown(selector)(page)
}

const planned = async (page: Page) => {
  await page.locator('#plan summary').click()
  await shown('#plan-body h2')(page)
}

const gs1 = '(01)09506000134352(17)261231(10)AB-12(3103)001234'

const states: Readonly<Record<string, State>> = {
  empty: ['/', (page) => page.fill('#text', '').then(() => shown('#note:not(:empty)')(page))],
  drawn: ['/', shown('#stage[data-state=shown]')],
  busy: ['/', changed(never, '#stage[data-state=stale]')],
  unanswered: ['/', changed(byProxy, '#retry')],
  refused: ['/#type=ean13&text=400638133393X', shown('#text-error')],
  'refused in several fields': [
    '/#make=barcode&type=ean13&text=4006381333931&scale=11&height=0',
    shown('#scale-error'),
  ],
  'barcode alone': ['/#make=barcode&type=itf14&text=1540014128876', shown('#stage[data-state=shown]')],
  matrix: ['/#type=qr&text=%D7%A9%D7%9C%D7%95%D7%9D', shown('#stage[data-state=shown]')],
  'not on labels': ['/#type=itf14&text=1540014128876', shown('#instead button')],
  'GS1, empty': ['/#type=datamatrix&gs1=true&text=', shown('#companions button')],
  'GS1, drawn': [`/#type=datamatrix&gs1=true&text=${gs1}`, shown('#stage[data-state=shown]')],
  'GS1, the list of AIs': [
    `/#type=datamatrix&gs1=true&text=${gs1}`,
    async (page) => {
      await page.locator('#add').click()
      await page.keyboard.type('da')
      await shown('#add-list [aria-selected=true]')(page)
    },
  ],
  'GS1, faults': ['/#type=qr&gs1=link&text=(17)261331(4300)x%20y(10)A(05)1', shown('#elements .error:not([hidden])')],
  'GS1, check digit': ['/#type=ean13&gs1=true&text=(01)4006381333931', shown('.offers button')],
  'GS1, warned': ['/#type=code128&gs1=true&text=(10)A', shown('#warnings p')],
  'GS1, not in this barcode': ['/#type=code39&gs1=true&make=barcode&text=(01)09506000134352', shown('#instead button')],
  'GS1, not editable': ['/#type=qr&gs1=true&text=^10A^05x', shown('#elements input[readonly]')],
  'GS1, explained': [`/explain#type=qr&gs1=true&text=${gs1}`, shown('.step')],
  controls: ['/#type=datamatrix&text=A%1DB%0A', shown('#text-controls code')],
  warned: ['/#type=ean13&text=400638133393&size=40x20&dpi=203', shown('#warnings p')],
  'warned, busy': ['/#type=ean13&text=400638133393&size=40x20&dpi=203', changed(never, '#stage[data-state=stale]')],
  'warned, barcode alone': ['/#make=barcode&type=ean13&text=400638133393&scale=1', shown('#warnings p')],
  'plan open': ['/#type=ean13&text=400638133393&size=40x20&dpi=203', planned],
  'plan of what does not fit': [`/#type=qr&size=25x10&text=${'A'.repeat(300)}`, planned],
  copied: [
    '/',
    async (page) => {
      await drawn(page, /Code 128/)
      await page.locator('#url-copy').click()
      await shown('#url-copied:not(:empty)')(page)
    },
  ],
  'keys, actual size': [
    '/',
    async (page) => {
      await drawn(page, /Code 128/)
      await page.locator('.keys summary').click()
      await page.locator('label:has(#actual)').click()
    },
  ],
  'a symbol with its steps': ['/explain', shown('.step')],
  'parts of a step': ['/explain#type=ean13&text=400638133393', (page) => page.locator('.step .head').nth(2).click()],
  'the next symbol is asked for': ['/explain', changed(never, '#stage[data-state=stale]')],
  'explain, unanswered': ['/explain', changed(byProxy, '#info button')],
  'explain, refused': ['/explain#type=ean13&text=x', shown('#fault')],
  check: ['/check', shown('#invitation')],
  docs: ['/docs', shown('#errors')],
}

for (const [name, [path, reach]] of Object.entries(states)) {
  t.test(`axe finds nothing: ${name}`, absent, async (t) => {
    const here = await visit(service.url + path)
    await reach(here.page)
    for (const colorScheme of ['light', 'dark'] as const) {
      await here.page.emulateMedia({ colorScheme })
      for (const [width, height] of [
        [1280, 860],
        [640, 430],
        [390, 780],
      ] as const) {
        await here.page.setViewportSize({ width, height })
        t.same(await violations(here.page), [], `${colorScheme}, ${width} wide`)
        t.ok((await numberIn(here.page, 'document.documentElement.scrollWidth')) <= width, 'nothing sticks out')
      }
    }
    await here.close()
  })
}
