/** The documents below /docs/: their links, their languages, and the search. */

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { wordsOf } from '../../src/pages/document.ts'
import { manual } from '../../src/pages/manual.ts'
import { apiPages } from '../../src/pages/operations.ts'
import { languageCodes } from '../../src/pages/words/index.ts'
import { root } from '../../src/root.ts'
import { anchorsOf, linksOf, pages } from '../docs/pages.ts'
import { inLongRun } from '../random.ts'
import { ask, errorIn, served } from '../server/http/wire.ts'
import { violations } from './axe.ts'
import { absentOrBrief, closed, visit, visited } from './browser.ts'

const service = await served()
t.teardown(async () => {
  await closed()
  await service.close()
})

const htmlAt = async (path: string): Promise<string> => {
  const { status, body } = await ask(service.port, `GET ${path}`)
  t.equal(status, 200, path)
  return body.toString()
}

/** The address of a file of the project, as docs/README.md tells of it. */
const addressOf = (file: string): string => {
  const path = file.replace(/\.md$/, '').replace(/\/$/, '')
  return path.startsWith('docs/') ? `/${path.replace(/README$/, 'index')}` : `/docs/project/${path}`
}

const idsIn = (html: string): readonly string[] => [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id!)
const linksIn = (html: string): readonly string[] =>
  [...html.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, link]) => link!)

t.test('README and every file of docs/ is a page, and every link of it leads there too', async (t) => {
  const names = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  const files = ['README.md', ...names.filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`)]
  t.ok(files.length > 20)
  for (const file of files) {
    const page = pages.find(({ path }) => path === file)!
    const html = await htmlAt(addressOf(file))
    const ids = new Set(idsIn(html))
    t.same(
      [...anchorsOf(page)].filter((anchor) => !ids.has(anchor)),
      [],
      `${file}: anchors are those of GitHub`,
    )
    const there = new Set(
      linksIn(html).map((link) => {
        const { pathname, hash } = new URL(link, `http://x${addressOf(file)}`)
        return pathname + decodeURIComponent(hash)
      }),
    )
    const wanted = linksOf(page).map(({ file, anchor }) => addressOf(file) + (anchor === '' ? '' : `#${anchor}`))
    t.same(
      wanted.filter((address) => !there.has(address)),
      [],
      `${file}: links`,
    )
  }
})

t.test(
  'every link of every document leads to something, below any path of a proxy, and every anchor is there',
  inLongRun,
  async (t) => {
    const targets = new Map<string, Set<string>>()
    const astray: string[] = []
    for (const { address } of manual.documents) {
      for (const before of ['', '/a/b']) {
        for (const link of linksIn(await htmlAt(`${address}?lang=de`))) {
          if (/^https?:/.test(link)) continue
          const { pathname, search, hash } = new URL(link, `http://x${before}${address}?lang=de`)
          if (!pathname.startsWith(`${before}/`)) astray.push(`${before}${address}: ${link}`)
          const target = pathname.slice(before.length) + search
          targets.set(target, (targets.get(target) ?? new Set()).add(decodeURIComponent(hash.slice(1))))
          if (pathname.startsWith(`${before}/docs/`) && !/\.(png|svg)$/.test(pathname) && !search.startsWith('?lang='))
            astray.push(`${address}: ${link} forgets the language`)
        }
      }
    }
    t.same(astray, [])
    t.ok(targets.size > 60, `${targets.size} targets`)
    for (const [target, anchors] of targets) {
      const ids = new Set(['', ...idsIn(await htmlAt(target))])
      t.same(
        [...anchors].filter((anchor) => !ids.has(anchor)),
        [],
        target,
      )
    }
  },
)

t.test('the search finds what the pages have: its addresses and anchors are there', async (t) => {
  const [, index] = / data-index="\.\.([^"]*)"/.exec(await htmlAt('/docs/index'))!
  const found = JSON.parse(await htmlAt(index!)) as { address: string; sections: [string, string, string][] }[]
  const operations = apiPages().map(({ path }) => path)
  t.same(
    found.map(({ address }) => address).sort(),
    [...operations.filter((path) => path !== '/docs'), ...manual.documents.map(({ address }) => address)].sort(),
  )
  for (const { address, sections } of found) {
    const ids = new Set(['', ...idsIn(await htmlAt(address))])
    t.same(
      sections.filter(([anchor]) => !ids.has(anchor)),
      [],
      address,
    )
  }
  const text = JSON.stringify(found)
  t.notMatch(text, /&(amp|lt|gt|quot|#39);|<\/(code|td|pre|p|a)>/, 'texts are plain')
  for (const word of ['QZ_PRINTERS', 'complete_already', '/api/v1/plan', 'Idempotency-Key'])
    t.ok(text.includes(word), word)
})

t.test('documents are English in pages of every language, which name each of them', async (t) => {
  const inNavigation = manual.contents.map((address) => address.replace('/docs/', ''))
  for (const language of languageCodes) {
    const titles: { readonly [name: string]: string } = wordsOf[language].manual.titles
    t.same(
      inNavigation.filter((name) => titles[name] === undefined),
      [],
      language,
    )
    const html = await htmlAt(`/docs/http?lang=${language}`)
    t.match(html, `<html lang="${language}">`)
    t.match(html, '<article lang="en">')
    t.match(html, `<title>quietzone: ${titles.http}</title>`)
    t.match(html, `<a href="../docs/http?lang=${language}" aria-current="page">${titles.http}</a>`)
  }
})

t.test('a path that is no document is not found', async (t) => {
  for (const path of [
    '/docs/http.md',
    '/docs/project',
    '/docs/project/package.json',
    '/docs/make.mjs',
    '/docs/../README.md',
    '/docs/api',
  ])
    t.equal(errorIn(await ask(service.port, `GET ${path}`)).code, 'not_found', path)
})

t.test('one finds, reads and goes on by the keyboard alone', absentOrBrief, async (t) => {
  await visited(t, `${service.url}/docs/index?lang=de`, async ({ page }) => {
    await page.locator('#query').focus()
    await page.keyboard.type('systemd unit')
    await page.locator('#places li').first().waitFor()
    t.match(await page.locator('#places [role=status]').innerText(), /^\d+ Stellen?/)
    t.ok(await page.locator('article').isHidden())
    t.same((await page.locator('#places mark').allInnerTexts()).map((word) => word.toLowerCase()).slice(0, 2), [
      'systemd',
      'unit',
    ])
    await page.keyboard.press('Enter')
    t.equal(await page.evaluate("document.activeElement.closest('#places') !== null"), true, 'to the first result')
    const to = await page.evaluate<string>('document.activeElement.href')
    await page.keyboard.press('Enter')
    await page.waitForURL(to)
    t.match(page.url(), /\/docs\/[\w/-]+\?lang=de/)
    await page.locator('#query').fill('nowhere-to-be-found')
    t.match(await page.locator('#places [role=status]').innerText(), /^Nirgends/)
    await page.locator('#query').press('Escape')
    t.ok(await page.locator('article').isVisible(), 'Escape leads back to the document')
  })
})

t.test('a result in the same page leads to its place', absentOrBrief, async (t) => {
  await visited(t, `${service.url}/docs/http`, async ({ page }) => {
    await page.locator('#query').fill('deprecated endpoint')
    await page.locator('#places a[href$="#the-deprecated-endpoint"]').click()
    await page.waitForURL('**/docs/http#the-deprecated-endpoint')
    // the address changes before the page does
    await page.locator('#the-deprecated-endpoint').waitFor()
    t.equal(await page.inputValue('#query'), '')
  })
})

t.test(
  'while the search is not answered the page says so, and the next letter tries again',
  absentOrBrief,
  async (t) => {
    const here = await visit(`${service.url}/docs/http`)
    await here.page.route('**/search-*.json', (route) => route.fulfill({ status: 502, body: '' }))
    await here.page.locator('#query').fill('digit')
    await here.page.locator('#places', { hasText: 'does not answer' }).waitFor()
    await here.page.unroute('**/search-*.json')
    await here.page.locator('#query').fill('digits')
    await here.page.locator('#places li').first().waitFor()
    t.notMatch(await here.page.locator('#places').innerText(), 'does not answer')
    await here.close()
  },
)

t.test(
  'axe finds nothing, and nothing sticks out: documents and results, light and dark, wide and narrow',
  absentOrBrief,
  async (t) => {
    for (const path of [
      '/docs/http',
      '/docs/api/index',
      '/docs/project/bench/results',
      '/docs/project/deploy/kubernetes',
    ]) {
      const here = await visit(service.url + path)
      const check = async (name: string): Promise<void> => {
        for (const [width, height] of [
          [1280, 860],
          [320, 640],
        ] as const) {
          await here.page.setViewportSize({ width, height })
          for (const colorScheme of ['light', 'dark'] as const) {
            await here.page.emulateMedia({ colorScheme })
            t.same(await violations(here.page), [], `${path}, ${name}, ${width}, ${colorScheme}`)
          }
          t.ok(
            (await here.page.evaluate<number>('document.documentElement.scrollWidth')) <= width,
            `${path}, ${name}, ${width}`,
          )
        }
      }
      await check('read')
      await here.page.locator('#query').fill('check digit')
      await here.page.locator('#places li').first().waitFor()
      await check('searched')
      t.same(here.faults, [])
      await here.close()
    }
  },
)

t.test(
  'without scripts the documents are there, with their list, and no search that does nothing',
  absentOrBrief,
  async (t) => {
    const here = await visit(`${service.url}/docs/http`, { javaScriptEnabled: false })
    t.ok(await here.page.locator('article h1').isVisible())
    t.ok(await here.page.locator('#contents nav a').first().isVisible())
    t.ok(await here.page.locator('#search').isHidden())
    await here.close()
  },
)
