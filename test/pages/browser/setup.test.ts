/** The page /setup, from a service without anything to one with a printer and keys. */

import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { languageCodes } from '../../../src/pages/words/index.ts'
import { printersOf } from '../../../src/printing/index.ts'
import { savedEntries } from '../../../src/printing/printers/entries.ts'
import { KeySetup, keysOf } from '../../../src/server/access/index.ts'
import { loopbackPrinter } from '../../printing/channels/loopback-printer.ts'
import { endless } from '../../printing/printers/example-jobs.ts'
import { served } from '../../server/http/wire.ts'
import { violations } from '../axe.ts'
import { absentOrBrief, closed, numberIn, type Visit, visit } from '../browser.ts'

t.teardown(closed)

interface Shop {
  readonly page: Page
  readonly here: Visit
  readonly code: string
  readonly address: string
  readonly inFile: (name: string) => unknown
}

/** A service with nothing in its state folder, and a printer that is found at its address. */
async function shop(t: Test, path = '/setup'): Promise<Shop> {
  const folder = t.testdir()
  const there = await loopbackPrinter({
    questions: ['~HI', '^XA^HH^XZ', '~HS'],
    answer: (_, question) => {
      if (question === '~HI') return '\x02ZD421-203dpi,V93,8,8192KB\x03'
      return '\x02\r\n  832  PRINT WIDTH\r\n  1225  LABEL LENGTH\r\n\x03'
    },
  })
  const printers = printersOf([], { patience: endless })
  const own = (): void => void mkdirSync(folder, { recursive: true })
  const setup = new KeySetup(keysOf([]), { folder, own, log: (message) => t.fail(message) })
  const printerEntries = savedEntries({
    ...{ path: join(folder, 'printers.json'), prepare: own, isOwn: () => false },
    taken: (list) => printers.replace(list),
  })
  const found = async () => [{ name: 'dock-3', address: there.address, from: 'network', model: 'Zebra ZD421' }] as const
  const service = await served({
    ...{ keys: setup, keysMade: setup, printerEntries, printing: { printers } },
    printerSearch: { isOwn: () => false, found },
  })
  const here = await visit(service.url + path)
  t.teardown(async () => {
    await here.close()
    await printers.close()
    await service.close()
    await there.close()
  })
  const inFile = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'))
  return { page: here.page, here, code: setup.code!, address: there.address, inFile }
}

const enter = async (page: Page, code: string): Promise<void> => {
  await page.fill('#key', code)
  await page.press('#key', 'Enter')
  await page.locator('#setup').waitFor()
}

t.test('from the code to a printer that prints and a key', absentOrBrief, async (t) => {
  const { page, here, code, address, inFile } = await shop(t)
  await page.locator('#key').waitFor()
  t.ok(await page.locator('#setup').isHidden())
  t.same(await violations(page), [])
  await enter(page, code)
  await page.locator('#no-printers:not([hidden])').waitFor()
  t.ok(await page.locator('#no-keys').isVisible())
  t.same(await violations(page), [])

  await page.click('#find')
  await page.locator('#found button').click()
  await page.locator('#printer-address-hint', { hasText: 'It is a ZD421-203dpi' }).waitFor()
  t.equal(await page.inputValue('#printer-name'), 'dock-3')
  t.equal(await page.inputValue('#printer-stock'), '4x6')
  t.same(await violations(page), [])
  await page.fill('#printer-stock', 'none')
  await page.press('#printer-stock', 'Enter')
  await page.locator('#printer-fault', { hasText: 'stock: "none"' }).waitFor()
  await page.fill('#printer-stock', '4x3')
  await page.press('#printer-stock', 'Enter')
  await page.locator('#told', { hasText: 'dock-3 is saved.' }).waitFor()
  t.equal(await page.evaluate('document.activeElement.id'), 'told')
  const entry = { name: 'dock-3', address, language: 'zpl', dpi: 203, stock: '4x3' }
  t.match(inFile('printers.json'), [entry])

  await page.getByRole('button', { name: 'Change dock-3' }).click()
  await page.locator('#printer-form-title', { hasText: 'Change dock-3' }).waitFor()
  await page.fill('#printer-stock', '4x6')
  await page.press('#printer-stock', 'Enter')
  await page.locator('#printers', { hasText: '4x6' }).waitFor()
  t.match(inFile('printers.json'), [{ ...entry, stock: '4x6' }])
  t.notOk(
    Object.hasOwn((inFile('printers.json') as object[])[0]!, 'receive'),
    'nothing is taken unless somebody says so',
  )

  await page.getByRole('button', { name: 'Change dock-3' }).click()
  await page.click('#printer-receive summary')
  await page.fill('#receive-port', '9101')
  await page.fill('#receive-from', '192.0.2.0/24, 2001:db8::/32')
  await page.check('#receive-hold')
  t.same(await violations(page), [])
  await page.press('#receive-port', 'Enter')
  await page.locator('#printer-form').waitFor({ state: 'hidden' })
  const receive = { socket: 9101, from: ['192.0.2.0/24', '2001:db8::/32'], onFault: 'hold' }
  t.match(inFile('printers.json'), [{ name: 'dock-3', receive }])
  await page.getByRole('button', { name: 'Change dock-3' }).click()
  await page.locator('#printer-form').waitFor()
  t.equal(await page.inputValue('#receive-from'), '192.0.2.0/24 2001:db8::/32')
  await page.fill('#receive-port', '')
  await page.fill('#receive-from', 'everybody')
  await page.press('#receive-from', 'Enter')
  await page.locator('#printer-fault', { hasText: 'receive: from' }).waitFor()
  await page.click('#printer-close')

  t.same(
    await page.evaluate<string[]>(`[...document.querySelectorAll('[name=may]:checked')].map(({ value }) => value)`),
    ['print', 'jobs', 'counters', 'designs'],
    'a first key is enough for labels from their design to the paper',
  )
  await page.fill('#key-name', 'office')
  await page.check('[name=may][value=admin]')
  await page.press('#key-name', 'Enter')
  await page.locator('#made-key:not([hidden])').waitFor()
  const key = await page.innerText('#made-key-text')
  t.match(inFile('keys.json'), [{ name: 'office', may: ['print', 'jobs', 'counters', 'designs', 'admin'] }])
  t.same(await violations(page), [])
  await page.reload()
  await page.locator('#keys', { hasText: 'office' }).waitFor()
  t.equal(await page.evaluate('sessionStorage.length'), 1, 'the tab has the new key in place of the code')
  t.notMatch(await page.innerText('body'), key, 'which is shown once')
  const remove = page.locator('#printers').getByRole('button', { name: /emove/ })
  await remove.click()
  t.match(inFile('printers.json'), [{ name: 'dock-3' }], 'a first press removes nothing')
  await remove.click()
  await page.locator('#told', { hasText: 'dock-3 is removed.' }).waitFor()
  t.same(inFile('printers.json'), [])
  t.same(here.faults, [])
})

t.test('a service that does not answer at first is asked again', absentOrBrief, async (t) => {
  const { page } = await shop(t)
  await page.locator('#key').waitFor()
  await page.route('**/api/v1/keys', (route) => route.abort(), { times: 1 })
  await page.reload()
  await page.locator('#key').waitFor()
  t.ok(await page.locator('#setup').isHidden())
})

t.test('in every language it is complete, on a phone too', absentOrBrief, async (t) => {
  for (const language of languageCodes) {
    const { page, here, code } = await shop(t, `/setup?lang=${language}`)
    await enter(page, code)
    await page.click('#add')
    await page.click('#printer-receive summary')
    await page.setViewportSize({ width: 320, height: 800 })
    t.ok((await numberIn(page, 'document.documentElement.scrollWidth')) <= 320, language)
    t.same(await violations(page), [], language)
    t.same(here.faults, [], language)
  }
})
