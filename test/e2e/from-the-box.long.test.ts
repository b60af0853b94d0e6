/** From an empty folder to a printed, designed, numbered label, by keyboard alone: as someone does who has unpacked it. */

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import t from 'tap'
import { checkImage } from '../../src/reader/check/index.ts'
import { addressOf, started } from '../cli/program.ts'
import { freePort } from '../free-port.ts'
import { zplLabels } from '../oracle/zpl.ts'
import { zxingTexts } from '../oracle/zxing.ts'
import { violations } from '../pages/axe.ts'
import { absent, closed, numberIn, visit } from '../pages/browser.ts'
import { hostStatus, loopbackPrinter } from '../printing/channels/loopback-printer.ts'

const folder = mkdtempSync(join(tmpdir(), 'quietzone-box-'))
/** A Zebra with 203 dpi, whose labels are 2.25 x 1.25 in. */
const paper = await loopbackPrinter({
  questions: ['~HI', '^XA^HH^XZ', '~HS'],
  answer: (_, question) => {
    if (question === '~HI') return '\x02ZD421-203dpi,V93,8,8192KB\x03'
    if (question === '~HS') return hostStatus()
    return '\x02\r\n  457  PRINT WIDTH\r\n  254  LABEL LENGTH\r\n\x03'
  },
})
const port = await freePort()
// no setting but the port: what is kept, is kept in quietzone-state of this folder
const running = started(['serve'], { PORT: `${port}`, QZ_STATE: undefined }, folder)
running.stderr!.resume()
const url = await addressOf(running)
running.stdout!.resume()
t.teardown(async () => {
  await closed()
  running.kill('SIGKILL')
  await paper.close()
  rmSync(folder, { recursive: true })
})

/** What has the focus, as it is called. */
const focused = `(({ labels, ariaLabel, innerText, textContent }) => ariaLabel || labels?.[0]?.innerText || innerText || textContent)(document.activeElement).trim()`

/** Hands on a keyboard, which are counted. */
class Clerk {
  tabs = 0
  keys = 0
  characters = 0
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  /** Presses Tab until what has the focus is called so. @throws Error if it never is */
  async tabTo(name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    for (let i = 0; i < 60; i++) {
      await this.#page.keyboard.press(key)
      this.tabs++
      if (name.test(await this.#page.evaluate<string>(focused))) return
    }
    throw new Error(`no Tab leads to ${name}`)
  }

  async press(key: string): Promise<void> {
    await this.#page.keyboard.press(key)
    this.keys++
  }

  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text)
    this.characters += text.length
  }

  /** Goes to a field and fills it in. */
  async fill(name: RegExp, text: string): Promise<void> {
    await this.tabTo(name)
    await this.type(text)
  }

  /** Goes to a button or a link and presses it. */
  async use(name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await this.tabTo(name, key)
    await this.press('Enter')
  }
}

t.test('from the box to a numbered label of a design, by keyboard alone', absent, async (t) => {
  const here = await visit(`${url}/setup`, { permissions: ['clipboard-read', 'clipboard-write'] })
  const { page } = here
  const clerk = new Clerk(page)
  const begun = performance.now()
  const said = (selector: string, text: string | RegExp): Promise<void> =>
    page.locator(selector).filter({ hasText: text }).first().waitFor()
  /** A place on the way: without a violation, and on a phone nothing is beyond the edge. */
  const station = async (name: string): Promise<void> => {
    t.same(await violations(page), [], name)
    await page.setViewportSize({ width: 320, height: 800 })
    t.ok((await numberIn(page, 'document.documentElement.scrollWidth')) <= 320, `${name}: on a phone`)
    await page.setViewportSize({ width: 1280, height: 860 })
    t.comment(`${name}: ${clerk.tabs} Tabs, ${clerk.keys} other keys, ${clerk.characters} characters`)
  }

  await page.locator('#entrance:not([hidden])').waitFor()
  await station('the door of /setup')
  const code = readFileSync(join(folder, 'quietzone-state/setup-code'), 'utf8').trim()
  await clerk.fill(/^Key or one-time code$/, code)
  await clerk.press('Enter')
  await page.locator('#setup:not([hidden])').waitFor()
  await page.locator('#no-printers:not([hidden])').waitFor()
  await station('nothing is set up')

  await clerk.use(/^Add a printer by its address$/)
  await page.locator('#printer-form:not([hidden])').waitFor()
  await clerk.fill(/^Address$/, paper.address)
  await clerk.use(/^Ask it what it is$/)
  await said('#printer-address-hint', 'It is a ZD421-203dpi')
  t.equal(await page.inputValue('#printer-stock'), '2.25x1.25')
  await clerk.fill(/^Name$/, 'dock')
  await station('a printer that was asked what it is')
  await clerk.press('Enter')
  await said('#told', 'dock is saved.')
  await clerk.use(/^Test page/)
  await said('#told', 'The test page was sent to dock.')
  await paper.until(({ printed }) => printed.length === 1)
  await station('a printer that prints its test page')

  await clerk.fill(/^Name of a new key$/, 'desk')
  await clerk.press('Enter')
  await page.locator('#made-key:not([hidden])').waitFor()
  await station('a key that is shown once')
  await clerk.use(/^Copy$/)
  await said('#copied', 'copied')

  await clerk.use(/^Designs$/)
  await page.locator('#key-line:not([hidden])').waitFor()
  t.equal(await page.innerText('#key-fault'), '', 'nobody has given a key yet')
  await station('designs, whose printers need a key')
  await clerk.tabTo(/^Your key for this service$/)
  await clerk.press('Control+v')
  await clerk.press('Enter')
  await page.locator('#printer-field:not([hidden])').waitFor()
  t.ok(await page.locator('#key-line').isHidden())
  await clerk.tabTo(/^Fill in$/, 'Shift+Tab')
  await clerk.press('ArrowRight')
  await clerk.tabTo(/^Name$/)
  await clerk.press('Control+a')
  await clerk.type('pallet')
  await clerk.use(/^\+ Barcode$/)
  await clerk.press('Control+a')
  await clerk.type('QZ-')
  await clerk.tabTo(/^Insert …$/)
  await clerk.type('A')
  await clerk.use(/^Insert$/)
  await clerk.type('pallet')
  await station('a counter that is made where it is wanted')
  await clerk.press('Enter')
  await said('#new-counter-told', 'The counter pallet gives 1 next.')
  await clerk.press('ArrowLeft')
  await clerk.type('|6')
  await said('.verdict', 'All of it fits and can be read.')
  await clerk.press('Control+s')
  await said('.saving', 'Saved in the service as “pallet”.')
  await station('a design that is saved')
  t.match(JSON.parse(readFileSync(join(folder, 'quietzone-state/designs/pallet.json'), 'utf8')), {
    size: '57x32mm',
    elements: [{ type: 'code128', value: 'QZ-{serial:pallet|6}' }],
  })

  await clerk.tabTo(/^Design a label$/, 'Shift+Tab')
  await clerk.press('ArrowLeft')
  await clerk.tabTo(/^Design$/)
  const choice = page.locator('#design')
  await choice.locator('option[value=pallet]').waitFor({ state: 'attached' })
  for (let i = 0; i < 40 && (await choice.inputValue()) !== 'pallet'; i++) await clerk.press('ArrowDown')
  await said('#about', 'pallet, 57x32mm')
  await clerk.tabTo(/^Printer$/)
  await clerk.type('dock')
  await page.locator('#print:not([hidden])').waitFor()
  await page.locator('#stage[data-state=shown]').waitFor()
  await station('a label that is ready to be printed')
  await clerk.use(/^Print label on dock$/)
  await said('.printed-job', /1 of 1|done|printed/i)
  await paper.until(({ printed }) => printed.length === 2)
  await station('a label that is printed')
  const minutes = (performance.now() - begun) / 60_000
  t.comment(`${minutes.toFixed(1)} minutes of this machine, axe at each station included`)

  const [label, ...more] = zplLabels(Buffer.from(paper.printed[1]!, 'latin1'))
  t.same([more.length, label!.copies, label!.width, label!.height], [0, 1, 456, 256], 'as it is drawn, to the dot')
  t.same(await zxingTexts(label!, 'code128'), ['QZ-000001'])
  t.match(checkImage(label!), { verdict: 'conforming', symbols: [{ symbology: 'code128', text: 'QZ-000001' }] })
  await page.goto(`${url}/jobs`)
  await said('#jobs li', 'QZ-000001')
  await page.locator('#counters > summary').press('Enter')
  await said('#counter-list li', /pallet.*next is 2/)
  t.same(here.faults, [])
})

t.test('a printer that is the service itself is refused, by whatever name, and none is changed', async (t) => {
  const file = (name: string): string | undefined => {
    const path = join(folder, 'quietzone-state', name)
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined
  }
  // good until a key may admin
  await fetch(`${url}/api/v1/keys`)
  const headers = {
    Authorization: `Bearer ${file('setup-code')?.trim()}`,
    'Quietzone-Print': 'yes',
  }
  const asked = (method: string, path: string, body?: object, own: Record<string, string> = {}): Promise<Response> => {
    const type = body === undefined ? {} : { 'Content-Type': 'application/json' }
    const json = body === undefined ? {} : { body: JSON.stringify(body) }
    return fetch(url + path, { method, headers: { ...headers, ...type, ...own }, ...json })
  }
  const before = file('printers.json')
  const kept = await asked('GET', '/api/v1/state/setup')
  const backup = (await kept.json()) as Record<string, unknown>
  const tag = kept.headers.get('ETag') ?? ''
  for (const address of [
    `socket://127.0.0.1:${port}`,
    `socket://localhost:${port}`,
    `socket://${hostname()}:${port}`,
    `ipp://[::1]:${port}/ipp/print`,
    `ipp://127.0.0.1:${port}/`,
  ]) {
    const entry = { name: 'self', address, language: 'zpl', dpi: 203, stock: '4x6' }
    for (const answer of [
      await asked('POST', '/api/v1/printers', entry),
      await asked('GET', `/api/v1/printers/found?address=${encodeURIComponent(address)}`),
      await asked('PUT', '/api/v1/state/setup', { ...backup, printers: [entry] }, { 'If-Match': tag }),
    ]) {
      t.equal(answer.status, 400, address)
      t.match(await answer.json(), { error: { message: /this is the service itself/ } })
    }
  }
  t.equal(file('printers.json'), before)
})
