/** Backup and restore on the page /setup. */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { languageCodes } from '../../../../src/pages/words/index.ts'
import { type Machine, machineAt } from '../../../server/example-setup.ts'
import { served } from '../../../server/http/wire.ts'
import { violations } from '../../axe.ts'
import { absent, absentOrBrief, closed, numberIn, visit } from '../../browser.ts'

t.teardown(closed)

const folders = t.testdir()
let count = 0

interface Shop extends Machine {
  readonly page: Page
  readonly faults: readonly unknown[]
  readonly home: string
}

/** The page of a machine with a printer and a counter, with the code entered. */
async function shop(t: Test, path = '/setup'): Promise<Shop> {
  const home = join(folders, `${++count}`)
  const machine = await machineAt(home)
  const { counters, printers, printerEntries, setup, designs, setupCopy } = machine
  const address = 'socket://127.0.0.1:9'
  printerEntries.changes!.save({ name: 'dock-3', address, language: 'zpl', dpi: 203, stock: '4x6', status: false })
  counters.set('pallet', { start: 40 })
  const service = await served({
    ...{ printing: { printers, counters }, printerEntries, keys: setup, keysMade: setup, designs, setupCopy },
  })
  const { page, faults, close } = await visit(service.url + path)
  t.teardown(async () => {
    await close()
    await service.close()
    await machine.close()
  })
  await page.fill('#key', setup.code!)
  await page.press('#key', 'Enter')
  await page.locator('#printers li').waitFor()
  return { ...machine, page, faults, home }
}

t.test('a backup is downloaded, and restored after a question that says what it replaces', absentOrBrief, async (t) => {
  const { page, faults, home, printers, printerEntries, counters } = await shop(t)
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#save-backup')])
  t.match(download.suggestedFilename(), /^quietzone-\d{4}-\d\d-\d\d\.json$/)
  const file = join(home, 'backup.json')
  await download.saveAs(file)
  t.match(JSON.parse(readFileSync(file, 'utf8')), { version: 1, printers: [{ name: 'dock-3' }] })
  printerEntries.changes!.save({ ...printerEntries.find('dock-3'), name: 'dock-4' })
  printerEntries.changes!.remove('dock-3')
  counters.set('pallet', { start: 90 })

  await page.setInputFiles('#backup-file', file)
  await page.locator('#restore-form:not([hidden])').waitFor()
  t.equal(await page.evaluate('document.activeElement.id'), 'restore-title')
  t.same(await page.locator('#restore-parts tr').allInnerTexts(), [
    'Printers\t1: dock-4\t1: dock-3',
    'Keys\tnone\tnone',
    'Designs\t1: shelf\t1: shelf',
    'Counters\t1: pallet\t1: pallet',
  ])
  t.same(await violations(page), [])
  await page.click('#restore-close')
  t.ok(await page.locator('#restore-form').isHidden())
  t.ok(printers.find('dock-4'), 'nothing has changed')

  await page.setInputFiles('#backup-file', file)
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await page.locator('#told', { hasText: 'backup.json is restored.' }).waitFor()
  await page.locator('#printers', { hasText: 'dock-3' }).waitFor()
  t.notOk(printers.find('dock-4'))
  t.equal(counters.get('pallet')!.next, 90)
  t.same(faults, [])
})

t.test('a file that is none, or has mistakes, and a setup that somebody has changed meanwhile', absent, async (t) => {
  const { page, home, printerEntries, printers } = await shop(t)
  const file = join(home, 'other.json')
  writeFileSync(file, '{"name":"shelf"}')
  await page.setInputFiles('#backup-file', file)
  await page.locator('#backup-told', { hasText: 'is not a backup' }).waitFor()
  writeFileSync(file, JSON.stringify({ version: 1, printers: [{ name: 'x' }] }))
  await page.setInputFiles('#backup-file', file)
  await page.locator('#restore-parts', { hasText: 'stays as it is' }).waitFor()
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await page.locator('#backup-told', { hasText: 'printers: ' }).waitFor()
  writeFileSync(file, JSON.stringify({ version: 1, printers: [] }))
  await page.setInputFiles('#backup-file', file)
  await page.locator('#restore-form:not([hidden])').waitFor()
  printerEntries.changes!.save({ ...printerEntries.find('dock-3'), stock: '4x3' })
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await page.locator('#backup-told', { hasText: 'Somebody has changed the setup' }).waitFor()
  t.ok(printers.find('dock-3'))
})

t.test('in every language the question has room on a phone', absentOrBrief, async (t) => {
  for (const language of languageCodes) {
    const { page, home, setupCopy } = await shop(t, `/setup?lang=${language}`)
    const file = join(home, 'backup.json')
    writeFileSync(file, JSON.stringify(setupCopy.value()))
    await page.setViewportSize({ width: 320, height: 800 })
    await page.setInputFiles('#backup-file', file)
    await page.locator('#restore-form:not([hidden])').waitFor()
    t.ok((await numberIn(page, 'document.documentElement.scrollWidth')) <= 320, language)
    t.same(await violations(page), [], language)
  }
})
