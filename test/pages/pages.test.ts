/** Which language a page is in. */

import t from 'tap'
import { languageCodes } from '../../src/pages/words/index.ts'
import { ask, errorIn, served } from '../server/http/wire.ts'
import { absentOrBrief, visited } from './browser.ts'
import { on, url } from './label-page.ts'

const service = await served({ rate: { perMinute: 60, burst: 20 } })
t.teardown(() => service.close())

/** Of the content, in a name before its extension. */
const digestForm = /(?:(?<=\/)|-)([0-9a-f]{16})(?:(?=\.\w+$)|\/)/

const isNamedByContent = (path: string): boolean => digestForm.test(path)

const text = (body: Buffer): string => body.toString('utf8')

/** A page, and the paths of what it loads. */
async function loadedBy(page: string): Promise<ReadonlySet<string>> {
  const { body } = await ask(service.port, `GET ${page}`)
  return new Set([
    page,
    ...text(body)
      .match(/(?<=")(?:\.\.\/)*assets\/[^"]+/g)!
      .map((path) => `/${path.replaceAll('../', '')}`),
  ])
}

const pages = [
  '/',
  '/designs',
  '/jobs',
  '/explain',
  '/check',
  '/zpl',
  '/heal',
  '/setup',
  '/docs',
  '/docs/index',
  '/docs/api/index',
] as const

t.test('what is hidden is not seen, whatever its style', absentOrBrief, async (t) => {
  for (const page of pages) {
    await visited(t, url + page, async (here) => {
      const seen = await here.page.evaluate<string[]>(`[...document.querySelectorAll('body *')].flatMap((element) => {
        if (!(element instanceof HTMLElement)) return []
        element.hidden = true
        return getComputedStyle(element).display === 'none' ? [] : [element.outerHTML.slice(0, 80)]
      })`)
      t.same(seen, [], page)
    })
  }
})

t.test(
  'each page and all that it loads is served, with its type and policy, and costs nothing of the limit',
  async (t) => {
    const types: Record<string, string> = {
      html: 'text/html; charset=utf-8',
      css: 'text/css; charset=utf-8',
      js: 'text/javascript; charset=utf-8',
      svg: 'image/svg+xml',
      json: 'application/json',
    }
    for (const page of pages) {
      for (const path of await loadedBy(page)) {
        const reply = await ask(service.port, `GET ${path}`)
        t.equal(reply.status, 200, path)
        t.equal(reply.headers.get('content-type'), types[/\.(\w+)$/.exec(path)?.[1] ?? 'html'], path)
        const cached = isNamedByContent(path) ? 'public, max-age=31536000, immutable' : 'public, max-age=60'
        t.equal(reply.headers.get('cache-control'), cached, path)
        t.notOk(reply.headers.has('ratelimit'), path)
        const again = await ask(service.port, `GET ${path}`, [`If-None-Match: ${reply.headers.get('etag')}`])
        t.equal(again.status, 304, path)
        t.equal(again.headers.get('cache-control'), cached, path)
        // caches put the headers of a 304 in place of those they have (RFC 9111, 3.2)
        const policy = 'content-security-policy'
        t.equal(again.headers.get(policy), reply.headers.get(policy), `${path}: the policy stays`)
        const head = await ask(service.port, `HEAD ${path}`)
        t.equal(head.headers.get('content-length'), String(reply.body.length), path)
        t.equal((await ask(service.port, `OPTIONS ${path}`)).status, 204, path)
        t.equal(errorIn(await ask(service.port, `POST ${path}`)).code, 'method_not_allowed', path)
      }
    }
    t.equal((await ask(service.port, 'GET /api/v1/barcode')).headers.get('ratelimit'), '"ip";r=19;t=1')
  },
)

/** The addresses in a page. */
const addressesIn = (html: string): string[] =>
  [...html.matchAll(/ (?:href|src|action|formaction|data-checker|data-index|data-root)="([^"]*)"/g)].map(
    ([, address]) => address!,
  )

t.test('below any path of a proxy, the addresses in a page lead to what the service has there', async (t) => {
  const unlimited = await served()
  const targets = new Set<string>()
  for (const page of pages.flatMap((path) => [path, `${path}?lang=es`])) {
    const addresses = addressesIn(text((await ask(unlimited.port, `GET ${page}`)).body))
    t.ok(addresses.length > 12, page)
    for (const before of ['', '/barcodes', '/a/b']) {
      for (const address of addresses) {
        const { pathname, search } = new URL(address, `http://x${before}${page}`)
        t.ok(pathname.startsWith(`${before}/`), `${before}${page}: ${address}`)
        targets.add(pathname.slice(before.length) + search)
      }
    }
  }
  for (const target of targets) {
    const { status } = await ask(unlimited.port, `GET ${target}`)
    // forms without their values
    t.ok(status === 200 || (status === 400 && target.startsWith('/api/v1/')), `${target}: ${status}`)
  }
  await unlimited.close()
})

t.test('the path of a page with a slash at its end leads to the page, and keeps the query', async (t) => {
  for (const page of pages.filter((path) => path !== '/')) {
    for (const before of ['', '/barcodes', '/a/b']) {
      for (const query of ['', '?lang=de', '?a=b?c&text=%C3%A9%20"/../x']) {
        const reply = await ask(service.port, `GET ${page}/${query}`)
        t.equal(reply.status, 308, page)
        const { pathname, search } = new URL(reply.headers.get('location')!, `http://x${before}${page}/${query}`)
        t.same([pathname, decodeURI(search)], [before + page, decodeURI(query)], `${before}${page}/${query}`)
        t.notOk(reply.headers.has('ratelimit'), 'it costs nothing')
      }
    }
  }
})

t.test('a name with another digest is not served', async (t) => {
  const [style] = [...(await loadedBy('/'))].filter(isNamedByContent)
  const other = style!.replace(digestForm, '-0123456789abcdef')
  t.equal(errorIn(await ask(service.port, `GET ${other}`)).code, 'not_found')
  t.equal(errorIn(await ask(service.port, `GET ${style!.replace(digestForm, '')}`)).code, 'not_found')
})

t.test('nothing else in the folders is served', async (t) => {
  const paths = ['label.html', 'pages.ts', 'label.ts', 'tsconfig.json', '', '.', '..', '../pages.ts', '%2e%2e/pages.js']
  const modules = [
    'src/server/main.js',
    'src/pages/browser/label.js',
    'src/reader/check/index.js',
    'label.js',
    'label.en.js',
    'page.css',
  ]
  const wrong = ['//', '/docs//', '/index.html', '/label.html', '/assets', '/src/main.js', '/package.json']
  wrong.push(...[...paths, ...modules, 'pages/../main.js'].map((path) => `/assets/${path}`))
  for (const path of wrong) t.equal(errorIn(await ask(service.port, `GET ${path}`)).code, 'not_found', path)
})

const localized = await served()
t.teardown(() => localized.close())

/** The language of the page that answers a request with this header. */
async function answered(path: string, accepted?: string): Promise<string> {
  const headers = accepted === undefined ? [] : [`Accept-Language: ${accepted}`]
  const { headers: own, body } = await ask(localized.port, `GET ${path}`, headers)
  const language = /<html lang="(\w+)">/.exec(body.toString())?.[1] ?? ''
  t.equal(own.get('content-language'), language)
  t.equal(own.get('vary'), 'Accept-Language')
  return language
}

t.test('the browser’s language chooses, by its weights', async (t) => {
  const expected: readonly (readonly [header: string | undefined, language: string])[] = [
    [undefined, 'en'],
    ['', 'en'],
    ['de', 'de'],
    ['DE-at', 'de'],
    ['es-419,es;q=0.9,en;q=0.8', 'es'],
    ['fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5', 'fr'],
    ['it-CH, it;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5', 'en'],
    ['it, de;q=0.7, es;q=0.8', 'es'],
    ['en;q=0.5 , de ; q=0.500', 'en'],
    ['en;q=0, de;q=0.001', 'de'],
    ['de;q=0', 'en'],
    ['*, de;q=0.5', 'en'],
    ['de;q=2, es;q=x, deutsch, es_ES, ;;q=1', 'en'],
    [`${'it,'.repeat(400)}de`, 'en'],
  ]
  for (const [header, language] of expected) t.equal(await answered('/', header), language, `${header}`)
})

t.test('the address chooses before the browser, and links keep what it chose', async (t) => {
  t.equal(await answered('/docs?lang=es', 'de'), 'es')
  t.equal(await answered('/docs?a=b&lang=ES-mx&c', 'de'), 'es')
  for (const none of ['it', '', '%64e', 'toString']) t.equal(await answered(`/?lang=${none}`, 'de'), 'de', none)
  t.equal(await answered('/?alang=es', 'de'), 'de')
  const page = async (path: string) =>
    (await ask(localized.port, `GET ${path}`, ['Accept-Language: de'])).body.toString()
  t.match(await page('/check?lang=es'), '<a href="explain?lang=es">Explicar</a>')
  t.match(await page('/check'), '<a href="explain">Erklären</a>')
  for (const code of languageCodes) {
    t.match(await page('/check'), `<link rel="alternate" hreflang="${code}" href="?lang=${code}">`)
  }
})

t.test('one address, one answer for each language', async (t) => {
  const [en, de] = await Promise.all(
    ['en', 'de'].map((code) => ask(localized.port, 'GET /', [`Accept-Language: ${code}`])),
  )
  t.not(en!.headers.get('etag'), de!.headers.get('etag'))
  const again = await ask(localized.port, 'GET /', ['Accept-Language: de', `If-None-Match: ${de!.headers.get('etag')}`])
  t.equal(again.status, 304)
  t.equal(again.headers.get('vary'), 'Accept-Language', 'caches keep it')
  const other = await ask(localized.port, 'GET /', ['Accept-Language: en', `If-None-Match: ${de!.headers.get('etag')}`])
  t.equal(other.status, 200)
})

t.test('the link to another language keeps what was typed', absentOrBrief, async (t) => {
  await on(t, '?lang=es#type=qr&text=a%26b', async ({ page }) => {
    await page.locator('#paper img[alt*="a&b"]').waitFor()
    await page.locator('.languages a[hreflang=de]').click()
    await page.waitForURL('**/?lang=de#**')
    await page.locator('#paper img[alt*="a&b"]').waitFor()
    t.equal(await page.evaluate('document.documentElement.lang'), 'de')
    t.equal(await page.locator('#text').inputValue(), 'a&b')
    t.equal(await page.locator('#type').inputValue(), 'qr')
  })
})
