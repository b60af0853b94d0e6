/** A clerk reads the labels of a job back with a scanner that types what it reads. */

import t from 'tap'
import { Counters, Jobs, printersIn, printersOf, Scans } from '../../src/printing/index.ts'
import { violations } from '../pages/axe.ts'
import { absentOrBrief, closed, numberIn, type Visit, visit } from '../pages/browser.ts'
import { loopbackPrinter } from '../printing/channels/loopback-printer.ts'
import { endless } from '../printing/printers/example-jobs.ts'
import { storeInMemory } from '../printing/store/example-store.ts'
import { print } from '../server/api/print-service.ts'
import { served } from '../server/http/wire.ts'

const paper = await loopbackPrinter()
const row = {
  name: 'dock-3',
  address: paper.address,
  language: 'zpl',
  dpi: 203,
  stock: '50x30',
  labelsPerMinute: 10_000,
}
const printers = printersOf(printersIn(JSON.stringify([row])), { patience: endless })
const store = storeInMemory()
const jobs = new Jobs({ store, printers, answerTo: () => undefined, record: () => {}, log: () => {} })
const [counters, scans] = [new Counters({ store }), new Scans({ store })]
const service = await served({ printing: { printers, jobs, counters, scans } })
t.teardown(async () => {
  await closed()
  await service.close()
  await jobs.close(0)
  await paper.close()
  store.close()
})

/** Notes the pitch of each tone in place of sounding it. */
const silent = `window.heard = []; window.AudioContext = class {
  currentTime = 0
  destination = {}
  createOscillator() {
    const frequency = { set value(pitch) { window.heard.push(pitch) } }
    return { frequency, connect() {}, start() {}, stop() {} }
  }
}`

type Page = Visit['page']

const said = (page: Page, selector: string, text: string | RegExp): Promise<void> =>
  page.locator(selector).filter({ hasText: text }).first().waitFor()

/** Types as a scanner does: FNC1 as the key for GS, and Enter. */
async function scan(page: Page, text: string): Promise<void> {
  for (const [i, part] of text.split('\u001d').entries()) {
    if (i > 0) await page.keyboard.press('Control+]')
    await page.keyboard.type(part)
  }
  await page.keyboard.press('Enter')
}

const message = (n: number) => `(01)09506000134352(10)LOT-${n}(21)${n}`
const scanned = (n: number) => `]C1010950600013435210LOT-${n}\u001d21${n}`

t.test('twenty labels, of which two are swapped and one is scanned twice', absentOrBrief, async (t) => {
  const body = `text\n${Array.from({ length: 20 }, (_, i) => message(i + 1)).join('\n')}\n`
  const query = 'printer=dock-3&type=code128&gs1=true&confirm=scan'
  t.equal((await print(service, query, { headers: ['Quietzone-Print: yes'], body })).status, 200)
  const here = await visit(`${service.url}/explain`)
  const { page } = here
  await page.addInitScript(silent)
  await page.goto(`${service.url}/jobs`)
  await said(page, '#scans', 'dock-3, job 1: 0 of 20 labels read back')
  await page.locator('#scans button').focus()
  await page.keyboard.press('Enter')
  await said(page, '#expected', message(1))
  t.equal(await page.evaluate('document.activeElement.id'), 'scan', 'the scanner types into the field')
  const result = async (kind: string, text: string | RegExp): Promise<void> => {
    await said(page, `#scan-result[data-result=${kind}]`, text)
  }
  const order = Array.from({ length: 20 }, (_, i) => i + 1)
  ;[order[6], order[7]] = [8, 7]
  for (const n of order) {
    await scan(page, scanned(n))
    if (n === 8) await result('out_of_order', 'Out of order: this is label 8. It counts; label 7 is still missing.')
    else await result('right', `Right: label ${n}.`)
    if (n === 5) {
      await scan(page, scanned(5))
      await result('double', 'Twice: label 5 has been read. Is label 6 missing?')
      await scan(page, ']C1010950600013435210LOT-99\u001d2199')
      await result('wrong', /^Wrong: “\]C10109.*␝2199” is no label of this job\.$/)
      t.same(await violations(page), [])
      const { SCREENS } = process.env
      for (const width of [1280, 320]) {
        await page.setViewportSize({ width, height: 900 })
        t.ok((await numberIn(page, 'document.documentElement.scrollWidth')) <= width, `${width}`)
        if (SCREENS) await page.screenshot({ path: `${SCREENS}/scan-${width}.png`, fullPage: true })
      }
      await page.emulateMedia({ colorScheme: 'dark' })
      t.same(await violations(page), [])
      await page.emulateMedia({ colorScheme: 'light' })
      // label 6 is torn: it is printed again at once, and the scanner goes on
      const before = paper.printed.length
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await said(page, '#scan-result', 'Printed again as job 2.')
      await said(page, '#jobs li:nth-child(1)', /done\s*dock-3\s.* 1 label/)
      t.equal(paper.printed.length, before + 1)
      t.equal(await page.evaluate('document.activeElement.id'), 'scan')
    }
    if (n === 9) {
      // set to a US keyboard, on a computer with a German one
      await scan(page, '+C1010950600013435210LOTß10\u001d2110')
      await result('wrong', /Set the scanner to the keyboard of this computer/)
      await said(page, '#expected', message(10))
      // the focus is on a button or nowhere, and the label ends with Tab
      for (const place of ['#scan-close', 'body']) {
        await page.evaluate(`document.activeElement.blur(); document.querySelector('${place}').focus()`)
        await page.keyboard.type('LOST')
        await page.keyboard.press('Tab')
        await result('wrong', '“LOST” is no label of this job.')
        t.equal(await page.evaluate('document.activeElement.id'), 'scan')
        await scan(page, 'x')
        await result('wrong', '“x” is no label of this job.')
      }
      // a field that a person types in keeps its keys
      await page.locator('#counters > summary').click()
      await page.fill('#counter-name', '')
      await page.locator('#counter-name').pressSequentially('lot')
      t.equal(await page.inputValue('#counter-name'), 'lot')
      t.equal(await page.inputValue('#scan'), '')
      // tones are switched off, and stay so
      const tones = await numberIn(page, 'window.heard.length')
      await page.locator('#scan-sound').uncheck()
      await scan(page, 'y')
      await result('wrong', '“y” is no label of this job.')
      t.equal(await numberIn(page, 'window.heard.length'), tones)
    }
    if (n === 12) {
      // another browser goes on where this one was
      await page.reload()
      await said(page, '#scans', '12 of 20 labels read back')
      await page.locator('#scans button').click()
      await said(page, '#expected', message(13))
      t.notOk(await page.locator('#scan-sound').isChecked(), 'the browser remembers it')
      await page.locator('#scan-sound').check()
      await page.locator('#scan').focus()
    }
  }
  await said(page, '#expected', 'All 20 labels are read.')
  t.equal(await page.evaluate('document.activeElement.id'), 'scan-close')
  await page.keyboard.press('Enter')
  await page.locator('#scanning').waitFor({ state: 'hidden' })
  t.same(scans.open(10), [])
  t.match(scans.progress(1), { read: 20, next: undefined })
  t.same(await page.evaluate('[...new Set(window.heard)]'), [1320], 'what was right sounds alike')
  t.same(here.faults, [])
  await here.close()
})

t.test('without a state folder labels cannot be read back, and that is said before anything is printed', async (t) => {
  const without = await served({ printing: { printers } })
  const before = paper.printed.length
  const reply = await print(without, 'printer=dock-3&type=qr&text=a&confirm=scan')
  t.match(JSON.parse(reply.body.toString()), { error: { code: 'no_state', message: /QZ_STATE/ } })
  t.equal(paper.printed.length, before)
  await without.close()
})
