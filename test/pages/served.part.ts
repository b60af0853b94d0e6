import { createHash } from 'node:crypto'
import t from 'tap'
import { wordsOf } from '../../src/pages/document.ts'
import { languageCodes } from '../../src/pages/words/index.ts'
import { ask, errorIn, served } from '../server/http/wire.ts'

const service = await served({ rate: { perMinute: 60, burst: 20 } })
t.teardown(() => service.close())

/** Of the content, in a name before its extension. */
const digestForm = /-([0-9a-f]{16})(?=\.\w+$)/

const isNamedByContent = (path: string): boolean => digestForm.test(path)

const text = (body: Buffer): string => body.toString('utf8')

/** A page, and the paths of what it loads. */
async function loadedBy(page: string): Promise<ReadonlySet<string>> {
  const { body } = await ask(service.port, `GET ${page}`)
  return new Set([
    page,
    ...text(body)
      .match(/\bassets\/[^"]+/g)!
      .map((path) => `/${path}`),
  ])
}

const pages = ['/', '/explain', '/check', '/docs'] as const

t.test(
  'each page and all that it loads is served, with its type and policy, and costs nothing of the limit',
  async (t) => {
    const types: Record<string, string> = {
      html: 'text/html; charset=utf-8',
      css: 'text/css; charset=utf-8',
      js: 'text/javascript; charset=utf-8',
      svg: 'image/svg+xml',
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

t.test('a page loads its icon, one style sheet and one script, and no more but the checker', async (t) => {
  for (const page of pages) {
    for (const language of languageCodes) {
      const paths = [...(await loadedBy(`${page}?lang=${language}`))].slice(1)
      const program = page === '/' ? 'label' : page.slice(1)
      const names = ['icon.svg', `${program}.css`, `${program}.${language}.js`]
      if (page === '/check') names.push('checker.js')
      t.same(
        paths.map((path) => path.replace(/^\/assets\//, '').replace(digestForm, '')),
        names,
      )
      for (const path of paths.filter(isNamedByContent)) {
        const { body } = await ask(service.port, `GET ${path}`)
        const digest = createHash('sha256').update(body).digest('hex')
        t.ok(digest.startsWith(digestForm.exec(path)![1]!), path)
        t.notMatch(text(body), /\bimport *[({*"']|\bfrom *["']\.|@import/, `${path} loads nothing`)
      }
    }
  }
})

/** The addresses in a page. */
const addressesIn = (html: string): string[] =>
  [...html.matchAll(/ (?:href|src|action|formaction|data-checker)="([^"]*)"/g)].map(([, address]) => address!)

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

t.test('no script and no style sheet of a page names an address at the root', async (t) => {
  for (const page of pages) {
    for (const path of [...(await loadedBy(page))].slice(1)) {
      const content = text((await ask(service.port, `GET ${path}`)).body)
      t.notMatch(content, /["'`(=]\/(?:api|assets|docs|explain|check|adapters)\b/, path)
      t.notMatch(content, /location\.origin|url\(/, path)
    }
  }
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

t.test('a script has the words of its language alone', async (t) => {
  for (const language of languageCodes) {
    const paths = [...(await loadedBy(`/?lang=${language}`))]
    const { body } = await ask(service.port, `GET ${paths.find((path) => path.endsWith('.js'))}`)
    for (const other of languageCodes) {
      const { hint } = wordsOf[other].gs1
      t.equal(text(body).includes(hint), other === language, `${language}: ${hint}`)
    }
  }
})

t.test('a page runs nothing but its own files', async (t) => {
  for (const path of pages) {
    const { headers, body } = await ask(service.port, `GET ${path}`)
    const policy = (headers.get('content-security-policy') ?? '').split('; ')
    t.ok(policy.includes("default-src 'none'") && policy.includes("script-src 'self'"))
    t.ok(policy.includes("style-src 'self'") && policy.includes("frame-ancestors 'none'"))
    t.notMatch(policy.join(), /unsafe|https?:|\*/)
    t.notMatch(text(body), /<script(?! type="module" src=)|<style|\sstyle=|\son\w+=|https?:|\/\/\w/, path)
    t.match(text(body), `<a href="${path === '/' ? './' : path.slice(1)}" aria-current="page">`)
    t.equal(
      text(body).match(/<a href="(\.\/|docs|explain|check)"( aria-current="page")?>/g)?.length,
      4,
      'every page leads to every other',
    )
  }
})

t.test('a script that runs as a worker talks to nobody', async (t) => {
  const path = [...(await loadedBy('/check'))].find((name) => name.includes('/checker-'))
  const { headers } = await ask(service.port, `GET ${path}`)
  const policy = (headers.get('content-security-policy') ?? '').split('; ')
  t.same(policy.slice(0, 2), ["default-src 'none'", "script-src 'self'"])
  t.notMatch(policy.join(), /connect-src|sandbox|unsafe|https?:|\*/)
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
    'src/check/index.js',
    'label.js',
    'label.en.js',
    'page.css',
  ]
  const wrong = ['//', '/docs//', '/index.html', '/label.html', '/assets', '/src/main.js', '/package.json']
  wrong.push(...[...paths, ...modules, 'pages/../main.js'].map((path) => `/assets/${path}`))
  for (const path of wrong) t.equal(errorIn(await ask(service.port, `GET ${path}`)).code, 'not_found', path)
})
