/** The pages of the API below /docs: a list, a page an operation with form, code and answer, and the codes of errors. */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { languages } from '../../src/pages/browser/snippets.ts'
import { textOf, wordsOf } from '../../src/pages/document.ts'
import { ApiDescription, formerAnchor, operationAddress } from '../../src/pages/openapi.ts'
import { languageCodes } from '../../src/pages/words/index.ts'
import { ended, spawned } from '../cli/program.ts'
import { served } from '../server/http/wire.ts'
import { violations } from './axe.ts'
import { absentOrBrief, closed, type Visit, visited } from './browser.ts'

const service = await served()
const work = mkdtempSync(join(tmpdir(), 'quietzone-docs-'))
t.teardown(async () => {
  await closed()
  await service.close()
  rmSync(work, { recursive: true })
})

/** Visits the page of an operation, when it has its form. */
async function onPage(t: Test, name: string, use: (page: Page, visit: Visit) => Promise<void>): Promise<void> {
  await visited(t, `${service.url}/docs/operations/${name}`, async (here) => {
    await here.page.locator('.operation').waitFor()
    await use(here.page, here)
  })
}

const { operations: all } = new ApiDescription(JSON.parse(textOf('src/server/api/openapi.json')), wordsOf.en.docs)
const addresses = ['/docs', '/docs/errors', ...all.map(operationAddress)]

const htmlAt = async (path: string): Promise<string> => (await fetch(service.url + path)).text()

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
    name: 'barcode',
    fields: { type: 'qr', text: `Käse & 'Brot' "\\$1"\n5 €`, scale: '4' },
    file: 'barcode.png',
  },
  {
    name: 'label',
    fields: { type: 'ean13', text: '590123412345', title: 'Gang 7', size: '57x32mm' },
    file: 'label.pdf',
  },
  {
    name: 'labels',
    fields: { format: 'zpl', body: `[{ "type": "qr", "text": "it's", "title": "$HOME" }]` },
    file: 'labels.zpl',
  },
  {
    name: 'barcodeApi',
    fields: { type: 'qr', message: 'https://example.com/ü?a b', size: '200' },
    file: 'barcodeApi.png',
  },
  { name: 'gs1', fields: { text: '(01)09506000134352(10)AB-12' }, file: undefined },
] as const

for (const { name, fields, file } of operations) {
  t.test(`${name}: the code of each language runs, and gets what the form gets`, absentOrBrief, async (t) => {
    await onPage(t, name, async (page) => {
      const section = page.locator('main')
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
  await onPage(t, 'barcode', async (page) => {
    await page.locator('input[value=curl]').focus()
    await page.keyboard.press('ArrowRight')
    t.match(await page.locator('.panel > pre').textContent(), /^import .*\n\nconst query = new URLSearchParams/)
    await page.goto(`${service.url}/docs/operations/metrics`)
    await page.locator('.operation').waitFor()
    t.match(await page.locator('.panel > pre').textContent(), /^const answer = await fetch\('http:/)
    t.ok(await page.locator('input[value=JavaScript]').isChecked())
  })
})

t.test('an answer is shown as what it is: picture, text, JSON, with its headers', absentOrBrief, async (t) => {
  await onPage(t, 'barcode', async (page) => {
    await page.locator('.actions .main').click()
    await page.locator('.answered img').waitFor()
    t.ok((await page.locator('.answered img').boundingBox())!.width > 100)
    t.match(
      await page.locator('.headers').innerText(),
      /Content-Type\s*image\/png\s+Content-Length\s*\d+\s+X-Dimension\s*0\.254mm/,
    )
  })
  await onPage(t, 'metrics', async (page) => {
    await page.locator('.actions .main').click()
    t.match(await page.locator('.answered pre').innerText(), /^# HELP quietzone_/)
  })
  await onPage(t, 'description', async (page) => {
    await page.locator('.actions .main').click()
    t.match(
      await page.locator('.answered pre').innerText(),
      /^\{\n {2}"openapi": "3\.1\.0",[\s\S]*\n…$/,
      'what is long is cut',
    )
  })
})

t.test(
  'an error comes with cause and cure, and what the service suggests is one press away',
  absentOrBrief,
  async (t) => {
    await onPage(t, 'barcode', async (page) => {
      await page.locator('#barcode-type').selectOption('ean13')
      await page.locator('#barcode-text').fill('4006381333932')
      await page.locator('#barcode-text').blur()
      await page.locator('.actions .main').click()
      t.equal(await page.locator('.answered .status').innerText(), '422 Unprocessable Entity')
      t.match(await page.locator('.answered').innerText(), /The check digit does not belong.*Give the right one/)
      await page.locator('.answered button', { hasText: 'text=4006381333931' }).click()
      await page.locator('.answered img').waitFor()
      t.equal(await page.inputValue('#barcode-text'), '4006381333931')
      t.match(await page.locator('.address a').getAttribute('href'), /\?text=4006381333931&type=ean13$/)
    })
  },
)

t.test('an example goes into its field, and into the address; keys unfold it', absentOrBrief, async (t) => {
  await onPage(t, 'barcode', async (page) => {
    const rotate = page.locator('.parameter', { has: page.locator('#barcode-rotate') })
    await rotate.locator('summary').focus()
    await page.keyboard.press('Enter')
    await rotate.locator('button').click()
    t.equal(await page.inputValue('#barcode-rotate'), 'R')
    t.match(await page.locator('.address').innerText(), /&rotate=R$/)
  })
  await onPage(t, 'print', async (page) => {
    await page.selectOption('#print-type', 'application/json')
    t.match(await page.inputValue('#print-body'), /^\[/)
    t.match(
      await page.locator('.panel > pre').textContent(),
      /-H 'Quietzone-Print: yes' .*-H 'Content-Type: application\/json'/s,
    )
  })
})

t.test(
  'without a script each operation has its parameters and answers, and each error its cause and cure',
  async (t) => {
    const paths = Object.values(JSON.parse(textOf('src/server/api/openapi.json')).paths as Record<string, object>)
    const others = ['head', 'options', 'parameters']
    const declared = paths.flatMap((path) => Object.keys(path)).filter((method) => !others.includes(method))
    t.equal(all.length, declared.length, 'every method of every path has a page')
    t.equal(new Set(addresses).size, addresses.length)
    for (const operation of all) {
      const html = await htmlAt(operationAddress(operation))
      const { parameters, responses } = operation.is as unknown as {
        parameters?: []
        responses: Record<string, unknown>
      }
      t.ok((html.match(/<tr><th scope="row"><code>/g) ?? []).length >= (parameters?.length ?? 0), operation.path)
      for (const status of Object.keys(responses))
        t.ok(html.includes(`<code class="status">${status}</code>`), `${operation.path}: ${status}`)
      t.ok(html.includes(`${operation.path}</h1>`.replaceAll('&', '&amp;')), operation.path)
    }
    const rows = [...(await htmlAt('/docs/errors')).matchAll(/<tr id="error-(\w+)">(.*?)<\/tr>/g)]
    t.ok(rows.length > 30)
    for (const [, code, row] of rows) {
      const cells = [...row!.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell]) => cell!.replace(/<[^>]*>/g, ''))
      t.equal(cells.length, 2, code!)
      for (const cell of cells) t.match(cell, /^[A-Z].*\.$/, code!)
    }
  },
)

t.test('what is promised stands beside what is not, for keys, state and editions', async (t) => {
  const html = await htmlAt('/docs')
  const [table = ''] = /<section[^>]*class="promises">.*?<\/section>/s.exec(html) ?? []
  for (const name of ['keys', 'state', 'editions', 'the API']) t.ok(table.includes(`<td>${name}</td>`), name)
  t.match(table, /<th[^>]*>promised<\/th>\s*<th[^>]*>not promised<\/th>/)
})

t.test('every link of these pages leads somewhere, to its anchor too', async (t) => {
  const known = new Map<string, string>()
  const textAt = async (path: string): Promise<string> => {
    const text = known.get(path) ?? (await htmlAt(path))
    known.set(path, text)
    return text
  }
  const wrong: string[] = []
  for (const address of addresses) {
    for (const [, link] of (await textAt(address)).matchAll(/<a [^>]*href="([^"]*)"/g)) {
      const { pathname, hash } = new URL(link!.replaceAll('&amp;', '&'), `http://x${address}`)
      // examples of answers, which a test of openapi.json sends
      if (pathname.startsWith('/api/v1/') && pathname !== '/api/v1/openapi.json') continue
      if (!pathname.startsWith('/docs') && !['/', '/api/v1/openapi.json'].includes(pathname)) continue
      const there = await textAt(pathname)
      if (there.includes('"code":"not_found"')) wrong.push(`${address}: ${link}`)
      if (hash !== '' && !there.includes(` id="${decodeURIComponent(hash.slice(1))}"`))
        wrong.push(`${address}: ${link}`)
    }
  }
  t.same(wrong, [])
})

t.test('addresses of the one page that these were lead to them', absentOrBrief, async (t) => {
  const former = { 'api-v1-barcode': 'operations/barcode', 'error-bad_check_digit': 'errors#error-bad_check_digit' }
  const html = await htmlAt('/docs')
  for (const operation of all) t.ok(html.includes(` id="${formerAnchor(operation)}"`), operation.path)
  for (const [anchor, target] of Object.entries({ ...former, errors: '' })) {
    await visited(t, `${service.url}/docs#${anchor}`, async ({ page }) => {
      if (target !== '') await page.waitForURL(`${service.url}/docs/${target}`)
      await page.locator('#description h1').waitFor()
      t.pass(anchor)
    })
  }
})

t.test('the search finds an operation by one of its parameters', absentOrBrief, async (t) => {
  await onPage(t, 'gs1', async (page) => {
    await page.locator('#query').fill('includetext')
    await page.locator('#places a', { hasText: 'GET /api/v1/barcode' }).first().click()
    await page.waitForURL(`${service.url}/docs/operations/barcode`)
  })
})

t.test('no page is longer than 6,000 pixels on a screen of 1280', absentOrBrief, async (t) => {
  await visited(t, `${service.url}/docs`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 860 })
    for (const address of addresses) {
      await page.goto(service.url + address)
      if (address.includes('operations')) await page.locator('.operation').waitFor()
      const height = await page.evaluate<number>('document.documentElement.scrollHeight')
      t.ok(height < 6000, `${address}: ${height}`)
    }
  })
})

t.test(
  'in every language, wide and narrow, light and dark: axe finds nothing, nothing sticks out',
  absentOrBrief,
  async (t) => {
    for (const language of languageCodes) {
      for (const path of ['/docs', '/docs/errors', '/docs/operations/barcode', '/docs/operations/labels']) {
        await visited(t, `${service.url}${path}?lang=${language}`, async ({ page }) => {
          if (path.endsWith('barcode')) {
            await page.locator('.actions .main').click()
            await page.locator('.answered img').waitFor()
            await page.locator('#barcode-scale').fill('11')
          } else if (path.includes('operations')) await page.locator('.operation').waitFor()
          for (const [width, height] of [
            [1280, 860],
            [320, 640],
          ] as const) {
            await page.setViewportSize({ width, height })
            await page.emulateMedia({ colorScheme: width === 320 ? 'dark' : 'light' })
            t.same(await violations(page), [], `${path}, ${language}, ${width}`)
            const wide = await page.evaluate<number>('document.documentElement.scrollWidth')
            t.ok(wide <= width, `${path}, ${language}, ${width}: ${wide}`)
          }
        })
      }
    }
  },
)

t.test('what the page loads stays below 150 KB', async (t) => {
  const { url } = service
  const html = await htmlAt('/docs')
  const files = [...html.matchAll(/ (?:href|src)="(assets\/[^"]+)"/g)].map(([, path]) => path!)
  t.equal(files.length, 3)
  let size = html.length
  for (const file of files) size += (await (await fetch(`${url}/${file}`)).arrayBuffer()).byteLength
  t.ok(size < 150_000, `${size} bytes`)
})
