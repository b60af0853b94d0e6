/** Designs are saved into the service from the page; two people who change one design lose nothing. */

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { savedDesigns } from '../../../../../src/design/saved.ts'
import { root } from '../../../../../src/root.ts'
import { hashOf, keysOf } from '../../../../../src/server/access/keys.ts'
import { long } from '../../../../random.ts'
import { exampleDesigns } from '../../../../server/api/example-designs.ts'
import { type Served, served } from '../../../../server/http/wire.ts'
import { violations } from '../../../axe.ts'
import { absentOrBrief, closed, numberIn, visited } from '../../../browser.ts'
import { bytesOf } from '../../../many-page.ts'

t.teardown(closed)

/** A service that saves designs in a folder of its own. */
async function saving(t: Test, options: Parameters<typeof served>[0] = {}): Promise<Served & { folder: string }> {
  const folder = join(t.testdir(), 'designs')
  const about = { clock: () => 0, log: () => {}, prepare: () => {} }
  const service = await served({
    designs: savedDesigns({ ...about, path: folder, shipped: join(root, 'designs') }),
    ...options,
  })
  t.teardown(() => service.close())
  return { ...service, folder }
}

const said = (page: Page, words: string | RegExp): Promise<void> =>
  page.locator('.saving').filter({ hasText: words }).waitFor()

const fileIn = (folder: string, name: string): { size: string; title?: string } =>
  JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'))

/** Presses Tab until what has the focus is called so. */
async function tabTo(page: Page, name: RegExp, key = 'Tab'): Promise<void> {
  const here = `(({ labels, ariaLabel, textContent }) => ariaLabel || labels?.[0]?.textContent || textContent)(document.activeElement)`
  for (let i = 0; i < 80; i++) {
    if (name.test((await page.evaluate<string>(here)).trim())) return
    await page.keyboard.press(key)
  }
  throw new Error(`no Tab leads to ${name}`)
}

t.test('a design is saved, copied, renamed and deleted by keyboard alone', absentOrBrief, async (t) => {
  const { url, folder } = await saving(t)
  await visited(t, `${url}/designs#edit`, async ({ page }) => {
    await said(page, 'Not saved in the service yet.')
    await tabTo(page, /^Name$/)
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('.bin')
    await page.keyboard.press('Control+s')
    await said(page, 'does not begin with a full stop')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('import')
    await page.keyboard.press('Control+s')
    await said(page, '“import” has a meaning of its own')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('bin')
    await tabTo(page, /^\+ Text$/)
    await page.keyboard.press('Enter')
    await page.keyboard.type('{sku}')
    await page.keyboard.press('Control+s')
    await said(page, 'Saved in the service as “bin”.')
    t.match(fileIn(folder, 'bin'), { size: '57x32mm', fields: { sku: {} }, elements: [{ value: '{sku}' }] })

    await tabTo(page, /^Title$/)
    await page.keyboard.type('Bins')
    await said(page, '“bin” has changes')
    await tabTo(page, /^Save$/)
    await page.keyboard.press('Enter')
    await said(page, 'Saved in the service as “bin”.')
    t.equal(fileIn(folder, 'bin').title, 'Bins')

    await tabTo(page, /^Name$/, 'Shift+Tab')
    await page.keyboard.press('End')
    await page.keyboard.type('2')
    await tabTo(page, /^Save as “bin2”$/)
    await page.keyboard.press('Enter')
    await said(page, 'Saved in the service as “bin2”.')
    t.ok(existsSync(join(folder, 'bin.json')), 'a copy')
    await tabTo(page, /^Name$/, 'Shift+Tab')
    await page.keyboard.press('End')
    await page.keyboard.type('3')
    await tabTo(page, /^Rename “bin2” to “bin23”$/)
    await page.keyboard.press('Enter')
    await said(page, '“bin2” is called “bin23” now.')
    t.notOk(existsSync(join(folder, 'bin2.json')))
    t.ok(existsSync(join(folder, 'bin23.json')))

    await page.reload()
    await said(page, 'Saved in the service as “bin23”.')
    await tabTo(page, /^Delete “bin23”/)
    await page.keyboard.press('Enter')
    await said(page, 'Delete “bin23” from the service?')
    t.same(await violations(page), [])
    await tabTo(page, /^Keep it$/)
    await page.keyboard.press('Enter')
    t.ok(existsSync(join(folder, 'bin23.json')))
    await page.keyboard.press('Enter')
    await tabTo(page, /^Delete$/)
    await page.keyboard.press('Enter')
    await said(page, '“bin23” is deleted from the service.')
    t.notOk(existsSync(join(folder, 'bin23.json')))
    t.equal(await page.locator('.handle').count(), 1, 'the draft stays')

    await page.getByRole('radio', { name: 'Fill in' }).check()
    await page.locator('#design').selectOption('bin')
    await page.locator('#field-sku').waitFor()
  })
})

t.test('two people change one design: both versions are kept', absentOrBrief, async (t) => {
  const { url, folder } = await saving(t)
  await visited(t, `${url}/designs#edit`, async ({ page: mine }) => {
    await visited(t, `${url}/designs#edit`, async ({ page: theirs }) => {
      const open = async (page: Page): Promise<void> => {
        await page.getByLabel('Open a design').selectOption('shelf')
        await said(page, 'Saved in the service as “shelf”.')
      }
      const save = async (page: Page, title: string): Promise<void> => {
        await page.fill('#draft-title', title)
        await page.getByRole('button', { name: 'Save', exact: true }).click()
      }
      await open(mine)
      await open(theirs)
      await save(theirs, 'Theirs')
      await said(theirs, 'Saved in the service as “shelf”.')

      await save(mine, 'Mine')
      await said(mine, 'somebody has saved it meanwhile')
      t.equal(fileIn(folder, 'shelf').title, 'Theirs')
      t.equal(await mine.inputValue('#draft-title'), 'Mine')
      await mine.getByAltText('As it is in the service').waitFor()
      t.same(await violations(mine), [])
      await mine.setViewportSize({ width: 320, height: 800 })
      t.ok((await numberIn(mine, 'document.documentElement.scrollWidth')) <= 320)
      t.equal(await mine.evaluate('document.activeElement.textContent'), 'Save mine as “shelf-2”')
      await mine.keyboard.press('Enter')
      await said(mine, 'Saved in the service as “shelf-2”.')
      t.same([fileIn(folder, 'shelf').title, fileIn(folder, 'shelf-2').title], ['Theirs', 'Mine'])

      // theirs is taken, and mine is one step back
      await open(mine)
      await save(theirs, 'Later')
      await said(theirs, 'Saved in the service as “shelf”.')
      await save(mine, 'Other')
      await mine.getByRole('button', { name: 'Go on with theirs' }).click()
      await said(mine, 'Saved in the service as “shelf”.')
      t.equal(await mine.inputValue('#draft-title'), 'Later')
      await mine.getByRole('button', { name: 'Undo' }).click()
      t.equal(await mine.inputValue('#draft-title'), 'Other')
      await mine.getByRole('button', { name: 'Save', exact: true }).click()
      await said(mine, 'Saved in the service as “shelf”.')
      t.equal(fileIn(folder, 'shelf').title, 'Other', 'which has been seen')

      // theirs is the older one now, and has been removed when it is saved
      await mine.getByRole('button', { name: 'Delete “shelf”' }).click()
      await mine.getByRole('button', { name: 'Delete', exact: true }).last().click()
      await said(mine, 'is deleted')
      await save(theirs, 'Last')
      await said(theirs, '“shelf” is not in the service any more')
      await theirs.getByRole('button', { name: 'Save it again' }).click()
      await said(theirs, 'Saved in the service as “shelf”.')
      t.equal(fileIn(folder, 'shelf').title, 'Last')
    })
  })
})

t.test('a name that is taken is not overwritten, but by choice', absentOrBrief, async (t) => {
  const { url, folder } = await saving(t)
  await visited(t, `${url}/designs#edit`, async ({ page }) => {
    await said(page, 'Not saved')
    await page.fill('#draft-name', 'location')
    await page.keyboard.press('Control+s')
    await said(page, 'somebody has saved it meanwhile')
    t.notOk(existsSync(folder))
    await page.getByRole('button', { name: 'Replace theirs with mine' }).click()
    await said(page, 'Saved in the service as “location”.')
    t.equal(fileIn(folder, 'location').size, '57x32mm')
  })
})

t.test(
  'a design that is undone back to is not taken for the one that was opened after it',
  absentOrBrief,
  async (t) => {
    const { url, folder } = await saving(t)
    await visited(t, `${url}/designs#edit`, async ({ page }) => {
      await said(page, 'Not saved')
      await page.fill('#draft-title', 'Mine')
      await page.getByLabel('Open a design').selectOption('shelf')
      await said(page, 'Saved in the service as “shelf”.')
      await page.getByRole('button', { name: 'Undo' }).click()
      await said(page, 'Not saved')
      t.equal(await page.inputValue('#draft-title'), 'Mine')
      t.notOk(await page.getByRole('button', { name: /Rename|Delete “shelf”/ }).isVisible())
      await page.getByRole('button', { name: 'Redo' }).click()
      t.equal(await page.inputValue('#draft-name'), 'shelf')
      await page.keyboard.press('Control+s')
      await said(page, 'Saved in the service as “shelf”.')
      t.notOk(existsSync(folder), 'the same as it is there')
    })
  },
)

t.test('where designs are not saved it is said why, and the file is at hand', absentOrBrief, async (t) => {
  const fixed = await served({ designs: exampleDesigns })
  t.teardown(() => fixed.close())
  await visited(t, `${fixed.url}/designs#edit`, async ({ page }) => {
    await said(page, 'QZ_DESIGNS names their folder, or nothing is kept (QZ_STATE=off)')
    t.notOk(await page.getByRole('button', { name: 'Save', exact: true }).isVisible())
    const save = page.locator('button.main', { hasText: 'Save as a file' })
    const [download] = await Promise.all([page.waitForEvent('download'), save.click()])
    t.match(JSON.parse((await bytesOf(download)).toString()), { name: 'label' })
  })
  const row = { perMinute: undefined, expires: undefined }
  const rows = [{ ...row, name: 'office', hash: hashOf('office'), may: ['designs'] as const }]
  const { url, folder } = await saving(t, { keys: keysOf(rows, new Map()) })
  await visited(t, `${url}/designs#edit`, async ({ page }) => {
    await said(page, 'Not saved')
    await page.keyboard.press('Control+s')
    await said(page, 'This takes a key that may “save and remove designs”.')
    t.equal(await page.evaluate('document.activeElement.id'), 'key')
    await page.keyboard.type('office')
    await page.keyboard.press('Enter')
    await said(page, 'Saved in the service as “label”.')
    t.ok(existsSync(join(folder, 'label.json')))
  })
})

const lackings = [
  ['en', 'Your key for this service', 'may not do this. It takes one that may “save and remove designs”.'],
  ['de', 'Ihr Schlüssel für diesen Dienst', 'Es braucht einen mit dem Recht „Vorlagen speichern und entfernen“.'],
  ['es', 'Su clave para este servicio', 'Hace falta una con el permiso «guardar y quitar diseños».'],
  ['fr', 'Votre clé pour ce service', 'Il en faut une qui ait le droit « enregistrer et supprimer des modèles ».'],
] as const

t.test(
  'a key that may not save designs is told what it lacks, and saving goes on with one that may',
  absentOrBrief,
  async (t) => {
    const rows = (['dock', 'office'] as const).map((name) => {
      const may = name === 'dock' ? (['print', 'admin'] as const) : (['designs'] as const)
      return { perMinute: undefined, expires: undefined, name, hash: hashOf(name), may }
    })
    const { url, folder } = await saving(t, { keys: keysOf(rows, new Map()) })
    for (const [language, field, lacking] of long ? lackings : lackings.slice(0, 1)) {
      await visited(t, `${url}/designs?lang=${language}#edit`, async ({ page }) => {
        const key = page.getByLabel(field)
        await key.fill('dock')
        await Promise.all([page.waitForResponse('**/api/v1/printers'), key.press('Enter')])
        await page.fill('#draft-name', language)
        await page.keyboard.press('Control+s')
        await said(page, lacking)
        t.same(await violations(page), [], language)
        await key.fill('office')
        const saved = page.waitForResponse((each) => each.request().method() === 'PUT' && each.ok())
        await Promise.all([saved, key.press('Enter')])
        t.ok(existsSync(join(folder, `${language}.json`)))
      })
    }
  },
)

t.test(
  'a draft is tried: one label is printed unsaved, and a table is filled in with a click that saves',
  absentOrBrief,
  async (t) => {
    const { url, folder } = await saving(t)
    await visited(t, `${url}/designs`, async ({ page }) => {
      const amount = { rows: 1, labels: 1, bytes: 100 }
      const printed: string[] = []
      await page.route('**/api/v1/printers*', (route) =>
        route.fulfill({ json: { printers: [{ name: 'dock-3', language: 'zpl', dpi: 203, stock: '57x32mm' }] } }),
      )
      await page.route('**/api/v1/print?*', (route) => {
        printed.push(`${new URL(route.request().url()).search} ${route.request().postData()}`)
        return route.fulfill({ json: { printer: 'dock-3', sent: amount, received: amount, printed: amount } })
      })
      await page.getByRole('radio', { name: 'Design a label' }).check()
      await page.getByRole('button', { name: '+ Text' }).click()
      await page.fill('#property-value', '{sku} {serial:box|3}')
      await page.fill('#draft-name', 'bin')
      await page.getByRole('button', { name: 'Print label on dock-3' }).click()
      await page.getByText('dock-3: 1 label sent').waitFor()
      t.match(printed, [/^\?printer=dock-3 .*"value":"\{sku\} 001".*"rows":\[\{"sku":"sku"\}\]/])
      t.notOk(existsSync(join(folder, 'bin.json')))
      t.same(await violations(page), [])

      await page.fill('#property-value', '{sku}')
      await page.getByRole('button', { name: 'Save, and fill it from a table' }).click()
      await page.locator('#design-choice').filter({ hasText: 'bin' }).waitFor()
      t.equal(await page.inputValue('#design-choice'), 'bin')
      t.ok(existsSync(join(folder, 'bin.json')))
    })
  },
)

t.test(
  'a refusal is said in words, and changes that are not saved ask before the page is left',
  absentOrBrief,
  async (t) => {
    const { url } = await saving(t)
    await visited(t, `${url}/designs#edit`, async ({ page }) => {
      await said(page, 'Not saved')
      const error = { error: { code: 'wrong_host', message: 'no' } }
      await page.route('**/api/v1/designs/label', (route) => route.fulfill({ status: 421, json: error }))
      await page.keyboard.press('Control+s')
      await said(page, 'The service is not called by this name.')
      await page.unroute('**/api/v1/designs/label')
      await page.fill('#draft-title', 'Kept')
      const asked = page.waitForEvent('dialog')
      const left = page.reload()
      const dialog = await asked
      t.equal(dialog.type(), 'beforeunload')
      await dialog.accept()
      await left
      t.equal(await page.inputValue('#draft-title'), 'Kept', 'the browser keeps the draft')
      await page.keyboard.press('Control+s')
      await said(page, 'Saved in the service as “label”.')
      const dialogs: string[] = []
      page.on('dialog', (each) => {
        dialogs.push(each.type())
        void each.accept()
      })
      await page.reload()
      await said(page, 'Saved in the service as “label”.')
      t.same(dialogs, [])
    })
  },
)
