/** The page /docs: forms, code in each language that does what the form says, answers, and errors. */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { languages } from '../../src/pages/browser/snippets.ts'
import { languageCodes } from '../../src/pages/words/index.ts'
import { ended, spawned } from '../cli/program.ts'
import { served } from '../server/http/wire.ts'
import { violations } from './axe.ts'
import { absent, absentOrBrief, closed, type Visit, visited } from './browser.ts'

const service = await served()
const work = mkdtempSync(join(tmpdir(), 'quietzone-docs-'))
t.teardown(async () => {
  await closed()
  await service.close()
  rmSync(work, { recursive: true })
})

async function onDocs(t: Test, use: (page: Page, visit: Visit) => Promise<void>, query = ''): Promise<void> {
  await visited(t, `${service.url}/docs${query}`, async (here) => {
    await here.page.locator('#errors').waitFor()
    await use(here.page, here)
  })
}

/** What runs the code of each language, and how its file is called. */
const runners = {
  curl: ['bash', 'code.sh'],
  JavaScript: [process.execPath, 'code.mjs'],
  Python: ['python3', 'code.py'],
  PHP: ['php', 'code.php'],
} as const

const isAbsent = (program: string): boolean => spawnSync(program, ['--version']).error !== undefined

/** Operations with what is filled in; `file` is what their answer is saved as, undefined if it is printed. */
const operations = [
  {
    id: 'api-v1-barcode',
    name: 'barcode',
    fields: { type: 'qr', text: `Käse & 'Brot' "\\$1"\n5 €`, scale: '4' },
    file: 'barcode.png',
  },
  {
    id: 'api-v1-label',
    name: 'label',
    fields: { type: 'ean13', text: '590123412345', title: 'Gang 7', size: '57x32mm' },
    file: 'label.pdf',
  },
  {
    id: 'api-v1-labels',
    name: 'labels',
    fields: { format: 'zpl', body: `[{ "type": "qr", "text": "it's", "title": "$HOME" }]` },
    file: 'labels.zpl',
  },
  {
    id: 'compat-barcodeapi-api-type-message-',
    name: 'barcodeApi',
    fields: { type: 'qr', message: 'https://example.com/ü?a b', size: '200' },
    file: 'barcodeApi.png',
  },
  { id: 'api-v1-gs1', name: 'gs1', fields: { text: '(01)09506000134352(10)AB-12' }, file: undefined },
] as const

for (const { id, name, fields, file } of operations) {
  t.test(`${name}: the code of each language runs, and gets what the form gets`, absent, async (t) => {
    await onDocs(t, async (page) => {
      const section = page.locator(`#${id}`)
      for (const [field, value] of Object.entries(fields)) {
        const input = section.locator(`#${name}-${field}`)
        const isSelect = (await page.locator(`select#${name}-${field}`).count()) > 0
        if (isSelect) await input.selectOption(value)
        else await input.fill(value)
      }
      await section.locator('.actions .main').click()
      t.equal(await section.locator('.answered .status').innerText(), '200 OK')
      const [download] = await Promise.all([page.waitForEvent('download'), section.locator('a[download]').click()])
      const answer = readFileSync(await download.path())
      t.equal(download.suggestedFilename(), file ?? `${name}.json`)
      for (const language of languages) {
        await section.locator(`input[value=${language}]`).check()
        const code = await section.locator('.panel > pre').textContent()
        const [program, script] = runners[language]
        if (isAbsent(program)) {
          t.comment(`${language}: ${program} is not installed`)
          continue
        }
        const folder = mkdtempSync(join(work, `${name}-`))
        writeFileSync(join(folder, script), code!)
        const child = spawned(program, [script], {}, folder)
        child.stdin!.end()
        const { code: exit, stdout, stderr } = await ended(child)
        t.equal(exit, 0, `${language}: ${stderr}`)
        if (file !== undefined) t.ok(readFileSync(join(folder, file)).equals(answer), `${language}: the same bytes`)
        else if (language === 'PHP') t.match(`${stdout}`, /\[bracketed\] => \(01\)09506000134352\(10\)AB-12/)
        else t.same(JSON.parse(`${stdout}`), JSON.parse(answer.toString()), language)
      }
    })
  })
}

t.test('the language of the code is one for all operations, and keys choose it', absentOrBrief, async (t) => {
  await onDocs(t, async (page) => {
    await page.locator('#api-v1-barcode input[value=curl]').focus()
    await page.keyboard.press('ArrowRight')
    t.match(
      await page.locator('#api-v1-barcode .panel > pre').textContent(),
      /^import .*\n\nconst query = new URLSearchParams/,
    )
    t.match(await page.locator('#metrics .panel > pre').textContent(), /^const answer = await fetch\('http:/)
    t.ok(await page.locator('#metrics input[value=JavaScript]').isChecked())
  })
})

t.test('an answer is shown as what it is: picture, text, JSON, with its headers', absentOrBrief, async (t) => {
  await onDocs(t, async (page) => {
    const barcode = page.locator('#api-v1-barcode')
    await barcode.locator('.actions .main').click()
    await barcode.locator('.answered img').waitFor()
    t.ok((await barcode.locator('.answered img').boundingBox())!.width > 100)
    t.match(
      await barcode.locator('.headers').innerText(),
      /Content-Type\s*image\/png\s+Content-Length\s*\d+\s+X-Dimension\s*0\.254mm/,
    )
    const metrics = page.locator('#metrics')
    await metrics.locator('.actions .main').click()
    t.match(await metrics.locator('.answered pre').innerText(), /^# HELP quietzone_/)
    const whole = page.locator('[id="api-v1-openapi.json"]')
    await whole.locator('.actions .main').click()
    t.match(
      await whole.locator('.answered pre').innerText(),
      /^\{\n {2}"openapi": "3\.1\.0",[\s\S]*\n…$/,
      'what is long is cut',
    )
  })
})

t.test(
  'an error comes with cause and cure, and what the service suggests is one press away',
  absentOrBrief,
  async (t) => {
    await onDocs(t, async (page) => {
      const barcode = page.locator('#api-v1-barcode')
      await barcode.locator('#barcode-type').selectOption('ean13')
      await barcode.locator('#barcode-text').fill('4006381333932')
      await page.locator('#barcode-text').blur()
      await barcode.locator('.actions .main').click()
      t.equal(await barcode.locator('.answered .status').innerText(), '422 Unprocessable Entity')
      t.match(await barcode.locator('.answered').innerText(), /The check digit does not belong.*Give the right one/)
      await barcode.locator('.answered button', { hasText: 'text=4006381333931' }).click()
      await barcode.locator('.answered img').waitFor()
      t.equal(await page.inputValue('#barcode-text'), '4006381333931')
      t.match(await barcode.locator('.address a').getAttribute('href'), /\?text=4006381333931&type=ean13$/)
    })
  },
)

t.test('an example goes into its field, and into the address', absentOrBrief, async (t) => {
  await onDocs(t, async (page) => {
    const rotate = page.locator('#api-v1-barcode .parameter', { has: page.locator('#barcode-rotate') })
    await rotate.locator('button').click()
    t.equal(await page.inputValue('#barcode-rotate'), 'R')
    t.match(await page.locator('#api-v1-barcode .address').innerText(), /&rotate=R$/)
    await page.selectOption('#print-type', 'application/json')
    t.match(await page.inputValue('#print-body'), /^\[/)
    t.match(
      await page.locator('#api-v1-print .panel > pre').textContent(),
      /-H 'Quietzone-Print: yes' .*-H 'Content-Type: application\/json'/s,
    )
  })
})

t.test('each error code has cause and cure', absentOrBrief, async (t) => {
  await onDocs(t, async (page) => {
    const rows = await page.locator('#errors tbody tr').allInnerTexts()
    t.ok(rows.length > 30)
    for (const row of rows) t.match(row, /^\w+\s+\d{3}\s+[A-Z].*\.\s+[A-Z].*\.$/)
  })
})

t.test(
  'in every language, wide and narrow, light and dark: axe finds nothing, nothing sticks out',
  absentOrBrief,
  async (t) => {
    for (const language of languageCodes) {
      await onDocs(
        t,
        async (page) => {
          await page.locator('#api-v1-barcode .actions .main').click()
          await page.locator('#api-v1-barcode .answered img').waitFor()
          await page.locator('#barcode-scale').fill('11')
          for (const [width, height] of [
            [1280, 860],
            [320, 640],
          ] as const) {
            await page.setViewportSize({ width, height })
            await page.emulateMedia({ colorScheme: width === 320 ? 'dark' : 'light' })
            t.same(await violations(page), [], `${language}, ${width}`)
            t.ok(
              (await page.evaluate<number>('document.documentElement.scrollWidth')) <= width,
              `${language}, ${width}`,
            )
          }
        },
        `?lang=${language}`,
      )
    }
  },
)

t.test('what the page loads stays below 150 KB', async (t) => {
  const { url } = service
  const html = await (await fetch(`${url}/docs`)).text()
  const files = [...html.matchAll(/ (?:href|src)="(assets\/[^"]+)"/g)].map(([, path]) => path!)
  t.equal(files.length, 3)
  let size = html.length
  for (const file of files) size += (await (await fetch(`${url}/${file}`)).arrayBuffer()).byteLength
  t.ok(size < 150_000, `${size} bytes`)
})
