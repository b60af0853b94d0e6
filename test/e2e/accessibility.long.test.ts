import type { Page } from 'playwright-core'
import t from 'tap'
import { languageCodes } from '../../src/pages/words/index.ts'
import { pdfOf, symbolAt } from '../heal/documents.ts'
import { violations } from '../pages/axe.ts'
import { absent, closed, drawn, numberIn, visit } from '../pages/browser.ts'
import { paste, ready } from '../pages/many-page.ts'
import { all } from '../random.ts'
import { exampleDesigns } from '../server/api/example-designs.ts'
import { served } from '../server/http/wire.ts'

const service = await served({ designs: exampleDesigns })
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

/** Fills the rows of many labels, and waits for what they lead to. */
const rows = (text: string, selector: string) => async (page: Page) => {
  await paste(page, text)
  await shown(selector)(page)
}

/** Loads the page again with answers of our own at an address. */
const answered = (address: RegExp, json: object, selector: string) => async (page: Page) => {
  await page.route(address, (route) =>
    /\/events/.test(route.request().url()) ? route.abort() : route.fulfill({ json }),
  )
  await page.reload()
  await shown(selector)(page)
}

/** A job of which nobody knows whether its last labels are printed. */
const job = {
  ...{ id: '4', printer: 'dock-3', state: 'uncertain', labels: 200, sent: 180, received: 172, printed: 172 },
  ...{ confirmed: 172, from: 173, by: 'dock', created: '2026-11-28T08:04:00.000Z', title: 'Shelf', first: 'QZ-1' },
}

const healable = pdfOf({
  width: 50,
  height: 30,
  symbols: [symbolAt('code128', 'QZ-0001', { x: 6, y: 8 })],
  words: [],
})

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
  'refused, with the repair': ['/#type=ean13&text=9783161484100%2051299', shown('.repair button')],
  'escapes read': ['/#type=datamatrix&escapes=true&text=A%5Ctb%5Cx1d', shown('#text-controls code')],
  'two readings': ['/#type=ean13&text=073512906849', shown('#warnings button')],
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
  'own words and size': [
    '/#type=qr&text=QZ&size=57x32mm&title=Aisle%207&caption=Hex%20bolt&layout=beside',
    shown('#stage[data-state=shown]'),
  ],
  'what is set once, and options': [
    '/#type=qr&text=QZ',
    async (page) => {
      await drawn(page, /QR Code/)
      for (const group of ['#once', '#options-line', '#links']) await page.locator(`${group} summary`).click()
    },
  ],
  'an article number is offered': ['/#type=code128&text=4006381333931', shown('#offers button')],
  'a pallet is offered': ['/#type=code128&gs1=true&text=(00)106141412345678908', shown('#offers button')],
  'a pallet': [
    '/#type=code128&gs1=true&layout=logistics&orientation=portrait&text=(00)106141412345678908&title=A%0AB',
    shown('#stage[data-state=shown]'),
  ],
  'words that are cut': [`/#type=qr&text=Q&size=25x10&caption=${'Words%20'.repeat(40)}`, shown('#warnings p')],
  'a content with faults': [
    '/',
    async (page) => {
      await page.selectOption('#contents', 'swiss')
      for (const field of ['iban', 'creditorCountry', 'amount']) await page.fill(`#content-${field}`, '0x')
      await page.locator('#content-creditorName').focus()
      await shown('#content-amount-error:not([hidden])')(page)
    },
  ],
  'a content': [
    '/',
    async (page) => {
      await page.selectOption('#contents', 'wifi')
      await page.fill('#content-network', 'Guests')
      await page.fill('#content-password', 'abcdefgh')
      await drawn(page, /QR Code/)
    },
  ],
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
      await page.locator('#links summary').click()
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
  'explain, refused, with the repair': ['/explain#type=ean13&text=4006381333932', shown('#repair button')],
  'many, empty': ['/#make=many&type=code128', shown('#many-source:not([disabled])')],
  'many, shown': ['/#make=many&type=code128', rows('EAN;Name\nA;B\nC;D\n', '#gallery li:last-child[data-state=shown]')],
  'many, no text': ['/#make=many&type=code128', rows('EAN;Code\nA;B\n', '#rows-without:not(:empty)')],
  'many, several documents': ['/#make=many&type=code128&qty=500', rows('text\nA\nB\n', '#documents button')],
  'many, no table': ['/#make=many&type=code128', rows('text\n', '#table-fault:not([hidden])')],
  'many, faults': [
    '/#make=many&type=code128',
    async (page) => {
      await rows('text;qty\nA;1\n5,9E+11;1\n\u2603;x\n', '#findings [data-kind=fault]:nth-child(2)')(page)
    },
  ],
  'many, repairs': [
    '/#make=many&type=ean13',
    rows('EAN\n4006381333932\n4006381333930\n', '#findings [data-kind=fault] button'),
  ],
  'many, lost zeros': ['/#make=many&type=upca', rows('UPC\n36000291452\n', '#findings [data-kind=doubt] button')],
  'many, a pattern that is wrong': [
    '/#make=many&type=code128',
    async (page: Page) => {
      await rows('SKU;Lot\nA;B\n', '#gallery [data-state=shown]')(page)
      await page.locator('#meaning-text').selectOption('{}')
      await page.fill('#meaning-text-pattern', '{Lots}')
      await shown('#meaning-text-hint.error')(page)
    },
  ],
  'many, pages of pictures and a choice that is wrong': [
    '/#make=many&type=code128&size=2x1',
    async (page: Page) => {
      await rows(`text\n${'A text of thirty characters: 1\n'.repeat(30)}`, '#rows-warnings p')(page)
      await page.fill('#pick', 'x')
      await shown('#pick-fault:not([hidden])')(page)
    },
  ],
  'many, series': [
    '/#make=many&type=code128',
    async (page) => {
      await ready(page)
      await page.locator('label:has([name=rows][value=series])').click()
      await page.fill('#series-first', 'x')
      await shown('#series-fault:not([hidden])')(page)
    },
  ],
  'a design, with samples': ['/#design=shelf', shown('#design-samples:not(:empty)')],
  'a design, drawn': ['/#design=shelf&field.sku=A-1', shown('#stage[data-state=shown]')],
  'a design, faults': ['/#design=shelf&field.sku=a+b', shown('#design-fields .error:not([hidden])')],
  'a design that is gone': ['/#design=gone', shown('#design-hint:not(:empty)')],
  'a printer with other labels': [
    '/#type=qr&text=QZ&size=100x50',
    async (page) => {
      const printers = [{ name: 'dock-3', language: 'zpl', dpi: 203, stock: '50x100mm' }]
      await answered(/\/api\/v1\/printers/, { printers }, '#stage[data-state=shown]')(page)
      await page.locator('#once summary').click()
      await page.selectOption('#printer', 'dock-3')
      await page.selectOption('#size', '100x50')
      await shown('#printer-apply')(page)
    },
  ],
  'many, a design': [
    '/#make=many&design=shelf',
    rows('Article;name\nA-1;Bolt\na b;Nut\n', '#findings [data-kind=fault]'),
  ],
  'designs, a form': ['/designs#design=shelf', shown('#stage[data-state=shown]')],
  'designs, faults': ['/designs#design=shelf&sku=a+b', shown('#fields .error:not([hidden])')],
  'designs, the editor': ['/designs#edit', shown('#editor:not([hidden]) button')],
  jobs: [
    '/jobs',
    answered(/\/api\/v1\/jobs(\?|\/)/, { jobs: [job, { ...job, id: '3', state: 'done' }] }, '#questions li'),
  ],
  'no jobs': ['/jobs', shown('#no-state')],
  'nothing set up': ['/setup', shown('#no-printers:not([hidden])')],
  check: ['/check', shown('#invitation')],
  'a program in ZPL': [
    '/zpl#zpl=%5EXA%5EZQ%5EFO400,9%5EBY1%5EBEN,80%5EFD400638133393%5EFS%5EXZ',
    shown('#stage[data-state=shown]'),
  ],
  'a document to heal': ['/heal', shown('#stage[data-state=empty]')],
  'a document that is healed': [
    '/heal',
    async (page) => {
      await page.setInputFiles('#file', {
        name: 'label.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from(healable),
      })
      await shown('#stage[data-state=shown] .symbols')(page)
    },
  ],
  docs: ['/docs', shown('#errors')],
  'an operation': ['/docs/operations/label', shown('.operation')],
  'codes of errors': ['/docs/errors', shown('#error-rate_limited')],
  manual: ['/docs/index', shown('#search:not([hidden])')],
}

/** The widths of a desk, of that at 200 %, of a phone, and of a small one. */
const sizes = [
  [1280, 860],
  [640, 430],
  [390, 780],
  [320, 640],
] as const

const schemes = ['light', 'dark'] as const

/** A state of a page in a language, and what axe sees of it. */
interface Look {
  readonly name: string
  readonly language: (typeof languageCodes)[number]
  readonly seen: readonly { readonly width: number; readonly scheme: (typeof schemes)[number] }[]
}

/**
 * Every state once, and every page at least four times: in every language, at every width, in the light and in the dark, and sixteen
 * looks in a row with each language at each width. With TEST_ALL every state in all of these.
 */
const looks: readonly Look[] = [...new Set(Object.values(states).map(pageOf))].flatMap((path) => {
  const names = Object.keys(states).filter((name) => pageOf(states[name]!) === path)
  const everything = sizes.flatMap(([width]) => schemes.map((scheme) => ({ width, scheme })))
  if (all) return names.flatMap((name) => languageCodes.map((language) => ({ name, language, seen: everything })))
  return Array.from({ length: Math.max(names.length, 4) }, (_, i) => {
    const [row, column] = [Math.floor(i / 4), i % 4]
    const [width] = sizes[(row + column) % 4]!
    return {
      name: names[i % names.length]!,
      language: languageCodes[column]!,
      seen: [{ width, scheme: schemes[(row + Math.floor(column / 2)) % 2]! }],
    }
  })
})

function pageOf([path]: State): string {
  return path.replace(/#.*/, '')
}

for (const { name, language, seen } of looks) {
  const looked = seen.length > 1 ? 'all' : seen.map(({ width, scheme }) => `${width}, ${scheme}`).join()
  t.test(`axe finds nothing: ${language}, ${name}, ${looked}`, absent, async (t) => {
    const [path, reach] = states[name]!
    const here = await visit(service.url + path.replace(/^[^#]*/, `$&?lang=${language}`))
    const { page } = here
    await reach(page)
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height })
      t.ok((await numberIn(page, 'document.documentElement.scrollWidth')) <= width, `nothing sticks out of ${width}`)
      for (const { scheme } of seen.filter((each) => each.width === width)) {
        await page.emulateMedia({ colorScheme: scheme })
        t.same(await violations(page), [], `${scheme}, ${width} wide`)
      }
    }
    await here.close()
  })
}
