/** Numbers of counters in the editor of designs: put in by menu, made where they are wanted, and missed before anything is printed. */

import { join } from 'node:path'
import t from 'tap'
import { savedDesigns } from '../../../../../src/design/saved.ts'
import { Jobs } from '../../../../../src/printing/index.ts'
import { root } from '../../../../../src/root.ts'
import { hashOf, keysOf } from '../../../../../src/server/access/keys.ts'
import { exampleCounters } from '../../../../printing/counters/example-counters.ts'
import { storeInMemory } from '../../../../printing/store/example-store.ts'
import { long } from '../../../../random.ts'
import { examplePrinters } from '../../../../server/api/example-printers.ts'
import { served } from '../../../../server/http/wire.ts'
import { violations } from '../../../axe.ts'
import { absentOrBrief, closed, numberIn, visited } from '../../../browser.ts'

const store = storeInMemory()
const counters = exampleCounters(store)
const printers = examplePrinters()
const jobs = new Jobs({ store, printers, answerTo: () => undefined, record: () => {}, log: () => {} })
const printing = { printers, counters, jobs }
const about = { clock: () => 0, log: () => {}, prepare: () => {} }
const designs = savedDesigns({ ...about, path: join(t.testdir(), 'designs'), shipped: join(root, 'designs') })
const service = await served({ printing, designs })
t.teardown(async () => {
  await jobs.close(0)
  await closed()
  await service.close()
  store.close()
})

const missing = [
  ['en', 'There is no counter “lot-en” yet', 'Make the counter “lot-en”', 'Make the counter'],
  ['de', 'Den Zähler „lot-de“ gibt es noch nicht', 'Den Zähler „lot-de“ anlegen', 'Zähler anlegen'],
  ['es', 'El contador «lot-es» aún no existe', 'Crear el contador «lot-es»', 'Crear el contador'],
  ['fr', 'Le compteur « lot-fr » n’existe pas encore', 'Créer le compteur « lot-fr »', 'Créer le compteur'],
] as const

t.test(
  'a number is put into a text by the menu, of a counter that there is or that is made there',
  absentOrBrief,
  async (t) => {
    await visited(t, `${service.url}/designs#edit`, async ({ page, answers }) => {
      const menu = page.getByRole('combobox', { name: 'Insert …' })
      const insert = page.getByRole('button', { name: 'Insert', exact: true })
      const told = (text: string) => page.locator('#new-counter-told').filter({ hasText: text }).waitFor()
      await page.getByRole('button', { name: '+ Text' }).click()
      await page.fill('#property-value', 'QZ-')
      await menu.focus()
      t.same(await menu.locator('option').allInnerTexts(), [
        'Insert …',
        'Today’s date',
        'Row of the table',
        'Number of the counter pallet',
        'SSCC of the counter pallet',
        'A new counter …',
      ])
      await menu.selectOption('{serial:pallet}')
      t.equal(await page.inputValue('#property-value'), 'QZ-', 'arrows go through the menu without putting anything in')
      await insert.click()
      t.equal(await page.inputValue('#property-value'), 'QZ-{serial:pallet}')
      t.equal(await page.evaluate('document.activeElement.id'), 'property-value')
      await page.getByText('All of it fits and can be read.').waitFor()

      await page.getByRole('button', { name: '+ Text' }).click()
      await page.fill('#property-value', 'Box ')
      await menu.selectOption({ label: 'A new counter …' })
      await insert.click()
      t.equal(await page.evaluate('document.activeElement.id'), 'new-counter-name')
      t.same(await violations(page), [])
      await page.keyboard.type('Box')
      await page.keyboard.press('Enter')
      await told('A name of small letters, digits and hyphens')
      await page.fill('#new-counter-name', 'pallet')
      await page.keyboard.press('Enter')
      await told('There is such a counter')
      await page.fill('#new-counter-name', 'box')
      await page.fill('#new-counter-start', '40')
      await page.setViewportSize({ width: 320, height: 800 })
      t.ok((await numberIn(page, 'document.documentElement.scrollWidth')) <= 320)
      await page.setViewportSize({ width: 1280, height: 860 })
      await page.keyboard.press('Enter')
      await told('The counter box gives 40 next.')
      t.equal(await page.inputValue('#property-value'), 'Box {serial:box}')
      t.match(counters.get('box'), { next: 40 })
      t.equal(answers.filter(({ target }) => target.startsWith('/api/v1/counters/')).length, 1)
    })
  },
)

t.test(
  'a counter that nobody has made is missed beside its element, and the design saved all the same',
  absentOrBrief,
  async (t) => {
    for (const [language, missed, make, made] of long ? missing : missing.slice(1, 2)) {
      await visited(t, `${service.url}/designs?lang=${language}#edit`, async ({ page }) => {
        await page.locator('.designs .actions button', { hasText: /^\+ / }).first().click()
        await page.fill('#property-value', `QZ-{serial:lot-${language}|6}`)
        const remark = page.locator('.warnings li', { hasText: missed })
        await remark.waitFor()
        t.ok((await page.locator('.elements button').first().innerText()).startsWith('⚠'))
        await page.fill('#draft-name', `lot-${language}`)
        const saved = page.waitForResponse((each) => each.request().method() === 'PUT' && each.ok())
        await Promise.all([saved, page.keyboard.press('Control+s')])
        await remark.waitFor()
        t.same(await violations(page), [], language)
        await remark.getByRole('button', { name: make }).click()
        t.equal(await page.inputValue('#new-counter-name'), `lot-${language}`)
        t.equal(await page.evaluate('document.activeElement.id'), 'new-counter-start')
        await page.keyboard.type('1')
        await page.getByRole('button', { name: made, exact: true }).click()
        await remark.waitFor({ state: 'detached' })
        t.equal(
          await page.inputValue('#property-value'),
          `QZ-{serial:lot-${language}|6}`,
          'its number is there already',
        )
        t.match(counters.get(`lot-${language}`), { next: 1 })
      })
    }
  },
)

t.test(
  'who may not see counters is told nothing false of them, and a service that keeps none says so',
  absentOrBrief,
  async (t) => {
    const key = 'qz_printer-and-designs'
    const may = ['print', 'designs'] as const
    const row = { name: 'desk', hash: hashOf(key), may, perMinute: undefined, expires: undefined }
    const locked = await served({ printing, designs, keys: keysOf([row]) })
    const bare = await served({ designs })
    t.teardown(async () => {
      await locked.close()
      await bare.close()
    })
    await visited(t, `${locked.url}/designs`, async ({ page }) => {
      await page.fill('#key', key)
      await Promise.all([page.waitForResponse('**/api/v1/printers'), page.press('#key', 'Enter')])
      await page.getByRole('radio', { name: 'Design a label' }).check({ force: true })
      await page.getByRole('button', { name: '+ Text' }).click()
      await page.fill('#property-value', '{serial:none}')
      await page.getByText('All of it fits and can be read.').waitFor()
      t.ok(await page.locator('#key-line').isHidden(), 'nobody has asked for counters')
      await page.getByRole('combobox', { name: 'Insert …' }).selectOption({ label: 'A new counter …' })
      await page.getByRole('button', { name: 'Insert', exact: true }).click()
      await page.fill('#new-counter-name', 'none')
      await page.keyboard.press('Enter')
      await page.locator('#new-counter-told').filter({ hasText: '“set counters”' }).waitFor()
      t.equal(counters.get('none'), undefined)
    })
    await visited(t, `${bare.url}/designs#edit`, async ({ page }) => {
      await page.getByRole('button', { name: '+ Text' }).click()
      await page.fill('#property-value', '{serial:none}')
      await page.locator('.warnings li', { hasText: 'this service keeps no counters' }).waitFor()
      const menu = page.getByRole('combobox', { name: 'Insert …' })
      await menu.focus()
      t.notOk((await menu.locator('option').allInnerTexts()).includes('A new counter …'))
    })
  },
)
